"""Who plays the deals: this process, several processes through joblib, or a Dask cluster.

Each takes the same chunks of deals and gives what came of them in the same order; only the time
that it takes differs. What is needed to spread the work is imported when it is.
"""

from __future__ import annotations

import os
import re
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import islice
from typing import TYPE_CHECKING, Any

from sniffi.arena.contest import Chunk, Contest
from sniffi.arena.errors import CannotSpread, NoCluster, NoWorkers

if TYPE_CHECKING:
    from distributed import Future

Spread = Callable[[Contest, Iterator[range]], Generator[Chunk, None, None]]
"""Plays chunks of deals and gives the results in their order; closing it stops all work."""

CHUNK_SECONDS = 0.25
"""How long a chunk should take: sending it costs little beside that, and a bar moves."""
MOST_DEALS = 500
"""Deals of a chunk."""
AHEAD = 2
"""Chunks that wait or are played, for each process: nobody has to wait for the next."""
ADDRESS = re.compile(
    r"((?P<protocol>tcp|tls|ws|wss)://)?(?P<host>[\w.-]+|\[[0-9A-Fa-f:.]+\]):(?P<port>\d{1,5})",
    re.ASCII,
)
"""How the address of a scheduler is written."""
CONNECT_SECONDS = 5
WORKERS_SECONDS = 10


@dataclass(slots=True)
class Pace:
    """How many deals the next chunk has, from how long those before it took."""

    deals: int = 1

    def note(self, chunk: Chunk) -> None:
        """Learn from a chunk; the next ones are at most four times as long as those before."""
        seconds = max(chunk.seconds / len(chunk.deals), 1e-9)
        self.deals = max(1, min(int(CHUNK_SECONDS / seconds), 4 * self.deals, MOST_DEALS))


def chunks(count: int, pace: Pace) -> Iterator[range]:
    """The deals from 1 to ``count``, in chunks as long as ``pace`` says when each is asked for."""
    first = 1
    while first <= count:
        after = min(first + pace.deals, count + 1)
        yield range(first, after)
        first = after


def default_processes() -> int:
    """As many processes as there are cores for this one; only this one without joblib."""
    if find_spec("joblib") is None:
        return 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def here(contest: Contest, deals: Iterator[range]) -> Generator[Chunk, None, None]:
    """Play everything in this process."""
    for chunk in deals:
        yield contest.play(chunk)


def over_processes(processes: int) -> Spread:
    """Play in so many processes of this machine.

    Raises:
        CannotSpread: joblib is not installed.
    """
    try:
        from joblib import Parallel, delayed
    except ImportError:
        raise CannotSpread("joblib") from None

    def spread(contest: Contest, deals: Iterator[range]) -> Generator[Chunk, None, None]:
        from joblib.externals.loky import get_reusable_executor

        parallel = Parallel(
            n_jobs=processes,
            backend="loky",
            return_as="generator",
            batch_size=1,
            pre_dispatch=AHEAD * processes,
        )
        done = False
        try:
            with _deaf_to_interrupts():
                played = parallel(delayed(contest.play)(chunk) for chunk in deals)
            yield from played
            done = True
        finally:
            if not done:
                get_reusable_executor().shutdown(wait=True, kill_workers=True)

    return spread


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes started within do not hear Ctrl-C, which a terminal sends to all of them.

    This one does, once it is through, and ends the others; they would complain of it first.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def over_cluster(address: str) -> Spread:
    """Play on the workers of the Dask cluster whose scheduler is at ``address``.

    Raises:
        CannotSpread: distributed is not installed.
    """
    try:
        import distributed
    except ImportError:
        raise CannotSpread("distributed") from None
    del distributed

    def spread(contest: Contest, deals: Iterator[range]) -> Generator[Chunk, None, None]:
        with closing(_connected(address)) as client:
            futures: deque[Future[Any]] = deque()
            try:
                while True:
                    room = AHEAD * sum(client.nthreads().values()) - len(futures)
                    futures += [
                        client.submit(contest.play, chunk, pure=False)
                        for chunk in islice(deals, max(0, room))
                    ]
                    if not futures:
                        return
                    yield futures.popleft().result()
            finally:
                client.cancel(list(futures))

    return spread


def _connected(address: str) -> Any:
    """A connection to the scheduler, once there are workers.

    Raises:
        NoCluster, NoWorkers: there is none, or there are none.
    """
    if not _answers(address):
        raise NoCluster(address)
    from distributed import Client

    client: Any = Client  # It has types only here and there.
    try:
        client = client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError):
        raise NoCluster(address) from None
    try:
        client.wait_for_workers(1, timeout=WORKERS_SECONDS)
    except TimeoutError:
        with suppress(OSError):
            client.close()
        raise NoWorkers(address) from None
    return client


def _answers(address: str) -> bool:
    """Whether something answers that may be a scheduler.

    Asked before Dask is, which waits without end for one that takes the call and says nothing.
    """
    import socket

    parts = ADDRESS.fullmatch(address)
    if parts is None:
        return False
    where = parts["host"].strip("[]"), int(parts["port"])
    try:
        with socket.create_connection(where, CONNECT_SECONDS) as connection:
            # By plain TCP a scheduler speaks first.
            return parts["protocol"] not in (None, "tcp") or connection.recv(1) != b""
    except (OSError, OverflowError, UnicodeError):
        return False
