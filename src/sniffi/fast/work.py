"""What a search works on: one row of numbers, ``work``, made once for each thread.

The names below say what is where. *Tiles* are numbered anew for each round that is searched: those
of the boneyard come first, in drawing order, then those in hands. So a set of tiles is a word of
bits, and what is drawn next is the lowest bit of a mask.

*Hands* are three words: the tiles ``held`` by anybody; of these the ones held by seats with an odd
number (counted from 0), and the ones held by seats 2 and 3.

Points are in *fives*, since every score is a multiple of five.
"""

# To mypy whatever comes out of an array may be anything; here it is a number.
# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from typing import Final

import numpy as np

from sniffi.fast.compiling import Ints, bits_set, inner, lowest_bit
from sniffi.fast.kernel import BONEYARD, DRAWN, HANDS, NEXT, NOTHING, PLAYERS, SIZE
from sniffi.fast.tables import HALVES, HIGH, LOW, ROW, TILE, UPPER

# The parts of ``work``.
FITS: Final = 0
"""By a set of values (7 bits): the tiles that fit one of them."""
TILE_LOW: Final = 128
TILE_HIGH: Final = 160
TILE_PIPS: Final = 192
"""By a tile's new number: its halves and its pips."""
PIP_DIGITS: Final = 224
"""The tiles whose pips have the binary digit 1, 2, 4, 8."""
SEATS: Final = 232
"""How many players."""
BONES: Final = 233
"""The tiles of the boneyard."""
NODES: Final = 234
"""Positions searched."""
LIMIT: Final = 235
"""How many may be."""
STOPPED: Final = 236
"""1 once there were more: then what the search returns means nothing."""
AGE: Final = 237
"""A number for each round searched, so that entries of an earlier one are told from new ones."""
MASK: Final = 238
"""How much of the table is in use: a mask for the number of a pair of entries."""
STORED: Final = 239
"""Positions stored since the search began."""
WHOLE: Final = 240
"""The mask for the whole table."""
WIDEST: Final = 241
"""The widest mask since the table was last cleared."""
NUMBERS: Final = 256
"""By a tile's index in the rules: its new number."""
GONE: Final = 284
"""How many tiles of the boneyard had been drawn when the search began."""
MOVES: Final = 288
"""A list of moves for each number of tiles that are still to be placed."""
LONGEST: Final = 32
"""How long such a list can be; there are 28 moves at most, seven for each end."""
TABLE: Final = MOVES + 29 * LONGEST
"""The table: pairs of entries, an entry being two words."""

FIRST_MASK: Final = (1 << 13) - 1
"""The part of the table that a search begins with, small enough to stay near the processor."""
AGES: Final = 128
"""How many ages there are."""


def work_for(bits: int) -> Ints:
    """Room for searches, with a table of 2**bits entries of 16 bytes."""
    work = np.zeros(TABLE + (2 << bits), np.int64)
    work[WHOLE] = (1 << bits - 1) - 1
    return work


@inner
def begin(work: Ints, state: Ints, limit: int) -> None:
    """Number the tiles of a state and make the tables for them; forget earlier searches."""
    # A tile that is drawn and must be placed goes back: drawing it again is forced.
    gone = state[NEXT] - (1 if state[DRAWN] != NOTHING else 0)
    work[GONE] = gone
    work[SEATS] = state[PLAYERS]
    work[BONES] = (1 << state[SIZE] - gone) - 1
    work[NODES] = work[STOPPED] = work[STORED] = 0
    work[LIMIT] = limit
    work[AGE] += 1
    if work[AGE] == AGES:
        # Ages come again, so what bears them must go.
        for place in range(TABLE, TABLE + 4 * (work[WIDEST] + 1)):
            work[place] = 0
        work[AGE] = 1
        work[WIDEST] = 0
    work[MASK] = min(FIRST_MASK, work[WHOLE])
    work[WIDEST] = max(work[WIDEST], work[MASK])
    for number in range(4):
        work[PIP_DIGITS + number] = 0
    suits = np.zeros(HALVES, np.int64)
    number = 0
    for place in range(gone, state[SIZE]):
        name_tile(work, suits, state[BONEYARD + place], number)
        number += 1
    for seat in range(state[PLAYERS]):
        hand = state[HANDS + seat] & UPPER
        while hand:
            tile = TILE[lowest_bit(hand)]
            hand &= hand - 1
            if tile != state[DRAWN]:
                name_tile(work, suits, tile, number)
                number += 1
    work[FITS] = 0
    for values in range(1, ROW + 1):
        work[FITS + values] = work[FITS + (values & values - 1)] | suits[lowest_bit(values)]


