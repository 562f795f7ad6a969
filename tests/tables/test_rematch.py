"""Playing again: one new table, whoever presses when, and everybody gets there."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sniffi.tables import (
    Entry,
    Hall,
    MemoryLog,
    NoSuchTable,
    NotOver,
    NotSeatedHere,
    RematchMade,
    SeatKind,
    Stored,
    Summary,
    TableError,
)
from sniffi.tables.seating import rematch_id
from tests.tables.clock import FakeClock
from tests.tables.company import AT_ONCE, a_hall, play_on, quiet, seated, table_of
from tests.tables.made import SEED, finished, guest

OLD = finished(3, 20)


class SlowLog(MemoryLog):
    """A log each of whose works begins, and is told to be done, when a test lets it."""

    def hurry(self) -> None:
        """Be as quick as any other from now on."""
        self.slow = False
        for turn in self.waiting:
            if not turn.done():
                turn.set_result(None)

    def __init__(self) -> None:
        super().__init__()
        self.waiting: list[asyncio.Future[None]] = []
        self.slow = True

    async def turn(self) -> None:
        if not self.slow:
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.append(turn)
        await turn

    async def create(
        self, table: str, seed: bytes, entries: Sequence[Entry], summary: Summary
    ) -> None:
        await self.turn()
        try:
            await super().create(table, seed, entries, summary)
        finally:
            await self.turn()

    async def append(
        self, table: str, after: int, entries: Sequence[Entry], summary: Summary
    ) -> None:
        await self.turn()
        try:
            await super().append(table, after, entries, summary)
        finally:
            await self.turn()

    async def load(self, table: str) -> Stored:
        await self.turn()
        try:
            return await super().load(table)
        finally:
            await self.turn()

    async def in_some_order(
        self, works: Sequence[Callable[[], Awaitable[Any]]], rng: random.Random
    ) -> list[Any]:
        """What comes of the works, each begun and each step of the log done when the chance
        says so."""
        to_begin = list(works)
        tasks: dict[int, asyncio.Task[Any]] = {}

        async def begun(work: Callable[[], Awaitable[Any]]) -> Any:
            return await work()

        while to_begin or not all(task.done() for task in tasks.values()):
            self.waiting = [turn for turn in self.waiting if not turn.done()]
            if not to_begin and not self.waiting:
                # A table is replayed in a thread.
                await asyncio.sleep(0)
                continue
            chosen = rng.randrange(len(to_begin) + len(self.waiting))
            if chosen < len(to_begin):
                work = to_begin.pop(chosen)
                tasks[works.index(work)] = asyncio.create_task(begun(work))
            else:
                self.waiting[chosen - len(to_begin)].set_result(None)
            for _ in range(8):
                await asyncio.sleep(0)
        return await asyncio.gather(*(tasks[n] for n in range(len(works))), return_exceptions=True)


async def an_end(halls: int, seed: int) -> None:
    """All press at once at the end of a game, one leaves, a stranger tries the link."""
    log, rng = SlowLog(), random.Random(seed)
    await MemoryLog.create(log, "t", SEED, OLD.entries, Summary.of(OLD))
    async with AsyncExitStack() as stack:
        at = [
            await stack.enter_async_context(a_hall(log, AT_ONCE, FakeClock())) for _ in range(halls)
        ]

        # Before the halls are closed, which waits for what was begun.
        stack.callback(log.hurry)

        def hall() -> Hall:
            return rng.choice(at)

        works: list[Callable[[], Awaitable[Any]]] = [
            lambda: hall().rematch("t", guest(1)),
            lambda: hall().rematch("t", guest(2)),
            lambda: hall().rematch("t", guest(2)),
            lambda: hall().leave("t", guest(3)),
            lambda: hall().sit("t", "stranger", "Olli"),
            lambda: hall().rematch("t", "stranger"),
        ]
        done = await log.in_some_order(works, rng)
        made = set(done[:3])
        assert len(made) == 1, done
        (new,) = made
        assert isinstance(done[4], TableError)
        assert isinstance(done[5], NotSeatedHere)
        assert sorted(log._tables) == sorted(["t", new])
        told = [entry for entry in log._tables["t"].entries if isinstance(entry, RematchMade)]
        assert told == [RematchMade(new)]
        # The one who left has only to press as well.
        works = [lambda seat=seat: arrive(hall(), guest(seat)) for seat in (3, 1, 2)]  # type: ignore[misc]
        assert await log.in_some_order(works, rng) == [new] * 3
        log.hurry()
        await at[0].refresh(new)
        table = await table_of(at[0], new)
        assert [(seat.kind, seat.guest) for seat in table.seats] == [
            (SeatKind.PERSON, guest(seat)) for seat in (1, 2, 3)
        ]


async def arrive(hall: Hall, who: str) -> str:
    new = await hall.rematch("t", who)
    if (await hall.look(new, who)).kept is not None:
        await hall.sit(new, who)
    return new


@settings(max_examples=60)
@given(seed=st.integers(0, 2**32))
def test_whoever_presses_when_there_is_one_table_and_all_get_there(seed: int) -> None:
    asyncio.run(an_end(1, seed))


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32))
def test_there_is_one_table_from_two_servers_too(seed: int) -> None:
    asyncio.run(an_end(2, seed))


def test_a_rematch_is_one_table_whoever_asks_and_how_often() -> None:
    async def run() -> None:
        async with a_hall() as hall:
            id = await seated(hall, 2, 20)
            with pytest.raises(NotOver):
                await hall.rematch(id, guest(1))
            while await play_on(hall, id, random.Random(1)):
                pass
            with pytest.raises(NotSeatedHere):
                await hall.rematch(id, "stranger")
            made = await asyncio.gather(*(hall.rematch(id, guest(seat)) for seat in (1, 2, 1)))
            assert len(set(made)) == 1
            assert await hall.rematch_of(id) == made[0] == await hall.rematch(id, guest(2))
            for seat in (2, 1):
                assert (await hall.look(made[0], guest(seat))).kept == seat
                await hall.sit(made[0], guest(seat))
            await quiet(hall)
            assert (await table_of(hall, made[0])).to_act is not None
            assert (await hall.look(id)).view.rematch is None
            assert (await hall.look(id, guest(1))).view.rematch == made[0]
            assert await hall.finished() == (id,)

    asyncio.run(run())


def test_a_server_that_ended_in_between_left_the_same_table() -> None:
    async def run() -> None:
        log = MemoryLog()
        await log.create("t", SEED, OLD.entries, Summary.of(OLD))
        async with a_hall(log) as hall:
            new = await hall.rematch("t", guest(1))
            await hall.sit(new, guest(1))
            kept = log._tables[new].entries
        # The new table was stored, and that the old one leads there was not.
        log._tables["t"].entries = list(OLD.entries)
        async with a_hall(log) as hall:
            assert await hall.rematch("t", guest(2)) == new
            await hall.sit(new, guest(2))
            assert log._tables[new].entries[: len(kept)] == kept
            assert (await table_of(hall, new)).people == (1, 2)

    asyncio.run(run())


def test_a_rematch_that_was_cleared_away_is_there_again() -> None:
    async def run() -> None:
        log = MemoryLog()
        await log.create("t", SEED, OLD.entries, Summary.of(OLD))
        async with a_hall(log) as hall:
            new = await hall.rematch("t", guest(1))
            del log._tables[new]
            hall._forget(new)
            with pytest.raises(NoSuchTable):
                await hall.look(new)
            assert await hall.rematch("t", guest(2)) == new
            assert (await hall.look(new, guest(1))).kept == 1

    asyncio.run(run())


def test_the_id_of_a_rematch_comes_of_what_nobody_knows_alone() -> None:
    ids = {rematch_id(OLD, SEED), rematch_id(OLD, bytes(32))}
    for seat in (1, 2, 3):
        seats = list(OLD.seats)
        seats[seat - 1] = replace(seats[seat - 1], guest="another")
        ids.add(rematch_id(replace(OLD, seats=tuple(seats)), SEED))
    assert len(ids) == 5
