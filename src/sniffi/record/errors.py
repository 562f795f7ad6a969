"""What the record layer refuses; the codes are messages of the catalogue ``record``.

An error that wraps another has it as ``why``: the record says where, the other says what.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sniffi.rules import SniffiError

EXCERPT = 40


def excerpt(text: str, longest: int = EXCERPT) -> str:
    """The beginning of a text that may be anything, safe to show."""
    cut = text if len(text) <= longest else f"{text[: longest - 1]}…"
    return "".join(character if character.isprintable() else "\ufffd" for character in cut)


class RecordError(SniffiError):
    """Something about a record that cannot be accepted."""


class Wrapping(RecordError):
    """Another error with the place where it was found; its ``rule`` is that of the other."""

    def __init__(self, why: SniffiError, **fields: Any) -> None:
        super().__init__(rule=why.rule, **fields, why=why)

    @property
    def why(self) -> SniffiError:
        """The error inside."""
        why: SniffiError = self.fields["why"]
        return why


# What a record holds -------------------------------------------------------------------------


class BadText(RecordError):
    """A name, a tag's value or a comment that a record cannot hold."""


class TextEmpty(BadText, code="record.text-empty"):
    """There is nothing in it."""


class TextTooLong(BadText, code="record.text-too-long"):
    """It has ``length`` characters, more than ``longest``."""

    def __init__(self, length: int, longest: int) -> None:
        super().__init__(length=length, longest=longest)


class TextBlankAtEdge(BadText, code="record.text-blank-at-edge"):
    """It begins or ends with a blank; ``text`` is its beginning."""

    def __init__(self, text: str) -> None:
        super().__init__(text=excerpt(text))


class TextCharacter(BadText, code="record.text-character"):
    """At its ``column`` is ``character`` (U+…): a control character, one that turns the direction
    of writing, or one that shows nothing."""

    def __init__(self, character: str, column: int) -> None:
        super().__init__(character=f"U+{ord(character):04X}", column=column)


class NamesCount(RecordError, code="record.names-count", rule="R1.1"):
    """``names`` names for ``players`` players."""

    def __init__(self, names: int, players: int) -> None:
        super().__init__(names=names, players=players)


class TargetTooBig(RecordError, code="record.target-too-big", rule="R7.1"):
    """The target is above ``biggest``, the highest number that a record can hold as one."""

    def __init__(self, biggest: int) -> None:
        super().__init__(biggest=biggest)


class BadTagName(RecordError, code="record.bad-tag-name"):
    """``name`` is no name for a tag of one's own, or is taken by the format itself."""

    def __init__(self, name: str) -> None:
        super().__init__(name=excerpt(name))


class TagTwice(RecordError, code="record.tag-twice"):
    """The tag ``name`` is there twice."""

    def __init__(self, name: str) -> None:
        super().__init__(name=excerpt(name))


class TagOrder(RecordError, code="record.tag-order"):
    """The tag ``name`` stands below ``before``, and tags are in ascending order, each once."""

    def __init__(self, name: str, before: str) -> None:
        super().__init__(name=excerpt(name), before=before)


class TooManyTags(RecordError, code="record.too-many-tags"):
    """``count`` tags, more than ``most``."""

    def __init__(self, count: int, most: int) -> None:
        super().__init__(count=count, most=most)


class NotADate(RecordError, code="record.not-a-date"):
    """``text`` is no day of the calendar written as YYYY-MM-DD."""

    def __init__(self, text: str) -> None:
        super().__init__(text=excerpt(text))


class NotACommitment(RecordError, code="record.not-a-commitment"):
    """A commitment is 64 hexadecimal digits in lower case; ``text`` is not."""

    def __init__(self, text: str) -> None:
        super().__init__(text=excerpt(text))


class CommitmentMissing(RecordError, code="record.commitment-missing"):
    """Nonces or a seed prove nothing without the commitment that came before them."""


class TooManyNonces(RecordError, code="record.too-many-nonces"):
    """``nonces`` nonces for ``players`` players."""

    def __init__(self, nonces: int, players: int) -> None:
        super().__init__(nonces=nonces, players=players)


class SeedTooEarly(RecordError, code="record.seed-too-early"):
    """The seed of a game that is not over would show every tile to come."""


class TooManyComments(RecordError, code="record.too-many-comments"):
    """More than ``most`` comments in one game."""

    def __init__(self, most: int) -> None:
        super().__init__(most=most)


class NoSuchLine(RecordError, code="record.no-such-line"):
    """A comment below line ``line`` of a game that has ``lines`` lines."""

    def __init__(self, line: int, lines: int) -> None:
        super().__init__(line=line, lines=lines)


# What a text says ----------------------------------------------------------------------------


class TextError(RecordError):
    """What is wrong in a text; ``line`` says where, from 1."""

    def __init__(self, line: int, **fields: Any) -> None:
        super().__init__(line=line, **fields)

    @property
    def line(self) -> int:
        """The line, from 1."""
        line: int = self.fields["line"]
        return line


class EmptyFile(TextError, code="record.empty-file"):
    """There is nothing in the file, not even the line that says so."""


