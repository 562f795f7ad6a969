"""The one thread that writes: whatever waits is committed together, each write whole or not at all.

A commit waits for the disk, and the disk takes as long for one entry as for hundreds. So while it
works, writes gather, and the next commit has them all. Each is checked on its own first: one that
comes too late is refused and the others go through.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Engine, Update, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from sniffi.rules import SniffiError
from sniffi.store.database import WRITES, not_stored
from sniffi.store.schema import games
from sniffi.store.shelves import Shelf
from sniffi.tables.errors import LogBusy, LogFull, NotStored

logger = logging.getLogger(__name__)

MOST_TOGETHER = 500
"""How many writes one commit takes."""


@dataclass(eq=False)
class Write:
    """Something to be written, for a coroutine that waits for it."""

    result: tuple[str, ...] = field(default=(), init=False)
    error: SniffiError | None = field(default=None, init=False)
    loop: asyncio.AbstractEventLoop = field(init=False)
    done: asyncio.Future[tuple[str, ...]] = field(init=False)

    def __post_init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.done = self.loop.create_future()

    def settle(self) -> None:
        """In the loop: let the one who waits go on."""
        if self.done.done():
            return
        if self.error is not None:
            self.done.set_exception(self.error)
        else:
            self.done.set_result(self.result)


@dataclass(eq=False)
class Creation(Write):
    """A new log with its first entries, as texts."""

    shelf: Shelf
    log: str
    entries: Sequence[str]
    head: Mapping[str, object]
    """The columns of its head that are its kind's own."""
    guests: Sequence[str] = ()
    """Of a table whose game is over: who sat there."""

    def refusal(self, number: int | None) -> SniffiError | None:
        """Why it cannot be written when the log's last entry has that number, if it has any."""
        return None if number is None else self.overtaken()

    def overtaken(self) -> SniffiError:
        """Another was quicker."""
        return self.shelf.exists()


@dataclass(eq=False)
class Addition(Write):
    """Entries, as texts, that follow number ``after`` of a log."""

    shelf: Shelf
    log: str
    after: int
    entries: Sequence[str]
    head: Mapping[str, object]
    """The columns of its head that change with its entries."""
    guests: Sequence[str] = ()
    """Of a table whose game is over: who sat there."""
    changed: Mapping[int, str] = field(default_factory=dict)
    """What stands from now on in the place of old entries, by number."""

    def refusal(self, number: int | None) -> SniffiError | None:
        """Why it cannot be written when the log's last entry has that number, if it has any."""
        if number is None:
            return self.shelf.missing()
        return None if number == self.after else self.overtaken()

    def overtaken(self) -> SniffiError:
        """Another was quicker."""
        return self.shelf.conflict(self.after)


@dataclass(eq=False)
class Clearing(Write):
    """Unfinished logs that have not changed since ``before`` are to be deleted."""

    shelf: Shelf
    before: int


class Writer:
    """The thread, and the queue of what it has to write."""

    def __init__(self, engine: Engine, time: Callable[[], float]) -> None:
        self._engine = engine
        self._time = time
        self._queue: queue.SimpleQueue[Write | None] = queue.SimpleQueue()
        self._closed = False
        # A daemon: a program that fails must not hang. Who wants all written calls ``close``.
        self._thread = threading.Thread(target=self._work, name="sniffi-writer", daemon=True)
        self._thread.start()

    async def write(self, write: Write) -> tuple[str, ...]:
        """Return when it is on the disk.

        Raises:
            SniffiError: it is not there, and why.
        """
        if self._closed:
            raise NotStored
        self._queue.put(write)
        return await write.done

    def close(self) -> None:
        """Write what waits and end the thread."""
        self._closed = True
        self._queue.put(None)
        self._thread.join()

    # In the thread ---------------------------------------------------------------------------

    def _work(self) -> None:
        going = True
        while going:
            batch: list[Write] = []
            write = self._queue.get()
            while write is not None:
                batch.append(write)
                if len(batch) == MOST_TOGETHER or self._queue.empty():
                    break
                write = self._queue.get()
            going = write is not None
            self._write(batch)
            _settle(batch)

    def _write(self, batch: Sequence[Write]) -> None:
        """Write all of them; each has its result or its error then."""
        logs = [write for write in batch if isinstance(write, Creation | Addition)]
        clearings = [write for write in batch if isinstance(write, Clearing)]
        if logs:
            self._write_logs(logs)
        for clearing in clearings:
            try:
                with self._transaction() as connection:
                    clearing.result = _clear(connection, clearing.shelf, clearing.before)
            except Exception as error:
                clearing.error = _meaning(error)

    def _write_logs(self, logs: Sequence[Creation | Addition]) -> None:
        try:
            with self._transaction() as connection:
                _write_logs(connection, logs, int(self._time()))
        except Exception as error:
            why = _meaning(error)
            if len(logs) > 1 and not isinstance(why, LogFull | LogBusy):
                # One of them is to blame, and the others must not suffer for it.
                for write in logs:
                    write.error = None
                    self._write_logs([write])
                return
            for write in logs:
                write.error = why
                if isinstance(error, IntegrityError):
                    # Another server wrote between our looking and our writing.
                    write.error = write.overtaken()

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        with self._engine.connect() as connection:
            connection = connection.execution_options(**{WRITES: True})
            with connection.begin():
                yield connection


