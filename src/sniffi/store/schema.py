"""The database's tables as they are now; ``migrations`` is how they came to be."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", String(64), primary_key=True),
    # Apart from the entries, so that whoever reads those of a running game learns no tile.
    Column("seed", LargeBinary(32), nullable=False),
    Column("number", Integer, nullable=False, comment="of the last entry"),
    Column("stage", String(16), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("free", Integer, nullable=False, comment="seats that anybody can take"),
    Column("changed", Integer, nullable=False, comment="seconds since 1970, UTC"),
    Index("tables_by_stage", "stage", "changed"),
)
"""One row a table; all but the seed can be computed from its entries, and spares reading them."""

entries = Table(
    "entries",
    metadata,
    Column("table_id", String(64), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("entry", Text, nullable=False, comment="JSON"),
    sqlite_with_rowid=False,
)
"""One row an entry of a table's log, numbered from 1: no two can ever be written as number n."""

games = Table(
    "games",
    metadata,
    Column("guest", String(100), primary_key=True),
    Column("table_id", String(64), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("ended", Integer, nullable=False, comment="seconds since 1970, UTC"),
    Index("games_by_guest", "guest", "ended"),
    sqlite_with_rowid=False,
)
"""One row for each person of a finished game: whose games are whose."""

sheets = Table(
    "sheets",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("number", Integer, nullable=False, comment="of the last entry"),
    Column("over", Boolean, nullable=False),
    Column("changed", Integer, nullable=False, comment="seconds since 1970, UTC"),
    Index("sheets_by_over", "over", "changed"),
)
"""One row a sheet of the referee."""

sheet_entries = Table(
    "sheet_entries",
    metadata,
    Column("sheet_id", String(64), ForeignKey("sheets.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("entry", Text, nullable=False, comment="JSON"),
    sqlite_with_rowid=False,
)
"""One row an entry of a sheet's log, as of a table's."""
