"""What is written down of a game: ``GameRecord``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from sniffi.deal import Deck, check_nonce
from sniffi.deal.seed import check_seed
from sniffi.record.errors import (
    BadTagName,
    CommitmentMissing,
    NamesCount,
    NoSuchLine,
    NotACommitment,
    NotADate,
    RecordError,
    SeedTooEarly,
    TagTwice,
    TargetTooBig,
    TextBlankAtEdge,
    TextTooLong,
    TooManyComments,
    TooManyNonces,
    TooManyTags,
)
from sniffi.record.lines import lines_of
from sniffi.record.text import (
    LONGEST_COMMENT,
    LONGEST_VALUE,
    check_characters,
    check_name,
    check_text,
)
from sniffi.rules import Dealt, Deducted, Drew, Event, Game, GameView, Won
from sniffi.rules.seats import check_players, check_target

BIGGEST_TARGET = 1_000_000
MOST_TAGS = 32
LONGEST_TAG_NAME = 40
MOST_COMMENTS = 10_000

TAG_NAME = re.compile(rf"[A-Z][A-Za-z0-9]{{0,{LONGEST_TAG_NAME - 1}}}", re.ASCII)
RESERVED = re.compile(r"Sniffi|Players|Target|Name\d*|Commitment|Nonces|Seed", re.ASCII)
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_COMMITMENT = re.compile(r"[0-9a-f]{64}", re.ASCII)


class Comment(NamedTuple):
    """A comment: its ``text``, and below which ``line`` of the game it stands.

    Lines are those that tell the game, comments left out: 1 is the ``[Sniffi …]`` line and 0 puts
    a comment above all. Texts are as they follow ``# ``.
    """

    line: int
    text: str


Tags: TypeAlias = Mapping[str, str] | Iterable[tuple[str, str]]


def is_tag_name(name: str) -> bool:
    """Whether a tag of one's own can have that name."""
    return bool(TAG_NAME.fullmatch(name)) and not RESERVED.fullmatch(name)


def check_tag(name: str, value: str) -> tuple[str, str]:
    """The tag when a record can hold it.

    Raises:
        BadTagName, BadText, NotADate: the name or the value is not what it should be.
    """
    if not is_tag_name(name):
        raise BadTagName(name)
    check_text(value, LONGEST_VALUE)
    if name == "Date":
        check_date(value)
    return name, value


def check_date(text: str) -> str:
    """``text`` when it is a day as YYYY-MM-DD.

    Raises:
        NotADate: it is not.
    """
    try:
        if not _DAY.fullmatch(text):
            raise ValueError
        date.fromisoformat(text)
    except ValueError:
        raise NotADate(text) from None
    return text


def check_commitment(text: str) -> str:
    """``text`` when it is a commitment, a SHA-256.

    Raises:
        NotACommitment: it is not.
    """
    if not _COMMITMENT.fullmatch(text):
        raise NotACommitment(text)
    return text


