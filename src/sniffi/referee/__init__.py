"""Keeping the score of a game that is played with real tiles (docs/referee.md).

A sheet is the fold of entries that are only ever added: facts as the keeper told them, what was
taken back, what was corrected.
"""

from sniffi.referee.facts import Begun, Corrected, Fact, Noted, Redone, SheetEntry, Undone
from sniffi.referee.log import MemorySheets, SheetLog
from sniffi.referee.position import Position
from sniffi.referee.sheet import Change, Line, Sheet, changes, sheet_of

__all__ = [
    "Begun",
    "Change",
    "Corrected",
    "Fact",
    "Line",
    "MemorySheets",
    "Noted",
    "Position",
    "Redone",
    "Sheet",
    "SheetEntry",
    "SheetLog",
    "Undone",
    "changes",
    "sheet_of",
]
