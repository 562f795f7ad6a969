"""Killing the server at any moment loses nothing that anybody was told (law 6)."""

from __future__ import annotations

import asyncio
import random
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from sniffi.rules import Drew, Passed, Placed
from sniffi.store import open_store
from sniffi.tables import NoSuchTable, Table
from tests.store.crash_player import TABLES, digest

ROOT = Path(__file__).parent.parent.parent


@dataclass
class Heard:
    """What the players said, over all their lives."""

    tables: list[str] = field(default_factory=list)
    told: dict[str, dict[int, set[str]]] = field(default_factory=dict)
    acted: set[tuple[str, int]] = field(default_factory=set)

    def take(self, line: str) -> None:
        kind, *words = line.split()
        if kind == "table":
            self.tables.append(words[0])
        elif kind == "told":
            self.told.setdefault(words[0], {}).setdefault(int(words[1]), set()).add(words[2])
        elif kind == "acted":
            self.acted.add((words[0], int(words[1])))


def live_and_be_killed(database: Path, heard: Heard, lines: int) -> int:
    """Let the players play until they have said so many lines, and kill them in the middle of what
    they do; how many lines were heard in all."""
    player = subprocess.Popen(
        [sys.executable, "-m", "tests.store.crash_player", str(database), *heard.tables],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert player.stdout is not None
    count = 0
    with player.stdout:
        for line in player.stdout:
            count += 1
            if line.endswith("\n"):
                heard.take(line)
            if count == lines:
                player.send_signal(signal.SIGKILL)
    assert player.wait() == -signal.SIGKILL, "the players ended by themselves"
    return count


async def check(database: Path, heard: Heard) -> int:
    """That all that was heard is in the log; how many entries it has."""
    total = 0
    async with open_store(f"sqlite:///{database}") as store:
        for id in heard.tables:
            table = Table.replay(id, (await store.load(id)).entries)
            assert table.step_told, "a step was cut in two"
            total += table.number
            digests = {
                number: {digest(entry.seen_by(seat)) for seat in (1, 2)}
                for number, entry in enumerate(table.entries, 1)
            }
            for number, told in heard.told.get(id, {}).items():
                assert told <= digests[number], (id, number)
            for acted, at in heard.acted:
                if acted == id:
                    assert table.game is not None
                    event = table.game.events[at]
                    assert isinstance(event, Placed | Drew | Passed)
                    assert event.seat in (1, 2)
        with pytest.raises(NoSuchTable):
            await store.load("nowhere")
    return total


def kill_often(database: Path, times: int, seed: int) -> None:
    # Shown when something fails. The players have chance of their own: they are killed anyway.
    print("seed", seed)
    rng = random.Random(seed)
    heard, before = Heard(), 0
    for life in range(times):
        # Some die while they start, some before the tables are full, most in the middle of play.
        lines = 1 if life == 0 else rng.choice([1, 3, 10, rng.randint(20, 400)])
        if life == times - 1:
            lines = 200 + max((len(told) for told in heard.told.values()), default=0) * TABLES * 2
        live_and_be_killed(database, heard, lines)
        total = asyncio.run(check(database, heard))
        assert total >= before, "entries were lost"
        before = total
    assert len(heard.acted) > 20, "nobody played"
    assert all(heard.told[id] for id in heard.tables[:TABLES])


def test_nothing_that_was_told_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    kill_often(tmp_path / "tables.db", times=4, seed=random.randrange(2**32))


@pytest.mark.exhaustive
def test_nothing_that_was_told_is_lost_when_the_server_is_killed_many_times(
    tmp_path: Path,
) -> None:
    kill_often(tmp_path / "tables.db", times=40, seed=random.randrange(2**32))
