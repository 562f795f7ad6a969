"""Rounds at speed: one state of whole numbers, and the rules on it.

A state is ``STATE`` numbers in a row; the names below say what each is, and seats and sides count
from 0. Hands and ends are as ``sniffi.fast.tables`` tells. Nothing is checked: what is legal is
asked first (``legal``). ``sniffi.rules`` is the readable form of the same rules, and tests hold the
two together at every ply.

A placement's code is ``tile << 8 | spot``, both by their index in ``sniffi.rules``, with the spot
``NO_SPOT`` for the opening.
"""

# To mypy whatever comes out of an array may be anything; here it is a number.
# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from typing import Final

import numpy as np

from sniffi.fast.compiling import INTS, Ints, bits_set, entry, inlined, inner, lowest_bit
from sniffi.fast.tables import (
    DOUBLE_FOURS,
    DOUBLE_ONES,
    DOUBLE_TWOS,
    FOURS,
    GRID,
    HALVES,
    HIGH,
    LOW,
    NO_END,
    NO_SPOT,
    ONES,
    POINTS,
    ROW,
    TILE,
    TWOS,
    UPPER,
    VALUE,
    WAY_ON,
    WEIGHT,
)

PLAYERS: Final = 0
SEAT: Final = 1
"""Whose turn it is; the last one to act when the round is over."""
ENDING: Final = 2
"""``RUNS`` or how the round ended."""
DRAWN: Final = 3
"""The tile just drawn that must be placed (R6.2), else ``NOTHING``."""
NEXT: Final = 4
"""How many tiles of ``BONEYARD`` have been drawn."""
SIZE: Final = 5
"""How many tiles ``BONEYARD`` has."""
LINE: Final = 6
"""The spot of the Sniff's line A, ``NO_LINE`` while there is no Sniff."""
TOTAL: Final = 7
"""The end sum."""
HANDS: Final = 8
"""A grid for each seat."""
ENDS: Final = 12
"""Four ends; those that are not there are ``NO_END``."""
SCORES: Final = 16
"""Raw points of the round, one for each side; deductions are in once it is over."""
LIMITS: Final = 20
"""For each side, the points of the round with which it wins at once (R7.2), else ``NEVER``."""
PLACED: Final = 24
DRAWS: Final = 25
PASSES: Final = 26
"""How many placements, draws and passes there were."""
BONEYARD: Final = 28
"""The tiles of the boneyard in drawing order: after those already drawn the next is at ``NEXT``.

Of those, the one that is ``DRAWN`` is always there; earlier ones may be left out. There are 14 at
most. What is left between the parts, at 27, 42 and 43, is for ``judges`` and ``thinking``."""
STATE: Final = 44

RUNS: Final = 0
OUT: Final = 1
BLOCK: Final = 2
WIN: Final = 3

NOTHING: Final = -1
NO_LINE: Final = -9
NEVER: Final = 1 << 40

DRAW: Final = -1
PASS: Final = -2
"""The codes of the actions that are no placements."""
MOST_ACTIONS: Final = 28

HAND_SIZES = np.array([0, 0, 7, 6, 5], np.int64)
"""Tiles dealt, by the number of players (R1.3)."""


@inlined
def pips(hand: int) -> int:
    """The pips of a hand: a row's number counts once for each of its bits, doubles twice."""
    return (
        bits_set(hand & ONES)
        + bits_set(hand & DOUBLE_ONES)
        + 2 * (bits_set(hand & TWOS) + bits_set(hand & DOUBLE_TWOS))
        + 4 * (bits_set(hand & FOURS) + bits_set(hand & DOUBLE_FOURS))
    )


@inlined
def side_of(state: Ints, seat: int) -> int:
    """The side of a seat (R1.1)."""
    return seat & 1 if state[PLAYERS] == 4 else seat


@inlined
def turn_over(state: Ints) -> None:
    """The next seat is to act (R2.2)."""
    seat = state[SEAT] + 1
    state[SEAT] = 0 if seat == state[PLAYERS] else seat


