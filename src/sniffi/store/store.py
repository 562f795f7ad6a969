"""The store: logs of tables and sheets in a database (``sniffi.tables.Log``, ``SheetLog``)."""

from __future__ import annotations

import asyncio
import time as system_time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Self, TypeVar

from sqlalchemy import Connection, func, select
from sqlalchemy.exc import SQLAlchemyError

from sniffi.record.errors import JsonError
from sniffi.referee.errors import NoSuchSheet
from sniffi.referee.facts import SheetEntry
from sniffi.referee.plain import entry_from_text as sheet_entry_from_text
from sniffi.referee.plain import entry_to_text as sheet_entry_to_text
from sniffi.store.database import open_database
from sniffi.store.schema import games, sheets, tables
from sniffi.store.shelves import SHEETS, TABLES, Shelf
from sniffi.store.steady import SteadyTime
from sniffi.store.writer import Addition, Clearing, Creation, Writer
from sniffi.tables.entries import Entry
from sniffi.tables.errors import NoSuchTable, NotRead
from sniffi.tables.log import Stored, Summary
from sniffi.tables.plain import entry_from_text, entry_to_text
from sniffi.tables.view import Stage

E = TypeVar("E")
T = TypeVar("T")

READERS = 2
"""How many reads go on at a time; none waits for the writer."""
MOST_AWAY = 7.0 * 24 * 60 * 60
"""How many seconds between two runs make logs older."""


