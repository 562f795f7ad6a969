"""A file of records: the games that can be replayed, and what is wrong with the others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO

from sniffi.record import BadGame, GameRecord, load
from sniffi.rules import SniffiError
from sniffi.web.replay_errors import NoGameHere
from sniffi.web.replay_json import looks_like_json, read_json

MOST_FAULTS = 50
"""How many are told; the others are counted."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What came of reading a file."""

    games: tuple[GameRecord, ...]
    faults: tuple[SniffiError, ...]
    more_faults: int


def read_file(data: bytes) -> Reading:
    """The games of a file, text or JSON, read as strictly as everywhere."""
    games: list[GameRecord] = []
    faults: list[SniffiError] = []
    for item in _items(data):
        if isinstance(item, GameRecord):
            games.append(item)
        else:
            faults.append(item)
    if not games and not faults:
        faults.append(NoGameHere())
    return Reading(tuple(games), tuple(faults[:MOST_FAULTS]), max(len(faults) - MOST_FAULTS, 0))


def _items(data: bytes) -> Iterator[GameRecord | SniffiError]:
    if looks_like_json(data):
        yield from read_json(data)
        return
    for item in load(BytesIO(data), strict=False):
        yield item.error if isinstance(item, BadGame) else item
