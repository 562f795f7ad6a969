"""What happens at a real table, as its keeper tells it, and the entries of a sheet.

A fact tells what one saw, never what follows from it: points, ends of rounds and winners are
computed. A fact that is told ``as_was`` broke the rules and stands all the same.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Self, TypeAlias

from sniffi.rules import Spot, Tile


class Plain:
    """A fact that cannot be told as it was against the rules."""

    __slots__ = ()
    as_was: ClassVar[bool] = False

    def told_as_was(self) -> Self | None:
        """The fact as one that happened against the rules; None when it cannot."""
        return None


@dataclass(frozen=True, slots=True)
class Lot(Plain):
    """Each of the contenders drew a tile for the start (R2.1, D1)."""

    name: ClassVar[str] = "lot"
    draws: tuple[tuple[int, Tile], ...]
    on_screen: bool
    """Whether the server drew, and not the people."""


@dataclass(frozen=True, slots=True)
class Starts(Plain):
    """Who starts, where the tiles of the lot are not told."""

    name: ClassVar[str] = "starts"
    seat: int


@dataclass(frozen=True, slots=True)
class Places:
    """A tile was placed at a spot; the opening tile at none."""

    name: ClassVar[str] = "places"
    seat: int
    tile: Tile
    spot: Spot | None
    total: int | None = None
    """The sum that was counted at the table, for a tile that was placed against the rules."""

    @property
    def as_was(self) -> bool:
        """Whether it was placed against the rules, or counted so."""
        return self.total is not None

    def told_as_was(self) -> Places | None:
        """The same, scoring nothing."""
        return replace(self, total=0) if self.total is None else None


@dataclass(frozen=True, slots=True)
class Draws:
    """So many tiles were drawn, one after the other (R6.2)."""

    name: ClassVar[str] = "draws"
    seat: int
    count: int
    as_was: bool = False

    def told_as_was(self) -> Draws | None:
        """The same, whatever the rules say."""
        return None if self.as_was else replace(self, as_was=True)


@dataclass(frozen=True, slots=True)
class Passes:
    """A player passed (R6.3)."""

    name: ClassVar[str] = "passes"
    seat: int
    as_was: bool = False

    def told_as_was(self) -> Passes | None:
        """The same, whatever the rules say."""
        return None if self.as_was else replace(self, as_was=True)


@dataclass(frozen=True, slots=True)
class Block:
    """The table says that the round is blocked (R6.4)."""

    name: ClassVar[str] = "block"
    as_was: bool = False

    def told_as_was(self) -> Block | None:
        """The same, whatever the rules say."""
        return None if self.as_was else replace(self, as_was=True)


@dataclass(frozen=True, slots=True)
class Scores(Plain):
    """A placement by its sum alone (R5.1)."""

    name: ClassVar[str] = "scores"
    seat: int
    total: int


@dataclass(frozen=True, slots=True)
class GoesOut(Plain):
    """A player placed the last tile of a hand, where tiles are not told."""

    name: ClassVar[str] = "goes-out"
    seat: int


@dataclass(frozen=True, slots=True)
class Holds:
    """A leftover hand: its tiles, or their pips when they are not told (R6.5)."""

    name: ClassVar[str] = "holds"
    seat: int
    tiles: tuple[Tile, ...]
    pips: int | None = None
    """None where the tiles tell it."""
    as_was: bool = False

    def told_as_was(self) -> Holds | None:
        """The same, whatever the rules say."""
        return None if self.as_was else replace(self, as_was=True)


Fact: TypeAlias = Lot | Starts | Places | Draws | Passes | Block | Scores | GoesOut | Holds
FACT_TYPES: dict[str, type[Fact]] = {
    kind.name: kind for kind in (Lot, Starts, Places, Draws, Passes, Block, Scores, GoesOut, Holds)
}


# The entries of a sheet's log ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Begun:
    """The sheet's head: who plays, to what target, and whether tiles are told or scores alone."""

    name: ClassVar[str] = "begun"
    names: tuple[str, ...]
    target: int
    full: bool
    time: int
    """Seconds since 1970, UTC."""

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.names)


@dataclass(frozen=True, slots=True)
class Noted:
    """A fact was written down."""

    name: ClassVar[str] = "noted"
    fact: Fact


@dataclass(frozen=True, slots=True)
class Corrected:
    """The line of entry ``number`` tells ``fact`` from now on; it is struck out by None."""

    name: ClassVar[str] = "corrected"
    number: int
    fact: Fact | None


@dataclass(frozen=True, slots=True)
class Undone:
    """The latest thing that stands was taken back."""

    name: ClassVar[str] = "undone"


@dataclass(frozen=True, slots=True)
class Redone:
    """The latest thing that was taken back stands again."""

    name: ClassVar[str] = "redone"


SheetEntry: TypeAlias = Begun | Noted | Corrected | Undone | Redone
ENTRY_TYPES: dict[str, type[SheetEntry]] = {
    kind.name: kind for kind in (Begun, Noted, Corrected, Undone, Redone)
}
