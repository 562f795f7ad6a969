"""Brings a database up to date when a store is opened."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from sniffi.store.errors import DatabaseTooNew

MIGRATIONS = Path(__file__).with_name("migrations")


def migrate(connection: Connection) -> None:
    """Run the steps that the database has not had, in the transaction of ``connection``.

    Raises:
        DatabaseTooNew: it has had steps that are not known here.
    """
    config = Config()
    # Alembic reads a percent sign as the beginning of something else.
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    script = ScriptDirectory.from_config(config)
    known = {step.revision for step in script.walk_revisions()}
    for revision in MigrationContext.configure(connection).get_current_heads():
        if revision not in known:
            raise DatabaseTooNew(revision)
    command.upgrade(config, "head")
