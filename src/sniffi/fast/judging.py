"""What a placement promises, in figures, and the choice by a weighted sum of them: a *judge*.

A judge is a row of weights for each number of tiles that are left in the hand. With the right ones
it is the bot ``positional``; others are found by fitting them to how rounds end (``fitting``). It
knows no more than its seat: its own hand, the layout, how many tiles the others hold, and which
values they cannot hold because they drew or passed.

Weights are an array of ``STAGES`` rows of ``WIDTH`` numbers; figures are a row of ``FIGURES``.
"""

# To mypy whatever comes out of an array may be anything; here it is a number.
# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from math import comb
from typing import Final

import numpy as np
import numpy.typing as npt

from sniffi.fast.compiling import Ints, bits_set, inlined, lowest_bit
from sniffi.fast.kernel import ENDS, HANDS, NEXT, PLAYERS, SIZE, on_line, pips
from sniffi.fast.tables import CELL, GRID, HALVES, NO_END, POINTS, ROW, UPPER, VALUE, WEIGHT

Floats = npt.NDArray[np.float64]

# The figures, in points, tiles or shares.
POINTS_NOW: Final = 0
REPLY: Final = 1
"""The expected best reply of the next seat, every hand that it may have equally likely."""
STUCK: Final = 2
"""The chance that the next seat can place nothing it holds."""
DRAWS_THEN: Final = 3
"""How many tiles it is expected to draw, times that chance: of N that it may draw, k of which fit,
it takes (N + 1) / (k + 1) to meet the first."""
PIPS_LAID: Final = 4
DOUBLE_LAID: Final = 5
FITS: Final = 6
"""How many own tiles fit afterwards."""
NONE_FITS: Final = 7
FOLLOW_UP: Final = 8
"""The most points that an own tile could score on the layout as it is left."""
VALUES_HELD: Final = 9
"""How many values are left in the own hand."""
DOUBLES_HELD: Final = 10
LEFT_PIPS: Final = 11
SHARE_FITS: Final = 12
"""The share of the tiles that the next seat may hold which fit."""
OPEN_SPOTS: Final = 13
SUM: Final = 14
"""The end sum that is left, in tens."""
SNIFF: Final = 15
"""Whether the placement makes the Sniff."""
LATER: Final = 16
"""``REPLY`` of the seat after the next: of the partner, in pairs."""
LATER_STUCK: Final = 17
DOUBLES_FIT: Final = 18
"""How many own doubles fit afterwards."""
SURE_STUCK: Final = 19
"""Whether it is known that the next seat can place nothing it holds."""
FIGURES: Final = 20

KNOWS_LACKS: Final = FIGURES
"""Behind the weights: whether the judge heeds what drawing and passing proved."""
WIDTH: Final = FIGURES + 1
OWN_STAGES: Final = 7
NEXT_STAGES: Final = 4
STAGES: Final = OWN_STAGES * NEXT_STAGES
"""Rows of weights: for 0, 1, … 6 or more tiles left in the own hand, and in each of these for 1, 2
or 3, 4 or 5, and more tiles in the next seat's."""

FULL: Final = sum(int(grid) for grid in GRID)
MOST: Final = 28
DOUBLES: Final = sum(1 << (HALVES + 1) * value for value in range(HALVES))

TOUCHING = np.zeros(ROW + 1, np.int64)
"""By a set of values: the grid of the tiles that have one of them."""
for _values in range(ROW + 1):
    for _cell in range(HALVES * HALVES):
        if _values >> _cell // HALVES & 1 or _values >> _cell % HALVES & 1:
            TOUCHING[_values] |= 1 << _cell

NONE_OF = np.zeros((MOST + 1) * (MOST + 1) * (MOST + 1), np.float64)
"""The chance that n of m tiles have none of k (hypergeometric): at ``(m * 29 + n) * 29 + k``."""
for _m in range(MOST + 1):
    for _n in range(_m + 1):
        for _k in range(_m + 1):
            NONE_OF[(_m * (MOST + 1) + _n) * (MOST + 1) + _k] = comb(_m - _k, _n) / comb(_m, _n)

