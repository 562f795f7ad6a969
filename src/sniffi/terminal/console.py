"""Lines out and lines in: plain text, one line a thing, colour as an extra."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping
from enum import Enum
from textwrap import fill
from typing import Final, TextIO

NARROWEST: Final = 20
"""Columns below which a terminal breaks lines as it likes."""


class Style(Enum):
    """What a line is; colour never says more than its words do."""

    PLAIN = ""
    HEADING = "1"
    POINTS = "32"
    REFUSAL = "33"
    PROMPT = "36"


class EndOfInput(Exception):
    """There are no more lines to read."""


class Console:
    """Where a session speaks and listens."""

    def __init__(self, stdin: TextIO, stdout: TextIO, *, colour: bool = False) -> None:
        self._stdin = stdin
        self._stdout = stdout
        self._colour = colour
        self._both_terminals = stdin.isatty() and stdout.isatty()

    def say(self, text: str, style: Style = Style.PLAIN) -> None:
        """Write one line; on a terminal it goes on below, between two words, if it is long."""
        self._stdout.write(self._styled(self._fitted(text), style) + "\n")
        # At once: a reader at the other end of a pipe waits for it.
        self._stdout.flush()

    def say_all(self, lines: Iterable[str], style: Style = Style.PLAIN) -> None:
        """Write these lines."""
        for line in lines:
            self.say(line, style)

    def ask(self, prompt: str) -> str:
        """Write the prompt and read the line that answers it.

        Where nobody sees the answer being typed, the prompt is a line of its own.

        Raises:
            EndOfInput: there is no line.
        """
        self._stdout.write(self._styled(self._fitted(prompt), Style.PROMPT))
        self._stdout.write(" " if self._both_terminals else "\n")
        self._stdout.flush()
        line = self._stdin.readline()
        if not line:
            if self._both_terminals:
                self._stdout.write("\n")
            raise EndOfInput
        return line.rstrip("\r\n")

    def push_out_of_sight(self) -> None:
        """Move what stands on a screen up and out of it, by empty lines; nothing elsewhere."""
        if self._stdout.isatty():
            self._stdout.write("\n" * shutil.get_terminal_size().lines)

    def _fitted(self, text: str) -> str:
        if not self._stdout.isatty():
            return text
        width = shutil.get_terminal_size().columns - 1
        if len(text) <= width or width < NARROWEST:
            return text
        indent = " " * (len(text) - len(text.lstrip()) + 2)
        return fill(
            text,
            width,
            subsequent_indent=indent,
            break_long_words=False,
            break_on_hyphens=False,
        )

    def _styled(self, text: str, style: Style) -> str:
        if not self._colour or not style.value or not text:
            return text
        return f"\x1b[{style.value}m{text}\x1b[0m"


def wants_colour(wish: bool | None, stdout: TextIO, environ: Mapping[str, str]) -> bool:
    """Whether to colour: as wished, else on a terminal that can, unless NO_COLOR is set."""
    if wish is not None:
        return wish
    return stdout.isatty() and not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"
