"""How a game is told in lines: the one form in which each content is written.

docs/record-format.md is the specification of this file and of ``body`` and ``header``, which read
it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from sniffi.record.text import quoted
from sniffi.rules import (
    Blocked,
    Dealt,
    Deducted,
    Drew,
    Event,
    LotDrawn,
    MaybeTile,
    Passed,
    Placed,
    WentOut,
    Won,
)

if TYPE_CHECKING:
    from sniffi.record.model import GameRecord

FORMAT_VERSION = 1
"""Of the format, in text and in JSON."""
UNKNOWN_TILE = "??"
UNKNOWN = "unknown"
"""For a whole hand or boneyard."""
NOTHING = "nothing"
"""For an empty hand that is shown."""
OVER = "end of game"
IN_PROGRESS = "end, in progress"


def lines_of(record: GameRecord) -> list[str]:
    """The lines of a game, from its ``[Sniffi …]`` line to its end line, without comments."""
    ending = OVER if record.over else IN_PROGRESS
    return [*_header(record), "", *_body(record.events), ending]


def with_comments(lines: Sequence[str], comments: Iterable[tuple[int, str]]) -> Iterator[str]:
    """The lines with the comments in their places; these are in ascending order of lines."""
    told = 0
    for line, text in comments:
        yield from lines[told:line]
        told = line
        yield f"# {text}" if text else "#"
    yield from lines[told:]


def tag(name: str, value: object) -> str:
    """A line of the header."""
    return f"[{name} {quoted(str(value))}]"


def _header(record: GameRecord) -> Iterator[str]:
    yield tag("Sniffi", FORMAT_VERSION)
    yield tag("Players", record.players)
    yield tag("Target", record.target)
    for seat, name in enumerate(record.names, 1):
        yield tag(f"Name{seat}", name)
    for name, value in record.tags:
        yield tag(name, value)
    if record.commitment is not None:
        yield tag("Commitment", record.commitment)
    if record.nonces:
        yield tag("Nonces", " ".join(record.nonces))
    if record.seed is not None:
        yield tag("Seed", record.seed.hex())


def _body(events: Sequence[Event]) -> Iterator[str]:
    round_number = None
    at = 0
    while at < len(events):
        event = events[at]
        if isinstance(event, LotDrawn | Dealt) and event.round != round_number:
            round_number = event.round
            yield f"round {round_number}"
        if isinstance(event, Drew):
            turn = _turn_with_draws(events, at)
            yield turn[0]
            at += turn[1]
            continue
        yield from _told(event)
        at += 1


def _turn_with_draws(events: Sequence[Event], at: int) -> tuple[str, int]:
    """The line of a turn that begins with draws, and how many events it tells."""
    first = events[at]
    assert isinstance(first, Drew)
    seat = first.seat
    drawn: list[MaybeTile] = []
    end = at
    while end < len(events):
        event = events[end]
        if not isinstance(event, Drew) or event.seat != seat:
            break
        drawn.append(event.tile)
        end += 1
    line = f"{seat} draws {tiles(drawn)}"
    if end < len(events):
        event = events[end]
        if isinstance(event, Placed | Passed) and event.seat == seat:
            return f"{line}, {_done(event)}", end + 1 - at
    return line, end - at


def _told(event: Event) -> Iterator[str]:
    match event:
        case LotDrawn():
            draws = ", ".join(f"{seat} draws {tile}" for seat, tile in event.draws)
            came = "tie" if event.starter is None else f"{event.starter} starts"
            yield f"lot {event.stage}: {draws}, {came}"
        case Dealt():
            yield f"deal, {event.starter} starts"
            for seat, hand in enumerate(event.hands, 1):
                yield f"hand {seat}: {_dealt(hand)}"
            yield f"boneyard: {_dealt(event.boneyard)}"
        case Placed() | Passed():
            yield f"{event.seat} {_done(event)}"
        case WentOut():
            yield f"{event.seat} goes out"
        case Blocked():
            yield "block"
        case Deducted():
            held = tiles(event.hand) if event.hand else NOTHING
            yield (
                f"{event.seat} holds {held}, pips {event.pips}, costs {event.cost}"
                f", has {event.score}"
            )
        case Won():
            yield f"side {event.side} wins with {event.score}"


def _done(event: Placed | Passed) -> str:
    """What a seat did at the end of its turn."""
    if isinstance(event, Passed):
        return "passes"
    where = f"opens {event.tile}" if event.spot is None else f"places {event.tile} on {event.spot}"
    scored = f", scores {event.points}, has {event.score}" if event.points else ""
    return f"{where}, sum {event.total}{scored}"


def tiles(held: Iterable[MaybeTile]) -> str:
    """Tiles with blanks between them."""
    return " ".join(UNKNOWN_TILE if tile is None else str(tile) for tile in held)


def _dealt(part: Sequence[MaybeTile]) -> str:
    return UNKNOWN if all(tile is None for tile in part) else tiles(part)
