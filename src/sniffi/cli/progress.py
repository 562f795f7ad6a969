"""A line on a terminal that tells how far something is, and goes away."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import monotonic
from types import TracebackType

from sniffi.cli.text import WIDTH, shown

EVERY_SECONDS = 0.2
BACK_AND_CLEAR = "\r\x1b[K"


class ProgressLine:
    """Shows on the error output, when that is a terminal, the last of the texts it was given.

    A context: when it is left, however that may be, the line is gone.
    """

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._stream = sys.stderr if sys.stderr is not None and sys.stderr.isatty() else None
        self._next = -1.0
        self._is_shown = False

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        if self._is_shown:
            self._write(BACK_AND_CLEAR)

    def show(self, make: Callable[[], str]) -> None:
        """Show what ``make`` gives, unless nobody looks or it would be too soon."""
        if self._stream is None or self._now() < self._next:
            return
        self._next = self._now() + EVERY_SECONDS
        # A column is left free: some terminals go on to the next line once the last is filled.
        self._write(BACK_AND_CLEAR + shown(make(), WIDTH - 1))
        self._is_shown = True

    def _write(self, text: str) -> None:
        if self._stream is None:
            return
        try:
            self._stream.write(text)
            self._stream.flush()
        except (OSError, ValueError):
            # Whoever looked has gone; the work goes on.
            self._stream = None
