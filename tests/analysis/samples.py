"""Positions of random rounds, with every fact about every placement in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random

from sniffi.analysis import Fact, guess
from sniffi.analysis.reasons import Position, Prospect, reasons
from sniffi.rules import FULL_SET, Action, Place, Round, RoundView, sides

ROUNDS = 72
TARGET, FAR = 60, 250
SEED = 21


@dataclass(frozen=True)
class Sample:
    """A placement, all that is said of it, and the round with nothing hidden."""

    round: Round
    view: RoundView
    prospect: Prospect
    others: tuple[Prospect, ...]
    facts: tuple[Fact, ...]

    @property
    def place(self) -> Place:
        return self.prospect.place


def rounds(count: int = ROUNDS, seed: int = SEED) -> Iterator[Round]:
    """Rounds before their openings, with the target sometimes near."""
    for number in range(count):
        random = Random(f"{seed}/{number}")
        players = 2 + number % 3
        order = random.sample(FULL_SET, len(FULL_SET))
        near = number % 4 == 0
        scores = tuple(random.choice((20, 45, 55)) if near else 0 for _ in sides(players))
        target = TARGET if near else FAR
        yield Round.deal(
            order, players, random.randint(1, players), scores_before=scores, target=target
        )


def played(round: Round, random: Random) -> Iterator[Round]:
    """The positions of a round in which a seat is to act. Now and then the tile that leaves the
    fewest values open is placed, so that rounds are blocked and people draw and pass."""
    while round.result is None:
        yield round
        legal = round.legal_actions()
        close = random.random() < 0.7 and isinstance(legal[0], Place)
        round = round.act(
            min(legal, key=lambda action: _values(round, action)) if close else random.choice(legal)
        )


def _values(round: Round, action: Action) -> int:
    assert isinstance(action, Place)
    return len({spot.value for spot in round.layout.place(action.tile, action.spot).spots})


@cache
def positions() -> tuple[tuple[Round, RoundView], ...]:
    """Every position, as it is and as its seat sees it."""
    found = []
    for number, begun in enumerate(rounds()):
        for round in played(begun, Random(number)):
            found.append((round, round.seen_by(round.to_act)))
    return tuple(found)


@cache
def samples() -> tuple[Sample, ...]:
    """Every placement of every third position, compared with up to two others."""
    found = []
    for at, (round, view) in enumerate(positions()):
        if len(view.legal_actions()) < 2 or at % 3:
            continue
        position = Position.of(view)
        ranked = [Prospect(position, value.place) for value in guess(view).placements]
        for rank, prospect in enumerate(ranked):
            worse = tuple(ranked[rank + 1 : rank + 3])
            better = () if worse else tuple(ranked[:rank])
            facts = reasons(prospect, worse, better)
            found.append(Sample(round, view, prospect, (*worse, *better), facts))
    return tuple(found)