SCORING = np.zeros(64, np.int64)
"""By a sum without the new end: the new ends, from 0 to 6, with which it scores."""
for _base in range(58):
    for _other in range(HALVES):
        if POINTS[_base + _other]:
            SCORING[_base] |= 1 << _other

LEVELS: Final = 10
"""Points come in fives, up to 45."""


@inlined
def none_of(m: int, n: int, k: int) -> float:
    """The chance that a hand of n out of m tiles has none of k certain ones."""
    return NONE_OF[(m * (MOST + 1) + n) * (MOST + 1) + k]


@inlined
def tiles_in(grid: int) -> int:
    """How many tiles a grid has."""
    return bits_set(grid & UPPER)


@inlined
def twins(line: int, one: int, other: int) -> bool:
    """Whether two ends can be joined in the same ways for the same sums."""
    return one >> VALUE == other >> VALUE and on_line(line, one) == on_line(line, other)


@inlined
def twin_of_earlier(state: Ints, line: int, place: int) -> bool:
    """Whether an earlier end is a twin of the one at ``place``."""
    found = False
    for earlier in range(place):
        if twins(line, state[ENDS + earlier], state[ENDS + place]):
            found = True
    return found


@inlined
def mark(levels: Ints, marked: int, fives: int, cell: int) -> int:
    """Add a tile to those that score so many fives; gives the levels that have tiles."""
    level = LEVELS - 1 - fives
    if marked >> level & 1:
        levels[level] |= cell
    else:
        levels[level] = cell
    return marked | 1 << level


