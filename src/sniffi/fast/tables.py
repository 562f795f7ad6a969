"""What the kernel looks up, made from the rules.

A hand is a grid of 7 times 7 bits: the tile [a|b] sets the bits 7a + b and 7b + a. So row v of a
hand, ``hand >> 7 * v & 127``, has a bit for each tile that fits an end of value v, and the bit's
place is the tile's other half, the new end. Bits from 49 on are 0: so is row 7, which stands for
an end that is not there.

An end is one number: the index of its spot, its value from bit 8, its weight (what it adds to the
sum) from bit 12.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from sniffi.fast.compiling import Ints
from sniffi.rules import FULL_SET, LINES, Port, Spot, points_for

HALVES: Final = 7
ROW: Final = 127
"""The bits of one row of a hand."""
VALUE: Final = 8
"""Where the value begins in an end."""
WEIGHT: Final = 12
"""Where the weight begins in an end."""
NO_SPOT: Final = 255
NO_END: Final = HALVES << VALUE | NO_SPOT


def end_of(spot: Spot) -> int:
    """The number of an end, or of an unopened branch of the Sniff."""
    weight = spot.value * (2 if spot.port in LINES else 1)
    return spot.index | spot.value << VALUE | weight << WEIGHT


def _words(length: int) -> Ints:
    return np.zeros(length, np.int64)


LOW, HIGH = _words(len(FULL_SET)), _words(len(FULL_SET))
"""The halves of each tile, by its index."""
GRID = _words(len(FULL_SET))
"""The bits of each tile in a hand, by its index."""
CELL = _words(HALVES * HALVES)
"""The bits of the tile [v|w] in a hand, at 7v + w."""
TILE = _words(HALVES * HALVES)
"""The index of the tile [v|w], at 7v + w."""
WAY_ON = _words(HALVES * HALVES)
"""The end that [v|w] makes when its half v is joined, at 7v + w."""

for _tile in FULL_SET:
    LOW[_tile.index], HIGH[_tile.index] = _tile.low, _tile.high
    for _joined, _other, _port in (
        (_tile.low, _tile.high, Port.HIGH),
        (_tile.high, _tile.low, Port.LOW),
    ):
        _bit = HALVES * _joined + _other
        GRID[_tile.index] |= 1 << _bit
        TILE[_bit] = _tile.index
        CELL[_bit] = 1 << _bit | 1 << HALVES * _other + _joined
        # A double joins by its line A (R3.4).
        WAY_ON[_bit] = end_of(Spot(_tile, Port.LINE_B if _tile.is_double else _port))

POINTS = np.array([points_for(total) for total in range(64)], np.int64)
"""Raw points by the end sum (R5.1), which is 48 at most: four doubles."""

NTH = _words((ROW + 1) * 8)
"""The place of the n-th 1, from 0, of a row x, at 8x + n."""
for _row in range(ROW + 1):
    for _number, _place in enumerate(place for place in range(HALVES) if _row >> place & 1):
        NTH[8 * _row + _number] = _place


def _where(*halves: int, doubled: bool = False) -> int:
    """The bits of a grid in these rows, or of the doubles among them."""
    return sum(1 << HALVES * v + w for v in halves for w in range(HALVES) if v == w or not doubled)


ONES: Final = _where(1, 3, 5)
TWOS: Final = _where(2, 3, 6)
FOURS: Final = _where(4, 5, 6)
"""Rows whose number has this binary digit: a hand's pips are counted digit by digit."""
DOUBLE_ONES: Final = _where(1, 3, 5, doubled=True)
DOUBLE_TWOS: Final = _where(2, 3, 6, doubled=True)
DOUBLE_FOURS: Final = _where(4, 5, 6, doubled=True)
UPPER: Final = sum(1 << HALVES * tile.low + tile.high for tile in FULL_SET)
"""One bit for each tile: that of the lower half's row."""
