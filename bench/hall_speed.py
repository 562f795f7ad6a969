"""How many actions a second go through the hall and onto the disk, with people who listen.

``python bench/hall_speed.py``; see bench/README.md for what is measured.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import sqlite3
import sys
import tempfile
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time

try:
    import sniffi
except ModuleNotFoundError:
    sys.path.insert(0, str(Path(__file__).parent.parent / "src"))
    import sniffi

from sniffi.store import Store, open_store
from sniffi.tables import Hall, HallSettings, Notice, Ready, Settings, Summary, Table
from sniffi.tables.log import Log, MemoryLog
from sniffi.tables.plain import entry_to_text
from sniffi.tables.seating import open_table

GOAL = 300
WINDOWS = 3
SEED = bytes(32)


def bare_commits(folder: Path, seconds: float) -> float:
    """Commits a second of one entry each, by sqlite3 alone, with the store's settings."""
    connection = sqlite3.connect(folder / "bare.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE entries (number INTEGER PRIMARY KEY, entry TEXT)")
    text = entry_to_text(Ready(1))
    start, count = perf_counter(), 0
    while perf_counter() - start < seconds:
        connection.execute("INSERT INTO entries VALUES (?, ?)", (count, text))
        count += 1
    connection.close()
    return count / (perf_counter() - start)


async def store_appends(store: Store, tables: int, seconds: float) -> float:
    """Appends a second of one entry each, by as many tables as wait at the same time."""
    opened = open_table(Settings.of(2), SEED, 0)
    summary = Summary.of(Table.replay("", opened))
    start, count = perf_counter(), 0

    async def fill(table: str) -> None:
        nonlocal count
        await store.create(table, SEED, opened, summary)
        number = len(opened)
        while perf_counter() - start < seconds:
            await store.append(table, number, [Ready(1)], summary)
            number += 1
            count += 1

    await asyncio.gather(*(fill(f"appends-{tables}-{n}") for n in range(tables)))
    return count / (perf_counter() - start)


@dataclass
class Count:
    """What happened while it was measured."""

    actions: int = 0
    entries: int = 0
    notices: int = 0
    waits: list[float] = field(default_factory=list)
    """Seconds from asking for an action to having it in the log and in memory."""


@dataclass
class Window:
    """What happened in a few seconds, in how many of this process's own time."""

    took: float
    used: float
    actions: int
    entries: int
    notices: int
    waits: list[float]

    @property
    def rate(self) -> float:
        """Actions a second."""
        return self.actions / self.took

    @property
    def cost(self) -> float:
        """Seconds of the processor for an action, with all that it brings."""
        return self.used / max(1, self.actions)


async def play(
    hall: Hall, table: str, guest: str, rng: Random, count: Count, listening: asyncio.Semaphore
) -> None:
    """Play as fast as can be, by what the subscription brings."""
    async with hall.subscribe(table, guest) as notices:
        listening.release()
        async for notice in notices:
            count.notices += 1
            count.entries += len(notice.entries)
            await answer(hall, table, guest, rng, count, notice)


async def answer(
    hall: Hall, table: str, guest: str, rng: Random, count: Count, notice: Notice
) -> None:
    view = notice.view
    if view.seat is None or view.game is None:
        return
    if view.your_turn:
        start = perf_counter()
        action = rng.choice(view.game.legal_actions())
        await hall.act(table, guest, view.seat, action, view.at)
        count.waits.append(perf_counter() - start)
        count.actions += 1
    elif view.resting and not view.seats[view.seat - 1].ready:
        await hall.ready(table, guest)


async def hall_actions(log: Log, tables: int, seconds: float) -> list[Window]:
    """People at so many tables, two at each, all of whom play and listen, in a few windows."""
    count = Count()
    windows = []
    async with Hall(log, HallSettings(bot_pause=0, lot_pause=0)) as hall:
        # A target out of reach: nobody stops playing.
        ids = [await hall.open(Settings.of(2, 100_000)) for _ in range(tables)]
        listening = asyncio.Semaphore(0)
        players = [
            asyncio.create_task(play(hall, id, f"{n}-{id}", Random(n), count, listening))
            for id in ids
            for n in (1, 2)
        ]
        for _ in players:
            await listening.acquire()
        # All at once: those who sit play, and leave no time for the others.
        await asyncio.gather(*(hall.sit(id, f"{n}-{id}", f"P{n}") for id in ids for n in (1, 2)))
        while count.actions < 2 * tables:
            await asyncio.sleep(0.1)
        for _ in range(WINDOWS):
            before = replace(count, waits=[])
            count.waits.clear()
            start, own = perf_counter(), process_time()
            await asyncio.sleep(seconds)
            windows.append(
                Window(
                    perf_counter() - start,
                    process_time() - own,
                    count.actions - before.actions,
                    count.entries - before.entries,
                    count.notices - before.notices,
                    sorted(count.waits),
                )
            )
        for player in players:
            player.cancel()
        await asyncio.gather(*players, return_exceptions=True)
    return sorted(windows, key=lambda window: window.rate)


async def measure(folder: Path, tables: int, seconds: float) -> bool:
    """Print everything; whether the goal is met."""
    print(f"bare sqlite3, a commit each   {bare_commits(folder, seconds):>9,.0f} appends/s")
    async with open_store(f"sqlite:///{folder / 'tables.db'}") as store:
        for waiting in (1, 10, 100, tables):
            rate = await store_appends(store, waiting, seconds)
            print(f"store, {waiting:>4} tables at a time  {rate:>9,.0f} appends/s")
    met = True
    async with open_store(f"sqlite:///{folder / 'hall.db'}") as store:
        for name, log in (("memory", MemoryLog()), ("store", store)):
            windows = await hall_actions(log, tables, seconds)
            middle = windows[len(windows) // 2]
            print(
                f"hall on {name:<6} {middle.rate:>6,.0f} actions/s "
                f"({windows[0].rate:,.0f} to {windows[-1].rate:,.0f}), "
                f"{middle.notices / middle.took:,.0f} notices/s with "
                f"{middle.entries / middle.took:,.0f} entries/s; an action waits "
                f"{median(middle.waits) * 1000:,.0f} ms in the queue and costs "
                f"{min(window.cost for window in windows) * 1e6:,.0f} µs of the processor"
            )
            met = met and windows[-1].rate >= GOAL
    print(f"memory at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB")
    return met


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--folder", type=Path, help="where the databases go, for a while")
    options = parser.parse_args()
    print(f"sniffi {sniffi.__version__}, {options.tables} tables, 2 people at each, all listening")
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        met = asyncio.run(measure(Path(folder), options.tables, options.seconds))
    print(f"goal {GOAL} actions/s: {'met' if met else 'MISSED'}")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
