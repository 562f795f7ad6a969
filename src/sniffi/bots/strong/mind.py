"""How a strong bot comes to its move: ``sniffi.fast.thinking`` with a plan and a clock.

What is left to chance comes from the generator it is given, and how much it does from the plan,
so the same seed gives the same move; unless the time runs out first, which it is not meant to.
"""

from __future__ import annotations

from dataclasses import dataclass
from threading import local
from time import thread_time
from typing import Final

import numpy as np

from sniffi.bots.strong.equity import equity_for
from sniffi.bots.strong.judges import FITTED, GREEDY, POSITIONAL, judges_for
from sniffi.fast import kernel, warm_up
from sniffi.fast.compiling import Generator, Ints
from sniffi.fast.convert import action_of, code_of
from sniffi.fast.errors import NotASeatsView
from sniffi.fast.evidence import evidence_of
from sniffi.fast.judging import Floats
from sniffi.fast.thinking import CHOICE, believe, choices_of, follow, try_out
from sniffi.fast.two_sides import two_sides
from sniffi.fast.work import STOPPED, work_for
from sniffi.rules import (
    FULL_SET,
    HAND_SIZE,
    Drew,
    Passed,
    Place,
    Placed,
    RoundView,
    side_of,
)

BLOCK: Final = 32
"""After so many worlds placements are compared, and a bot looks at the clock."""
DRAWN: Final = 2
"""For each world that is kept so many are drawn, to choose from by what the others chose."""
LEAST_DRAWN: Final = 2_000
"""But at least so many: what three others chose leaves few of some hundreds likely."""
SURE: Final = 3.0
"""A placement that is worse by so many standard errors is tried no further."""
NEAR_POINTS: Final = 0.4
NEAR_CHANCE: Final = 0.001
"""When the rest surely differs by less, it does not matter which it is."""

OUT_OF_REACH: Final = 100
"""Hardly anybody scores more in what is left of a round once the boneyard is empty: about once in a
thousand such rounds."""
TABLE_BITS: Final = 12
NODE_LIMIT: Final = 200_000
"""For the solver, which is asked near the end of a round only."""
FIVE: Final = 5
"""The solver counts in fives."""

TYPES: Final = np.array(
    [
        # judge, heat, slip, how likely beforehand
        [POSITIONAL, 0.7, 0.02, 0.3],
        [GREEDY, 0.5, 0.05, 0.2],
        [FITTED, 3.0, 0.05, 0.5],
    ]
)
"""How others are taken to play (``sniffi.fast.thinking.believe``)."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How much a bot thinks, and of what."""

    worlds: int
    """In how many worlds placements are tried at most."""
    infers: bool = True
    """Whether it heeds what the others chose."""
    for_game: bool = True
    """Whether it plays for the game, not for the round."""
    solves: bool = True
    """Whether it solves what can be solved."""
    plain: bool = False
    """Whether all play on greedily, and every placement is tried in all worlds: Monte Carlo in its
    first form."""
    crowd: int | None = None
    """In how many worlds with three or four players; in as many as with two when that is None.
    There more of them add less, so levels that are to differ must differ by more."""

    def worlds_for(self, players: int) -> int:
        """In how many worlds placements are tried at most with so many players."""
        return self.worlds if players == 2 or self.crowd is None else self.crowd


def load() -> None:
    """Have everything at hand, so that the first move takes no longer than others."""
    warm_up()
    for players in HAND_SIZE:
        judges_for(players)
        equity_for(players)


@dataclass(frozen=True, slots=True)
class Thoughts:
    """What became of each placement."""

    places: tuple[Place, ...]
    """The placements that differ in what follows."""
    points: Floats
    """By world and placement: the own side's points of the round at its end, those that it has now
    among them, less the other's."""
    chances: Floats | None
    """Likewise the own side's chance to win the game; None in a round that stands alone."""
    left: Ints
    """Which placements were tried to the last."""
    exact: Floats | None
    """What each placement is worth, in points as above, when all is known and all play perfectly
    from then on."""
    won: int | None
    """The number of a placement that wins the game at once, when that is played for: others may
    have won in all worlds that were tried, but not for certain."""

    @property
    def values(self) -> Floats:
        """What is played for."""
        return self.points if self.chances is None else self.chances

    @property
    def best(self) -> int:
        """The number of the best placement."""
        if self.won is not None:
            return self.won
        means = np.where(self.left, self.values.mean(axis=0), -np.inf)
        if self.exact is not None:
            return int(np.lexsort((means, self.exact))[-1])
        return int(means.argmax())


