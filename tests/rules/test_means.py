"""Means over random rounds against those of the C program ../shared/bench/playout.c.

The program was written apart from these rules and knows nothing of events, so that both are wrong
in the same way is unlikely.
"""

from math import sqrt
from random import Random
from statistics import fmean, variance

import pytest

from sniffi.rules import FULL_SET, Blocked, Deducted, Drew, Placed, Round

SEED = 1
SEVERAL = pytest.param(10_000, marks=pytest.mark.slow)
MANY = pytest.param(40_000, marks=pytest.mark.exhaustive)

EXPECTED = {
    2: {"plies": 16.73, "draws": 5.08, "blocked": 0.062, "score": 11.94},
    3: {"plies": 18.06, "draws": 4.02, "blocked": 0.038, "score": 5.91},
    4: {"plies": 18.37, "draws": 3.80, "blocked": 0.027, "score": 2.44},
}
"""A round's placements, draws, share of blocks, and score of a seat, also of four players: its own
points less its own leftover hand (../shared/bench/README.md)."""

OWN_ERROR = {"plies": 0.006, "draws": 0.006, "blocked": 0.0006, "score": 0.03}
"""How far off the expected figures may be: the standard error of a million rounds, and the last
digit printed."""


def played(players: int, generator: Random) -> dict[str, float]:
    """What is to be counted in one random round."""
    order = list(FULL_SET)
    generator.shuffle(order)
    round = Round.deal(order, players, generator.randint(1, players))
    while round.result is None:
        round = round.act(generator.choice(round.legal_actions()))
    events = round.events
    points = sum(event.points for event in events if isinstance(event, Placed))
    cost = sum(event.cost for event in events if isinstance(event, Deducted))
    return {
        "plies": sum(isinstance(event, Placed) for event in events),
        "draws": sum(isinstance(event, Drew) for event in events),
        "blocked": any(isinstance(event, Blocked) for event in events),
        "score": (points - cost) / players,
    }


@pytest.mark.parametrize("players", EXPECTED)
@pytest.mark.parametrize("rounds", [SEVERAL, MANY])
def test_means_over_random_rounds_are_those_of_another_program(players: int, rounds: int) -> None:
    generator = Random(SEED)
    sample = [played(players, generator) for _ in range(rounds)]
    for name, expected in EXPECTED[players].items():
        figures = [counted[name] for counted in sample]
        mean = fmean(figures)
        error = sqrt(variance(figures) / rounds)
        assert abs(mean - expected) < 4 * sqrt(error**2 + OWN_ERROR[name] ** 2), (
            f"seed {SEED}, {players} players, {name}: {mean:.4f} ± {error:.4f}, not {expected}"
        )
