"""The pages of one game that is replayed: its positions, its events, its record."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from starlette.responses import RedirectResponse, Response

from sniffi.pictures.svg import layout_svg
from sniffi.record import GameRecord
from sniffi.record.plain import record_to_json
from sniffi.rules import Layout
from sniffi.tables.errors import NoSuchTable
from sniffi.tables.view import Stage
from sniffi.web.downloads import download, text_of_record
from sniffi.web.errors import NoSuchPage
from sniffi.web.referee_words import record_in_words
from sniffi.web.replay_errors import NoSuchEvent, NoSuchReplay, NoSuchView, NotOverYet
from sniffi.web.replay_game import ReplayGame
from sniffi.web.replay_showing import OPEN, Replaying
from sniffi.web.replay_shown import Head
from sniffi.web.showing import names_of
from sniffi.web.tables import CheckLine, Nonce, check_line, place_of
from sniffi.web.visit import Visit, whole_number

HOME = "/replay"
SHEETS = "/referee/watch"


@dataclass(frozen=True, slots=True)
class Source:
    """The game that a request is about."""

    game: ReplayGame
    names: Sequence[str]
    """In the reader's language."""
    address: str
    of_server: bool
    """Whether it was played here, and is not from somebody's file."""
    lines: str | None = None
    """Where every line of a sheet stands."""
    own: bool = False
    """Whether the reader sat there, and has a name to remove."""

    @property
    def record(self) -> GameRecord:
        """The record, with the names as the reader knows them."""
        record, names = self.game.record, tuple(self.names)
        return record if names == record.names else replace(record, names=names)


async def source_of(visit: Visit) -> Source:
    """The game that the address names.

    Raises:
        NoSuchReplay, FileGone: there is none.
        NotOverYet: it goes on.
    """
    parameters = visit.request.path_params
    if "game" in parameters:
        return await _of_table(visit, parameters["game"])
    if "watch" in parameters:
        return await _of_sheet(visit, parameters["watch"])
    reading = await visit.site.shelf.file(parameters["file"])
    number = whole_number(parameters["number"])
    if not 1 <= number <= len(reading.games):
        raise NoSuchReplay
    record = reading.games[number - 1]
    game = visit.site.shelf.game((parameters["file"], number), lambda: record)
    address = f"{HOME}/file/{parameters['file']}/{number}"
    return Source(game, record.names, address, of_server=False)


async def _of_table(visit: Visit, watch: str) -> Source:
    try:
        id = visit.site.watch_links.table(watch)
        room = await visit.site.hall.room(id)
    except NoSuchTable:
        raise NoSuchReplay from None
    table = room.table
    # The whole of it is for all from the moment on at which the seed is told.
    if table.stage is not Stage.OVER or table.seed is None:
        raise NotOverYet
    game = visit.site.shelf.game(("table", id), lambda: table.record(None))
    seat = table.seat_of(visit.guest.id)
    return Source(
        game,
        names_of(table.seen_by(None).seats, visit.words),
        f"{HOME}/game/{watch}",
        of_server=True,
        own=seat is not None and bool(table.seat(seat).person),
    )


async def _of_sheet(visit: Visit, watch: str) -> Source:
    id = visit.site.sheet_links.sheet(watch)
    sheet = (await visit.site.desk.read(id)).sheet
    # Its comments are in the reader's language, and the sheet may still be written on.
    key = ("sheet", id, sheet.number, visit.language)
    record = await asyncio.to_thread(record_in_words, sheet, visit.words)
    game = visit.site.shelf.game(key, lambda: record)
    lines = f"{SHEETS}/{watch}/lines"
    return Source(game, record.names, f"{HOME}/sheet/{watch}", of_server=False, lines=lines)


def replaying(visit: Visit, source: Source) -> Replaying:
    """The game in the reader's language."""
    return Replaying(source.game, source.names, visit.words, source.address)


def event_of(visit: Visit, game: ReplayGame) -> int:
    """The event that the address asks for; the first when it asks for none."""
    asked = visit.query_number("at")
    if asked is None:
        return min(1, game.last)
    if not min(1, game.last) <= asked <= game.last:
        raise NoSuchEvent(game.last)
    return asked


