"""What every log keeps to, whether it forgets on exit or not."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from sniffi.store import Store
from sniffi.tables import (
    BadEntry,
    Conflict,
    Entry,
    Log,
    MemoryLog,
    NoSuchTable,
    Ready,
    Settings,
    Stage,
    Summary,
    Table,
    TableExists,
)
from sniffi.tables.seating import open_table, remove_name
from tests.tables.made import finished

SEED = bytes(range(32))
OPENED = open_table(Settings.of(2), SEED, 0)
WAITING = Summary(Stage.WAITING, True, 2)
SAT = {"a": ("aino", "eero"), "b": ("aino",), "c": ("eero",)}
Opens = Callable[[], AbstractAsyncContextManager[Log]]


class Now:
    """A time of day that a test sets."""

    def __init__(self) -> None:
        self.seconds = 1000

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def now() -> Now:
    return Now()


@pytest.fixture(params=["memory", "sqlite"])
def opens(request: pytest.FixtureRequest, tmp_path: Path, now: Now) -> Opens:
    @asynccontextmanager
    async def memory() -> AsyncIterator[Log]:
        yield MemoryLog(now)

    @asynccontextmanager
    async def sqlite() -> AsyncIterator[Log]:
        async with Store(f"sqlite:///{tmp_path / 'tables.db'}", time=now, forward=now) as store:
            yield store

    return memory if request.param == "memory" else sqlite


def with_log(opens: Opens, test: Callable[[Log], Awaitable[None]]) -> None:
    async def run() -> None:
        async with opens() as log:
            await test(log)

    asyncio.run(run())


def readies(*seats: int) -> list[Entry]:
    return [Ready(seat) for seat in seats]


def test_a_table_comes_back_as_it_was_written(opens: Opens) -> None:
    table = finished()

    async def test(log: Log) -> None:
        summary = Summary.of(table)
        await log.create("a", SEED, table.entries[:1], WAITING)
        number = 1
        for size in (1, 2, 5, table.number):
            part = table.entries[number : number + size]
            await log.append("a", number, part, summary)
            number += len(part)
        assert await log.load("a") == (SEED, table.entries)
        for after in (0, 1, 7, table.number, table.number + 5):
            assert await log.read("a", after) == table.entries[after:]

    with_log(opens, test)


def test_a_table_is_created_once(opens: Opens) -> None:
    async def test(log: Log) -> None:
        await log.create("a", SEED, OPENED, WAITING)
        with pytest.raises(TableExists):
            await log.create("a", bytes(32), OPENED, WAITING)
        assert (await log.load("a")).seed == SEED

    with_log(opens, test)


def test_what_there_is_not(opens: Opens) -> None:
    async def test(log: Log) -> None:
        with pytest.raises(NoSuchTable):
            await log.load("a")
        with pytest.raises(NoSuchTable):
            await log.append("a", 1, readies(1), WAITING)
        assert await log.read("a", 0) == ()
        assert await log.open_tables(10) == await log.finished(10) == await log.clear(10**9) == ()

    with_log(opens, test)


def test_entries_follow_the_last_or_are_all_refused(opens: Opens) -> None:
    async def test(log: Log) -> None:
        await log.create("a", SEED, OPENED, WAITING)
        for after in (0, 2, 5):
            with pytest.raises(Conflict) as refused:
                await log.append("a", after, readies(1, 2), WAITING)
            assert refused.value.fields == {"after": after}
        await log.append("a", 1, readies(1, 2), WAITING)
        with pytest.raises(Conflict):
            await log.append("a", 1, readies(2), WAITING)
        assert await log.read("a", 1) == (Ready(1), Ready(2))

    with_log(opens, test)


def test_of_many_at_once_one_goes_through_and_no_other_table_suffers(opens: Opens) -> None:
    async def test(log: Log) -> None:
        for table in "abcde":
            await log.create(table, SEED, OPENED, WAITING)
        jobs = [
            partial(log.append, table, 1, readies(seat), WAITING)
            for seat in (1, 2)
            for table in "abcde"
        ]
        jobs += [
            partial(log.append, "nowhere", 1, readies(1), WAITING),
            partial(log.create, "a", SEED, OPENED, WAITING),
            partial(log.create, "f", SEED, OPENED, WAITING),
        ]
        done = await asyncio.gather(*(job() for job in jobs), return_exceptions=True)
        assert done[:5] == [None] * 5
        assert [type(error) for error in done[5:12]] == [Conflict] * 5 + [NoSuchTable, TableExists]
        assert done[12] is None
        for table in "abcde":
            assert await log.read(table, 1) == (Ready(1),)
        assert await log.read("f", 0) == OPENED

    with_log(opens, test)


def test_tables_that_wait_for_people_are_listed_the_latest_first(opens: Opens, now: Now) -> None:
    async def test(log: Log) -> None:
        for table, summary in (
            ("a", WAITING),
            ("b", WAITING),
            ("private", Summary(Stage.WAITING, False, 2)),
            ("full", Summary(Stage.WAITING, True, 0)),
            ("playing", Summary(Stage.PLAYING, True, 1)),
            ("over", Summary(Stage.OVER, True, 1)),
        ):
            now.seconds += 1
            await log.create(table, SEED, OPENED, summary)
        assert await log.open_tables(10) == ("b", "a")
        assert await log.open_tables(1) == ("b",)
        now.seconds += 1
        await log.append("a", 1, readies(1), WAITING)
        assert await log.open_tables(10) == ("a", "b")
        await log.append("a", 2, readies(1), Summary(Stage.PLAYING, True, 0))
        assert await log.open_tables(10) == ("b",)

    with_log(opens, test)


def test_finished_games_are_listed_the_latest_first(opens: Opens, now: Now) -> None:
    async def test(log: Log) -> None:
        for table in "abcd":
            now.seconds += 1
            await log.create(table, SEED, OPENED, WAITING)
        for table in "cab":
            now.seconds += 1
            await log.append(table, 1, readies(1), Summary(Stage.OVER, True, 0))
        assert await log.finished(10) == ("b", "a", "c")
        assert await log.finished(1, 1) == ("a",)
        assert await log.finished(5, 3) == ()

    with_log(opens, test)


def test_ones_own_finished_games_are_listed_as_they_ended(opens: Opens, now: Now) -> None:
    async def test(log: Log) -> None:
        over = {table: Summary(Stage.OVER, True, 0, guests) for table, guests in SAT.items()}
        for table in over:
            await log.create(table, SEED, OPENED, WAITING)
        for table in ("b", "a", "c"):
            now.seconds += 1
            await log.append(table, 1, readies(1), over[table])
        # What comes later at a table changes nothing in the order.
        now.seconds += 1
        await log.append("b", 2, readies(1), over["b"])
        assert await log.games_of("aino", 10) == ("a", "b")
        assert await log.games_of("eero", 10) == ("c", "a")
        assert await log.games_of("eero", 1, 1) == ("a",)
        assert await log.games_of("nobody", 10) == ()
        await log.clear(10**9)
        assert await log.games_of("aino", 10) == ("a", "b")
        # One that comes as a whole, from elsewhere.
        now.seconds += 1
        await log.create("d", SEED, OPENED, over["b"])
        assert await log.games_of("aino", 10) == ("d", "a", "b")

    with_log(opens, test)


def test_a_name_that_is_removed_is_nowhere_in_the_log(opens: Opens) -> None:
    table = finished()
    (guest,) = {seat.guest for seat in table.seats if seat.person == "Aino"}
    assert guest is not None
    removed = remove_name(table, guest)
    after = table.after(removed)
    changed = {
        n: new
        for n, (old, new) in enumerate(zip(table.entries, after.entries, strict=False), 1)
        if old != new
    }
    assert changed

    async def test(log: Log) -> None:
        await log.create("a", SEED, table.entries, WAITING)
        with pytest.raises(Conflict):
            await log.rewrite("a", table.number - 1, removed, Summary.of(after), changed)
        assert (await log.load("a")).entries == table.entries
        await log.rewrite("a", table.number, removed, Summary.of(after), changed)
        stored = await log.load("a")
        assert stored.entries == after.entries
        assert Table.replay(table.id, stored.entries) == after
        assert "Aino" not in repr(stored.entries)

    with_log(opens, test)


def test_clearing_takes_old_tables_that_are_not_over(opens: Opens, now: Now) -> None:
    async def test(log: Log) -> None:
        for table, stage in (
            ("old", Stage.WAITING),
            ("played", Stage.PLAYING),
            ("over", Stage.OVER),
            ("touched", Stage.PLAYING),
        ):
            await log.create(table, SEED, OPENED, Summary(stage, True, 0))
        now.seconds += 100
        await log.append("touched", 1, readies(1), Summary(Stage.PLAYING, True, 0))
        await log.create("new", SEED, OPENED, WAITING)
        assert await log.clear(1000) == ()
        assert sorted(await log.clear(1001)) == ["old", "played"]
        for table in ("old", "played"):
            with pytest.raises(NoSuchTable):
                await log.load(table)
            assert await log.read(table, 0) == ()
        for table in ("over", "touched", "new"):
            assert (await log.load(table)).entries[:1] == OPENED
        await log.create("old", SEED, OPENED, WAITING)
        assert (await log.load("old")).entries == OPENED

    with_log(opens, test)


def test_the_seed_of_a_running_game_is_in_no_entry(tmp_path: Path) -> None:
    import sqlite3

    async def run() -> None:
        async with Store(f"sqlite:///{tmp_path / 'tables.db'}") as store:
            await store.create("a", SEED, OPENED, WAITING)

    asyncio.run(run())
    connection = sqlite3.connect(tmp_path / "tables.db")
    texts = [text for (text,) in connection.execute("SELECT entry FROM entries")]
    assert len(texts) == len(OPENED)
    assert not any(SEED.hex() in text for text in texts)
    assert connection.execute("SELECT seed FROM tables").fetchall() == [(SEED,)]
    connection.close()


@pytest.mark.parametrize("damage", ["{", "{}", '{"entry":"ready","seat":"1"}', None])
def test_a_damaged_entry_is_told_by_its_number_and_other_tables_are_fine(
    tmp_path: Path, damage: str | None
) -> None:
    import sqlite3

    async def write() -> None:
        async with Store(f"sqlite:///{tmp_path / 'tables.db'}") as store:
            for table in "ab":
                await store.create(table, SEED, [*OPENED, *readies(1, 2)], WAITING)

    async def read() -> None:
        async with Store(f"sqlite:///{tmp_path / 'tables.db'}") as store:
            with pytest.raises(BadEntry) as refused:
                await store.load("a")
            assert refused.value.fields["number"] == 2
            assert len((await store.load("b")).entries) == 3

    asyncio.run(write())
    connection = sqlite3.connect(tmp_path / "tables.db")
    where = "WHERE table_id = 'a' AND number = 2"
    if damage is None:
        connection.execute(f"DELETE FROM entries {where}")
    else:
        connection.execute(f"UPDATE entries SET entry = ? {where}", (damage,))
    connection.commit()
    connection.close()
    asyncio.run(read())
