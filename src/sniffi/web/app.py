"""The addresses of the site, and what happens to every request on its way."""

from __future__ import annotations

import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from sniffi.rules import SniffiError
from sniffi.web import front, hinting, presses, tables
from sniffi.web.errors import NoSuchPage, NotAllowed, OurFault
from sniffi.web.headers import KnownHosts, SafeHeaders
from sniffi.web.learning import PAGES as LEARNING
from sniffi.web.limits import BodyLimit
from sniffi.web.logs import log
from sniffi.web.referee_addresses import PAGES as REFEREE
from sniffi.web.referee_addresses import PRESSES as REFEREE_PRESSES
from sniffi.web.replay_addresses import PAGES as REPLAY
from sniffi.web.replay_addresses import PRESSES as REPLAY_PRESSES
from sniffi.web.replay_pages import HOME as REPLAY_HOME
from sniffi.web.replay_pages import of_table as replay_of_table
from sniffi.web.site import Site
from sniffi.web.statuses import status_of
from sniffi.web.visit import Handler, Visit

FAULT_DIGITS = 4
UNLIMITED = ("/healthz", "/static/")


class Endpoint:
    """A handler as Starlette calls it: refusals become answers in the reader's language.

    Args:
        back: where somebody goes whose form is refused: the path, with its parameters to fill in.
    """

    def __init__(self, site: Site, handler: Handler, back: str | None = None) -> None:
        self.site = site
        self.handler = handler
        self.back = back

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the request."""
        request = Request(scope, receive)
        visit = Visit(self.site, request)
        response = await self._response(visit, request)
        await response(scope, receive, send)

    async def _response(self, visit: Visit, request: Request) -> Response:
        try:
            if not request.url.path.startswith(UNLIMITED):
                self.site.asking.take(visit.address)
            return await self.handler(visit)
        except SniffiError as error:
            return _refused(visit, error, self.back and self.back.format(**request.path_params))
        except Exception as error:
            return _failed(visit, error)


def _refused(visit: Visit, error: SniffiError, back: str | None = None) -> Response:
    status = status_of(error)
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        log("refused", logging.ERROR, error=error.code, status=int(status))
    return visit.refused(error, back)


def _failed(visit: Visit, error: Exception) -> Response:
    number = secrets.token_hex(FAULT_DIGITS)
    # Where it happened, without what was said: that may tell names or tiles.
    log(
        "failed",
        logging.ERROR,
        number=number,
        kind=type(error).__name__,
        where=_where(error),
        path=_shape(visit.request.scope),
    )
    return visit.refused(OurFault(number))


class Guard:
    """Answers what is refused before a handler is found."""

    def __init__(self, app: ASGIApp, site: Site) -> None:
        self.app = app
        self.site = site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on the request, or say why not."""
        try:
            await self.app(scope, receive, send)
        except SniffiError as error:
            visit = Visit(self.site, Request(scope, receive))
            await _refused(visit, error)(scope, receive, send)


def _where(error: BaseException) -> list[str]:
    """The lines of our code that led to an error, the innermost last."""
    found, trace = [], error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        found.append(f"{code.co_filename.rpartition('/')[2]}:{trace.tb_lineno} {code.co_name}")
        trace = trace.tb_next
    return found


def _shape(scope: Scope) -> str:
    """A path without what lets one in."""
    route = scope.get("route")
    return route.path if isinstance(route, Route) else scope["path"].split("/")[1][:20]


TABLE = "/t/{table:str}"
WATCH = "/w/{watch:str}"


def routes(site: Site) -> list[Route]:
    """Every address of the site (docs/web.md)."""

    def get(path: str, handler: Handler, back: str | None = None) -> Route:
        return Route(path, Endpoint(site, handler, back), methods=["GET"])

    def post(path: str, handler: Handler, back: str) -> Route:
        return Route(path, Endpoint(site, handler, back), methods=["POST"])

    async def static(visit: Visit) -> Response:
        return site.assets.answer(visit.request)

    found = [
        get("/", front.front),
        post("/play", front.play_now, "/"),
        post("/tables", front.make, "/"),
        post("/language", front.language, "/"),
        get("/help", front.help_page),
        get("/healthz", front.healthz),
        get("/device/{token:str}", tables.device_ask),
        post("/device/{token:str}", tables.device_take, "/"),
        get(f"{TABLE}/device", tables.device),
        get("/static/{version:str}/{path:path}", static),
    ]
    found += [get(path, handler) for path, handler in (*LEARNING, *REFEREE, *REPLAY)]
    found += [post(*press) for press in (*REFEREE_PRESSES, *REPLAY_PRESSES)]
    for base in (TABLE, WATCH):
        found += [
            get(base, tables.table),
            get(f"{base}/events", tables.events),
            get(f"{base}/beat", tables.beat),
            get(f"{base}/fragment", tables.fragment),
            get(f"{base}/history", tables.history),
            get(f"{base}/hint", hinting.hint, "/t/{table}" if base == TABLE else None),
            get(f"{base}/record.sniff", tables.record),
            get(f"{base}/verify", tables.verification),
            get(f"{base}/replay", replay_of_table),
        ]
    for name in presses.WORKS:
        path = f"{TABLE}/{name}"
        found.append(post(path, presses.press_of(name), "/t/{table}"))
    return found


def make_app(site: Site, close: Callable[[], Awaitable[None]] | None = None) -> ASGIApp:
    """The whole site as an ASGI application; it opens the hall when it starts and closes it when
    it stops.

    Args:
        close: closes what the hall stands on, last of all.
    """

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        try:
            async with site.hall:
                yield
        finally:
            if close is not None:
                await close()

    async def unfound(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        missing = error.status_code == HTTPStatus.NOT_FOUND
        response = _refused(Visit(site, request), NoSuchPage() if missing else NotAllowed())
        # Which methods there are instead.
        response.headers.update(error.headers or {})
        return response

    app: ASGIApp = Starlette(
        routes=routes(site), lifespan=lifespan, exception_handlers={HTTPException: unfound}
    )
    settings = site.settings
    # Twice, so that whoever brings a file that is somewhat too big is told how big it may be.
    app = BodyLimit(app, settings.body_bytes, {REPLAY_HOME: 2 * settings.record_bytes})
    app = KnownHosts(app, settings.hosts)
    app = Guard(app, site)
    return SafeHeaders(app, https=settings.https)