def seat_of(visit: Visit, game: ReplayGame, name: str = "view") -> int | None:
    """The seat that the address asks for; None for none."""
    asked = visit.request.query_params.get(name, OPEN)
    if asked == OPEN:
        return None
    seats = [str(seat) for seat in range(1, game.record.players + 1)]
    if asked not in seats:
        raise NoSuchView(game.record.players)
    return int(asked)


async def game(visit: Visit) -> Response:
    """A position of a game."""
    source = await source_of(visit)
    n, seat = event_of(visit, source.game), seat_of(visit, source.game)
    shape = visit.request.query_params.get("shape")
    shown = replaying(visit, source)
    sheet = source.game.sheet
    if sheet is not None and sheet.sums:
        sums = await asyncio.to_thread(shown.sums, visit.site.drawing, sheet)
        return visit.html("replay/sums.html", page=sums, lines=source.lines)
    # In a thread: the first look at a game plays all of it.
    page = await asyncio.to_thread(shown.page, visit.site.drawing, n, seat, shape=shape)
    return visit.html(
        "replay/game.html",
        page=page,
        own=source.own,
        lines=source.lines,
        link=visit.origin + page.here,
    )


async def events(visit: Visit) -> Response:
    """All that happened in a game."""
    source = await source_of(visit)
    seat, of = seat_of(visit, source.game), seat_of(visit, source.game, "of")
    part = visit.query_number("part")
    shown = replaying(visit, source)
    page = await asyncio.to_thread(shown.events, 1 if part is None else part, of, seat)
    if page is None:
        raise NoSuchPage
    return visit.html("replay/events.html", page=page)


@dataclass(frozen=True, slots=True)
class CheckPage:
    """What was checked of a game's deals."""

    head: Head
    checks: tuple[CheckLine, ...]
    note: str
    commitment: str | None
    nonces: tuple[Nonce, ...]
    seed: str | None


MOST_CHECKS = 300


async def check(visit: Visit) -> Response:
    """The promise of the deals, and whether it was kept."""
    source = await source_of(visit)
    record, words = source.game.record, visit.words
    found = await asyncio.to_thread(lambda: source.game.verification)
    told = found.checks if record.seed is not None else ()
    head = replaying(visit, source).head()
    page = CheckPage(
        head=head,
        checks=tuple(check_line(one, visit) for one in told[:MOST_CHECKS]),
        note=words.say(_check_note(source)),
        commitment=record.commitment,
        nonces=tuple(
            Nonce(words.say("web.nonce", number=number), text)
            for number, text in enumerate(record.nonces, 1)
        ),
        seed=None if record.seed is None else record.seed.hex(),
    )
    return visit.html("replay/check.html", page=page)


def _check_note(source: Source) -> str:
    if source.game.sheet is not None:
        return "replay.check-sheet"
    return "replay.check-here" if source.of_server else "replay.check-file"


async def record(visit: Visit) -> Response:
    """The record as text."""
    source = await source_of(visit)
    return await asyncio.to_thread(text_of_record, source.record)


async def record_json(visit: Visit) -> Response:
    """The record as JSON."""
    source = await source_of(visit)
    made = await asyncio.to_thread(lambda: json.dumps(record_to_json(source.record), indent=1))
    return download(f"{made}\n", "application/json", "sniffi-game.json")


async def position(visit: Visit) -> Response:
    """The layout of a position as a picture that needs no page."""
    source = await source_of(visit)
    n = event_of(visit, source.game)

    def draw() -> str:
        view = source.game.after(n, None)
        layout = view.round.layout if view.round is not None else Layout()
        return layout_svg(layout, visit.words)

    return download(await asyncio.to_thread(draw), "image/svg+xml", f"sniffi-{n}.svg")


async def of_table(visit: Visit) -> Response:
    """From a table to its replay."""
    place = place_of(visit)
    await visit.site.hall.look(place.table)
    return RedirectResponse(f"{HOME}/game/{visit.site.watch_links.of(place.table)}", 303)
