"""The compiled kernel is made ready while the server answers already."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from sniffi import fast

STEPS = 4
"""How often it is told how far it is."""
LOOK_EVERY = 0.25
"""Seconds between two looks whether it is ready."""
LONGEST = 600.0
"""Seconds after which nobody waits for it any more."""


def make_ready(part: Callable[[int], None], then: Callable[[float], None]) -> bool:
    """Make the kernel ready in the background, if it is installed and not ready yet.

    Args:
        part: told in a thread of its own, a few times while it is compiled, the per cent done.
        then: told in a thread of its own, once it is, how many seconds it took.

    Returns:
        Whether anything was begun.
    """
    if fast.ready() or not fast.installed():
        return False
    told = 0

    def report(number: int, count: int) -> None:
        nonlocal told
        step = STEPS * (number - 1) // count
        if step > told:
            told = step
            part(100 * step // STEPS)

    fast.prepare(report)
    threading.Thread(target=_wait, args=(then,), name="sniffi-kernel-wait", daemon=True).start()
    return True


def _wait(then: Callable[[float], None]) -> None:
    begun = time.monotonic()
    while time.monotonic() < begun + LONGEST:
        if fast.ready():
            then(time.monotonic() - begun)
            return
        time.sleep(LOOK_EVERY)
