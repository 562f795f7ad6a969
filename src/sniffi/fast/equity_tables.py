"""How the tables of match equity are made; no bot needs it."""

# To mypy whatever comes out of an array may be anything; here it is a number.
# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from typing import Final

import numpy as np

from sniffi.fast.chance import shuffle
from sniffi.fast.compiling import GENERATOR, Generator, Ints, entry
from sniffi.fast.equity import CUBE, REACH, STEP, TABLE, WIDE, WIDE_REACH, chance_of_three, near
from sniffi.fast.judges import (
    JUDGES,
    MOST_JOINS,
    SCRATCH,
    begin_judging,
    choose_join,
    lay_for,
    to_choice,
)
from sniffi.fast.judging import FIGURES, Floats
from sniffi.fast.kernel import (
    ENDING,
    OUT,
    RUNS,
    SCORES,
    SEAT,
    STATE,
    TOTAL,
    dealt,
    side_of,
)
from sniffi.fast.tables import POINTS

TOLD: Final = 64
"""Numbers told of a round: at 0 how many placements scored, at 1 who went out (-1 after a block),
from 2 on what each side has at the end, and from 8 on ``points * 4 + side`` of each that scored."""
FIRST_SCORED: Final = 8


@entry(f"void(int64, {JUDGES}, {GENERATOR}, int64[:,::1])")
def tell_rounds(players: int, judges: Floats, generator: Generator, told: Ints) -> None:
    """Play rounds by the first judge and tell what each side scored, in order.

    Seat 0 starts.

    Args:
        judges: by number; those after the first are not looked at.
        told: filled, a row (``TOLD``) for each round.
    """
    state = np.zeros(STATE, np.int64)
    order = np.arange(28)
    joins, scratch = np.empty(MOST_JOINS, np.int64), np.empty(SCRATCH, np.int64)
    figures, worths = np.empty((MOST_JOINS, FIGURES)), np.empty(MOST_JOINS)
    for number in range(len(told)):
        row = told[number]
        shuffle(order, generator)
        dealt(state, players, order, 0)
        begin_judging(state)
        scored = 0
        while state[ENDING] == RUNS:
            count = to_choice(state, joins)
            if count == 0:
                break
            side = side_of(state, state[SEAT])
            join = choose_join(state, joins, count, judges[0], scratch, figures, worths, generator)
            lay_for(state, join)
            points = POINTS[state[TOTAL]]
            if points > 0:
                row[FIRST_SCORED + scored] = points * 4 + side
                scored += 1
        row[0] = scored
        row[1] = side_of(state, state[SEAT]) if state[ENDING] == OUT else -1
        for side in range(4):
            row[2 + side] = state[SCORES + side]


@entry(f"float64(int64[:,::1], {TABLE})")
def improve_two(told: Ints, table: Floats) -> float:
    """One sweep over the table of two sides: value iteration, in place (Gauss-Seidel).

    Args:
        told: from ``tell_rounds``.
        table: as ``equity`` has it; changed.

    Returns:
        By how much the table changed at most.
    """
    change = 0.0
    for first in range(REACH):
        for second in range(REACH):
            needs_first, needs_second = (first + 1) * STEP, (second + 1) * STEP
            wins = 0.0
            for number in range(len(told)):
                row = told[number]
                had_first = had_second = 0
                winner = -1
                for scored in range(row[0]):
                    word = row[FIRST_SCORED + scored]
                    if word & 3 == 0:
                        had_first += word >> 2
                        if had_first >= needs_first:
                            winner = 0
                            break
                    else:
                        had_second += word >> 2
                        if had_second >= needs_second:
                            winner = 1
                            break
                if winner == 0:
                    wins += 1.0
                elif winner < 0:
                    left_first = near(needs_first - row[2])
                    left_second = near(needs_second - row[3])
                    if row[1] == 0:
                        wins += table[left_first, left_second]
                    elif row[1] == 1:
                        wins += 1.0 - table[left_second, left_first]
                    else:
                        wins += 0.5 * table[left_first, left_second]
                        wins += 0.5 - 0.5 * table[left_second, left_first]
            wins /= len(told)
            change = max(change, abs(wins - table[first, second]))
            table[first, second] = wins
    return change


@entry(f"float64(int64[:,::1], {CUBE})")
def improve_three(told: Ints, table: Floats) -> float:
    """One sweep over the table of three, as ``improve_two``.

    Args:
        told: from ``tell_rounds``.
        table: as ``equity`` has it; changed.

    Returns:
        By how much the table changed at most.
    """
    change = 0.0
    had = np.zeros(3, np.int64)
    needs = np.zeros(3, np.int64)
    wins = np.zeros(3)
    for first in range(WIDE_REACH):
        for second in range(WIDE_REACH):
            for third in range(WIDE_REACH):
                needs[0], needs[1], needs[2] = (
                    5 + first * WIDE,
                    5 + second * WIDE,
                    5 + third * WIDE,
                )
                wins[:] = 0.0
                for number in range(len(told)):
                    row = told[number]
                    had[:] = 0
                    winner = -1
                    for scored in range(row[0]):
                        word = row[FIRST_SCORED + scored]
                        side = word & 3
                        had[side] += word >> 2
                        if had[side] >= needs[side]:
                            winner = side
                            break
                    if winner >= 0:
                        wins[winner] += 1.0
                        continue
                    left = (
                        float(needs[0] - row[2]),
                        float(needs[1] - row[3]),
                        float(needs[2] - row[4]),
                    )
                    for side in range(3):
                        if row[1] >= 0:
                            wins[side] += chance_of_three(table, left, row[1], side)
                        else:
                            for starter in range(3):
                                wins[side] += chance_of_three(table, left, starter, side) / 3.0
                for side in range(3):
                    told_now = wins[side] / len(told)
                    change = max(change, abs(told_now - table[first, second, third, side]))
                    table[first, second, third, side] = told_now
    return change
