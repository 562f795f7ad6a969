"""Somebody who plays by what the screen says, for tests: no look at the game behind it."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from random import Random

from sniffi.words import Words

TILE = re.compile(r"\[(\d)\|(\d)\]")
MOST_LINES = 30_000
"""More than any game of these tests takes; a session that asks for ever is noticed."""
QUESTIONS = (
    "terminal.which-tile",
    "terminal.draw",
    "terminal.draw-again",
    "terminal.press-for-round",
    "terminal.hand-over",
    "terminal.which-spot",
    "terminal.which-spot-or-back",
)


def pattern(words: Words, key: str) -> re.Pattern[str]:
    """What the text looks like, whatever its placeholders hold."""
    blank = dict.fromkeys(("name", "most", "tile", "where", "tiles", "number", "value"), "\0")
    said = re.escape(words.say(key, **blank))
    return re.compile(said.replace("\0", "(.*?)").replace("\\\0", "(.*?)"))


class Reader:
    """Reads a session's lines and knows which ask for an answer."""

    def __init__(self, words: Words) -> None:
        self._questions = {key: pattern(words, key) for key in QUESTIONS}
        self._fits = pattern(words, "terminal.fits")
        self._opening = pattern(words, "terminal.fits-opening")

    def question(self, line: str) -> str | None:
        """The key of the question that the line is, if it is one."""
        return next((key for key, asks in self._questions.items() if asks.fullmatch(line)), None)

    def answers(self, lines: Sequence[str]) -> list[str]:
        """All good answers to the question that these lines end with."""
        key = self.question(lines[-1])
        if key in ("terminal.which-spot", "terminal.which-spot-or-back"):
            match = self._questions[key].fullmatch(lines[-1])
            assert match is not None
            return [str(number) for number in range(1, int(match[1]) + 1)]
        if key == "terminal.which-tile":
            tiles = []
            for line in reversed(lines):
                if self._opening.fullmatch(line):
                    return ["".join(tile) for tile in TILE.findall(line)]
                if self._fits.fullmatch(line):
                    tiles.append("".join(TILE.findall(line)[0]))
                elif tiles:
                    break
            return tiles[::-1]
        return [""]


class Keyboard(io.StringIO):
    """An input that answers what the output asks; no answer is the end of it."""

    def __init__(self, screen: io.StringIO, answer: Callable[[list[str]], str | None]) -> None:
        super().__init__()
        self._screen = screen
        self._answer = answer
        self._read = 0
        self._lines: list[str] = []

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override] # noqa: ARG002
        self._screen.seek(self._read)
        self._lines += self._screen.read().splitlines()
        self._read = self._screen.tell()
        assert len(self._lines) < MOST_LINES, self._lines[-10:]
        answer = self._answer(self._lines)
        return "" if answer is None else f"{answer}\n"


def first_answer(words: Words) -> Callable[[list[str]], str]:
    """Always the first good answer."""
    reader = Reader(words)
    return lambda lines: reader.answers(lines)[0]


def random_answer(words: Words, random: Random) -> Callable[[list[str]], str]:
    """Any good answer."""
    reader = Reader(words)
    return lambda lines: random.choice(reader.answers(lines))
