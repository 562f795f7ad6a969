"""How soon a press is answered while bots at many other tables think on every core they may have.

``python bench/masters_speed.py``; see bench/README.md for what is measured.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from html import unescape
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

try:
    import sniffi
except ModuleNotFoundError:
    sys.path.insert(0, str(Path(__file__).parent.parent / "src"))
    import sniffi

GOAL_SECONDS: Final = 0.1
GOAL_SHARE: Final = 99
STAND_IN: Final = "busy"
CHUNK: Final = 20_000
"""Rounds of a hash that take a hundredth of a second, without Python's lock."""
LOOK_EVERY: Final = 1.0
PRESS_EVERY: Final = 0.1
SETTLE_SECONDS: Final = 5.0
_CSRF = re.compile(r'name="csrf" value="([0-9a-f]+)"')
_COOKIE = re.compile(r"sniffi_\w+=[^;]+")
_AT = re.compile(r'data-at="(\d+)"')
_STATE = re.compile(r'data-state="(\w+)"')
_SPOT = re.compile(r'name="action" value="([^"]+)" data-spot')
_TILE = re.compile(r'<button type="submit" name="action" value="([^"]+)" class="held playable')
_PRESS = re.compile(r'<button type="submit" class="\w+" name="action" value="(\w+)"')


# The server ------------------------------------------------------------------------------------


def serve(arguments: list[str]) -> int:
    """``sniffi serve`` with a bot that holds a core for as long as it is told."""
    from types import MappingProxyType

    from sniffi.bots import BotKind, Parameter, SeededBot, registry
    from sniffi.cli import main
    from sniffi.rules import Action, RoundView

    class Busy(SeededBot):
        def __init__(self, seed: int, seconds: float) -> None:
            super().__init__(seed)
            self._seconds = seconds

        def pick(self, view: RoundView, legal: tuple[Action, ...]) -> Action:
            end = time.perf_counter() + self._seconds
            while time.perf_counter() < end:
                hashlib.pbkdf2_hmac("sha256", b"sniffi", b"bench", CHUNK)
            return self.generator(view).choice(legal)

    seconds = Parameter("seconds", 1.0, 0.01, 10.0)
    busy = BotKind(STAND_IN, Busy, parameters=(seconds,), budget=1.0)
    # Its texts are another's: lists show the bots that were there before.
    registry.BOTS = MappingProxyType({**registry.BOTS, STAND_IN: busy})
    registry.offered = lambda: {n: k for n, k in registry.BOTS.items() if n != STAND_IN}
    from sniffi.web import showing

    title = showing.bot_title
    showing.bot_title = lambda bot, words: title("greedy" if bot == STAND_IN else bot, words)
    return main(["serve", *arguments])


# The browsers ----------------------------------------------------------------------------------


class Browser:
    """A browser without scripts: one connection, cookies, the token of its forms."""

    def __init__(self, port: int) -> None:
        self._connection = HTTPConnection("127.0.0.1", port, timeout=60)
        self._cookies: dict[str, str] = {}
        self._csrf = ""
        self.text = ""

    def _ask(self, method: str, path: str, body: str | None, **headers: str) -> HTTPResponse:
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        given = {"Cookie": cookies, "Accept-Language": "en", **headers}
        if body is not None:
            given["Content-Type"] = "application/x-www-form-urlencoded"
        self._connection.request(method, path, body, given)
        answer = self._connection.getresponse()
        self.text = answer.read().decode()
        for header in answer.headers.get_all("set-cookie") or ():
            name, _, value = header.partition(";")[0].partition("=")
            self._cookies[name] = value
        found = _CSRF.search(self.text)
        self._csrf = found[1] if found else self._csrf
        return answer

    def visit(self, path: str) -> str:
        self._ask("GET", path, None)
        return self.text

    def press(self, path: str, **fields: object) -> str:
        """Press a button; where it leads."""
        answer = self._ask("POST", path, urlencode({"csrf": self._csrf, **fields}))
        if answer.status >= 400:
            raise RuntimeError(f"{path}: {answer.status}")
        return answer.headers.get("location") or path

    def open_table(self, **seats: str) -> str:
        self.visit("/")
        players = str(len(seats) + 1)
        return self.press(
            "/tables",
            name="Aino",
            players=players,
            access="private",
            language="en",
            pace="quick",
            **seats,
        )

    def turn(self, table: str, rng: random.Random) -> tuple[int, str] | None:
        """The event number and an action, when it is this browser's turn."""
        page = self.visit(table)
        state, at = _STATE.search(page), _AT.search(page)
        if state is None or at is None or state[1] != "yours":
            if re.search(rf'action="{table}/ready"', page):
                self.press(f"{table}/ready", at=at[1] if at else "0")
            return None
        choices = _SPOT.findall(page) or _TILE.findall(page) or _PRESS.findall(page)
        if not choices:
            return None
        action = unescape(rng.choice(choices))
        if "@" not in action and _TILE.search(page):
            spots = _SPOT.findall(self.visit(f"{table}?tile={action}"))
            action = unescape(rng.choice(spots)) if spots else action
        return int(at[1]), action


