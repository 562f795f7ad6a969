"""The search for the exact value of a round with every tile known.

Everything it needs lies in one row of numbers, ``work``, made once for each thread: the position's
own tables, the lists of moves and the table of positions met. The names below say what is where.

*Tiles* are numbered anew for each round that is searched: those of the boneyard come first, in
drawing order, then those in hands. So a set of tiles is a word of bits, and what is drawn next is
the lowest bit of a mask.

*Hands* are three words: the tiles ``held`` by anybody; of these the ones held by seats with an odd
number (counted from 0), and the ones held by seats 2 and 3.

A *layout* is one word. Two layouts that can be played in the same ways for the same points are the
same word, whichever ends are where:

    bits  0-20  how many plain ends there are of each value, as three binary digits of 7 bits each
    bits 21-27  values at which a double is an end (the Sniff's lines apart)
    bits 28-30  the value of the Sniff while it has an open line
    bits 31-32  NO_SNIFF, TWO_LINES (it has just opened), ONE_LINE or NO_LINES

An unopened branch counts and is joined as a plain end, so it is one. The *total*, the end sum,
follows from the layout and is carried along.

Points come in *fives*, since every score is a multiple of five. A hand that is drawn from or a turn
that is passed is no position of its own: what is forced is done at once.
"""

# To mypy whatever comes out of an array may be anything; here it is a number.
# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from typing import Final

import numpy as np

from sniffi.fast.compiling import INTS, Ints, bits_set, entry, inner, lowest_bit
from sniffi.fast.kernel import (
    BONEYARD,
    DRAWN,
    ENDING,
    ENDS,
    HANDS,
    LIMITS,
    LINE,
    MOST_ACTIONS,
    NEVER,
    NEXT,
    NO_LINE,
    NOTHING,
    PLAYERS,
    RUNS,
    SCORES,
    SEAT,
    SIZE,
    STATE,
    TOTAL,
    do,
    legal_into,
    on_line,
)
from sniffi.fast.tables import HALVES, HIGH, LOW, NO_END, NO_SPOT, ROW, TILE, UPPER, VALUE

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
"""A list of moves for each number of tiles that can still be placed."""
LONGEST: Final = 32
TABLE: Final = MOVES + 29 * LONGEST
"""The table: pairs of entries, an entry being two words."""

NO_SNIFF: Final = 0
TWO_LINES: Final = 1
ONE_LINE: Final = 2
NO_LINES: Final = 3

SNIFF: Final = 28
LINES: Final = 31
DOUBLES: Final = 21
ENDS_ONLY: Final = (1 << SNIFF) - 1
NO_LINES_OPEN: Final = NO_LINES << LINES
LAYOUT_KEY: Final = (1 << LINES) - 1
"""The part of a layout that stands in an entry's second word."""

PLAIN: Final = 0
DOUBLE: Final = 1
ON_LINE: Final = 2
"""What a tile is joined to, in a move: ``tile << 5 | value << 2 | kind``."""
MOVE: Final = 1023

FIRST_MASK: Final = (1 << 13) - 1
"""The part of the table that a search begins with, small enough to stay near the processor."""
AGES: Final = 128
FIVES: Final = 512
"""Added to a number of fives to store it in ten bits: no round is worth 500 fives."""
WORST: Final = -511
BEST: Final = 511

# How moves are ordered, most promising first: what they score, doubles, heavy tiles, and how many
# tiles fit afterwards in the own hand and in the next one. Found by trying (docs/kernel.md).
FOR_FIVE: Final = 12
FOR_DOUBLE: Final = 8
FOR_CHOICE: Final = 4
FIRST: Final = 400
FIRST_GUESS: Final = 2
"""By how many fives the side to act is expected to win from here on."""
ABOVE_ZERO: Final = 512


def work_for(bits: int) -> Ints:
    """Room for searches, with a table of 2**bits entries of 16 bytes."""
    work = np.zeros(TABLE + (2 << bits), np.int64)
    work[WHOLE] = (1 << bits - 1) - 1
    return work


