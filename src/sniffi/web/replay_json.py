"""Records in JSON from a file, each fault told with its line and column."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NoReturn

from sniffi.record import GameRecord
from sniffi.record.errors import JsonError, NotUtf8
from sniffi.record.plain_reader import read_record
from sniffi.record.strict import Json
from sniffi.rules import SniffiError
from sniffi.web.replay_errors import JsonAt, KeyTwice, NotJson

_BEGINS = re.compile(rb"\s*(?:\{|\[\s*[\]{])")
_SPACE = re.compile(r"[ \t\n\r]*")
_ROOT = "$"


class _Twice(Exception):
    """A key is there twice."""


def looks_like_json(data: bytes) -> bool:
    """Whether a file is to be read as JSON: a record as text begins otherwise.

    >>> looks_like_json(b' {"format"'), looks_like_json(b"[{"), looks_like_json(b'[Sniffi "1"]')
    (True, True, False)
    """
    return _BEGINS.match(data) is not None


def read_json(data: bytes) -> Iterator[GameRecord | SniffiError]:
    """The record of a text, or the records of an array, and what is wrong with the others."""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line, column = _place(data[: error.start].decode(), error.start)
        yield NotUtf8(line, column)
        return
    try:
        value = json.loads(text, object_pairs_hook=_members, parse_constant=_no_number)
    except _Twice:
        yield KeyTwice(*_place(text, _places(text)[1]))
        return
    except json.JSONDecodeError as error:
        yield NotJson(error.lineno, error.colno)
        return
    except (ValueError, RecursionError):
        # A number that is none or that nobody can read, or brackets within brackets without end.
        yield NotJson(1, 1)
        return
    values = enumerate(value) if type(value) is list else [(None, value)]
    for number, one in values:
        path = _ROOT if number is None else f"{_ROOT}[{number}]"
        try:
            yield read_record(Json(one, path))
        except JsonError as why:
            at = _places(text)[0].get(why.fields["path"], 0)
            yield JsonAt(*_place(text, at), why)


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _Twice
    return found


def _no_number(_: str) -> NoReturn:
    raise ValueError


def _place(text: str, offset: int) -> tuple[int, int]:
    """Line and column of an offset, from 1."""
    before = text[:offset]
    return before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1


def _places(text: str) -> tuple[dict[str, int], int]:
    """Where every value of a text that is JSON begins, by its path; and the first key that its
    object has already, where the search ends: what comes after it may be no JSON."""
    found: dict[str, int] = {}
    twice = 0
    scan = json.JSONDecoder().raw_decode

    def skip(at: int) -> int:
        space = _SPACE.match(text, at)
        return at if space is None else space.end()

    def value(at: int, path: str) -> int:
        nonlocal twice
        at = skip(at)
        found[path] = at
        opened = text[at]
        if opened not in "{[":
            return int(scan(text, at)[1])
        at = skip(at + 1)
        number = 0
        keys: set[str] = set()
        while text[at] not in "}]":
            if opened == "{":
                key, end = scan(text, at)
                if key in keys:
                    twice = at
                    raise _Twice
                keys.add(key)
                at = value(skip(end) + 1, f"{path}.{key}")
            else:
                at = value(at, f"{path}[{number}]")
            number += 1
            at = skip(at)
            if text[at] == ",":
                at = skip(at + 1)
        return at + 1

    # What is so deep that it cannot be walked through is no record, and its beginning is told.
    with suppress(RecursionError, _Twice):
        value(0, _ROOT)
    return found, twice
