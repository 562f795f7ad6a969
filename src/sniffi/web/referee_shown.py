"""What the pages of a sheet show, as data."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from sniffi.web.position import Choice, LotDraw
from sniffi.web.tiles import Face


@dataclass(frozen=True, slots=True)
class SeatShown:
    """A player at a side."""

    seat: int
    name: str
    held: int | None
    """How many tiles, where tiles are told."""
    held_text: str
    turn: bool


@dataclass(frozen=True, slots=True)
class SideShown:
    """A side and its score, as a number and as strokes (R8)."""

    number: int
    name: str
    points: int
    score: str
    tally: Markup
    strokes: str
    winner: bool
    seats: tuple[SeatShown, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """One tile of the set, in its place: a button while nobody has shown it."""

    tile: Face
    unseen: bool
    fits: bool
    label: str
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Choosing:
    """The spots of a tile that fits at several."""

    tile: Face
    heading: str
    spots: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Refusal:
    """A placement that the rules refuse, which may have happened all the same."""

    tile: str
    spot: str
    seat: int
    sentence: str
    told: str
    total: int
    """What the layout would come to with it, where it can be joined."""


@dataclass(frozen=True, slots=True)
class Question:
    """A sum that scores nothing: is it really so?"""

    seat: int
    total: int
    sentence: str
    told: str


@dataclass(frozen=True, slots=True)
class LotShown:
    """One draw of a lot."""

    draws: tuple[LotDraw, ...]
    outcome: str
    latest: bool


@dataclass(frozen=True, slots=True)
class LineShown:
    """A line of the sheet."""

    number: int
    place: int
    """Its place among the lines that stand, from 1."""
    round: int
    text: str
    marked: bool


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of a list."""

    value: str
    text: str
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class SheetPage:
    """Everything that a sheet's page shows."""

    address: str
    writing: bool
    """Whether it is the page of who may write, and not the spectators'."""
    n: int
    full: bool
    state: str
    """``lot``, ``play``, ``hand`` or ``over``."""
    title: str
    heading: str
    target: int
    round: int
    sides: tuple[SideShown, ...]
    what: str
    """What is to be told next, in a sentence."""
    picture: Markup | None
    formula: str
    worth: str
    arms: tuple[str, ...]
    aside: tuple[Face, ...]
    boneyard: int | None
    boneyard_text: str
    blocked: bool
    cells: tuple[Cell, ...]
    choosing: Choosing | None
    refusal: Refusal | None
    question: Question | None
    contenders: tuple[Option, ...]
    lot: tuple[LotShown, ...]
    ended: tuple[str, ...]
    """How the last round ended and what each hand cost, until the next one has a tile."""
    hand_seat: int | None
    hand_name: str
    hand_size: int | None
    hand_counted: bool
    """Whether the tiles that are left are the hand, so that they are ticked already."""
    scorers: tuple[Option, ...]
    seats: tuple[Option, ...]
    tiles: tuple[Option, ...]
    spots: tuple[Option, ...]
    sums: tuple[int, ...]
    can_undo: bool
    can_redo: bool
    changed: tuple[str, ...]
    lines: tuple[LineShown, ...]
    more_lines: int
    over: bool
    comments: bool
    """Whether the record tells some lines as comments alone."""
