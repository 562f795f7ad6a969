"""Reading the header of a game: its tags, in their one order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Protocol, TypeVar

from sniffi.deal import check_nonce, parse_seed
from sniffi.record.errors import (
    BadTagName,
    NotANumber,
    TagOrder,
    TargetTooBig,
    TooManyNonces,
    TooManyTags,
    UnknownVersion,
)
from sniffi.record.lines import FORMAT_VERSION
from sniffi.record.model import (
    BIGGEST_TARGET,
    MOST_TAGS,
    check_commitment,
    check_tag,
    is_tag_name,
)
from sniffi.record.scanner import Scanner
from sniffi.record.text import check_name
from sniffi.rules import SniffiError
from sniffi.rules.seats import check_players, check_target

T = TypeVar("T")

_AFTER_TAGS = ("[Commitment ", "[Nonces ", "[Seed ")


class GameLines(Protocol):
    """The lines of one game, comments left out."""

    def next(self) -> Scanner:
        """The next line.

        Raises:
            TextError: there is none, or it is not even a line.
        """


@dataclass(slots=True)
class Header:
    """What the header says; ``seed_line`` is the line that shows the seed."""

    players: int
    target: int = 0
    names: tuple[str, ...] = ()
    tags: tuple[tuple[str, str], ...] = ()
    commitment: str | None = None
    nonces: tuple[str, ...] = ()
    seed: bytes | None = None
    seed_line: Scanner | None = None


def check_version(line: Scanner) -> None:
    """Nothing, when the line begins a game in this version of the format.

    Raises:
        TextError: it does not.
    """
    line.expect('[Sniffi "')
    start = line.at
    try:
        version = line.number()
    except NotANumber:
        raise line.unexpected(f'{FORMAT_VERSION}"]') from None
    if version != FORMAT_VERSION:
        raise UnknownVersion(line.line, str(version), FORMAT_VERSION)
    line.at = start
    line.expect(f'{FORMAT_VERSION}"]')
    line.end()


def read_header(lines: GameLines) -> Header:
    """The header below the line of ``check_version``, with the empty line that ends it.

    Raises:
        TextError: a line is not what it should be.
    """
    players = _number(lines.next(), "Players", check_players)
    header = Header(players)
    header.target = _number(lines.next(), "Target", lambda target: _target(target, players))
    header.names = tuple(
        _tag(lines.next(), f"Name{seat}", check_name) for seat in range(1, players + 1)
    )
    line = _read_tags(lines, header)
    may_follow = ["[Commitment "]
    if line.text.startswith("[Commitment "):
        header.commitment = _tag(line, "Commitment", check_commitment)
        may_follow = ["[Nonces ", "[Seed "]
        line = lines.next()
        if line.text.startswith("[Nonces "):
            header.nonces = _tag(line, "Nonces", lambda text: _nonces(text, players))
            may_follow = ["[Seed "]
            line = lines.next()
        if line.text.startswith("[Seed "):
            header.seed = _tag(line, "Seed", parse_seed)
            header.seed_line = line
            may_follow = []
            _check_case(line, header.seed)
            line = lines.next()
    line.end(*may_follow)
    return header


def _read_tags(lines: GameLines, header: Header) -> Scanner:
    """Read the tags of one's own into ``header``; the first line that is none of them."""
    tags: list[tuple[str, str]] = []
    while True:
        line = lines.next()
        if not line.text.startswith("[") or line.text.startswith(_AFTER_TAGS):
            header.tags = tuple(tags)
            return line
        name = line.text[1:].partition(" ")[0]
        line.at = 1
        if not is_tag_name(name):
            raise line.fault(BadTagName(name))
        if tags and name <= tags[-1][0]:
            raise line.fault(TagOrder(name, tags[-1][0]))
        if len(tags) == MOST_TAGS:
            raise line.fault(TooManyTags(MOST_TAGS + 1, MOST_TAGS))
        line.at = 0
        tags.append(_tag(line, name, partial(check_tag, name)))


def _number(line: Scanner, name: str, check: Callable[[int], int]) -> int:
    """What the line's tag ``name`` says, a number."""
    line.expect(f'[{name} "')
    start = line.at
    number = line.number()
    line.expect('"]')
    line.end()
    try:
        return check(number)
    except SniffiError as why:
        raise line.fault(why, start) from None


def _tag(line: Scanner, name: str, read: Callable[[str], T]) -> T:
    """What the line's tag ``name`` says, read by ``read``."""
    line.expect(f"[{name} ")
    start = line.at + 1
    text = line.quoted()
    line.expect("]")
    line.end()
    try:
        return read(text)
    except SniffiError as why:
        raise line.fault(why, start) from None


def _target(target: int, players: int) -> int:
    if check_target(target, players) > BIGGEST_TARGET:
        raise TargetTooBig(BIGGEST_TARGET)
    return target


def _nonces(text: str, players: int) -> tuple[str, ...]:
    nonces = tuple(check_nonce(nonce) for nonce in text.split(" "))
    if len(nonces) > players:
        raise TooManyNonces(len(nonces), players)
    return nonces


def _check_case(line: Scanner, seed: bytes) -> None:
    line.at = 0
    line.expect('[Seed "')
    line.expect(seed.hex())
