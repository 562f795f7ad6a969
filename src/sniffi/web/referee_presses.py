"""What is written on a sheet: every press is a form, and its answer a redirect."""

from __future__ import annotations

from urllib.parse import urlencode

from starlette.datastructures import FormData
from starlette.responses import Response

from sniffi.referee import Fact, Sheet, SheetEntry
from sniffi.referee.errors import NoSuchSheet, StaleSheet, SumQuestioned
from sniffi.referee.facts import Places, Scores
from sniffi.referee.writing import begin, correct, note, redo, undo
from sniffi.rules import SniffiError
from sniffi.rules.seats import check_players, check_target
from sniffi.tables.names import clean_name
from sniffi.web.logs import log
from sniffi.web.referee_desk import Decide
from sniffi.web.referee_forms import fact_from
from sniffi.web.referee_pages import HOME, MOST_PLAYERS, place_of
from sniffi.web.visit import Handler, Visit, text_of, whole_number

FULL = "full"


async def make(visit: Visit) -> Response:
    """A new sheet as the form asks for it."""
    form = await visit.form()
    visit.site.making.take(visit.address)
    told = [form.get(f"name{seat}") for seat in range(1, MOST_PLAYERS + 1)]
    names = [clean_name(name) for name in told if isinstance(name, str) and name.strip()]
    players = check_players(len(names))
    wanted = form.get("target")
    target = check_target(whole_number(wanted) if wanted else None, players)
    begun = begin(
        names, target=target, full=text_of(form, "way") == FULL, time=visit.site.desk.now()
    )
    id = await visit.site.desk.make(begun)
    log("sheet begun", players=players, full=begun.full)
    response = visit.back_to(f"{HOME}/{id}")
    own = visit.site.sheet_links.own(visit.request)
    visit.site.sheet_links.keep(response, (id, *own), secure=visit.secure)
    return response


async def write(visit: Visit) -> Response:
    """Something that happened at the table."""
    form = await visit.form()
    address = place_of(visit).address
    fact: Fact | None = None

    def decide(sheet: Sheet) -> SheetEntry:
        nonlocal fact
        fact = _resolved(fact_from(form, sheet.position), sheet)
        return note(sheet, fact, sure=form.get("sure") is not None)

    try:
        await _press(visit, form, decide)
    except StaleSheet:
        raise
    except _Several as several:
        return visit.back_to(f"{address}?{urlencode({'tile': several.tile})}#choose")
    except SumQuestioned as error:
        seat = fact.seat if isinstance(fact, Scores) else 1
        asked = urlencode({"sum": error.fields["total"], "seat": seat})
        return visit.back_to(f"{address}?{asked}#question")
    except SniffiError:
        if not isinstance(fact, Places) or fact.as_was:
            raise
        tried = f"{fact.tile}" if fact.spot is None else f"{fact.tile}@{fact.spot}"
        return visit.back_to(f"{address}?{urlencode({'try': tried, 'seat': fact.seat})}#refusal")
    return visit.back_to(address)


class _Several(Exception):
    """A tile was tapped that fits at several spots."""

    def __init__(self, tile: str) -> None:
        super().__init__()
        self.tile = tile


def _resolved(fact: Fact, sheet: Sheet) -> Fact:
    """A tile that was tapped, with the one spot that it fits."""
    laid = sheet.position.laid
    if not isinstance(fact, Places) or fact.spot is not None or fact.as_was or laid is None:
        return fact
    spots = laid.layout.fits(fact.tile) if fact.tile in laid.unseen else ()
    if len(spots) > 1:
        raise _Several(str(fact.tile))
    return Places(fact.seat, fact.tile, spots[0]) if spots else fact


async def put_right(visit: Visit) -> Response:
    """A line told otherwise, or struck out."""
    form = await visit.form()
    address = place_of(visit).address
    line = whole_number(visit.request.path_params["line"])
    fact: Fact | None = None

    def decide(sheet: Sheet) -> SheetEntry:
        nonlocal fact
        if form.get("strike") is None:
            fact = fact_from(form, sheet.line(line).before)
        return correct(sheet, line, fact, sure=form.get("sure") is not None)

    try:
        await _press(visit, form, decide)
    except SumQuestioned as error:
        seat = fact.seat if isinstance(fact, Scores) else 1
        asked = urlencode({"sum": error.fields["total"], "seat": seat})
        return visit.back_to(f"{address}/correct/{line}?{asked}#question")
    return visit.back_to(address)


def _simple(decide: Decide) -> Handler:
    async def press(visit: Visit) -> Response:
        await _press(visit, await visit.form(), decide)
        return visit.back_to(place_of(visit).address)

    return press


take_back = _simple(undo)
bring_back = _simple(redo)


async def _press(visit: Visit, form: FormData, decide: Decide) -> None:
    visit.site.acting.take(visit.guest.id)
    place = place_of(visit)
    if not place.writing:
        raise NoSuchSheet
    at = whole_number(form.get("at"))
    visit.names = (await visit.site.desk.read(place.id)).sheet.begun.names
    await visit.site.desk.press(place.id, at, decide)