@inner
def dealt(state: Ints, players: int, order: Ints, starter: int) -> None:
    """Make ``state`` a round that stands alone, dealt from ``order`` as by ``Round.deal``."""
    size = HAND_SIZES[players]
    state[PLAYERS] = players
    state[SEAT] = starter
    state[ENDING] = RUNS
    state[DRAWN] = NOTHING
    state[NEXT] = 0
    state[LINE] = NO_LINE
    state[TOTAL] = 0
    state[PLACED] = state[DRAWS] = state[PASSES] = 0
    at = 0
    for seat in range(4):
        state[ENDS + seat] = NO_END
        state[SCORES + seat] = 0
        state[LIMITS + seat] = NEVER
        hand = 0
        if seat < players:
            for _ in range(size):
                hand |= GRID[order[at]]
                at += 1
        state[HANDS + seat] = hand
    state[SIZE] = len(order) - at
    for place in range(len(order) - at):
        state[BONEYARD + place] = order[at + place]


@inlined
def joining(state: Ints, hand: int) -> int:
    """Where tiles of ``hand`` can be joined: 7 bits for each of the four ends, its row."""
    return (
        (hand >> HALVES * (state[ENDS] >> VALUE & 7) & ROW)
        | (hand >> HALVES * (state[ENDS + 1] >> VALUE & 7) & ROW) << 7
        | (hand >> HALVES * (state[ENDS + 2] >> VALUE & 7) & ROW) << 14
        | (hand >> HALVES * (state[ENDS + 3] >> VALUE & 7) & ROW) << 21
    )


@inlined
def on_line(line: int, end: int) -> bool:
    """Whether an end is a line of the Sniff, whose line A is the spot ``line``."""
    along = (end & NO_SPOT) - line
    return along == 0 or along == 1


@inlined
def total_after(total: int, line: int, end: int, new: int) -> int:
    """The sum once the end ``new`` has taken the place of ``end``.

    A line of the Sniff leaves as much as it took: the other line, or both branches (R4.2, R4.3).
    """
    total += new >> WEIGHT
    return total if on_line(line, end) else total - (end >> WEIGHT)


@inlined
def lay(state: Ints, place: int, other: int, line: int, total: int) -> tuple[int, int]:
    """Join to the end at ``place`` the tile whose other half is ``other`` (R3, R4).

    Of the state only the ends change; gives the new ``LINE`` and ``TOTAL``.
    """
    end = state[ENDS + place]
    value = end >> VALUE & 7
    new = WAY_ON[HALVES * value + other]
    state[ENDS + place] = new
    total = total_after(total, line, end, new)
    if line == NO_LINE:
        if value == other:
            # R4.1: its line A is joined, the way on is its line B.
            line = (new & NO_SPOT) - 1
    elif on_line(line, end) and not on_line(line, state[ENDS + 1 - place]):
        # R4.3: both lines are filled now, for they were the first two ends.
        state[ENDS + 2] = line + 2 | value << VALUE | value << WEIGHT
        state[ENDS + 3] = line + 3 | value << VALUE | value << WEIGHT
    return line, total


@inlined
def lay_first(state: Ints, tile: int) -> tuple[int, int]:
    """Open the round with a tile (R3.1, R4.2); as ``lay``."""
    low, high = LOW[tile], HIGH[tile]
    if low != high:
        state[ENDS] = WAY_ON[HALVES * low + high]
        state[ENDS + 1] = WAY_ON[HALVES * high + low]
        return NO_LINE, low + high
    way_on = WAY_ON[HALVES * low + low]
    state[ENDS] = way_on - 1
    state[ENDS + 1] = way_on
    # R5.2: the sum has it once; ``total_after`` never takes a line's weight away.
    return (way_on & NO_SPOT) - 1, low + high


