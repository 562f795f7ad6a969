"""The referee's desk: sheets at hand, each press decided against the sheet as it stands."""

from __future__ import annotations

import secrets
import time as system_time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from sniffi.referee import Begun, Noted, Sheet, SheetEntry, SheetLog, sheet_of
from sniffi.referee.errors import NoSuchSheet, SheetConflict, StaleSheet
from sniffi.referee.sheet import noted
from sniffi.referee.writing import already_written, check_at

ID_BYTES = 12
"""As random as a table's id: whoever has it can write on the sheet."""
LONGEST_ID = 40
MOST_KEPT = 300
CLEAR_SECONDS = 3600
DAY = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class Kept:
    """A sheet, its log, and how it was before its last entry."""

    entries: tuple[SheetEntry, ...]
    sheet: Sheet

    def before_last(self) -> Sheet:
        """The sheet without its last entry; of a new one the sheet itself."""
        return sheet_of(self.entries[:-1]) if len(self.entries) > 1 else self.sheet


Decide = Callable[[Sheet], SheetEntry]


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
            kept = self._keep_at_hand(id, (*known, *new))
        else:
            self._kept[id] = kept
            self._kept.move_to_end(id)
        return kept

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
                if 1 <= at < kept.sheet.number and self._was_done(kept, at, decide):
                    return kept
                raise
            entry = decide(kept.sheet)
            entries = (*kept.entries, entry)
            sheet = noted(kept.sheet, entry) if isinstance(entry, Noted) else sheet_of(entries)
            try:
                await self._log.append_to_sheet(id, at, (entry,), over=sheet.over)
            except SheetConflict:
                # Another press came first; it is read, and this one is looked at again.
                continue
            return self._keep_at_hand(id, entries, sheet)

    @staticmethod
    def _was_done(kept: Kept, at: int, decide: Decide) -> bool:
        return already_written(kept.entries, at, decide(sheet_of(kept.entries[:at])))

    def _keep_at_hand(
        self, id: str, entries: tuple[SheetEntry, ...], sheet: Sheet | None = None
    ) -> Kept:
        kept = self._kept[id] = Kept(entries, sheet or sheet_of(entries))
        self._kept.move_to_end(id)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return kept
