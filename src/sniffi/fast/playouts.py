"""Rounds played to their end by policies, many in one call."""

# To mypy whatever comes out of an array may be anything; here it is a number.
# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from typing import Final

import numpy as np

from sniffi.fast.chance import below, random_word, scaled, shuffle, stepped
from sniffi.fast.compiling import (
    GENERATOR,
    INTS,
    Generator,
    Ints,
    bits_set,
    entry,
    inlined,
    inner,
    lowest_bit,
)
from sniffi.fast.kernel import (
    BLOCK,
    BONEYARD,
    DRAWN,
    DRAWS,
    ENDING,
    ENDS,
    HANDS,
    LIMITS,
    LINE,
    NEXT,
    NOTHING,
    OUT,
    PASSES,
    PLACED,
    PLAYERS,
    RUNS,
    SCORES,
    SEAT,
    SIZE,
    STATE,
    TOTAL,
    WIN,
    dealt,
    do,
    end_by,
    joining,
    lay,
    total_after,
)
from sniffi.fast.tables import (
    CELL,
    GRID,
    HALVES,
    HIGH,
    LOW,
    NO_END,
    NO_SPOT,
    NTH,
    POINTS,
    ROW,
    TILE,
    UPPER,
    VALUE,
    WAY_ON,
)

RANDOM: Final = 0
"""Policy: any legal placement, each equally likely."""
GREEDY: Final = 1
"""Policy: most points now; of those most pips; of those any, each equally likely."""


@inlined
def any_join(where: int, word: np.uint64) -> tuple[int, int]:
    """One of the joins of ``where``, each equally likely: the end's place, and the other half.

    By halving, without branches: the processor could only guess which way they go.
    """
    number = scaled(word >> np.uint64(32), bits_set(where))
    count = bits_set(where & 0x3FFF)
    beyond = number >= count
    number = number - count if beyond else number
    where = where >> 14 if beyond else where & 0x3FFF
    place = 2 if beyond else 0
    count = bits_set(where & ROW)
    beyond = number >= count
    number = number - count if beyond else number
    where = where >> HALVES if beyond else where & ROW
    place = place + 1 if beyond else place
    return place, NTH[where << 3 | number]


@inlined
def greediest(state: Ints, where: int, line: int, total: int) -> int:
    """The joins of ``where`` with most points, and of those the ones with most pips."""
    best, chosen = -1, 0
    while where:
        bit = lowest_bit(where)
        where &= where - 1
        place = bit // HALVES
        end = state[ENDS + place]
        value, other = end >> VALUE & 7, bit - HALVES * place
        points = POINTS[total_after(total, line, end, WAY_ON[HALVES * value + other])]
        worth = points << 4 | value + other
        if worth > best:
            best, chosen = worth, 0
        if worth == best:
            chosen |= 1 << bit
    return chosen


@inner
def opening_tile(hand: int, policy: int, word: np.uint64) -> int:
    """The tile with which a policy opens."""
    tiles = hand & UPPER
    if policy == GREEDY:
        best, hand, tiles = -1, tiles, 0
        while hand:
            bit = lowest_bit(hand)
            hand &= hand - 1
            both = LOW[TILE[bit]] + HIGH[TILE[bit]]
            worth = POINTS[both] << 4 | both
            if worth > best:
                best, tiles = worth, 0
            if worth == best:
                tiles |= 1 << bit
    for _ in range(scaled(word >> np.uint64(32), bits_set(tiles))):
        tiles &= tiles - 1
    return TILE[lowest_bit(tiles)]


@inner
def begin_to_play(state: Ints, policies: Ints, generator: Generator) -> None:
    """Open the round, or place the tile that was drawn, if that is what the state waits for."""
    policy = policies[state[SEAT]]
    if state[ENDS] == NO_END:
        tile = opening_tile(state[HANDS + state[SEAT]], policy, random_word(generator))
        do(state, tile << 8 | NO_SPOT)
    elif state[DRAWN] != NOTHING:
        where = joining(state, GRID[state[DRAWN]])
        if policy == GREEDY:
            where = greediest(state, where, state[LINE], state[TOTAL])
        place, _ = any_join(where, random_word(generator))
        do(state, state[DRAWN] << 8 | state[ENDS + place] & NO_SPOT)


