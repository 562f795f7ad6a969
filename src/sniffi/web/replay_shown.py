"""What the pages of a replay show, as data."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from sniffi.web.position import Boneyard, Leftover, Lot, Side, Sum
from sniffi.web.tiles import Face, Picture


@dataclass(frozen=True, slots=True)
class Link:
    """Somewhere to go; None for nowhere."""

    name: str
    label: str
    address: str | None
    current: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """Whether the deals are as promised."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Hand:
    """What is known of a hand, and how many of its tiles are not."""

    seat: int
    name: str
    known: tuple[Face, ...]
    unknown: int
    text: str
    turn: bool


@dataclass(frozen=True, slots=True)
class Told:
    """An event of a list; without words where the reader is not there yet."""

    n: int
    kind: str
    text: str
    address: str
    current: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A round of the table of scores."""

    label: str
    how: str
    address: str
    current: bool
    scores: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A side of that table."""

    number: int
    name: str
    sample: Markup


@dataclass(frozen=True, slots=True)
class Player:
    """What one did in all of the game."""

    name: str
    facts: tuple[tuple[str, str], ...]
    address: str


@dataclass(frozen=True, slots=True)
class Then:
    """A position, with what scores.html, layout.html and lot.html show."""

    scores_heading: str
    sides: tuple[Side, ...]
    sum: Sum | None
    pictures: tuple[Picture, ...]
    arms: tuple[str, ...]
    boneyard: Boneyard | None
    hands: tuple[Hand, ...]
    lot: Lot | None
    leftovers: tuple[Leftover, ...]


@dataclass(frozen=True, slots=True)
class Head:
    """What every page of a game begins with."""

    address: str
    title: str
    facts: tuple[str, ...]
    mark: Mark
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GamePage:
    """A position of a game and what is around it."""

    head: Head
    n: int
    last: int
    view: str
    views: tuple[Link, ...]
    view_note: str
    steps: tuple[Link, ...]
    place: str
    """Which event of how many, and of which round."""
    text: str
    then: Then
    round_heading: str
    events: tuple[Told, ...]
    rows: tuple[Row, ...]
    columns: tuple[Column, ...]
    some_rows: str
    plot: Markup | None
    players: tuple[Player, ...]
    comments: tuple[str, ...]
    more_comments: int
    picture: str | None
    """The address of the layout as a picture alone."""
    here: str
    """The address of this position."""


@dataclass(frozen=True, slots=True)
class SumsPage:
    """A game of which a sheet tells the sums alone."""

    head: Head
    scores_heading: str
    sides: tuple[Side, ...]
    entries: tuple[str, ...]
    more_entries: int


@dataclass(frozen=True, slots=True)
class RoundTold:
    """A round of the page of all events."""

    heading: str
    lines: tuple[Told, ...]


@dataclass(frozen=True, slots=True)
class EventsPage:
    """All that happened, or what one player did, a part at a time."""

    head: Head
    heading: str
    filters: tuple[Link, ...]
    rounds: tuple[RoundTold, ...]
    parts: tuple[Link, ...]
