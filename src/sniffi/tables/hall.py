"""The hall: all tables of a server, for whoever speaks with people. It knows no HTTP.

What is done at a table goes to the log first and into memory then; only after that anybody is told.
A table is in memory while somebody needs it, and comes back from the log otherwise. Several halls
may work on one log: who loses a race reads what the other wrote, and decides anew.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, NamedTuple, Self, TypeVar

from sniffi.deal import new_seed
from sniffi.record import GameRecord
from sniffi.rules import Action
from sniffi.rules.seats import check_seat
from sniffi.tables import playing, seating
from sniffi.tables.clock import Clock, SystemClock, wait_for
from sniffi.tables.driver import Driver
from sniffi.tables.entries import Entry
from sniffi.tables.errors import Conflict, HallClosed, NoSuchTable, NotStored
from sniffi.tables.log import Log, Summary
from sniffi.tables.moves import ID_SHOWN
from sniffi.tables.presence import Attendance, Patience, Presence
from sniffi.tables.room import Room
from sniffi.tables.settings import Settings
from sniffi.tables.subscription import Subscription
from sniffi.tables.table import Table
from sniffi.tables.thinkers import Thinkers
from sniffi.tables.view import TableView

logger = logging.getLogger(__name__)

ID_BYTES = 12
NONCE_BYTES = 12
TRIES = 8
"""How often a command decides anew when others are quicker."""
DAY = 24 * 60 * 60

T = TypeVar("T")
Decide = Callable[[Room], Sequence[Entry]]


@dataclass(frozen=True, slots=True)
class HallSettings:
    """How a hall runs; times are in seconds."""

    bot_pause: float = 0.8
    """How long a bot takes to move, at least, at a table of the normal pace."""
    lot_pause: float = 1.5
    """How long a lot that was drawn is looked at before anything follows, at the normal pace."""
    ready_wait: float = 45.0
    """How long the first who wants the next round waits for the others."""
    bot_limit: float = 10.0
    """How long a bot may think, and wait for its turn to."""
    bot_threads: int = 2
    """How many bots think at a time."""
    patience: Patience = field(default_factory=Patience)
    backlog: int = 300
    """How many entries a listener is told one by one; beyond that, only where the table is."""
    idle: float = 300.0
    """How long a table that nobody needs stays in memory."""
    keep: float = 14.0 * DAY
    """How long a table that does not go on is kept; finished games are kept for ever."""
    tidy_every: float = 60.0
    poll_every: float | None = None
    """How often to look for what other servers wrote to the same log; None when there are none."""


class Look(NamedTuple):
    """A table as a guest finds it."""

    view: TableView
    presence: tuple[Presence | None, ...]
    """By seat; None for a seat that is nobody's or a bot's."""
    kept: int | None
    """The seat that is kept for the guest, who has only to sit down."""


class Hall:
    """All tables of a server. An async context manager: it works between entering and leaving.

    Guests are known by ids that whoever asks has checked; a seat belongs to the id that took it.
    Every command returns the table as its guest sees it then; what is refused is a ``SniffiError``.
    A command that was begun is brought to its end, also when the one who waits for it is cancelled.

    Args:
        log: where tables are kept.
        settings: how it runs.
        clock: what time it is.
        seed: makes the secret of a new table.
        id: makes the id of a new table, which lets whoever knows it join.
    """

    def __init__(
        self,
        log: Log,
        settings: HallSettings | None = None,
        *,
        clock: Clock | None = None,
        seed: Callable[[], bytes] = new_seed,
        id: Callable[[], str] = lambda: secrets.token_urlsafe(ID_BYTES),
    ) -> None:
        self.pace = settings or HallSettings()
        self.clock: Clock = clock or SystemClock()
        self.closed = False
        self._log = log
        self._seed = seed
        self._id = id
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._chores: list[asyncio.Task[None]] = []
        self._cleared: float | None = None
        self._thinkers = Thinkers(self.pace.bot_threads, self.clock)
        self._driver = Driver(self, self._thinkers)

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
        await asyncio.gather(*loops, *self._tasks, return_exceptions=True)
        for room in self._rooms.values():
            room.wake_listeners()

    # Tables ----------------------------------------------------------------------------------

    async def open(
        self,
        settings: Settings,
        *,
        bots: Mapping[int, str] | None = None,
        kept: Mapping[int, tuple[str, str]] | None = None,
    ) -> str:
        """Open a table; its id.

        Nobody sits there yet. Whoever opens it should keep a seat (``kept``: guest's id and name,
        by seat) and then sit down: so the nonce comes after the commitment, and proves something.
        """
        seed = self._seed()
        entries = seating.open_table(settings, seed, self.clock.time(), bots=bots, kept=kept)
        return await self._to_its_end(self._create(seed, entries))

    async def _create(self, seed: bytes, entries: Sequence[Entry]) -> str:
        id = self._id()
        table = Table.replay(id, entries)
        await self._log.create(id, seed, entries, Summary.of(table))
        self._keep(table, seed)
        return id

    async def look(self, table: str, guest: str | None = None) -> Look:
        """The table as the guest sees it; as a spectator does when the guest has no seat."""
        room = await self.room(table)
        if guest is not None:
            self.asked(room, guest)
        view = room.table.seen_by(room.table.seat_of(guest))
        return Look(view, room.presence_of(self.clock.now()), room.table.kept_for(guest))

    async def history(
        self, table: str, guest: str | None = None, after: int = 0
    ) -> tuple[Entry, ...]:
        """The entries after number ``after``, as the guest or a spectator sees them."""
        room = await self.room(table)
        return room.table.told_to(room.table.seat_of(guest), max(after, 0))

    async def record(
        self, table: str, guest: str | None = None, names: Sequence[str] | None = None
    ) -> GameRecord:
        """The game written down: whole when it is over, else as the guest or a spectator sees it.

        Args:
            names: the players' names by seat, when others than ``Table.names``.
        """
        room = await self.room(table)
        return room.table.record(room.table.seat_of(guest), names)

    async def rematch_of(self, table: str) -> str | None:
        """The id of the table where the same people play again, whoever asks: not for pages."""
        return (await self.room(table)).table.rematch

    async def open_tables(self, most: int = 50) -> list[tuple[str, TableView]]:
        """The open tables where somebody waits for others, as a spectator sees them, with their
        ids: the latest first."""
        found = []
        for id in await self._log.open_tables(most):
            try:
                room = await self.room(id)
            except NoSuchTable:
                continue
            if room.awake(self.clock.now()) and room.table.free:
                found.append((id, room.table.seen_by(None)))
        return found

    async def finished(self, most: int = 50, skip: int = 0) -> tuple[str, ...]:
        """The ids of the tables whose games are over, the latest first."""
        return await self._log.finished(most, skip)

    def subscribe(
        self, table: str, guest: str | None = None, after: int | None = None
    ) -> Subscription:
        """Listen to a table: ``async with hall.subscribe(…) as notices``, then iterate.

        Args:
            guest: who listens; a spectator when it is None or has no seat. A guest who listens is
                present, and learns what the seat sees from the moment of sitting down on.
            after: the number of the last entry that is known already; nothing before is told. By
                default that of the table as it is.
        """
        return Subscription(self, table, guest, after)

    # Commands --------------------------------------------------------------------------------

    async def sit(
        self,
        table: str,
        guest: str,
        name: str | None = None,
        *,
        seat: int | None = None,
        nonce: str | None = None,
    ) -> TableView:
        """Sit down (see ``seating.sit``); without a nonce of the guest's, one is made here."""
        given = secrets.token_urlsafe(NONCE_BYTES) if nonce is None else nonce
        return await self._command(
            table, guest, lambda room: seating.sit(room.table, guest, given, name, seat)
        )

    async def leave(self, table: str, guest: str) -> TableView:
        """Leave the table (see ``seating.leave``)."""
        return await self._command(table, guest, lambda room: seating.leave(room.table, guest))

    async def return_(self, table: str, guest: str) -> TableView:
        """Take one's seat back (see ``seating.return_``)."""
        return await self._command(table, guest, lambda room: seating.return_(room.table, guest))

    async def act(self, table: str, guest: str, seat: int, action: Action, at: int) -> TableView:
        """Play (see ``playing.act``)."""
        return await self._command(
            table, guest, lambda room: playing.act(room.table, guest, seat, action, at)
        )

    async def ready(self, table: str, guest: str) -> TableView:
        """Want the next round (see ``playing.ready``)."""
        return await self._command(table, guest, lambda room: playing.ready(room.table, guest))

    async def seat_bot(self, table: str, guest: str, seat: int, bot: str) -> TableView:
        """Put a bot on a seat before the game (see ``seating.seat_bot``)."""
        return await self._command(
            table,
            guest,
            lambda room: seating.seat_bot(
                room.table, guest, seat, bot, absent=self._long_away(room, seat), grace=self._grace
            ),
        )

    async def unseat_bot(self, table: str, guest: str, seat: int) -> TableView:
        """Take a bot from its seat before the game (see ``seating.unseat_bot``)."""
        return await self._command(
            table, guest, lambda room: seating.unseat_bot(room.table, guest, seat)
        )

    async def take_over(self, table: str, guest: str, seat: int, bot: str) -> TableView:
        """Let a bot play for one who is away (see ``seating.take_over``)."""
        return await self._command(
            table,
            guest,
            lambda room: seating.take_over(
                room.table,
                guest,
                seat,
                bot,
                absent=self._long_away(room, seat),
                grace=self._grace,
            ),
        )

    async def rematch(self, table: str, guest: str) -> str:
        """The id of the table where the same people play again; it is opened when this is the
        first who wants it. Seats are kept there: each sits down with a nonce of one's own."""
        return await self._to_its_end(self._rematch(table, guest))

    async def _rematch(self, table: str, guest: str) -> str:
        room = await self.room(table)
        self.asked(room, guest)
        if not seating.rematch(room.table, guest, ""):
            assert room.table.rematch is not None
            return room.table.rematch
        # It comes first: a link must lead somewhere. One that loses a race is never found, and
        # cleared away.
        seed = self._seed()
        new = await self._create(seed, seating.open_rematch(room.table, seed, self.clock.time()))
        made = await self.commit(table, lambda room: seating.rematch(room.table, guest, new))
        assert made.rematch is not None
        return made.rematch

    async def _command(self, table: str, guest: str, decide: Decide) -> TableView:
        after = await self._to_its_end(self.commit(table, decide, guest))
        return after.seen_by(after.seat_of(guest))

    async def _to_its_end(self, work: Coroutine[Any, Any, T]) -> T:
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
                    entries = tuple(decide(room))
                    if not entries:
                        return room.table
                    before, after = room.table, room.table.after(entries)
                    try:
                        await self._log.append(table, before.number, entries, Summary.of(after))
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

    async def refresh(self, table: str) -> None:
        """Read what others have written to the table's log, if it is in memory."""
        room = self._rooms.get(table)
        if room is not None:
            async with room.lock:
                await self._catch_up(room)

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

    async def room(self, table: str) -> Room:
        """The table in memory, loaded from the log when it is not there.

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
            room = await asyncio.shield(loading)
        room.used = self.clock.now()
        return room

    async def _load(self, table: str) -> Room:
        stored = await self._log.load(table)
        room = self._keep(Table.replay(table, stored.entries), stored.seed)
        # The seed of a game that was won in the last moment of another run is still to be told.
        self._driver.start(room)
        return room

    def _keep(self, table: Table, seed: bytes) -> Room:
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

    @property
    def _grace(self) -> int:
        return round(self.pace.patience.grace)

    def _long_away(self, room: Room, seat: int) -> bool:
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
