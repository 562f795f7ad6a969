"""Only so many at a time, and those whom somebody waits for just now before the others."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Turns:
    """So many places for works, each known by a key."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._wanted: OrderedDict[str, asyncio.Event] = OrderedDict()
        self._patient: OrderedDict[str, asyncio.Event] = OrderedDict()

    def hurry(self, key: str) -> None:
        """Somebody waits for this work: it comes before those for which nobody does."""
        if key in self._patient:
            self._wanted[key] = self._patient.pop(key)

    @asynccontextmanager
    async def turn(self, key: str) -> AsyncIterator[None]:
        """Wait for the work's turn; within, it has a place."""
        if self._free:
            self._free -= 1
        else:
            called = self._patient[key] = asyncio.Event()
            try:
                await called.wait()
            except asyncio.CancelledError:
                self._wanted.pop(key, None)
                self._patient.pop(key, None)
                if called.is_set():
                    self._call()
                raise
        try:
            yield
        finally:
            self._call()

    def _call(self) -> None:
        """Give a place that is free to the next."""
        waiting = self._wanted or self._patient
        if waiting:
            waiting.popitem(last=False)[1].set()
        else:
            self._free += 1