@inner
def end_by(state: Ints, ending: int) -> None:
    """The round is over; unless it was won, every hand is deducted (R6.5)."""
    state[ENDING] = ending
    if ending != WIN:
        for seat in range(state[PLAYERS]):
            cost = (pips(state[HANDS + seat]) + 2) // 5 * 5
            state[SCORES + side_of(state, seat)] -= cost


@inner
def blocked(state: Ints) -> bool:
    """Whether the boneyard is empty and nobody can place (R6.4, D2)."""
    if state[NEXT] < state[SIZE]:
        return False
    held = 0
    for seat in range(state[PLAYERS]):
        held |= state[HANDS + seat]
    return joining(state, held) == 0


@inner
def legal_into(state: Ints, codes: Ints) -> int:
    """Put the codes of all legal actions into ``codes``; how many there are."""
    if state[ENDING] != RUNS:
        return 0
    hand = state[HANDS + state[SEAT]]
    count = 0
    if state[ENDS] == NO_END:
        hand &= UPPER
        while hand:
            codes[count] = TILE[lowest_bit(hand)] << 8 | NO_SPOT
            count += 1
            hand &= hand - 1
        return count
    if state[DRAWN] != NOTHING:
        hand = GRID[state[DRAWN]]
    where = joining(state, hand)
    while where:
        bit = lowest_bit(where)
        where &= where - 1
        place = bit // HALVES
        end = state[ENDS + place]
        tile = TILE[HALVES * (end >> VALUE & 7) + bit - HALVES * place]
        codes[count] = tile << 8 | end & NO_SPOT
        count += 1
    if count == 0:
        codes[0] = DRAW if state[NEXT] < state[SIZE] else PASS
        count = 1
    return count


@inner
def do(state: Ints, code: int) -> None:
    """Do an action that is legal, with all that follows from it."""
    if code == PASS:
        state[PASSES] += 1
        turn_over(state)
        return
    if code == DRAW:
        tile = state[BONEYARD + state[NEXT]]
        state[NEXT] += 1
        state[DRAWS] += 1
        state[HANDS + state[SEAT]] |= GRID[tile]
        if joining(state, GRID[tile]):
            state[DRAWN] = tile
        elif blocked(state):
            end_by(state, BLOCK)
        return
    tile, spot = code >> 8, code & NO_SPOT
    seat = state[SEAT]
    state[DRAWN] = NOTHING
    if spot == NO_SPOT:
        state[LINE], state[TOTAL] = lay_first(state, tile)
    else:
        place = 0
        while state[ENDS + place] & NO_SPOT != spot:
            place += 1
        other = LOW[tile] + HIGH[tile] - (state[ENDS + place] >> VALUE & 7)
        state[LINE], state[TOTAL] = lay(state, place, other, state[LINE], state[TOTAL])
    state[PLACED] += 1
    state[HANDS + seat] &= ~GRID[tile]
    side = side_of(state, seat)
    state[SCORES + side] += POINTS[state[TOTAL]]
    if state[SCORES + side] >= state[LIMITS + side]:
        end_by(state, WIN)
    elif state[HANDS + seat] == 0:
        end_by(state, OUT)
    elif blocked(state):
        end_by(state, BLOCK)
    else:
        turn_over(state)


@entry(f"void({INTS}, int64, {INTS}, int64)")
def deal(state: Ints, players: int, order: Ints, starter: int) -> None:
    """Make ``state`` a round that stands alone, dealt from ``order`` as by ``Round.deal``."""
    dealt(state, players, order, starter)


@entry(f"int64({INTS}, {INTS})")
def legal(state: Ints, codes: Ints) -> int:
    """Put the codes of all legal actions into ``codes`` (``MOST_ACTIONS``); how many there are.

    They are ``DRAW`` or ``PASS`` alone, or placements; none when the round is over.
    """
    return legal_into(state, codes)


@entry(f"void({INTS}, int64)")
def act(state: Ints, code: int) -> None:
    """Do an action that is legal, with all that follows from it."""
    do(state, code)
