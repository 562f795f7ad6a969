"""Corrections, and presses that come twice or too late."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sniffi.referee import Corrected, Noted, Undone, changes, sheet_of
from sniffi.referee.bounds import MOST_ENTRIES
from sniffi.referee.errors import (
    BadSheetEntry,
    NoSuchLine,
    NothingToRedo,
    NothingToUndo,
    SheetFull,
    StaleSheet,
)
from sniffi.referee.facts import Lot, Places, Starts
from sniffi.referee.writing import already_written, check_at, correct, redo, undo
from sniffi.rules import Place, Tile
from tests.referee.made import head, written
from tests.referee.test_laid import OPENED, places


def test_a_correction_recomputes_all_that_follows_and_tells_it() -> None:
    before = written(head(), [*OPENED, places("11@14.low", 2), places("66@46.high", 1)])
    # The second tile was [4|5]: then [6|6] fits nowhere, and the sums are others.
    was = sheet_of(before)
    entry = correct(was, 4, places("45@44.line_a", 2))
    now = sheet_of([*before, entry])
    told = {change.number: change for change in changes(was, now)}
    assert sorted(told) == [4, 5, 6, 7]
    assert told[5].before is not None
    assert told[5].after is not None
    assert (told[5].before.gained, told[5].after.gained) == ((15, 0), (0, 0))
    assert told[7].before is not None
    assert told[7].after is not None
    assert told[7].before.error is None
    assert told[7].after.error is not None
    # It is kept, marked, its tile out and the turn gone on.
    last = now.lines[-1]
    assert last.fact == was.lines[-1].fact
    assert last.refused == "tile-not-in-layout"
    assert now.position.to_act == 2
    assert now.position.laid is not None
    assert now.position.laid.aside == (Tile(6, 6),)


def test_a_line_is_struck_out_and_comes_back_by_undoing() -> None:
    before = written(head(), OPENED)
    struck = sheet_of([*before, Corrected(5, None)])
    assert [line.number for line in struck.lines] == [2, 3, 4]
    assert sheet_of([*before, Corrected(5, None), Undone()]).lines == sheet_of(before).lines


def test_what_never_stood_there_is_not_corrected() -> None:
    told = sheet_of(written(head(), OPENED))
    with pytest.raises(NoSuchLine):
        correct(told, 1, Starts(2))
    with pytest.raises(NoSuchLine):
        correct(told, 99, None)


@pytest.mark.parametrize(
    "entries",
    [[], [Undone()], [head(), Undone()], [head(), head()], [head(), Corrected(2, None)]],
)
def test_a_log_that_nobody_wrote_is_refused(entries: list[object]) -> None:
    with pytest.raises(BadSheetEntry):
        sheet_of(entries)  # type: ignore[arg-type]  # what a broken store may give


def test_a_second_press_and_a_late_one_are_told_apart() -> None:
    entries = written(head(), OPENED)
    again = Noted(Places(2, Tile(4, 6), Place.parse("46@44.line_a").spot))
    assert already_written(entries, 3, again)
    assert not already_written(entries, 4, again)
    assert not already_written(entries, 5, again)
    with pytest.raises(StaleSheet):
        check_at(sheet_of(entries), 4)
    check_at(sheet_of(entries), 5)


def test_a_full_sheet_takes_no_more() -> None:
    last = replace(sheet_of(written(head(), OPENED)), number=MOST_ENTRIES - 1)
    check_at(last, MOST_ENTRIES - 1)
    with pytest.raises(SheetFull):
        check_at(replace(last, number=MOST_ENTRIES), MOST_ENTRIES)


def test_only_what_was_done_is_undone_and_only_what_was_undone_is_redone() -> None:
    entries = written(head(), [Starts(1)])
    with pytest.raises(NothingToUndo):
        undo(sheet_of(entries[:1]))
    with pytest.raises(NothingToRedo):
        redo(sheet_of(entries))
    with pytest.raises(NothingToUndo):
        undo(sheet_of([*entries, Undone()]))
    with pytest.raises(NothingToRedo):
        # Something was written since.
        redo(sheet_of([*entries, Undone(), Noted(Starts(2))]))


def test_a_second_press_draws_no_second_lot() -> None:
    def lot(low: int) -> Noted:
        return Noted(Lot(((1, Tile(0, low)), (2, Tile(6, 6))), on_screen=True))

    assert already_written([head(), lot(1)], 1, lot(2))
