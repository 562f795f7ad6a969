from collections import Counter
from itertools import pairwise
from math import sqrt
from random import Random

import pytest

from sniffi.bots import BOTS, Bot, make
from sniffi.rules import Round
from tests.bots.positions import random_round, view_of

LADDER = [name for name, kind in BOTS.items() if not kind.needs_kernel]


def choices(name: str, placements: str, hand: str) -> Counter[str]:
    """What bots of many seeds choose."""
    view = view_of(placements, hand)
    return Counter(str(make(name, seed).choose(view)) for seed in range(1000))


def test_greedy_takes_points_before_pips() -> None:
    # Sums: 44 makes 9, 46 makes 7, 15 makes 9, 11 makes 6, and 16 makes 10.
    assert choices("greedy", "14", "44 46 15 11 16") == {"16@14.low": 1000}


def test_greedy_prefers_more_points_to_fewer() -> None:
    # 55 makes 10, 00 makes 5.
    assert choices("greedy", "05", "00 55") == {"55@05.high": 1000}
    assert choices("greedy", "05", "55 00") == {"55@05.high": 1000}


def test_greedy_lays_the_most_pips_when_points_are_equal() -> None:
    # None scores: 23 makes 4, 26 makes 7, 25 makes 6 and 16 makes 8.
    assert choices("greedy", "12", "23 26 25 16") == {"26@12.high": 1000}
    # Both make 10.
    assert choices("greedy", "04 45@04.high", "05 55") == {"55@45.high": 1000}
    assert choices("greedy", "04 45@04.high", "55 05") == {"55@45.high": 1000}


def test_greedy_draws_among_placements_that_are_equal_in_points_and_pips() -> None:
    # Both lines of an opening double are as good.
    found = choices("greedy", "33", "36 12")
    assert set(found) == {"36@33.line_a", "36@33.line_b"}
    assert abs(found["36@33.line_a"] - 500) < 4 * sqrt(250)


def test_greedy_opens_with_the_points_it_can_have() -> None:
    assert choices("greedy", "", "66 14 23 04 05 46 00") == {"46": 1000}
    assert set(choices("greedy", "", "66 14 23 04 00 11 01")) == {"14", "23"}


def test_random_makes_every_placement_as_often() -> None:
    found = choices("random", "14 44@14.high", "15 34 12 45")
    assert len(found) == 4
    deviation = sqrt(1000 * 1 / 4 * 3 / 4)
    assert all(abs(count - 250) < 4 * deviation for count in found.values()), found


def played(round: Round, bots: tuple[Bot, Bot]) -> int:
    """What seat 1 scored more than seat 2."""
    while round.result is None:
        round = round.act(bots[round.to_act - 1].choose(round.seen_by(round.to_act)))
    return round.scores[0] - round.scores[1]


def margins(stronger: str, weaker: str, deals: int, seed: int) -> tuple[float, float]:
    """The mean margin of a round and its standard error: each deal is played twice, with the seats
    swapped."""
    generator = Random(seed)
    found = []
    for number in range(deals):
        round = random_round(2, generator)
        one, two = make(stronger, number), make(weaker, number)
        found.append((played(round, (one, two)) - played(round, (two, one))) / 2)
    mean = sum(found) / deals
    variance = sum((margin - mean) ** 2 for margin in found) / (deals - 1)
    return mean, sqrt(variance / deals)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("stronger", "weaker", "known"), [("greedy", "random", 19.1), ("positional", "greedy", 6.5)]
)
def test_the_margins_that_are_known(stronger: str, weaker: str, known: float) -> None:
    """By ../shared/bench/README.md."""
    seed = 1
    mean, error = margins(stronger, weaker, 3000, seed)
    assert abs(mean - known) < 4 * error, f"seed {seed}: {mean:.2f} ± {error:.2f}"
    assert error < 0.5


@pytest.mark.slow
@pytest.mark.parametrize(("weaker", "stronger"), list(pairwise(LADDER)))
def test_each_level_is_stronger_than_the_one_before(weaker: str, stronger: str) -> None:
    seed = 2
    mean, error = margins(stronger, weaker, 1500, seed)
    assert mean > 3 * error, f"seed {seed}: {mean:.2f} ± {error:.2f}"
