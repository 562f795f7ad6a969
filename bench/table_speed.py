"""How many actions a second a server does for tables in browsers, and how soon all are told.

``python bench/table_speed.py``; see bench/README.md for what is measured.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, cast
from urllib.parse import urlencode

try:
    import sniffi
except ModuleNotFoundError:
    sys.path.insert(0, str(Path(__file__).parent.parent / "src"))
    import sniffi

import uvloop

from sniffi.deal import Deck, play_chance
from sniffi.rules import Game, Phase

GOAL = 300
GOAL_SECONDS = 0.1
GOAL_SHARE = 99
GOAL_MEGABYTES = 400
SEATS = 2
PRESSERS = 48
"""Connections for presses and pages, and how many presses are under way at most."""
SETTERS = 16
SETTLE_SECONDS = 120.0
LATE_SECONDS = 10.0
_COOKIE = re.compile(rb"set-cookie: (sniffi_guest=[^;]+)", re.IGNORECASE)
_CSRF = re.compile(rb'name="csrf" value="([0-9a-f]+)"')
_LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)
_TABLE = re.compile(rb'"table":"/t/([^"]+)"')
_ID = re.compile(rb"id: (\d+)\n")


# The clients ---------------------------------------------------------------------------------


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


# The servers ---------------------------------------------------------------------------------


@dataclass
class Used:
    """What a process has used."""

    seconds: float
    megabytes: float


def used(pid: int) -> Used:
    """Of the processor so far, and the most memory ever."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    ticks = int(fields[11]) + int(fields[12])
    peak = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    assert peak is not None
    return Used(ticks / os.sysconf("SC_CLK_TCK"), int(peak[1]) / 1024)


@contextmanager
def running(command: list[str], core: int) -> Iterator[tuple[int, int]]:
    """A server in a process of its own, on one core: its port and its process's number."""
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(sniffi.__file__).parent.parent)},
        preexec_fn=lambda: os.sched_setaffinity(0, {core}),
    )
    try:
        assert process.stdout is not None
        found = re.search(r":(\d+)\s*$", process.stdout.readline())
        assert found is not None, "the server did not start"
        yield int(found[1]), process.pid
    finally:
        process.terminate()
        process.wait()


