"""A clock that goes on only when a test says so."""

from __future__ import annotations

import asyncio
import heapq
from itertools import count


class FakeClock:
    """See ``sniffi.tables.Clock``."""

    def __init__(self) -> None:
        self._now = 1000.0
        self.wrong = 0
        """By how many seconds the time of day is ahead."""
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._order = count()

    def now(self) -> float:
        return self._now

    def time(self) -> int:
        return 1_700_000_000 + int(self._now) + self.wrong

    def pass_by(self, seconds: float) -> None:
        """Let time pass while nobody wakes."""
        self._now += seconds

    async def sleep(self, seconds: float) -> None:
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        done = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self._now + seconds, next(self._order), done))
        await done

    async def go_on(self, seconds: float) -> None:
        """Let so many seconds pass, and whoever sleeps until then wake in order."""
        await spin()
        end = self._now + seconds
        while self._sleepers and self._sleepers[0][0] <= end:
            when, _, done = heapq.heappop(self._sleepers)
            self._now = max(self._now, when)
            if not done.done():
                done.set_result(None)
                await spin()
        self._now = end
        await spin()

    @property
    def sleepers(self) -> int:
        """How many sleep."""
        return sum(not done.done() for _, _, done in self._sleepers)


async def spin() -> None:
    """Let every task go as far as it gets without time or threads."""
    for _ in range(50):
        await asyncio.sleep(0)
