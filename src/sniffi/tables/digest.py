"""A finished game in short, for lists: read from the log without playing the game again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from sniffi.rules import Deducted, Placed, Won, side_of, sides
from sniffi.tables.entries import Entry, Told
from sniffi.tables.seat import SeatView
from sniffi.tables.settings import Settings
from sniffi.tables.table import Table


@dataclass(frozen=True, slots=True)
class Digest:
    """What a list tells of a game."""

    time: int
    """When the table was opened, in seconds since 1970, UTC."""
    settings: Settings
    seats: tuple[SeatView, ...]
    """As the game began."""
    seat: int | None
    """The seat of the guest who asked."""
    scores: tuple[int, ...]
    winner: int | None
    rounds: int


def digest_of(entries: Sequence[Entry], guest: str | None = None) -> Digest:
    """The game of a log in short; the log is trusted from the first event on.

    Raises:
        BadEntry: an entry before that cannot stand at its place.
    """
    before = takewhile(lambda entry: not isinstance(entry, Told), entries)
    table = Table.replay("", before)
    players = table.settings.players
    scores = [0] * len(sides(players))
    winner, rounds = None, 0
    for entry in entries:
        if not isinstance(entry, Told):
            continue
        rounds = entry.round
        match entry.event:
            case Placed(seat=seat, score=score) | Deducted(seat=seat, score=score):
                scores[side_of(seat, players) - 1] = score
            case Won(side=side):
                winner = side
    return Digest(
        time=table.time,
        settings=table.settings,
        seats=tuple(seat.public() for seat in table.seats),
        seat=table.seat_of(guest),
        scores=tuple(scores),
        winner=winner,
        rounds=rounds,
    )
