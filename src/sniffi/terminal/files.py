"""Files that are there wholly or not at all, even when the process is killed at any moment."""

from __future__ import annotations

import contextlib
import os
from itertools import count
from pathlib import Path
from typing import Final

OWNER_ONLY: Final = 0o600
FOR_ALL: Final = 0o666
"""Less what the user's umask takes away."""


def scratch_of(path: Path) -> Path:
    """Where the content of ``path`` is put before it takes the name.

    Always the same name: what a killed process left there is found and taken away, and a lock
    keeps two from using it at once (``SaveFile.held``).
    """
    return path.parent / f".{path.name}.tmp"


def write_scratch(path: Path, data: bytes, mode: int) -> Path:
    """Put the content for ``path`` on the disk beside it.

    Raises:
        OSError: the system refuses; there is no scratch file.
    """
    scratch = scratch_of(path)
    scratch.unlink(missing_ok=True)
    try:
        with open(os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        remove_quietly(scratch)
        raise
    return scratch


def replace_file(path: Path, data: bytes, mode: int) -> None:
    """Let ``path`` hold ``data``.

    Raises:
        OSError: the system refuses; what the file held is as it was.
    """
    scratch = write_scratch(path, data, mode)
    try:
        os.replace(scratch, path)
    except OSError:
        remove_quietly(scratch)
        raise
    sync_folder(path)


def sync_folder(path: Path) -> None:
    """Let the name of ``path`` be on the disk too, where the system can do that."""
    with contextlib.suppress(OSError):
        handle = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def remove_quietly(path: Path) -> None:
    """Take the file away, if the system lets us."""
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)


def free_name(path: Path) -> Path:
    """The first of ``NAME-2``, ``NAME-3`` … that no file has."""
    names = (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in count(2))
    return next(name for name in names if not name.exists())