# Layouts ----------------------------------------------------------------------------------------


@inner
def with_end(layout: int, value: int) -> int:
    """One plain end more: add 1 to its number, digit by digit."""
    digit = 1 << value
    carry = layout & digit
    layout ^= digit
    more = layout >> 7 & carry
    return layout ^ carry << 7 ^ more << 14


@inner
def without_end(layout: int, value: int) -> int:
    """One plain end less."""
    digit = 1 << value
    borrow = ~layout & digit
    layout ^= digit
    more = ~layout >> 7 & borrow
    return layout ^ borrow << 7 ^ more << 14


@inner
def line_of(layout: int) -> int:
    """The Sniff's value as a set while it has an open line, else 0."""
    lines = layout >> LINES
    return 1 << (layout >> SNIFF & 7) if lines in (ONE_LINE, TWO_LINES) else 0


@inner
def values_of(layout: int) -> int:
    """The values of all ends, as a set."""
    return (layout | layout >> 7 | layout >> 14 | layout >> DOUBLES) & ROW | line_of(layout)


@inner
def joined(layout: int, total: int, value: int, other: int, kind: int) -> tuple[int, int]:
    """The layout and the total after a tile [value|other] is joined by ``value`` (R3 to R5)."""
    if kind == PLAIN:
        layout = without_end(layout, value)
        total -= value
        if value != other:
            return with_end(layout, other), total + other
        # A double joins by line A; the first is the Sniff, with its line B open.
        if layout >> LINES == NO_SNIFF:
            layout |= ONE_LINE << LINES | value << SNIFF
        else:
            layout |= 1 << (DOUBLES + value)
        return layout, total + 2 * value
    if kind == DOUBLE:
        return with_end(layout ^ 1 << (DOUBLES + value), other), total + other - 2 * value
    if layout >> LINES == TWO_LINES:
        # R4.2: it still counts once, at the other line.
        return with_end(layout, other) + (1 << LINES), total + other
    # R4.3: both branches count one half each, as much as the line did.
    layout = with_end(with_end(with_end(layout & ENDS_ONLY, other), value), value)
    return layout | NO_LINES_OPEN, total + other


@inner
def fives(total: int) -> int:
    """Points for a sum (R5.1)."""
    return total // 5 if total % 5 == 0 else 0


# Hands ------------------------------------------------------------------------------------------


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
def deducted(work: Ints, held: int, odd: int, high: int, side: int) -> int:
    """What the deductions bring a side: the others' less its own; for two sides."""
    first = cost(work, hand_of(held, odd, high, 0)) - cost(work, hand_of(held, odd, high, 1))
    if work[SEATS] == 4:
        first += cost(work, hand_of(held, odd, high, 2)) - cost(work, hand_of(held, odd, high, 3))
    return first if side == 1 else -first


@inner
def drawn_at(work: Ints, drawn: int, fits: int) -> int:
    """The tiles that a seat draws which cannot place, ``drawn`` being gone already (R6.2).

    Up to the first that fits, or all that is left.
    """
    left = work[BONES] & -1 << drawn
    found = left & fits
    if found:
        left &= (2 << lowest_bit(found)) - 1
    return left


# The table --------------------------------------------------------------------------------------


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
        | work[AGE] << 56
    )


@inner
def pair_of(work: Ints, key: int, layout: int) -> int:
    """Where the two entries are that may have a position."""
    word = np.uint64(key) ^ np.uint64(layout) * np.uint64(0x9E3779B97F4A7C15)
    word ^= word >> np.uint64(32)
    word *= np.uint64(0xBF58476D1CE4E5B9)
    word ^= word >> np.uint64(29)
    word *= np.uint64(0x94D049BB133111EB)
    return TABLE + 4 * (np.int64(word >> np.uint64(40)) & work[MASK])


