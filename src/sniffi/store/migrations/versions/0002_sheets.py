"""The referee's sheets and the entries of their logs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make both."""
    op.create_table(
        "sheets",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False, comment="of the last entry"),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("changed", sa.Integer, nullable=False, comment="seconds since 1970, UTC"),
    )
    op.create_index("sheets_by_over", "sheets", ["over", "changed"])
    op.create_table(
        "sheet_entries",
        sa.Column(
            "sheet_id",
            sa.String(64),
            sa.ForeignKey("sheets.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("entry", sa.Text, nullable=False, comment="JSON"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Take both away."""
    op.drop_table("sheet_entries")
    op.drop_table("sheets")
