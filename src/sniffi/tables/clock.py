"""Time as the hall sees it, handed in so that tests need not wait for it."""

from __future__ import annotations

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    """A clock that only goes forward, the time of day, and waiting."""

    def now(self) -> float:
        """Seconds since some moment; may be asked from any thread."""
        ...

    def time(self) -> int:
        """Seconds since 1970, UTC."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Return when ``seconds`` seconds have passed."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> float:
        """See ``Clock.now``."""
        return time.monotonic()

    def time(self) -> int:
        """See ``Clock.time``."""
        return int(time.time())

    async def sleep(self, seconds: float) -> None:
        """See ``Clock.sleep``."""
        await asyncio.sleep(seconds)


async def wait_for(event: asyncio.Event, seconds: float, clock: Clock) -> bool:
    """Wait until ``event`` is set, or until ``seconds`` have passed; whether it is set."""
    if event.is_set() or seconds <= 0:
        return event.is_set()
    waits = [
        asyncio.ensure_future(event.wait()),
        asyncio.ensure_future(clock.sleep(seconds)),
    ]
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()
    return event.is_set()
