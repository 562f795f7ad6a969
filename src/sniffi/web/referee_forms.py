"""Forms about what happened at the table, read as facts."""

from __future__ import annotations

from collections.abc import Callable

from starlette.datastructures import FormData

from sniffi.deal import Deck, new_seed
from sniffi.referee import Fact, Position
from sniffi.referee.errors import BlockNotAsked
from sniffi.referee.facts import (
    Block,
    Draws,
    GoesOut,
    Holds,
    Lot,
    Passes,
    Places,
    Scores,
    Starts,
)
from sniffi.rules import Place, Spot, Tile
from sniffi.rules.seats import check_seat
from sniffi.web.errors import BadInput
from sniffi.web.visit import text_of, whole_number

LONGEST_ACTION = 40
LOT_ON_SCREEN = "lot-on-screen"


def fact_from(form: FormData, position: Position) -> Fact:
    """The fact that a form tells about the game in that position.

    Raises:
        BadInput: a field is missing or not what it should be.
        NotATile, NotAPort, NotAPlacement, NotASeat: the same, of a field with a name for it.
    """
    read = _READ.get(text_of(form, "what"))
    if read is None:
        raise BadInput
    return read(form, position)


def seat_of(form: FormData, position: Position) -> int:
    """The seat that a form names; who is to act, or whose hand is due, when it names none."""
    told = form.get("seat")
    seat = whole_number(told) if told else (position.due_hand or position.to_act)
    return check_seat(seat, position.players)


def _as_was(form: FormData) -> bool:
    return form.get("as_was") is not None


def _number(form: FormData, name: str) -> int:
    return whole_number(text_of(form, name).strip())


def _places(form: FormData, position: Position) -> Places:
    seat = seat_of(form, position)
    action = form.get("action")
    if isinstance(action, str):
        placed = Place.parse(action[:LONGEST_ACTION])
        tile, spot = placed.tile, placed.spot
    else:
        tile = Tile.parse(text_of(form, "tile")[:LONGEST_ACTION])
        named = form.get("spot")
        spot = Spot.parse(text_of(form, "spot")[:LONGEST_ACTION]) if named else None
    return Places(seat, tile, spot, _number(form, "total") if _as_was(form) else None)


def _holds(form: FormData, position: Position) -> Holds:
    told = [value for value in form.getlist("tile") if isinstance(value, str)]
    tiles = tuple(Tile.parse(value[:LONGEST_ACTION]) for value in told if value)
    pips = None if tiles and not form.get("pips") else _number(form, "pips")
    return Holds(seat_of(form, position), tiles, None if tiles else pips, _as_was(form))


def _block(form: FormData, position: Position) -> Block:
    # Where nobody tells the tiles, the table has to say that the rule's condition holds.
    if not position.full and form.get("agreed") is None:
        raise BlockNotAsked
    return Block(_as_was(form))


def _lot(form: FormData, position: Position) -> Lot:
    draws = tuple(
        (seat, Tile.parse(text_of(form, f"draw{seat}")[:LONGEST_ACTION]))
        for seat in position.contenders
    )
    return Lot(draws, on_screen=False)


def _lot_on_screen(form: FormData, position: Position) -> Lot:  # noqa: ARG001
    # Where nobody is to draw one tile is drawn for nothing, and the sheet says why it is not now.
    drawn = Deck(new_seed()).lot(position.number, position.stage, max(len(position.contenders), 1))
    return Lot(tuple(zip(position.contenders, drawn, strict=False)), on_screen=True)


_READ: dict[str, Callable[[FormData, Position], Fact]] = {
    Places.name: _places,
    Draws.name: lambda form, position: Draws(
        seat_of(form, position), _number(form, "count"), _as_was(form)
    ),
    Passes.name: lambda form, position: Passes(seat_of(form, position), _as_was(form)),
    Block.name: _block,
    Scores.name: lambda form, position: Scores(seat_of(form, position), _number(form, "total")),
    GoesOut.name: lambda form, position: GoesOut(seat_of(form, position)),
    Holds.name: _holds,
    Starts.name: lambda form, position: Starts(seat_of(form, position)),
    Lot.name: _lot,
    LOT_ON_SCREEN: _lot_on_screen,
}
