"""The files that are named on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sniffi.cli.trouble import NotAFileName

if TYPE_CHECKING:
    pass

STANDARD_INPUT = "-"


def file_name(option: str, text: str) -> str:
    """A value that is a file's name."""
    if not text or "\0" in text or text == STANDARD_INPUT:
        raise NotAFileName(option=option)
    return text
