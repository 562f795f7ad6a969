"""Rounds played by judges (``judging``).

As in ``playouts`` a turn is done whole: what must be drawn is drawn, who cannot place passes, and
a block is found by everybody passing. More is kept than there: which tiles are on the table, and
what draws and passes proved, for a judge looks at both.

``judges`` are weights by number, stage and figure. A *join* is where a tile is joined: the place of
a bit of ``kernel.joining``, or at the opening the tile's index. Whoever plays hands in room to work
in, made once: ``joins`` and ``worths`` of ``MOST_JOINS`` numbers, ``scratch`` of ``SCRATCH``,
``figures`` of ``MOST_JOINS`` rows of ``FIGURES``.
"""

# To mypy whatever comes out of an array may be anything; here it is a number.
# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from typing import Final

from sniffi.fast.chance import below
from sniffi.fast.compiling import (
    Generator,
    Ints,
    inlined,
    inner,
    lowest_bit,
)
from sniffi.fast.judging import (
    KNOWS_LACKS,
    LEVELS,
    Floats,
    judged,
    look,
    may_hold,
    seats_after,
    stage_of,
    tiles_in,
    twin_of_earlier,
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
    MOST_ACTIONS,
    NEXT,
    NO_LINE,
    NOTHING,
    OUT,
    PASSES,
    PLACED,
    PLAYERS,
    RUNS,
    SCORES,
    SEAT,
    SIZE,
    TOTAL,
    WIN,
    end_by,
    joining,
    lay,
    lay_first,
    side_of,
)
from sniffi.fast.tables import GRID, HALVES, NO_END, POINTS, ROW, TILE, UPPER, VALUE

LAID: Final = 27
"""In the state: the grid of the tiles on the table."""
LACKS: Final = 42
"""In the state: seven bits for each seat, the values that it is known not to hold."""
SCRATCH: Final = LEVELS + 4
"""Words of scratch: levels, then the ends before a placement."""
MOST_JOINS: Final = MOST_ACTIONS
JUDGES: Final = "float64[:,:,::1]"


@inlined
def values_open(state: Ints) -> int:
    """The values of the ends, as a set."""
    values = 0
    for place in range(4):
        values |= 1 << (state[ENDS + place] >> VALUE & 7)
    return values & ROW


@inner
def begin_judging(state: Ints) -> None:
    """A round just dealt: nothing is on the table, and nothing is known."""
    state[LAID] = 0
    state[LACKS] = 0


@inlined
def join_at(state: Ints, bit: int) -> tuple[int, int, int]:
    """Of a bit of ``joining``: the end's place, the other half and the tile."""
    place = bit // HALVES
    other = bit - HALVES * place
    return place, other, TILE[HALVES * (state[ENDS + place] >> VALUE & 7) + other]


@inner
def options(state: Ints, hand: int, joins: Ints) -> int:
    """List the joins of a hand's tiles that differ in what follows; how many there are."""
    count = 0
    if state[ENDS] == NO_END:
        hand &= UPPER
        while hand:
            joins[count] = TILE[lowest_bit(hand)]
            count += 1
            hand &= hand - 1
        return count
    where = joining(state, hand)
    for place in range(1, 4):
        if where >> HALVES * place & ROW and twin_of_earlier(state, state[LINE], place):
            where &= ~(ROW << HALVES * place)
    while where:
        joins[count] = lowest_bit(where)
        count += 1
        where &= where - 1
    return count


@inlined
def lay_join(state: Ints, join: int) -> tuple[int, int, int]:
    """Lay a join on the table (the hand stays); its tile, the new line and total."""
    if state[ENDS] == NO_END:
        line, total = lay_first(state, join)
        return join, line, total
    place, other, tile = join_at(state, join)
    line, total = lay(state, place, other, state[LINE], state[TOTAL])
    return tile, line, total


@inner
def look_at_joins(
    state: Ints, joins: Ints, count: int, knows: bool, scratch: Ints, figures: Floats
) -> None:
    """The figures of each join, a row each."""
    seat = state[SEAT]
    hand = state[HANDS + seat]
    next_seat, later_seat = seats_after(state, seat)
    lacks = state[LACKS] if knows else 0
    may_next = may_hold(state, state[LAID], lacks, seat, next_seat)
    may_later = 0
    if later_seat >= 0:
        may_later = may_hold(state, state[LAID], lacks, seat, later_seat)
    had_sniff = state[LINE] != NO_LINE
    for place in range(4):
        scratch[LEVELS + place] = state[ENDS + place]
    for number in range(count):
        tile, line, total = lay_join(state, joins[number])
        look(
            state,
            line,
            total,
            tile,
            had_sniff,
            hand & ~GRID[tile],
            next_seat,
            may_next,
            later_seat,
            may_later,
            scratch,
            figures,
            number,
        )
        for place in range(4):
            state[ENDS + place] = scratch[LEVELS + place]


