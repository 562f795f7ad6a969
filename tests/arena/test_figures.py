"""Means, errors and times, beside the standard library's and naive sums."""

from __future__ import annotations

from fractions import Fraction
from statistics import fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sniffi.arena import Average, Timing
from sniffi.arena.figures import Sums

VALUES = st.lists(st.integers(-(10**6), 10**6), min_size=2, max_size=60)
TIMES = st.lists(st.integers(0, 10**13), min_size=1, max_size=200)


def average(values: list[int], scale: int = 1) -> Average:
    sums = Sums()
    for value in values:
        sums.add(value)
    return sums.average(scale)


@given(VALUES, st.integers(1, 48))
def test_mean_and_error_are_those_of_the_textbook(values: list[int], scale: int) -> None:
    found = average(values, scale)
    scaled = [value / scale for value in values]
    assert found.mean == float(Fraction(sum(values), len(values) * scale))
    assert found.error == pytest.approx(stdev(scaled) / len(values) ** 0.5, rel=1e-9, abs=1e-12)


@given(VALUES, st.randoms())
def test_no_order_of_adding_shows(values: list[int], random: object) -> None:
    shuffled = list(values)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert average(shuffled, 4) == average(values, 4)


def test_bounds_are_two_errors_away_and_a_single_deal_has_none() -> None:
    found = Average(10.0, 2.0)
    assert found.low == pytest.approx(6.08, abs=0.001)
    assert found.high == pytest.approx(13.92, abs=0.001)
    alone = average([7])
    assert (alone.mean, alone.error, alone.low, alone.high) == (7.0, None, None, None)


def test_equal_values_have_no_error() -> None:
    assert average([3] * 5) == Average(3.0, 0.0)


@given(TIMES, st.integers(0, 200))
def test_times_add_up(times: list[int], cut: int) -> None:
    together = Timing.of(times[:cut])
    together.add(Timing.of(times[cut:]))
    assert together == Timing.of(times)
    assert together.count == len(times)
    assert together.mean == pytest.approx(fmean(times) / 1e9)
    assert together.most == max(times) / 1e9


@given(TIMES, st.sampled_from([0.5, 0.9, 0.99, 1.0]))
def test_a_share_of_the_times_is_told_to_three_per_cent(times: list[int], share: float) -> None:
    ordered = sorted(times)
    needed = next(n for n in range(1, len(times) + 1) if n >= share * len(times))
    exact = ordered[needed - 1] / 1e9
    assert exact <= Timing.of(times).within(share) <= exact * 1.0325 + 1e-9


def test_no_times_are_none() -> None:
    none = Timing.of([])
    assert (none.mean, none.most, none.within(0.99)) == (0.0, 0.0, 0.0)
