"""Judges against each other, and what better ones are fitted to; no bot needs it."""

# To mypy whatever comes out of an array may be anything; here it is a number.
# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import numpy as np

from sniffi.fast.chance import below, shuffle, unit
from sniffi.fast.compiling import (
    GENERATOR,
    INTS,
    Generator,
    Ints,
    entry,
)
from sniffi.fast.judges import (
    JUDGES,
    MOST_JOINS,
    SCRATCH,
    begin_judging,
    choose_join,
    lay_for,
    look_at_joins,
    margin_of,
    play_judged,
    stage_now,
    to_choice,
)
from sniffi.fast.judging import (
    FIGURES,
    KNOWS_LACKS,
    Floats,
)
from sniffi.fast.kernel import (
    ENDING,
    RUNS,
    SCORES,
    SEAT,
    STATE,
    dealt,
    side_of,
)


@entry(f"void(int64, int64, {JUDGES}, {INTS}, {GENERATOR}, float64[:,::1])")
def judged_rounds(
    players: int, deals: int, judges: Floats, of_seat: Ints, generator: Generator, margins: Floats
) -> None:
    """Play duplicate deals: each twice, for the second the judges move on by one seat.

    Args:
        of_seat: the judge of each seat.
        margins: filled, a row of two for each deal, one for each time that it is played: side 0's
            raw points less the mean of the others'.
    """
    state = np.zeros(STATE, np.int64)
    order = np.arange(28)
    joins, scratch = np.empty(MOST_JOINS, np.int64), np.empty(SCRATCH, np.int64)
    figures, worths = np.empty((MOST_JOINS, FIGURES)), np.empty(MOST_JOINS)
    seats = np.empty(4, np.int64)
    for number in range(deals):
        shuffle(order, generator)
        starter = below(generator, players)
        for play in range(2):
            for seat in range(4):
                seats[seat] = of_seat[(seat + play) % players] if seat < players else 0
            dealt(state, players, order, starter)
            begin_judging(state)
            play_judged(state, judges, seats, joins, scratch, figures, worths, generator)
            sides = 3 if players == 3 else 2
            others = 0.0
            for side in range(1, sides):
                others += state[SCORES + side]
            margins[number, play] = state[SCORES] - others / (sides - 1)


@entry(
    f"int64(int64, int64, float64[:,::1], float64, float64, {GENERATOR}, "
    "float64[:,:,::1], float64[:,::1])"
)
def gather(
    players: int,
    rounds: int,
    weights: Floats,
    share: float,
    explore: float,
    generator: Generator,
    squares: Floats,
    products: Floats,
) -> int:
    """Sums for the fit of figures to what came of placements, all seats playing by one judge.

    At a share of the choices each placement is tried in the very deal and played on. Hands and
    boneyard are as likely there as they are to somebody who knows how the others play, so nothing
    has to be sampled. What is fitted is each placement's difference from the mean of its choice.

    Args:
        weights: the judge's, by stage.
        share: of the choices that are looked at, from 0 to 1.
        explore: how often a placement is played at random, to see other positions.
        squares: by stage and two figures, added to: the products of the figures.
        products: by stage and figure, added to: figure times what came of it, in points.

    Returns:
        How many placements were tried.
    """
    state, trial = np.zeros(STATE, np.int64), np.zeros(STATE, np.int64)
    judges = np.empty((1, weights.shape[0], weights.shape[1]))
    judges[0] = weights
    order = np.arange(28)
    joins, scratch = np.empty(MOST_JOINS, np.int64), np.empty(SCRATCH, np.int64)
    inner_joins = np.empty(MOST_JOINS, np.int64)
    figures, worths = np.empty((MOST_JOINS, FIGURES)), np.empty(MOST_JOINS)
    tried, came = np.empty((MOST_JOINS, FIGURES)), np.empty(MOST_JOINS)
    of_seat = np.zeros(4, np.int64)
    knows = weights[0, KNOWS_LACKS] > 0
    seen = 0
    for _ in range(rounds):
        shuffle(order, generator)
        dealt(state, players, order, below(generator, players))
        begin_judging(state)
        while state[ENDING] == RUNS:
            count = to_choice(state, joins)
            if count == 0:
                break
            seat = state[SEAT]
            side = side_of(state, seat)
            if count > 1 and unit(generator) < share:
                look_at_joins(state, joins, count, knows, scratch, tried)
                for number in range(count):
                    for field in range(STATE):
                        trial[field] = state[field]
                    lay_for(trial, joins[number])
                    play_judged(
                        trial,
                        judges,
                        of_seat,
                        inner_joins,
                        scratch,
                        figures,
                        worths,
                        generator,
                    )
                    came[number] = margin_of(trial, side)
                mean = 0.0
                for number in range(count):
                    mean += came[number] / count
                stage = stage_now(state)
                for figure in range(FIGURES):
                    middle = 0.0
                    for number in range(count):
                        middle += tried[number, figure] / count
                    for number in range(count):
                        tried[number, figure] -= middle
                for number in range(count):
                    seen += 1
                    for figure in range(FIGURES):
                        here = tried[number, figure]
                        if here != 0.0:
                            products[stage, figure] += here * (came[number] - mean)
                            for other in range(FIGURES):
                                squares[stage, figure, other] += here * tried[number, other]
            if unit(generator) < explore:
                join = joins[below(generator, count)]
            else:
                join = choose_join(
                    state, joins, count, weights, scratch, figures, worths, generator
                )
            lay_for(state, join)
    return seen