def _write_logs(connection: Connection, logs: Sequence[Creation | Addition], changed: int) -> None:
    """Write those that fit what is there; the others have their errors then."""
    for shelf in dict.fromkeys(write.shelf for write in logs):
        _write_shelf(connection, shelf, [log for log in logs if log.shelf is shelf], changed)


def _write_shelf(
    connection: Connection, shelf: Shelf, logs: Sequence[Creation | Addition], changed: int
) -> None:
    wanted = sorted({write.log for write in logs})
    heads = shelf.heads
    # The lock keeps other servers from these rows; SQLite has locked everything already.
    found = connection.execute(
        select(heads.c.id, heads.c.number)
        .where(heads.c.id.in_(wanted))
        .order_by(heads.c.id)
        .with_for_update()
    )
    numbers: dict[str, int] = {row.id: row.number for row in found}
    new_heads: list[dict[str, Any]] = []
    gone_on: dict[str, dict[str, Any]] = {}
    new_entries: list[dict[str, Any]] = []
    others: list[dict[str, Any]] = []
    ended: dict[str, Sequence[str]] = {}
    for write in logs:
        before = numbers.get(write.log)
        write.error = write.refusal(before)
        if write.error is not None:
            continue
        before = before or 0
        number = numbers[write.log] = before + len(write.entries)
        row = {**write.head, "number": number, "changed": changed}
        if isinstance(write, Creation):
            new_heads.append({"id": write.log, **row})
        else:
            new = {f"new_{name}": value for name, value in row.items()}
            gone_on[write.log] = {"log": write.log, **new}
            others += [
                {"log": write.log, "at": number, "new": text}
                for number, text in write.changed.items()
            ]
        if write.guests:
            ended[write.log] = write.guests
        new_entries += [
            {shelf.owner: write.log, "number": number, "entry": entry}
            for number, entry in enumerate(write.entries, before + 1)
        ]
    for statement, rows in (
        (insert(heads), new_heads),
        (shelf.go_on, list(gone_on.values())),
        (insert(shelf.entries), new_entries),
        (_instead(shelf), others),
    ):
        if rows:
            connection.execute(statement, rows)
    if ended:
        _remember(connection, ended, changed)


def _instead(shelf: Shelf) -> Update:
    """An entry in the place of another."""
    columns = shelf.entries.c
    return (
        update(shelf.entries)
        .where(columns[shelf.owner] == bindparam("log"), columns.number == bindparam("at"))
        .values(entry=bindparam("new"))
    )


def _remember(connection: Connection, ended: Mapping[str, Sequence[str]], now: int) -> None:
    """Write down whose games have ended, each once."""
    known = set(
        connection.scalars(select(games.c.table_id).where(games.c.table_id.in_(list(ended))))
    )
    rows = [
        {"guest": guest, "table_id": table, "ended": now}
        for table, guests in ended.items()
        if table not in known
        for guest in dict.fromkeys(guests)
    ]
    if rows:
        connection.execute(insert(games), rows)


def _clear(connection: Connection, shelf: Shelf, before: int) -> tuple[str, ...]:
    """Delete old logs that are not finished; which they were."""
    heads, entries = shelf.heads, shelf.entries
    old = shelf.unfinished & (heads.c.changed < before)
    ids = tuple(connection.scalars(select(heads.c.id).where(old).with_for_update()))
    if ids:
        # By what they are, not by a list of them, which may be too long for a statement.
        of_old = entries.c[shelf.owner].in_(select(heads.c.id).where(old))
        connection.execute(delete(entries).where(of_old))
        connection.execute(delete(heads).where(old))
    return ids


def _meaning(error: Exception) -> NotStored:
    """What a failure means to who wanted to store something."""
    why = not_stored(error)
    why.__cause__ = error
    # Not what it says: that may hold what was to be written.
    logger.error("not stored: %s (%s)", why.code, type(error).__name__)
    return why


def _settle(batch: Sequence[Write]) -> None:
    """Let those who wait go on, each in its own loop."""
    by_loop: defaultdict[asyncio.AbstractEventLoop, list[Write]] = defaultdict(list)
    for write in batch:
        by_loop[write.loop].append(write)
    for loop, writes in by_loop.items():
        # The loop may have ended, and with it those who waited.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(_settle_here, writes)


def _settle_here(writes: Sequence[Write]) -> None:
    for write in writes:
        write.settle()
