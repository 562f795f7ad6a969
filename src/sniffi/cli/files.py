"""The files that are named on the command line."""

from __future__ import annotations

import errno
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO

from sniffi.cli.console import why
from sniffi.cli.text import shown_file
from sniffi.cli.trouble import CannotRead, CannotWrite, NotAFileName

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sniffi.words import Words

STANDARD_INPUT = "-"


def file_name(option: str, text: str) -> str:
    """A value that is the name of a file to write."""
    if not text or "\0" in text or text == STANDARD_INPUT:
        raise NotAFileName(option=option)
    return text


@contextmanager
def opened(name: str, words: Words) -> Iterator[BinaryIO]:
    """The file of that name, or the standard input for ``-``, for reading bytes.

    Raises:
        CannotRead: the system does not give it, now or while it is read.
    """
    try:
        if name == STANDARD_INPUT:
            if sys.stdin is None:
                raise OSError(errno.EBADF, "closed")
            yield sys.stdin.buffer
        elif "\0" in name:
            raise OSError(errno.ENOENT, "no system has such names")
        else:
            with open(name, "rb") as file:
                yield file
    except BrokenPipeError:
        # That is the output's, written to while the file was read.
        raise
    except OSError as error:
        raise CannotRead(file=shown_file(name), why=why(error, words)) from error


def write(name: str, content: bytes, words: Words) -> None:
    """Write a file, wholly or not at all.

    Raises:
        CannotWrite: the system refuses; what the file held is as it was.
    """
    from sniffi.record import NotSaved
    from sniffi.record.disk import whole_file

    try:
        with whole_file(name) as file:
            file.write(content)
    except NotSaved as error:
        reason = OSError(error.fields["errno"], "not saved")
        raise CannotWrite(file=shown_file(name), why=why(reason, words)) from error
