"""Exact values for two sides: two players, or four as pairs (MTD(f) with a table)."""

# To mypy whatever comes out of an array may be anything; here it is a number.
# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from typing import Final

import numpy as np

from sniffi.fast.compiling import INTS, Ints, entry, inner
from sniffi.fast.kernel import (
    ENDING,
    LIMITS,
    MOST_ACTIONS,
    NEVER,
    RUNS,
    SCORES,
    SEAT,
    STATE,
    TOTAL,
    do,
    legal_into,
)
from sniffi.fast.layouts import fives, joined, layout_of, values_of
from sniffi.fast.memory import TOLD, found_at, key_of, pair_of, store
from sniffi.fast.moves import moves_into, next_move
from sniffi.fast.tables import HIGH, LOW
from sniffi.fast.work import (
    FITS,
    LIMIT,
    NODES,
    SEATS,
    STOPPED,
    TILE_PIPS,
    begin,
    cost,
    drawn_since,
    hand_of,
    hands_of,
    list_at,
    next_able,
    seat_after,
    with_draws,
)

WORST: Final = -511
BEST: Final = 511
"""Bounds of which nothing is known, in fives: no round is worth 500 of them."""
TEN_BITS: Final = 1023
HALF: Final = 512
"""Added to a bound to store it in ten bits."""
FIRST_GUESS: Final = 2
"""By how many fives the side to act is expected to win from here on."""


@inner
def deducted(work: Ints, held: int, odd: int, high: int, side: int) -> int:
    """What the deductions bring a side: the other's less its own."""
    first = cost(work, hand_of(held, odd, high, 1)) - cost(work, hand_of(held, odd, high, 0))
    if work[SEATS] == 4:
        first += cost(work, hand_of(held, odd, high, 3)) - cost(work, hand_of(held, odd, high, 2))
    return first if side == 0 else -first


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
    playable = hand_of(held, odd, high, seat) & fits
    if playable == 0:
        held, odd, high, drawn, playable = with_draws(work, held, odd, high, drawn, seat, fits)
        if playable == 0:
            later = next_able(work, held, odd, high, seat, fits)
            if later == 0:
                return deducted(work, held, odd, high, seat & 1)
            able = seat_after(work, seat, later)
            if later & 1:
                return -bound(work, held, odd, high, drawn, layout, total, able, 1 - goal)
            return bound(work, held, odd, high, drawn, layout, total, able, goal)
    # With one tile there is one move in most cases: looking it up costs more than it saves. (So
    # no position after a draw is stored.)
    several = playable & playable - 1 != 0
    key = pair = 0
    least, most, likely = WORST, BEST, -1
    if several:
        key = key_of(work, held, odd, high, drawn, layout, seat)
        pair = pair_of(work, key, layout)
        at = found_at(work, pair, key, layout)
        if at >= 0:
            told = work[at + 1] >> TOLD
            least, most = (told & TEN_BITS) - HALF, (told >> 10 & TEN_BITS) - HALF
            if least >= goal:
                return least
            if most < goal:
                return most
            likely = told >> 20
    after = seat_after(work, seat, 1)
    mine, theirs = hand_of(held, odd, high, seat), hand_of(held, odd, high, after)
    first = list_at(work, held, drawn)
    count = moves_into(work, first, playable, mine, theirs, layout, total, likely)
    best, chosen = WORST, 0
    for number in range(count):
        move = next_move(work, first + number, first + count)
        tile, value = move >> 5, move >> 2 & 7
        rest = ~(1 << tile)
        then, sum_then = joined(layout, total, value, work[TILE_PIPS + tile] - value, move & 3)
        worth = fives(sum_then)
        if mine & rest == 0:
            worth += deducted(work, held & rest, odd & rest, high & rest, seat & 1)
        else:
            worth -= bound(
                work,
                held & rest,
                odd & rest,
                high & rest,
                drawn,
                then,
                sum_then,
                after,
                worth - goal + 1,
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
        store(work, pair, key, layout, least + HALF | most + HALF << 10 | chosen << 20)
    return best


@inner
def do_freely(state: Ints, code: int) -> None:
    """Do an action as in a round that stands alone: no target ends it."""
    for side in range(4):
        state[LIMITS + side] = NEVER
    do(state, code)


@inner
def lead(state: Ints, side: int) -> int:
    """By how many fives a side is ahead of the other."""
    return (state[SCORES + side] - state[SCORES + 1 - side]) // 5


@inner
def narrow(
    work: Ints, child: Ints, side: int, goal: int, least: Ints, most: Ints, number: int
) -> None:
    """Ask whether ``side`` is ``goal`` or more ahead at the end, from ``child`` on.

    The answer becomes a bound, at ``number``.
    """
    if work[STOPPED]:
        return
    told = lead(child, side)
    if child[ENDING] != RUNS:
        least[number] = most[number] = told
        return
    held, odd, high = hands_of(work, child)
    own = child[SEAT] & 1 == side
    further = bound(
        work,
        held,
        odd,
        high,
        drawn_since(work, child),
        layout_of(child),
        child[TOTAL],
        child[SEAT],
        goal - told if own else told - goal + 1,
    )
    if work[STOPPED]:
        return
    told += further if own else -further
    if told >= goal:
        least[number] = told
    else:
        most[number] = told


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
        child = children[number]
        for field in range(STATE):
            child[field] = state[field]
        do_freely(child, codes[number])
        least[number], most[number] = WORST, BEST
        # Most points first, then most pips.
        promise[number] = (child[SCORES + side] - state[SCORES + side]) << 4
        if codes[number] >= 0:
            promise[number] += LOW[codes[number] >> 8] + HIGH[codes[number] >> 8]
        place = number
        while place > 0 and promise[order[place - 1]] < promise[number]:
            order[place] = order[place - 1]
            place -= 1
        order[place] = number
    # Each answer is a bound, and the next question is at that bound, until both bounds meet.
    goal = lead(state, side) + FIRST_GUESS
    while not work[STOPPED]:
        low = high = WORST
        for number in range(count):
            low, high = max(low, least[number]), max(high, most[number])
        if low == high:
            break
        goal = min(max(goal, low + 1), high)
        reached = False
        for place in range(count):
            number = order[place]
            if most[number] >= goal:
                narrow(work, children[number], side, goal, least, most, number)
                reached = least[number] >= goal
            if reached:
                while place > 0:
                    order[place] = order[place - 1]
                    place -= 1
                order[0] = number
                break
        if not reached:
            goal = WORST
            for number in range(count):
                goal = max(goal, most[number])
    if each:
        for place in range(count):
            number = order[place]
            while not work[STOPPED] and least[number] < most[number]:
                goal = min(max(goal, least[number] + 1), most[number])
                narrow(work, children[number], side, goal, least, most, number)
                goal = min(goal, most[number])
    if side == 1:
        for number in range(count):
            least[number], most[number] = -most[number], -least[number]
    return count
