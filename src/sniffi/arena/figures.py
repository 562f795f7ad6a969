"""Means with their errors, and times; made from whole numbers, so that no order of adding shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import ceil, sqrt

Z_95 = 1.959963984540054
"""Of a normal distribution, 95 % lie within so many standard deviations of the mean."""
PRECISE_BITS = 6
"""Times are kept to so many leading bits, that is to about 3 %."""


@dataclass(frozen=True, slots=True)
class Average:
    """A mean over deals, with its standard error."""

    mean: float
    error: float | None
    """None of a single deal, which tells nothing about others."""

    @property
    def low(self) -> float | None:
        """The lower end of the 95 % interval."""
        return None if self.error is None else self.mean - Z_95 * self.error

    @property
    def high(self) -> float | None:
        """The upper end of the 95 % interval."""
        return None if self.error is None else self.mean + Z_95 * self.error


@dataclass(slots=True)
class Sums:
    """What a mean and its error are made from: whole numbers, one a deal.

    >>> sums = Sums()
    >>> for value in (1, 2, 3, 4):
    ...     sums.add(value)
    >>> sums.average(scale=2)
    Average(mean=1.25, error=0.3227...)
    """

    count: int = 0
    total: int = 0
    squares: int = 0

    def add(self, value: int) -> None:
        """Take one deal's number in."""
        self.count += 1
        self.total += value
        self.squares += value * value

    def average(self, scale: int) -> Average:
        """The mean of the numbers, each divided by ``scale``."""
        n = self.count
        mean = self.total / (n * scale)
        if n < 2:
            return Average(mean, None)
        return Average(mean, sqrt((n * self.squares - self.total**2) / (n * n * (n - 1))) / scale)


@dataclass(slots=True)
class Timing:
    """How long a bot thought: how often, how long, and roughly how the times are spread."""

    count: int = 0
    total: int = 0
    """Nanoseconds."""
    longest: int = 0
    spread: Counter[int] = field(default_factory=Counter)
    """How many times there were of each length, rounded down to a few leading bits."""

    @classmethod
    def of(cls, times: Iterable[int]) -> Timing:
        """The timing of these nanoseconds."""
        times = tuple(times)
        return cls(len(times), sum(times), max(times, default=0), Counter(map(_rounded, times)))

    def add(self, other: Timing) -> None:
        """Take other times in."""
        self.count += other.count
        self.total += other.total
        self.longest = max(self.longest, other.longest)
        self.spread.update(other.spread)

    @property
    def mean(self) -> float:
        """Seconds a choice, 0 when there was none."""
        return self.total / self.count / 1e9 if self.count else 0.0

    @property
    def most(self) -> float:
        """Seconds of the longest choice."""
        return self.longest / 1e9

    def within(self, share: float) -> float:
        """Seconds in which such a share of the choices was made, 3 % too many at most."""
        left = ceil(share * self.count)
        for time in sorted(self.spread):
            left -= self.spread[time]
            if left <= 0:
                return min(_next(time), self.longest) / 1e9
        return 0.0


def _rounded(time: int) -> int:
    shift = max(0, time.bit_length() - PRECISE_BITS)
    return time >> shift << shift


def _next(rounded: int) -> int:
    return rounded + (1 << max(0, rounded.bit_length() - PRECISE_BITS))
