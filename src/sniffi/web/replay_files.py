"""Files of records that somebody brings: the form, what was found in them."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus

from starlette.datastructures import UploadFile
from starlette.responses import Response

from sniffi.record import GameRecord
from sniffi.record.sheets import from_sheet
from sniffi.rules import side_of
from sniffi.web.days import day_in_words
from sniffi.web.errors import NoSuchPage
from sniffi.web.logs import log
from sniffi.web.replay_errors import FileTooBig, NoFile
from sniffi.web.replay_mine import own_games
from sniffi.web.replay_pages import HOME
from sniffi.web.replay_reading import Reading
from sniffi.web.visit import Visit
from sniffi.words import Words
from sniffi.words.catalogue import number

KILOBYTE = 1024
EACH = 50
"""Games of a file that a page lists."""
NEWEST = 3
"""One's own games on the first page."""


@dataclass(frozen=True, slots=True)
class FileGame:
    """A game of a file."""

    number: int
    address: str
    title: str
    about: str


@dataclass(frozen=True, slots=True)
class FilePage:
    """What is in a file."""

    games: tuple[FileGame, ...]
    count: str
    faults: tuple[str, ...]
    more_faults: int
    before: str | None
    after: str | None
    minutes: int


async def home(visit: Visit) -> Response:
    """Where replays begin: a file, or one's own games."""
    settings = visit.site.settings
    return visit.html(
        "replay/home.html",
        mine=await own_games(visit, NEWEST),
        most=settings.record_bytes // KILOBYTE,
        minutes=settings.keep_file_minutes,
    )


async def bring(visit: Visit) -> Response:
    """A file: its page when a game is in it, else what is wrong with it."""
    data = await _brought(visit)
    shelf = visit.site.shelf
    reading = await shelf.read(data)
    log("file brought", bytes=len(data), games=len(reading.games), faults=len(reading.faults))
    if not reading.games:
        page = _page(visit, reading, "", 1)
        return visit.html("replay/file.html", HTTPStatus.UNPROCESSABLE_ENTITY, page=page)
    id = shelf.put(data, reading)
    alone = len(reading.games) == 1 and not reading.faults
    return visit.back_to(f"{HOME}/file/{id}/1" if alone else f"{HOME}/file/{id}")


async def _brought(visit: Visit) -> bytes:
    """The file of the form."""
    form = await visit.form(files=1)
    try:
        visit.site.bringing.take(visit.address)
        file, most = form.get("file"), visit.site.settings.record_bytes
        if not isinstance(file, UploadFile) or (not file.filename and not file.size):
            raise NoFile
        data = await file.read(most + 1)
        if len(data) > most:
            raise FileTooBig(most // KILOBYTE)
        return data
    finally:
        await form.close()


async def file(visit: Visit) -> Response:
    """What is in a file that was brought."""
    id = visit.request.path_params["file"]
    reading = await visit.site.shelf.file(id)
    asked = visit.query_number("part")
    part = 1 if asked is None else asked
    if not 1 <= part <= max(-(-len(reading.games) // EACH), 1):
        raise NoSuchPage
    page = _page(visit, reading, f"{HOME}/file/{id}", part)
    return visit.html("replay/file.html", page=page)


def _page(visit: Visit, reading: Reading, address: str, part: int) -> FilePage:
    words, first = visit.words, (part - 1) * EACH
    shown = reading.games[first : first + EACH]
    return FilePage(
        games=tuple(
            FileGame(at, f"{address}/{at}", words.listed(record.names), _about(record, words))
            for at, record in enumerate(shown, first + 1)
        ),
        count=words.say_n("replay.games-found", len(reading.games)),
        faults=tuple(words.refusal(error) for error in reading.faults),
        more_faults=reading.more_faults,
        before=f"{address}?part={part - 1}" if part > 1 else None,
        after=f"{address}?part={part + 1}" if first + EACH < len(reading.games) else None,
        minutes=visit.site.settings.keep_file_minutes,
    )


def _about(record: GameRecord, words: Words) -> str:
    """When, how it ended, how much of it there is."""
    day = record.tag("Date")
    told = [day_in_words(day, words)] if day else []
    sheet = from_sheet(record)
    scores = _scores(record) if sheet is None or sheet.scores is None else sheet.scores
    told.append(
        words.say("replay.final", scores=" – ".join(map(number, scores)))
        if record.over or (sheet is not None and sheet.over)
        else words.say("replay.unfinished")
    )
    told.append(
        words.say("replay.only-sums")
        if sheet is not None and sheet.sums
        else words.say_n("replay.event-count", len(record.events))
    )
    return " · ".join(told)


def _scores(record: GameRecord) -> list[int]:
    scores: dict[int, int] = {
        side_of(seat, record.players): 0 for seat in range(1, record.players + 1)
    }
    for event in record.events:
        seat, score = getattr(event, "seat", None), getattr(event, "score", None)
        if seat is not None and score is not None:
            scores[side_of(seat, record.players)] = score
    return list(scores.values())