def many_connections() -> None:
    """Let this process, and the servers that it starts, have as many as the system allows."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def serve_command(folder: Path) -> list[str]:
    command = [
        sys.executable,
        "-m",
        "sniffi",
        "serve",
        "--port",
        "0",
        "--lang",
        "en",
        "--warm-up=off",
    ]
    command += ["--database", f"sqlite:///{folder / 'bench.db'}"]
    for limit in ("make", "join", "act", "pages", "guests"):
        command += [f"--limit-{limit}", "off"]
    command += ["--most-streams-address", "5000"]
    return command


def bare(answer_bytes: int, told_bytes: int) -> None:
    """A server of the same framework that has no game: each press is answered with so many bytes,
    and as many readers as a table has are told so many. Runs until it is ended."""
    import uvicorn
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response, StreamingResponse
    from starlette.routing import Route

    answer = b"x" * max(answer_bytes, 1)
    streams: dict[str, list[asyncio.Queue[bytes]]] = {}
    counts: dict[str, int] = {}

    async def act(request: Request) -> Response:
        await request.form()
        table = request.path_params["table"]
        counts[table] = number = counts.get(table, 0) + 1
        head = f'id: {number}\ndata: {{"game":true,'.encode()
        event = head + b"x" * max(told_bytes - len(head) - 2, 0) + b"\n\n"
        for stream in streams.get(table, []):
            stream.put_nowait(event)
        return Response(answer, media_type="application/json")

    async def events(request: Request) -> Response:
        queue: asyncio.Queue[bytes] = asyncio.Queue()
        streams.setdefault(request.path_params["table"], []).append(queue)

        async def tell() -> Any:
            while True:
                yield await queue.get()

        return StreamingResponse(tell(), media_type="text/event-stream")

    routes = [
        Route("/t/{table}/act", act, methods=["POST"]),
        Route("/t/{table}/events", events),
    ]
    from sniffi.web.serve import BACKLOG, KEEP_ALIVE_SECONDS, _listening
    from sniffi.web.settings import ServeSettings

    many_connections()
    with _listening(ServeSettings(port=0)) as listener:
        print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
        config = uvicorn.Config(
            Starlette(routes=routes),
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_keep_alive=KEEP_ALIVE_SECONDS,
            timeout_graceful_shutdown=1,
            backlog=BACKLOG,
            ws="none",
            lifespan="off",
        )
        uvicorn.Server(config).run([listener])


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


# Setting up ----------------------------------------------------------------------------------


async def in_turn(works: list[Callable[[], Awaitable[None]]], most: int) -> None:
    """All of them, so many at a time."""
    left = iter(works)

    async def work() -> None:
        for one in left:
            await one()

    await asyncio.gather(*(work() for _ in range(most)))


async def newcomer(links: Links) -> Person:
    head, body = await links.ask(get("/help"))
    cookie, csrf = _COOKIE.search(head), _CSRF.search(body)
    assert cookie is not None
    assert csrf is not None
    return Person(cookie[1].decode(), csrf[1].decode())


async def open_boards(links: Links, tables: int, seed: int) -> list[Board]:
    """Tables with two people each, opened as browsers open them."""
    boards: list[Board] = []

    async def one(number: int) -> None:
        people = [await newcomer(links) for _ in range(SEATS)]
        wanted = {
            "players": SEATS,
            "seat2": "person",
            "access": "private",
            "language": "en",
            "pace": "quick",
        }
        _, body = await links.ask(form("/tables", people[0], "json", name="Aino", **wanted))
        found = _TABLE.search(body)
        assert found is not None, body
        id = found[1].decode()
        boards.append(Board(id, people, Game.new(SEATS), rng=Random(f"{seed}/{number}")))

    await in_turn([partial(one, number) for number in range(tables)], SETTERS)
    return boards


async def sit_down(links: Links, board: Board) -> None:
    """The second person sits down, and the game begins."""
    head, body = await links.ask(form(f"/t/{board.id}/sit", board.people[1], "json", name="Eero"))
    assert status(head) == 200, body


def learn_deals(boards: list[Board], database: Path) -> None:
    """What no browser can: the seeds, so that the benchmark knows what is legal without asking."""
    import json

    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    for board in boards:
        (seed,) = connection.execute("SELECT seed FROM tables WHERE id = ?", (board.id,)).fetchone()
        rows = connection.execute("SELECT entry FROM entries WHERE table_id = ?", (board.id,))
        sat = [json.loads(text) for (text,) in rows if '"person-sat"' in text]
        nonces = [entry["nonce"] for entry in sorted(sat, key=lambda entry: int(entry["seat"]))]
        board.deck = Deck(bytes(seed), tuple(nonces))
        while board.game.phase in (Phase.LOT, Phase.DEAL):
            board.game = play_chance(board.game, board.deck)
    connection.close()


def _same(stream: Stream) -> Stream:
    return stream


async def listen(load: Load, port: int) -> None:
    loop = asyncio.get_running_loop()
    for board in load.boards:
        for person in board.people:
            request = get(f"/t/{board.id}/events?after=0", person.cookie)
            person.stream = stream = Stream(request, load.told)
            load.watch(board, stream)
            await loop.create_connection(partial(_same, stream), "127.0.0.1", port)
            await stream.open.wait()


@dataclass
class Result:
    """What was measured of one server."""

    name: str
    rate: float
    cost: float
    median: float
    late: float
    starved: int
    pressed: int
    pages: int
    refused: int
    missing: int
    megabytes: float
    answer_bytes: int
    told_bytes: int


async def measure(
    name: str, load: Load, pid: int, seconds: float, rate: float, *, windows: int = 3
) -> Result:
    """The middle of some windows as fast as can be, then one at a fixed rate."""
    rates = []
    pressed, told_before = 0, sum(stream.bytes for stream in load._of)
    answers = refused = pages = 0
    before = used(pid)
    for _ in range(windows):
        took = await load.closed(seconds)
        rates.append(load.count.pressed / took)
        pressed += load.count.pressed
        answers += load.count.answer_bytes
        refused += load.count.refused
        pages += load.count.pages
    cost = (used(pid).seconds - before.seconds) / max(1, pressed)
    told = sum(stream.bytes for stream in load._of) - told_before
    _, starved = await load.paced(rate, seconds)
    count = load.count
    return Result(
        name,
        sorted(rates)[len(rates) // 2],
        cost,
        share(count.delays, 50),
        share(count.delays, GOAL_SHARE),
        starved,
        pressed + count.pressed,
        pages + count.pages,
        refused + count.refused,
        load.missing,
        used(pid).megabytes,
        answers // max(1, pressed),
        told // max(1, pressed * SEATS),
    )


async def sniffi_result(args: argparse.Namespace, folder: Path, cores: list[int]) -> Result:
    with running(serve_command(folder), cores[-1]) as (port, pid):
        links = Links(port, PRESSERS)
        await links.open()
        start = time.perf_counter()
        boards = await open_boards(links, args.tables, args.seed)
        load = Load(boards, links, pages=args.pages)
        await listen(load, port)
        # The games begin when all listen.
        await in_turn(
            [partial(sit_down, links, board) for board in boards],
            SETTERS,
        )
        learn_deals(boards, folder / "bench.db")
        end = time.perf_counter() + SETTLE_SECONDS
        while not all(board.ready for board in boards) and time.perf_counter() < end:
            await asyncio.sleep(0.1)
        for board in boards:
            load.offer(board)
        begun = sum(board.ready for board in boards)
        print(f"{begun} tables begun in {time.perf_counter() - start:.0f} s", flush=True)
        return await measure("sniffi", load, pid, args.seconds, args.rate / 2)


async def bare_result(args: argparse.Namespace, like: Result, cores: list[int]) -> Result:
    command = [sys.executable, __file__, "--bare", f"{like.answer_bytes},{like.told_bytes}"]
    with running(command, cores[-1]) as (port, pid):
        links = Links(port, PRESSERS)
        await links.open()
        people = [[Person("", "x" * 32) for _ in range(SEATS)] for _ in range(args.tables)]
        boards = [Board(str(n), each, Game.new(SEATS)) for n, each in enumerate(people)]
        load = BareLoad(boards, links, pages=False)
        await listen(load, port)
        for board in boards:
            load.offer(board)
        return await measure("bare handler", load, pid, args.seconds, args.rate / 2)


def shown(result: Result) -> str:
    return (
        f"{result.name:<14}{result.rate:>10,.0f}{result.cost * 1000:>12.2f}"
        f"{result.median * 1000:>11.0f}{result.late * 1000:>10.0f}"
        f"{result.megabytes:>9.0f}{result.missing:>9}{result.refused:>9}{result.starved:>9}"
    )


async def run(args: argparse.Namespace) -> int:
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) > 1:
        os.sched_setaffinity(0, set(cores[:-1]))
    with tempfile.TemporaryDirectory(dir=args.folder) as folder:
        ours = await sniffi_result(args, Path(folder), cores)
    theirs = await bare_result(args, ours, cores)
    what = "pages fetched as browsers do" if args.pages else "presses and streams alone"
    print(
        f"sniffi {sniffi.__version__}, seed {args.seed}, {args.tables} tables, "
        f"{SEATS * args.tables} streams, {what}"
    )
    print(
        f"{'':<14}{'actions/s':>10}{'ms of CPU':>12}{'median ms':>11}{'99 % ms':>10}"
        f"{'MB':>9}{'missing':>9}{'refused':>9}{'starved':>9}"
    )
    print(shown(ours))
    print(shown(theirs))
    print(
        f"ratio {ours.rate / theirs.rate:.2f}, by CPU {theirs.cost / ours.cost:.2f}; "
        f"{ours.pressed} actions, "
        f"{ours.answer_bytes} bytes answered and {ours.told_bytes} told to each of two"
        f"{f', {ours.pages} pages fetched' if args.pages else ''}; "
        f"delays at {args.rate / 2:g} actions/s; load {os.getloadavg()[0]:.1f}"
    )
    goals = {
        f"{args.rate:g} actions/s": ours.rate >= args.rate,
        f"{GOAL_SHARE} % within {GOAL_SECONDS * 1000:g} ms": ours.late <= GOAL_SECONDS,
        f"under {GOAL_MEGABYTES} MB": ours.megabytes < GOAL_MEGABYTES,
        "each delivered": not ours.missing and not ours.refused,
    }
    for goal, met in goals.items():
        print(f"goal {goal}: {'met' if met else 'MISSED'}")
    return 0 if all(goals.values()) else 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=10.0, help="of each of four windows")
    parser.add_argument("--rate", type=float, default=GOAL, help="actions a second to reach")
    parser.add_argument("--pages", action="store_true", help="fetch pages as browsers do")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="where the database is for the while")
    parser.add_argument("--bare", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.bare:
        bare(*map(int, args.bare.split(",")))
        return 0
    many_connections()
    uvloop.install()
    return asyncio.run(run(args))


if __name__ == "__main__":
    sys.exit(main())
