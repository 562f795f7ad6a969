"""The sheet: the fold of its entries.

Entries are only ever added. What was taken back or corrected is an entry too, so that the log
tells how the sheet came to be; what stands now is computed anew from all of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from sniffi.referee.errors import BadSheetEntry, NoSuchLine
from sniffi.referee.facts import Begun, Corrected, Fact, Noted, Redone, SheetEntry, Undone
from sniffi.referee.position import Position
from sniffi.rules import Event, SniffiError


@dataclass(frozen=True, slots=True)
class Line:
    """A fact that stands, and what came of it."""

    number: int
    """Of the entry that wrote it."""
    fact: Fact
    round: int
    before: Position
    after: Position
    events: tuple[Event, ...]
    error: SniffiError | None = None
    """Why it cannot have happened as things stand: something before it was corrected."""

    @property
    def refused(self) -> str | None:
        """The code of the error."""
        return None if self.error is None else self.error.code

    @property
    def gained(self) -> tuple[int, ...]:
        """What it brought each side, minus what it cost."""
        return tuple(b - a for a, b in zip(self.before.scores, self.after.scores, strict=True))

    @property
    def marked(self) -> bool:
        """Whether it did not go by the rules."""
        return self.error is not None or self.fact.as_was


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything that stands on a sheet."""

    begun: Begun
    number: int
    """How many entries its log has."""
    lines: tuple[Line, ...]
    position: Position
    done: tuple[Noted | Corrected, ...] = ()
    """What can be undone, the latest last."""
    undone: tuple[Noted | Corrected, ...] = ()
    """What can be redone, the next last."""

    def line(self, number: int) -> Line:
        """The line that entry ``number`` wrote.

        Raises:
            NoSuchLine: none that stands.
        """
        for line in self.lines:
            if line.number == number:
                return line
        raise NoSuchLine(number)

    @property
    def regular(self) -> bool:
        """Whether all of it went by the rules."""
        return not any(line.marked for line in self.lines)

    @property
    def over(self) -> bool:
        """Whether a side has won."""
        return self.position.winner is not None


@dataclass(frozen=True, slots=True)
class Change:
    """What became of a line by a correction."""

    number: int
    before: Line | None
    """None for a line that was not there."""
    after: Line | None
    """None for a line that is no more."""


def sheet_of(entries: Sequence[SheetEntry]) -> Sheet:
    """The sheet that these entries make.

    Raises:
        BadSheetEntry: one cannot stand where it stands; no sheet was ever written so.
    """
    if not entries or not isinstance(entries[0], Begun):
        raise BadSheetEntry(1, "no beginning")
    begun = entries[0]
    # Each with the number of its entry.
    done: list[tuple[int, Noted | Corrected]] = []
    undone: list[tuple[int, Noted | Corrected]] = []
    for number, entry in enumerate(entries[1:], 2):
        match entry:
            case Noted() | Corrected():
                done.append((number, entry))
                undone.clear()
            case Undone() | Redone():
                taken, given = (done, undone) if isinstance(entry, Undone) else (undone, done)
                if not taken:
                    raise BadSheetEntry(number, entry.name)
                given.append(taken.pop())
            case Begun():
                raise BadSheetEntry(number, "second beginning")
    lines, position = _lines(Position.begin(begun), _standing(done))
    return Sheet(
        begun,
        len(entries),
        tuple(lines),
        position,
        tuple(entry for _, entry in done),
        tuple(entry for _, entry in undone),
    )


def noted(sheet: Sheet, entry: Noted) -> Sheet:
    """The sheet with one more fact: what ``sheet_of`` gives for its log with that entry, without
    counting all of it again."""
    number = sheet.number + 1
    line = _line(number, entry.fact, sheet.position)
    return Sheet(
        sheet.begun, number, (*sheet.lines, line), line.after, (*sheet.done, entry), undone=()
    )


def _standing(done: Iterable[tuple[int, Noted | Corrected]]) -> dict[int, Fact]:
    """The facts that stand, in order, by the numbers of the entries that wrote them."""
    facts: dict[int, Fact] = {}
    for number, entry in done:
        if isinstance(entry, Noted):
            facts[number] = entry.fact
        elif entry.number not in facts:
            raise BadSheetEntry(number, "corrects nothing")
        elif entry.fact is None:
            del facts[entry.number]
        else:
            facts[entry.number] = entry.fact
    return facts


def _lines(position: Position, facts: dict[int, Fact]) -> tuple[list[Line], Position]:
    lines = []
    for number, fact in facts.items():
        line = _line(number, fact, position)
        lines.append(line)
        position = line.after
    return lines, position


def _line(number: int, fact: Fact, before: Position) -> Line:
    try:
        after, events = before.after(fact)
        return Line(number, fact, before.number, before, after, events)
    except SniffiError as error:
        # It happened at the table all the same: the turn goes on and the tile is out, so that one
        # slip does not take all that follows with it. It scores nothing until it is put right.
        after, events = _all_the_same(fact, before)
        return Line(number, fact, before.number, before, after, events, error)


def _all_the_same(fact: Fact, before: Position) -> tuple[Position, tuple[Event, ...]]:
    as_was = fact.told_as_was()
    if as_was is None:
        return before, ()
    try:
        return before.after(as_was)
    except SniffiError:
        return before, ()


def changes(before: Sheet, after: Sheet) -> Iterator[Change]:
    """The lines that are not what they were: other facts, other points, possible or not."""
    old = {line.number: line for line in before.lines}
    new = {line.number: line for line in after.lines}
    for number in sorted(old | new):
        was, now = old.get(number), new.get(number)
        if was is None or now is None or _told(was) != _told(now):
            yield Change(number, was, now)


def _told(line: Line) -> tuple[object, ...]:
    return line.fact, line.refused, line.gained
