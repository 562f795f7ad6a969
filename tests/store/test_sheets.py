"""What every log of sheets keeps to, whether it forgets on exit or not."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest

from sniffi.referee import MemorySheets, Noted, SheetLog, Undone
from sniffi.referee.errors import BadSheetEntry, NoSuchSheet, SheetConflict, SheetExists
from sniffi.referee.facts import Passes, Starts
from sniffi.store import Store
from tests.referee.made import head
from tests.store.test_log import Now
from tests.web.server import in_loop

STARTS, PASSES = Noted(Starts(1)), Noted(Passes(1))
Opens = Callable[[], AbstractAsyncContextManager[SheetLog]]


@pytest.fixture
def now() -> Now:
    return Now()


@pytest.fixture(params=["memory", "sqlite"])
def opens(request: pytest.FixtureRequest, tmp_path: Path, now: Now) -> Opens:
    @asynccontextmanager
    async def memory() -> AsyncIterator[SheetLog]:
        yield MemorySheets(now)

    @asynccontextmanager
    async def sqlite() -> AsyncIterator[SheetLog]:
        async with Store(f"sqlite:///{tmp_path / 'tables.db'}", time=now, forward=now) as store:
            yield store

    return memory if request.param == "memory" else sqlite


def test_what_was_written_is_read_and_what_comes_late_is_refused(opens: Opens) -> None:
    async def run() -> None:
        async with opens() as log:
            await log.create_sheet("a", [head()])
            await log.append_to_sheet("a", 1, [STARTS], over=False)
            await log.append_to_sheet("a", 2, [PASSES, Undone()], over=False)
            assert await log.read_sheet("a") == (head(), STARTS, PASSES, Undone())
            assert await log.read_sheet("a", 2) == (PASSES, Undone())
            with pytest.raises(SheetConflict):
                await log.append_to_sheet("a", 2, [PASSES], over=False)
            with pytest.raises(SheetExists):
                await log.create_sheet("a", [head()])
            with pytest.raises(NoSuchSheet):
                await log.read_sheet("b")
            with pytest.raises(NoSuchSheet):
                await log.append_to_sheet("b", 0, [PASSES], over=False)

    asyncio.run(run())


def test_of_many_at_once_for_one_number_one_is_written(opens: Opens) -> None:
    async def run() -> None:
        async with opens() as log:
            await log.create_sheet("a", [head()])
            presses = [log.append_to_sheet("a", 1, [STARTS], over=False) for _ in range(8)]
            come = await asyncio.gather(*presses, return_exceptions=True)
            assert sum(isinstance(each, SheetConflict) for each in come) == 7
            assert len(await log.read_sheet("a")) == 2

    asyncio.run(run())


def test_old_sheets_are_cleared_unless_their_games_are_won(opens: Opens, now: Now) -> None:
    async def run() -> None:
        async with opens() as log:
            for name, over in (("old", False), ("won", True)):
                await log.create_sheet(name, [head()])
                await log.append_to_sheet(name, 1, [STARTS], over=over)
            now.seconds += 100
            await log.create_sheet("new", [head()])
            assert await log.clear_sheets(1000) == ()
            assert await log.clear_sheets(1050) == ("old",)
            assert len(await log.read_sheet("won")) == 2
            assert len(await log.read_sheet("new")) == 1
            with pytest.raises(NoSuchSheet):
                await log.read_sheet("old")

    asyncio.run(run())


@pytest.mark.parametrize(
    "spoil",
    [
        "UPDATE sheet_entries SET entry = '{}' WHERE number = 2",
        "UPDATE sheet_entries SET entry = 'x' WHERE number = 2",
        "DELETE FROM sheet_entries WHERE number = 1",
    ],
)
def test_a_spoilt_sheet_is_told_and_not_guessed_at(tmp_path: Path, spoil: str) -> None:
    path = tmp_path / "tables.db"

    @in_loop
    async def run() -> None:
        async with Store(f"sqlite:///{path}") as log:
            await log.create_sheet("a", [head(), STARTS])
            connection = sqlite3.connect(path)
            connection.execute(spoil)
            connection.commit()
            connection.close()
            with pytest.raises(BadSheetEntry):
                await log.read_sheet("a")

    run()
