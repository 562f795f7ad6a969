"""What happened: facts that a game is a fold of.

A tile that the reader of an event may not know is ``None`` (R1.4, D3): ``event.seen_by(seat)``
takes out what is hidden from that seat, or from a spectator when ``seat`` is None.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Self, TypeAlias

from sniffi.rules.layout import CountedValue
from sniffi.rules.spot import Spot
from sniffi.rules.tile import Tile

MaybeTile: TypeAlias = Tile | None
"""A tile, or None for one that is not known."""


class Public:
    """An event that everybody sees whole."""

    __slots__ = ()

    def seen_by(self, seat: int | None) -> Self:  # noqa: ARG002  (everybody sees the same)
        """The event itself."""
        return self


@dataclass(frozen=True, slots=True)
class LotDrawn(Public):
    """Each contender for the start drew a tile (R2.1, D1).

    ``draws`` has the seats clockwise with their tiles. ``starter`` is the seat that won, or None
    when several tied for best; those draw again in the next ``stage``.
    """

    name: ClassVar[str] = "lot-drawn"
    round: int
    stage: int
    draws: tuple[tuple[int, Tile], ...]
    starter: int | None

    @property
    def tied(self) -> tuple[int, ...]:
        """The seats that draw again; empty when there is a starter."""
        if self.starter is not None:
            return ()
        best = max(tile.pips for _, tile in self.draws)
        return tuple(seat for seat, tile in self.draws if tile.pips == best)


@dataclass(frozen=True, slots=True)
class Dealt:
    """The tiles were dealt (R1.3): a hand for each seat, the boneyard in drawing order."""

    name: ClassVar[str] = "dealt"
    round: int
    starter: int
    hands: tuple[tuple[MaybeTile, ...], ...]
    boneyard: tuple[MaybeTile, ...]

    def seen_by(self, seat: int | None) -> Dealt:
        """The seat's own hand alone."""
        hands = tuple(
            hand if owner == seat else (None,) * len(hand)
            for owner, hand in enumerate(self.hands, 1)
        )
        return replace(self, hands=hands, boneyard=(None,) * len(self.boneyard))


@dataclass(frozen=True, slots=True)
class Placed(Public):
    """A tile was placed (R3, R5): what counted, the sum, the points, the side's new score."""

    name: ClassVar[str] = "placed"
    seat: int
    tile: Tile
    spot: Spot | None
    counted: tuple[CountedValue, ...]
    total: int
    points: int
    score: int


@dataclass(frozen=True, slots=True)
class Drew:
    """A tile was drawn (R6.2); which one is the drawer's secret until placed (D3)."""

    name: ClassVar[str] = "drew"
    seat: int
    tile: MaybeTile

    def seen_by(self, seat: int | None) -> Drew:
        """Which tile it was is for the drawer alone."""
        return self if seat == self.seat or self.tile is None else _DREW_UNSEEN[self.seat]


_DREW_UNSEEN = {seat: Drew(seat, None) for seat in range(1, 5)}


@dataclass(frozen=True, slots=True)
class Passed(Public):
    """A seat could neither place nor draw (R6.3)."""

    name: ClassVar[str] = "passed"
    seat: int


@dataclass(frozen=True, slots=True)
class WentOut(Public):
    """A seat placed its last tile and so ended the round (R6.5, R6.6)."""

    name: ClassVar[str] = "went-out"
    seat: int


@dataclass(frozen=True, slots=True)
class Blocked(Public):
    """The boneyard is empty and nobody can place (R6.4, D2)."""

    name: ClassVar[str] = "blocked"


@dataclass(frozen=True, slots=True)
class Deducted(Public):
    """A leftover hand was shown and handled (R6.5): its pips, their cost, the side's new score.

    An empty hand costs nothing and is told too, so that every hand is.
    """

    name: ClassVar[str] = "deducted"
    seat: int
    hand: tuple[MaybeTile, ...]
    pips: int
    cost: int
    score: int


@dataclass(frozen=True, slots=True)
class Won(Public):
    """A side reached the target with the last placement and won the game at once (R7.2)."""

    name: ClassVar[str] = "won"
    side: int
    score: int


Event: TypeAlias = LotDrawn | Dealt | Placed | Drew | Passed | WentOut | Blocked | Deducted | Won
"""Any event of a game."""
RoundEvent: TypeAlias = Dealt | Placed | Drew | Passed | WentOut | Blocked | Deducted | Won
"""Any event of one round; the lot belongs to the game."""
EVENT_TYPES: dict[str, type[Event]] = {
    kind.name: kind
    for kind in (LotDrawn, Dealt, Placed, Drew, Passed, WentOut, Blocked, Deducted, Won)
}
"""The events by their names."""
