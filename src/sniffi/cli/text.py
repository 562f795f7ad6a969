"""Text as it can be shown: from outside made safe, long made narrow."""

from __future__ import annotations

import textwrap

WIDTH = 80
"""Columns of help and of lists."""
LONGEST_SHOWN = 60
LONGEST_FILE_NAME = 200


def shown(text: str, longest: int = LONGEST_SHOWN) -> str:
    """``text`` on one line: what is not printable is escaped, what is too long is cut.

    >>> shown("14@11.low"), shown("a\\x1b[31m"), shown("1" * 10_000, longest=5)
    ('14@11.low', 'a\\\\x1b[31m', '1111…')
    """
    parts: list[str] = []
    length = 0
    for character in text:
        part = character if character.isprintable() else _escaped(character)
        length += len(part)
        if length > longest:
            return _cut(parts, longest)
        parts.append(part)
    return "".join(parts)


def shown_file(name: str) -> str:
    """The name of a file as ``shown``, with room for the folders that it is in."""
    return shown(name, LONGEST_FILE_NAME)


def _cut(parts: list[str], longest: int) -> str:
    while parts and sum(map(len, parts)) > longest - 1:
        parts.pop()
    return "".join(parts) + "…"


def _escaped(character: str) -> str:
    # A byte of the command line that is no UTF-8 comes as a lone surrogate; backslashes show both.
    return character.encode("unicode_escape").decode("ascii")


def filled(text: str, *, indent: str = "") -> str:
    """``text`` in lines of at most ``WIDTH`` columns, its paragraphs apart by empty lines."""
    return "\n\n".join(
        textwrap.fill(
            paragraph,
            WIDTH,
            initial_indent=indent,
            subsequent_indent=indent,
            break_on_hyphens=False,
            break_long_words=False,
        )
        for paragraph in text.split("\n\n")
    )