def play_on(port: int, number: int, seconds: float, bot: str, moves: list[int]) -> None:
    """A table with one bot that thinks long; its person plays whenever it can."""
    rng, browser = random.Random(number), Browser(port)
    table = browser.open_table(seat2=bot)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        turn = browser.turn(table, rng)
        if turn is not None:
            browser.press(f"{table}/act", at=turn[0], action=turn[1])
            moves[number] += 1
        time.sleep(LOOK_EVERY)


def load(port: int, tables: int, seconds: float, bot: str) -> int:
    moves = [0] * tables
    threads = [
        threading.Thread(target=play_on, args=(port, number, seconds, bot, moves))
        for number in range(tables)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(json.dumps({"moves": sum(moves)}), flush=True)
    return 0


def delays(port: int, seconds: float) -> list[float]:
    """Seconds until each press was answered, at a table of two people."""
    rng = random.Random(1)
    people = [Browser(port), Browser(port)]
    table = people[0].open_table(seat2="person")
    people[1].visit(table)
    people[1].press(f"{table}/sit", name="Eero", seat="2")
    found: list[float] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for person in people:
            turn = person.turn(table, rng)
            if turn is not None:
                before = time.perf_counter()
                person.press(f"{table}/act", at=turn[0], action=turn[1])
                found.append(time.perf_counter() - before)
        time.sleep(PRESS_EVERY)
    return found


def share(values: list[float], percent: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]


def told(name: str, found: list[float]) -> None:
    if not found:
        print(f"{name}: no presses")
        return
    figures = "  ".join(f"{p} % {1000 * share(found, p):.0f} ms" for p in (50, 95, 99))
    print(f"{name}: {len(found)} presses, {figures}, longest {1000 * max(found):.0f} ms")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--bot", default=STAND_IN, help="who thinks: busy, or one of sniffi bots")
    parser.add_argument("--load", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.load is not None:
        return load(given.load, given.tables, given.seconds, given.bot)
    me = [sys.executable, __file__]
    environ = {**os.environ, "PYTHONPATH": str(Path(sniffi.__file__).parent.parent)}
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        off = [part for limit in ("make", "join", "act", "pages", "guests")
               for part in (f"--limit-{limit}", "off")]  # fmt: skip
        options = ["--port", "0", "--database", f"sqlite:///{folder}/bench.db", *off]
        warm = ["--warm-up", "off" if given.bot == STAND_IN else "on"]
        with log.open("w") as stderr:
            server = subprocess.Popen(
                [*me, "--serve", *options, *warm],
                stdout=subprocess.PIPE,
                stderr=stderr,
                text=True,
                env=environ,
            )
        loader = None
        try:
            assert server.stdout is not None
            found = re.search(r":(\d+)\s*$", server.stdout.readline())
            if found is None:
                print(log.read_text(), file=sys.stderr)
                return 1
            port = int(found[1])
            told("nobody thinks", delays(port, given.seconds / 3))
            numbers = ["--load", str(port), "--tables", str(given.tables), "--bot", given.bot]
            span = str(given.seconds + SETTLE_SECONDS)
            loader = subprocess.Popen(
                [*me, *numbers, "--seconds", span], stdout=subprocess.PIPE, text=True, env=environ
            )
            time.sleep(SETTLE_SECONDS)
            under_load = delays(port, given.seconds)
            told(f"{given.bot} at {given.tables} tables", under_load)
            moves = json.loads(loader.communicate()[0] or "{}").get("moves")
        finally:
            server.terminate()
            server.wait()
            if loader is not None:
                loader.terminate()
                loader.wait()
        events = [json.loads(line)["event"] for line in log.read_text().splitlines()]
    faults = Counter(event.rpartition(", ")[2] for event in events if "bot replaced" in event)
    hurried = sum("bot had no time" in event for event in events)
    print(
        f"people at these tables moved {moves} times; bots that had no time: {hurried}, "
        f"replaced for a fault: {dict(faults) or 'none'}"
    )
    if not under_load:
        return 1
    met = share(under_load, GOAL_SHARE) <= GOAL_SECONDS
    print(f"goal, {GOAL_SHARE} % within {1000 * GOAL_SECONDS:.0f} ms: {'met' if met else 'missed'}")
    return 0 if met else 1


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        sys.exit(serve(sys.argv[2:]))
    sys.exit(main())
