"""Reading a text of games, one game at a time (docs/record-format.md)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from io import BytesIO
from typing import BinaryIO, Final, Literal, overload

from sniffi.record.body import Body
from sniffi.record.errors import (
    BadCharacter,
    BlankAtEnd,
    CommentOutside,
    CutOff,
    EmptyFile,
    GameCutOff,
    LineTooLong,
    NotARecord,
    NotUtf8,
    SeedTooEarly,
    TextError,
    TooManyComments,
    Unexpected,
    WrongCount,
)
from sniffi.record.header import check_version, read_header
from sniffi.record.model import MOST_COMMENTS, BadGame, Comment, GameRecord
from sniffi.record.scanner import Scanner
from sniffi.record.text import FORBIDDEN, LONGEST_LINE

BYTES_OF_A_CHARACTER = 4
LONGEST_RAW = LONGEST_LINE * BYTES_OF_A_CHARACTER
GAME_MARK: Final = b'[Sniffi "'
"""Begins a game, and nothing else does."""
CLOSING: Final = "games "
CLOSING_MARK: Final = CLOSING.encode()
"""Begins the line that closes a text."""
MARKED_GAME: Final = b"\xef\xbb\xbf" + GAME_MARK
"""A game behind a byte order mark: a record, but one that an editor has spoilt."""
MARKS = (GAME_MARK, CLOSING_MARK)


class Lines:
    """The lines of a file, none held for longer than it is needed, however long it is."""

    def __init__(self, file: BinaryIO) -> None:
        self.number = 0
        """Of the line taken last, from 1."""
        self._file = file
        self._ahead: deque[bytes] = deque()

    def peek(self) -> bytes:
        """The next line as it is, only the beginning of one that is too long; b"" at the end."""
        if not self._ahead:
            self._ahead.append(self._file.readline(LONGEST_RAW + 1))
        return self._ahead[0]

    def skip(self) -> bytes:
        """Pass over the next line, which is given back as by ``peek``."""
        raw = self.peek()
        if raw:
            self._ahead.popleft()
            self.number += 1
        rest = raw
        while len(rest) > LONGEST_RAW and not rest.endswith(b"\n"):
            rest = self._file.readline(LONGEST_RAW + 1)
        return raw

    def give_back(self, raws: list[bytes]) -> None:
        """Let these lines, which were skipped last, come again."""
        self._ahead.extendleft(reversed(raws))
        self.number -= len(raws)

    def take(self) -> Scanner:
        """The next line.

        Raises:
            TextError: there is none, or what comes is not a line of a record.
        """
        raw = self.skip()
        number = self.number
        if not raw.endswith(b"\n"):
            if len(raw) > LONGEST_RAW:
                raise LineTooLong(number, LONGEST_LINE)
            if b"\r" not in raw:
                raise CutOff(number)
        try:
            text = raw.removesuffix(b"\n").decode()
        except UnicodeDecodeError as error:
            raise NotUtf8(number, len(raw[: error.start].decode()) + 1) from None
        if len(text) > LONGEST_LINE:
            raise LineTooLong(number, LONGEST_LINE)
        # Most lines are plain, and the search is slow.
        if not (text.isascii() and text.isprintable()):
            bad = FORBIDDEN.search(text)
            if bad is not None:
                raise BadCharacter(number, bad.start() + 1, bad[0])
        if text.endswith(" "):
            raise BlankAtEnd(number, len(text))
        return Scanner(text, number)

    def skip_game(self) -> None:
        """Go on to where the next game begins, or its first comment, or to the closing line."""
        comments: list[bytes] = []
        while (raw := self.peek()) and not raw.startswith(MARKS):
            self.skip()
            if not raw.startswith(b"#") or len(comments) == MOST_COMMENTS:
                comments.clear()
            if raw.startswith(b"#"):
                comments.append(raw)
        if raw.startswith(GAME_MARK):
            self.give_back(comments)


class _GameLines:
    """The lines of one game; comments are put aside with their places."""

    def __init__(self, lines: Lines) -> None:
        self.comments: list[Comment] = []
        self._lines = lines
        self._told = 0

    def next(self) -> Scanner:
        """The next line that is no comment."""
        while True:
            if self._told and self._lines.peek().startswith(MARKS):
                raise GameCutOff(self._lines.number + 1)
            line = self._lines.take()
            if not line.text.startswith("#"):
                self._told += 1
                return line
            self._put_aside(line)

    def _put_aside(self, line: Scanner) -> None:
        line.at = 1
        if line.at < len(line.text):
            line.expect(" ")
        if len(self.comments) == MOST_COMMENTS:
            raise line.fault(TooManyComments(MOST_COMMENTS))
        self.comments.append(Comment(self._told, line.text[line.at :]))

    def end(self) -> None:
        """Read the empty line below the game's last."""
        while self._lines.peek().startswith(b"#"):
            self._put_aside(self._lines.take())
        if self._lines.peek().startswith(MARKS):
            # Not taken: it is where the next game or the closing line is to be found.
            raise Unexpected(
                self._lines.number + 1,
                1,
                self._lines.peek().decode(errors="replace").rstrip(),
                ("\\n",),
            )
        self._lines.take().end()

    def first(self) -> Scanner:
        """The game's first line, comments above it put aside.

        Raises:
            CommentOutside: no game follows these comments.
        """
        top = self._lines.number + 1
        while self._lines.peek().startswith(b"#"):
            self._put_aside(self._lines.take())
        if self.comments and self._lines.peek().startswith((CLOSING_MARK, b"\n")):
            raise CommentOutside(top)
        return self.next()


