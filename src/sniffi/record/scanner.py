"""A line read from left to right, each fault told at its column."""

from __future__ import annotations

import re

from sniffi.record.errors import Fault, LineEnds, NotANumber, TextError, Unexpected
from sniffi.record.lines import UNKNOWN_TILE
from sniffi.record.text import QUOTED, unquoted
from sniffi.rules import MaybeTile, NotATile, SniffiError, Spot, Tile
from sniffi.rules.seats import check_seat

MOST_DIGITS = 10
_NUMBER = re.compile(rf"(?:0|-?[1-9][0-9]{{0,{MOST_DIGITS - 1}}})(?![0-9])")
_WORD = re.compile("[^ ,:]*")


class Scanner:
    """What is left to read of a line; ``at`` is the next character's place, from 0."""

    __slots__ = ("at", "line", "text")

    def __init__(self, text: str, line: int) -> None:
        self.text = text
        self.line = line
        self.at = 0

    @property
    def column(self) -> int:
        """The next character's column, from 1."""
        return self.at + 1

    @property
    def place(self) -> tuple[int, int]:
        """The line and the next character's column."""
        return self.line, self.at + 1

    def unexpected(self, *expected: str) -> TextError:
        """The error that something else than one of ``expected`` stands here."""
        found = self.text[self.at :]
        if not found:
            return LineEnds(self.line, self.column, expected)
        return Unexpected(self.line, self.column, found, expected)

    def fault(self, why: SniffiError, at: int | None = None) -> Fault:
        """The error that what stands here, or at the place ``at``, is wrong by ``why``."""
        return Fault(self.line, (self.at if at is None else at) + 1, why)

    def accept(self, literal: str) -> bool:
        """Whether ``literal`` stands here; it is read when it does."""
        if self.text.startswith(literal, self.at):
            self.at += len(literal)
            return True
        return False

    def expect(self, *literals: str) -> str:
        """The one of ``literals`` that stands here.

        Raises:
            Unexpected, LineEnds: none of them does.
        """
        for literal in literals:
            if self.accept(literal):
                return literal
        raise self.unexpected(*literals)

    def end(self, *instead: str) -> None:
        """Nothing at the end of the line, where ``instead`` might have followed.

        Raises:
            Unexpected: there is more.
        """
        if self.at < len(self.text):
            raise self.unexpected(*instead, "\\n")

    def word(self) -> str:
        """What stands here up to the next blank, comma or colon; not read."""
        found = _WORD.match(self.text, self.at)
        return found[0] if found is not None else ""

    def number(self, least: int | None = 0) -> int:
        """A whole number: no plus, no leading zeros, and not below ``least`` if there is one.

        Raises:
            NotANumber: something else stands here.
        """
        found = _NUMBER.match(self.text, self.at)
        if found is None or (least is not None and int(found[0]) < least):
            raise NotANumber(self.line, self.column, self.word())
        self.at = found.end()
        return int(found[0])

    def seat(self, players: int) -> int:
        """The number of a seat.

        Raises:
            NotANumber: no number stands here.
            Fault: there is no such seat.
        """
        start = self.at
        number = self.number()
        try:
            return check_seat(number, players)
        except SniffiError as why:
            raise self.fault(why, start) from None

    def tile(self) -> Tile:
        """A tile, two digits.

        Raises:
            Fault: no tile stands here.
        """
        word = self.word()
        try:
            tile = Tile.parse(word)
        except NotATile as why:
            raise self.fault(why) from None
        self.at += len(word)
        return tile

    def maybe_tile(self) -> MaybeTile:
        """A tile, or None for ``??``.

        Raises:
            Fault: neither stands here.
        """
        return None if self.accept(UNKNOWN_TILE) else self.tile()

    def tiles(self) -> tuple[MaybeTile, ...]:
        """One or more tiles with blanks between them.

        Raises:
            Fault: something else stands there.
        """
        found = [self.maybe_tile()]
        while self.accept(" "):
            found.append(self.maybe_tile())
        return tuple(found)

    def spot(self) -> Spot:
        """A spot, ``TILE.PORT``.

        Raises:
            Fault: no spot stands here.
        """
        word = self.word()
        try:
            spot = Spot.parse(word)
        except SniffiError as why:
            raise self.fault(why) from None
        self.at += len(word)
        return spot

    def quoted(self) -> str:
        """A text in quotation marks.

        Raises:
            Unexpected, LineEnds: none stands here, or it does not end.
        """
        found = QUOTED.match(self.text, self.at)
        if found is None:
            if not self.text.startswith('"', self.at):
                raise self.unexpected('"')
            self.at = self._where_quotation_breaks()
            raise self.unexpected(*(('\\"', "\\\\") if self.at < len(self.text) else ('"',)))
        self.at = found.end()
        return unquoted(found[1])

    def _where_quotation_breaks(self) -> int:
        """The place of a backslash before something that needs none, or the end of the line."""
        at = self.at + 1
        while at < len(self.text):
            if self.text[at] == "\\":
                if self.text[at + 1 : at + 2] not in ('"', "\\"):
                    return at
                at += 1
            at += 1
        return at
