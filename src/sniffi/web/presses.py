"""What people do at a table: every press is a form, and its answer a redirect, or for scripts
the part of the page that changed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from starlette.datastructures import FormData
from starlette.responses import HTMLResponse, JSONResponse, Response

from sniffi.rules import DRAW, PASS, Action, Place
from sniffi.tables.errors import (
    AlreadyDone,
    AlreadySeated,
    AlreadyStarted,
    BadName,
    NotSeatedHere,
    TableFull,
)
from sniffi.tables.hall import Hall
from sniffi.tables.view import TableView
from sniffi.web.memories import Memory
from sniffi.web.showing import names_of
from sniffi.web.tables import live, place_of
from sniffi.web.visit import Handler, Visit, text_of, whole_number

FORCED: dict[str, Action] = {str(DRAW): DRAW, str(PASS): PASS}
LONGEST_ACTION = 40

TAKES_OVER = "greedy"
"""The bot that plays for somebody who is away, when none was chosen."""


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a press: where to go, when not back to the table, and what is remembered."""

    address: str | None = None
    memory: Memory | None = None


@dataclass(frozen=True, slots=True)
class Pressed:
    """A press: at which table, by whom, with what form."""

    visit: Visit
    table: str
    form: FormData

    @property
    def hall(self) -> Hall:
        """The hall of tables."""
        return self.visit.site.hall

    @property
    def guest(self) -> str:
        """Who presses."""
        return self.visit.guest.id

    @property
    def seat(self) -> int:
        """The seat that the press is about.

        Raises:
            BadInput: it tells none.
        """
        return whole_number(self.form.get("seat"))


Work = Callable[[Pressed], Awaitable[Done]]


async def _act(pressed: Pressed) -> Done:
    """Place, draw or pass."""
    visit, table, form = pressed.visit, pressed.table, pressed.form
    at = whole_number(form.get("at"))
    view = (await pressed.hall.look(table, pressed.guest)).view
    if view.seat is None:
        raise NotSeatedHere
    visit.names = names_of(view.seats, visit.words)
    seat = pressed.seat if "seat" in form else view.seat
    action, several = _action(text_of(form, "action"), view)
    if several and at == view.at and not visit.by_script:
        # There is no script to ask which spot, so the page asks.
        return Done(f"/t/{table}?tile={form['action']}#choose")
    await pressed.hall.act(table, pressed.guest, seat, action, at)
    return Done()


def _action(text: str, view: TableView) -> tuple[Action, bool]:
    """The action that a button names, and whether it is a tile that fits at several spots.

    Raises:
        NotAPlacement, NotATile, NotAPort: it names none.
    """
    if text in FORCED:
        return FORCED[text], False
    named = Place.parse(text[:LONGEST_ACTION])
    if named.spot is not None or view.game is None:
        return named, False
    legal = [
        action
        for action in view.game.legal_actions()
        if isinstance(action, Place) and action.tile is named.tile
    ]
    return (legal[0] if len(legal) == 1 else named), len(legal) > 1


async def _sit(pressed: Pressed) -> Done:
    """Take a seat: the one that is kept for the guest, the one pressed, or any."""
    visit, form = pressed.visit, pressed.form
    kept = (await pressed.hall.look(pressed.table, pressed.guest)).kept
    name = text_of(form, "name") if kept is None or "name" in form else None
    # Who gives no nonce has one made for the purpose.
    nonce = text_of(form, "nonce") if form.get("nonce") else None
    seat = pressed.seat if "seat" in form else None
    view = await pressed.hall.sit(pressed.table, pressed.guest, name, seat=seat, nonce=nonce)
    return Done(memory=_seated(visit, pressed.table, view))


def _seated(visit: Visit, table: str, view: TableView) -> Memory:
    own = None if view.seat is None else view.seats[view.seat - 1].person
    return visit.memory.with_table(table, own or visit.memory.name)


async def _leave(pressed: Pressed) -> Done:
    """Leave. Before the game that is for good; later the seat waits."""
    view = await pressed.hall.leave(pressed.table, pressed.guest)
    memory = pressed.visit.memory
    return Done("/", memory.without(frozenset([pressed.table])) if view.seat is None else None)


async def _return(pressed: Pressed) -> Done:
    """Take one's seat back."""
    await pressed.hall.return_(pressed.table, pressed.guest)
    return Done()


async def _ready(pressed: Pressed) -> Done:
    """Want the next round."""
    await pressed.hall.ready(pressed.table, pressed.guest)
    return Done()


async def _take_over(pressed: Pressed) -> Done:
    """Let a bot play for somebody who is away."""
    bot = str(pressed.form.get("bot") or TAKES_OVER)
    await pressed.hall.take_over(pressed.table, pressed.guest, pressed.seat, bot)
    return Done()


async def _seat_bot(pressed: Pressed) -> Done:
    """Put a bot on a free seat."""
    bot = text_of(pressed.form, "bot")
    await pressed.hall.seat_bot(pressed.table, pressed.guest, pressed.seat, bot)
    return Done()


async def _unseat_bot(pressed: Pressed) -> Done:
    """Take a bot from its seat."""
    await pressed.hall.unseat_bot(pressed.table, pressed.guest, pressed.seat)
    return Done()


async def _rematch(pressed: Pressed) -> Done:
    """Play again: at a new table, where each takes the seat that is kept. Whose seat is no longer
    kept, since the others would not wait, goes there all the same and sees what there is."""
    new = await pressed.hall.rematch(pressed.table, pressed.guest)
    address = f"/t/{new}"
    if (await pressed.hall.look(new, pressed.guest)).kept is None:
        return Done(address)
    try:
        view = await pressed.hall.sit(new, pressed.guest)
    except (AlreadySeated, AlreadyStarted, TableFull, BadName):
        # It was taken, by the same guest or by a bot, since we looked.
        return Done(address)
    return Done(address, _seated(pressed.visit, new, view))


WORKS: dict[str, Work] = {
    "act": _act,
    "sit": _sit,
    "leave": _leave,
    "return": _return,
    "ready": _ready,
    "take-over": _take_over,
    "seat-bot": _seat_bot,
    "unseat-bot": _unseat_bot,
    "rematch": _rematch,
}
"""By the last part of the address."""


def press_of(name: str) -> Handler:
    """The handler of a press: do it, then show the table, by a redirect or as a script wants it."""
    work = WORKS[name]

    async def press(visit: Visit) -> Response:
        form = await visit.form()
        if work is _sit:
            visit.site.joining.take(visit.address)
        else:
            visit.site.acting.take(visit.guest.id)
        try:
            done = await work(Pressed(visit, place_of(visit).table, form))
        except AlreadyDone:
            # A double press: it was done, so there is nothing to be sorry for.
            done = Done()
        response = await _answer(visit, done)
        if done.memory is not None:
            visit.keep(response, done.memory)
        return response

    return press


async def _answer(visit: Visit, done: Done) -> Response:
    place = place_of(visit)
    if not visit.by_script:
        return visit.back_to(done.address or place.address)
    if done.address is not None:
        return JSONResponse({"go": done.address})
    look = await visit.site.hall.look(place.table, place.guest)
    if visit.wants_json:
        return JSONResponse({"n": look.view.number, "at": look.view.at, "seat": look.view.seat})
    return HTMLResponse(await live(visit, place, look))