@inner
def play_on(state: Ints, policies: Ints, generator: Generator) -> None:
    """Play the round to its end, each seat by its policy.

    The end of a block is not looked for: it is there when everybody has passed in turn, which
    scores the same. What changes at each ply is kept out of the state till the end, for speed.
    """
    if state[ENDING] == RUNS:
        begin_to_play(state, policies, generator)
    if state[ENDING] != RUNS:
        return
    players, seat, drawn = state[PLAYERS], state[SEAT], state[NEXT]
    line, total = state[LINE], state[TOTAL]
    boneyard = state[SIZE]
    sides = 1 if players == 4 else 3
    placed = passes = passed = 0
    first, second = generator[0], generator[1]
    while True:
        hand = state[HANDS + seat]
        where = joining(state, hand)
        if where == 0:
            while where == 0 and drawn < boneyard:
                grid = GRID[state[BONEYARD + drawn]]
                drawn += 1
                hand |= grid
                where = joining(state, grid)
            if where == 0:
                state[HANDS + seat] = hand
                passed += 1
                if passed == players:
                    ending = BLOCK
                    break
                passes += 1
                seat += 1
                if seat == players:
                    seat = 0
                continue
        passed = 0
        if policies[seat] == GREEDY:
            where = greediest(state, where, line, total)
        place, other = any_join(where, first + second)
        first, second = stepped(first, second)
        hand &= ~CELL[HALVES * (state[ENDS + place] >> VALUE & 7) + other]
        line, total = lay(state, place, other, line, total)
        state[HANDS + seat] = hand
        placed += 1
        points = state[SCORES + (seat & sides)] + POINTS[total]
        state[SCORES + (seat & sides)] = points
        if points >= state[LIMITS + (seat & sides)]:
            ending = WIN
            break
        if hand == 0:
            ending = OUT
            break
        seat += 1
        if seat == players:
            seat = 0
    generator[0], generator[1] = first, second
    state[PLACED] += placed
    state[DRAWS] += drawn - state[NEXT]
    state[PASSES] += passes
    state[SEAT], state[NEXT] = seat, drawn
    state[LINE], state[TOTAL] = line, total
    end_by(state, ending)


@entry(f"void({INTS}, {INTS}, {GENERATOR})")
def play_out(state: Ints, policies: Ints, generator: Generator) -> None:
    """Play ``state`` to the end of its round.

    Args:
        policies: ``RANDOM`` or ``GREEDY``, for each of the four seats.
    """
    play_on(state, policies, generator)


@entry(f"void(int64[:,::1], int64, {INTS}, {GENERATOR}, int64[:,:,::1])")
def play_outs(
    states: Ints, repeats: int, policies: Ints, generator: Generator, scores: Ints
) -> None:
    """Play every state to the end of its round, many times.

    Args:
        states: one a row; they stay as they are.
        repeats: how many times each is played.
        policies: ``RANDOM`` or ``GREEDY``, for each of the four seats.
        scores: filled with the raw points of the round: by state, repeat and side (four).
    """
    state = np.empty(STATE, np.int64)
    for number in range(len(states)):
        for repeat in range(repeats):
            for field in range(STATE):
                state[field] = states[number, field]
            play_on(state, policies, generator)
            for side in range(4):
                scores[number, repeat, side] = state[SCORES + side]


@entry(f"void(int64, int64, {INTS}, {GENERATOR}, {INTS})")
def random_rounds(
    players: int, rounds: int, policies: Ints, generator: Generator, sums: Ints
) -> None:
    """Shuffle, deal to a random starter and play, many times.

    Args:
        sums: eight numbers, to which are added: placements, draws, passes, blocks, and the raw
            points of each side.
    """
    state = np.empty(STATE, np.int64)
    order = np.arange(28)
    for _ in range(rounds):
        shuffle(order, generator)
        dealt(state, players, order, below(generator, players))
        play_on(state, policies, generator)
        sums[0] += state[PLACED]
        sums[1] += state[DRAWS]
        sums[2] += state[PASSES]
        sums[3] += state[ENDING] == BLOCK
        for side in range(4):
            sums[4 + side] += state[SCORES + side]
