"""How a strong bot thinks: what the others may hold, and what becomes of each placement.

First worlds are drawn that fit what the seat has seen (``worlds``), and those are kept that make
what the others chose likely (``believe``). Then every placement is played on to the end of the
round in the same worlds, by judges, until it is clear which is best (``try_out``). Where such
methods are published: docs/bots.md, "The strong bots".

A *type* is how somebody may play: a row of four numbers, the judge by which they choose, with what
heat, how often they slip, and how likely that is before anything was seen.
"""

# To mypy whatever comes out of an array may be anything; here it is a number.
# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from math import exp, sqrt
from typing import Final

import numpy as np

from sniffi.fast.chance import below, unit
from sniffi.fast.compiling import GENERATOR, INTS, Generator, Ints, entry, inlined, inner
from sniffi.fast.equity import CUBE, TABLE, chance_to_win
from sniffi.fast.judges import (
    JUDGES,
    LACKS,
    LAID,
    MOST_JOINS,
    SCRATCH,
    lay_for,
    lay_join,
    learn,
    look_at_joins,
    margin_of,
    options,
    play_judged,
    stage_now,
    values_open,
)
from sniffi.fast.judging import FIGURES, Floats, judged, twins
from sniffi.fast.kernel import (
    DRAW,
    DRAWN,
    ENDING,
    ENDS,
    HAND_SIZES,
    HANDS,
    LINE,
    NEXT,
    NO_LINE,
    NOTHING,
    PASS,
    PLAYERS,
    RUNS,
    SEAT,
    SIZE,
    STATE,
    TOTAL,
    side_of,
)
from sniffi.fast.tables import GRID, HALVES, NO_END, NO_SPOT, ROW, TILE, UPPER, VALUE
from sniffi.fast.worlds import MATRIX, drawn_at_random, held

CODE: Final = STATE
"""In a choice, behind the state before it: what was chosen."""
EVENT: Final = STATE + 1
"""Likewise: the number of its event."""
CHOICE: Final = STATE + 2

JUDGE: Final = 0
"""Of a type: the number of its judge."""
HEAT: Final = 1
"""By how many points a placement is worse that is e times less likely."""
SLIP: Final = 2
"""How often it chooses any placement, each equally likely."""
PRIOR: Final = 3
"""How likely the type is beforehand; those of all types add up to 1."""
FEWEST: Final = 16
"""In how many worlds a placement is tried at least."""
TYPES: Final = 43
"""In the state of a world: the type of each seat, four bits each."""

COUNTED = np.zeros(29, np.int64)
"""Hands with so many tiles, when only their number matters."""
_rest = int(UPPER)
for _count in range(1, 29):
    COUNTED[_count] = COUNTED[_count - 1] | _rest & -_rest
    _rest &= _rest - 1


@inner
def code_to_join(state: Ints, code: int) -> int:
    """The join of a placement's code."""
    tile, spot = code >> 8, code & NO_SPOT
    if state[ENDS] == NO_END:
        return tile
    place = 0
    while state[ENDS + place] & NO_SPOT != spot:
        place += 1
    value = state[ENDS + place] >> VALUE & 7
    row = GRID[tile] >> HALVES * value & ROW
    other = 0
    while not row >> other & 1:
        other += 1
    return HALVES * place + other


@inlined
def join_code(state: Ints, join: int) -> int:
    """The code of a join."""
    if state[ENDS] == NO_END:
        return join << 8 | NO_SPOT
    place = join // HALVES
    end = state[ENDS + place]
    return TILE[HALVES * (end >> VALUE & 7) + join - HALVES * place] << 8 | end & NO_SPOT


