"""No clock that is wrong clears away what is played, and none keeps for ever what is not."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sniffi.store import Store
from sniffi.store.steady import SteadyTime
from sniffi.tables import Hall, HallSettings, NoSuchTable
from sniffi.tables.hall import DAY
from tests.tables.clock import FakeClock
from tests.tables.company import quiet, seated
from tests.tables.made import SEED, guest

KEEP = 30 * DAY
MOST_AWAY = KEEP / 2
YEAR = 365 * DAY
LATEST = 1_700_000_000
SETTINGS = HallSettings(bot_pause=0, lot_pause=0, keep=KEEP, tidy_every=DAY / 4)


@given(st.integers(-YEAR, YEAR), st.lists(st.tuples(st.integers(0, DAY), st.integers(-YEAR, YEAR))))
def test_while_it_runs_it_goes_on_as_time_does_whatever_the_clock_says(
    jump: int, steps: list[tuple[int, int]]
) -> None:
    clock = FakeClock()
    clock.wrong = jump
    steady = SteadyTime(LATEST, MOST_AWAY, clock.time, clock.now)
    start = steady()
    assert LATEST <= start <= LATEST + MOST_AWAY
    passed = 0
    for seconds, wrong in steps:
        clock.pass_by(seconds)
        clock.wrong = wrong
        passed += seconds
        assert steady() == start + passed
        # An age by the machine's clock is the same age here.
        assert steady.of(clock.time() - KEEP) == pytest.approx(steady() - KEEP, abs=1)


def test_a_short_time_off_counts_as_it_was() -> None:
    clock = FakeClock()
    assert SteadyTime(None, MOST_AWAY, clock.time, clock.now)() == clock.time()
    assert SteadyTime(clock.time() - DAY, MOST_AWAY, clock.time, clock.now)() == clock.time()


@asynccontextmanager
async def a_run(folder: Path, clock: FakeClock, ids: Iterator[int]) -> AsyncIterator[Hall]:
    """A server that runs for a while."""
    url = f"sqlite:///{folder / 'tables.db'}"
    store = Store(url, most_away=MOST_AWAY, time=clock.time, forward=clock.now)
    hall = Hall(store, SETTINGS, clock=clock, seed=lambda: SEED, id=lambda: f"t{next(ids)}")
    async with store, hall:
        yield hall


async def days(hall: Hall, clock: FakeClock, days: int, played: str) -> None:
    """So many days pass, and in each ten of them somebody comes back to a table, and at last."""
    while days:
        some = min(days, 10)
        clock.pass_by(some * DAY)
        days -= some
        await hall.leave(played, guest(1))
        await hall.return_(played, guest(1))
    await hall.tidy()


async def there(hall: Hall, table: str) -> bool:
    try:
        await hall.look(table)
    except NoSuchTable:
        return False
    return True


@pytest.mark.parametrize("again", [False, True], ids=["running", "started again"])
@pytest.mark.parametrize(
    "jump", [YEAR, -DAY, -YEAR, -50 * YEAR], ids=["year on", "day back", "year back", "1970"]
)
def test_a_jump_clears_nothing_played_lately_and_keeps_nothing_for_ever(
    jump: int, again: bool, tmp_path: Path
) -> None:
    async def run() -> None:
        clock, ids = FakeClock(), count(1)
        async with a_run(tmp_path, clock, ids) as hall:
            played, left = await seated(hall), await seated(hall)
            await quiet(hall)
            await days(hall, clock, 10, played)
            if not again:
                clock.wrong = jump
            await days(hall, clock, 1, played)
            assert await there(hall, played)
            assert await there(hall, left)
        clock.wrong = jump
        async with a_run(tmp_path, clock, ids) as hall:
            await hall.tidy()
            assert await there(hall, played)
            assert await there(hall, left)
            await days(hall, clock, 22, played)
            assert await there(hall, played)
            assert not await there(hall, left)
        # The clock is set right, and wrong again, and at last one table is not played any more.
        for wrong in (0, jump, 0):
            clock.wrong = wrong
            async with a_run(tmp_path, clock, ids) as hall:
                await hall.tidy()
                assert await there(hall, played)
                await days(hall, clock, 1, played)
        async with a_run(tmp_path, clock, ids) as hall:
            other = await seated(hall)
            await days(hall, clock, 31, other)
            assert await there(hall, other)
            assert not await there(hall, played)

    asyncio.run(run())
