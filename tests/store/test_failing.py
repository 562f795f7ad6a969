"""A store that cannot write: a typed error, nothing told, and the table goes on later."""

import asyncio
import random
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event
from sqlalchemy.exc import OperationalError

from sniffi.store import Store, open_store
from sniffi.store.database import WRITES
from sniffi.tables import (
    Conflict,
    Hall,
    LogBusy,
    LogFull,
    NoSuchTable,
    NotRead,
    NotStored,
    Ready,
    Settings,
    Stage,
    Summary,
    Table,
)
from sniffi.tables.seating import open_table
from tests.tables.company import Listener, a_hall, play_on, quiet, seated, table_of
from tests.tables.made import guest

SEED = bytes(32)
OPENED = open_table(Settings.of(2), SEED, 0)
WAITING = Summary(Stage.WAITING, True, 2)


@asynccontextmanager
async def a_game(path: Path) -> AsyncIterator[tuple[Store, Hall, str]]:
    async with (
        open_store(f"sqlite:///{path / 'tables.db'}", busy_seconds=0.05) as store,
        a_hall(store) as hall,
    ):
        id = await seated(hall, 2, 10_000)
        await quiet(hall)
        yield store, hall, id


class FullDisk:
    """Lets SQLite's file grow no more while it lasts."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def _limit(self, connection: Connection) -> None:
        # It cannot be less than what the file has.
        connection.exec_driver_sql("PRAGMA max_page_count = 1")

    def __enter__(self) -> None:
        event.listen(self._store._engine, "begin", self._limit)

    def __exit__(self, *_: object) -> None:
        event.remove(self._store._engine, "begin", self._limit)

        def free(connection: Connection) -> None:
            connection.exec_driver_sql("PRAGMA max_page_count = 1073741823")

        event.listen(self._store._engine, "begin", free)


async def act(hall: Hall, id: str) -> None:
    table = await table_of(hall, id)
    assert table.game is not None
    assert table.to_act is not None
    action = table.game.legal_actions()[0]
    await hall.act(id, guest(table.to_act), table.to_act, action, table.told)


def test_a_full_disk_is_told_and_nothing_else_is(tmp_path: Path) -> None:
    async def run() -> None:
        async with a_game(tmp_path) as (store, hall, id):
            listener = Listener(hall, id, None)
            await listener.begin(0)
            await listener.hear()
            rng = random.Random(1)
            refused = None
            with FullDisk(store):
                for _ in range(500):
                    before = await table_of(hall, id)
                    try:
                        await play_on(hall, id, rng)
                    except LogFull as error:
                        refused = error
                        break
                assert refused is not None
                assert await table_of(hall, id) is before
                await listener.hear()
                assert len(listener.entries) == before.number
            assert (await store.load(id)).entries == before.entries
            assert await play_on(hall, id, rng)
            after = await table_of(hall, id)
            assert after.number > before.number
            assert (await store.load(id)).entries == after.entries
            listener.stop()

    asyncio.run(run())


def test_a_database_that_another_holds_is_told_and_played_on_later(tmp_path: Path) -> None:
    async def run() -> None:
        async with a_game(tmp_path) as (store, hall, id):
            before = await table_of(hall, id)
            other = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(LogBusy):
                await act(hall, id)
            assert await table_of(hall, id) is before
            assert (await store.load(id)).entries == before.entries
            other.execute("ROLLBACK")
            other.close()
            await act(hall, id)
            assert (await table_of(hall, id)).number > before.number

    asyncio.run(run())


def test_one_write_that_cannot_be_spoils_no_other(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_store(f"sqlite:///{tmp_path / 'tables.db'}") as store:
            for table in "abc":
                await store.create(table, SEED, OPENED, WAITING)
            connection = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
            # As if another server were in the middle of writing number 2 of b.
            connection.execute("INSERT INTO entries VALUES ('b', 2, '{}')")
            connection.close()
            done = await asyncio.gather(
                *(store.append(table, 1, [Ready(1)], WAITING) for table in "abc"),
                store.append("nowhere", 1, [Ready(1)], WAITING),
                return_exceptions=True,
            )
            assert [type(one) for one in done] == [
                type(None),
                Conflict,
                type(None),
                NoSuchTable,
            ]
            for table in "ac":
                assert await store.read(table, 1) == (Ready(1),)
                await store.append(table, 2, [Ready(1)], WAITING)

    asyncio.run(run())


def test_a_failure_of_the_driver_itself_is_told_as_not_stored(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_store(f"sqlite:///{tmp_path / 'tables.db'}") as store:
            await store.create("a", SEED, OPENED, WAITING)

            def fail(connection: Connection) -> None:
                if connection.get_execution_options().get(WRITES):
                    raise OperationalError("secret statement", {}, Exception("secret"))

            event.listen(store._engine, "begin", fail)
            with pytest.raises(NotStored) as refused:
                await store.append("a", 1, [Ready(1)], WAITING)
            assert type(refused.value) is NotStored
            assert isinstance(refused.value.__cause__, OperationalError)
            with pytest.raises(NotStored):
                await store.clear(10**9)
            assert (await store.load("a")).entries == OPENED
            event.remove(store._engine, "begin", fail)
            await store.append("a", 1, [Ready(1)], WAITING)

    asyncio.run(run())


def test_what_cannot_be_read_is_told_as_such(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_store(f"sqlite:///{tmp_path / 'tables.db'}") as store:
            await store.create("a", SEED, OPENED, WAITING)
            connection = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
            connection.execute("DROP TABLE entries")
            connection.close()
            for read in (store.load("a"), store.read("a", 0)):
                with pytest.raises(NotRead):
                    await read

    asyncio.run(run())


def test_a_closed_store_writes_what_waited_and_no_more(tmp_path: Path) -> None:
    async def run() -> None:
        store = open_store(f"sqlite:///{tmp_path / 'tables.db'}")
        writes = [
            asyncio.ensure_future(store.create(str(n), SEED, OPENED, WAITING)) for n in range(50)
        ]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*writes)
        with pytest.raises(NotStored):
            await store.create("late", SEED, OPENED, WAITING)
        async with open_store(f"sqlite:///{tmp_path / 'tables.db'}") as again:
            for n in range(50):
                loaded: Any = await again.load(str(n))
                assert Table.replay(str(n), loaded.entries).number == len(OPENED)

    asyncio.run(run())
