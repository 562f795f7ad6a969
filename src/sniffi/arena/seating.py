"""Who sits where: the arrangements in which each deal is played."""

from __future__ import annotations

from functools import cache
from itertools import permutations, product

from sniffi.arena.errors import CannotSeat, NotContestants
from sniffi.rules import seats, side_of
from sniffi.rules.seats import check_players

Arrangement = tuple[int, ...]
"""For each seat, which of the bots plays it; the bots count from 0."""


@cache
def arrangements(bots: int, players: int) -> tuple[Arrangement, ...]:
    """Every way to seat the bots. Over all of them each bot has the same seats, partners and
    neighbours, so that neither seats nor tiles favour one.

    * As many bots as seats: every order of them.
    * Two bots with three players: all six ways in which both play, one alone against two.
    * Two bots with four players: a pair of one against a pair of the other.

    >>> arrangements(2, 2)
    ((0, 1), (1, 0))
    >>> arrangements(2, 4)
    ((0, 1, 0, 1), (1, 0, 1, 0))

    Raises:
        NotContestants: there are not two to four bots.
        NotPlayers: the game is not for so many.
        CannotSeat: so many bots cannot be compared with so many players.
    """
    if not 2 <= bots <= 4:
        raise NotContestants(bots)
    check_players(players)
    if bots == 2 and players == 4:
        return ((0, 1, 0, 1), (1, 0, 1, 0))
    if bots == 2:
        return tuple(order for order in product((0, 1), repeat=players) if len(set(order)) == 2)
    if bots != players:
        raise CannotSeat(bots, players)
    return tuple(permutations(range(bots)))


def sides_of(bot: int, arrangement: Arrangement) -> tuple[int, ...]:
    """The sides for which a bot plays, from 1."""
    players = len(arrangement)
    found = {
        side_of(seat, players)
        for seat, who in zip(seats(players), arrangement, strict=True)
        if who == bot
    }
    return tuple(sorted(found))