def check_comment(text: str) -> str:
    """``text`` when it can be a comment's.

    Raises:
        BadText: it is too long, ends in a blank, or has a forbidden character.
    """
    if len(text) > LONGEST_COMMENT:
        raise TextTooLong(len(text), LONGEST_COMMENT)
    check_characters(text)
    if text.endswith(" "):
        raise TextBlankAtEdge(text)
    return text


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game written down, at any point of it, whole or as far as it is known.

    What stands in it can be written; whether the events are those of a game by the rules, ``game``
    finds out, and the writer and the readers ask it.

    Raises:
        NotPlayers, NotATarget, BadNonce, NotASeed, RecordError: a field is not what it should be.

    >>> record = GameRecord.of(Game.new(players=2), ("Aino", "Eero"), tags={"Place": "Oulu"})
    >>> record.tag("Place"), record.target, record.game() == Game.new(players=2)
    ('Oulu', 250, True)
    """

    players: int
    target: int
    names: tuple[str, ...]
    """In the order of the seats."""
    events: tuple[Event, ...] = ()
    """All that happened; a tile that is not known is None."""
    commitment: str | None = None
    """The dealer's promise (docs/deals.md), known before the first lot."""
    nonces: tuple[str, ...] = ()
    """What the players gave for the shuffle, in the order of the seats."""
    seed: bytes | None = None
    """The dealer's secret, shown when the game is over."""
    tags: tuple[tuple[str, str], ...] = ()
    """Date, Event, Place and whatever else is to be kept, in ascending order of the names."""
    comments: tuple[Comment, ...] = ()
    """In the order of lines."""

    def __post_init__(self) -> None:
        fix = partial(object.__setattr__, self)
        check_players(self.players)
        if check_target(self.target, self.players) > BIGGEST_TARGET:
            raise TargetTooBig(BIGGEST_TARGET)
        fix("names", tuple(check_name(name) for name in self.names))
        if len(self.names) != self.players:
            raise NamesCount(len(self.names), self.players)
        fix("events", tuple(self.events))
        fix("tags", _sorted_tags(self.tags))
        fix("nonces", tuple(check_nonce(nonce) for nonce in self.nonces))
        self._check_deck()
        fix("comments", tuple(sorted((Comment(*c) for c in self.comments), key=lambda c: c.line)))
        self._check_comments()

    def _check_deck(self) -> None:
        if self.commitment is not None:
            check_commitment(self.commitment)
        elif self.nonces or self.seed is not None:
            raise CommitmentMissing
        if len(self.nonces) > self.players:
            raise TooManyNonces(len(self.nonces), self.players)
        if self.seed is not None:
            check_seed(self.seed)
            if not self.over:
                raise SeedTooEarly

    def _check_comments(self) -> None:
        if not self.comments:
            return
        if len(self.comments) > MOST_COMMENTS:
            raise TooManyComments(MOST_COMMENTS)
        for comment in self.comments:
            check_comment(comment.text)
        lines = len(lines_of(self))
        for line in (self.comments[0].line, self.comments[-1].line):
            if not 0 <= line <= lines:
                raise NoSuchLine(line, lines)

    @classmethod
    def of(
        cls,
        game: Game | GameView,
        names: Sequence[str],
        *,
        deck: Deck | None = None,
        commitment: str | None = None,
        nonces: Sequence[str] = (),
        tags: Tags = (),
        comments: Iterable[Comment] = (),
    ) -> GameRecord:
        """The record of a game as it stands, or of what a view sees of it.

        Args:
            names: the players, in the order of the seats.
            deck: where the tiles come from, if its seed is at hand; gives the commitment and the
                nonces, and the seed once the game is over.
            commitment, nonces: the same for who has no deck.

        Raises:
            SniffiError: see the class.
        """
        seed = None
        if deck is not None:
            commitment, nonces = deck.commitment, deck.nonces
            seed = deck.seed if game.winner is not None else None
        return cls(
            players=game.players,
            target=game.target,
            names=tuple(names),
            events=game.events,
            commitment=commitment,
            nonces=tuple(nonces),
            seed=seed,
            tags=_sorted_tags(tags),
            comments=tuple(comments),
        )

    @property
    def known(self) -> bool:
        """Whether every tile is known, so that ``game`` gives a ``Game``."""
        return tiles_known(self.events)

    @property
    def over(self) -> bool:
        """Whether a side has won."""
        return bool(self.events) and isinstance(self.events[-1], Won)

    def game(self) -> Game | GameView:
        """The game, replayed: a ``Game``, or a spectator's ``GameView`` where tiles are unknown.

        Raises:
            SniffiError: an event is not what the rules give or allow at its place.
        """
        replay = Game.replay if self.known else GameView.replay
        return replay(self.players, self.events, self.target)

    def tag(self, name: str) -> str | None:
        """The value of a tag; None when it is not there."""
        return dict(self.tags).get(name)

    def seen_by(self, seat: int | None) -> GameRecord:
        """The record of what a seat sees; of what a spectator does when ``seat`` is None.

        Without the seed, which shows every tile, and without comments, which may.
        """
        events = tuple(event.seen_by(seat) for event in self.events)
        return replace(self, events=events, seed=None, comments=())

    def revealed(self, seed: bytes) -> GameRecord:
        """The record of a finished game with the dealer's seed.

        Raises:
            NotASeed, SeedTooEarly, CommitmentMissing: it cannot be added, and why.
        """
        if self.seed is not None:
            return replace(self, seed=seed)
        bare = replace(self, comments=())
        # The seed is the header's last line, so comments below the header go down by one.
        header = lines_of(bare).index("")
        comments = tuple(Comment(line + (line > header), text) for line, text in self.comments)
        return replace(bare, seed=seed, comments=comments)


class BadGame(NamedTuple):
    """A game of a file that could not be read: why, and its ``first`` and ``last`` line."""

    error: RecordError
    first: int
    last: int


def _sorted_tags(tags: Tags) -> tuple[tuple[str, str], ...]:
    pairs = sorted(tags.items() if isinstance(tags, Mapping) else tags)
    if len(pairs) > MOST_TAGS:
        raise TooManyTags(len(pairs), MOST_TAGS)
    for name, value in pairs:
        check_tag(name, value)
    for (name, _), (other, _) in pairwise(pairs):
        if name == other:
            raise TagTwice(name)
    return tuple((name, value) for name, value in pairs)


def tiles_known(told: Iterable[object]) -> bool:
    """Whether every tile of these events is known."""
    return all(map(_tiles_of_known, told))


def _tiles_of_known(event: object) -> bool:
    match event:
        case Dealt():
            return None not in event.boneyard and all(None not in hand for hand in event.hands)
        case Drew():
            return event.tile is not None
        case Deducted():
            return None not in event.hand
    return True
