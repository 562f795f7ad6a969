"""A site in this process, and browsers that visit it, without a network and without waiting."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

import httpx2 as httpx
from starlette.responses import Response
from starlette.types import ASGIApp, Message

from sniffi.analysis import guess
from sniffi.tables.clock import Clock
from sniffi.tables.hall import Hall, HallSettings
from sniffi.tables.log import MemoryLog
from sniffi.tables.view import Stage
from sniffi.web.app import make_app
from sniffi.web.guests import COOKIE
from sniffi.web.limits import NO_LIMIT
from sniffi.web.settings import ServeSettings
from sniffi.web.site import Site

SECRET = bytes(range(32))
AT_ONCE = HallSettings(bot_pause=0, lot_pause=0)
UNLIMITED = ServeSettings(
    limit_make=NO_LIMIT,
    limit_join=NO_LIMIT,
    limit_act=NO_LIMIT,
    limit_hint=NO_LIMIT,
    limit_pages=NO_LIMIT,
    limit_guests=NO_LIMIT,
)
HOST = "http://sniffi.test"
MOST_PRESSES = 2000
_CSRF = re.compile(r'name="csrf" value="([0-9a-f]+)"')


def in_loop(test: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    """A test that is a coroutine, as one that pytest can run."""

    def run() -> None:
        asyncio.run(test())

    run.__name__ = test.__name__
    run.__doc__ = test.__doc__
    return run


def seeds() -> Iterator[bytes]:
    for number in count(1):
        yield number.to_bytes(32)


class Browser(httpx.AsyncClient):
    """A browser without scripts: keeps cookies, follows redirects, knows its forms' token."""

    def __init__(self, app: ASGIApp, address: str, **more: Any) -> None:
        super().__init__(
            transport=httpx.ASGITransport(app, client=(address, 40000)),
            base_url=HOST,
            follow_redirects=True,
            **more,
        )
        self.csrf = ""

    async def visit(self, address: str, **more: Any) -> httpx.Response:
        page = await self.get(address, **more)
        found = _CSRF.search(page.text)
        if found is not None:
            self.csrf = found[1]
        return page

    async def press(self, address: str, /, **fields: Any) -> httpx.Response:
        """Send a form as a page without scripts does."""
        if not self.csrf:
            await self.visit("/help")
        return await self.post(address, data={"csrf": self.csrf, **fields})

    async def script(
        self, address: str, /, *, headers: Any = None, **fields: Any
    ) -> httpx.Response:
        """Send a form as a script does that wants JSON."""
        if not self.csrf:
            await self.visit("/help")
        headers = {"Accept": "application/json", **(headers or {})}
        return await self.post(address, data={"csrf": self.csrf, **fields}, headers=headers)


class World:
    """A running site."""

    def __init__(self, site: Site, app: ASGIApp) -> None:
        self.site = site
        self.app = app
        self._addresses = count(1)

    def browser(self, guest: str | None = None, **more: Any) -> Browser:
        """A browser at an address of its own: a new guest's, or that of a known one."""
        browser = Browser(self.app, f"192.0.2.{next(self._addresses)}", **more)
        if guest is not None:
            browser.cookies.set(COOKIE, self.cookie_of(guest))
        return browser

    def cookie_of(self, guest: str) -> str:
        answer = Response()
        self.site.guests.remember(answer, guest, secure=False)
        return answer.headers["set-cookie"].split(";")[0].partition("=")[2]

    def guest_of(self, browser: Browser) -> str:
        return str(self.site.guests._cookie.loads(browser.cookies[COOKIE]))

    async def legal(self, table: str) -> str:
        """Something that the seat to act may do."""
        game = (await self.site.hall.room(table)).table.game
        assert game is not None
        return str(game.legal_actions()[0])

    async def settle(self, table: str) -> None:
        """Let bots and lots go on until the table waits for people."""
        room = await self.site.hall.room(table)
        while room.driver is not None and not room.driver.done():
            await asyncio.wait({room.driver})
            await asyncio.sleep(0)


@asynccontextmanager
async def world(
    settings: ServeSettings = UNLIMITED,
    hall: HallSettings = AT_ONCE,
    clock: Clock | None = None,
    log: MemoryLog | None = None,
) -> AsyncIterator[World]:
    made, ids = seeds(), count(1)
    site = Site(
        Hall(
            MemoryLog() if log is None else log,
            hall,
            clock=clock,
            seed=lambda: next(made),
            id=lambda: f"table-{next(ids):010}",
            # That of the strong bots would depend on the time that is left.
            evaluator=guess,
        ),
        SECRET,
        settings,
    )
    async with site.hall:
        yield World(site, make_app(site))


