"""What a seat may do on its turn (R3, R6). Actions are intent; events say what came of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from sniffi.rules.errors import NotAPlacement
from sniffi.rules.spot import SPOTS, Spot
from sniffi.rules.tile import FULL_SET, Tile


@dataclass(frozen=True, slots=True)
class Place:
    """Place ``tile`` at ``spot``; the opening tile has no spot (R3.1, R3.2).

    >>> str(Place.parse("11@14.low"))
    '11@14.low'
    """

    tile: Tile
    spot: Spot | None = None

    def __str__(self) -> str:
        return str(self.tile) if self.spot is None else f"{self.tile}@{self.spot}"

    @classmethod
    def parse(cls, text: str) -> Place:
        """The placement written as ``TILE`` or ``TILE@TILE.PORT``.

        Raises:
            NotATile, NotAPort, NotAPlacement: a part of it is not what it should be.
        """
        tile, at, spot = text.partition("@")
        if at and not spot:
            raise NotAPlacement(text)
        return cls(Tile.parse(tile), Spot.parse(spot) if at else None)


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw one tile from the boneyard (R6.2)."""

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing, being unable to place or draw (R6.3)."""

    def __str__(self) -> str:
        return "pass"


Action: TypeAlias = Place | Draw | Pass


def check_action(action: object) -> None:
    """Nothing when ``action`` is made as an action is.

    Raises:
        TypeError: it is not, which no rule has a word for: a program's fault, not a player's.
    """
    whole = isinstance(action, Place | Draw | Pass)
    if isinstance(action, Place):
        whole = isinstance(action.tile, Tile) and isinstance(action.spot, Spot | None)
    if not whole:
        raise TypeError(f"not an action: {action!r}")


# One object for each action there is: a round at speed makes none.
DRAW = Draw()
PASS = Pass()
OPENINGS: tuple[Place, ...] = tuple(Place(tile) for tile in FULL_SET)
PLACES: tuple[dict[int, Place], ...] = tuple(
    {
        spot.index: Place(tile, spot)
        for spot in SPOTS.values()
        if spot.tile is not tile and tile.has(spot.value)
    }
    for tile in FULL_SET
)
"""For each tile's index: the placements whose halves match, by the spot's index."""