@inner
def found_at(work: Ints, pair: int, key: int, layout: int) -> int:
    """Where the entry of a position is; -1 when there is none."""
    if work[pair] == key and work[pair + 1] & LAYOUT_KEY == layout:
        return pair
    if work[pair + 2] == key and work[pair + 3] & LAYOUT_KEY == layout:
        return pair + 2
    return -1


@inner
def store(work: Ints, pair: int, key: int, layout: int, told: int) -> None:
    """Keep what is ``told`` (from bit 31) of a position.

    Its own entry is used again; else the first of the pair if that is old or has less below it
    than this position; else the second.
    """
    at = found_at(work, pair, key, layout)
    if at < 0:
        at = pair
        first = work[pair]
        if first >> 56 == work[AGE] and bits_set(first & FULL) > bits_set(key & FULL):
            at += 2
        work[STORED] += 1
        if work[STORED] > work[MASK] and work[MASK] < work[WHOLE]:
            # Entries whose place is another one now are lost, and none is taken for another's.
            work[MASK] = (work[MASK] << 2 | 3) & work[WHOLE]
            work[WIDEST] = max(work[WIDEST], work[MASK])
    work[at] = key
    work[at + 1] = layout | told


FULL: Final = (1 << 28) - 1


# Two sides --------------------------------------------------------------------------------------


@inner
def bound(
    work: Ints,
    held: int,
    odd: int,
    high: int,
    drawn: int,
    layout: int,
    total: int,
    seat: int,
    goal: int,
) -> int:
    """Whether the side of ``seat``, which is to act, can be ``goal`` or more ahead from here on.

    Neighbours are on different sides, with two players and with pairs.

    Returns:
        A bound of the value: a lower one if it is ``goal`` or more, else an upper one.
    """
    work[NODES] += 1
    if work[NODES] > work[LIMIT]:
        work[STOPPED] = 1
        return 0
    fits = work[FITS + values_of(layout)]
    mine = hand_of(held, odd, high, seat)
    playable = mine & fits
    held_before, odd_before, high_before, drawn_before = held, odd, high, drawn
    if playable == 0:
        taken = drawn_at(work, drawn, fits)
        playable = taken & fits
        held |= taken
        odd |= taken if seat & 1 else 0
        high |= taken if seat & 2 else 0
        drawn += bits_set(taken)
        if playable == 0:
            # The boneyard is empty now.
            for later in range(1, work[SEATS]):
                other = seat + later
                if other >= work[SEATS]:
                    other -= work[SEATS]
                if hand_of(held, odd, high, other) & fits:
                    if later & 1:
                        return -bound(work, held, odd, high, drawn, layout, total, other, 1 - goal)
                    return bound(work, held, odd, high, drawn, layout, total, other, goal)
            return deducted(work, held, odd, high, seat & 1)
        mine |= taken
    # One tile, one move in most cases: looking it up costs more than it saves.
    several = playable & playable - 1 != 0
    key = pair = 0
    least, most, likely = WORST, BEST, -1
    if several:
        key = key_of(work, held_before, odd_before, high_before, drawn_before, layout, seat)
        pair = pair_of(work, key, layout & LAYOUT_KEY)
        at = found_at(work, pair, key, layout & LAYOUT_KEY)
        if at >= 0:
            told = work[at + 1] >> 31
            least, most = (told & 1023) - FIVES, (told >> 10 & 1023) - FIVES
            if least >= goal:
                return least
            if most < goal:
                return most
            likely = told >> 20
    after = seat + 1
    if after == work[SEATS]:
        after = 0
    theirs = hand_of(held, odd, high, after)
    first = MOVES + LONGEST * (bits_set(held) + bits_set(work[BONES] & -1 << drawn))
    count = moves_into(work, first, playable, mine, theirs, layout, total, likely)
    best, chosen = WORST, 0
    for number in range(count):
        move = next_move(work, first + number, first + count)
        tile, value = move >> 5, move >> 2 & 7
        rest = ~(1 << tile)
        then, sum_then = joined(layout, total, value, work[TILE_PIPS + tile] - value, move & 3)
        points = fives(sum_then)
        if mine & rest == 0:
            worth = points + deducted(work, held & rest, odd & rest, high & rest, seat & 1)
        else:
            worth = points - bound(
                work,
                held & rest,
                odd & rest,
                high & rest,
                drawn,
                then,
                sum_then,
                after,
                points - goal + 1,
            )
            if work[STOPPED]:
                return 0
        if worth > best:
            best, chosen = worth, move
            if best >= goal:
                break
    if several:
        if best >= goal:
            least = best
        else:
            most = best
        told = least + FIVES | most + FIVES << 10 | chosen << 20
        store(work, pair, key, layout & LAYOUT_KEY, told << 31)
    return best


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