@inlined
def stage_now(state: Ints) -> int:
    """The row of weights for the seat to act."""
    seat = state[SEAT]
    following, _ = seats_after(state, seat)
    return stage_of(tiles_in(state[HANDS + seat]) - 1, tiles_in(state[HANDS + following]))


@inner
def judge_joins(
    state: Ints,
    joins: Ints,
    count: int,
    weights: Floats,
    scratch: Ints,
    figures: Floats,
    worths: Floats,
) -> None:
    """What a judge thinks of each join."""
    knows = weights[0, KNOWS_LACKS] > 0
    look_at_joins(state, joins, count, knows, scratch, figures)
    stage = stage_now(state)
    for number in range(count):
        worths[number] = judged(weights, stage, figures, number)


@inner
def choose_join(
    state: Ints,
    joins: Ints,
    count: int,
    weights: Floats,
    scratch: Ints,
    figures: Floats,
    worths: Floats,
    generator: Generator,
) -> int:
    """The join that a judge likes best; of several, each equally likely."""
    if count == 1:
        return joins[0]
    judge_joins(state, joins, count, weights, scratch, figures, worths)
    best, ties, chosen = worths[0], 1, 0
    for number in range(1, count):
        if worths[number] > best + 1e-9:
            best, ties, chosen = worths[number], 1, number
        elif worths[number] > best - 1e-9:
            ties += 1
            if below(generator, ties) == 0:
                chosen = number
    return joins[chosen]


@inlined
def learn(state: Ints, seat: int, values: int, hidden: int) -> None:
    """Note that a seat could not place on these values; ``hidden`` tiles that it drew it has kept.

    Those may have any other value, whatever it was known to lack before.
    """
    known = state[LACKS] >> 7 * seat & ROW
    learnt = values if hidden else known | values
    state[LACKS] = state[LACKS] & ~(ROW << 7 * seat) | learnt << 7 * seat


@inner
def draw_till_fit(state: Ints) -> bool:
    """The seat to act can place nothing: it draws until it can; whether it can then.

    What everybody learns: nothing it holds now, but the tile that fits, has the open values.
    """
    seat = state[SEAT]
    values = values_open(state)
    hidden = 0
    while state[NEXT] < state[SIZE]:
        tile = state[BONEYARD + state[NEXT]]
        state[NEXT] += 1
        state[DRAWS] += 1
        state[HANDS + seat] |= GRID[tile]
        if joining(state, GRID[tile]):
            state[DRAWN] = tile
            break
        hidden += 1
    learn(state, seat, values, hidden)
    return state[DRAWN] != NOTHING


@inner
def lay_for(state: Ints, join: int) -> None:
    """The seat to act makes a placement, with all that follows; a block is found by passing."""
    seat = state[SEAT]
    tile, line, total = lay_join(state, join)
    state[LINE], state[TOTAL] = line, total
    state[DRAWN] = NOTHING
    state[PLACED] += 1
    state[HANDS + seat] &= ~GRID[tile]
    state[LAID] |= GRID[tile]
    side = side_of(state, seat)
    state[SCORES + side] += POINTS[total]
    if state[SCORES + side] >= state[LIMITS + side]:
        end_by(state, WIN)
    elif state[HANDS + seat] == 0:
        end_by(state, OUT)
    else:
        following = seat + 1
        state[SEAT] = 0 if following == state[PLAYERS] else following


@inner
def to_choice(state: Ints, joins: Ints) -> int:
    """Draw and pass as the rules have it until somebody can place; how many joins there are then.

    None are left when the round is over.
    """
    passed = 0
    while True:
        seat = state[SEAT]
        hand = GRID[state[DRAWN]] if state[DRAWN] != NOTHING else state[HANDS + seat]
        count = options(state, hand, joins)
        if count:
            return count
        if draw_till_fit(state):
            continue
        passed += 1
        if passed == state[PLAYERS]:
            end_by(state, BLOCK)
            return 0
        state[PASSES] += 1
        following = seat + 1
        state[SEAT] = 0 if following == state[PLAYERS] else following


@inner
def play_judged(
    state: Ints,
    judges: Floats,
    of_seat: Ints,
    joins: Ints,
    scratch: Ints,
    figures: Floats,
    worths: Floats,
    generator: Generator,
) -> None:
    """Play a round to its end, each seat by its judge.

    Args:
        of_seat: the number of the judge, for each of the four seats.
    """
    while state[ENDING] == RUNS:
        count = to_choice(state, joins)
        if count == 0:
            return
        weights = judges[of_seat[state[SEAT]]]
        join = choose_join(state, joins, count, weights, scratch, figures, worths, generator)
        lay_for(state, join)


@inner
def margin_of(state: Ints, side: int) -> float:
    """A side's raw points less the mean of the others'."""
    sides = 3 if state[PLAYERS] == 3 else 2
    others = 0.0
    for other in range(sides):
        if other != side:
            others += state[SCORES + other]
    return state[SCORES + side] - others / (sides - 1)
