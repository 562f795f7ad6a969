"""People at tables in browsers, for ``table_speed.py``: what they send and are told."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, cast
from urllib.parse import urlencode

from sniffi.deal import Deck, play_chance
from sniffi.rules import Game, Phase

PRESSERS = 48
"""Connections for presses and pages, and how many presses are under way at most."""
LATE_SECONDS = 10.0
_LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)
_ID = re.compile(rb"id: (\d+)\n")


class Link(asyncio.Protocol):
    """A connection that is kept: one request at a time, each answered with a Content-Length."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._answer: asyncio.Future[tuple[bytes, bytes]] | None = None
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(exc or ConnectionError("hung up"))

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        head, found, body = self._buffer.partition(b"\r\n\r\n")
        if not found or self._answer is None:
            return
        length = _LENGTH.search(head)
        if length is None or len(body) >= int(length[1]):
            self._buffer.clear()
            self._answer.set_result((bytes(head), bytes(body)))

    async def ask(self, request: bytes) -> tuple[bytes, bytes]:
        """The head and the body of the answer."""
        assert self._transport is not None
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write(request)
        return await self._answer


class Links:
    """Some connections, whichever is free."""

    def __init__(self, port: int, most: int) -> None:
        self._port = port
        self._most = most
        self._free: asyncio.Queue[Link] = asyncio.Queue()

    async def open(self) -> None:
        loop = asyncio.get_running_loop()
        for _ in range(self._most):
            _, link = await loop.create_connection(Link, "127.0.0.1", self._port)
            self._free.put_nowait(link)

    async def ask(self, request: bytes) -> tuple[bytes, bytes]:
        link = await self._free.get()
        try:
            return await link.ask(request)
        finally:
            self._free.put_nowait(link)


class Stream(asyncio.Protocol):
    """A reader of a live stream; it knows which entry it has come to."""

    def __init__(self, request: bytes, told: Callable[[Stream, int, bool], None]) -> None:
        self._request = request
        self._told = told
        self._rest = b""
        self.number = 0
        self.events = 0
        """Of the game."""
        self.bytes = 0
        self.open = asyncio.Event()
        """Set once the server has answered."""
        self.broken = 0
        """How often an entry came twice or not at all."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        cast(asyncio.Transport, transport).write(self._request)

    def data_received(self, data: bytes) -> None:
        self.open.set()
        *events, self._rest = (self._rest + data).split(b"\n\n")
        for event in events:
            found = _ID.search(event)
            if found is None:
                continue
            number = int(found[1])
            self.broken += number != self.number + 1
            self.number = number
            self.events += b'"game":true' in event
            self.bytes += len(event) + 2
            self._told(self, number, b'"game":true' in event)


@dataclass(eq=False)
class Person:
    """A guest with a seat."""

    cookie: str
    csrf: str
    stream: Stream | None = None


@dataclass(eq=False)
class Board:
    """A table as its people know it: whole, for the benchmark reads the seed in the database."""

    id: str
    people: list[Person]
    game: Game
    deck: Deck | None = None
    rng: Random = field(default_factory=Random)
    waiting: dict[Stream, float] = field(default_factory=dict)
    """Who is still to be told of the last press, and since when."""

    busy: bool = False
    """Whether a press is under way."""

    @property
    def ready(self) -> bool:
        """Whether all have come to where the table is."""
        if self.busy:
            return False
        at = len(self.game.events)
        streams = [person.stream for person in self.people]
        return not self.waiting and all(s is not None and s.events == at for s in streams)


def form(path: str, person: Person, accept: str, **fields: object) -> bytes:
    """A press, as the page's script sends it."""
    body = urlencode({"csrf": person.csrf, **fields})
    kind = "Accept: application/json" if accept == "json" else "X-Requested-With: fetch"
    return (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {person.cookie}\r\n{kind}\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\nAccept-Language: en\r\n"
        f"Content-Length: {len(body)}\r\n\r\n{body}"
    ).encode()


