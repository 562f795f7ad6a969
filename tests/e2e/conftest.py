"""A server, a browser, and visits to it that fail when a page complains or looks elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    expect,
    sync_playwright,
)

from tests.e2e.stage import Server, launch, server, visit

PATIENCE = 30_000
"""Milliseconds that a condition may take: many, since all are used only when something is wrong."""
HEARTBEAT = "2"

# Scope "package": the browser's driver keeps a loop in this thread, in which no other test may run
# one, so it ends before they begin.


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        launched = launch(playwright)
        yield launched
        launched.close()


@pytest.fixture(scope="package")
def running() -> Iterator[Server]:
    with server("--heartbeat", HEARTBEAT) as started:
        yield started


class Watch:
    """What must not happen on any page."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.complaints: list[str] = []
        self.requests: list[Request] = []

    def over(self, page: Page) -> None:
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", self._asked)

    def _said(self, message: ConsoleMessage) -> None:
        # A server that is away or refuses is told by the browser itself.
        ours = "Failed to load resource" not in message.text and "net::" not in message.text
        if message.type in ("error", "warning") and ours:
            self.complaints.append(message.text)

    def _asked(self, request: Request) -> None:
        self.requests.append(request)
        if not request.url.startswith((self.base, "data:", "blob:")):
            self.complaints.append(f"asked elsewhere: {request.url}")


Visits = Callable[..., BrowserContext]


@pytest.fixture
def watch(running: Server) -> Watch:
    return Watch(running.base)


@pytest.fixture
def visits(browser: Browser, running: Server, watch: Watch) -> Iterator[Visits]:
    """Makes browsers; see ``stage.visit``."""
    made: list[BrowserContext] = []

    def make(guest: str | None = None, **how: Any) -> BrowserContext:
        context = visit(browser, running, guest, **how)
        context.set_default_timeout(PATIENCE)
        context.on("page", watch.over)
        made.append(context)
        return context

    yield make
    for context in made:
        context.close()
    assert watch.complaints == []
