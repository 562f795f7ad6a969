"""Seats, sides and what depends on the number of players (R1, R7.1). Both count from 1."""

from __future__ import annotations

from sniffi.rules.errors import NotASeat, NotATarget, NotPlayers

HAND_SIZE = {2: 7, 3: 6, 4: 5}
"""Tiles dealt to each player (R1.3)."""
TARGET = {2: 250, 3: 200, 4: 200}
"""Raw points to win (R7.1)."""


def check_players(players: object) -> int:
    """``players`` when it is a number of players that the game is for (R1.1).

    Raises:
        NotPlayers: it is not.
    """
    if isinstance(players, bool) or not isinstance(players, int) or players not in HAND_SIZE:
        raise NotPlayers(players)
    return players


def check_seat(seat: object, players: int) -> int:
    """``seat`` when there is such a seat.

    Raises:
        NotASeat: there is not.
    """
    if isinstance(seat, bool) or not isinstance(seat, int) or not 1 <= seat <= players:
        raise NotASeat(seat, players)
    return seat


def check_target(target: object, players: int) -> int:
    """``target`` when it is a number of points to win; that of R7.1 when it is None.

    Raises:
        NotATarget: it is not a whole number above zero.
    """
    if target is None:
        return TARGET[players]
    if isinstance(target, bool) or not isinstance(target, int) or target < 1:
        raise NotATarget(target)
    return target


def seats(players: int) -> range:
    """The seats, clockwise from 1."""
    return range(1, players + 1)


def sides(players: int) -> range:
    """The sides: the players, or the two pairs of four players (R1.1)."""
    return range(1, (2 if players == 4 else players) + 1)


def side_of(seat: int, players: int) -> int:
    """The side that owns the seat's score: seats 1 and 3, and 2 and 4, are pairs (R1.1).

    >>> [side_of(seat, 4) for seat in seats(4)]
    [1, 2, 1, 2]
    """
    return (seat - 1) % 2 + 1 if players == 4 else seat


def seats_of(side: int, players: int) -> tuple[int, ...]:
    """The seats of a side."""
    return tuple(seat for seat in seats(players) if side_of(seat, players) == side)


def next_seat(seat: int, players: int) -> int:
    """The seat after this one, clockwise (R2.2)."""
    return seat % players + 1
