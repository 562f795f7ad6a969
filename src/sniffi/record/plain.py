"""Layouts, events, views and records as plain data that ``json.dumps`` takes.

Keys come in a fixed order, so equal things give equal bytes. docs/record-format.md specifies
records and events, ``schema.json`` beside this file too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

from sniffi.rules import (
    Action,
    Blocked,
    Dealt,
    Deducted,
    Draw,
    Drew,
    Event,
    GameView,
    Layout,
    LotDrawn,
    MaybeTile,
    Pass,
    Passed,
    Place,
    Placed,
    RoundView,
    Spot,
    WentOut,
    Won,
)

if TYPE_CHECKING:
    from sniffi.record.model import GameRecord

JsonObject: TypeAlias = dict[str, Any]

FORMAT = "sniffi"


def layout_to_json(layout: Layout) -> JsonObject:
    """A layout as ``sniffi explain --json`` shows it.

    >>> from sniffi.rules import Tile
    >>> layout_to_json(Layout().place(Tile(2, 2)))["counted"]
    [{'tile': '22', 'value': 4}]
    """
    return {
        "tiles": [str(tile) for tile in layout.tiles],
        "spinner": _tile(layout.spinner),
        "joins": [
            {
                "tile": str(join.tile),
                "port": str(join.port),
                "new": str(join.new),
                "new_port": str(join.new_port),
            }
            for join in layout.joins
        ],
        "legal": [
            {"tile": str(spot.tile), "port": str(spot.port), "value": spot.value}
            for spot in layout.spots
        ],
        "counted": [{"tile": str(part.tile), "value": part.value} for part in layout.counted],
        "total": layout.total,
        "points": layout.points,
    }


def numbered(events: Iterable[Event]) -> Iterator[tuple[int, Event]]:
    """The events of a game, each with the number of its round, from 1."""
    number = 1
    for event in events:
        if isinstance(event, LotDrawn | Dealt):
            number = event.round
        yield number, event


def event_to_json(event: Event, round: int) -> JsonObject:
    """An event of that round as ``sniffi replay --json`` shows it, one a line.

    A tile that is not known is None.

    >>> event_to_json(Drew(2, None), round=1)
    {'round': 1, 'seat': 2, 'event': 'drew', 'tile': None}
    """
    head = {"round": round, "seat": getattr(event, "seat", None), "event": event.name}
    return head | _details(event)


def _details(event: Event) -> JsonObject:
    match event:
        case LotDrawn():
            draws = [{"seat": seat, "tile": str(tile)} for seat, tile in event.draws]
            return {"stage": event.stage, "draws": draws, "starter": event.starter}
        case Dealt():
            return {
                "starter": event.starter,
                "hands": [_tiles(hand) for hand in event.hands],
                "boneyard": _tiles(event.boneyard),
            }
        case Placed():
            counted = [
                {"tile": str(part.tile), "port": str(part.port), "value": part.value}
                for part in event.counted
            ]
            return {
                "tile": str(event.tile),
                "spot": _spot(event.spot),
                "counted": counted,
                "total": event.total,
                "points": event.points,
                "score": event.score,
            }
        case Drew():
            return {"tile": _tile(event.tile)}
        case Deducted():
            return {
                "hand": _tiles(event.hand),
                "pips": event.pips,
                "cost": event.cost,
                "score": event.score,
            }
        case Won():
            return {"side": event.side, "score": event.score}
        case Passed() | WentOut() | Blocked():
            return {}


def action_to_json(action: Action) -> JsonObject:
    """An action: ``place`` with its tile and spot, ``draw`` or ``pass``."""
    match action:
        case Place():
            return {"action": "place", "tile": str(action.tile), "spot": _spot(action.spot)}
        case Draw() | Pass():
            return {"action": str(action)}


def view_to_json(view: RoundView | GameView) -> JsonObject:
    """A view, with what the viewer may do and all events as the viewer knows them."""
    if isinstance(view, RoundView):
        events = [event_to_json(event, view.number) for event in view.events]
        return _round(view) | {"events": events}
    return {
        "seat": view.seat,
        "players": view.players,
        "target": view.target,
        "phase": str(view.phase),
        "round_number": view.round_number,
        "to_act": view.to_act,
        "scores": list(view.scores),
        "contenders": list(view.contenders),
        "stage": view.stage,
        "starter": view.starter,
        "winner": view.winner,
        "legal": [action_to_json(action) for action in view.legal_actions()],
        "round": _round(view.round) if view.round is not None else None,
        "events": [event_to_json(event, number) for number, event in numbered(view.events)],
    }


def _round(view: RoundView) -> JsonObject:
    result = view.result
    return {
        "seat": view.seat,
        "players": view.players,
        "target": view.target,
        "number": view.number,
        "starter": view.starter,
        "to_act": view.to_act,
        "scores_before": list(view.scores_before),
        "scores": list(view.scores),
        "game_scores": list(view.game_scores),
        "hands": [_tiles(hand) for hand in view.hands],
        "boneyard": view.boneyard_size,
        "drawn": _tile(view.drawn),
        "result": result and {"ending": str(result.ending), "seat": result.seat},
        "legal": [action_to_json(action) for action in view.legal_actions()],
        "layout": layout_to_json(view.layout),
    }


def record_to_json(record: GameRecord) -> JsonObject:
    """A record, with the same content as its text."""
    from sniffi.record.lines import FORMAT_VERSION

    return {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "players": record.players,
        "target": record.target,
        "names": list(record.names),
        "tags": dict(record.tags),
        "commitment": record.commitment,
        "nonces": list(record.nonces),
        "seed": record.seed.hex() if record.seed is not None else None,
        "comments": [{"line": line, "text": text} for line, text in record.comments],
        "events": [event_to_json(event, number) for number, event in numbered(record.events)],
    }


def event_from_json(value: object) -> Event:
    """The event that ``event_to_json`` gave.

    Raises:
        JsonError: something in it is not what it should be.
    """
    from sniffi.record.plain_reader import read_event
    from sniffi.record.strict import Json

    return read_event(Json(value))


def record_from_json(value: object) -> GameRecord:
    """The record that ``record_to_json`` gave, its events replayed.

    Raises:
        JsonError: something in it is not what it should be.
    """
    from sniffi.record.plain_reader import read_record
    from sniffi.record.strict import Json

    return read_record(Json(value))


def schema() -> JsonObject:
    """The JSON Schema of a record."""
    import json
    from pkgutil import get_data

    found: JsonObject = json.loads(get_data("sniffi.record", "schema.json") or b"")
    return found


def _tile(tile: MaybeTile) -> str | None:
    return None if tile is None else str(tile)


def _tiles(tiles: Iterable[MaybeTile]) -> list[str | None]:
    return [None if tile is None else str(tile) for tile in tiles]


def _spot(spot: Spot | None) -> JsonObject | None:
    return None if spot is None else {"tile": str(spot.tile), "port": str(spot.port)}
