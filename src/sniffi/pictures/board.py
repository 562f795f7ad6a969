"""A board of a fixed size as a row of bits, and the moves that lay a tile on it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from sniffi.pictures.plane import HALF, Heading, Rect, turned

GAP = 1
"""Units between two tiles that are not joined, and between a tile and the board's edge."""


class Move(IntEnum):
    """How the next tile lies at an end, and the two places that are asked about as if it lay."""

    STRAIGHT = 0
    LEFT = 1
    RIGHT = 2
    CROSS = 3
    """A double, crosswise (R3.3)."""
    MARK = 4
    """The place of the end's mark, one half long."""
    LONG = 5
    """Straight on and a mark after it: what a double needs, since nothing bends next to one."""

    @property
    def turn(self) -> int:
        """Quarters clockwise from the old way on to the new."""
        return {Move.LEFT: -1, Move.RIGHT: 1}.get(self, 0)


BENDS = (Move.LEFT, Move.RIGHT)

# An end at the origin heading east: the place taken, and the next end.
_SHAPES = {
    Move.STRAIGHT: (Rect(0, -1, 4, 1), (4, 0)),
    Move.LEFT: (Rect(0, -3, 2, 1), (1, -3)),
    Move.RIGHT: (Rect(0, -1, 2, 3), (1, 3)),
    Move.CROSS: (Rect(0, -2, 2, 2), (2, 0)),
    Move.MARK: (Rect(0, -1, 2, 1), (2, 0)),
    Move.LONG: (Rect(0, -1, 6, 1), (6, 0)),
}
_BRANCHES = (((1, -2), -1), ((1, 2), 1))
"""Where a double's branches start, as the ends above, and which way they turn (R3.4)."""

_REACH = max(rect.right for rect, _ in _SHAPES.values()) + 2 * GAP
"""Rows kept above the board, so that no place asked about has a number below zero."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A move from an end with a given heading; cells are counted from the end's own."""

    rect: Rect
    body: int
    """The tile's cells, from its first one."""
    body_at: int
    wide: int
    """The same with the gap around it."""
    wide_at: int
    end_at: int
    """The next end."""
    heading: Heading
    """The next end's heading."""


class Board:
    """A board of ``width`` by ``height`` units. The cell of a point is the bit that stands for the
    unit square to the right of it and below; sets of cells are whole numbers."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        # One column to either side belongs to no row and is never free.
        self.stride = width + 2
        whole = (1 << self.cell(width, height) + 1) - 1
        self.inside = sum(((1 << width) - 1) << self.cell(0, y) for y in range(height))
        self.border = whole & ~self.inside
        self.shapes = tuple(
            tuple(self._shape(move, heading) for move in Move) for heading in Heading
        )
        """By heading, then by move."""
        self.branches = tuple(
            tuple(
                (self._offset(*turned(x, y, heading)), heading.turned(turn))
                for (x, y), turn in _BRANCHES
            )
            for heading in Heading
        )
        """By the double's heading: offset and heading of branch A's end, then branch B's."""
        self.steps = tuple(self._offset(heading.dx, heading.dy) for heading in Heading)

    def _offset(self, x: int, y: int) -> int:
        return y * self.stride + x

    def _shape(self, move: Move, heading: Heading) -> Shape:
        rect, end = _SHAPES[move]
        rect = rect.turned(heading)
        wide = rect.grown(GAP)
        return Shape(
            rect=rect,
            body=self._block(rect),
            body_at=self._offset(rect.left, rect.top),
            wide=self._block(wide),
            wide_at=self._offset(wide.left, wide.top),
            end_at=self._offset(*turned(*end, heading)),
            heading=heading.turned(move.turn),
        )

    def _block(self, rect: Rect) -> int:
        row = (1 << rect.width) - 1
        return sum(row << self._offset(0, y) for y in range(rect.height))

    def cell(self, x: int, y: int) -> int:
        """The number of the cell at a point."""
        return (y + _REACH) * self.stride + x + 1

    def point(self, cell: int) -> tuple[int, int]:
        """The point of a cell."""
        y, x = divmod(cell, self.stride)
        return x - 1, y - _REACH

    def cells(self, rect: Rect) -> int:
        """The set of a rectangle's cells."""
        return self._block(rect) << self.cell(rect.left, rect.top)

    def holds(self, rect: Rect) -> bool:
        """Whether a tile may lie there, so far as the edge goes."""
        return (
            rect.left >= GAP
            and rect.top >= GAP
            and rect.right <= self.width - GAP
            and rect.bottom <= self.height - GAP
        )


# Square halves on the whole board, for each step of the scale. On a phone 360 by 640 pixels large
# a half is then about 33, 26, 22, 18, 16, 13 and 11 pixels wide.
_AREAS = (216, 330, 480, 711, 900, 1300, 2000)
STEPS = len(_AREAS) + 1
"""How many steps the scale has. On the last everything is straight, so it always fits."""

_STRAIGHT = 2 * (28 * 2 * HALF + 3 * HALF)
"""Units from edge to edge that hold any straight arm that starts in the middle."""

FLATTEST = 4.0
"""Boards are at most so many times as wide as high, or as high as wide."""


@lru_cache(maxsize=64)
def board_for(step: int, aspect: float) -> Board:
    """The board of that step, about ``aspect`` times as wide as it is high."""
    if step < len(_AREAS):
        width = HALF * math.sqrt(_AREAS[step] * aspect)
        height = width / aspect
    else:
        width = _STRAIGHT * max(1.0, aspect)
        height = _STRAIGHT * max(1.0, 1 / aspect)
    return Board(round(width), round(height))
