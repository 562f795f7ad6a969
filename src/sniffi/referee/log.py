"""Where sheets are kept: what the pages ask for, and a log that forgets on exit."""

from __future__ import annotations

import time as system_time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from sniffi.referee.errors import NoSuchSheet, SheetConflict, SheetExists
from sniffi.referee.facts import SheetEntry


class SheetLog(Protocol):
    """Keeps the logs of sheets. What a call has returned from is kept, whatever happens then.

    Every call that writes may raise NotStored of the tables' errors or one of its kinds; then
    nothing was changed. Reading may raise NotRead.
    """

    async def create_sheet(self, sheet: str, entries: Sequence[SheetEntry]) -> None:
        """Begin the log of a new sheet.

        Raises:
            SheetExists: there is one already.
        """
        ...

    async def append_to_sheet(
        self, sheet: str, after: int, entries: Sequence[SheetEntry], *, over: bool
    ) -> None:
        """Add entries after number ``after``: all of them or none.

        Args:
            over: whether the game is won now, so that the sheet stays for good.

        Raises:
            NoSuchSheet: there is no such sheet.
            SheetConflict: ``after`` is not the number of the last entry.
        """
        ...

    async def read_sheet(self, sheet: str, after: int = 0) -> tuple[SheetEntry, ...]:
        """The entries after number ``after``.

        Raises:
            NoSuchSheet: there is no such sheet.
            BadSheetEntry: what is stored is no entry.
        """
        ...

    async def clear_sheets(self, before: int) -> tuple[str, ...]:
        """Clear away the sheets whose games are not won and that have had no entry since
        ``before`` (seconds since 1970, UTC); which they were."""
        ...


@dataclass
class _Kept:
    entries: list[SheetEntry]
    over: bool
    changed: int


@dataclass
class MemorySheets:
    """Sheets in this process's memory, for tests and for servers that keep nothing."""

    time: Callable[[], float] = system_time.time
    _sheets: dict[str, _Kept] = field(default_factory=dict)

    async def create_sheet(self, sheet: str, entries: Sequence[SheetEntry]) -> None:
        """See ``SheetLog.create_sheet``."""
        if sheet in self._sheets:
            raise SheetExists
        self._sheets[sheet] = _Kept(list(entries), over=False, changed=int(self.time()))

    async def append_to_sheet(
        self, sheet: str, after: int, entries: Sequence[SheetEntry], *, over: bool
    ) -> None:
        """See ``SheetLog.append_to_sheet``."""
        kept = self._kept(sheet)
        if len(kept.entries) != after:
            raise SheetConflict(after)
        kept.entries.extend(entries)
        kept.over, kept.changed = over, int(self.time())

    async def read_sheet(self, sheet: str, after: int = 0) -> tuple[SheetEntry, ...]:
        """See ``SheetLog.read_sheet``."""
        return tuple(self._kept(sheet).entries[after:])

    async def clear_sheets(self, before: int) -> tuple[str, ...]:
        """See ``SheetLog.clear_sheets``."""
        old = tuple(
            sheet for sheet, kept in self._sheets.items() if not kept.over and kept.changed < before
        )
        for sheet in old:
            del self._sheets[sheet]
        return old

    def _kept(self, sheet: str) -> _Kept:
        kept = self._sheets.get(sheet)
        if kept is None:
            raise NoSuchSheet
        return kept
