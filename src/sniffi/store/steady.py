"""The time by which logs are dated: no jump of the machine's clock makes any of them old at once.

A machine may start with its clock a year ahead or a day behind, and be set right while people
play. So while a store is open its time goes on by a clock that only goes forward. When it is opened
again, the time since the latest entry counts as the machine's clock tells it, but never backwards,
and for no more than a bound: it may have been off for so long, or its clock may be wrong.
"""

from __future__ import annotations

import time
from collections.abc import Callable

Seconds = Callable[[], float]


class SteadyTime:
    """Seconds since 1970, about: behind the machine's clock after a long time off, and ahead of it
    after it was set back, until the two meet at some later start.

    Args:
        latest: the time of the latest entry; None when there is none.
        most_away: how many seconds since then count at most.
    """

    def __init__(
        self,
        latest: int | None,
        most_away: float,
        wall: Seconds = time.time,
        forward: Seconds = time.monotonic,
    ) -> None:
        self._wall = wall
        self._forward = forward
        now = wall()
        start = now if latest is None else latest + min(max(now - latest, 0), most_away)
        self._start = start - forward()

    def __call__(self) -> float:
        """Now."""
        return self._start + self._forward()

    def of(self, moment: float) -> float:
        """What lies as far back by this time as ``moment`` does by the machine's clock."""
        return self() - (self._wall() - moment)
