"""Where tables' logs are kept: what the hall asks for, and a log that forgets on exit."""

from __future__ import annotations

import time as system_time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from sniffi.tables.entries import Entry
from sniffi.tables.errors import Conflict, NoSuchTable, TableExists
from sniffi.tables.settings import Visibility
from sniffi.tables.table import Table
from sniffi.tables.view import Stage


class Summary(NamedTuple):
    """What a log knows of a table without reading its entries: for lists and for clearing."""

    stage: Stage
    listed: bool
    """Whether everybody may find it."""
    free: int
    """How many seats anybody can take."""
    guests: tuple[str, ...] = ()
    """Who sat there, once the game is over: for the lists of one's own games."""

    @classmethod
    def of(cls, table: Table) -> Summary:
        """The summary of a table as it stands."""
        listed = table.settings.visibility is Visibility.OPEN
        sat: tuple[str, ...] = ()
        if table.stage is Stage.OVER:
            sat = tuple(seat.guest for seat in table.seats if seat.guest is not None)
        return cls(table.stage, listed, len(table.free), sat)


class Stored(NamedTuple):
    """A table as a log has it."""

    seed: bytes
    """The secret behind its deals."""
    entries: tuple[Entry, ...]


class Log(Protocol):
    """Keeps the logs of tables. What a call has returned from is kept, whatever happens then.

    Every call that writes may raise NotStored or one of its kinds; then nothing was changed. Every
    other may raise NotRead.
    """

    async def create(
        self, table: str, seed: bytes, entries: Sequence[Entry], summary: Summary
    ) -> None:
        """Begin the log of a new table.

        Raises:
            TableExists: there is one already.
        """
        ...

    async def append(
        self, table: str, after: int, entries: Sequence[Entry], summary: Summary
    ) -> None:
        """Add entries after number ``after``: all of them or none.

        Raises:
            NoSuchTable: there is no such table.
            Conflict: ``after`` is not the number of the last entry.
        """
        ...

    async def rewrite(
        self,
        table: str,
        after: int,
        entries: Sequence[Entry],
        summary: Summary,
        changed: Mapping[int, Entry],
    ) -> None:
        """Add entries as ``append`` does, and put others in the place of old ones, by number: for
        what may be kept no longer. All of it or nothing.

        Raises:
            NoSuchTable, Conflict: as ``append``.
        """
        ...

    async def load(self, table: str) -> Stored:
        """The whole of a table.

        Raises:
            NoSuchTable: there is no such table.
            BadEntry: what is stored is no entry.
        """
        ...

    async def read(self, table: str, after: int) -> tuple[Entry, ...]:
        """The entries after number ``after``; none for a table that there is not.

        Raises:
            BadEntry: what is stored is no entry.
        """
        ...

    async def open_tables(self, most: int) -> tuple[str, ...]:
        """The listed tables that wait for people, the latest first."""
        ...

    async def finished(self, most: int, skip: int = 0) -> tuple[str, ...]:
        """The tables whose games are over, the latest first."""
        ...

    async def games_of(self, guest: str, most: int, skip: int = 0) -> tuple[str, ...]:
        """The tables where the guest sat and whose games are over, the one that ended last
        first."""
        ...

    async def clear(self, before: int) -> tuple[str, ...]:
        """Clear away the tables that are not over and have had no entry since ``before`` (seconds
        since 1970, UTC); which they were."""
        ...


@dataclass
class _Kept:
    seed: bytes
    entries: list[Entry]
    summary: Summary
    changed: int
    order: int
    ended: int | None = None
    """Which change of all ended the game."""


@dataclass
class MemoryLog:
    """A log in this process's memory, for tests and for playing without a trace."""

    time: Callable[[], float] = system_time.time
    _tables: dict[str, _Kept] = field(default_factory=dict)
    _changes: int = 0

    async def create(
        self, table: str, seed: bytes, entries: Sequence[Entry], summary: Summary
    ) -> None:
        """See ``Log.create``."""
        if table in self._tables:
            raise TableExists
        changed, order = self._now()
        ended = order if summary.stage is Stage.OVER else None
        self._tables[table] = _Kept(seed, list(entries), summary, changed, order, ended)

    async def append(
        self, table: str, after: int, entries: Sequence[Entry], summary: Summary
    ) -> None:
        """See ``Log.append``."""
        kept = self._kept(table)
        if len(kept.entries) != after:
            raise Conflict(after)
        kept.entries.extend(entries)
        kept.summary = summary
        kept.changed, kept.order = self._now()
        if summary.stage is Stage.OVER and kept.ended is None:
            kept.ended = kept.order

    async def rewrite(
        self,
        table: str,
        after: int,
        entries: Sequence[Entry],
        summary: Summary,
        changed: Mapping[int, Entry],
    ) -> None:
        """See ``Log.rewrite``."""
        await self.append(table, after, entries, summary)
        for number, entry in changed.items():
            self._tables[table].entries[number - 1] = entry

    async def load(self, table: str) -> Stored:
        """See ``Log.load``."""
        kept = self._kept(table)
        return Stored(kept.seed, tuple(kept.entries))

    async def read(self, table: str, after: int) -> tuple[Entry, ...]:
        """See ``Log.read``."""
        kept = self._tables.get(table)
        return () if kept is None else tuple(kept.entries[after:])

    async def open_tables(self, most: int) -> tuple[str, ...]:
        """See ``Log.open_tables``."""
        found = self._latest(
            lambda kept: (
                kept.summary.listed
                and kept.summary.stage is Stage.WAITING
                and kept.summary.free > 0
            )
        )
        return found[:most]

    async def finished(self, most: int, skip: int = 0) -> tuple[str, ...]:
        """See ``Log.finished``."""
        return self._latest(lambda kept: kept.summary.stage is Stage.OVER)[skip : skip + most]

    async def games_of(self, guest: str, most: int, skip: int = 0) -> tuple[str, ...]:
        """See ``Log.games_of``."""
        found = [
            (kept.ended, table)
            for table, kept in self._tables.items()
            if kept.ended is not None and guest in kept.summary.guests
        ]
        return tuple(table for _, table in sorted(found, reverse=True))[skip : skip + most]

    async def clear(self, before: int) -> tuple[str, ...]:
        """See ``Log.clear``."""
        old = self._latest(
            lambda kept: kept.changed < before and kept.summary.stage is not Stage.OVER
        )
        for table in old:
            del self._tables[table]
        return old

    def _now(self) -> tuple[int, int]:
        self._changes += 1
        return int(self.time()), self._changes

    def _kept(self, table: str) -> _Kept:
        kept = self._tables.get(table)
        if kept is None:
            raise NoSuchTable
        return kept

    def _latest(self, wanted: Callable[[_Kept], bool]) -> tuple[str, ...]:
        found = [(kept.order, table) for table, kept in self._tables.items() if wanted(kept)]
        return tuple(table for _, table in sorted(found, reverse=True))