@overload
def load(file: BinaryIO, *, strict: Literal[True] = True) -> Iterator[GameRecord]: ...
@overload
def load(file: BinaryIO, *, strict: bool) -> Iterator[GameRecord | BadGame]: ...
def load(file: BinaryIO, *, strict: bool = True) -> Iterator[GameRecord | BadGame]:
    """The games of a file opened for reading bytes, in their order, one at a time.

    Args:
        file: what ``dump`` wrote, or several such texts one after another.
        strict: whether the first fault ends the reading. If not, a ``BadGame`` comes for each
            game that cannot be read, and one for a closing line that is wrong or missing.

    Raises:
        TextError: something is not what it should be. It comes in its place in the order, so
            games before it have been given.
    """
    for item in _items(Lines(file)):
        if strict and isinstance(item, BadGame):
            raise item.error
        yield item


@overload
def loads(text: str | bytes, *, strict: Literal[True] = True) -> list[GameRecord]: ...
@overload
def loads(text: str | bytes, *, strict: bool) -> list[GameRecord | BadGame]: ...
def loads(
    text: str | bytes, *, strict: bool = True
) -> list[GameRecord] | list[GameRecord | BadGame]:
    """The games of a text (see ``load``).

    Raises:
        TextError: something is not what it should be.
    """
    if isinstance(text, str):
        # Half a pair of surrogates cannot be written; it is found as bytes that are no UTF-8.
        text = text.encode(errors="surrogatepass")
    return list(load(BytesIO(text), strict=strict))


def _items(lines: Lines) -> Iterator[GameRecord | BadGame]:
    sure = unsure = 0
    told_end = False
    while raw := lines.peek():
        first = lines.number + 1
        told_end = raw.startswith(CLOSING_MARK)
        if told_end:
            try:
                _check_closing(lines.take(), sure, unsure)
            except TextError as wrong:
                yield BadGame(wrong, first, first)
            sure = unsure = 0
            continue
        try:
            record = _read_game(lines)
        except TextError as wrong:
            lines.skip_game()
            yield BadGame(wrong, first, lines.number)
            told_end = isinstance(wrong, CutOff | NotARecord)
            # Lines between games may be a game whose beginning is lost, or none.
            begun = raw.startswith(GAME_MARK)
            sure, unsure = sure + begun, unsure + (not begun)
        else:
            sure += 1
            yield record
    if not told_end:
        first = lines.number + 1
        yield BadGame(CutOff(lines.number) if lines.number else EmptyFile(1), first, first)


def _check_closing(line: Scanner, sure: int, unsure: int) -> None:
    line.expect(CLOSING)
    said = line.number()
    line.end()
    if not sure <= said <= sure + unsure:
        raise WrongCount(line.line, said, sure)


def _read_game(lines: Lines) -> GameRecord:
    game = _GameLines(lines)
    if lines.number == 0 and not lines.peek().startswith((GAME_MARK, b"#", MARKED_GAME)):
        raise NotARecord(1, lines.skip().decode(errors="replace").rstrip("\r\n"))
    check_version(game.first())
    header = read_header(game)
    events = Body(header.players, header.target).read(game)
    game.end()
    try:
        return GameRecord(
            header.players,
            header.target,
            header.names,
            events,
            header.commitment,
            header.nonces,
            header.seed,
            header.tags,
            tuple(game.comments),
        )
    except SeedTooEarly as why:
        assert header.seed_line is not None
        raise header.seed_line.fault(why, 0) from None
