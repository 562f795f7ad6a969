"""Tables and the entries of their logs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make both."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("seed", sa.LargeBinary(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False, comment="of the last entry"),
        sa.Column("stage", sa.String(16), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("free", sa.Integer, nullable=False, comment="seats that anybody can take"),
        sa.Column("changed", sa.Integer, nullable=False, comment="seconds since 1970, UTC"),
    )
    op.create_index("tables_by_stage", "tables", ["stage", "changed"])
    op.create_table(
        "entries",
        sa.Column(
            "table_id",
            sa.String(64),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("entry", sa.Text, nullable=False, comment="JSON"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Take both away."""
    op.drop_table("entries")
    op.drop_table("tables")
