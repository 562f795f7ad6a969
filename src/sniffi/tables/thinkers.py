"""A few threads where bots think, first come, first served.

A table asks for one move at a time, so first come, first served is fair between tables. A thread
cannot be stopped: one whose bot thinks for too long is left alone, another takes its place, and it
ends when the bot does. There are only so many such places; when they run out too, nobody thinks.

Where the system can do that, the threads give way to the rest of the program: a press is answered
while bots hold every core.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar, cast

from sniffi.tables.clock import Clock, wait_for

T = TypeVar("T")

SPARE_FACTOR = 4
"""How many threads may be stuck, for each that thinks."""
GIVES_WAY = 5
"""By how much the threads are nicer than the rest of the program."""


class TooSlow(Exception):
    """The call took longer than its limit; what comes of it is forgotten."""


class TooBusy(Exception):
    """The call's turn did not come within its limit; it is not made."""


class Failed(Exception):
    """The call raised something; that is the ``__cause__``."""


@dataclass(eq=False)
class _Job:
    call: Callable[[], object]
    loop: asyncio.AbstractEventLoop
    done: asyncio.Event = field(default_factory=asyncio.Event)
    """Set in the loop, soon after ``finished``."""
    started: float | None = None
    finished: bool = False
    stuck: bool = False
    result: object = None
    error: BaseException | None = None

    def run(self) -> None:
        """In a thread: make the call and keep what comes of it."""
        try:
            self.result = self.call()
        except BaseException as error:
            # SystemExit too: a bot must not stop the server. It is told where the call came from.
            self.error = error


def spare_cores() -> int:
    """How many cores bots may hold and leave one to the rest, or else one."""
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    return max(cores - 1, 1)


class Thinkers:
    """Threads that make calls for coroutines.

    Args:
        workers: how many calls are made at a time.
        give_way: whether they give way to the rest of the program.
    """

    def __init__(self, workers: int, clock: Clock, *, give_way: bool = True) -> None:
        self._workers = workers
        self._clock = clock
        self._give_way = give_way
        self._changed = threading.Condition()
        self._queue: deque[_Job] = deque()
        self._threads = 0
        self._idle = 0
        self._stuck = 0
        self._closed = False

    async def think(self, call: Callable[[], T], limit: float) -> T:
        """What ``call`` returns, made in one of the threads.

        Args:
            limit: seconds that it may wait for its turn, and as many that it may take.

        Raises:
            TooBusy, TooSlow: it did not come to it, or did not end in time.
            Failed: the call raised something.
        """
        job = _Job(call, asyncio.get_running_loop())
        self._take(job)
        wait = limit
        try:
            while not await wait_for(job.done, wait, self._clock):
                with self._changed:
                    finished, wait = job.finished, self._left(job, limit)
                if finished:
                    await job.done.wait()
        except asyncio.CancelledError:
            with self._changed:
                self._give_up(job)
            raise
        if job.error is not None:
            raise Failed from job.error
        return cast(T, job.result)

    def share(self, wait: float) -> float:
        """The seconds that each call may take so that none of those that wait now waits for more
        than ``wait``. To be asked within a call, when its turn has come."""
        with self._changed:
            return wait * self._workers / max(len(self._queue) + self._running, 1)

    def close(self) -> None:
        """Let the threads end as soon as they can. Nobody waits for them."""
        with self._changed:
            self._closed = True
            self._queue.clear()
            self._changed.notify_all()

    def _take(self, job: _Job) -> None:
        with self._changed:
            self._hire(len(self._queue) + 1)
            if self._threads == self._stuck:
                raise TooBusy
            self._queue.append(job)
            self._changed.notify()

    def _hire(self, jobs: int) -> None:
        """Start a thread, if ``jobs`` that wait want one and there may be one more."""
        full = self._threads - self._stuck >= self._workers
        too_many = self._threads >= self._workers * (1 + SPARE_FACTOR)
        if self._idle >= jobs or full or too_many or self._closed:
            return
        self._threads += 1
        # A daemon: a bot that never ends must not keep the program from ending.
        threading.Thread(target=self._work, name="sniffi-bot", daemon=True).start()

    def _left(self, job: _Job, limit: float) -> float:
        """The seconds that a job has left when its time seems to be up.

        Raises:
            TooBusy, TooSlow: none.
        """
        if job.finished:
            return limit
        left = limit if job.started is None else job.started + limit - self._clock.now()
        if job.started is not None and left > 0:
            return left
        self._give_up(job)
        raise TooBusy if job.started is None else TooSlow

    def _give_up(self, job: _Job) -> None:
        if job in self._queue:
            self._queue.remove(job)
        elif job.started is not None and not job.finished:
            job.stuck = True
            self._stuck += 1
            self._hire(len(self._queue))

    def _work(self) -> None:
        if self._give_way and sys.platform == "linux":
            # Elsewhere it would be the whole program that gives way.
            thread = threading.get_native_id()
            nice = os.getpriority(os.PRIO_PROCESS, thread) + GIVES_WAY
            os.setpriority(os.PRIO_PROCESS, thread, nice)
        while (job := self._next_job()) is not None:
            job.run()
            with self._changed:
                job.finished = True
                if job.stuck:
                    self._stuck -= 1
            try:
                job.loop.call_soon_threadsafe(job.done.set)
            except RuntimeError:
                # The loop has ended, and with it whoever asked.
                continue

    def _next_job(self) -> _Job | None:
        """The job whose turn it is; None when the thread is to end."""
        with self._changed:
            self._idle += 1
            while not (self._queue or self._closed or self._too_many):
                self._changed.wait()
            self._idle -= 1
            if self._closed or self._too_many:
                self._threads -= 1
                return None
            job = self._queue.popleft()
            job.started = self._clock.now()
            return job

    @property
    def _running(self) -> int:
        """How many calls are being made and are not given up."""
        return self._threads - self._stuck - self._idle

    @property
    def _too_many(self) -> bool:
        return self._threads - self._stuck > self._workers