# Three players ----------------------------------------------------------------------------------


@inner
def margins(points: int, seat: int, of: int) -> int:
    """What points of ``seat`` do to the margin of another: twice its points less the others'."""
    return 2 * points if seat == of else -points


@inner
def three_deducted(work: Ints, held: int, odd: int, high: int) -> tuple[int, int]:
    """What the deductions do to the margins of seats 0 and 1."""
    first = cost(work, hand_of(held, odd, high, 0))
    second = cost(work, hand_of(held, odd, high, 1))
    third = cost(work, hand_of(held, odd, high, 2))
    return second + third - 2 * first, first + third - 2 * second


@inner
def margin_of(first: int, second: int, seat: int) -> int:
    """The margin of a seat by those of seats 0 and 1: all three add up to 0."""
    if seat == 0:
        return first
    return second if seat == 1 else -first - second


@inner
def better_for(seat: int, first: int, second: int, best_first: int, best_second: int) -> bool:
    """Whether ``seat`` likes these margins more: its own, and if that is equal, less for the next.

    (The margins add up to 0, so that more cannot be equal: the choice follows from the position.)
    """
    own, best = margin_of(first, second, seat), margin_of(best_first, best_second, seat)
    if own != best:
        return own > best
    after = 0 if seat == 2 else seat + 1
    return margin_of(first, second, after) < margin_of(best_first, best_second, after)


@inner
def three_margins(
    work: Ints,
    held: int,
    odd: int,
    high: int,
    drawn: int,
    layout: int,
    total: int,
    seat: int,
) -> tuple[int, int]:
    """The margins of seats 0 and 1 from here on when each seat does the best for its own.

    A margin is twice a seat's fives less those of the two others.
    """
    work[NODES] += 1
    if work[NODES] > work[LIMIT]:
        work[STOPPED] = 1
        return 0, 0
    fits = work[FITS + values_of(layout)]
    mine = hand_of(held, odd, high, seat)
    playable = mine & fits
    held_before, odd_before, high_before, drawn_before = held, odd, high, drawn
    if playable == 0:
        taken = drawn_at(work, drawn, fits)
        playable = taken & fits
        held |= taken
        odd |= taken if seat & 1 else 0
        high |= taken if seat & 2 else 0
        drawn += bits_set(taken)
        if playable == 0:
            for later in range(1, 3):
                other = seat + later
                if other >= 3:
                    other -= 3
                if hand_of(held, odd, high, other) & fits:
                    return three_margins(work, held, odd, high, drawn, layout, total, other)
            return three_deducted(work, held, odd, high)
        mine |= taken
    several = playable & playable - 1 != 0
    key = pair = 0
    if several:
        key = key_of(work, held_before, odd_before, high_before, drawn_before, layout, seat)
        pair = pair_of(work, key, layout & LAYOUT_KEY)
        at = found_at(work, pair, key, layout & LAYOUT_KEY)
        if at >= 0:
            told = work[at + 1] >> 31
            return (told & 4095) - 2048, (told >> 12 & 4095) - 2048
    after = 0 if seat == 2 else seat + 1
    first = MOVES + LONGEST * (bits_set(held) + bits_set(work[BONES] & -1 << drawn))
    count = moves_into(work, first, playable, mine, 0, layout, total, -1)
    best_first = best_second = 0
    for number in range(count):
        move = work[first + number] & MOVE
        tile, value = move >> 5, move >> 2 & 7
        rest = ~(1 << tile)
        then, sum_then = joined(layout, total, value, work[TILE_PIPS + tile] - value, move & 3)
        if mine & rest == 0:
            one, two = three_deducted(work, held & rest, odd & rest, high & rest)
        else:
            one, two = three_margins(
                work, held & rest, odd & rest, high & rest, drawn, then, sum_then, after
            )
            if work[STOPPED]:
                return 0, 0
        points = fives(sum_then)
        one += margins(points, seat, 0)
        two += margins(points, seat, 1)
        if number == 0 or better_for(seat, one, two, best_first, best_second):
            best_first, best_second = one, two
    if several:
        told = best_first + 2048 | best_second + 2048 << 12
        store(work, pair, key, layout & LAYOUT_KEY, told << 31)
    return best_first, best_second


