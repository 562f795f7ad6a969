"""A table's entries in words, numbered, and by rounds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from sniffi.rules import Dealt, Deducted, Placed
from sniffi.tables.entries import (
    BotLeft,
    BotSat,
    BotStoodIn,
    BotTookOver,
    Entry,
    NameRemoved,
    Opened,
    PersonLeft,
    PersonReturned,
    PersonSat,
    Ready,
    RematchMade,
    SeatKept,
    SeedRevealed,
    Told,
)
from sniffi.web.showing import bot_title
from sniffi.web.tiles import Line
from sniffi.words import Words
from sniffi.words.catalogue import number

BEFORE_GAME = 0


@dataclass(frozen=True, slots=True)
class RoundLines:
    """All that happened in a round, or before the game."""

    number: int
    heading: str
    lines: tuple[Line, ...]


def kind_of(entry: Entry) -> str:
    """What kind of thing happened, as one word for styles and scripts."""
    return entry.event.name if isinstance(entry, Told) else entry.name


def seat_of(entry: Entry) -> int | None:
    """Whose doing it is; None for what no seat does."""
    found = getattr(entry.event if isinstance(entry, Told) else entry, "seat", None)
    return found if isinstance(found, int) else None


def sentence(entry: Entry, names: Sequence[str], words: Words) -> str:
    """An entry in words. It is told as it is: whoever may not know all gets it by ``seen_by``.

    Args:
        names: what the players are called, by seat.
    """
    match entry:
        case Told(event=event):
            return words.event(event, names, len(names))
        case Opened():
            return words.say("web.told-opened")
        case SeatKept(seat, person):
            return words.say("web.told-seat-kept", seat=seat, name=person)
        case PersonSat(seat, person):
            return words.say("web.told-person-sat", seat=seat, name=person)
        case BotSat(seat, bot):
            return words.say("web.told-bot-sat", seat=seat, bot=bot_title(bot, words))
        case BotLeft(seat):
            return words.say("web.told-bot-left", seat=seat)
        case PersonLeft(seat):
            return words.say("web.told-person-left", name=names[seat - 1])
        case BotTookOver(seat, bot):
            return words.say(
                "web.told-bot-took-over", name=names[seat - 1], bot=bot_title(bot, words)
            )
        case PersonReturned(seat):
            return words.say("web.told-person-returned", name=names[seat - 1])
        case BotStoodIn(seat, bot):
            return words.say(
                "web.told-bot-stood-in", name=names[seat - 1], bot=bot_title(bot, words)
            )
        case Ready(seat):
            return words.say("web.told-ready", name=names[seat - 1])
        case SeedRevealed():
            return words.say("web.told-seed-revealed")
        case RematchMade():
            return words.say("web.told-rematch-made")
        case NameRemoved():
            return words.say("replay.told-name-removed")


def briefly(entry: Entry, names: Sequence[str], words: Words) -> str | None:
    """The entry in as few words as will do, for who listens; None where it is short already."""
    match entry:
        case Told(event=Placed(seat=seat, tile=tile, points=points)):
            return words.say(
                "browser.brief-placed",
                name=names[seat - 1],
                tile=words.tile(tile),
                worth=words.worth(points),
            )
        case Told(event=Deducted(seat=seat, cost=cost, score=score)):
            return words.say(
                "browser.brief-deducted", name=names[seat - 1], cost=cost, score=number(score)
            )
        case Told(event=Dealt(starter=starter)):
            return words.say("core.lot-starter", name=names[starter - 1])
    return None


def line_of(n: int, entry: Entry, names: Sequence[str], words: Words) -> Line:
    """An entry, the ``n``-th of its table, in words."""
    points = getattr(entry.event, "points", 0) if isinstance(entry, Told) else 0
    return Line(n, kind_of(entry), sentence(entry, names, words), points)


def by_rounds(
    entries: Iterable[Entry], names: Sequence[str], words: Words
) -> tuple[RoundLines, ...]:
    """All entries in words under the headings of their rounds."""
    round = BEFORE_GAME
    numbered: list[tuple[int, Line]] = []
    for n, entry in enumerate(entries, 1):
        if isinstance(entry, Told):
            round = entry.round
        numbered.append((round, line_of(n, entry, names, words)))
    return tuple(
        RoundLines(number, _heading(number, words), tuple(line for _, line in lines))
        for number, lines in groupby(numbered, key=lambda pair: pair[0])
    )


def _heading(round: int, words: Words) -> str:
    if round == BEFORE_GAME:
        return words.say("web.before-game")
    return words.say("web.round", round=round)
