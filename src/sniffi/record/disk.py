"""Files that are written wholly or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike
from typing import BinaryIO

from sniffi.record.errors import NotSaved


@contextmanager
def whole_file(path: str | PathLike[str]) -> Iterator[BinaryIO]:
    """A file to write, which takes the name ``path`` at the end unless an error came before.

    It is a new file in the same folder, which is on the disk before it takes the name. So what the
    file held before is there until then.

    Raises:
        NotSaved: the system refused; what the file held is as it was.
    """
    name = os.fspath(path)
    target = os.path.realpath(name)
    folder = os.path.dirname(target)
    scratch = os.path.join(folder, f".sniffi-{os.getpid()}-{os.urandom(8).hex()}.tmp")
    try:
        _check_replaceable(name, target)
        with open(scratch, "xb") as file:
            try:
                yield file
                file.flush()
                with contextlib.suppress(FileNotFoundError):
                    os.chmod(scratch, os.stat(target).st_mode & 0o777)
                os.fsync(file.fileno())
                os.replace(scratch, target)
            except BaseException:
                with contextlib.suppress(OSError):
                    os.unlink(scratch)
                raise
        _sync_folder(folder)
    except OSError as error:
        raise NotSaved(name, error) from error


def _check_replaceable(name: str, target: str) -> None:
    if os.path.isdir(target) or name.endswith(os.sep):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), name)
    if os.path.exists(target) and not os.path.isfile(target):
        # The new file would take the place of a device, /dev/null for one.
        raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP), name)


def _sync_folder(folder: str) -> None:
    """Let the new name be on the disk too, where the system can do that."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
