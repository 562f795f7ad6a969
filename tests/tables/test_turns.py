"""Loading in the order of need: after a new start all pages come back at once."""

import asyncio

from sniffi.tables import HallClosed, MemoryLog, Presence, Stored, Summary
from sniffi.tables.turns import Turns
from tests.tables.clock import FakeClock, spin
from tests.tables.company import AT_ONCE, Listener, a_hall, quiet, table_of
from tests.tables.made import SEED, guest, positions, started


def test_so_many_at_a_time_and_the_wanted_first() -> None:
    async def run() -> None:
        turns, began, end = Turns(2), [], asyncio.Event()

        async def work(key: str) -> None:
            async with turns.turn(key):
                began.append(key)
                await end.wait()

        tasks = [asyncio.create_task(work(key)) for key in "abcdef"]
        await spin()
        assert began == ["a", "b"]
        for key in "fea":
            turns.hurry(key)
        tasks[4].cancel()
        await spin()
        end.set()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert began == ["a", "b", "f", "c", "d"]
        async with turns.turn("g"), turns.turn("h"):
            pass

    asyncio.run(run())


def test_one_who_is_cancelled_when_called_passes_the_turn_on() -> None:
    async def run() -> None:
        turns = Turns(1)

        async def work(key: str) -> str:
            async with turns.turn(key):
                await asyncio.sleep(0)
                return key

        first, second, third = (asyncio.create_task(work(key)) for key in "abc")
        await asyncio.sleep(0)
        await first
        second.cancel()
        assert await third == "c"

    asyncio.run(run())


class Counted(MemoryLog):
    """A log that says which tables were loaded, and waits with all until it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.go = asyncio.Event()

    async def load(self, table: str) -> Stored:
        self.loaded.append(table)
        await self.go.wait()
        return await super().load(table)


MANY = 12
BOTS = next(
    table for table in positions(started(2, 10_000, bots={2: "greedy"}), 1) if table.to_act == 2
)
"""It is the bot's turn."""


async def deserted() -> Counted:
    """The log of a server that has ended while many played with bots."""
    log = Counted()
    for number in range(MANY):
        await log.create(f"t{number}", SEED, BOTS.entries, Summary.of(BOTS))
    return log


def test_who_presses_does_not_wait_for_all_streams_and_every_bot_wakes() -> None:
    async def run() -> None:
        log = await deserted()
        async with a_hall(log, AT_ONCE, FakeClock()) as hall:
            listeners = [Listener(hall, f"t{number}", guest(1)) for number in range(MANY)]
            streams = [asyncio.create_task(one.begin(0)) for one in listeners]
            await spin()
            pressed = asyncio.create_task(hall.look(f"t{MANY - 1}", guest(1)))
            await spin()
            assert log.loaded == ["t0", "t1"]
            log.go.set()
            await pressed
            assert log.loaded.index(f"t{MANY - 1}") <= 3
            await asyncio.gather(*streams)
            assert sorted(log.loaded) == sorted(f"t{number}" for number in range(MANY))
            await quiet(hall)
            for number, listener in enumerate(listeners):
                table = await table_of(hall, f"t{number}")
                assert table.number > BOTS.number, "a bot sleeps"
                assert (await hall.look(f"t{number}")).presence[0] is Presence.HERE
                await listener.hear()
                assert tuple(listener.entries) == table.told_to(1)
                listener.stop()

    asyncio.run(run())


def test_a_hall_that_closes_loads_no_more() -> None:
    async def run() -> None:
        log = await deserted()
        async with a_hall(log, AT_ONCE, FakeClock()) as hall:
            looks = [asyncio.create_task(hall.look(f"t{number}")) for number in range(MANY)]
            await spin()
            closing = asyncio.create_task(hall.close())
            await spin()
            log.go.set()
            await closing
            done = await asyncio.gather(*looks, return_exceptions=True)
            assert sum(isinstance(one, HallClosed) for one in done) == MANY - 2
            assert len(log.loaded) == 2

    asyncio.run(run())
