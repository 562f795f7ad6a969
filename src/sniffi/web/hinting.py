"""Hints at a table: a page of their own without scripts, a part of the page with them."""

from __future__ import annotations

from starlette.responses import HTMLResponse, Response

from sniffi.rules import Place
from sniffi.web.advice import advice_of
from sniffi.web.showing import names_of
from sniffi.web.tables import place_of, whole_page
from sniffi.web.visit import Visit

LONGEST_ASKED = 40


async def hint(visit: Visit) -> Response:
    """A hint for who is to act, and asks: for scripts the part of the page that shows it, else
    the page of the table with it."""
    place = place_of(visit)
    visit.site.hinting.take(visit.guest.id)
    about = visit.request.query_params.get("about")
    asked = None if about is None else Place.parse(about[:LONGEST_ASKED])
    look, found = await visit.site.hall.hint(place.table, place.guest, asked)
    visit.names = names_of(look.view.seats, visit.words)
    advice = advice_of(found, look.view.at, visit.names, visit.words, place.address)
    if visit.by_script:
        return HTMLResponse(
            visit.fragment("parts/advice.html", advice=advice),
            headers={"Cache-Control": "private, no-store"},
        )
    response = await whole_page(visit, place, look, advice)
    response.headers["Cache-Control"] = "private, no-store"
    return response