# From a state to its search ---------------------------------------------------------------------


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
def layout_of(state: Ints) -> int:
    """The layout of a state that has been opened."""
    layout = lines = sniff = 0
    for place in range(4):
        end = state[ENDS + place]
        value, port = end >> VALUE & 7, (end & NO_SPOT) % 6
        if end == NO_END:
            continue
        if on_line(state[LINE], end):
            lines += 1
            sniff = value
        elif port == 2 or port == 3:
            layout |= 1 << (DOUBLES + value)
        else:
            layout = with_end(layout, value)
    if state[LINE] == NO_LINE:
        return layout | NO_SNIFF << LINES
    if lines == 0:
        return layout | NO_LINES_OPEN
    return layout | sniff << SNIFF | (TWO_LINES if lines == 2 else ONE_LINE) << LINES


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
def do_freely(state: Ints, code: int) -> None:
    """Do an action as in a round that stands alone: no target ends it."""
    for side in range(4):
        state[LIMITS + side] = NEVER
    do(state, code)


@inner
def lead(state: Ints, side: int) -> int:
    """By how many fives a side of two is ahead."""
    return (state[SCORES + side] - state[SCORES + 1 - side]) // 5


@inner
def bound_of(work: Ints, state: Ints, side: int, goal: int) -> int:
    """As ``bound``: of how much ``side`` is ahead at the end of the round, of two."""
    ahead = lead(state, side)
    if state[ENDING] != RUNS:
        return ahead
    held, odd, high = hands_of(work, state)
    layout, drawn, seat = layout_of(state), drawn_since(work, state), state[SEAT]
    total = state[TOTAL]
    if seat & 1 == side:
        return ahead + bound(work, held, odd, high, drawn, layout, total, seat, goal - ahead)
    return ahead - bound(work, held, odd, high, drawn, layout, total, seat, ahead - goal + 1)


