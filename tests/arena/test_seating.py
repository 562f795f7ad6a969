"""Arrangements: over all of them, no bot has better seats, partners or neighbours."""

from __future__ import annotations

from collections import Counter

import pytest

from sniffi.arena import CannotSeat, NotContestants, arrangements
from sniffi.arena.seating import sides_of
from sniffi.rules import NotPlayers, seats, side_of

ALLOWED = [(2, 2), (2, 3), (2, 4), (3, 3), (4, 4)]
each = pytest.mark.parametrize(("bots", "players"), ALLOWED)


@each
def test_every_bot_plays_in_every_arrangement(bots: int, players: int) -> None:
    found = arrangements(bots, players)
    assert len(set(found)) == len(found)
    for arrangement in found:
        assert len(arrangement) == players
        assert set(arrangement) == set(range(bots))


@each
def test_every_bot_has_each_seat_equally_often(bots: int, players: int) -> None:
    held = Counter(
        (who, seat)
        for arrangement in arrangements(bots, players)
        for seat, who in enumerate(arrangement, 1)
    )
    assert len(held) == bots * players
    assert len(set(held.values())) == 1


@each
def test_every_bot_sits_before_each_other_equally_often(bots: int, players: int) -> None:
    before = Counter(
        (arrangement[seat], arrangement[(seat + 1) % players])
        for arrangement in arrangements(bots, players)
        for seat in range(players)
    )
    others = Counter({pair: count for pair, count in before.items() if pair[0] != pair[1]})
    assert len(others) == bots * (bots - 1)
    assert len(set(others.values())) == 1


def test_of_four_bots_each_has_each_partner_equally_often() -> None:
    partners = Counter(
        (arrangement[seat], arrangement[(seat + 2) % 4])
        for arrangement in arrangements(4, 4)
        for seat in range(4)
    )
    assert len(partners) == 12
    assert len(set(partners.values())) == 1


def test_two_bots_are_pairs_or_one_against_two() -> None:
    assert arrangements(2, 2) == ((0, 1), (1, 0))
    assert set(arrangements(2, 3)) == {
        (0, 1, 1),
        (1, 0, 1),
        (1, 1, 0),
        (0, 0, 1),
        (0, 1, 0),
        (1, 0, 0),
    }
    assert arrangements(2, 4) == ((0, 1, 0, 1), (1, 0, 1, 0))


@each
def test_sides_are_those_of_the_seats(bots: int, players: int) -> None:
    for arrangement in arrangements(bots, players):
        for bot in range(bots):
            own = {
                side_of(seat, players) for seat in seats(players) if arrangement[seat - 1] == bot
            }
            assert set(sides_of(bot, arrangement)) == own


@pytest.mark.parametrize("bots", [-1, 0, 1, 5])
def test_other_numbers_of_bots_are_refused(bots: int) -> None:
    with pytest.raises(NotContestants):
        arrangements(bots, 4)


@pytest.mark.parametrize(("bots", "players"), [(3, 2), (3, 4), (4, 2), (4, 3)])
def test_bots_that_cannot_be_seated_are_refused(bots: int, players: int) -> None:
    with pytest.raises(CannotSeat) as refused:
        arrangements(bots, players)
    assert refused.value.fields == {"bots": bots, "players": players}


@pytest.mark.parametrize("players", [1, 5])
def test_a_number_of_players_that_the_game_is_not_for_is_refused(players: int) -> None:
    with pytest.raises(NotPlayers):
        arrangements(2, players)
