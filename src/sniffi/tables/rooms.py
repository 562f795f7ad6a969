"""The tables in memory, and the one way in which they go on: log first, then memory, then telling.

A table is in memory while somebody needs it, and comes back from the log otherwise. Several servers
may work on one log: who loses a race reads what the other wrote, and decides anew.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from types import TracebackType
from typing import Any, Self, TypeAlias, TypeVar

from sniffi.rules import SniffiError
from sniffi.rules.seats import check_seat
from sniffi.tables.clock import Clock, wait_for
from sniffi.tables.driver import Driver
from sniffi.tables.entries import Entry, NameRemoved
from sniffi.tables.errors import Conflict, HallClosed, NoSuchTable, NotStored
from sniffi.tables.hall_settings import HallSettings
from sniffi.tables.log import Log, Summary
from sniffi.tables.moves import ID_SHOWN
from sniffi.tables.presence import Attendance, Presence
from sniffi.tables.room import Room
from sniffi.tables.table import Table
from sniffi.tables.thinkers import Thinkers
from sniffi.tables.turns import Turns

logger = logging.getLogger(__name__)

TRIES = 8
"""How often a command decides anew when others are quicker."""

LOADS = 2
"""How many tables come back from the log at a time."""

T = TypeVar("T")
Decide: TypeAlias = Callable[[Room], Sequence[Entry]]


class Rooms:
    """What a hall is made of; its ``Room`` objects hold secrets, and are for no page."""

    def __init__(self, log: Log, settings: HallSettings, clock: Clock) -> None:
        self.pace = settings
        self.clock = clock
        self.closed = False
        self._log = log
        self._rooms: dict[str, Room] = {}
        self._loads = Turns(LOADS)
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._chores: list[asyncio.Task[None]] = []
        self._cleared: float | None = None
        self._thinkers = Thinkers(settings.bot_threads, clock)
        self._quick = Thinkers(settings.quick_threads, clock, give_way=False)
        self._driver = Driver(self, self._thinkers, self._quick)

    async def __aenter__(self) -> Self:
        """Begin to work."""
        self._chores = [asyncio.create_task(self._tidy_on())]
        if self.pace.poll_every is not None:
            self._chores.append(asyncio.create_task(self._poll_on(self.pace.poll_every)))
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """See ``close``."""
        await self.close()

    async def close(self) -> None:
        """Take no more commands, bring those that were begun to their end, end all listening."""
        self.closed = True
        loops = [*self._chores]
        for room in self._rooms.values():
            loops += [task for task in (room.driver, room.watcher) if task is not None]
        for task in loops:
            task.cancel()
        self._thinkers.close()
        self._quick.close()
        await asyncio.gather(*loops, *self._tasks, return_exceptions=True)
        for room in self._rooms.values():
            room.wake_listeners()

    # Commands --------------------------------------------------------------------------------

    async def to_its_end(self, work: Coroutine[Any, Any, T]) -> T:
        """What ``work`` gives. It goes on when the one who waits for it is cancelled."""
        if self.closed:
            work.close()
            raise HallClosed
        return await asyncio.shield(self._begin(work))

    def _begin(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            # Asked for, so that nobody complains when the one who waited for it was cancelled.
            task.exception()

    async def commit(self, table: str, decide: Decide, guest: str | None = None) -> Table:
        """Decide, write the log, then tell; the table after it.

        Raises:
            SniffiError: ``decide`` refuses, or the log cannot be written; nothing has changed.
        """
        room = await self.room(table)
        room.users += 1
        try:
            async with room.lock:
                if guest is not None:
                    self.asked(room, guest)
                for _ in range(TRIES):
                    try:
                        entries = tuple(decide(room))
                    except SniffiError:
                        if await self._was_behind(room):
                            continue
                        raise
                    if not entries:
                        return room.table
                    before, after = room.table, room.table.after(entries)
                    try:
                        await self._write(before, entries, after)
                    except Conflict:
                        await self._catch_up(room)
                    else:
                        self._advance(room, after)
                        if guest is not None:
                            # Who sat down just now is there from now on.
                            self.asked(room, guest)
                        return after
                raise Conflict(room.table.number)
        except NoSuchTable:
            self._forget(table)
            raise
        finally:
            room.users -= 1

    async def _write(self, before: Table, entries: Sequence[Entry], after: Table) -> None:
        id, number, summary = before.id, before.number, Summary.of(after)
        if not any(isinstance(entry, NameRemoved) for entry in entries):
            await self._log.append(id, number, entries, summary)
            return
        pairs = zip(before.entries, after.entries, strict=False)
        changed = {n: new for n, (old, new) in enumerate(pairs, 1) if new is not old}
        await self._log.rewrite(id, number, entries, summary, changed)

    async def refresh(self, table: str) -> None:
        """Read what others have written to the table's log, if it is in memory."""
        room = self._rooms.get(table)
        if room is not None:
            async with room.lock:
                await self._catch_up(room)

    async def _was_behind(self, room: Room) -> bool:
        """Whether another server has gone on with the table, which is caught up with then."""
        if self.pace.poll_every is None:
            return False
        before = room.table.number
        await self._catch_up(room)
        return room.table.number > before

    async def _catch_up(self, room: Room) -> None:
        entries = await self._log.read(room.table.id, room.table.number)
        if entries:
            self._advance(room, room.table.after(entries))

    def _advance(self, room: Room, table: Table) -> None:
        room.table = table
        room.changed.set()
        room.wake_listeners()
        self._attended(room)

    # Rooms -----------------------------------------------------------------------------------

    async def room(self, table: str, *, wanted: bool = True) -> Room:
        """The table in memory, loaded from the log when it is not there.

        Args:
            wanted: whether somebody waits for it. After a new start all streams come back at once,
                and whoever presses something must not wait until all their tables are there.

        Raises:
            NoSuchTable: there is none.
            BadEntry: its log is damaged.
            HallClosed: the hall is closed.
        """
        if self.closed:
            raise HallClosed
        room = self._rooms.get(table)
        if room is None:
            loading = self._loading.get(table)
            if loading is None:
                loading = self._loading[table] = self._begin(self._load(table))
                loading.add_done_callback(lambda _: self._loading.pop(table, None))
            if wanted:
                # A task that was begun just now is not in the queue yet.
                await asyncio.sleep(0)
                self._loads.hurry(table)
            room = await asyncio.shield(loading)
        room.used = self.clock.now()
        return room

    async def _load(self, table: str) -> Room:
        async with self._loads.turn(table):
            if self.closed:
                raise HallClosed
            stored = await self._log.load(table)
            # In a thread: a long game takes a while to replay, and other tables must not wait.
            replayed = await asyncio.to_thread(Table.replay, table, stored.entries)
        room = self.keep(replayed, stored.seed)
        # The seed of a game that was won in the last moment of another run is still to be told.
        self._driver.start(room)
        return room

    def keep(self, table: Table, seed: bytes) -> Room:
        """Take a table into memory."""
        now = self.clock.now()
        room = Room(table, seed, Attendance(self.pace.patience, now), now)
        room.presence = room.presence_of(now)
        self._rooms[table.id] = room
        return room

    def _forget(self, table: str) -> None:
        room = self._rooms.pop(table, None)
        if room is not None:
            room.gone = True
            room.changed.set()
            room.wake_listeners()

    # Who is there ----------------------------------------------------------------------------

    def came(self, room: Room, guest: str | None) -> None:
        """A stream of the guest, or of a spectator without an id, opened."""
        if guest is not None:
            room.attendance.came(guest, self.clock.now())
        self._attended(room)

    def went(self, room: Room, guest: str | None) -> None:
        """A stream of the guest, or of a spectator without an id, closed."""
        if guest is not None:
            room.attendance.went(guest, self.clock.now())
        room.used = self.clock.now()
        self._attended(room)

    def asked(self, room: Room, guest: str) -> None:
        """The guest asked for something."""
        room.attendance.asked(guest, self.clock.now())
        self._attended(room)

    def beaten(self, room: Room, guest: str, *, hidden: bool) -> None:
        """A page of the guest told that it lives."""
        room.attendance.beat(guest, self.clock.now(), hidden=hidden)
        self._attended(room)

    def long_away(self, room: Room, seat: int) -> bool:
        """Whether the person of the seat has been away for longer than the grace period.

        Raises:
            NotASeat: there is no such seat.
        """
        number = check_seat(seat, len(room.table.seats))
        return room.presence_of(self.clock.now())[number - 1] is Presence.LONG_AWAY

    def _attended(self, room: Room) -> None:
        """Who is there may have changed: tell, and let a table go on that waited for somebody."""
        if self.closed:
            return
        room.attended.set()
        self._tell_presence(room)
        if (room.watcher is None or room.watcher.done()) and self._watched(room):
            room.watcher = asyncio.create_task(self._watch(room))
        self._driver.start(room)

    def _tell_presence(self, room: Room) -> None:
        presence = room.presence_of(self.clock.now())
        if presence != room.presence:
            room.presence = presence
            room.wake_listeners()

    def _next_absence(self, room: Room) -> float | None:
        return room.attendance.next_change(room.guests, self.clock.now())

    def _watched(self, room: Room) -> bool:
        return bool(room.subscriptions) and self._next_absence(room) is not None

    async def _watch(self, room: Room) -> None:
        """Tell when somebody has become away, while anybody listens."""
        while self._watched(room):
            room.attended.clear()
            moment = self._next_absence(room)
            assert moment is not None
            await wait_for(room.attended, moment - self.clock.now(), self.clock)
            self._tell_presence(room)

    # Keeping order ---------------------------------------------------------------------------

    async def tidy(self) -> None:
        """Drop from memory what nobody needs, and clear away what is old."""
        now = self.clock.now()
        for id, room in list(self._rooms.items()):
            needed = room.subscriptions or room.users or room.lock.locked()
            working = room.driver is not None and not room.driver.done()
            if not needed and not working and now - room.used >= self.pace.idle:
                del self._rooms[id]
                if room.watcher is not None:
                    room.watcher.cancel()
            else:
                room.attendance.forget_but(room.guests)
        if self._cleared is None or now - self._cleared >= self.pace.keep / 100:
            self._cleared = now
            cleared = await self._log.clear(self.clock.time() - round(self.pace.keep))
            for id in cleared:
                self._forget(id)
            if cleared:
                logger.info("old tables cleared away: %d", len(cleared))

    async def _tidy_on(self) -> None:
        while True:
            try:
                await self.tidy()
            except NotStored as error:
                logger.warning("tables not tidied: %s", error)
            await self.clock.sleep(self.pace.tidy_every)

    async def _poll_on(self, seconds: float) -> None:
        while True:
            await self.clock.sleep(seconds)
            for id, room in list(self._rooms.items()):
                if room.subscriptions:
                    try:
                        await self.refresh(id)
                    except Exception as error:
                        logger.warning("table %s not read: %s", id[:ID_SHOWN], type(error))
