"""Listening to a table, from any number of its log on."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Self

from sniffi.tables.clock import wait_for
from sniffi.tables.entries import Entry
from sniffi.tables.errors import AheadOfTable
from sniffi.tables.presence import Presence
from sniffi.tables.room import Room
from sniffi.tables.view import TableView

if TYPE_CHECKING:
    from sniffi.tables.rooms import Rooms


@dataclass(frozen=True, slots=True)
class Notice:
    """What is new for one who listens, made from what that one may see."""

    after: int
    """The number of the entry up to which the listener knew everything."""
    entries: tuple[Entry, ...]
    """Those that came then, numbered from ``after`` + 1; none when only presence has changed, or
    when ``resync``."""
    resync: bool
    """Whether so much is new that it is not told entry by entry: what counts is the view."""
    view: TableView
    presence: tuple[Presence | None, ...]
    """By seat; None for a seat that is nobody's or a bot's."""

    @property
    def number(self) -> int:
        """The number of the entry up to which the listener knows everything now."""
        return self.view.number


class Subscription:
    """An async context manager, and the async iterator of its notices (see ``Hall.subscribe``).

    There is no queue: the subscription has only the number that it has come to, so a slow listener
    holds nobody up and misses nothing.
    """

    def __init__(
        self,
        rooms: Rooms,
        table: str,
        guest: str | None,
        after: int | None,
        *,
        moment: bool = False,
    ) -> None:
        self._rooms = rooms
        self._table = table
        self._guest = guest
        self._after = after
        self._moment = moment
        self._room: Room | None = None
        self._presence: tuple[Presence | None, ...] | None = None
        self._woken = asyncio.Event()

    async def __aenter__(self) -> Self:
        """Begin to listen.

        Raises:
            NoSuchTable, HallClosed: there is nothing to listen to.
            AheadOfTable: the table has not come to the number yet.
        """
        room = await self._rooms.room(self._table, wanted=False)
        if self._after is None:
            self._after = room.table.number
        if not 0 <= self._after <= room.table.number:
            raise AheadOfTable(self._after, room.table.number)
        self._room = room
        room.subscriptions.add(self)
        if not self._moment:
            self._rooms.came(room, self._guest)
        elif self._guest is not None:
            self._rooms.asked(room, self._guest)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop listening."""
        self.close()

    def close(self) -> None:
        """Stop listening; the iterator ends."""
        room, self._room = self._room, None
        if room is None:
            return
        room.subscriptions.discard(self)
        self._woken.set()
        if not self._moment:
            self._rooms.went(room, self._guest)

    def wake(self) -> None:
        """Something is new."""
        self._woken.set()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Notice:
        notice = await self.next()
        if notice is None:
            raise StopAsyncIteration
        return notice

    @property
    def ended(self) -> bool:
        """Whether nothing will come any more: the table was cleared away, or the hall or the
        subscription closed."""
        return self._room is None or self._room.gone or self._rooms.closed

    async def next(self, timeout: float | None = None) -> Notice | None:
        """The next notice; None when nothing came for ``timeout`` seconds, or when ``ended``.

        The first comes at once, so that the listener learns where the table is. What is cancelled
        here loses nothing.
        """
        while not self.ended:
            self._woken.clear()
            notice = self._news()
            if notice is not None:
                return notice
            if timeout is None:
                await self._woken.wait()
            elif not await wait_for(self._woken, timeout, self._rooms.clock):
                return None
        return None

    def _news(self) -> Notice | None:
        room = self._room
        assert room is not None
        assert self._after is not None
        table, presence = room.table, room.presence
        if self._presence == presence and self._after == table.number:
            return None
        after, self._after, self._presence = self._after, table.number, presence
        resync = table.number - after > self._rooms.pace.backlog
        seat = table.seat_of(self._guest)
        entries = () if resync else table.told_to(seat, after)
        return Notice(after, entries, resync, table.seen_by(seat), presence)
