"""Who sat at the tables whose games are over."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_SITTING = """
    SELECT tables.id, tables.changed, entries.entry
    FROM tables JOIN entries ON entries.table_id = tables.id
    WHERE tables.stage = 'over' AND (
        entries.entry LIKE '{"entry":"person-sat"%' OR entries.entry LIKE '{"entry":"bot-sat"%'
    )
    ORDER BY tables.id, entries.number
"""


def upgrade() -> None:
    """Make the table, and fill it from the logs: who took a seat last played there."""
    games = op.create_table(
        "games",
        sa.Column("guest", sa.String(100), primary_key=True),
        sa.Column(
            "table_id",
            sa.String(64),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("ended", sa.Integer, nullable=False, comment="seconds since 1970, UTC"),
        sqlite_with_rowid=False,
    )
    op.create_index("games_by_guest", "games", ["guest", "ended"])
    found: dict[tuple[str, int], tuple[str | None, int]] = {}
    # The colons are no parameters.
    statement = sa.text(_SITTING.replace(":", r"\:"))
    for table, changed, text in op.get_bind().execute(statement):
        entry = json.loads(text)
        found[table, entry["seat"]] = (entry.get("guest"), changed)
    rows = {
        (guest, table): {"guest": guest, "table_id": table, "ended": changed}
        for (table, _), (guest, changed) in found.items()
        if guest is not None
    }
    if rows:
        op.bulk_insert(games, list(rows.values()))


def downgrade() -> None:
    """Take it away."""
    op.drop_table("games")
