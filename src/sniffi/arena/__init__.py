"""Bots against bots: duplicate deals, means with their errors, many cores and machines.

>>> from sniffi.arena import compare
>>> comparison = compare(["greedy", "random"], rounds=20, seed=1)
>>> comparison.results[0].margin.mean > 0
True

How it works, and what the figures mean: docs/arena.md.
"""

from sniffi.arena.comparison import Comparison, Progress, Result, Speed, compare
from sniffi.arena.contest import Contest
from sniffi.arena.errors import (
    BadNumber,
    CannotSeat,
    CannotSpread,
    CannotTake,
    NoCluster,
    NotContestants,
    NotPositive,
    NoWorkers,
)
from sniffi.arena.figures import Average, Timing
from sniffi.arena.plain import comparison_to_json
from sniffi.arena.seating import arrangements
from sniffi.arena.spread import default_processes

__all__ = [
    "Average",
    "BadNumber",
    "CannotSeat",
    "CannotSpread",
    "CannotTake",
    "Comparison",
    "Contest",
    "NoCluster",
    "NoWorkers",
    "NotContestants",
    "NotPositive",
    "Progress",
    "Result",
    "Speed",
    "Timing",
    "arrangements",
    "compare",
    "comparison_to_json",
    "default_processes",
]