class NotARecord(TextError, code="record.not-a-record"):
    """The file begins with ``found``, so it is something else."""

    def __init__(self, line: int, found: str) -> None:
        super().__init__(line, found=excerpt(found))


class UnknownVersion(TextError, code="record.unknown-version"):
    """A game in ``version`` of the format; this reader knows ``known``."""

    def __init__(self, line: int, version: str, known: int) -> None:
        super().__init__(line, version=excerpt(version), known=known)


class CutOff(TextError, code="record.cut-off"):
    """The file ends after ``line`` where something must follow: it was cut off."""


class GameCutOff(TextError, code="record.game-cut-off"):
    """At ``line`` something new begins, but the game before has no end."""


class WrongCount(TextError, code="record.wrong-count"):
    """The closing line says ``said`` games, but ``found`` came before it."""

    def __init__(self, line: int, said: int, found: int) -> None:
        super().__init__(line, said=said, found=found)


class LineTooLong(TextError, code="record.line-too-long"):
    """The line has more than ``longest`` characters."""

    def __init__(self, line: int, longest: int) -> None:
        super().__init__(line, longest=longest)


class CommentOutside(TextError, code="record.comment-outside"):
    """No game follows the comment that begins at ``line``, and comments belong to games."""


class InLine(TextError):
    """What is wrong at a ``column`` of a line, both from 1."""

    def __init__(self, line: int, column: int, **fields: Any) -> None:
        super().__init__(line, column=column, **fields)

    @property
    def column(self) -> int:
        """The character of the line, from 1."""
        column: int = self.fields["column"]
        return column


class NotUtf8(InLine, code="record.not-utf-8"):
    """A byte that is no UTF-8."""


class BadCharacter(InLine, code="record.bad-character"):
    """``character`` (U+…) may stand nowhere in a record."""

    def __init__(self, line: int, column: int, character: str) -> None:
        super().__init__(line, column, character=f"U+{ord(character):04X}")


class BlankAtEnd(InLine, code="record.blank-at-end"):
    """The line ends in a blank."""


class Unexpected(InLine, code="record.unexpected"):
    """``found`` stands where the format has one of ``expected`` (in the grammar's notation)."""

    def __init__(self, line: int, column: int, found: str, expected: Iterable[str]) -> None:
        super().__init__(line, column, found=excerpt(found), expected=alternatives(expected))


class LineEnds(InLine, code="record.line-ends"):
    """The line ends where the format has one of ``expected``."""

    def __init__(self, line: int, column: int, expected: Iterable[str]) -> None:
        super().__init__(line, column, expected=alternatives(expected))


class NotANumber(InLine, code="record.not-a-number"):
    """``found`` is no whole number as the format writes it."""

    def __init__(self, line: int, column: int, found: str) -> None:
        super().__init__(line, column, found=excerpt(found))


class Fault(InLine, Wrapping, code="record.fault"):
    """What stands at the place is well written, but ``why`` says what is wrong with it."""

    def __init__(self, line: int, column: int, why: SniffiError) -> None:
        Wrapping.__init__(self, why, line=line, column=column)


def alternatives(expected: Iterable[str]) -> str:
    """Literal texts as the grammar writes a choice of them."""
    return " | ".join(f'"{text}"' for text in expected)


# What JSON says ------------------------------------------------------------------------------


class JsonError(RecordError):
    """What is wrong in a JSON value; ``path`` says where, such as ``$.events[3].tile``."""

    def __init__(self, path: str, **fields: Any) -> None:
        super().__init__(path=path, **fields)


class JsonKind(JsonError, code="record.json-kind"):
    """``found`` is of another kind than ``expected`` (the names of JSON Schema)."""

    def __init__(self, path: str, found: str, expected: str) -> None:
        super().__init__(path, found=found, expected=expected)


class JsonValue(JsonError, code="record.json-value"):
    """``found`` is none of the values that can stand there; ``expected`` are those."""

    def __init__(self, path: str, found: object, expected: Iterable[str]) -> None:
        super().__init__(path, found=excerpt(str(found)), expected=alternatives(expected))


class JsonKeyMissing(JsonError, code="record.json-key-missing"):
    """The object has no ``key``."""

    def __init__(self, path: str, key: str) -> None:
        super().__init__(path, key=key)


class JsonKeyUnknown(JsonError, code="record.json-key-unknown"):
    """The object has a ``key`` that is not of the format."""

    def __init__(self, path: str, key: str) -> None:
        super().__init__(path, key=excerpt(key))


class JsonFault(JsonError, Wrapping, code="record.json-fault"):
    """The value is of the right kind, but ``why`` says what is wrong with it."""

    def __init__(self, path: str, why: SniffiError) -> None:
        Wrapping.__init__(self, why, path=path)


# What a disk says ----------------------------------------------------------------------------


class NotSaved(RecordError, code="record.not-saved"):
    """The file ``path`` could not be written, and what it held before is untouched.

    ``errno`` is the system's number for the reason; the OSError is the ``__cause__``.
    """

    def __init__(self, path: str, reason: OSError) -> None:
        super().__init__(path=path, reason=reason.strerror or str(reason), errno=reason.errno)
