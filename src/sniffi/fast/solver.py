"""The exact value of a round when everything is known, and of every action in it.

Two sides (two players, or four as pairs): both play perfectly, each for the difference of the
round's points, deductions included.

Three players: each plays for its own *margin*, its points less the mean of the other two's, and
takes it for granted that the others do so too. Of actions that bring a seat the same margin it
takes the one that brings least to the seat after it. As margins add up to 0, that leaves nothing
open: the values follow from the position. (This is max^n; nobody makes common cause.)

A target that would end the game is left out of account: a round is played to its own end.
"""

from __future__ import annotations

from dataclasses import dataclass
from threading import local
from time import perf_counter
from typing import Final, TypeAlias

import numpy as np

from sniffi.fast import kernel, warm_up, work
from sniffi.fast.convert import action_of, state_of
from sniffi.fast.three_players import three_players
from sniffi.fast.two_sides import BEST, WORST, two_sides
from sniffi.rules import Action, Round

TABLE_BITS: Final = 20
"""A table of 2**20 entries, 16 MiB, for each thread that solves."""
NODE_LIMIT: Final = 50_000_000
"""Positions that a search may look at: some seconds."""
FIVE: Final = 5
"""The search counts in fives (``sniffi.fast.work``)."""


@dataclass(frozen=True, slots=True)
class ActionValue:
    """What a legal action is worth."""

    action: Action
    margins: tuple[float, ...]
    """As ``Solved.margins``, after this action."""

    @property
    def value(self) -> float:
        """The margin of side 1."""
        return self.margins[0]


@dataclass(frozen=True, slots=True)
class Solved:
    """The round's value when all play perfectly from here on."""

    margins: tuple[float, ...]
    """For each side its points of the whole round, those already scored and all deductions
    included, less the mean of the other sides'. With two sides a whole number."""
    best: Action | None
    """An action that keeps this value; None when the round is over."""
    actions: tuple[ActionValue, ...]
    """Every legal action, in the order of ``Round.legal_actions``, if that was asked for."""
    nodes: int
    """How many positions were searched."""
    seconds: float

    @property
    def value(self) -> float:
        """The margin of side 1: with two sides, its points less those of side 2."""
        return self.margins[0]


@dataclass(frozen=True, slots=True)
class Unfinished:
    """The search reached its limit before it knew what was asked."""

    least: float | None
    most: float | None
    """Bounds of the value of side 1, where any are proved; never for three players."""
    nodes: int
    seconds: float


_Found: TypeAlias = "tuple[tuple[ActionValue, ...] | None, tuple[float | None, float | None]]"
"""The actions' values, a best one first, or None when that is not known; bounds of the value."""


class Solver:
    """Solves rounds, one after another. Not for two threads at once: each needs its own."""

    def __init__(self, table_bits: int = TABLE_BITS) -> None:
        """Take all memory that it will ever need: 16 bytes for each of 2**table_bits entries.

        Compiles the kernel first if that has not been done (``sniffi.fast.warm_up``).
        """
        warm_up()
        self._work = work.work_for(table_bits)
        self._codes, self._first, self._second = (
            np.zeros(kernel.MOST_ACTIONS, np.int64) for _ in range(3)
        )

    def solve(
        self, round: Round, *, actions: bool = False, node_limit: int = NODE_LIMIT
    ) -> Solved | Unfinished:
        """Solve a round from where it stands.

        Args:
            actions: whether the value of every legal action is wanted, too.
            node_limit: how many positions may be searched.
        """
        start = perf_counter()
        if round.result is not None:
            return Solved(_margins(round.scores), None, (), 0, perf_counter() - start)
        find = self._three if round.players == 3 else self._two
        values, bounds = find(round, actions, node_limit)
        nodes, seconds = int(self._work[work.NODES]), perf_counter() - start
        if values is None:
            return Unfinished(*bounds, nodes, seconds)
        best, told = values[0], {value.action: value for value in values}
        in_order = tuple(told[action] for action in round.legal_actions()) if actions else ()
        return Solved(best.margins, best.action, in_order, nodes, seconds)

    def _two(self, round: Round, actions: bool, limit: int) -> _Found:
        count = two_sides(
            self._work, state_of(round), limit, actions, self._codes, self._first, self._second
        )
        least, most = self._first[:count].tolist(), self._second[:count].tolist()
        # For side 1 more is better, for side 2 less.
        best = max if round.to_act % 2 else min
        low, high = best(least), best(most)
        bounds = (
            FIVE * low if low > WORST else None,
            FIVE * high if high < BEST else None,
        )
        if low < high or (actions and least != most):
            return None, bounds
        surely = least if best is max else most
        order = sorted(range(count), key=lambda number: surely[number] != low)
        return (
            tuple(
                ActionValue(
                    action_of(int(self._codes[at])), (FIVE * surely[at], -FIVE * surely[at])
                )
                for at in order
            ),
            bounds,
        )

    def _three(self, round: Round, _actions: bool, limit: int) -> _Found:
        count = three_players(
            self._work, state_of(round), limit, self._codes, self._first, self._second
        )
        if self._work[work.STOPPED]:
            return None, (None, None)
        found = zip(self._codes, self._first, self._second, strict=True)
        return (
            tuple(
                ActionValue(
                    action_of(int(code)),
                    tuple(FIVE * int(twice) / 2 for twice in (first, second, -first - second)),
                )
                for code, first, second in list(found)[:count]
            ),
            (None, None),
        )


def solve(
    round: Round, *, actions: bool = False, node_limit: int = NODE_LIMIT
) -> Solved | Unfinished:
    """As ``Solver.solve``, with a solver that this thread keeps."""
    if not hasattr(_of_thread, "solver"):
        _of_thread.solver = Solver()
    solver: Solver = _of_thread.solver
    return solver.solve(round, actions=actions, node_limit=node_limit)


_of_thread = local()


def _margins(scores: tuple[int, ...]) -> tuple[float, ...]:
    """For each side its points less the mean of the others'."""
    if len(scores) == 2:
        return scores[0] - scores[1], scores[1] - scores[0]
    return tuple(points - (sum(scores) - points) / (len(scores) - 1) for points in scores)