class Store:
    """A ``sniffi.tables.Log`` and a ``sniffi.referee.SheetLog`` in one database. Made by
    ``open_store``; use it from event loops."""

    def __init__(
        self,
        url: str,
        *,
        busy_seconds: float = 5.0,
        most_away: float = MOST_AWAY,
        time: Callable[[], float] = system_time.time,
        forward: Callable[[], float] = system_time.monotonic,
    ) -> None:
        self._engine = open_database(url, busy_seconds)
        with self._engine.connect() as connection:
            changes = [
                connection.scalar(select(func.max(kind.c.changed))) for kind in (tables, sheets)
            ]
        latest = max((changed for changed in changes if changed is not None), default=None)
        self._time = SteadyTime(latest, most_away, time, forward)
        self._readers = ThreadPoolExecutor(READERS, "sniffi-reader")
        self._writer = Writer(self._engine, self._time)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """See ``close``."""
        await self.close()

    async def close(self) -> None:
        """Write what waits, then let the database go."""
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._writer.close()
        self._readers.shutdown()
        self._engine.dispose()

    async def create(
        self, table: str, seed: bytes, entries: Sequence[Entry], summary: Summary
    ) -> None:
        """See ``Log.create``."""
        head = {"seed": seed, **_head(summary)}
        await self._writer.write(Creation(TABLES, table, _texts(entries), head, summary.guests))

    async def append(
        self, table: str, after: int, entries: Sequence[Entry], summary: Summary
    ) -> None:
        """See ``Log.append``."""
        await self.rewrite(table, after, entries, summary, {})

    async def rewrite(
        self,
        table: str,
        after: int,
        entries: Sequence[Entry],
        summary: Summary,
        changed: Mapping[int, Entry],
    ) -> None:
        """See ``Log.rewrite``."""
        new = {number: entry_to_text(entry) for number, entry in changed.items()}
        await self._writer.write(
            Addition(TABLES, table, after, _texts(entries), _head(summary), summary.guests, new)
        )

    async def clear(self, before: int) -> tuple[str, ...]:
        """See ``Log.clear``."""
        return await self._writer.write(Clearing(TABLES, round(self._time.of(before))))

    async def load(self, table: str) -> Stored:
        """See ``Log.load``."""

        def read(connection: Connection) -> Stored:
            seed = connection.scalar(select(tables.c.seed).where(tables.c.id == table))
            if seed is None:
                raise NoSuchTable
            return Stored(bytes(seed), _read(connection, TABLES, table, 0, entry_from_text))

        return await self._reading(read)

    async def read(self, table: str, after: int) -> tuple[Entry, ...]:
        """See ``Log.read``."""
        return await self._reading(
            lambda connection: _read(connection, TABLES, table, after, entry_from_text)
        )

    async def open_tables(self, most: int) -> tuple[str, ...]:
        """See ``Log.open_tables``."""
        found = (
            select(tables.c.id)
            .where(tables.c.stage == str(Stage.WAITING), tables.c.listed, tables.c.free > 0)
            .order_by(tables.c.changed.desc(), tables.c.id)
            .limit(most)
        )
        return await self._reading(lambda connection: tuple(connection.scalars(found)))

    async def finished(self, most: int, skip: int = 0) -> tuple[str, ...]:
        """See ``Log.finished``."""
        found = (
            select(tables.c.id)
            .where(tables.c.stage == str(Stage.OVER))
            .order_by(tables.c.changed.desc(), tables.c.id)
            .limit(most)
            .offset(skip)
        )
        return await self._reading(lambda connection: tuple(connection.scalars(found)))

    async def games_of(self, guest: str, most: int, skip: int = 0) -> tuple[str, ...]:
        """See ``Log.games_of``."""
        found = (
            select(games.c.table_id)
            .where(games.c.guest == guest)
            .order_by(games.c.ended.desc(), games.c.table_id)
            .limit(most)
            .offset(skip)
        )
        return await self._reading(lambda connection: tuple(connection.scalars(found)))

    # The referee's sheets (see ``sniffi.referee.SheetLog``) ------------------------------------

    async def create_sheet(self, sheet: str, entries: Sequence[SheetEntry]) -> None:
        """See ``SheetLog.create_sheet``."""
        texts = tuple(map(sheet_entry_to_text, entries))
        await self._writer.write(Creation(SHEETS, sheet, texts, {"over": False}))

    async def append_to_sheet(
        self, sheet: str, after: int, entries: Sequence[SheetEntry], *, over: bool
    ) -> None:
        """See ``SheetLog.append_to_sheet``."""
        texts = tuple(map(sheet_entry_to_text, entries))
        await self._writer.write(Addition(SHEETS, sheet, after, texts, {"over": over}))

    async def clear_sheets(self, before: int) -> tuple[str, ...]:
        """See ``SheetLog.clear_sheets``."""
        return await self._writer.write(Clearing(SHEETS, round(self._time.of(before))))

    async def read_sheet(self, sheet: str, after: int = 0) -> tuple[SheetEntry, ...]:
        """See ``SheetLog.read_sheet``."""

        def read(connection: Connection) -> tuple[SheetEntry, ...]:
            last = connection.scalar(select(sheets.c.number).where(sheets.c.id == sheet))
            if last is None:
                raise NoSuchSheet
            return _read(connection, SHEETS, sheet, after, sheet_entry_from_text)

        return await self._reading(read)

    # What all reads go through -----------------------------------------------------------------

    async def _reading(self, read: Callable[[Connection], T]) -> T:
        """What ``read`` gives, in a thread."""

        def work() -> T:
            try:
                with self._engine.connect() as connection:
                    return read(connection)
            except SQLAlchemyError as error:
                raise NotRead from error

        return await asyncio.get_running_loop().run_in_executor(self._readers, work)


def _head(summary: Summary) -> dict[str, object]:
    return {"stage": str(summary.stage), "listed": summary.listed, "free": summary.free}


def _texts(entries: Iterable[Entry]) -> tuple[str, ...]:
    return tuple(entry_to_text(entry) for entry in entries)


def _read(
    connection: Connection, shelf: Shelf, log: str, after: int, entry_of: Callable[[str], E]
) -> tuple[E, ...]:
    """The entries of a log after that number.

    Raises:
        BadEntry, BadSheetEntry: what is stored is no entry, or one is missing.
    """
    columns = shelf.entries.c
    found = connection.execute(
        select(columns.number, columns.entry)
        .where(columns[shelf.owner] == log, columns.number > after)
        .order_by(columns.number)
    )
    read = []
    for due, (number, text) in enumerate(found, after + 1):
        if number != due:
            raise shelf.bad_entry(due, "missing")
        try:
            read.append(entry_of(text))
        except (JsonError, ValueError) as error:
            raise shelf.bad_entry(number, type(error).__name__) from error
    return tuple(read)
