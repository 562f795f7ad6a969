"""Rounds at speed: one state of whole numbers, the rules on it, rounds played out by policies.

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
from sniffi.fast.tables import (
    CELL,
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
    NTH,
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

Of those, the one that is ``DRAWN`` is always there; earlier ones may be left out."""
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

RANDOM: Final = 0
"""Policy: any legal placement, each equally likely."""
GREEDY: Final = 1
"""Policy: most points now; of those most pips; of those any, each equally likely."""

HAND_SIZES = np.array([0, 0, 7, 6, 5], np.int64)
"""Tiles dealt, by the number of players (R1.3)."""


def seeded(seed: int) -> Generator:
    """A generator of random numbers: the same seed, the same numbers."""
    return np.random.SeedSequence(seed).generate_state(2, np.uint64) | np.uint64(1)


@inlined
def stepped(first: np.uint64, second: np.uint64) -> tuple[np.uint64, np.uint64]:
    """The next two words of a generator whose random word is the sum of the two.

    It is xoroshiro128+ by Blackman and Vigna, who gave it to the public domain.
    """
    second ^= first
    first = (first << np.uint64(24) | first >> np.uint64(40)) ^ second ^ second << np.uint64(16)
    return first, second << np.uint64(37) | second >> np.uint64(27)


@inlined
def random_word(generator: Generator) -> np.uint64:
    """64 random bits, the upper ones the best."""
    word = generator[0] + generator[1]
    generator[0], generator[1] = stepped(generator[0], generator[1])
    return word


@inlined
def scaled(half: np.uint64, number: int) -> int:
    """32 random bits made a number from 0 to ``number`` - 1."""
    return int(np.int64(half * np.uint64(number) >> np.uint64(32)))


@inlined
def below(generator: Generator, number: int) -> int:
    """A random number from 0 to ``number`` - 1. (What bias there is is under number / 2**32.)"""
    return scaled(random_word(generator) >> np.uint64(32), number)


@inner
def shuffle(order: Ints, generator: Generator) -> None:
    """Put ``order`` in random order; each word of random bits is good for two places."""
    last = len(order) - 1
    while last > 0:
        word = random_word(generator)
        other = scaled(word >> np.uint64(32), last + 1)
        order[last], order[other] = order[other], order[last]
        last -= 1
        if last > 0:
            other = scaled(word & np.uint64(0xFFFFFFFF), last + 1)
            order[last], order[other] = order[other], order[last]
            last -= 1


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
