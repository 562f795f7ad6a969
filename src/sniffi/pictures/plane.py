"""Directions, rectangles and moves on the plane. One half of a tile is two units wide; y grows
downwards."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

HALF = 2
"""Units along the side of one half: fine enough for a double to lie crosswise in the middle."""


class Heading(IntEnum):
    """A direction on the plane, clockwise from the right."""

    EAST = 0
    SOUTH = 1
    WEST = 2
    NORTH = 3

    @property
    def dx(self) -> int:
        """Step along x: -1, 0 or 1."""
        return (1, 0, -1, 0)[self]

    @property
    def dy(self) -> int:
        """Step along y: -1, 0 or 1."""
        return (0, 1, 0, -1)[self]

    def turned(self, quarters: int) -> Heading:
        """Turned clockwise by so many quarters of a circle."""
        return _HEADINGS[(self + quarters) % 4]


_HEADINGS = tuple(Heading)


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle in units: from (left, top) up to (right, bottom)."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """Units from left to right."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """Units from top to bottom."""
        return self.bottom - self.top

    @property
    def centre(self) -> tuple[float, float]:
        """The point in the middle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def shifted(self, dx: int, dy: int) -> Rect:
        """The same rectangle elsewhere."""
        return Rect(self.left + dx, self.top + dy, self.right + dx, self.bottom + dy)

    def grown(self, by: int) -> Rect:
        """The rectangle with a rim of that width."""
        return Rect(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def gap(self, other: Rect) -> int:
        """Units between the two, the greater of across and down; 0 when they touch, below 0 when
        they overlap."""
        across = max(self.left - other.right, other.left - self.right)
        down = max(self.top - other.bottom, other.top - self.bottom)
        return max(across, down)

    def turned(self, heading: Heading) -> Rect:
        """The rectangle turned about the origin, so that what headed east heads ``heading``."""
        x0, y0 = turned(self.left, self.top, heading)
        x1, y1 = turned(self.right, self.bottom, heading)
        return Rect(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))


def turned(x: int, y: int, heading: Heading) -> tuple[int, int]:
    """The point turned about the origin, so that what headed east heads ``heading``."""
    for _ in range(heading):
        x, y = -y, x
    return x, y
