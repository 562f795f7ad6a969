"""The database itself: opening it, and what its errors mean."""

from __future__ import annotations

import sqlite3
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError

from sniffi.store.errors import NotADatabase, NotOpened
from sniffi.store.migrate import migrate
from sniffi.tables.errors import LogBusy, LogFull, NotStored

WRITES = "sniffi_writes"
"""Option of a connection that takes the right to write at once when a transaction begins."""

_SQLITE_ERRORS: dict[int, type[NotStored]] = {
    sqlite3.SQLITE_FULL: LogFull,
    sqlite3.SQLITE_BUSY: LogBusy,
    sqlite3.SQLITE_LOCKED: LogBusy,
}


def open_database(url: str, busy_seconds: float) -> Engine:
    """The engine for a database that is up to date.

    Raises:
        NotADatabase, NotOpened, DatabaseTooNew: see ``open_store``.
    """
    try:
        parsed = make_url(url)
        if parsed.get_backend_name() == "sqlite":
            if not parsed.database or parsed.database == ":memory:":
                # Each connection would have a database of its own.
                raise NotADatabase
            engine = create_engine(parsed, connect_args={"timeout": busy_seconds})
            event.listen(engine, "connect", _set_up_sqlite)
            event.listen(engine, "begin", _begin_sqlite)
        else:
            engine = create_engine(parsed)
    except (ArgumentError, NoSuchModuleError, ImportError):
        raise NotADatabase from None
    try:
        with engine.connect().execution_options(**{WRITES: True}) as connection, connection.begin():
            migrate(connection)
    except SQLAlchemyError as error:
        engine.dispose()
        raise NotOpened(_reason(error)) from error
    except BaseException:
        engine.dispose()
        raise
    return engine


def _set_up_sqlite(connection: sqlite3.Connection, _: object) -> None:
    # Transactions are begun here by hand: the driver begins its own too late, and none for DDL.
    connection.isolation_level = None
    cursor = connection.cursor()
    # Readers and the writer do not wait for each other, and what is committed is on the disk.
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    # A transaction that reads first and writes then could find that another wrote in between.
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def not_stored(error: Exception) -> NotStored:
    """What a database's error means to who wanted to store something."""
    original: Any = error.orig if isinstance(error, DBAPIError) else None
    code = getattr(original, "sqlite_errorcode", None)
    # The low byte of SQLite's extended codes is the plain one.
    kind = NotStored if code is None else _SQLITE_ERRORS.get(code & 0xFF, NotStored)
    return kind()


def _reason(error: SQLAlchemyError) -> str:
    return str(error.orig) if isinstance(error, DBAPIError) else type(error).__name__
