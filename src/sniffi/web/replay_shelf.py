"""The replays at hand: files that were brought here, for a while, and games looked at last.

A file lives in this process's memory alone, under an id that nobody can guess, and for no longer
than a setting says; nothing of it is written to a disk.
"""

from __future__ import annotations

import asyncio
import secrets
import zlib
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from time import monotonic
from typing import TypeVar

from sniffi.record import GameRecord
from sniffi.web.replay_errors import FileGone
from sniffi.web.replay_game import ReplayGame
from sniffi.web.replay_reading import Reading, read_file

ID_BYTES = 12
MOST_BYTES = 32 * 1024 * 1024
"""Of all files together, squeezed; when there are more, the oldest go before their time."""
MOST_READ = 16
"""Files whose games are at hand; others are read again."""
MOST_GAMES = 32
"""Games whose positions are at hand."""
MINUTE = 60

K = TypeVar("K")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Kept:
    until: float
    squeezed: bytes


class Shelf:
    """Keeps them.

    Args:
        keep_minutes: for how long a file stays.
    """

    def __init__(self, keep_minutes: int, clock: Callable[[], float] = monotonic) -> None:
        self._keep = keep_minutes * MINUTE
        self._clock = clock
        self._files: OrderedDict[str, _Kept] = OrderedDict()
        self._bytes = 0
        self._read: OrderedDict[str, Reading] = OrderedDict()
        self._games: OrderedDict[Hashable, ReplayGame] = OrderedDict()
        # One at a time: whoever brings a big file must not slow down everybody's tables.
        self._reading = asyncio.Semaphore(1)

    async def read(self, data: bytes) -> Reading:
        """What a file says; nothing is kept."""
        async with self._reading:
            return await asyncio.to_thread(read_file, data)

    def put(self, data: bytes, reading: Reading) -> str:
        """Keep a file; its id."""
        self._tidy()
        id = secrets.token_urlsafe(ID_BYTES)
        kept = _Kept(self._clock() + self._keep, zlib.compress(data))
        self._files[id] = kept
        self._bytes += len(kept.squeezed)
        self._remember(self._read, id, reading, MOST_READ)
        while self._bytes > MOST_BYTES:
            self._drop(next(iter(self._files)))
        return id

    async def file(self, id: str) -> Reading:
        """What the file of that id says.

        Raises:
            FileGone: there is none, or none any more.
        """
        self._tidy()
        kept = self._files.get(id)
        if kept is None:
            raise FileGone
        reading = self._read.get(id)
        if reading is None:
            reading = await self.read(zlib.decompress(kept.squeezed))
        self._remember(self._read, id, reading, MOST_READ)
        return reading

    def game(self, key: Hashable, record: Callable[[], GameRecord]) -> ReplayGame:
        """The game of that key, prepared."""
        game = self._games.get(key)
        if game is None:
            game = ReplayGame(record())
        self._remember(self._games, key, game, MOST_GAMES)
        return game

    @staticmethod
    def _remember(kept: OrderedDict[K, T], key: K, value: T, most: int) -> None:
        kept[key] = value
        kept.move_to_end(key)
        if len(kept) > most:
            kept.popitem(last=False)

    def _tidy(self) -> None:
        now = self._clock()
        # All stay for as long, so the oldest go first.
        while self._files:
            id, kept = next(iter(self._files.items()))
            if kept.until > now:
                break
            self._drop(id)

    def _drop(self, id: str) -> None:
        self._bytes -= len(self._files.pop(id).squeezed)
        self._read.pop(id, None)
        for key in [key for key in self._games if isinstance(key, tuple) and key[0] == id]:
            del self._games[key]
