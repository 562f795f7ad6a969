"""Where each tile and each mark of a layout lies on a plane. No drawing and no words."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from sniffi.pictures.board import FLATTEST, STEPS, board_for
from sniffi.pictures.growth import STARTS, TEMPERS, Growth, LaidTile, carried, grown, opened
from sniffi.pictures.plane import HALF, Heading, Rect
from sniffi.rules import CountedValue, Join, Layout, Spot, Tile

__all__ = [
    "HALF",
    "MARK_RADIUS",
    "STEPS",
    "Arrangement",
    "Heading",
    "LaidTile",
    "Mark",
    "Rect",
    "arrange",
]

MARK_RADIUS = 0.875
"""Units. A mark is a circle of about one half's width."""
MARK_AHEAD = 1.125
"""Units from an end to the middle of its mark."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The place beside an open spot: there its counted value stands, and the next tile goes."""

    spot: Spot
    x: float
    y: float
    heading: Heading
    """The way on."""
    counted: CountedValue | None
    """None at a spot that adds nothing to the sum: the second line of a lone double (R5.2)."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A layout on a board. All lengths are in units; one half of a tile is ``HALF`` units wide."""

    width: int
    height: int
    step: int
    """The step of the scale, from 0: the higher, the larger the board and the smaller its tiles
    look. Tiles move only when it changes."""
    tiles: tuple[LaidTile, ...]
    """In the order of play."""
    marks: tuple[Mark, ...]
    """One for each open spot, in the layout's order of spots."""

    @property
    def bounds(self) -> Rect:
        """The smallest rectangle around all tiles and marks; the whole board when it is empty."""
        if not self.tiles:
            return Rect(0, 0, self.width, self.height)
        rects = [laid.rect for laid in self.tiles]
        lefts = [rect.left for rect in rects] + [mark.x - MARK_RADIUS for mark in self.marks]
        tops = [rect.top for rect in rects] + [mark.y - MARK_RADIUS for mark in self.marks]
        rights = [rect.right for rect in rects] + [mark.x + MARK_RADIUS for mark in self.marks]
        bottoms = [rect.bottom for rect in rects] + [mark.y + MARK_RADIUS for mark in self.marks]
        return Rect(
            math.floor(min(lefts)),
            math.floor(min(tops)),
            math.ceil(max(rights)),
            math.ceil(max(bottoms)),
        )


def arrange(layout: Layout, aspect: float = 4 / 3, *, first_step: int = 0) -> Arrangement:
    """Lay the tiles out on a board about ``aspect`` times as wide as it is high.

    The place of a tile depends on the tiles before it and the board alone. When a tile finds no
    room the next larger board is taken; only then do tiles move, all together and keeping their
    places to each other wherever that leaves room enough.

    Args:
        layout: any layout, the empty one too.
        aspect: width by height; beyond 4 and 1/4 the board keeps that form.
        first_step: the smallest board to try, from 0 to ``STEPS - 1``.

    Raises:
        ValueError: ``aspect`` is no positive number, or there is no such step.
    """
    if not (math.isfinite(aspect) and aspect > 0):
        raise ValueError(f"not an aspect ratio: {aspect}")
    if not 0 <= first_step < STEPS:
        raise ValueError(f"not a step of the scale: {first_step}")
    aspect = min(max(float(aspect), 1 / FLATTEST), FLATTEST)
    if layout.opening is None:
        board = board_for(first_step, aspect)
        return Arrangement(board.width, board.height, first_step, (), ())
    step, growth = _grown(layout.opening, layout.joins, aspect, first_step)
    counted = {(part.tile, part.port): part for part in layout.counted}
    ends = {end.spot: end for end in growth.ends}
    marks = []
    for spot in layout.spots:
        end = ends[spot]
        x, y = growth.board.point(end.cell)
        ahead = end.heading
        marks.append(
            Mark(
                spot=spot,
                x=x + MARK_AHEAD * ahead.dx,
                y=y + MARK_AHEAD * ahead.dy,
                heading=ahead,
                counted=counted.get((spot.tile, spot.port)),
            )
        )
    board = growth.board
    return Arrangement(board.width, board.height, step, growth.laid, tuple(marks))


_CARRY_RISK = 0.8
"""Tiles keep their places to each other on a larger board if no more risk than that comes of it."""


@lru_cache(maxsize=4096)
def _grown(
    opening: Tile, joins: tuple[Join, ...], aspect: float, first_step: int
) -> tuple[int, Growth]:
    """The step of the scale and what lies on its board, made from the same less the last tile."""
    if not joins:
        for step in range(first_step, STEPS):
            start = opened(board_for(step, aspect), opening)
            if start:
                return step, start
    step, before = _grown(opening, joins[:-1], aspect, first_step)
    after = grown(before, joins[-1])
    while after is None:
        step += 1
        after = _scaled(before, opening, joins, aspect, step)
    return step, after


def _scaled(
    before: Growth, opening: Tile, joins: tuple[Join, ...], aspect: float, step: int
) -> Growth | None:
    """The layout on the board of a later step; None if it has no room there either."""
    board = board_for(step, aspect)
    # On the last board only a fresh start is sure to fit.
    kept = carried(before, board, joins[-1]) if step < STEPS - 1 else None
    if kept and kept.risk <= _CARRY_RISK:
        return kept
    for start, temper in chain(
        ((STARTS[0], temper) for temper in TEMPERS), ((start, TEMPERS[0]) for start in STARTS[1:])
    ):
        growth = opened(board, opening, start)
        for join in joins:
            growth = growth and grown(growth, join, temper)
        if growth:
            return growth
    return kept
