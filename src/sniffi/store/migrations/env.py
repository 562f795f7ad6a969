"""Alembic loads this file by its path; ``sniffi.store.migrate`` hands the connection in."""

from __future__ import annotations

from alembic import context

from sniffi.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
)
context.run_migrations()
