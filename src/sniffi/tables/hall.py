"""The hall: all tables of a server, for whoever speaks with people. It knows no HTTP.

Its commands are here; how a table goes on is in ``rooms``, what goes on by itself in ``driver``.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from sniffi.analysis import Evaluator, Hint, evaluate
from sniffi.deal import new_seed
from sniffi.record import GameRecord
from sniffi.rules import Action, Place
from sniffi.tables import playing, seating
from sniffi.tables.advice import think_of_hint
from sniffi.tables.clock import Clock, SystemClock
from sniffi.tables.digest import Digest, digest_of
from sniffi.tables.entries import Entry
from sniffi.tables.errors import BadEntry, NoSuchTable, TableExists
from sniffi.tables.hall_settings import DAY, HallSettings
from sniffi.tables.log import Log, Summary
from sniffi.tables.presence import Presence
from sniffi.tables.rooms import Decide, Rooms
from sniffi.tables.settings import Settings, Visibility
from sniffi.tables.subscription import Subscription
from sniffi.tables.table import Table
from sniffi.tables.view import TableView

__all__ = ["DAY", "Hall", "HallSettings", "Look"]

NONCE_BYTES = 12


class Look(NamedTuple):
    """A table as a guest finds it."""

    view: TableView
    presence: tuple[Presence | None, ...]
    """By seat; None for a seat that is nobody's or a bot's."""
    kept: int | None
    """The seat that is kept for the guest, who has only to sit down."""


class Hall(Rooms):
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
        evaluator: gives the values that hints stand on.
    """

    def __init__(
        self,
        log: Log,
        settings: HallSettings | None = None,
        *,
        clock: Clock | None = None,
        seed: Callable[[], bytes] = new_seed,
        id: Callable[[], str] = lambda: secrets.token_urlsafe(seating.ID_BYTES),
        evaluator: Evaluator = evaluate,
    ) -> None:
        super().__init__(log, settings or HallSettings(), clock or SystemClock())
        self._seed = seed
        self._id = id
        self._evaluator = evaluator

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
        return await self.to_its_end(self._create(seed, entries))

    async def _create(self, seed: bytes, entries: Sequence[Entry]) -> str:
        id = self._id()
        table = Table.replay(id, entries)
        await self._log.create(id, seed, entries, Summary.of(table))
        self.keep(table, seed)
        return id

    async def look(self, table: str, guest: str | None = None) -> Look:
        """The table as the guest sees it; as a spectator does when the guest has no seat."""
        room = await self.room(table)
        if guest is not None:
            self.asked(room, guest)
        view = room.table.seen_by(room.table.seat_of(guest))
        return Look(view, room.presence_of(self.clock.now()), room.table.kept_for(guest))

    async def hint(
        self, table: str, guest: str | None, asked: Place | None = None
    ) -> tuple[Look, Hint]:
        """A hint for the guest, with the table for which it is (see ``advice.think_of_hint``).
        Nothing of it is kept, and nobody else is told."""
        look = await self.look(table, guest)
        return look, await think_of_hint(look.view, self._evaluator, self._quick, asked)

    async def beat(self, table: str, guest: str, *, hidden: bool = False) -> None:
        """A page of the guest's lives. From the first beat on the guest is here only as long as
        they come, however many streams are open; when the last of these closes, as without them.

        Args:
            hidden: whether nobody sees it just now; then the next may take longer to come.
        """
        self.beaten(await self.room(table), guest, hidden=hidden)

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
        """The id of the table where the same people play again, whoever asks.

        It lets one join, so pages tell it to nobody; spectators get the address that is made of it.
        """
        return (await self.room(table)).table.rematch

    async def open_tables(self, most: int = 50) -> list[tuple[str, TableView]]:
        """The open tables where somebody waits for others, as a spectator sees them, with their
        ids: the latest first."""
        now = self.clock.now()
        # Where somebody is, the table is in memory; the latest of the log may all be deserted.
        here = [room.table for room in self._rooms.values() if room.table.free and room.awake(now)]
        here = [table for table in here if table.settings.visibility is Visibility.OPEN]
        here.reverse()
        here.sort(key=lambda table: table.time, reverse=True)
        ids = dict.fromkeys([table.id for table in here])
        ids |= dict.fromkeys(await self._log.open_tables(most))
        found: list[tuple[str, TableView]] = []
        for id in ids:
            if len(found) == most:
                break
            try:
                room = await self.room(id)
            except (NoSuchTable, BadEntry):
                # Cleared away just now, or damaged: the others can be joined all the same.
                continue
            if room.awake(self.clock.now()) and room.table.free:
                found.append((id, room.table.seen_by(None)))
        return found

    async def finished(self, most: int = 50, skip: int = 0) -> tuple[str, ...]:
        """The ids of the tables whose games are over, the latest first."""
        return await self._log.finished(most, skip)

    async def games_of(self, guest: str, most: int = 50, skip: int = 0) -> list[tuple[str, Digest]]:
        """The finished games of a guest with their tables' ids, the one that ended last first."""
        found: list[tuple[str, Digest]] = []
        for id in await self._log.games_of(guest, most, skip):
            try:
                entries = await self._log.read(id, 0)
                found.append((id, await asyncio.to_thread(digest_of, entries, guest)))
            except BadEntry:
                # Damaged: the others can be looked at all the same.
                continue
        return found

    def subscribe(
        self,
        table: str,
        guest: str | None = None,
        after: int | None = None,
        *,
        moment: bool = False,
    ) -> Subscription:
        """Listen to a table: ``async with hall.subscribe(…) as notices``, then iterate.

        Args:
            guest: who listens; a spectator when it is None or has no seat. A guest who listens is
                present, and learns what the seat sees from the moment of sitting down on.
            after: the number of the last entry that is known already; nothing before is told. By
                default that of the table as it is.
            moment: whether the guest only looks what is new: that is to have asked for something.
        """
        return Subscription(self, table, guest, after, moment=moment)

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
                room.table, guest, seat, bot, absent=self.long_away(room, seat), grace=self._grace
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
                absent=self.long_away(room, seat),
                grace=self._grace,
            ),
        )

    @property
    def _grace(self) -> int:
        return round(self.pace.patience.grace)

    async def remove_name(self, table: str, guest: str) -> None:
        """Name the guest no more in a game that is over (see ``seating.remove_name``)."""
        await self.to_its_end(
            self.commit(table, lambda room: seating.remove_name(room.table, guest))
        )

    async def rematch(self, table: str, guest: str) -> str:
        """The id of the table where the same people play again; it is opened when this is the
        first who wants it. Seats are kept there: each sits down with a nonce of one's own."""
        return await self.to_its_end(self._rematch(table, guest))

    async def _rematch(self, table: str, guest: str) -> str:
        room = await self.room(table)
        self.asked(room, guest)
        new = room.table.rematch or seating.rematch_id(room.table, room.seed)
        # It comes first: a link must lead somewhere. Whoever asks makes the same table, so that
        # there is one whatever comes in between, and again after it was cleared away.
        if seating.rematch(room.table, guest, new) or not await self._exists(new):
            seed = self._seed()
            entries = seating.open_rematch(room.table, seed, self.clock.time())
            with suppress(TableExists):
                await self._log.create(new, seed, entries, Summary.of(Table.replay(new, entries)))
        made = await self.commit(table, lambda room: seating.rematch(room.table, guest, new))
        assert made.rematch is not None
        return made.rematch

    async def _exists(self, table: str) -> bool:
        try:
            await self.room(table)
        except NoSuchTable:
            return False
        return True

    async def _command(self, table: str, guest: str, decide: Decide) -> TableView:
        after = await self.to_its_end(self.commit(table, decide, guest))
        return after.seen_by(after.seat_of(guest))
