"""What is refused when a store is opened; the codes are messages of the catalogue ``store``.

Errors of reading and writing are those of ``sniffi.tables.Log``.
"""

from __future__ import annotations

from sniffi.rules import SniffiError


class StoreError(SniffiError):
    """A store that cannot be opened."""


class NotADatabase(StoreError, code="store.not-a-database"):
    """The URL is of no database that can be used. It may hold a password, so it is not kept."""


class NotOpened(StoreError, code="store.not-opened"):
    """The database cannot be opened or brought up to date, for ``reason`` in the driver's words."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason=reason)


class DatabaseTooNew(StoreError, code="store.database-too-new"):
    """A newer Sniffi has brought the database up to its own date, ``revision``."""

    def __init__(self, revision: str) -> None:
        super().__init__(revision=revision)
