"""Real servers, tables that stand where a test wants them, and browsers at their seats."""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Self

from itsdangerous import URLSafeSerializer
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, ViewportSize

from sniffi.deal import Deck
from sniffi.rules import Action, Draw, Pass, Place
from sniffi.store import open_store
from sniffi.tables import playing, seating
from sniffi.tables.entries import Entry
from sniffi.tables.log import Summary
from sniffi.tables.playing import Due
from sniffi.tables.settings import Settings
from sniffi.tables.table import Table
from sniffi.web.guests import COOKIE
from sniffi.web.languages import COOKIE as LANGUAGE_COOKIE
from sniffi.web.secret import derived, secret_in

CHROMIUM = "/usr/bin/chromium"
# A sandbox needs what containers do not give; the rest keeps it from looking for hosts elsewhere.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE: ViewportSize = {"width": 360, "height": 640}
LAPTOP: ViewportSize = {"width": 1366, "height": 768}
NO_LIMITS = (
    "--limit-make",
    "--limit-join",
    "--limit-act",
    "--limit-hint",
    "--limit-pages",
    "--limit-guests",
    "--limit-files",
)
START_SECONDS = 60
OPENED_AT = 1_700_000_000

Until = Callable[[Table], bool]
Choose = Callable[[tuple[Action, ...], random.Random], Action]
After = Callable[[Table, Mapping[int, str]], tuple[Entry, ...]]


def any_of(legal: tuple[Action, ...], chance: random.Random) -> Action:
    return chance.choice(legal)


@dataclass(frozen=True)
class Staged:
    """A table in the database of a server, and who sits there."""

    id: str
    guests: Mapping[int, str]
    table: Table

    @property
    def path(self) -> str:
        return f"/t/{self.id}"


class Server:
    """`sniffi serve` in a process of its own, on a port of its own, with its own database."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self.options = options
        self.port = "0"
        self.base = ""
        self._process: subprocess.Popen[str] | None = None
        self._count = 0

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    @property
    def database(self) -> str:
        return f"sqlite:///{self.folder / 'tables.db'}"

    @property
    def secret(self) -> bytes:
        return secret_in(self.folder / "sniffi.secret")

    def start(self) -> None:
        """Start it, on the same port as before when it ran before."""
        limits = [part for option in NO_LIMITS for part in (option, "off")]
        command = [sys.executable, "-m", "sniffi", "serve", "--port", self.port]
        command += ["--database", self.database, *limits, *self.options]
        with (self.folder / "log").open("a") as log:
            self._process = subprocess.Popen(
                command,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={"SNIFFI_WARM_UP": "off"} | os.environ | {"SNIFFI_LANG": "en"},
            )
        assert self._process.stdout is not None
        told = self._process.stdout.readline()
        found = re.search(r"http://[\d.]+:(\d+)", told)
        assert found, f"{told}{(self.folder / 'log').read_text()}"
        self.base, self.port = found[0], found[1]

    def stop(self, how: int = signal.SIGTERM) -> None:
        """Stop it, and wait until it has stopped."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(START_SECONDS)
            if self._process.stdout is not None:
                self._process.stdout.close()
            self._process = None

    def stage(
        self,
        seed: int,
        until: Until,
        *,
        people: Mapping[int, str],
        bots: Mapping[int, str] | None = None,
        settings: Settings | None = None,
        choose: Choose = any_of,
        after: After | None = None,
    ) -> Staged:
        """A table that stands where ``until`` first holds, all played by chance of ``seed``.

        Args:
            people: names by seat, bots: by seat.
            after: what happens then.
        """
        self._count += 1
        settings = settings or Settings.of(len(people) + len(bots or {}), pace="quick")
        secret, chance = seed.to_bytes(32), random.Random(seed)
        entries = list(seating.open_table(settings, secret, OPENED_AT, bots=bots))
        id = f"staged{self._count:06}"
        table = Table.replay(id, entries)
        guests = {seat: f"{self._count:08x}{seat:024x}" for seat in people}

        def follow(new: tuple[Entry, ...]) -> None:
            nonlocal table
            entries.extend(new)
            table = table.after(new)

        for seat, name in people.items():
            follow(seating.sit(table, guests[seat], f"nonce-{seat}", name, seat))
        while not until(table):
            follow(_next(table, secret, guests, chance, choose))
        if after is not None:
            follow(after(table, guests))
        self._write(table, secret, entries)
        return Staged(id, guests, table)

    def _write(self, table: Table, secret: bytes, entries: list[Entry]) -> None:
        async def write() -> None:
            store = open_store(self.database)
            await store.create(table.id, secret, entries, Summary.of(table))
            await store.close()

        # In a thread of its own: the browsers' driver has a loop in this one.
        with ThreadPoolExecutor(1) as aside:
            aside.submit(asyncio.run, write()).result()

    def cookie(self, guest: str) -> str:
        """The cookie that makes a browser the guest."""
        return str(URLSafeSerializer(derived(self.secret, "guest")).dumps(guest))


def _next(
    table: Table, secret: bytes, guests: Mapping[int, str], chance: random.Random, choose: Choose
) -> tuple[Entry, ...]:
    match playing.due(table):
        case Due.PEOPLE | Due.BOT:
            assert table.game is not None
            assert table.to_act is not None
            seat, legal = table.to_act, table.game.legal_actions()
            action = choose(legal, chance)
            assert isinstance(action, Place | Draw | Pass)
            if seat in guests:
                return playing.act(table, guests[seat], seat, action, table.told)
            return playing.bot_move(table, seat, action, table.told)
        case Due.CHANCE | Due.READY | Due.SEED:
            return playing.go_on(table, Deck(secret, table.nonces))
        case Due.NOTHING:
            raise AssertionError("the game is over and what was wanted has not come")


@contextmanager
def server(*options: str) -> Iterator[Server]:
    """A server in a folder that goes away with it."""
    with TemporaryDirectory() as folder, Server(Path(folder), *options) as running:
        yield running


def launch(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)


def visit(
    browser: Browser,
    running: Server,
    guest: str | None = None,
    *,
    viewport: ViewportSize = LAPTOP,
    language: str = "fi",
    dark: bool = False,
    script: bool = True,
    touch: bool = False,
    motion: bool = False,
    scale: float = 1,
) -> BrowserContext:
    """A browser of its own, of a guest if one is given. Motion is off unless it is looked at."""
    context = browser.new_context(
        base_url=running.base,
        viewport=viewport,
        locale={"fi": "fi-FI", "en": "en-GB"}[language],
        color_scheme="dark" if dark else "light",
        java_script_enabled=script,
        has_touch=touch,
        is_mobile=touch,
        reduced_motion="no-preference" if motion else "reduce",
        device_scale_factor=scale,
    )
    cookies = {LANGUAGE_COOKIE: language} | ({COOKIE: running.cookie(guest)} if guest else {})
    context.add_cookies(
        [{"name": name, "value": value, "url": running.base} for name, value in cookies.items()]
    )
    return context


def sit_down(context: BrowserContext, staged: Staged) -> Page:
    """The page of a staged table."""
    page = context.new_page()
    page.goto(staged.path)
    return page
