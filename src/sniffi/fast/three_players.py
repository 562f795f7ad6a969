"""Exact values for three players, each for itself (max^n with a table).

Here a *margin* is twice a seat's fives less those of the two others, which is ten times less the
mean of the others' points; all three add up to 0.
"""

# To mypy whatever comes out of an array may be anything; here it is a number.
# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from typing import Final

import numpy as np

from sniffi.fast.compiling import INTS, Ints, entry, inner
from sniffi.fast.kernel import ENDING, RUNS, SCORES, SEAT, STATE, TOTAL, legal_into
from sniffi.fast.layouts import fives, joined, layout_of, values_of
from sniffi.fast.memory import TOLD, found_at, key_of, pair_of, store
from sniffi.fast.moves import MOVE, moves_into
from sniffi.fast.two_sides import do_freely
from sniffi.fast.work import (
    FITS,
    LIMIT,
    NODES,
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

TWELVE_BITS: Final = 4095
HALF: Final = 2048
"""Added to a margin to store it in twelve bits: no round is worth 1,000 fives."""


@inner
def shared(points: int, seat: int, of: int) -> int:
    """What points of ``seat`` do to the margin of a seat."""
    return 2 * points if seat == of else -points


@inner
def deducted(work: Ints, held: int, odd: int, high: int) -> tuple[int, int]:
    """What the deductions do to the margins of seats 0 and 1."""
    first = cost(work, hand_of(held, odd, high, 0))
    second = cost(work, hand_of(held, odd, high, 1))
    third = cost(work, hand_of(held, odd, high, 2))
    return second + third - 2 * first, first + third - 2 * second


@inner
def margin_of(first: int, second: int, seat: int) -> int:
    """The margin of a seat by those of seats 0 and 1."""
    if seat == 0:
        return first
    return second if seat == 1 else -first - second


@inner
def better_for(seat: int, first: int, second: int, best_first: int, best_second: int) -> bool:
    """Whether ``seat`` likes these margins more: its own, and if that is equal, less for the next.

    (The margins add up to 0, so when both are equal, all are: the choice follows from the
    position.)
    """
    own, best = margin_of(first, second, seat), margin_of(best_first, best_second, seat)
    if own != best:
        return own > best
    after = 0 if seat == 2 else seat + 1
    return margin_of(first, second, after) < margin_of(best_first, best_second, after)


@inner
def margins(
    work: Ints,
    held: int,
    odd: int,
    high: int,
    drawn: int,
    layout: int,
    total: int,
    seat: int,
) -> tuple[int, int]:
    """The margins of seats 0 and 1 from here on when each seat does the best for its own."""
    work[NODES] += 1
    if work[NODES] > work[LIMIT]:
        work[STOPPED] = 1
        return 0, 0
    fits = work[FITS + values_of(layout)]
    playable = hand_of(held, odd, high, seat) & fits
    if playable == 0:
        held, odd, high, drawn, playable = with_draws(work, held, odd, high, drawn, seat, fits)
        if playable == 0:
            later = next_able(work, held, odd, high, seat, fits)
            if later == 0:
                return deducted(work, held, odd, high)
            able = seat_after(work, seat, later)
            return margins(work, held, odd, high, drawn, layout, total, able)
    several = playable & playable - 1 != 0
    key = pair = 0
    if several:
        key = key_of(work, held, odd, high, drawn, layout, seat)
        pair = pair_of(work, key, layout)
        at = found_at(work, pair, key, layout)
        if at >= 0:
            told = work[at + 1] >> TOLD
            return (told & TWELVE_BITS) - HALF, (told >> 12 & TWELVE_BITS) - HALF
    after = seat_after(work, seat, 1)
    mine = hand_of(held, odd, high, seat)
    first = list_at(work, held, drawn)
    count = moves_into(work, first, playable, mine, 0, layout, total, -1)
    best_first = best_second = 0
    for number in range(count):
        move = work[first + number] & MOVE
        tile, value = move >> 5, move >> 2 & 7
        rest = ~(1 << tile)
        then, sum_then = joined(layout, total, value, work[TILE_PIPS + tile] - value, move & 3)
        if mine & rest == 0:
            one, two = deducted(work, held & rest, odd & rest, high & rest)
        else:
            one, two = margins(
                work, held & rest, odd & rest, high & rest, drawn, then, sum_then, after
            )
            if work[STOPPED]:
                return 0, 0
        points = fives(sum_then)
        one += shared(points, seat, 0)
        two += shared(points, seat, 1)
        if number == 0 or better_for(seat, one, two, best_first, best_second):
            best_first, best_second = one, two
    if several:
        store(work, pair, key, layout, best_first + HALF | best_second + HALF << 12)
    return best_first, best_second


@entry(f"int64({INTS}, {INTS}, int64, {INTS}, {INTS}, {INTS})")
def three_players(
    work: Ints, state: Ints, limit: int, codes: Ints, first: Ints, second: Ints
) -> int:
    """The margins of seats 0 and 1 at the end of the round for every action, the best one first.

    Each seat does the best for its own margin; of equal ones it takes that which is least for the
    next seat. No target ends the round.

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
            one, two = margins(
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
        scored = child[SCORES] + child[SCORES + 1] + child[SCORES + 2]
        first[number] = one + (3 * child[SCORES] - scored) // 5
        second[number] = two + (3 * child[SCORES + 1] - scored) // 5
        if better_for(seat, first[number], second[number], first[best], second[best]):
            best = number
    codes[0], codes[best] = codes[best], codes[0]
    first[0], first[best] = first[best], first[0]
    second[0], second[best] = second[best], second[0]
    return count
