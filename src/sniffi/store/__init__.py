"""Where the tables' logs live: SQLite as it comes.

``open_store(url)`` gives a ``sniffi.tables.Log``. Importing this imports no database library;
opening a store does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sniffi.store.errors import DatabaseTooNew, NotADatabase, NotOpened

if TYPE_CHECKING:
    from sniffi.store.store import Store

__all__ = ["DatabaseTooNew", "NotADatabase", "NotOpened", "Store", "open_store"]


def open_store(url: str, *, busy_seconds: float = 5.0, most_away: float | None = None) -> Store:
    """The store at a database's URL, its tables made or brought up to date.

    It may be opened before there is an event loop. ``await store.close()`` ends it.

    Args:
        url: such as ``sqlite:///tables.db``, as SQLAlchemy writes it.
        busy_seconds: for how long to wait when another program holds the database.
        most_away: how many seconds since the latest entry make logs older when the store is opened:
            the machine may have been off for so long, or its clock may be wrong.

    Raises:
        NotADatabase: the URL names no database that can be used here.
        NotOpened: it cannot be opened or brought up to date.
        DatabaseTooNew: a newer Sniffi has used it.
    """
    from sniffi.store.store import MOST_AWAY, Store

    away = MOST_AWAY if most_away is None else most_away
    return Store(url, busy_seconds=busy_seconds, most_away=away)


def __getattr__(name: str) -> object:
    if name == "Store":
        from sniffi.store.store import Store

        return Store
    raise AttributeError(name)