@entry(f"int64({INTS}, {INTS}, int64, boolean, {INTS}, {INTS}, {INTS})")
def two_sides(
    work: Ints, state: Ints, limit: int, each: bool, codes: Ints, least: Ints, most: Ints
) -> int:
    """Bounds, equal ones when the search is finished, for every action of a state of two sides.

    Both are of how many fives side 0 is ahead of side 1 at the end of the round, whatever target
    the state may have. A bound of which nothing is known is ``WORST`` or ``BEST``.

    Args:
        work: from ``work_for``; ``work[STOPPED]`` tells whether the search was stopped.
        state: the round, which runs.
        limit: how many positions may be searched.
        each: whether the value of every action is wanted, not only the best one's.
        codes: filled with the actions (``MOST_ACTIONS``).
        least, most: filled with their bounds.

    Returns:
        How many actions there are.
    """
    begin(work, state, limit)
    count = legal_into(state, codes)
    side = state[SEAT] & 1
    children = np.empty((MOST_ACTIONS, STATE), np.int64)
    order = np.empty(MOST_ACTIONS, np.int64)
    promise = np.empty(MOST_ACTIONS, np.int64)
    for number in range(count):
        for field in range(STATE):
            children[number, field] = state[field]
        do_freely(children[number], codes[number])
        least[number], most[number] = WORST, BEST
        promise[number] = 64 * (children[number, SCORES + side] - state[SCORES + side])
        if codes[number] >= 0:
            promise[number] += LOW[codes[number] >> 8] + HIGH[codes[number] >> 8]
        place = number
        while place > 0 and promise[order[place - 1]] < promise[number]:
            order[place] = order[place - 1]
            place -= 1
        order[place] = number
    # A null window that moves to the bound that it found, until both meet (Plaat's MTD(f)).
    goal = lead(state, side) + FIRST_GUESS
    while not work[STOPPED]:
        low, high = WORST, WORST
        for number in range(count):
            low, high = max(low, least[number]), max(high, most[number])
        if low >= high:
            break
        goal = min(max(goal, low + 1), high)
        found = high
        for place in range(count):
            number = order[place]
            if most[number] < goal:
                continue
            narrow(work, children[number], side, goal, least, most, number)
            if least[number] >= goal:
                while place > 0:
                    order[place] = order[place - 1]
                    place -= 1
                order[0] = number
                break
        low, found = WORST, WORST
        for number in range(count):
            low, found = max(low, least[number]), max(found, most[number])
        goal = low + 1 if low >= goal else found
    if each:
        for place in range(count):
            number = order[place]
            while not work[STOPPED] and least[number] < most[number]:
                goal = min(max(goal, least[number] + 1), most[number])
                narrow(work, children[number], side, goal, least, most, number)
                goal = least[number] + 1 if least[number] >= goal else most[number]
    if side == 1:
        for number in range(count):
            least[number], most[number] = -most[number], -least[number]
    return count


@inner
def narrow(
    work: Ints, child: Ints, side: int, goal: int, least: Ints, most: Ints, number: int
) -> None:
    """Ask whether a child is worth ``goal``, and take the answer as a bound of it."""
    if work[STOPPED]:
        return
    told = bound_of(work, child, side, goal)
    if work[STOPPED]:
        return
    if child[ENDING] != RUNS:
        least[number] = most[number] = told
    elif told >= goal:
        least[number] = told
    else:
        most[number] = told


@entry(f"int64({INTS}, {INTS}, int64, {INTS}, {INTS}, {INTS})")
def three_players(
    work: Ints, state: Ints, limit: int, codes: Ints, first: Ints, second: Ints
) -> int:
    """The margins of seats 0 and 1 at the end of the round for every action, the best one first.

    A margin is twice a seat's fives less those of the two others; all three add up to 0. Each seat
    does the best for its own margin; of equal ones it takes that which is least for the next seat.

    Args:
        work: from ``work_for``; ``work[STOPPED]`` tells whether the search was stopped; then
            what is filled in means nothing.
        state: the round, which runs.
        limit: how many positions may be searched.
        codes: filled with the actions (``MOST_ACTIONS``).
        first, second: filled with the margins.

    Returns:
        How many actions there are.
    """
    begin(work, state, limit)
    count = legal_into(state, codes)
    child = np.empty(STATE, np.int64)
    seat, best = state[SEAT], 0
    for number in range(count):
        for field in range(STATE):
            child[field] = state[field]
        do_freely(child, codes[number])
        one = two = 0
        if child[ENDING] == RUNS:
            held, odd, high = hands_of(work, child)
            one, two = three_margins(
                work,
                held,
                odd,
                high,
                drawn_since(work, child),
                layout_of(child),
                child[TOTAL],
                child[SEAT],
            )
            if work[STOPPED]:
                break
        scores = child[SCORES] + child[SCORES + 1] + child[SCORES + 2]
        first[number] = one + (3 * child[SCORES] - scores) // 5
        second[number] = two + (3 * child[SCORES + 1] - scores) // 5
        if better_for(seat, first[number], second[number], first[best], second[best]):
            best = number
    codes[0], codes[best] = codes[best], codes[0]
    first[0], first[best] = first[best], first[0]
    second[0], second[best] = second[best], second[0]
    return count
