"""What a table's log says, entry by entry: facts that a ``Table`` is a fold of.

The log has everything but the seed of a game that still runs. An entry that is shown goes through
``seen_by`` first: guests' ids are for nobody, hidden tiles for nobody but who holds them.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import ClassVar, Self, TypeAlias

from sniffi.rules import Event
from sniffi.tables.settings import Settings


class Public:
    """An entry that everybody sees whole."""

    __slots__ = ()

    def seen_by(self, seat: int | None) -> Self:  # noqa: ARG002  (everybody sees the same)
        """The entry itself."""
        return self


class Fault(StrEnum):
    """Why a bot was replaced for a move."""

    ERROR = "error"
    """It failed."""
    ILLEGAL = "illegal"
    """It chose what the rules refuse."""
    SLOW = "slow"
    """It thought for too long."""
    BUSY = "busy"
    """It had to wait for too long before it could think."""


FIRST_LEGAL = "first-legal"
"""Who stands in when the simple bot fails too: whatever action comes first."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The table was opened; always the first entry and no other.

    ``time`` is in seconds since 1970, UTC. ``before`` is the table whose people play again here.
    """

    name: ClassVar[str] = "opened"
    settings: Settings
    commitment: str
    time: int
    before: str | None

    def seen_by(self, seat: int | None) -> Opened:
        """A table's id lets one join, so it is not for spectators."""
        return replace(self, before=None) if seat is None else self


@dataclass(frozen=True, slots=True)
class SeatKept:
    """A seat is kept for a person, who takes it by sitting down."""

    name: ClassVar[str] = "seat-kept"
    seat: int
    person: str
    guest: str | None = field(repr=False)

    def seen_by(self, seat: int | None) -> SeatKept:  # noqa: ARG002
        """Without the guest's id."""
        return replace(self, guest=None)


@dataclass(frozen=True, slots=True)
class PersonSat:
    """A person took a seat, and gave a nonce for the shuffle."""

    name: ClassVar[str] = "person-sat"
    seat: int
    person: str
    guest: str | None = field(repr=False)
    nonce: str | None

    def seen_by(self, seat: int | None) -> PersonSat:  # noqa: ARG002
        """Without the guest's id, and without the nonce: the table shows it once it is used."""
        return replace(self, guest=None, nonce=None)


@dataclass(frozen=True, slots=True)
class BotSat(Public):
    """A bot was put on a seat; ``bot`` is as ``sniffi.bots.parse_bot`` reads it."""

    name: ClassVar[str] = "bot-sat"
    seat: int
    bot: str


@dataclass(frozen=True, slots=True)
class BotLeft(Public):
    """A bot was taken from its seat, before the game."""

    name: ClassVar[str] = "bot-left"
    seat: int


@dataclass(frozen=True, slots=True)
class PersonLeft(Public):
    """A person left. Before the game the seat is free again; later it stays the person's."""

    name: ClassVar[str] = "person-left"
    seat: int


@dataclass(frozen=True, slots=True)
class BotTookOver(Public):
    """The others let a bot play for a person who is away, until that person returns."""

    name: ClassVar[str] = "bot-took-over"
    seat: int
    bot: str


@dataclass(frozen=True, slots=True)
class PersonReturned(Public):
    """A person who had left, or for whom a bot played, plays again."""

    name: ClassVar[str] = "person-returned"
    seat: int


@dataclass(frozen=True, slots=True)
class BotStoodIn(Public):
    """For its next move alone ``bot`` is replaced by ``stand_in``: a bot, or ``FIRST_LEGAL``."""

    name: ClassVar[str] = "bot-stood-in"
    seat: int
    bot: str
    stand_in: str
    reason: Fault


@dataclass(frozen=True, slots=True)
class Ready(Public):
    """A person wants the next round."""

    name: ClassVar[str] = "ready"
    seat: int


@dataclass(frozen=True, slots=True)
class Told:
    """Something happened in the game, in the round of that number."""

    name: ClassVar[str] = "told"
    round: int
    event: Event

    def seen_by(self, seat: int | None) -> Told:
        """The event as the seat sees it."""
        event = self.event.seen_by(seat)
        return self if event is self.event else Told(self.round, event)


@dataclass(frozen=True, slots=True)
class SeedRevealed(Public):
    """The game is over, and this is the secret that was promised."""

    name: ClassVar[str] = "seed-revealed"
    seed: bytes


@dataclass(frozen=True, slots=True)
class RematchMade:
    """The same people can play again, at the table ``table``; None for who may not join it."""

    name: ClassVar[str] = "rematch-made"
    table: str | None

    def seen_by(self, seat: int | None) -> RematchMade:
        """A table's id lets one join, so it is not for spectators."""
        return RematchMade(None) if seat is None else self


@dataclass(frozen=True, slots=True)
class NameRemoved:
    """A person wants to be named no more in a game that is over. The name goes from the entries
    before too, in the store as in memory: an empty one stands there then."""

    name: ClassVar[str] = "name-removed"
    guest: str | None = field(repr=False)

    def seen_by(self, seat: int | None) -> NameRemoved:  # noqa: ARG002
        """Without the guest's id."""
        return replace(self, guest=None)


Entry: TypeAlias = (
    Opened
    | SeatKept
    | PersonSat
    | BotSat
    | BotLeft
    | PersonLeft
    | BotTookOver
    | PersonReturned
    | BotStoodIn
    | Ready
    | Told
    | SeedRevealed
    | RematchMade
    | NameRemoved
)
"""Any entry of a log."""
ENTRY_TYPES: dict[str, type[Entry]] = {
    kind.name: kind
    for kind in (
        Opened,
        SeatKept,
        PersonSat,
        BotSat,
        BotLeft,
        PersonLeft,
        BotTookOver,
        PersonReturned,
        BotStoodIn,
        Ready,
        Told,
        SeedRevealed,
        RematchMade,
        NameRemoved,
    )
}
"""The entries by their names."""
