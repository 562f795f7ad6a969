"""The referee's desk: sheets at hand, each press decided against the sheet as it stands."""

from __future__ import annotations

import asyncio
import secrets
import time as system_time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from sniffi.referee import Begun, Noted, Sheet, SheetEntry, SheetLog, sheet_of
from sniffi.referee.errors import NoSuchSheet, SheetConflict, StaleSheet
from sniffi.referee.sheet import noted
from sniffi.referee.writing import already_written, check_at
from sniffi.rules import SniffiError

ID_BYTES = 12
"""As random as a table's id: whoever has it can write on the sheet."""
LONGEST_ID = 40
MOST_KEPT = 100
CLEAR_SECONDS = 3600
DAY = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class Kept:
    """A sheet, its log, and how it was before its last entry."""

    entries: tuple[SheetEntry, ...]
    sheet: Sheet
    before: Sheet
    """The sheet without its last entry, where that undid, redid or corrected something; else the
    sheet itself."""

    @classmethod
    def of(cls, entries: tuple[SheetEntry, ...]) -> Self:
        """All of it from the log."""
        sheet = sheet_of(entries)
        changing = not isinstance(entries[-1], Noted | Begun)
        return cls(entries, sheet, sheet_of(entries[:-1]) if changing else sheet)

    def with_next(self, entry: SheetEntry) -> Self:
        """The sheet after one more entry."""
        cls, entries = type(self), (*self.entries, entry)
        if isinstance(entry, Noted):
            sheet = noted(self.sheet, entry)
            return cls(entries, sheet, sheet)
        return cls(entries, sheet_of(entries), self.sheet)


Decide = Callable[[Sheet], SheetEntry]
"""What a press makes of the sheet as it stands."""


class Desk:
    """Reads and writes sheets, and keeps those used last.

    Args:
        keep_days: days after which a sheet whose game was not finished is cleared away.
    """

    def __init__(
        self,
        log: SheetLog,
        *,
        keep_days: int,
        time: Callable[[], float] = system_time.time,
        new_id: Callable[[], str] = lambda: secrets.token_urlsafe(ID_BYTES),
    ) -> None:
        self._log = log
        self._keep = keep_days * DAY
        self._time = time
        self._new_id = new_id
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        self._clear_at = 0.0

    def now(self) -> int:
        """Seconds since 1970, UTC."""
        return int(self._time())

    async def make(self, begun: Begun) -> str:
        """A new sheet's id; now and then old ones are cleared away on the occasion."""
        if self._time() >= self._clear_at:
            self._clear_at = self._time() + CLEAR_SECONDS
            for old in await self._log.clear_sheets(self.now() - self._keep):
                self._kept.pop(old, None)
        id = self._new_id()
        await self._log.create_sheet(id, (begun,))
        return id

    async def read(self, id: str) -> Kept:
        """The sheet as it is, whoever wrote on it last.

        Raises:
            NoSuchSheet: there is none.
        """
        if len(id) > LONGEST_ID:
            raise NoSuchSheet
        kept = self._kept.get(id)
        known = kept.entries if kept is not None else ()
        try:
            new = await self._log.read_sheet(id, len(known))
        except NoSuchSheet:
            self._kept.pop(id, None)
            raise
        if kept is None or new:
            kept = await asyncio.to_thread(Kept.of, (*known, *new))
        return self._keep_at_hand(id, kept)

    async def press(self, id: str, at: int, decide: Decide) -> Kept:
        """Write what ``decide`` makes of the sheet, when it has ``at`` entries.

        The second of a double press does nothing, and is no error.

        Raises:
            StaleSheet: the sheet has gone on otherwise.
            SniffiError: what ``decide`` raises, or it cannot be stored.
        """
        while True:
            kept = await self.read(id)
            try:
                check_at(kept.sheet, at)
            except StaleSheet:
                late = 1 <= at < kept.sheet.number
                if late and await asyncio.to_thread(self._was_done, kept, at, decide):
                    return kept
                raise
            entry = decide(kept.sheet)
            # A long sheet takes a while to count anew, and others are to be answered meanwhile.
            after = await asyncio.to_thread(kept.with_next, entry)
            try:
                await self._log.append_to_sheet(id, at, (entry,), over=after.sheet.over)
            except SheetConflict:
                # Another press came first; it is read, and this one is looked at again.
                continue
            return self._keep_at_hand(id, after)

    @staticmethod
    def _was_done(kept: Kept, at: int, decide: Decide) -> bool:
        try:
            wanted = decide(sheet_of(kept.entries[:at]))
        except SniffiError:
            return False
        return already_written(kept.entries, at, wanted)

    def _keep_at_hand(self, id: str, kept: Kept) -> Kept:
        at_hand = self._kept.get(id)
        # Two may read at once; who read less does not take away what the other read.
        if at_hand is None or len(at_hand.entries) <= len(kept.entries):
            self._kept[id] = kept
        self._kept.move_to_end(id)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return kept
