"""Token buckets, addresses and the size of a body."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sniffi.web.errors import TooOften
from sniffi.web.limits import NO_LIMIT, Buckets, Rate, address_key


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_is_let_through_and_the_next_one_told_how_long_to_wait() -> None:
    clock = Clock()
    buckets = Buckets(Rate(3, 30), clock)
    for _ in range(3):
        buckets.take("a")
    with pytest.raises(TooOften) as refused:
        buckets.take("a")
    assert refused.value.fields == {"seconds": 10}
    buckets.take("b")
    clock.now += 10
    buckets.take("a")
    with pytest.raises(TooOften):
        buckets.take("a")


def test_a_refused_request_costs_nothing() -> None:
    clock = Clock()
    buckets = Buckets(Rate(1, 10), clock)
    buckets.take("a")
    for _ in range(50):
        with pytest.raises(TooOften):
            buckets.take("a")
    clock.now += 10
    buckets.take("a")


@given(st.lists(st.floats(0, 5), max_size=60))
def test_never_more_in_a_window_than_the_burst_and_what_flows_in(pauses: list[float]) -> None:
    clock = Clock()
    buckets = Buckets(Rate(5, 10), clock)
    taken = []
    for pause in pauses:
        clock.now += pause
        try:
            buckets.take("a")
        except TooOften:
            continue
        taken.append(clock.now)
    for first in taken:
        window = [at for at in taken if first <= at <= first + 10]
        assert len(window) <= 10


def test_no_limit_is_none() -> None:
    buckets = Buckets(NO_LIMIT)
    for _ in range(1000):
        buckets.take("a")
    assert len(buckets) == 0


def test_full_buckets_are_forgotten_when_there_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sniffi.web.limits.MOST_KEYS", 10)
    clock = Clock()
    buckets = Buckets(Rate(1, 10), clock)
    for key in range(10):
        buckets.take(str(key))
    clock.now += 11
    buckets.take("new")
    assert len(buckets) == 1


def test_an_ipv6_network_is_one_address() -> None:
    assert address_key("2001:db8:0:1:2:3:4:5") == address_key("2001:db8:0:1:ffff::9")
    assert address_key("::ffff:192.0.2.7") == "192.0.2.7"
