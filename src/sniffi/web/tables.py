"""The pages of one table: the table itself, its history, its record, its links."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from http import HTTPStatus

from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

from sniffi.bots import bots_listing
from sniffi.deal import LONGEST_NONCE
from sniffi.record import Outcome, Subject, verify
from sniffi.record.verification import Check
from sniffi.rules import SniffiError, Tile
from sniffi.tables.errors import NotSeatedHere
from sniffi.tables.hall import Look
from sniffi.tables.names import LONGEST_NAME
from sniffi.tables.view import Stage, TableView
from sniffi.web.advice import Advice
from sniffi.web.downloads import text_of_record
from sniffi.web.errors import BadInput
from sniffi.web.history import History
from sniffi.web.qr import qr_code
from sniffi.web.showing import Showing, TablePage, names_of
from sniffi.web.streams import HEADERS as STREAM_HEADERS
from sniffi.web.telling import line_of
from sniffi.web.tiles import Line
from sniffi.web.visit import RELOAD_SECONDS, Visit, whole_number

MOST_RECENT = 8
BOUNDS = {"longest_name": LONGEST_NAME, "longest_nonce": LONGEST_NONCE}


@dataclass(frozen=True, slots=True)
class Place:
    """Which table a request is about, and as whom it comes."""

    table: str
    """The table's id."""
    address: str
    """Of the page: the table's, or the spectators'."""
    guest: str | None
    """None on the spectators' page, whoever looks at it."""

    @property
    def watching(self) -> bool:
        """Whether it is the spectators' page."""
        return self.guest is None


def place_of(visit: Visit) -> Place:
    """The table that the address names.

    Raises:
        NoSuchTable: it is no spectators' link.
    """
    parameters = visit.request.path_params
    if "watch" in parameters:
        watch = parameters["watch"]
        return Place(visit.site.watch_links.table(watch), f"/w/{watch}", None)
    return Place(parameters["table"], f"/t/{parameters['table']}", visit.guest.id)


@dataclass(frozen=True, slots=True)
class Invite:
    """The link to a table for those who are to come."""

    address: str
    qr: Markup


@dataclass(frozen=True, slots=True)
class Links:
    """The links of a table, for its page."""

    invite: Invite | None
    watch: str | None
    device: bool
    record: bool
    reload: int | None
    """Seconds after which the page loads itself again, where there is no script."""
    reload_offer: int = RELOAD_SECONDS


async def table(visit: Visit) -> Response:
    """The page of a table."""
    place = place_of(visit)
    look = await visit.site.hall.look(place.table, place.guest)
    return await whole_page(visit, place, look)


async def whole_page(
    visit: Visit, place: Place, look: Look, advice: Advice | None = None
) -> Response:
    """The page of a table, with a hint if there is one."""
    page = await _page(visit, place, look, advice)
    return visit.html(
        "table.html",
        page=page,
        links=_links(visit, place, look.view),
        heartbeat=visit.site.settings.heartbeat,
        **BOUNDS,
    )


async def fragment(visit: Visit) -> Response:
    """The parts of the page that change; nothing, when the reader has them already."""
    place = place_of(visit)
    look = await visit.site.hall.look(place.table, place.guest)
    tag = _tag(visit, look)
    headers = {"ETag": tag, "Cache-Control": "private, no-cache", "Vary": "Cookie"}
    if tag in visit.request.headers.get("if-none-match", ""):
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    body = await live(visit, place, look)
    return HTMLResponse(body, headers=headers)


async def live(visit: Visit, place: Place, look: Look) -> str:
    """The parts of the page that change, as HTML."""
    page = await _page(visit, place, look)
    links = _links(visit, place, look.view)
    return visit.fragment("parts/fragment.html", page=page, links=links, **BOUNDS)


def _tag(visit: Visit, look: Look) -> str:
    """An ETag of all that these parts depend on."""
    view = look.view
    parts = (
        visit.site.assets.version,
        view.number,
        view.seat,
        visit.language,
        look.kept,
        look.presence,
        visit.request.url.query,
        visit.guest.csrf,
        visit.memory.name,
    )
    return f'"{hashlib.sha256(repr(parts).encode()).hexdigest()[:24]}"'


