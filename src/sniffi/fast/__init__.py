"""The compiled kernel: rounds as bits, rounds played out, exact values (docs/kernel.md).

All modules but ``cache`` and ``errors`` import Numba: only what uses them imports them. This one
imports it in no function but ``warm_up``, and can be asked at any time whether the kernel is there:

* ``installed()``: its packages are; ``sniffi[fast]`` brings them;
* ``cached()``: the compiled code is on the disk, and loading it takes a second, not a minute;
* ``ready()``: it is loaded and every call answers at once.

``prepare()`` makes it ready in the background, ``warm_up()`` in the foreground.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final

from sniffi.fast.errors import NotInstalled

__all__ = ["NotInstalled", "cached", "installed", "prepare", "ready", "warm_up"]

_ready = threading.Event()
_preparing: list[threading.Thread] = []
_lock = threading.Lock()

_COMPILE: Final = """
import os
if hasattr(os, "nice"):
    os.nice(10)
from sniffi.fast import warm_up
warm_up(lambda _part, number, count: print(number, count, flush=True))
"""


def installed() -> bool:
    """Whether the packages are installed that the kernel needs."""
    from sniffi.fast import cache

    return cache.installed()


def cached() -> bool:
    """Whether everything has been compiled for this version and kept on the disk."""
    from sniffi.fast import cache

    return cache.complete()


def ready() -> bool:
    """Whether the kernel is loaded in this process, so that every call answers at once."""
    return _ready.is_set()


def warm_up(report: Callable[[str, int, int], None] | None = None) -> None:
    """Compile what has not been compiled yet, keep it on the disk, and load it.

    Args:
        report: told before each part its name, its number from 1, and how many there are.

    Raises:
        NotInstalled: a package is missing.
    """
    if ready():
        return
    from sniffi.fast import cache

    cache.digest()
    from sniffi.fast import (
        compiling,
        kernel,
        playouts,
        thinking,
        three_players,
        two_sides,
        worlds,
    )

    # Importing them is what tells ``compiling`` of their functions.
    del kernel, playouts, thinking, three_players, two_sides, worlds
    report = report or (lambda _name, _number, _count: None)
    with cache.alone():
        try:
            kept = compiling.compile_all(report)
        except Exception:
            # A computer that lost its power leaves files that end too soon. If it is not that, it
            # happens again.
            cache.drop()
            kept = compiling.compile_all(report)
        if kept:
            cache.mark_complete()
    _ready.set()


def prepare(report: Callable[[int, int], None] | None = None) -> None:
    """Make the kernel ready in the background; returns at once, and may be called again.

    What must be compiled is compiled by another process, at low priority, because Python's threads
    would wait for it. Without the packages nothing happens, and ``ready()`` stays false.

    Args:
        report: told, in another thread, before each part that is compiled there its number from 1,
            and how many there are. Whoever calls first is told.
    """
    with _lock:
        if not _preparing and not ready() and installed():
            thread = threading.Thread(
                target=_prepare, args=(report,), name="sniffi-kernel", daemon=True
            )
            _preparing.append(thread)
            thread.start()


def _prepare(report: Callable[[int, int], None] | None) -> None:
    import subprocess
    import sys

    from sniffi.fast import cache

    if not cached() and cache.folder() is not None:
        with subprocess.Popen(
            [sys.executable, "-c", _COMPILE],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
        ) as compiling:
            assert compiling.stdout is not None
            for line in compiling.stdout:
                if report is not None:
                    number, count = line.split()
                    report(int(number), int(count))
    # If that failed, or nothing can be kept, it is compiled here.
    warm_up()