@inner
def alike(state: Ints, first: int, second: int) -> bool:
    """Whether two joins are the same tile laid to the same effect."""
    if first == second:
        return True
    if state[ENDS] == NO_END or first % HALVES != second % HALVES:
        return False
    return twins(state[LINE], state[ENDS + first // HALVES], state[ENDS + second // HALVES])


@entry(f"int64(int64, int64, int64, {MATRIX}, {INTS}, {MATRIX})")
def follow(
    players: int, starter: int, viewer: int, events: Ints, public: Ints, choices: Ints
) -> int:
    """Follow what everybody saw of a round, and keep what the others chose.

    Args:
        events: a row of three for each placement, draw and pass: seat from 0, code, the event's
            number in the view.
        public: a state; what is on the table and what hands are known to lack is put into it.
        choices: filled with the placements of other seats than ``viewer``, a row of ``CHOICE``
            each: the state before it, in which hands are as large as they were, and what was
            chosen. There must be 28 rows.

    Returns:
        How many choices there are.
    """
    state = np.zeros(STATE, np.int64)
    sizes = np.zeros(4, np.int64)
    for seat in range(players):
        sizes[seat] = HAND_SIZES[players]
    state[PLAYERS] = players
    state[SEAT] = starter
    state[LINE] = NO_LINE
    state[DRAWN] = NOTHING
    state[SIZE] = 28 - players * HAND_SIZES[players]
    for place in range(4):
        state[ENDS + place] = NO_END
    count = draws = 0
    for row in range(len(events)):
        seat, code = events[row, 0], events[row, 1]
        state[SEAT] = seat
        if code == DRAW:
            sizes[seat] += 1
            state[NEXT] += 1
            draws += 1
            continue
        placed = code != PASS
        if draws or not placed:
            learn(state, seat, values_open(state), draws - 1 if placed else draws)
        if placed:
            if seat != viewer:
                for field in range(STATE):
                    choices[count, field] = state[field]
                for other in range(players):
                    choices[count, HANDS + other] = COUNTED[sizes[other]]
                choices[count, DRAWN] = code >> 8 if draws else NOTHING
                choices[count, CODE] = code
                choices[count, EVENT] = events[row, 2]
                count += 1
            tile, line, total = lay_join(state, code_to_join(state, code))
            state[LINE], state[TOTAL] = line, total
            state[LAID] |= GRID[tile]
            sizes[seat] -= 1
        draws = 0
    if draws:
        # Its turn goes on; what it must place is no hidden tile.
        hidden = draws - 1 if public[DRAWN] != NOTHING else draws
        learn(state, state[SEAT], values_open(state), hidden)
    public[LAID], public[LACKS] = state[LAID], state[LACKS]
    return count


@inner
def heed(
    order: Ints,
    facts: Ints,
    choice: Ints,
    judges: Floats,
    types: Floats,
    state: Ints,
    joins: Ints,
    scratch: Ints,
    figures: Floats,
    worths: Floats,
    shares: Floats,
) -> None:
    """Multiply, in ``shares``, each type's by how likely it would have chosen so in a world.

    A type chooses by a softmax of what its judge makes of the placements, or slips.
    """
    for field in range(STATE):
        state[field] = choice[field]
    seat = state[SEAT]
    state[HANDS + seat] = held(order, facts, seat, choice[EVENT], state[LAID])
    drawn = state[DRAWN]
    count = options(state, GRID[drawn] if drawn != NOTHING else state[HANDS + seat], joins)
    if count <= 1:
        return
    look_at_joins(state, joins, count, True, scratch, figures)
    chosen = code_to_join(state, choice[CODE])
    stage = stage_now(state)
    for number in range(count):
        if alike(state, joins[number], chosen):
            chosen = number
            break
    for kind in range(len(types)):
        weights = judges[int(types[kind, JUDGE])]
        best = -1e9
        for number in range(count):
            worths[number] = judged(weights, stage, figures, number)
            best = max(best, worths[number])
        every = its = 0.0
        for number in range(count):
            share = exp((worths[number] - best) / types[kind, HEAT])
            every += share
            if number == chosen:
                its = share
        slip = types[kind, SLIP]
        shares[kind] *= (1.0 - slip) * its / every + slip / count


@entry(
    f"int64({INTS}, {MATRIX}, {MATRIX}, int64, {JUDGES}, float64[:,::1], "
    f"{GENERATOR}, {MATRIX}, {MATRIX}, float64[::1])"
)
def believe(
    template: Ints,
    facts: Ints,
    choices: Ints,
    count: int,
    judges: Floats,
    types: Floats,
    generator: Generator,
    drawn: Ints,
    worlds: Ints,
    likely: Floats,
) -> int:
    """Draw worlds as likely as they are after what the others have chosen.

    Each of the others is taken to be of one of several types, for the whole round. Worlds are drawn
    each equally likely, weighted by what was chosen, and resampled systematically (Kitagawa 1996).

    Args:
        template, facts: from ``evidence_of``, what ``follow`` told put in.
        choices: from ``follow``; ``count`` of them.
        judges: by number.
        types: a row each.
        drawn: room for the states of the worlds from which those are chosen, a row each.
        worlds: filled with states, a row each, in random order; one may be there several times. In
            ``TYPES`` is what type each seat is.
        likely: room for the likelihood of each of ``drawn``.

    Returns:
        How many different ones of ``drawn`` are among ``worlds``; 0 when none fits what was seen.
    """
    many, kinds, players = len(drawn), len(types), template[PLAYERS]
    orders = np.empty((many, 28), np.int64)
    if drawn_at_random(template, facts, many, generator, drawn, orders) == 0:
        return 0
    state = np.zeros(STATE, np.int64)
    joins, scratch = np.empty(MOST_JOINS, np.int64), np.empty(SCRATCH, np.int64)
    figures, worths = np.empty((MOST_JOINS, FIGURES)), np.empty(MOST_JOINS)
    shares = np.empty((players, kinds))
    every = 0.0
    for world in range(many):
        for seat in range(players):
            for kind in range(kinds):
                shares[seat, kind] = types[kind, PRIOR]
        for number in range(count):
            choice = choices[number]
            heed(
                orders[world],
                facts,
                choice,
                judges,
                types,
                state,
                joins,
                scratch,
                figures,
                worths,
                shares[choice[SEAT]],
            )
        likely[world] = 1.0
        told = 0
        for seat in range(players):
            total = 0.0
            for kind in range(kinds):
                total += shares[seat, kind]
            likely[world] *= total
            part = total * unit(generator)
            kind = 0
            while kind < kinds - 1 and part >= shares[seat, kind]:
                part -= shares[seat, kind]
                kind += 1
            told |= kind << 4 * seat
        drawn[world, TYPES] = told
        every += likely[world]
    # A comb with a random offset.
    wanted = len(worlds)
    picks = np.empty(wanted, np.int64)
    step = every / wanted
    at = step * unit(generator)
    number, behind, different, last = 0, likely[0], 0, -1
    for pick in range(wanted):
        while behind < at and number < many - 1:
            number += 1
            behind += likely[number]
        picks[pick] = number
        different += number != last
        last = number
        at += step
    for pick in range(wanted - 1, 0, -1):
        other = below(generator, pick + 1)
        picks[pick], picks[other] = picks[other], picks[pick]
    for pick in range(wanted):
        for field in range(STATE):
            worlds[pick, field] = drawn[picks[pick], field]
    return different


@entry(f"int64({INTS}, {INTS}, {INTS})")
def choices_of(state: Ints, joins: Ints, codes: Ints) -> int:
    """The placements of the seat to act that differ in what follows, and their codes."""
    hand = state[HANDS + state[SEAT]]
    count = options(state, GRID[state[DRAWN]] if state[DRAWN] != NOTHING else hand, joins)
    for number in range(count):
        codes[number] = join_code(state, joins[number])
    return count


@entry(
    f"int64({MATRIX}, int64, int64, int64, {INTS}, int64, {JUDGES}, float64[:,::1], int64, "
    f"{TABLE}, {CUBE}, boolean, float64, float64, {GENERATOR}, {TABLE}, {TABLE}, {INTS})"
)
def try_out(
    worlds: Ints,
    first: int,
    last: int,
    block: int,
    joins: Ints,
    count: int,
    judges: Floats,
    types: Floats,
    own: int,
    two: Floats,
    three: Floats,
    for_game: bool,
    sure: float,
    near: float,
    generator: Generator,
    points: Floats,
    chances: Floats,
    alive: Ints,
) -> int:
    """Play every placement that is in the running on to the end of the round, world by world.

    After each block those are dropped that are surely worse than the best: by more than ``sure``
    standard errors of the difference in the same worlds. It ends when one is left, or when what is
    left differs surely by less than ``near``. (It is a race, as of Maron and Moore 1993.)

    Args:
        worlds: from ``believe``; those from ``first`` to before ``last`` are used.
        block: after how many worlds placements are compared.
        joins: the placements of ``choices_of``; ``count`` of them.
        judges, types: as for ``believe``.
        own: the judge by which the own seat plays on.
        two, three: the tables of ``equity``.
        for_game: whether it is the chance to win the game that matters, not the points.
        near: in points, or with ``for_game`` as a chance.
        points: filled by world and placement: the margin of the side to act at the round's end,
            points that it had before among it.
        chances: likewise, with ``for_game`` only: its chance to win the game, from 0 to 1.
        alive: for each placement, 1 while it is in the running; set to 0 when it is dropped.

    Returns:
        How many worlds have been used, counted from 0; less than 0, minus that many, when nothing
        is left to find out.
    """
    state = np.empty(STATE, np.int64)
    inner_joins, scratch = np.empty(MOST_JOINS, np.int64), np.empty(SCRATCH, np.int64)
    figures, worths = np.empty((MOST_JOINS, FIGURES)), np.empty(MOST_JOINS)
    of_seat = np.zeros(4, np.int64)
    world = first
    while world < last:
        stop = min(world + block, last)
        while world < stop:
            told = worlds[world]
            for seat in range(told[PLAYERS]):
                of_seat[seat] = int(types[told[TYPES] >> 4 * seat & 15, JUDGE])
            of_seat[told[SEAT]] = own
            side = side_of(told, told[SEAT])
            for number in range(count):
                if not alive[number]:
                    continue
                for field in range(STATE):
                    state[field] = told[field]
                lay_for(state, joins[number])
                if state[ENDING] == RUNS:
                    play_judged(
                        state, judges, of_seat, inner_joins, scratch, figures, worths, generator
                    )
                points[world, number] = margin_of(state, side)
                if for_game:
                    chances[world, number] = chance_to_win(state, side, two, three)
            world += 1
        if settled(chances if for_game else points, world, count, sure, near, alive):
            return -world
    return world


@inner
def settled(values: Floats, many: int, count: int, sure: float, near: float, alive: Ints) -> bool:
    """Drop what is surely worse; whether nothing is left to find out."""
    best, most = -1, 0.0
    for number in range(count):
        if alive[number]:
            mean = 0.0
            for world in range(many):
                mean += values[world, number]
            if best < 0 or mean > most:
                best, most = number, mean
    left, all_near = 0, True
    for number in range(count):
        if not alive[number]:
            continue
        left += 1
        if number == best:
            continue
        mean = spread = 0.0
        for world in range(many):
            behind = values[world, best] - values[world, number]
            mean += behind
            spread += behind * behind
        mean /= many
        error = sqrt(max(spread / many - mean * mean, 0.0) / many)
        if mean > sure * error and many >= FEWEST:
            alive[number] = 0
            left -= 1
        elif mean + 2.0 * error > near:
            all_near = False
    return left == 1 or all_near
