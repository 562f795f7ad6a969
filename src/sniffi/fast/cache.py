"""Where compiled code is kept between runs, and whether it is there. Imports no Numba.

Numba looks at one file to see whether a function has changed and does not follow what it calls.
So the folder's name has a digest of all sources of this package, and of the versions of what
compiles them: other sources, other folder, and nothing stale is ever loaded.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from sniffi.fast.errors import NotInstalled

PACKAGES = ("numba", "llvmlite", "numpy")
"""What the kernel is compiled by and works on."""
KEPT = 4
"""Folders of other versions that are left in place, the newest first."""
_COMPLETE = "complete"
_LOCK = "lock"
_HERE = Path(__file__).parent


@cache
def installed() -> bool:
    """Whether what the kernel needs is installed; looked up once."""
    with suppress(NotInstalled):
        return bool(_versions())
    return False


def _versions() -> list[str]:
    """The versions of the packages.

    Raises:
        NotInstalled: one is missing.
    """
    found = []
    for package in PACKAGES:
        try:
            found.append(version(package))
        except PackageNotFoundError as error:
            raise NotInstalled(package) from error
    return found


@cache
def digest() -> str:
    """What the compiled code depends on, except for the processor, which Numba itself compares.

    The package's own place counts too: Numba keeps what belongs to one place apart from the same
    sources at another.

    Raises:
        NotInstalled: see ``PACKAGES``.
    """
    made = hashlib.sha256()
    for part in (sys.version, platform.machine(), *_versions(), str(_HERE)):
        made.update(f"{part}\n".encode(errors="surrogateescape"))
    for source in sorted(_HERE.glob("*.py")):
        made.update(f"{source.name}\n".encode())
        made.update(source.read_bytes())
    return made.hexdigest()[:16]


def root() -> Path:
    """The folder that holds those of all versions.

    ``NUMBA_CACHE_DIR`` when it is set, else the user's cache folder by the XDG convention.
    """
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        return Path(chosen).absolute()
    base = os.environ.get("XDG_CACHE_HOME", "")
    # The convention says that a relative path is to be ignored.
    home = Path(base) if os.path.isabs(base) else Path.home() / ".cache"
    return home / "sniffi"


def folder() -> Path | None:
    """The folder for this version, made when it is missing; None when it cannot be written.

    Without one the code is compiled anew by every process. No shared folder for temporary files
    stands in for it: whoever could write there could have us run their code.

    Raises:
        NotInstalled: see ``PACKAGES``.
    """
    try:
        path = root() / f"kernel-{digest()}"
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
    except (OSError, RuntimeError):
        # RuntimeError: there is no home.
        return None
    return path if os.access(path, os.W_OK | os.X_OK) else None


@contextmanager
def alone() -> Iterator[None]:
    """Wait until no other process compiles into the folder, and keep others waiting.

    So what several processes need at once is compiled by one of them. Where the system has no such
    locks, or there is no folder, each compiles for itself, which is only slower.
    """
    path = folder()
    try:
        import fcntl
    except ImportError:
        path = None
    if path is None:
        yield
        return
    with (path / _LOCK).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def complete() -> bool:
    """Whether everything has been compiled into the folder."""
    with suppress(NotInstalled, OSError, RuntimeError):
        return (root() / f"kernel-{digest()}" / _COMPLETE).is_file()
    return False


def drop() -> None:
    """Throw away what has been compiled into the folder: it may be damaged."""
    path = folder()
    if path is None:
        return
    with suppress(OSError):
        (path / _COMPLETE).unlink(missing_ok=True)
        for inner in path.iterdir():
            # The lock stays: who comes next waits for it.
            if inner.is_dir():
                shutil.rmtree(inner, ignore_errors=True)


def mark_complete() -> None:
    """Note that everything has been compiled, and drop what old versions have left."""
    path = folder()
    if path is None:
        return
    with suppress(OSError):
        (path / _COMPLETE).touch()
        others = [other for other in path.parent.glob("kernel-*") if other != path]
        others.sort(key=lambda other: other.stat().st_mtime, reverse=True)
        for old in others[KEPT:]:
            shutil.rmtree(old, ignore_errors=True)
