"""A seat of a table: who sits there, and who plays for whom."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class SeatKind(StrEnum):
    """Who a seat belongs to."""

    EMPTY = "empty"
    KEPT = "kept"
    """A person who has not sat down yet."""
    PERSON = "person"
    BOT = "bot"


@dataclass(frozen=True, slots=True)
class SeatView:
    """What everybody sees of a seat."""

    kind: SeatKind = SeatKind.EMPTY
    person: str | None = None
    """The name of the person whose seat it is, or will be."""
    bot: str | None = None
    """The bot that plays: whose seat it is, or who plays for the person at present."""
    left: bool = False
    """Whether the person said goodbye during the game."""
    ready: bool = False
    """Whether the person wants the next round."""

    @property
    def stood_in_for(self) -> bool:
        """Whether a bot plays for the person at present."""
        return self.kind is SeatKind.PERSON and self.bot is not None

    @property
    def played_by_person(self) -> bool:
        """Whether the person whose seat it is plays."""
        return self.kind is SeatKind.PERSON and self.bot is None and not self.left


@dataclass(frozen=True, slots=True)
class Seat(SeatView):
    """A seat with what only the table knows."""

    guest: str | None = field(default=None, repr=False)
    """Who holds the seat, or whom it is kept for."""
    nonce: str | None = None
    """What the person gave for the shuffle."""

    def public(self) -> SeatView:
        """What everybody sees of it."""
        return SeatView(self.kind, self.person, self.bot, self.left, self.ready)


EMPTY = Seat()
