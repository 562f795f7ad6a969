"""The server: from its settings to its end."""

from __future__ import annotations

import gc
import os
import signal
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import uvicorn

from sniffi.store import open_store
from sniffi.tables.hall import DAY, Hall, HallSettings
from sniffi.tables.presence import Patience
from sniffi.web.app import make_app
from sniffi.web.connection import Connection
from sniffi.web.errors import BadSetting
from sniffi.web.kernel import make_ready
from sniffi.web.logs import log, log_to
from sniffi.web.secret import secret_in
from sniffi.web.settings import ServeSettings
from sniffi.web.site import Site

DATABASE_FILE = "sniffi.db"
SECRET_FILE = "sniffi.secret"
SQLITE = "sqlite:///"
UNHEARD_SECONDS = 30
"""For how long a browser may leave unconfirmed what it is sent: a phone that lost its network says
no farewell, and the system by itself would wait for a quarter of an hour."""
READY = 100
"""Per cent of the kernel, when it can be used."""
GRACEFUL_SECONDS = 10
KEEP_ALIVE_SECONDS = 75
"""Longer than proxies keep their connections, so that none is cut while it is used again."""
BACKLOG = 2048
COLLECT_AFTER = (5_000, 10, 1_000)
"""How often cycles of garbage are looked for, by ``gc.set_threshold``. As Python has it, a server
with hundreds of tables looks through all its games every few seconds, and answers nobody then."""
MOST_FILES = 65536


def data_folder(environ: Mapping[str, str]) -> Path:
    """Where the user's data of this program is kept."""
    told = environ.get("XDG_DATA_HOME")
    base = Path(told) if told else Path(environ.get("HOME", ".")) / ".local" / "share"
    return base / "sniffi"


def places(settings: ServeSettings, environ: Mapping[str, str]) -> tuple[str, Path]:
    """The address of the database and the file of the secret."""
    folder = data_folder(environ)
    database = settings.database or f"{SQLITE}{folder / DATABASE_FILE}"
    if database.startswith(SQLITE):
        folder = Path(database.removeprefix(SQLITE).partition("?")[0]).parent
    return database, settings.secret or folder / SECRET_FILE


def serve(
    settings: ServeSettings,
    announce: Callable[[str], None],
    environ: Mapping[str, str] = os.environ,
    warming: Callable[[int], None] = lambda _: None,
) -> None:
    """Serve until a signal asks to stop; then end streams, finish what was begun, and return.

    Args:
        announce: is told the address when the server answers.
        warming: is told 0 when the kernel is not ready yet, then, in other threads, some of the
            per cent that are done, and 100 when it is.

    Raises:
        SniffiError: the database or the secret cannot be used.
        OSError: a folder cannot be made, or the address is not to be had.
    """
    database, secret_file = places(settings, environ)
    if database.startswith(SQLITE):
        file = Path(database.removeprefix(SQLITE).partition("?")[0])
        file.parent.mkdir(parents=True, exist_ok=True)
    secret = secret_in(secret_file)
    with _owner_only(), _listening(settings) as listener:
        shortest = min(settings.keep_days, settings.keep_sheet_days)
        store = open_store(database, most_away=shortest * DAY / 2)
        log_to(in_words=settings.in_words)
        _many_connections()
        hall = Hall(
            store,
            HallSettings(
                patience=Patience(grace=settings.grace), keep=float(settings.keep_days * DAY)
            ),
        )
        site = Site(hall, secret, settings, store)
        config = uvicorn.Config(
            make_app(site, store.close),
            http=Connection,
            ws="none",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=bool(settings.trust_proxy),
            forwarded_allow_ips=settings.trust_proxy or None,
            timeout_graceful_shutdown=GRACEFUL_SECONDS,
            timeout_keep_alive=KEEP_ALIVE_SECONDS,
            backlog=BACKLOG,
            lifespan="on",
        )

        def warm(seconds: float) -> None:
            log("kernel ready", seconds=round(seconds, 1))
            warming(READY)

        def ready() -> None:
            announce(address_of(settings, listener))
            if settings.warm_up and make_ready(warming, warm):
                warming(0)

        with _rarely_collecting():
            Server(config, site, ready).run([listener])


def _many_connections() -> None:
    """Let the process have as many connections as the system allows it: each stream is one."""
    try:
        import resource
    except ImportError:
        # Windows has no such limit.
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if most == resource.RLIM_INFINITY else min(most, MOST_FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


@contextmanager
def _rarely_collecting() -> Iterator[None]:
    """Look for cycles of garbage less often, and never among what the start has made."""
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


@contextmanager
def _owner_only() -> Iterator[None]:
    """Make files for their owner alone: the database holds the seeds of games that run."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


@contextmanager
def _listening(settings: ServeSettings) -> Iterator[socket.socket]:
    """A socket at the address of the settings, before anything else is begun."""
    try:
        family, _, _, _, address = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except socket.gaierror:
        raise BadSetting("host", settings.host, "127.0.0.1") from None
    listener = socket.create_server(address[:2], family=family, backlog=BACKLOG)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        # The connections have it from the listener.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNHEARD_SECONDS * 1000)
    try:
        yield listener
    finally:
        listener.close()


def address_of(settings: ServeSettings, listener: socket.socket) -> str:
    """Where a browser finds the server."""
    if settings.public_url is not None:
        return settings.public_url
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "localhost"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class Server(uvicorn.Server):
    """Uvicorn's, which says when it is ready, and ends streams before it waits for anybody."""

    def __init__(self, config: uvicorn.Config, site: Site, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._site = site
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer."""
        await super().startup(sockets)
        if self.started:
            log("started")
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End streams, answer what was asked, close the tables."""
        log("stopping", streams=self._site.streams.open)
        self._site.streams.close()
        await super().shutdown(sockets)
        log("stopped")

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop at a signal, and do not raise it again: having stopped as asked is no failure."""
        signals = (signal.SIGINT, signal.SIGTERM)

        def stop(number: int, frame: FrameType | None) -> None:
            self.handle_exit(number, frame)

        before = {number: signal.signal(number, stop) for number in signals}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