def think(
    view: RoundView, plan: Plan, generator: Generator, until: float, *, thorough: bool = False
) -> Thoughts:
    """Try out the placements of the view's seat, whose turn it is and who can place.

    Args:
        until: the time of ``thread_time`` at which to stop, whatever is known then.
        thorough: whether each is to be tried in all worlds, not only until the best is found.

    Raises:
        NotASeatsView: see ``evidence_of``; or nothing that can have happened leads to the view.
    """
    judges, (two, three) = judges_for(view.players), equity_for(view.players)
    own = GREEDY if plan.plain else FITTED
    # Of somebody whose choices tell nothing each is as likely as the others.
    types = TYPES if plan.infers else np.array([[own, 1e9, 1.0, 1.0]])
    evidence = evidence_of(view)
    state = evidence.state
    choices = np.empty((len(FULL_SET), CHOICE), np.int64)
    chosen = follow(
        view.players,
        view.starter - 1,
        int(state[kernel.SEAT]),
        _public_events(view),
        state,
        choices,
    )
    joins, codes = (np.empty(kernel.MOST_ACTIONS, np.int64) for _ in range(2))
    count = choices_of(state, joins, codes)
    wanted = plan.worlds_for(view.players)
    worlds = np.empty((wanted, kernel.STATE), np.int64)
    many = max(DRAWN * wanted, LEAST_DRAWN) if plan.infers else wanted
    drawn = np.empty((many, kernel.STATE), np.int64)
    found = believe(
        state,
        evidence.facts,
        choices,
        chosen if plan.infers else 0,
        judges,
        types,
        generator,
        drawn,
        worlds,
        np.empty(many),
    )
    if not found:
        # No deal leads to what is told: it is no view of a round that was played.
        raise NotASeatsView
    places = tuple(_place(int(code)) for code in codes[:count])
    exact = _solved(view, state, worlds, places) if plan.solves else None
    # All worlds are the same then: a few tell between placements of equal value.
    most = wanted if exact is None else min(BLOCK, wanted)
    for_game = plan.for_game and view.target is not None
    points, chances = (np.zeros((wanted, count)) for _ in range(2))
    left = np.ones(count, np.int64)
    near = NEAR_CHANCE if for_game else NEAR_POINTS
    done, settled = 0, False
    while done < most and not settled:
        told = try_out(
            worlds,
            done,
            min(done + BLOCK, most),
            BLOCK,
            joins,
            count,
            judges,
            types,
            own,
            two,
            three,
            for_game,
            np.inf if thorough or plan.plain else SURE,
            -np.inf if thorough or plan.plain else near,
            generator,
            points,
            chances,
            left,
        )
        done, settled = abs(told), told < 0 or thread_time() >= until
    wins = (number for number, place in enumerate(places) if for_game and _wins(view, place))
    return Thoughts(
        places, points[:done], chances[:done] if for_game else None, left, exact, next(wins, None)
    )


def _wins(view: RoundView, place: Place) -> bool:
    """Whether a placement reaches the target (R7.2)."""
    score = view.game_scores[side_of(view.to_act, view.players) - 1]
    points = view.layout.place(place.tile, place.spot).points
    return view.target is not None and score + points >= view.target


def _place(code: int) -> Place:
    """The placement of a kernel's code."""
    action = action_of(code)
    assert isinstance(action, Place)
    return action


def _public_events(view: RoundView) -> Ints:
    """What was done, as ``follow`` wants it."""
    rows = []
    for number, event in enumerate(view.events):
        match event:
            case Placed():
                rows.append((event.seat - 1, code_of(Place(event.tile, event.spot)), number))
            case Drew():
                rows.append((event.seat - 1, kernel.DRAW, number))
            case Passed():
                rows.append((event.seat - 1, kernel.PASS, number))
    return np.array(rows, np.int64).reshape(-1, 3)


def _solved(view: RoundView, state: Ints, worlds: Ints, places: tuple[Place, ...]) -> Floats | None:
    """What each placement is worth at the round's end when all is known; None when it is not.

    With two players that is so once the boneyard is empty. A target that may be reached in this
    round is beyond the solver.
    """
    if view.players != 2 or view.boneyard_size > 0:
        return None
    reach = state[kernel.LIMITS : kernel.LIMITS + 2] - state[kernel.SCORES : kernel.SCORES + 2]
    if min(reach) <= OUT_OF_REACH:
        return None
    if not hasattr(_of_thread, "work"):
        _of_thread.work = work_for(TABLE_BITS)
    codes, least, most = (np.zeros(kernel.MOST_ACTIONS, np.int64) for _ in range(3))
    count = two_sides(_of_thread.work, worlds[0], NODE_LIMIT, True, codes, least, most)
    if _of_thread.work[STOPPED]:
        return None
    sign = 1 if view.to_act == 1 else -1
    found = {_place(int(codes[at])): sign * FIVE * float(least[at]) for at in range(count)}
    return np.array([found[place] for place in places])


_of_thread = local()
