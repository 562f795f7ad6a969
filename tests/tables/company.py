"""People at a hall's tables, as tests need them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count

from sniffi.rules import Action
from sniffi.tables import (
    Entry,
    Hall,
    HallSettings,
    Log,
    MemoryLog,
    Notice,
    Patience,
    Settings,
    Subscription,
    Table,
    TableView,
)
from sniffi.tables.playing import Due, due
from tests.tables.clock import FakeClock, spin
from tests.tables.made import NAMES, SEED, guest

AT_ONCE = HallSettings(
    bot_pause=0,
    lot_pause=0,
    ready_wait=45,
    patience=Patience(blink=5, quiet=90, grace=60),
    idle=300,
)
"""Nobody waits to be watched."""


@asynccontextmanager
async def a_hall(
    log: Log | None = None, settings: HallSettings = AT_ONCE, clock: FakeClock | None = None
) -> AsyncIterator[Hall]:
    """A hall whose tables are called t1, t2, …, all with the same seed."""
    numbers = count(1)
    async with Hall(
        MemoryLog() if log is None else log,
        settings,
        clock=clock or FakeClock(),
        seed=lambda: SEED,
        id=lambda: f"t{next(numbers)}",
    ) as hall:
        yield hall


async def quiet(hall: Hall) -> None:
    """Wait until nothing goes on by itself that needs no time to pass."""
    while True:
        await spin()
        busy = [
            room.driver
            for room in hall._rooms.values()
            if room.driver is not None
            and not room.driver.done()
            # Who waits for people to be ready needs time.
            and due(room.table) is not Due.READY
        ]
        if not busy:
            return
        await asyncio.gather(*busy)


async def table_of(hall: Hall, id: str) -> Table:
    """The table with everything in it."""
    return (await hall.room(id)).table


async def seated(
    hall: Hall, players: int = 2, target: int | None = None, bots: dict[int, str] | None = None
) -> str:
    """A table where people, the guests of ``made``, sit on every seat that is no bot's."""
    id = await hall.open(Settings.of(players, target, visibility="open"), bots=bots)
    for seat in range(1, players + 1):
        if seat not in (bots or {}):
            await hall.sit(id, guest(seat), NAMES[seat - 1], seat=seat, nonce=f"nonce-{seat}")
    return id


async def play_on(hall: Hall, id: str, rng: random.Random) -> bool:
    """What a person who is asked does next; whether anybody was asked."""
    await quiet(hall)
    table = await table_of(hall, id)
    if table.resting:
        for seat in table.people:
            if table.seat(seat).played_by_person and not table.seat(seat).ready:
                await hall.ready(id, guest(seat))
                return True
        return False
    turn = table.to_act
    if turn is None or not table.seat(turn).played_by_person or table.game is None:
        return False
    action = rng.choice(table.game.legal_actions())
    await hall.act(id, guest(turn), turn, action, table.told)
    return True


def legal(view: TableView) -> tuple[Action, ...]:
    """What the viewer may do."""
    assert view.game is not None
    return view.game.legal_actions()


class Listener:
    """Listens to a table, breaks off and begins again, and keeps what it was told."""

    def __init__(self, hall: Hall, table: str, guest_id: str | None) -> None:
        self.hall = hall
        self.table = table
        self.guest = guest_id
        self.entries: list[Entry] = []
        self.notices: list[Notice] = []
        self._subscription: Subscription | None = None

    @property
    def listens(self) -> bool:
        return self._subscription is not None

    async def begin(self, after: int | None = None) -> None:
        """Listen again from a number that was heard, by default the last."""
        self.stop()
        if after is not None:
            del self.entries[after:]
        subscription = self.hall.subscribe(self.table, self.guest, len(self.entries))
        self._subscription = await subscription.__aenter__()

    def stop(self) -> None:
        if self._subscription is not None:
            self._subscription.close()
            self._subscription = None

    async def hear(self) -> None:
        """Take in all that is there."""
        assert self._subscription is not None
        while True:
            waiting = asyncio.ensure_future(self._subscription.next())
            await spin()
            if not waiting.done():
                waiting.cancel()
                return
            notice = waiting.result()
            if notice is None:
                return
            assert notice.after == len(self.entries), "heard twice or not at all"
            assert not notice.resync
            assert notice.number == notice.view.number == len(self.entries) + len(notice.entries)
            self.entries += notice.entries
            self.notices.append(notice)
