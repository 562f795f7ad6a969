"""A sheet's entries as lines of JSON. Reading is strict: what was not written here is refused."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import Any

from sniffi.record.strict import Json
from sniffi.referee.facts import (
    ENTRY_TYPES,
    FACT_TYPES,
    Corrected,
    Fact,
    Noted,
    SheetEntry,
)
from sniffi.rules import Spot, Tile


def entry_to_text(entry: SheetEntry) -> str:
    """An entry as a line of JSON, in ASCII.

    >>> from sniffi.referee.facts import Passes
    >>> entry_to_text(Noted(Passes(2)))
    '{"entry":"noted","fact":{"fact":"passes","seat":2,"as_was":false}}'
    """
    told: dict[str, Any] = {"entry": entry.name}
    if isinstance(entry, Noted | Corrected):
        if isinstance(entry, Corrected):
            told["number"] = entry.number
        told["fact"] = None if entry.fact is None else _fact_to_json(entry.fact)
    else:
        told |= _fields_to_json(entry)
    return json.dumps(told, separators=(",", ":"))


def entry_from_text(text: str) -> SheetEntry:
    """The entry that ``entry_to_text`` gave.

    Raises:
        JsonError: something in it is not what it should be.
        ValueError: it is no JSON.
    """
    value = Json(json.loads(text))
    kind = ENTRY_TYPES[value.member("entry").one_of(ENTRY_TYPES)]
    if kind is Noted:
        _, fact = value.fields("entry", "fact")
        return Noted(_read_fact(fact))
    if kind is Corrected:
        _, number, fact = value.fields("entry", "number", "fact")
        return Corrected(number.integer(), None if fact.is_null else _read_fact(fact))
    entry: SheetEntry = _read_fields(kind, value, "entry")
    return entry


def _fact_to_json(fact: Fact) -> dict[str, Any]:
    return {"fact": fact.name} | _fields_to_json(fact)


def _fields_to_json(thing: Fact | SheetEntry) -> dict[str, Any]:
    return {field.name: _plain(getattr(thing, field.name)) for field in fields(thing)}


def _plain(value: object) -> object:
    if isinstance(value, Tile | Spot):
        return str(value)
    return [_plain(part) for part in value] if isinstance(value, tuple) else value


def _read_fact(value: Json) -> Fact:
    kind = FACT_TYPES[value.member("fact").one_of(FACT_TYPES)]
    fact: Fact = _read_fields(kind, value, "fact")
    return fact


def _read_fields(kind: Callable[..., Any], value: Json, head: str) -> Any:
    named = fields(kind)  # type: ignore[arg-type]  # each kind is a dataclass
    _, *values = value.fields(head, *(field.name for field in named))
    return kind(*(_READ[str(field.type)](part) for field, part in zip(named, values, strict=True)))


def _read_draw(value: Json) -> tuple[int, Tile]:
    parts = value.array()
    if len(parts) != 2:
        raise value.kind_error("seat and tile")
    return parts[0].integer(), parts[1].of(Tile.parse)


# By the annotations, which are texts here.
_READ: Mapping[str, Callable[[Json], object]] = MappingProxyType(
    {
        "int": Json.integer,
        "bool": Json.boolean,
        "int | None": lambda value: None if value.is_null else value.integer(),
        "Tile": lambda value: value.of(Tile.parse),
        "Spot | None": lambda value: value.maybe(Spot.parse),
        "tuple[Tile, ...]": lambda value: tuple(part.of(Tile.parse) for part in value.array()),
        "tuple[str, ...]": lambda value: tuple(part.string() for part in value.array()),
        "tuple[tuple[int, Tile], ...]": lambda value: tuple(map(_read_draw, value.array())),
    }
)
