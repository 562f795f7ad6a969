"""The strong bots, and what one of them thinks of every placement."""

from __future__ import annotations

from hashlib import blake2b
from math import sqrt
from time import thread_time
from typing import Final

from sniffi.bots.bot import SeededBot, round_of
from sniffi.bots.errors import NotInTurn
from sniffi.bots.evaluation import Estimate, Evaluation, PlacementValue
from sniffi.bots.strong.mind import Plan, Thoughts, load, think
from sniffi.fast import chance
from sniffi.fast.compiling import Generator
from sniffi.fast.judging import Floats
from sniffi.rules import LINES, Action, GameView, Place, RoundView, side_of

SHARE_OF_TIME: Final = 0.8
"""A bot stops when so much of its time is over: the last block of worlds takes some, too."""
EVALUATION: Final = Plan(worlds=1_000)


class StrongBot(SeededBot):
    """Plays every placement on in worlds that fit what it has seen."""

    def __init__(self, seed: int, plan: Plan, seconds: float) -> None:
        """``seconds`` of a core's time are what it may take for a move. On most machines it is done
        long before; if not, it chooses by what it knows then."""
        super().__init__(seed)
        self.plan = plan
        self.seconds = seconds
        load()

    def pick(self, view: RoundView, _legal: tuple[Action, ...]) -> Action:
        """See ``SeededBot.pick``."""
        until = thread_time() + SHARE_OF_TIME * self.seconds
        thoughts = think(view, self.plan, generator_for(view, self.seed), until)
        return thoughts.places[thoughts.best]


def generator_for(view: RoundView, seed: int) -> Generator:
    """The kernel's generator for the choice at hand, as ``SeededBot.generator`` makes one."""
    text = f"{seed}/{view.number}/{view.seat}/{len(view.events)}"
    return chance.seeded(int.from_bytes(blake2b(text.encode(), digest_size=16).digest()))


def evaluate(view: RoundView | GameView, *, seed: int, seconds: float) -> Evaluation:
    """What every placement of the view's seat is worth.

    Args:
        seconds: of a core's time, that it may take.

    Raises:
        NotInTurn: the seat has nothing to place.
    """
    until = thread_time() + SHARE_OF_TIME * seconds
    round = round_of(view)
    legal = [action for action in round.legal_actions() if isinstance(action, Place)]
    if not legal:
        raise NotInTurn(view.seat)
    load()
    thoughts = think(round, EVALUATION, generator_for(round, seed), until, thorough=True)
    # Placements that come to the same, at two like ends, were tried once.
    number = {_effect(round, place): at for at, place in enumerate(thoughts.places)}
    lead = _lead(round)
    told = [_value(thoughts, place, number[_effect(round, place)], lead) for place in legal]
    best = thoughts.places[thoughts.best]
    told.sort(key=lambda v: (v.behind.mean, v.place != best, legal.index(v.place)))
    return Evaluation(tuple(told), len(thoughts.points), thoughts.exact is not None)


def _effect(view: RoundView, place: Place) -> tuple[object, ...]:
    """What a placement comes to: equal for those that the kernel takes for one."""
    spot, layout = place.spot, view.layout
    if spot is None:
        return (place.tile,)
    on_line = spot.tile == layout.spinner and spot.port in LINES
    return place.tile, spot.value, on_line, layout.place(place.tile, spot).total


def _lead(view: RoundView) -> float:
    """The round's points so far, the own side's less the mean of the others'."""
    own = side_of(view.to_act, view.players) - 1
    others = [points for side, points in enumerate(view.scores) if side != own]
    return view.scores[own] - sum(others) / len(others)


def _value(thoughts: Thoughts, place: Place, number: int, lead: float) -> PlacementValue:
    best = thoughts.best
    exact = thoughts.exact
    if exact is None:
        points = _estimate(thoughts.points[:, number] - lead)
        behind = _estimate(thoughts.values[:, best] - thoughts.values[:, number])
    else:
        points = Estimate(float(exact[number]) - lead, 0.0)
        behind = Estimate(float(exact[best] - exact[number]), 0.0)
    win = None if thoughts.chances is None else _estimate(thoughts.chances[:, number])
    return PlacementValue(place, points, win, behind)


def _estimate(values: Floats) -> Estimate:
    return Estimate(float(values.mean()), float(values.std() / sqrt(len(values))))
