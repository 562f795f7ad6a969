"""Plays at several tables until it is killed, and says everything that it was told.

``python -m tests.store.crash_player DATABASE``. Each line is whole or was never told:
``table ID`` for each table, ``told ID NUMBER DIGEST`` for each entry that a listener heard, and
``acted ID AT`` for each action that was accepted.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import random
import sys

from sniffi.store import open_store
from sniffi.tables import Entry, Hall, HallSettings, Notice, Settings, StalePress
from sniffi.tables.plain import entry_to_text

TABLES = 4
SETTINGS = HallSettings(bot_pause=0, lot_pause=0)


def digest(entry: Entry) -> str:
    """Sixteen digits for an entry as a seat sees it."""
    return hashlib.sha256(entry_to_text(entry).encode()).hexdigest()[:16]


def say(*words: object) -> None:
    # One write, so that no line is torn.
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


async def play(hall: Hall, id: str, guest: str, rng: random.Random) -> None:
    """Listen from the beginning, tell everything, and play."""
    async with hall.subscribe(id, guest, 0) as notices:
        async for notice in notices:
            for number, entry in enumerate(notice.entries, notice.after + 1):
                say("told", id, number, digest(entry))
            await answer(hall, id, guest, rng, notice)


async def answer(hall: Hall, id: str, guest: str, rng: random.Random, notice: Notice) -> None:
    view = notice.view
    if view.seat is None:
        return
    if view.your_turn and view.game is not None:
        action = rng.choice(view.game.legal_actions())
        try:
            await hall.act(id, guest, view.seat, action, view.at)
        except StalePress:
            return
        say("acted", id, view.at)
    elif view.resting and not view.seats[view.seat - 1].ready:
        await hall.ready(id, guest)


async def main(database: str, known: list[str]) -> None:
    say("starting")
    rng = random.Random()
    async with open_store(f"sqlite:///{database}") as store, Hall(store, SETTINGS) as hall:
        while len(known) < TABLES:
            settings = Settings.of(3, 1_000_000)
            known.append(await hall.open(settings, bots={3: rng.choice(["greedy", "random"])}))
            say("table", known[-1])
        for id in known:
            for seat in (1, 2):
                look = await hall.look(id, f"guest-{seat}")
                if look.view.seat is None:
                    await hall.sit(id, f"guest-{seat}", f"P{seat}", seat=seat)
        await asyncio.gather(
            *(play(hall, id, f"guest-{seat}", rng) for id in known for seat in (1, 2))
        )


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2:]))