async def play_behind(
    world: World, browser: Browser, table: str, until: str = "over"
) -> httpx.Response:
    """The same without pages: quicker, for who needs only what comes then."""
    hall, guest = world.site.hall, world.guest_of(browser)
    for _ in range(MOST_PRESSES):
        view = (await hall.look(table, guest)).view
        if view.stage is Stage.OVER or (view.resting and until == "resting"):
            return await browser.visit(f"/t/{table}")
        if view.resting:
            await hall.ready(table, guest)
        elif view.your_turn and view.game is not None and view.seat is not None:
            await hall.act(table, guest, view.seat, view.game.legal_actions()[0], view.at)
        await world.settle(table)
    raise AssertionError(f"{table} never came to {until}")


def table_of(page: httpx.Response) -> str:
    """The id of the table whose page it is."""
    return page.url.path.split("/")[2]


def at_of(page: httpx.Response) -> int:
    found = re.search(r'data-at="(\d+)"', page.text)
    assert found is not None
    return int(found[1])


def state_of(page: httpx.Response) -> str:
    found = re.search(r'data-state="(\w+)"', page.text)
    assert found is not None
    return found[1]


def actions_on(page: httpx.Response) -> list[str]:
    """The actions whose buttons a reader without scripts can press, and that the rules allow."""
    shown = re.sub(r"<form[^>]* hidden\b.*?</form>", "", page.text, flags=re.DOTALL)
    found = []
    for tag in re.findall(r"<button[^>]*>", shown):
        action = re.search(r'name="action" value="([^"]+)"', tag)
        if action is not None and ("held" not in tag or "playable" in tag):
            found.append(action[1])
    return found


async def play(world: World, browser: Browser, table: str, until: str = "over") -> httpx.Response:
    """Play by forms, always the first thing that can be done, until the page is in that state."""
    page = await browser.visit(f"/t/{table}")
    for _ in range(MOST_PRESSES):
        if state_of(page) == until:
            return page
        if state_of(page) == "resting":
            page = await browser.press(f"/t/{table}/ready")
        elif state_of(page) == "yours":
            chosen = re.search(r'id="choose".*?name="action" value="([^"]+)"', page.text, re.DOTALL)
            action = chosen[1] if chosen is not None else actions_on(page)[0]
            page = await browser.press(f"/t/{table}/act", at=at_of(page), action=action)
            assert page.status_code == 200, page.text
            if "tile" in page.url.params:
                continue
        await world.settle(table)
        page = await browser.visit(f"/t/{table}")
    raise AssertionError(f"{table} never came to {until}")


class Listener:
    """A browser's stream, without a network."""

    def __init__(
        self,
        app: ASGIApp,
        address: str,
        cookies: str = "",
        headers: dict[str, str] | None = None,
        client: str = "192.0.2.200",
    ) -> None:
        path, _, query = address.partition("?")
        sent = {"host": "sniffi.test", "cookie": cookies, "accept-language": "en"} | (headers or {})
        self._scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in sent.items()],
            "client": (client, 40000),
            "server": ("sniffi.test", 80),
        }
        self._app = app
        self._messages: asyncio.Queue[Message] = asyncio.Queue()
        self._gone = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self.status = 0
        self.body = b""
        self.ended = False
        self._read: list[dict[str, Any]] = []

    async def __aenter__(self) -> Listener:
        self._task = asyncio.create_task(self._run())
        start = await self._messages.get()
        self.status = start["status"]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._gone.set()
        assert self._task is not None
        await self._task

    async def _run(self) -> None:
        await self._app(self._scope, self._receive, self._send)

    async def _receive(self) -> Message:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        self._messages.put_nowait(message)

    async def events(self, most: int) -> list[dict[str, Any]]:
        """The next events, as they come: that many, or fewer when the stream ends."""
        found = self._read
        while len(found) < most and not self.ended:
            message = await self._messages.get()
            self.body += message["body"]
            self.ended = not message.get("more_body", False)
            while b"\n\n" in self.body:
                event, _, self.body = self.body.partition(b"\n\n")
                read = _event(event.decode())
                if read:
                    found.append(read)
        self._read = found[most:]
        return found[:most]

    async def named(self, name: str) -> dict[str, Any]:
        """The next event of that name; those before it are passed over."""
        while True:
            (event,) = await self.events(1)
            if event.get("event") == name:
                return event


def _event(text: str) -> dict[str, Any]:
    told: dict[str, Any] = {}
    for line in text.split("\n"):
        name, _, value = line.partition(": ")
        if name == "data":
            told["data"] = json.loads(value)
        elif name in ("id", "event"):
            told[name] = value
    return told


def cookies_of(browser: Browser) -> str:
    return "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
