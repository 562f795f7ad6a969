"""The front page, opening tables, and what belongs to no table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus

from starlette.datastructures import FormData
from starlette.responses import JSONResponse, Response

from sniffi.bots import USUAL, bots_listing
from sniffi.rules import SniffiError
from sniffi.rules.seats import HAND_SIZE, check_players, seats
from sniffi.tables.errors import BadEntry, NoSuchTable
from sniffi.tables.names import LONGEST_NAME
from sniffi.tables.seat import SeatKind
from sniffi.tables.settings import Pace, Settings
from sniffi.tables.view import Stage, TableView
from sniffi.web.drawing import EXAMPLE
from sniffi.web.errors import BadInput, BadTarget
from sniffi.web.languages import A_YEAR
from sniffi.web.languages import COOKIE as LANGUAGE_COOKIE
from sniffi.web.logs import log
from sniffi.web.making import (
    AUTO,
    HINTS,
    ON,
    PERSON,
    SUGGESTED_TARGETS,
    as_sent,
    target_hint,
    target_of,
    untouched,
)
from sniffi.web.showing import names_of
from sniffi.web.statuses import TRY_AGAIN, status_of
from sniffi.web.visit import Visit, own_path, text_of, whole_number
from sniffi.words import LANGUAGES, Words

MOST_LISTED = 30
OWN_SEAT = 1
_PACES = {
    Pace.SLOW: "web.pace-slow",
    Pace.NORMAL: "web.pace-normal",
    Pace.QUICK: "web.pace-quick",
}
HELP_PLAY = (
    "web.help-turn",
    "web.help-score",
    "web.help-sniff",
    "web.help-draw",
    "web.help-end",
    "web.help-win",
)


@dataclass(frozen=True, slots=True)
class Listed:
    """A table in a list."""

    address: str
    title: str
    state: str


async def front(visit: Visit) -> Response:
    """The front page."""
    return await _front(visit, untouched(visit.memory.name, visit.language))


async def _front(
    visit: Visit, typed: Mapping[str, str], refusal: SniffiError | None = None
) -> Response:
    """The front page with what was typed, and why nothing came of it."""
    mine, gone = await _own_tables(visit)
    open_tables = [
        _listed(id, view, visit.words, own=False)
        for id, view in await visit.site.hall.open_tables(MOST_LISTED)
    ]
    response = visit.html(
        "front.html",
        HTTPStatus.OK if refusal is None else status_of(refusal),
        typed=typed,
        refused="" if refusal is None else visit.words.refusal(refusal),
        bad_target=isinstance(refusal, BadTarget),
        targets=SUGGESTED_TARGETS,
        target_what=target_hint(visit.words),
        mine=mine,
        open=open_tables,
        bots=bots_listing(visit.words),
        players=tuple(HAND_SIZE),
        paces=[(str(pace), visit.words.say(key)) for pace, key in _PACES.items()],
        hints=[(value, visit.words.say(key)) for value, key in HINTS.items()],
        example=visit.site.drawing.example(visit.words),
        example_sum=visit.words.sum_and_points(EXAMPLE.counted, EXAMPLE.total, EXAMPLE.points),
        longest_name=LONGEST_NAME,
    )
    if gone:
        visit.keep(response, visit.memory.without(gone))
    return response


async def _own_tables(visit: Visit) -> tuple[list[Listed], frozenset[str]]:
    """The tables that the guest sits at, and those that are no more."""
    found: list[Listed] = []
    gone: set[str] = set()
    for id in visit.memory.tables:
        try:
            # Looking at a list is not being there, so the guest is not named.
            room = await visit.site.hall.room(id)
        except NoSuchTable:
            gone.add(id)
            continue
        except BadEntry:
            # Damaged: it may be mended, and the others are shown all the same.
            continue
        seat = room.table.seat_of(visit.guest.id)
        if seat is not None:
            view = room.table.seen_by(seat)
            found.append(_listed(id, view, visit.words, own=True))
    return found, frozenset(gone)


def _listed(id: str, view: TableView, words: Words, *, own: bool) -> Listed:
    names = names_of(view.seats, words)
    sitting = [
        name
        for number, (name, seat) in enumerate(zip(names, view.seats, strict=True), 1)
        if seat.kind is not SeatKind.EMPTY and number != view.seat
    ]
    title = words.listed(sitting) if sitting else words.say("web.table-alone")
    return Listed(f"/t/{id}", title, _state(view, words, own=own))


def _state(view: TableView, words: Words, *, own: bool) -> str:
    free = sum(seat.kind is SeatKind.EMPTY for seat in view.seats)
    if view.stage is Stage.OVER:
        return words.say("web.item-over")
    if view.stage is Stage.WAITING:
        return words.say_n("web.item-waiting", free) if free else words.say("web.item-kept")
    return words.say("web.item-your-turn" if own and view.your_turn else "web.item-playing")


async def play_now(visit: Visit) -> Response:
    """A table with a bot, and the guest at it, with one press."""
    form = await visit.form()
    visit.site.making.take(visit.address)
    settings = Settings.of(2, language=visit.language)
    bot = text_of(form, "bot") if "bot" in form else USUAL
    name = visit.memory.name or visit.words.say("web.default-name")
    return await _open(visit, settings, {OWN_SEAT + 1: bot}, name)


async def make(visit: Visit) -> Response:
    """A table as the form asks for it, and the guest at it; the form again if that cannot be."""
    form = await visit.form()
    visit.site.making.take(visit.address)
    try:
        return await _made(visit, form)
    except SniffiError as refusal:
        if visit.by_script or status_of(refusal) not in TRY_AGAIN:
            raise
        typed = as_sent(form, untouched(visit.memory.name, visit.language))
        return await _front(visit, typed, refusal)


async def _made(visit: Visit, form: FormData) -> Response:
    language = text_of(form, "language")
    players = check_players(whole_number(form.get("players")))
    bots = _bots(form, players)
    settings = Settings.of(
        players,
        target_of(form),
        visibility=text_of(form, "access"),
        language=language,
        hints=_hints(form.get("hints", AUTO), alone=len(bots) == players - 1),
        pace=form.get("pace", str(Pace.NORMAL)),  # type: ignore[arg-type]  # checked there
    )
    response = await _open(visit, settings, bots, text_of(form, "name"))
    _choose_language(visit, response, language)
    return response


def _hints(wish: object, *, alone: bool) -> bool:
    """Whether a table has hints: as wished, else when one person plays bots."""
    if wish not in HINTS:
        raise BadInput
    return alone if wish == AUTO else wish == ON


def _bots(form: FormData, players: int) -> dict[int, str]:
    chosen = {seat: text_of(form, f"seat{seat}") for seat in seats(players) if seat != OWN_SEAT}
    return {seat: bot for seat, bot in chosen.items() if bot != PERSON}


async def _open(visit: Visit, settings: Settings, bots: dict[int, str], name: str) -> Response:
    hall = visit.site.hall
    # The seat is kept first: so the nonce comes after the promise of the seed.
    id = await hall.open(settings, bots=bots, kept={OWN_SEAT: (visit.guest.id, name)})
    log(
        "table opened",
        players=settings.players,
        bots=sorted(bots.values()),
        visibility=str(settings.visibility),
    )
    view = await hall.sit(id, visit.guest.id)
    kept_name = view.seats[OWN_SEAT - 1].person or name
    response: Response
    if visit.by_script:
        response = JSONResponse({"table": f"/t/{id}"}, status_code=201)
    else:
        response = visit.back_to(f"/t/{id}")
    visit.keep(response, visit.memory.with_table(id, kept_name))
    return response


async def language(visit: Visit) -> Response:
    """Choose the language, and go back."""
    form = await visit.form()
    chosen = text_of(form, "language")
    if chosen not in LANGUAGES:
        raise BadInput
    response = visit.back_to(own_path(form.get("back")))
    _choose_language(visit, response, chosen)
    return response


def _choose_language(visit: Visit, response: Response, chosen: str) -> None:
    response.set_cookie(
        LANGUAGE_COOKIE,
        chosen,
        max_age=A_YEAR,
        path="/",
        secure=visit.secure,
        httponly=True,
        samesite="lax",
    )


async def help_page(visit: Visit) -> Response:
    """How to play, and the keys."""
    words = visit.words
    return visit.html(
        "help.html",
        help_play=[words.say(key) for key in HELP_PLAY],
    )


async def healthz(visit: Visit) -> Response:
    """Whether the server can do its work: whether its tables can be read."""
    await visit.site.hall.open_tables(1)
    return JSONResponse({"status": "ok", "streams": visit.site.streams.open})
