"""A site in this process, and browsers that visit it, without a network and without waiting."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

import httpx2 as httpx
from starlette.types import ASGIApp

from sniffi.tables.hall import Hall, HallSettings
from sniffi.tables.log import MemoryLog
from sniffi.web.app import make_app
from sniffi.web.settings import ServeSettings
from sniffi.web.site import Site

SECRET = bytes(range(32))
AT_ONCE = HallSettings(bot_pause=0, lot_pause=0)
_CSRF = re.compile(r'name="csrf" value="([0-9a-f]+)"')


def seeds() -> Iterator[bytes]:
    for number in count(1):
        yield number.to_bytes(32)


class Browser(httpx.AsyncClient):
    """A browser without scripts: keeps cookies, follows redirects, knows its forms' token."""

    def __init__(self, app: ASGIApp, address: str = "192.0.2.1", **more: Any) -> None:
        super().__init__(
            transport=httpx.ASGITransport(app, client=(address, 40000), raise_app_exceptions=False),
            base_url="http://sniffi.test",
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
            await self.visit("/")
        return await self.post(address, data={"csrf": self.csrf, **fields})

    async def script(self, address: str, /, **fields: Any) -> httpx.Response:
        """Send a form as a script does that wants JSON."""
        if not self.csrf:
            await self.visit("/")
        data = {"csrf": self.csrf, **fields}
        return await self.post(address, data=data, headers={"Accept": "application/json"})


class World:
    """A running site."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.app = make_app(site)
        self._addresses = count(1)

    def browser(self, **more: Any) -> Browser:
        return Browser(self.app, f"192.0.2.{next(self._addresses)}", **more)

    async def settle(self, table: str) -> None:
        """Let bots and lots go on until the table waits for people."""
        room = await self.site.hall.room(table)
        while room.driver is not None and not room.driver.done():
            await asyncio.wait({room.driver})
            await asyncio.sleep(0)


@asynccontextmanager
async def world(
    settings: ServeSettings | None = None, hall: HallSettings = AT_ONCE
) -> AsyncIterator[World]:
    made = seeds()
    ids = count(1)
    site = Site(
        Hall(MemoryLog(), hall, seed=lambda: next(made), id=lambda: f"table-{next(ids):011}"),
        SECRET,
        settings,
    )
    async with site.hall:
        yield World(site)
