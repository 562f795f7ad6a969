"""A sheet as a record: what the record's strict form can say, and the rest as comments.

A record is replayed by the rules and holds nothing that broke them. So it tells the game up to the
first line that did, and every line from there on as a comment. Of a sheet of scores alone it has
the lots, for nothing else of it is an event of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime

from sniffi.record import Comment, GameRecord
from sniffi.record.lines import lines_of
from sniffi.record.model import BIGGEST_TARGET, MOST_COMMENTS
from sniffi.record.sheets import KEPT, SCORES, SUMS, TILES
from sniffi.record.text import FORBIDDEN, LONGEST_COMMENT
from sniffi.referee.errors import TargetBeyondRecords
from sniffi.referee.facts import Starts
from sniffi.referee.sheet import Line, Sheet
from sniffi.rules import FULL_SET, Event, LotDrawn

_STARTS_WITH = FULL_SET[-1]


def record_of(
    sheet: Sheet, tell: Callable[[Line], str], *, stand_in: str, beyond: str
) -> GameRecord:
    """The record of the game as far as it went by the rules, and the rest in comments.

    Args:
        tell: a line in words.
        stand_in: a comment for a lot of which only the starter was told. A record needs tiles
            there, so they are made up, and this says so.
        beyond: a comment that begins what the record cannot tell otherwise.

    Raises:
        TargetBeyondRecords: the sheet is from a time when it could have any target.
    """
    begun = sheet.begun
    if begun.target > BIGGEST_TARGET:
        raise TargetBeyondRecords(BIGGEST_TARGET)
    events: list[Event] = []
    notes: list[tuple[int, str]] = []
    """Comments, each with the number of events below which it stands."""
    rest: list[Line] = []
    for line in sheet.lines:
        if rest or line.marked or not _tellable(line):
            rest.append(line)
        elif isinstance(line.fact, Starts):
            events.append(_stand_in(line, line.fact.seat))
            notes.append((len(events), stand_in))
            events.extend(line.events)
        else:
            events.extend(line.events)
    if rest:
        notes.append((len(events), beyond))
        notes += [(len(events), tell(line)) for line in rest]
    tags = {
        "Date": datetime.fromtimestamp(begun.time, UTC).date().isoformat(),
        KEPT: TILES if begun.full else SUMS,
    }
    if rest:
        tags[SCORES] = " ".join(map(str, sheet.position.scores))
    record = GameRecord(
        players=begun.players,
        target=begun.target,
        names=begun.names,
        events=tuple(events),
        tags=tuple(tags.items()),
    )
    return replace(record, comments=tuple(_comments(record, notes)))


def beyond_rules(sheet: Sheet) -> bool:
    """Whether the record has lines that it can only tell as comments."""
    return any(line.marked or not _tellable(line) for line in sheet.lines)


def _tellable(line: Line) -> bool:
    """Whether a record can tell it by events."""
    if line.before.full:
        return True
    # The deal after a lot would be followed by nothing, so the lot of the first round is all.
    return (
        line.round == 1
        and all(isinstance(event, LotDrawn) for event in line.events)
        and bool(line.events)
    )


def _stand_in(line: Line, starter: int) -> LotDrawn:
    """A lot that the seat wins, where nobody told the tiles."""
    before = line.before
    others = iter(FULL_SET)
    draws = tuple(
        (seat, _STARTS_WITH if seat == starter else next(others)) for seat in before.contenders
    )
    return LotDrawn(before.number, before.stage, draws, starter)


def _comments(record: GameRecord, notes: list[tuple[int, str]]) -> Iterator[Comment]:
    for told, text in notes[:MOST_COMMENTS]:
        # The lines of the game up to there, its end line left out.
        upto = replace(record, events=record.events[:told])
        yield Comment(len(lines_of(upto)) - 1, _bounded(text))


def _bounded(text: str) -> str:
    return FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text)[:LONGEST_COMMENT].rstrip(" ")
