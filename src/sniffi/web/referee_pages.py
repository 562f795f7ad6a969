"""The pages of the referee: keeping the score of a game that is played with real tiles."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from http import HTTPStatus

from markupsafe import Markup
from starlette.responses import JSONResponse, RedirectResponse, Response

from sniffi.record import LONGEST_NAME
from sniffi.referee.bounds import HIGHEST_SUM
from sniffi.referee.errors import BadSheetEntry, NoSuchSheet
from sniffi.referee.facts import Draws, Holds, Lot, Places, Scores, Starts
from sniffi.rules import FULL_SET, SniffiError, Spot, Tile
from sniffi.rules.seats import TARGET, check_seat
from sniffi.web.downloads import text_of_record
from sniffi.web.errors import BadInput
from sniffi.web.qr import qr_code
from sniffi.web.referee_desk import Kept
from sniffi.web.referee_showing import SheetShowing
from sniffi.web.referee_shown import Option, SheetPage
from sniffi.web.referee_words import line_text, record_in_words
from sniffi.web.visit import RELOAD_SECONDS, Visit, whole_number

HOME = "/referee"
MOST_PLAYERS = 4
LINES_EACH = 150
"""Lines of one page of a long sheet, so that none is heavy."""


@dataclass(frozen=True, slots=True)
class Place:
    """Which sheet a request is about, and whether it may be written on."""

    id: str
    address: str
    writing: bool


def place_of(visit: Visit) -> Place:
    """The sheet that the address names.

    Raises:
        NoSuchSheet: it is no spectators' link.
    """
    parameters = visit.request.path_params
    if "watch" in parameters:
        watch = parameters["watch"]
        return Place(visit.site.sheet_links.sheet(watch), f"{HOME}/watch/{watch}", writing=False)
    return Place(parameters["sheet"], f"{HOME}/{parameters['sheet']}", writing=True)


async def read(visit: Visit) -> tuple[Place, Kept]:
    """The sheet of a request; sentences of what is refused name its players from then on."""
    place = place_of(visit)
    kept = await visit.site.desk.read(place.id)
    visit.names = kept.sheet.begun.names
    return place, kept


def showing(visit: Visit, place: Place, kept: Kept) -> SheetShowing:
    """The sheet in the reader's language."""
    return SheetShowing(kept, visit.words, place.address, writing=place.writing)


@dataclass(frozen=True, slots=True)
class OwnSheet:
    """A sheet that this browser wrote on."""

    address: str
    title: str
    state: str


async def home(visit: Visit) -> Response:
    """A new sheet, and the reader's own ones."""
    mine: list[OwnSheet] = []
    own = visit.site.sheet_links.own(visit.request)
    there: list[str] = []
    for id in own:
        try:
            kept = await visit.site.desk.read(id)
        except NoSuchSheet:
            continue
        except BadSheetEntry:
            # Damaged: it may be mended, and the others are shown all the same.
            there.append(id)
            continue
        there.append(id)
        shown = SheetShowing(kept, visit.words, f"{HOME}/{id}", writing=True)
        mine.append(
            OwnSheet(shown.address, visit.words.listed(kept.sheet.begun.names), shown.what())
        )
    response = visit.html(
        "referee/home.html",
        mine=mine,
        longest_name=LONGEST_NAME,
        seats=tuple(range(1, MOST_PLAYERS + 1)),
        targets=TARGET,
    )
    if len(there) < len(own):
        visit.site.sheet_links.keep(response, tuple(there), secure=visit.secure)
    return response


@dataclass(frozen=True, slots=True)
class Links:
    """The links of a sheet."""

    write: str
    write_qr: Markup
    watch: str
    watch_qr: Markup


async def sheet(visit: Visit) -> Response:
    """The page of a sheet."""
    place, kept = await read(visit)
    reload = visit.reload
    page = _page(visit, place, kept)
    response = visit.html(
        "referee/sheet.html",
        page=page,
        reload=reload if not page.over and not place.writing else None,
        reload_offer=RELOAD_SECONDS,
    )
    if place.writing:
        own = visit.site.sheet_links.own(visit.request)
        if own[:1] != (place.id,):
            others = tuple(id for id in own if id != place.id)
            visit.site.sheet_links.keep(response, (place.id, *others), secure=visit.secure)
    return response


def _page(visit: Visit, place: Place, kept: Kept) -> SheetPage:
    asked = _asked(visit, kept) if place.writing else {}
    return showing(visit, place, kept).page(visit.site.sheet_drawing, **asked)  # type: ignore[arg-type]


def _asked(visit: Visit, kept: Kept) -> dict[str, object]:
    """What the address says was tapped, refused or asked about."""
    query = visit.request.query_params
    position = kept.sheet.position
    try:
        if "tile" in query:
            return {"chosen": Tile.parse(query["tile"])}
        seat = visit.query_number("seat") or position.to_act or 1
        check_seat(seat, position.players)
        if "try" in query:
            tile, at, spot = query["try"].partition("@")
            tried = Places(seat, Tile.parse(tile), Spot.parse(spot) if at else None)
            return {"tried": tried}
        if "sum" in query:
            return {"asked": Scores(seat, whole_number(query["sum"]))}
    except SniffiError:
        raise BadInput from None
    return {}


