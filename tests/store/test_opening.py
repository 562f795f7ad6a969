import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from sniffi.store import DatabaseTooNew, NotADatabase, NotOpened, open_store
from sniffi.store.database import open_database
from sniffi.store.migrate import MIGRATIONS
from sniffi.store.schema import metadata
from sniffi.tables import Stage, Summary
from tests.tables.made import SEED, finished


def url_of(path: Path) -> str:
    return f"sqlite:///{path}"


def test_the_steps_lead_to_the_tables_that_the_code_writes(tmp_path: Path) -> None:
    engine = open_database(url_of(tmp_path / "tables.db"), 1)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_opening_again_and_by_many_at_once_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"

    async def run() -> None:
        for _ in range(2):
            stores = await asyncio.gather(
                *(asyncio.to_thread(open_store, url_of(path)) for _ in range(4))
            )
            await asyncio.gather(*(store.close() for store in stores))

    asyncio.run(run())
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT count(*) FROM alembic_version").fetchone() == (1,)
    connection.close()


def test_what_is_committed_is_on_the_disk_and_readers_do_not_wait(tmp_path: Path) -> None:
    engine = open_database(url_of(tmp_path / "tables.db"), 1)
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
    engine.dispose()


def test_a_database_of_a_newer_sniffi_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    open_database(url_of(path), 1).dispose()
    connection = sqlite3.connect(path)
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.commit()
    connection.close()
    with pytest.raises(DatabaseTooNew) as refused:
        open_store(url_of(path))
    assert refused.value.fields == {"revision": "9999"}


@pytest.mark.parametrize(
    "url", ["", "tables.db", "nothing://x", "sqlite://", "sqlite:///:memory:", "sqlite:///"]
)
def test_an_address_of_no_database_is_refused_without_repeating_it(url: str) -> None:
    with pytest.raises(NotADatabase) as refused:
        open_store(url)
    assert refused.value.fields == {}


def test_a_database_that_cannot_be_opened_says_why(tmp_path: Path) -> None:
    with pytest.raises(NotOpened) as refused:
        open_store(url_of(tmp_path / "no-such-folder" / "tables.db"))
    assert "unable to open" in refused.value.fields["reason"]
    path = tmp_path / "tables.db"
    path.write_bytes(b"This is no database at all, but a text that is long enough to be one." * 9)
    with pytest.raises(NotOpened) as refused:
        open_store(url_of(path))
    assert "not a database" in refused.value.fields["reason"]
    assert path.read_bytes().startswith(b"This is no database")


def test_a_step_that_is_cut_off_has_not_been(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    connection = sqlite3.connect(path)
    # The last of the tables is there already, so the step fails after it has made the others.
    connection.execute("CREATE TABLE entries (x)")
    connection.commit()
    connection.close()
    with pytest.raises(NotOpened):
        open_store(url_of(path))
    connection = sqlite3.connect(path)
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    assert names == {"entries"}
    connection.close()


def test_games_that_ended_before_are_listed_as_everybodys_own(tmp_path: Path) -> None:
    """The database of an older Sniffi: no table of whose games are whose."""
    path, table = tmp_path / "tables.db", finished(3)

    async def write() -> None:
        async with open_store(url_of(path)) as store:
            await store.create("over", SEED, table.entries[:1], Summary(Stage.WAITING, True, 3))
            await store.append("over", 1, table.entries[1:], Summary.of(table))
            await store.create("new", SEED, table.entries[:1], Summary(Stage.WAITING, True, 3))

    asyncio.run(write())
    connection = sqlite3.connect(path)
    connection.execute("DROP TABLE games")
    connection.execute("UPDATE alembic_version SET version_num = '0002'")
    connection.commit()
    connection.close()

    async def read() -> None:
        async with open_store(url_of(path)) as store:
            for seat in table.seats:
                assert seat.guest is not None
                assert await store.games_of(seat.guest, 9) == ("over",)

    asyncio.run(read())


def test_the_steps_are_in_the_package() -> None:
    assert (MIGRATIONS / "env.py").is_file()
    assert sorted(path.name for path in (MIGRATIONS / "versions").glob("0*.py"))


def test_importing_the_store_or_the_tables_imports_no_database_library() -> None:
    code = (
        "import sys, sniffi.store, sniffi.tables; "
        "sys.exit(any(name in sys.modules for name in ('sqlalchemy', 'alembic')))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
