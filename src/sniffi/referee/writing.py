"""What a keeper does, as pure functions from a sheet and a wish to the next entry."""

from __future__ import annotations

from collections.abc import Sequence

from sniffi.record.model import BIGGEST_TARGET
from sniffi.referee.bounds import HIGHEST_SUM, MOST_ENTRIES, bounded
from sniffi.referee.errors import (
    NothingToRedo,
    NothingToUndo,
    SheetFull,
    StaleSheet,
    SumQuestioned,
)
from sniffi.referee.facts import (
    Begun,
    Corrected,
    Fact,
    Lot,
    Noted,
    Redone,
    Scores,
    SheetEntry,
    Undone,
)
from sniffi.referee.position import Position
from sniffi.referee.scored import points_of_sum
from sniffi.referee.sheet import Sheet


def begin(names: Sequence[str], *, target: int, full: bool, time: int) -> Begun:
    """The head of a new sheet.

    Raises:
        NotPlayers, NotATarget: an argument is not what it should be.
        OutOfBounds: no record could tell the target.
    """
    begun = Begun(tuple(names), target, full, time)
    Position.begin(begun)
    bounded(target, 1, BIGGEST_TARGET)
    return begun


def note(sheet: Sheet, fact: Fact, *, sure: bool = False) -> Noted:
    """A fact at the end of the sheet.

    Args:
        sure: whether a sum that scores nothing was asked about already.

    Raises:
        SniffiError: it cannot have happened now, or its sum is to be asked about.
    """
    _ask(fact, sure=sure)
    sheet.position.after(fact)
    return Noted(fact)


def correct(sheet: Sheet, number: int, fact: Fact | None, *, sure: bool = False) -> Corrected:
    """Another fact in the place of a line's, or none.

    Raises:
        NoSuchLine: there is no such line.
        SniffiError: it cannot have happened there, or its sum is to be asked about.
    """
    line = sheet.line(number)
    if fact is not None:
        _ask(fact, sure=sure)
        line.before.after(fact)
    return Corrected(number, fact)


def undo(sheet: Sheet) -> Undone:
    """The latest thing taken back.

    Raises:
        NothingToUndo: there is none.
    """
    if not sheet.done:
        raise NothingToUndo
    return Undone()


def redo(sheet: Sheet) -> Redone:
    """The latest thing that was taken back, again.

    Raises:
        NothingToRedo: there is none.
    """
    if not sheet.undone:
        raise NothingToRedo
    return Redone()


def _ask(fact: Fact, *, sure: bool) -> None:
    if isinstance(fact, Scores) and fact.total and not sure and not points_of_sum(fact.total):
        raise SumQuestioned(fact.total, HIGHEST_SUM)


def already_written(entries: Sequence[SheetEntry], at: int, wanted: SheetEntry) -> bool:
    """Whether a press for the sheet with ``at`` entries was done already: a double press.

    What the server draws is another draw each time, and one all the same.
    """
    if at >= len(entries):
        return False
    told = entries[at]
    return told == wanted or (_drawn_on_screen(told) and _drawn_on_screen(wanted))


def _drawn_on_screen(entry: SheetEntry) -> bool:
    return isinstance(entry, Noted) and isinstance(entry.fact, Lot) and entry.fact.on_screen


def check_at(sheet: Sheet, at: int) -> None:
    """Nothing when a press was for the sheet as it is, and it takes another entry.

    Raises:
        StaleSheet, SheetFull: it was not, or it does not.
    """
    if at != sheet.number:
        raise StaleSheet(at, sheet.number)
    if sheet.number >= MOST_ENTRIES:
        raise SheetFull(MOST_ENTRIES)
