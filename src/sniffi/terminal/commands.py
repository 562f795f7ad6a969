"""What a typed line means: a tile, a placement, a number, a word of either language."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from sniffi.rules import NotAPlacement, NotATile, Place, Port, SniffiError, Spot, Tile
from sniffi.words import LANGUAGES, Words

LONGEST_QUOTE: Final = 40


class Word(StrEnum):
    """The commands. The words for each stand in the catalogue, key ``terminal.command-WORD``."""

    DRAW = "draw"
    PASS = "pass"
    HAND = "hand"
    SPOTS = "spots"
    TABLE = "table"
    SUM = "sum"
    COUNTS = "counts"
    SCORE = "score"
    LAST = "last"
    HISTORY = "history"
    HINT = "hint"
    RULES = "rules"
    HELP = "help"
    BACK = "back"
    QUIT = "quit"


@dataclass(frozen=True, slots=True)
class Number:
    """A number of a list, or one that was asked for."""

    value: int


@dataclass(frozen=True, slots=True)
class Enter:
    """A line with nothing in it."""


Command: TypeAlias = Word | Number | Enter | Tile | Place
"""What a line means. A ``Place`` always names its spot; a tile alone is a ``Tile``."""


class NotUnderstood(SniffiError, code="terminal.not-understood"):
    """``text`` is no command."""

    def __init__(self, text: str) -> None:
        super().__init__(text=text)


class PerhapsMeant(SniffiError, code="terminal.perhaps-meant"):
    """``text`` is no command, but ``word`` is and looks much like it."""

    def __init__(self, text: str, word: str) -> None:
        super().__init__(text=text, word=word)


# What arrow and function keys send when nothing reads them.
_KEYS = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|O.|.)?")
_TILE = re.compile(r"\[?\s*([0-9])\s*[-–|/:;,.]?\s*([0-9])\s*\]?", re.ASCII)
_DIGITS = re.compile(r"[0-9]+", re.ASCII)


def clean(line: str) -> str:
    """The line without blanks around it, the codes of special keys and other unprintable things.

    >>> clean("  14\\x1b[A ")
    '14'
    """
    text = _KEYS.sub("", line)
    return "".join(c if c.isprintable() else " " for c in text).strip()


def folded(text: str) -> str:
    """The text as words are compared: no capitals, no dots or rings on letters.

    >>> folded("Pöytä")
    'poyta'
    """
    parts = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(c for c in parts if not unicodedata.combining(c)).split())


def quoted(text: str) -> str:
    """The text short enough to be said again."""
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + "…"


class Vocabulary:
    """Names that can be typed for some things, in both languages; the first one's win.

    A text ``key`` of the catalogue holds the names of one thing, the usual one first.
    """

    def __init__(self, keys: Iterable[tuple[str, str]], words: Words) -> None:
        """``keys`` are pairs of a thing's name and the key of its text."""
        pairs = list(keys)
        others = [Words(language) for language in LANGUAGES if language != words.language]
        self._things: dict[str, str] = {}
        self._shown: dict[str, str] = {}
        for speaker in (words, *others):
            for thing, key in pairs:
                for name in speaker.say(key).split(", "):
                    self._things.setdefault(folded(name), thing)
                    self._shown.setdefault(folded(name), name)

    def find(self, text: str) -> str | None:
        """The thing called that, if there is one."""
        return self._things.get(folded(text))

    def close_to(self, text: str) -> str | None:
        """The name that looks most like the text, if one does."""
        long = [name for name in self._shown if len(name) > 2]
        found = difflib.get_close_matches(folded(text), long, n=1, cutoff=0.7)
        return self._shown[found[0]] if found else None


class Parser:
    """Reads lines typed while a game is played."""

    def __init__(self, words: Words) -> None:
        self._commands = Vocabulary(((word, f"terminal.command-{word}") for word in Word), words)
        self._ports = Vocabulary(((port, f"terminal.port-{port}") for port in Port), words)

    def parse(self, line: str) -> Command:
        """What the line means.

        Raises:
            NotATile, NotAPort, NotAPlacement: it looks like a tile or a placement but is none.
            NotUnderstood, PerhapsMeant: it is nothing known.
        """
        text = clean(line)
        if not text:
            return Enter()
        # A question may be typed as one.
        word = self._commands.find(text) or self._commands.find(text.rstrip("?!."))
        if word is not None:
            return Word(word)
        if "@" in text:
            return self._placement(text)
        if _TILE.fullmatch(text):
            return parse_tile(text)
        if _DIGITS.fullmatch(text):
            # No list has three digits' worth of lines; such a number is a tile gone wrong.
            return Number(int(text)) if len(text) == 1 else parse_tile(text)
        close = self._commands.close_to(text)
        if close is not None:
            raise PerhapsMeant(quoted(text), close)
        raise NotUnderstood(quoted(text))

    def _placement(self, text: str) -> Place:
        tile, _, spot = text.partition("@")
        on, dot, port = spot.rpartition(".")
        if not dot:
            raise NotAPlacement(quoted(text))
        known = self._ports.find(re.sub(r"[\s-]+", "_", port.strip()))
        place = Port(known) if known is not None else Port.parse(quoted(port.strip()))
        return Place(parse_tile(tile.strip()), Spot(parse_tile(on.strip()), place))


def parse_tile(text: str) -> Tile:
    """The tile of two digits in either order, with a bar, a hyphen or a blank between or not.

    >>> parse_tile("41"), parse_tile("[1|4]"), parse_tile("1 - 4")
    (Tile(1, 4), Tile(1, 4), Tile(1, 4))

    Raises:
        NotATile: it is none.
    """
    halves = _TILE.fullmatch(text)
    if halves is None:
        return Tile.parse(quoted(text))
    low, high = sorted(halves.groups())
    try:
        return Tile.parse(low + high)
    except NotATile:
        raise NotATile(quoted(text)) from None