def get(path: str, cookie: str = "") -> bytes:
    """A request for a page."""
    kept = f"Cookie: {cookie}\r\n" if cookie else ""
    return (f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Language: en\r\n{kept}\r\n").encode()


def status(head: bytes) -> int:
    return int(head[9:12])


def share(values: list[float], percent: float) -> float:
    """The value below which that share lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))] if ordered else 0.0


@dataclass
class Count:
    """What happened in a window."""

    pressed: int = 0
    refused: int = 0
    delays: list[float] = field(default_factory=list)
    """Seconds from when a press was due to when a stream told of it; two for each press."""
    answer_bytes: int = 0
    pages: int = 0


class Load:
    """All the people, and what they do."""

    def __init__(self, boards: list[Board], links: Links, *, pages: bool) -> None:
        self.boards = boards
        self.links = links
        self.pages = pages
        self.count = Count()
        self.free: asyncio.Queue[Board] = asyncio.Queue()
        self._queued: set[Board] = set()
        self._of: dict[Stream, Board] = {}
        self._fetching: set[asyncio.Task[Any]] = set()
        self.over = 0

    def told(self, stream: Stream, _number: int, game: bool) -> None:
        """A stream told an entry."""
        board = self._of[stream]
        since = board.waiting.pop(stream, None)
        if since is not None:
            self.count.delays.append(time.perf_counter() - since)
            if self.pages and game:
                self._fetch(board, stream)
        self.offer(board)

    def _fetch(self, board: Board, stream: Stream) -> None:
        """As a browser does that was told something: fetch the part of the page that changed."""
        person = next(person for person in board.people if person.stream is stream)
        task = asyncio.create_task(self.links.ask(get(f"/t/{board.id}/fragment", person.cookie)))
        self._fetching.add(task)
        task.add_done_callback(self._fetching.discard)
        self.count.pages += 1

    def watch(self, board: Board, stream: Stream) -> None:
        self._of[stream] = board

    def offer(self, board: Board) -> None:
        """The board waits for a press, if it does."""
        if board in self._queued or not board.ready:
            return
        if board.game.phase is Phase.OVER:
            self._queued.add(board)
            self.over += 1
            return
        self._queued.add(board)
        self.free.put_nowait(board)

    async def press(self, board: Board, due: float) -> None:
        """Do what is next at the board, which is due since then."""
        self._queued.discard(board)
        board.busy = True
        try:
            await self._press(board, due)
        finally:
            board.busy = False
            self.offer(board)

    async def _press(self, board: Board, due: float) -> None:
        game = board.game
        accept = "page" if self.pages else "json"
        if game.phase is not Phase.PLAY:
            # Between two rounds: both want the next one.
            for person in board.people:
                await self.links.ask(form(f"/t/{board.id}/ready", person, "json"))
            while game.phase in (Phase.LOT, Phase.DEAL):
                assert board.deck is not None
                game = play_chance(game, board.deck)
            board.game = game
            return
        assert game.to_act is not None
        person = board.people[game.to_act - 1]
        action = board.rng.choice(game.legal_actions())
        board.game = game.act(action)
        board.waiting = {p.stream: due for p in board.people if p.stream is not None}
        told = form(f"/t/{board.id}/act", person, accept, at=len(game.events), action=action)
        head, body = await self.links.ask(told)
        self.count.pressed += 1
        self.count.answer_bytes += len(body)
        if status(head) != 200:
            self.count.refused += 1
            board.waiting = {}

    async def closed(self, seconds: float) -> float:
        """As many presses as can be, so many at a time; how long it took."""
        self.count = Count()
        start = time.perf_counter()

        async def work() -> None:
            while (left := start + seconds - time.perf_counter()) > 0:
                try:
                    board = await asyncio.wait_for(self.free.get(), left)
                except TimeoutError:
                    return
                await self.press(board, time.perf_counter())

        await asyncio.gather(*(work() for _ in range(PRESSERS)))
        took = time.perf_counter() - start
        await self.drain()
        return took

    async def paced(self, rate: float, seconds: float) -> tuple[float, int]:
        """So many presses a second, whatever the server does: how long, and how many were due
        when no table was free. A delay counts from when the press was due."""
        self.count = Count()
        start, due, starved = time.perf_counter(), time.perf_counter(), 0
        under_way: set[asyncio.Task[None]] = set()
        while due < start + seconds:
            wait = due - time.perf_counter()
            if wait > 0:
                await asyncio.sleep(wait)
            try:
                board = self.free.get_nowait()
            except asyncio.QueueEmpty:
                starved += 1
            else:
                task = asyncio.create_task(self.press(board, due))
                under_way.add(task)
                task.add_done_callback(under_way.discard)
            due += 1 / rate
        took = time.perf_counter() - start
        await asyncio.gather(*under_way)
        await self.drain()
        return took, starved

    async def drain(self) -> None:
        """Wait until all are told of all."""
        end = time.perf_counter() + LATE_SECONDS
        while any(board.waiting for board in self.boards) and time.perf_counter() < end:
            await asyncio.sleep(0.05)
        if self._fetching:
            await asyncio.wait(self._fetching, timeout=LATE_SECONDS)

    @property
    def missing(self) -> int:
        """Readers who were not told of a press, and entries that came twice or not at all."""
        late = sum(len(board.waiting) for board in self.boards)
        return late + sum(stream.broken for stream in self._of)


class BareLoad(Load):
    """The same people at a server without a game."""

    async def _press(self, board: Board, due: float) -> None:
        person = board.people[0]
        board.waiting = {p.stream: due for p in board.people if p.stream is not None}
        told = form(f"/t/{board.id}/act", person, "json", at=100, action="14@11.line_b")
        _, body = await self.links.ask(told)
        self.count.pressed += 1
        self.count.answer_bytes += len(body)

    def offer(self, board: Board) -> None:
        if board not in self._queued and not board.waiting and not board.busy:
            self._queued.add(board)
            self.free.put_nowait(board)
