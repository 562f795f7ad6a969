"""The table of positions that a search has met.

An entry is two words. The first and the lowest 31 bits of the second are the position, whole, so
that none is taken for another; the bits above are what the search knows of it. Entries stand in
pairs.
"""

# To mypy whatever comes out of an array may be anything; here it is a number.
# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from typing import Final

import numpy as np

from sniffi.fast.compiling import Ints, bits_set, inner
from sniffi.fast.layouts import LINES
from sniffi.fast.work import AGE, BONES, MASK, STORED, TABLE, WHOLE, WIDEST

LAYOUT: Final = (1 << LINES) - 1
"""The part of a layout that stands in the second word."""
TOLD: Final = LINES
"""Where in the second word that begins which is known of the position."""
TILES: Final = (1 << 28) - 1
"""The tiles that are held, in the first word."""
AGED: Final = 56
"""Where in the first word the age is."""


@inner
def key_of(work: Ints, held: int, odd: int, high: int, drawn: int, layout: int, seat: int) -> int:
    """A position's first word: with the layout in the second it is the position, whole.

    Whose the tiles of the boneyard are is told, for those that are held; whose the others are is
    the same all the time. More than 10 of them there are with two players only, who need no
    ``high``.
    """
    bones = work[BONES]
    return (
        held
        | (odd & bones) << 28
        | (high & bones) << 38
        | drawn << 48
        | seat << 52
        | layout >> LINES << 54
        | work[AGE] << AGED
    )


@inner
def pair_of(work: Ints, key: int, layout: int) -> int:
    """Where the two entries are that may have a position."""
    word = np.uint64(key) ^ np.uint64(layout & LAYOUT) * np.uint64(0x9E3779B97F4A7C15)
    word ^= word >> np.uint64(32)
    word *= np.uint64(0xBF58476D1CE4E5B9)
    word ^= word >> np.uint64(29)
    word *= np.uint64(0x94D049BB133111EB)
    return TABLE + 4 * (np.int64(word >> np.uint64(40)) & work[MASK])


@inner
def found_at(work: Ints, pair: int, key: int, layout: int) -> int:
    """Where the entry of a position is; -1 when there is none."""
    if work[pair] == key and work[pair + 1] & LAYOUT == layout & LAYOUT:
        return pair
    if work[pair + 2] == key and work[pair + 3] & LAYOUT == layout & LAYOUT:
        return pair + 2
    return -1


@inner
def store(work: Ints, pair: int, key: int, layout: int, told: int) -> None:
    """Keep what is ``told`` of a position, up to 32 bits.

    Its own entry is used again; else the first of the pair, if that is old or has no more tiles in
    hands than this position; else the second.
    """
    at = found_at(work, pair, key, layout)
    if at < 0:
        at = pair
        first = work[pair]
        if first >> AGED == work[AGE] and bits_set(first & TILES) > bits_set(key & TILES):
            at += 2
        work[STORED] += 1
        if work[STORED] > work[MASK] and work[MASK] < work[WHOLE]:
            # Entries whose place is another one now are lost, but none is taken for another.
            work[MASK] = (work[MASK] << 2 | 3) & work[WHOLE]
            work[WIDEST] = max(work[WIDEST], work[MASK])
    work[at] = key
    work[at + 1] = layout & LAYOUT | told << TOLD