async def _page(visit: Visit, place: Place, look: Look, advice: Advice | None = None) -> TablePage:
    view, words = look.view, visit.words
    after = max(view.number - MOST_RECENT, 0)
    entries = await visit.site.hall.history(place.table, place.guest, after)
    names = names_of(view.seats, words)
    # The table may have gone on since the look; the page is of one moment.
    told = entries[: view.number - after]
    recent: list[Line] = [
        line_of(n, entry, names, words) for n, entry in enumerate(told, after + 1)
    ]
    showing = Showing(
        view,
        words,
        place.address,
        presence={seat: one for seat, one in enumerate(look.presence, 1) if one is not None},
        watching=place.watching,
        kept=None if place.watching else look.kept,
    )
    return showing.page(
        visit.site.drawing,
        recent[::-1],
        chosen=_chosen(visit),
        advice=advice,
        shape=visit.request.query_params.get("shape"),
        bots={
            bot.name: bot.label
            for bot in bots_listing(words)
            if view.settings.players in bot.players
        },
        next_game=await _next_game(visit, place, view),
    )


async def _next_game(visit: Visit, place: Place, view: TableView) -> str | None:
    """Where who has no seat can watch the rematch; its players are led to their seats instead."""
    if view.seat is not None or view.stage is not Stage.OVER:
        return None
    new = await visit.site.hall.rematch_of(place.table)
    return None if new is None else _watch_address(visit, new)


def _watch_address(visit: Visit, table: str) -> str:
    return f"/w/{visit.site.watch_links.of(table)}"


def _chosen(visit: Visit) -> Tile | None:
    text = visit.request.query_params.get("tile")
    if text is None:
        return None
    try:
        return Tile.parse(text)
    except SniffiError:
        raise BadInput from None


def _links(visit: Visit, place: Place, view: TableView) -> Links:
    reload = visit.reload
    waits = view.stage is not Stage.OVER and not view.your_turn
    invite = None
    if not place.watching and view.stage is Stage.WAITING:
        address = visit.origin + place.address
        invite = Invite(address, qr_code(address, visit.words.say("web.qr")))
    return Links(
        invite=invite,
        watch=None if place.watching else _watch_address(visit, place.table),
        device=view.seat is not None,
        record=view.game is not None,
        reload=reload if waits else None,
    )


async def history(visit: Visit) -> Response:
    """All that happened, and the position after any of it."""
    place = place_of(visit)
    look = await visit.site.hall.look(place.table, place.guest)
    entries = await visit.site.hall.history(place.table, place.guest)
    at = visit.query_number("at")
    told = History(look.view, entries, visit.words, place.address)
    page = told.page(visit.site.drawing, at, shape=visit.request.query_params.get("shape"))
    return visit.html("history.html", page=page)


async def record(visit: Visit) -> Response:
    """The record of the game: whole at the end, until then what the seat sees."""
    place = place_of(visit)
    look = await visit.site.hall.look(place.table, place.guest)
    names = names_of(look.view.seats, visit.words)
    made = await visit.site.hall.record(place.table, place.guest, names)
    return text_of_record(made)


@dataclass(frozen=True, slots=True)
class CheckLine:
    """One thing that was checked, in words."""

    match: bool
    text: str


