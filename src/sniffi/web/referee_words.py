"""A sheet's lines in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sniffi.record import GameRecord
from sniffi.referee import Change, Fact, Line, Sheet
from sniffi.referee.facts import (
    Block,
    Draws,
    GoesOut,
    Holds,
    Lot,
    Passes,
    Places,
    Scores,
    Starts,
)
from sniffi.referee.recording import record_of
from sniffi.referee.scored import points_of_sum
from sniffi.rules import Dealt, Deducted, Drew, Passed, Placed, points_for
from sniffi.words import Words
from sniffi.words.catalogue import number

MOST_CHANGES = 12


def record_in_words(sheet: Sheet, words: Words) -> GameRecord:
    """The game as a record: by events as far as the rules go, the rest as comments.

    Raises:
        TargetBeyondRecords: no record can tell its target.
    """
    return record_of(
        sheet,
        lambda line: line_text(line, sheet.begun.names, words),
        stand_in=words.say("referee.record-stand-in"),
        beyond=words.say("referee.record-beyond" if sheet.begun.full else "referee.record-sums"),
    )


def line_text(line: Line, names: Sequence[str], words: Words) -> str:
    """What a line tells, and what came of it."""
    if line.error is not None:
        told = [fact_text(line.fact, names, words), words.say("referee.impossible")]
        return " ".join([*told, words.refusal(line.error, names)])
    events = list(_of_events(line, names, words))
    if line.fact.as_was or not line.before.full or isinstance(line.fact, Starts | Draws):
        if not isinstance(line.fact, Lot | Block | GoesOut | Holds):
            events.insert(0, fact_text(line.fact, names, words))
        elif line.fact.as_was:
            events.insert(0, words.say("referee.as-was"))
    return " ".join(events)


def fact_text(fact: Fact, names: Sequence[str], words: Words) -> str:
    """A fact by itself."""
    name = names[fact.seat - 1] if not isinstance(fact, Lot | Block) else ""
    match fact:
        case Lot():
            return words.say("referee.fact-lot")
        case Starts():
            return words.say("core.lot-starter", name=name)
        case Places():
            return _placement(fact, name, words)
        case Draws(_, count):
            told = words.say_n("referee.fact-draws", count, name=name)
        case Passes():
            told = words.event(Passed(fact.seat), names, len(names))
        case Block():
            told = words.say("core.result-block")
        case Scores(_, total):
            return _sum(name, total, points_of_sum(total), words)
        case GoesOut():
            told = words.say("core.went-out", name=name)
        case Holds():
            told = _hand(fact, name, words)
    return f"{told} {words.say('referee.as-was')}" if fact.as_was else told


def _placement(fact: Places, name: str, words: Words) -> str:
    tile = words.tile(fact.tile)
    if fact.spot is None:
        told = words.say("referee.fact-places", name=name, tile=tile)
    else:
        told = words.say("core.placed", name=name, tile=tile, where=words.at(fact.spot))
    if fact.total is None:
        return told
    points = words.points(points_for(fact.total))
    counted = words.say("referee.counted-as", total=fact.total, points=points)
    return f"{told} {words.say('referee.as-was')} {counted}"


def _sum(name: str, total: int, points: int, words: Words) -> str:
    if points:
        return words.say("referee.fact-scores", name=name, total=total, points=words.points(points))
    return words.say("referee.fact-scores-nothing", name=name, total=total)


def _hand(fact: Holds, name: str, words: Words) -> str:
    held = words.tiles(fact.tiles) if fact.tiles else words.pips(fact.pips or 0)
    return words.say("referee.fact-holds", name=name, held=held)


def _of_events(line: Line, names: Sequence[str], words: Words) -> Iterator[str]:
    for event in line.events:
        if isinstance(event, Drew) or (isinstance(event, Placed | Passed) and line.fact.as_was):
            continue
        if isinstance(event, Dealt):
            name = names[event.starter - 1]
            yield words.say("referee.round-begins", round=event.round, name=name)
        elif isinstance(event, Deducted) and event.pips and not any(event.hand):
            yield _deducted(event, names, words)
        else:
            yield words.event(event, names, len(names))
    if not line.before.full and line.after.number != line.before.number and line.after.round:
        name = names[line.after.round.starter - 1]
        yield words.say("referee.round-begins", round=line.after.number, name=name)


def _deducted(event: Deducted, names: Sequence[str], words: Words) -> str:
    told = words.say(
        "referee.deducted",
        name=names[event.seat - 1],
        pips=words.pips(event.pips),
        cost=event.cost,
    )
    side = words.score_of_seat(event.seat, event.score, names, len(names))
    return f"{told} {side}"


def change_texts(told: Sequence[Change], names: Sequence[str], words: Words) -> tuple[str, ...]:
    """What an undo, a redo or a correction changed, a sentence for each line."""
    texts = [_change(change, names, words) for change in told[:MOST_CHANGES]]
    more = len(told) - len(texts)
    if more:
        texts.append(words.say_n("referee.changes-more", more))
    return tuple(texts)


def _change(change: Change, names: Sequence[str], words: Words) -> str:
    was, now = change.before, change.after
    if was is None and now is not None:
        return words.say("referee.change-back", line=line_text(now, names, words))
    if now is None and was is not None:
        return words.say("referee.change-gone", line=fact_text(was.fact, names, words))
    assert was is not None
    assert now is not None
    if was.fact != now.fact:
        return words.say(
            "referee.change-corrected",
            before=fact_text(was.fact, names, words),
            after=line_text(now, names, words),
        )
    told = fact_text(now.fact, names, words)
    if now.error is not None and was.error is None:
        why = words.refusal(now.error, names)
        return words.say("referee.change-impossible", line=told, why=why)
    if was.error is not None and now.error is None:
        return words.say("referee.change-possible", line=line_text(now, names, words))
    before, after = number(sum(was.gained)), number(sum(now.gained))
    return words.say("referee.change-points", line=told, before=before, after=after)
