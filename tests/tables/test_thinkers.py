import asyncio
import threading
from functools import partial

import pytest

from sniffi.tables.clock import SystemClock
from sniffi.tables.thinkers import SPARE_FACTOR, Failed, Thinkers, TooBusy, TooSlow
from tests.tables.clock import FakeClock, spin


async def started(event: threading.Event) -> None:
    """Wait for a thread; without time of the test's own clock passing."""
    await asyncio.to_thread(event.wait, 10)


class Held:
    """A call that returns when it is let go."""

    def __init__(self, value: int = 1) -> None:
        self.value = value
        self.begun = threading.Event()
        self.go = threading.Event()

    def __call__(self) -> int:
        self.begun.set()
        self.go.wait(10)
        return self.value


def test_what_the_call_returns_or_raises() -> None:
    async def run() -> None:
        thinkers = Thinkers(2, SystemClock())
        assert await asyncio.gather(*(thinkers.think(partial(abs, n), 10) for n in range(50))) == [
            *range(50)
        ]
        for error in (ValueError("secret"), SystemExit(1), KeyboardInterrupt()):

            def fail(error: BaseException = error) -> None:
                raise error

            with pytest.raises(Failed) as failed:
                await thinkers.think(fail, 10)
            assert failed.value.__cause__ is error
        assert thinkers._threads <= 2
        thinkers.close()

    asyncio.run(run())


def test_first_come_first_served() -> None:
    async def run() -> None:
        thinkers = Thinkers(1, SystemClock())
        held = Held()
        order: list[int] = []
        first = asyncio.create_task(thinkers.think(held, 10))
        await started(held.begun)
        others = [
            asyncio.create_task(thinkers.think(partial(order.append, n), 10)) for n in range(9)
        ]
        await spin()
        held.go.set()
        await asyncio.gather(first, *others)
        assert order == [*range(9)]
        thinkers.close()

    asyncio.run(run())


def test_one_that_is_too_slow_is_left_alone_and_others_go_on() -> None:
    async def run() -> None:
        clock = FakeClock()
        thinkers = Thinkers(1, clock)
        held = Held()
        slow = asyncio.create_task(thinkers.think(held, 5))
        await started(held.begun)
        waits = asyncio.create_task(thinkers.think(lambda: 7, 60))
        await clock.go_on(5.1)
        with pytest.raises(TooSlow):
            await slow
        assert await waits == 7
        assert (thinkers._threads, thinkers._stuck) == (2, 1)
        held.go.set()
        while thinkers._threads > 1:
            assert await thinkers.think(lambda: 8, 60) == 8
        assert thinkers._stuck == 0
        thinkers.close()

    asyncio.run(run())


def test_one_whose_turn_does_not_come_is_never_made() -> None:
    async def run() -> None:
        clock = FakeClock()
        thinkers = Thinkers(1, clock)
        held = Held(3)
        first = asyncio.create_task(thinkers.think(held, 100))
        await started(held.begun)
        made: list[int] = []
        second = asyncio.create_task(thinkers.think(lambda: made.append(1), 5))
        await clock.go_on(5.1)
        with pytest.raises(TooBusy):
            await second
        held.go.set()
        assert await first == 3
        assert await thinkers.think(lambda: 4, 100) == 4
        assert made == []
        thinkers.close()

    asyncio.run(run())


def test_when_every_place_is_stuck_nobody_waits() -> None:
    async def run() -> None:
        clock = FakeClock()
        thinkers = Thinkers(1, clock)
        stuck = [Held() for _ in range(1 + SPARE_FACTOR)]
        for held in stuck:
            slow = asyncio.create_task(thinkers.think(held, 5))
            await started(held.begun)
            await clock.go_on(5.1)
            with pytest.raises(TooSlow):
                await slow
        with pytest.raises(TooBusy):
            await thinkers.think(lambda: 1, 5)
        for held in stuck:
            held.go.set()
        while thinkers._stuck:
            await asyncio.sleep(0)
        assert await thinkers.think(lambda: 1, 5) == 1
        thinkers.close()

    asyncio.run(run())


def test_cancelling_the_one_who_waits_frees_the_place() -> None:
    async def run() -> None:
        clock = FakeClock()
        thinkers = Thinkers(1, clock)
        held = Held()
        thinking = asyncio.create_task(thinkers.think(held, 5))
        await started(held.begun)
        waiting = asyncio.create_task(thinkers.think(lambda: 1, 5))
        await spin()
        for task in (waiting, thinking):
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        assert await thinkers.think(lambda: 2, 60) == 2
        held.go.set()
        thinkers.close()

    asyncio.run(run())
