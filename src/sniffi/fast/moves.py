"""The moves of a position that is searched, the most promising first."""

# To mypy whatever comes out of an array may be anything; here it is a number.
# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from typing import Final

from sniffi.fast.compiling import Ints, bits_set, inner, lowest_bit
from sniffi.fast.layouts import DOUBLES, fives, joined, line_of, values_of
from sniffi.fast.tables import ROW
from sniffi.fast.work import FITS, TILE_HIGH, TILE_LOW

MOVE: Final = 1023
"""The bits of a move: ``tile << 5 | value << 2 | kind``, what is joined at which value to what."""

# How moves are ordered, most promising first: what they score, doubles, heavy tiles, and how many
# tiles fit afterwards in the own hand and in the next one. Found by trying (docs/kernel.md).
FOR_FIVE: Final = 12
FOR_DOUBLE: Final = 8
FOR_CHOICE: Final = 4
FIRST: Final = 400
ABOVE_ZERO: Final = 512


@inner
def moves_into(
    work: Ints,
    first: int,
    playable: int,
    mine: int,
    theirs: int,
    layout: int,
    total: int,
    likely: int,
) -> int:
    """List the moves with their order from ``first`` on; how many there are."""
    count = 0
    plain = (layout | layout >> 7 | layout >> 14) & ROW
    double = layout >> DOUBLES & ROW
    line = line_of(layout)
    while playable:
        tile = lowest_bit(playable)
        playable &= playable - 1
        value, other = work[TILE_LOW + tile], work[TILE_HIGH + tile]
        by_tile = value + other + (FOR_DOUBLE if value == other else 0)
        mine_then = mine & ~(1 << tile)
        for _ in range(1 if value == other else 2):
            kinds = plain >> value & 1 | (double >> value & 1) << 1 | (line >> value & 1) << 2
            while kinds:
                kind = lowest_bit(kinds)
                kinds &= kinds - 1
                then, sum_then = joined(layout, total, value, other, kind)
                fits = work[FITS + values_of(then)]
                move = tile << 5 | value << 2 | kind
                order = FIRST
                if move != likely:
                    order = (
                        FOR_FIVE * fives(sum_then)
                        + by_tile
                        + FOR_CHOICE * (bits_set(mine_then & fits) - bits_set(theirs & fits))
                    )
                work[first + count] = order + ABOVE_ZERO << 10 | move
                count += 1
            value, other = other, value
    return count


@inner
def next_move(work: Ints, at: int, end: int) -> int:
    """The most promising move from ``at`` on; that at ``at`` takes its place."""
    best, place = work[at], at
    for other in range(at + 1, end):
        if work[other] > best:
            best, place = work[other], other
    work[place] = work[at]
    return best & MOVE
