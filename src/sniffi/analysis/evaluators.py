"""What gives the values that hints stand on: the strong bots, or until they are there a guess."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Final, TypeAlias

from sniffi import fast
from sniffi.analysis.reasons import Position, Prospect
from sniffi.bots import positional
from sniffi.bots.evaluation import Estimate, Evaluation, PlacementValue
from sniffi.rules import RoundView, cost_of, pips, seats, side_of

Evaluator: TypeAlias = Callable[[RoundView], Evaluation]
"""What each placement is worth, of a view at its seat's turn that may place."""

SECONDS: Final = 0.7
"""How long the strong evaluation may think, in seconds of a core's time."""
GUESS_ERROR: Final = 12.0
"""The standard error of the guess: it looks one reply ahead in a round that goes on."""
GUESS_DIFFERENCE: Final = 15.0
"""The same for the difference of two placements: too wide rather than too narrow."""
PIP: Final = 0.25
"""What a pip in hand costs at the end, as a guess: most hands are played on."""


def evaluate(view: RoundView) -> Evaluation:
    """The strong bots' values once their kernel is ready, else the guess."""
    if not fast.ready():
        return guess(view)
    # Not before: it imports Numba.
    from sniffi.bots.strong import evaluate as played_out

    return played_out(view, seed=seed_of(view), seconds=SECONDS)


def seed_of(view: RoundView) -> int:
    """A seed that equal views share: the same question has the same answer."""
    told = repr((view.seat, view.number, view.scores_before, view.events))
    return int.from_bytes(hashlib.sha256(told.encode()).digest()[:8])


def guess(view: RoundView) -> Evaluation:
    """A value for each placement without looking far: its points, less what the next opponent may
    be expected to score at once, and a little for pips that leave the hand.

    Its errors are wide, for the rest of the round is not looked at; the chance to win is told only
    of what wins at once.
    """
    position = Position.of(view)
    values = {place: _guessed(Prospect(position, place)) for place in position.places}
    ranked = sorted(position.places, key=lambda place: -values[place][0])
    best = values[ranked[0]][0]
    return Evaluation(
        tuple(
            PlacementValue(
                place,
                Estimate(values[place][0], values[place][1]),
                Estimate(1.0, 0.0) if Prospect(position, place).wins else None,
                Estimate(best - values[place][0], 0.0 if place == ranked[0] else GUESS_DIFFERENCE),
            )
            for place in ranked
        ),
        worlds=0,
        exact=False,
    )


def _guessed(prospect: Prospect) -> tuple[float, float]:
    """The value of a placement, and its standard error."""
    view, seat = prospect.position.view, prospect.position.seat
    points = float(prospect.after.points)
    if prospect.wins:
        # Nothing that could come instead is worth as much as the game.
        return points + pips(view.unseen), 0.0
    others = [other for other in seats(view.players) if other != seat]
    share = 1 / (len({side_of(other, view.players) for other in others} - {_side(view)}) or 1)
    if not prospect.left:
        mean = pips(view.unseen) / max(len(view.unseen), 1)
        for other in others:
            cost = mean * view.hand_sizes[other - 1]
            points += -cost if side_of(other, view.players) == _side(view) else cost * share
        return points, GUESS_ERROR / 3
    points -= share * expected_reply(prospect)
    return points - PIP * cost_of(prospect.left), GUESS_ERROR


def _side(view: RoundView) -> int:
    return side_of(view.to_act, view.players)


def expected_reply(prospect: Prospect) -> float:
    """What the next opponent scores at once, in raw points: on average over all sets of tiles, as
    large as the hand is, of those that may be in it."""
    position = prospect.position
    may = len(position.others.may_hold(position.next))
    held = position.view.hand_sizes[position.next - 1]
    if held > may:
        return float(prospect.risk)
    return positional.expected_reply([points for _, points in prospect.replies], may, held)
