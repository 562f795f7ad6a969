"""How many actions a second a server does for tables in browsers, and how soon all are told.

``python bench/table_speed.py``; see bench/README.md for what is measured.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import sqlite3
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

try:
    import sniffi
except ModuleNotFoundError:
    sys.path.insert(0, str(Path(__file__).parent.parent / "src"))
    import sniffi

import uvloop
from table_people import (
    PRESSERS,
    BareLoad,
    Board,
    Links,
    Load,
    Person,
    Stream,
    form,
    get,
    share,
    status,
)
from table_servers import bare, many_connections, running, serve_command, used

from sniffi.deal import Deck, play_chance
from sniffi.rules import Game, Phase

GOAL = 300
GOAL_SECONDS = 0.1
GOAL_SHARE = 99
GOAL_MEGABYTES = 400
SEATS = 2
SETTERS = 16
SETTLE_SECONDS = 120.0
_COOKIE = re.compile(rb"set-cookie: (sniffi_guest=[^;]+)", re.IGNORECASE)
_CSRF = re.compile(rb'name="csrf" value="([0-9a-f]+)"')
_TABLE = re.compile(rb'"table":"/t/([^"]+)"')


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