@inner
def name_tile(work: Ints, suits: Ints, tile: int, number: int) -> None:
    """Give a tile its new number."""
    low, high = LOW[tile], HIGH[tile]
    work[NUMBERS + tile] = number
    work[TILE_LOW + number], work[TILE_HIGH + number] = low, high
    work[TILE_PIPS + number] = low + high
    suits[low] |= 1 << number
    suits[high] |= 1 << number
    for digit in range(4):
        work[PIP_DIGITS + digit] |= (low + high >> digit & 1) << number


@inner
def hands_of(work: Ints, state: Ints) -> tuple[int, int, int]:
    """``held``, ``odd`` and ``high`` of a state, by the numbers of ``begin``."""
    held = odd = high = 0
    for seat in range(state[PLAYERS]):
        hand = state[HANDS + seat] & UPPER
        while hand:
            tile = TILE[lowest_bit(hand)]
            hand &= hand - 1
            if tile != state[DRAWN]:
                bit = 1 << work[NUMBERS + tile]
                held |= bit
                odd |= bit if seat & 1 else 0
                high |= bit if seat & 2 else 0
    return held, odd, high


@inner
def drawn_since(work: Ints, state: Ints) -> int:
    """How many tiles have been drawn since ``begin``."""
    return state[NEXT] - work[GONE] - (1 if state[DRAWN] != NOTHING else 0)


@inner
def hand_of(held: int, odd: int, high: int, seat: int) -> int:
    """The tiles of a seat."""
    return held & (odd if seat & 1 else ~odd) & (high if seat & 2 else ~high)


@inner
def cost(work: Ints, hand: int) -> int:
    """What a leftover hand costs (R6.5)."""
    return (
        bits_set(hand & work[PIP_DIGITS])
        + 2 * bits_set(hand & work[PIP_DIGITS + 1])
        + 4 * bits_set(hand & work[PIP_DIGITS + 2])
        + 8 * bits_set(hand & work[PIP_DIGITS + 3])
        + 2
    ) // 5


@inner
def with_draws(
    work: Ints, held: int, odd: int, high: int, drawn: int, seat: int, fits: int
) -> tuple[int, int, int, int, int]:
    """The hands after a seat that cannot place has drawn (R6.2), ``drawn`` tiles being gone before.

    It draws up to the first tile that fits, or all that is left.

    Returns:
        ``held``, ``odd``, ``high`` and ``drawn`` afterwards, and the tile to be placed as a set:
        an empty one when none fits.
    """
    taken = work[BONES] & -1 << drawn
    found = taken & fits
    if found:
        taken &= (2 << lowest_bit(found)) - 1
    held |= taken
    odd |= taken if seat & 1 else 0
    high |= taken if seat & 2 else 0
    return held, odd, high, drawn + bits_set(taken), taken & fits


@inner
def next_able(work: Ints, held: int, odd: int, high: int, seat: int, fits: int) -> int:
    """How many seats further the next one is that can place, 0 when there is none (R6.3, R6.4)."""
    for later in range(1, work[SEATS]):
        if hand_of(held, odd, high, seat_after(work, seat, later)) & fits:
            return later
    return 0


@inner
def list_at(work: Ints, held: int, drawn: int) -> int:
    """Where the list of moves is for a position: none above it has as many tiles to be placed."""
    return MOVES + LONGEST * (bits_set(held) + bits_set(work[BONES] & -1 << drawn))


@inner
def seat_after(work: Ints, seat: int, later: int) -> int:
    """The seat so many turns later (R2.2)."""
    other = seat + later
    return other - work[SEATS] if other >= work[SEATS] else other
