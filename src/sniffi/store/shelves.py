"""The kinds of logs that the store keeps, each in two tables: heads, and the entries."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Table, Update, bindparam, update

from sniffi.referee.errors import BadSheetEntry, NoSuchSheet, SheetConflict, SheetExists
from sniffi.rules import SniffiError
from sniffi.store.schema import entries, sheet_entries, sheets, tables
from sniffi.tables.errors import BadEntry, Conflict, NoSuchTable, TableExists
from sniffi.tables.view import Stage


@dataclass(frozen=True, eq=False)
class Shelf:
    """A kind of logs: where they are, and what is refused in their own words."""

    heads: Table
    """One row a log: its id, the number of its last entry, when it changed, and what lists need."""
    entries: Table
    owner: str
    """The column of ``entries`` that says whose entry it is."""
    told: tuple[str, ...]
    """The columns of ``heads`` that change with the entries, beside those that every head has."""
    unfinished: ColumnElement[bool]
    """Whether a log is cleared away when it does not go on."""
    exists: Callable[[], SniffiError]
    missing: Callable[[], SniffiError]
    conflict: Callable[[int], SniffiError]
    bad_entry: Callable[[int, str], SniffiError]

    @property
    def go_on(self) -> Update:
        """A head after new entries."""
        changing = ("number", "changed", *self.told)
        return (
            update(self.heads)
            .where(self.heads.c.id == bindparam("log"))
            .values({name: bindparam(f"new_{name}") for name in changing})
        )


TABLES = Shelf(
    tables,
    entries,
    "table_id",
    ("stage", "listed", "free"),
    tables.c.stage != str(Stage.OVER),
    TableExists,
    NoSuchTable,
    Conflict,
    BadEntry,
)
SHEETS = Shelf(
    sheets,
    sheet_entries,
    "sheet_id",
    ("over",),
    sheets.c.over.is_(False),
    SheetExists,
    NoSuchSheet,
    SheetConflict,
    BadSheetEntry,
)