@dataclass(frozen=True, slots=True)
class Nonce:
    """What a player gave for the shuffle."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class VerifyPage:
    """The promise of the deals, and whether it was kept."""

    address: str
    commitment: str
    nonces: tuple[Nonce, ...]
    seed: str | None
    outcome: str
    checks: tuple[CheckLine, ...]


async def verification(visit: Visit) -> Response:
    """The promise, and once the game is over whether every deal and lot is as promised."""
    place = place_of(visit)
    look = await visit.site.hall.look(place.table, place.guest)
    view, words = look.view, visit.words
    checks: tuple[CheckLine, ...] = ()
    fine = False
    if view.seed is not None:
        made = await visit.site.hall.record(place.table, place.guest, names_of(view.seats, words))
        found = verify(made)
        fine = found.ok
        checks = tuple(check_line(check, visit) for check in found.checks)
    page = VerifyPage(
        address=place.address,
        commitment=view.commitment,
        nonces=tuple(
            Nonce(words.say("web.nonce", number=number), text)
            for number, text in enumerate(view.nonces, 1)
        ),
        seed=None if view.seed is None else view.seed.hex(),
        outcome=words.say("web.verify-fine" if fine else "web.verify-wrong"),
        checks=checks,
    )
    return visit.html("verify.html", page=page)


def check_line(check: Check, visit: Visit) -> CheckLine:
    """A check in words."""
    match = check.outcome is Outcome.MATCH
    said = visit.words.say
    match check.subject:
        case Subject.COMMITMENT:
            key = "web.check-commitment-match" if match else "web.check-commitment-mismatch"
            return CheckLine(match, said(key))
        case Subject.LOT:
            key = "web.check-lot-match" if match else "web.check-lot-mismatch"
            return CheckLine(match, said(key, round=check.round, stage=check.stage))
        case Subject.ROUND:
            key = "web.check-deal-match" if match else "web.check-deal-mismatch"
            return CheckLine(match, said(key, round=check.round))


@dataclass(frozen=True, slots=True)
class DevicePage:
    """The link that takes the seat to another device."""

    address: str
    link: str
    minutes: int
    qr: Markup


async def device(visit: Visit) -> Response:
    """The link and code for going on at another device."""
    place = place_of(visit)
    look = await visit.site.hall.look(place.table, place.guest)
    if look.view.seat is None:
        raise NotSeatedHere
    token = visit.site.guests.device_token(visit.guest, place.table)
    link = f"{visit.origin}/device/{token}"
    page = DevicePage(
        place.address,
        link,
        visit.site.settings.device_minutes,
        qr_code(link, visit.words.say("web.qr")),
    )
    return visit.html("device.html", page=page)


async def device_ask(visit: Visit) -> Response:
    """Ask whether to go on here; only the press takes the seat, not a look at the link."""
    visit.site.guests.from_device(visit.request.path_params["token"])
    return visit.html("device_take.html")


async def device_take(visit: Visit) -> Response:
    """Make this browser the guest that the link is for."""
    await visit.form()
    guest_id, table_id = visit.site.guests.from_device(visit.request.path_params["token"])
    name = visit.memory.name
    look = await visit.site.hall.look(table_id)
    seat = (await visit.site.hall.room(table_id)).table.seat_of(guest_id)
    if seat is not None:
        name = look.view.seats[seat - 1].person or name
    response = visit.back_to(f"/t/{table_id}")
    visit.remember(response, guest_id)
    visit.keep(response, visit.memory.with_table(table_id, name))
    return response


async def beat(visit: Visit) -> Response:
    """A page with a stream tells that it lives; spectators' pages only learn that we do."""
    place = place_of(visit)
    if place.guest is not None:
        hidden = "hidden" in visit.request.query_params
        await visit.site.hall.beat(place.table, place.guest, hidden=hidden)
    return Response(status_code=HTTPStatus.NO_CONTENT)


async def events(visit: Visit) -> Response:
    """The live stream of a table, from the entry after the one last seen."""
    place = place_of(visit)
    if visit.request.method == "HEAD":
        # Nothing would ever be told, and it would never end.
        return Response(headers=STREAM_HEADERS)
    last = visit.request.headers.get("last-event-id")
    after = visit.query_number("after") if last is None else whole_number(last)
    key = visit.guest.id if not visit.guest.new else visit.address
    stream = visit.site.streams.stream(
        place.table,
        place.guest,
        visit.words,
        after,
        moment="moment" in visit.request.query_params,
        key=key,
        address=visit.address,
    )
    await stream.begin()
    return stream