async def state(visit: Visit) -> Response:
    """How many entries the sheet has: scripts ask, and fetch the page when there are more."""
    _, kept = await read(visit)
    return JSONResponse({"n": kept.sheet.number})


async def lines(visit: Visit) -> Response:
    """Every line of the sheet, the latest first."""
    place, kept = await read(visit)
    page = showing(visit, place, kept).page(visit.site.sheet_drawing, every_line=True)
    count = max(-(-len(page.lines) // LINES_EACH), 1)
    asked = visit.query_number("page")
    number = 1 if asked is None else asked
    if not 1 <= number <= count:
        raise BadInput
    first = (number - 1) * LINES_EACH
    return visit.html(
        "referee/lines.html",
        page=replace(page, lines=page.lines[first : first + LINES_EACH]),
        number=number,
        count=count,
    )


async def links(visit: Visit) -> Response:
    """The links to take along and to give away."""
    place, kept = await read(visit)
    write = visit.origin + place.address
    watch = f"{visit.origin}{HOME}/watch/{visit.site.sheet_links.watch_of(place.id)}"
    made = Links(
        write,
        qr_code(write, visit.words.say("web.qr")),
        watch,
        qr_code(watch, visit.words.say("web.qr")),
    )
    page = showing(visit, place, kept).page(visit.site.sheet_drawing)
    return visit.html("referee/links.html", page=page, links=made)


@dataclass(frozen=True, slots=True)
class CorrectPage:
    """A line that is to be corrected."""

    address: str
    n: int
    number: int
    kind: str
    text: str
    picture: Markup | None
    full: bool
    seats: tuple[Option, ...]
    tiles: tuple[Option, ...]
    spots: tuple[Option, ...]
    draws: tuple[tuple[int, str, str], ...]
    """Of a lot: each contender, the name, the tile."""
    all_tiles: tuple[Option, ...]
    held: frozenset[str]
    total: int | None
    pips: int | None
    count: int
    as_was: bool
    irregular: bool
    """Whether a fact of this kind can be told as it was against the rules."""
    question: str | None


async def correct(visit: Visit) -> Response:
    """A line, and what it should tell instead."""
    place, kept = await read(visit)
    line = kept.sheet.line(whole_number(visit.request.path_params["line"]))
    words, fact, before = visit.words, line.fact, line.before
    shown = showing(visit, place, kept)
    laid = before.laid
    asked = visit.query_number("sum")
    total = getattr(fact, "total", None) if asked is None else asked
    seat = visit.query_number("seat") or getattr(fact, "seat", None)
    placed = fact.tile if isinstance(fact, Places) else None
    spot = str(fact.spot) if isinstance(fact, Places) and fact.spot is not None else ""
    page = CorrectPage(
        address=place.address,
        n=kept.sheet.number,
        number=line.number,
        kind=Starts.name if isinstance(fact, Lot) and not before.contenders else fact.name,
        text=line_text(line, kept.sheet.begun.names, words),
        picture=visit.site.sheet_drawing.close(laid.layout, words)
        if laid is not None and laid.layout.tiles
        else None,
        full=before.full,
        seats=tuple(
            Option(str(each), name, each == seat)
            for each, name in enumerate(kept.sheet.begun.names, 1)
        ),
        tiles=tuple(
            Option(str(tile), words.tile(tile), tile is placed)
            for tile in FULL_SET
            if laid is None or tile in laid.unseen
        ),
        spots=tuple(
            Option(each.value, each.text, each.value == spot) for each in shown.spots(before)
        ),
        draws=tuple(
            (each, kept.sheet.begun.names[each - 1], str(tile))
            for each, tile in (fact.draws if isinstance(fact, Lot) else ())
        ),
        all_tiles=tuple(Option(str(tile), words.tile(tile)) for tile in FULL_SET),
        held=frozenset(map(str, fact.tiles)) if isinstance(fact, Holds) else frozenset(),
        total=total,
        pips=fact.pips if isinstance(fact, Holds) else None,
        count=fact.count if isinstance(fact, Draws) else 1,
        as_was=fact.as_was,
        irregular=before.full and not isinstance(fact, Lot | Starts),
        question=None
        if asked is None
        else words.say("referee.sum-questioned", total=asked, highest=HIGHEST_SUM),
    )
    return visit.html("referee/correct.html", page=page)


async def record(visit: Visit) -> Response:
    """The game as a record: by events as far as the rules go, the rest as comments."""
    _, kept = await read(visit)
    return text_of_record(await asyncio.to_thread(record_in_words, kept.sheet, visit.words))


async def replay(visit: Visit) -> Response:
    """From a sheet to its replay, which whoever has the link can look at and not write on."""
    place, _ = await read(visit)
    watch = visit.site.sheet_links.watch_of(place.id)
    return RedirectResponse(f"/replay/sheet/{watch}", HTTPStatus.SEE_OTHER)
