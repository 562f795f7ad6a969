"""Entries and what a seat sees of a table as plain data that ``json.dumps`` takes.

Keys come in a fixed order, so equal things give equal bytes. Reading is strict: what
``entry_to_json`` did not write is refused.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import Any, TypeAlias

from sniffi.deal import parse_seed
from sniffi.record.plain import event_to_json
from sniffi.record.plain import view_to_json as game_view_to_json
from sniffi.record.plain_reader import read_event
from sniffi.record.strict import Json
from sniffi.rules.seats import check_players, check_target
from sniffi.tables.entries import ENTRY_TYPES, Entry, Fault, Told
from sniffi.tables.settings import Pace, Settings, Visibility
from sniffi.tables.view import TableView

JsonObject: TypeAlias = dict[str, Any]


def entry_to_json(entry: Entry) -> JsonObject:
    """An entry: its name as ``entry``, and its fields.

    >>> from sniffi.tables.entries import Ready
    >>> entry_to_json(Ready(2))
    {'entry': 'ready', 'seat': 2}
    """
    told: JsonObject = {"entry": entry.name}
    if isinstance(entry, Told):
        return told | {"event": event_to_json(entry.event, entry.round)}
    for name in _NAMES[type(entry)]:
        value = getattr(entry, name)
        if isinstance(value, Settings):
            value = settings_to_json(value)
        elif isinstance(value, bytes):
            value = value.hex()
        told[name] = value
    return told


def entry_from_json(value: object) -> Entry:
    """The entry that ``entry_to_json`` gave.

    Raises:
        JsonError: something in it is not what it should be.
    """
    json = Json(value)
    kind = ENTRY_TYPES[json.member("entry").one_of(ENTRY_TYPES)]
    if kind is Told:
        _, event = json.fields("entry", "event")
        return Told(event.member("round").integer(), read_event(event))
    names = _NAMES[kind]
    _, *values = json.fields("entry", *names)
    made: Callable[..., Entry] = kind
    readers = _READERS[kind]
    return made(*(read(value) for read, value in zip(readers, values, strict=True)))


def entry_to_text(entry: Entry) -> str:
    """An entry as a line of JSON, in ASCII."""
    return json.dumps(entry_to_json(entry), separators=(",", ":"))


def entry_from_text(text: str) -> Entry:
    """The entry that ``entry_to_text`` gave.

    Raises:
        JsonError: something in it is not what it should be.
        ValueError: it is no JSON.
    """
    return entry_from_json(json.loads(text))


def settings_to_json(settings: Settings) -> JsonObject:
    """A table's settings by their names."""
    return {
        "players": settings.players,
        "target": settings.target,
        "visibility": str(settings.visibility),
        "language": settings.language,
        "hints": settings.hints,
        "pace": str(settings.pace),
    }


def view_to_json(view: TableView) -> JsonObject:
    """A view of a table; the game's is that of ``sniffi.record.plain.view_to_json``."""
    return {
        "number": view.number,
        "seat": view.seat,
        "stage": str(view.stage),
        "settings": settings_to_json(view.settings),
        "time": view.time,
        "seats": [
            {
                "seat": number,
                "kind": str(seat.kind),
                "person": seat.person,
                "bot": seat.bot,
                "left": seat.left,
                "ready": seat.ready,
            }
            for number, seat in enumerate(view.seats, 1)
        ],
        "resting": view.resting,
        "commitment": view.commitment,
        "nonces": list(view.nonces),
        "seed": None if view.seed is None else view.seed.hex(),
        "rematch": view.rematch,
        "game": None if view.game is None else game_view_to_json(view.game),
    }


def _read_settings(value: Json) -> Settings:
    players, target, visibility, language, hints, pace = value.fields(
        "players", "target", "visibility", "language", "hints", "pace"
    )
    with value.checked():
        check_players(players.integer())
        check_target(target.integer(), players.integer())
        return Settings.of(
            players.integer(),
            target.integer(),
            visibility=visibility.one_of(Visibility),
            language=language.string(),
            hints=hints.boolean(),
            pace=pace.one_of(Pace),
        )


def _read_maybe(value: Json) -> str | None:
    return None if value.is_null else value.string()


def _read_seed(value: Json) -> bytes:
    seed = value.of(parse_seed)
    value.one_of((seed.hex(),))
    return seed


_NAMES = {kind: tuple(field.name for field in fields(kind)) for kind in ENTRY_TYPES.values()}
# By the annotations, which are texts here.
_READ: Mapping[str, Callable[[Json], object]] = MappingProxyType(
    {
        "int": Json.integer,
        "str": Json.string,
        "str | None": _read_maybe,
        "bytes": _read_seed,
        "Settings": _read_settings,
        "Fault": lambda value: Fault(value.one_of(Fault)),
    }
)
_READERS = {
    kind: tuple(_READ[str(field.type)] for field in fields(kind))
    for kind in ENTRY_TYPES.values()
    if kind is not Told
}