@inlined
def mark_levels(state: Ints, line: int, total: int, levels: Ints) -> tuple[int, int]:
    """Find the tiles that score on this layout: grids of them by level, most points first.

    Returns:
        The grid of all tiles that fit, and the levels that have tiles, as a set.
    """
    fit = marked = 0
    for place in range(4):
        end = state[ENDS + place]
        if end == NO_END:
            continue
        value = end >> VALUE & 7
        fit |= TOUCHING[1 << value]
        base = total if on_line(line, end) else total - (end >> WEIGHT)
        scoring = SCORING[base] & ~(1 << value)
        while scoring:
            other = lowest_bit(scoring)
            scoring &= scoring - 1
            marked = mark(levels, marked, (base + other) // 5, CELL[HALVES * value + other])
        if POINTS[base + 2 * value]:
            marked = mark(levels, marked, (base + 2 * value) // 5, CELL[HALVES * value + value])
    return fit, marked


@inlined
def expected_best(levels: Ints, marked: int, grid: int, m: int, n: int) -> float:
    """The expected most points that n of the m tiles of a grid score."""
    best, before = 0.0, 1.0
    taken = counted = 0
    while marked:
        level = lowest_bit(marked)
        marked &= marked - 1
        here = levels[level] & grid & ~taken
        if here:
            taken |= here
            counted += tiles_in(here)
            chance = none_of(m, n, counted)
            best += 5 * (LEVELS - 1 - level) * (before - chance)
            before = chance
    return best


@inlined
def most_points(levels: Ints, marked: int, grid: int) -> int:
    """The most points that a tile of a grid scores."""
    while marked:
        level = lowest_bit(marked)
        if levels[level] & grid:
            return 5 * (LEVELS - 1 - level)
        marked &= marked - 1
    return 0


@inlined
def may_hold(state: Ints, laid: int, lacks: int, seat: int, other: int) -> int:
    """The grid of the tiles that, to ``seat``, the seat ``other`` may hold."""
    return FULL & ~laid & ~state[HANDS + seat] & ~TOUCHING[lacks >> 7 * other & ROW]


@inlined
def look(
    state: Ints,
    line: int,
    total: int,
    tile: int,
    had_sniff: bool,
    hand: int,
    next_seat: int,
    may_next: int,
    later_seat: int,
    may_later: int,
    levels: Ints,
    figures: Floats,
    at: int,
) -> None:
    """Put the figures of a placement that has been made into the row ``at`` of ``figures``.

    Args:
        state: with the ends as they are now.
        hand: what is left of the own hand.
        may_next, may_later: grids of what those seats may hold.
        levels: room for ``LEVELS`` grids.
        figures: a row of ``FIGURES`` for each placement.
    """
    fit, marked = mark_levels(state, line, total, levels)
    grid = GRID[tile]
    figures[at, POINTS_NOW] = POINTS[total]
    figures[at, PIPS_LAID] = pips(grid)
    double = bits_set(grid) == 1
    figures[at, DOUBLE_LAID] = 1.0 if double else 0.0
    figures[at, SNIFF] = 1.0 if double and not had_sniff else 0.0
    m, n = tiles_in(may_next), tiles_in(state[HANDS + next_seat])
    k = tiles_in(may_next & fit)
    figures[at, REPLY] = expected_best(levels, marked, may_next, m, n)
    stuck = none_of(m, n, k)
    figures[at, STUCK] = stuck
    figures[at, SURE_STUCK] = 1.0 if k == 0 else 0.0
    boneyard = state[SIZE] - state[NEXT]
    outside = m - n
    draws = 0.0
    if boneyard > 0 and outside > 0:
        draws = stuck * min(boneyard, (outside + 1.0) / (k + 1.0))
    figures[at, DRAWS_THEN] = draws
    figures[at, SHARE_FITS] = k / max(m, 1)
    mine = tiles_in(hand & fit)
    figures[at, FITS] = mine
    figures[at, NONE_FITS] = 1.0 if mine == 0 else 0.0
    figures[at, FOLLOW_UP] = most_points(levels, marked, hand)
    # All rows on top of one another: a column that has a tile is a value that is held.
    rows = hand | hand >> HALVES | hand >> 2 * HALVES | hand >> 3 * HALVES
    figures[at, VALUES_HELD] = bits_set((rows | hand >> 4 * HALVES | rows >> 3 * HALVES) & ROW)
    figures[at, DOUBLES_HELD] = bits_set(hand & DOUBLES)
    figures[at, DOUBLES_FIT] = bits_set(hand & fit & DOUBLES)
    figures[at, LEFT_PIPS] = pips(hand)
    spots = 0
    for place in range(4):
        if state[ENDS + place] != NO_END:
            spots += 1
    figures[at, OPEN_SPOTS] = spots
    figures[at, SUM] = total / 10.0
    if later_seat >= 0:
        m, n = tiles_in(may_later), tiles_in(state[HANDS + later_seat])
        k = tiles_in(may_later & fit)
        figures[at, LATER] = expected_best(levels, marked, may_later, m, n)
        figures[at, LATER_STUCK] = none_of(m, n, k)
    else:
        figures[at, LATER] = figures[at, LATER_STUCK] = 0.0


@inlined
def stage_of(left: int, of_next: int) -> int:
    """The row of weights when so many tiles are left in the own hand and the next seat's."""
    return min(left, OWN_STAGES - 1) * NEXT_STAGES + min(of_next, 2 * NEXT_STAGES - 1) // 2


@inlined
def judged(weights: Floats, stage: int, figures: Floats, at: int) -> float:
    """What a judge makes of the figures in the row ``at``."""
    worth = 0.0
    for figure in range(FIGURES):
        worth += weights[stage, figure] * figures[at, figure]
    return worth


@inlined
def seats_after(state: Ints, seat: int) -> tuple[int, int]:
    """The next seat, and the one after it unless that is ``seat`` itself (-1)."""
    players = state[PLAYERS]
    following = seat + 1 if seat + 1 < players else 0
    later = following + 1 if following + 1 < players else 0
    return following, later if later != seat else -1
