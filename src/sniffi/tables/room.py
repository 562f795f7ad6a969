"""A table that is in memory: its position, who is there, who listens."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sniffi.deal import Deck
from sniffi.tables.presence import Attendance, Presence
from sniffi.tables.table import Table

if TYPE_CHECKING:
    from sniffi.tables.subscription import Subscription


@dataclass(eq=False)
class Room:
    """What the hall keeps of a table while somebody needs it."""

    table: Table
    seed: bytes = field(repr=False)
    attendance: Attendance
    used: float
    """When somebody last asked for something here."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while the log is written."""
    subscriptions: set[Subscription] = field(default_factory=set)
    users: int = 0
    """How many commands are at work."""
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the table has gone on."""
    attended: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when somebody came, went or asked."""
    driver: asyncio.Task[None] | None = None
    """Does what no person does: bots, lots, deals."""
    watcher: asyncio.Task[None] | None = None
    """Tells when somebody has become away."""
    rest: tuple[int, float] | None = None
    """Between rounds: how many events were told, and until when who is not ready is waited for."""
    gone: bool = False
    """Whether the table has been cleared away."""

    def __post_init__(self) -> None:
        self.presence: tuple[Presence | None, ...] = (None,) * len(self.table.seats)
        """What the listeners were told last."""

    @property
    def deck(self) -> Deck:
        """Where the tiles come from."""
        return self.table.deck(self.seed)

    @property
    def guests(self) -> tuple[str, ...]:
        """Those who have a seat, or for whom one is kept."""
        return tuple(seat.guest for seat in self.table.seats if seat.guest is not None)

    def presence_of(self, now: float) -> tuple[Presence | None, ...]:
        """How the people of the seats are at the table; None for a seat that is nobody's or a
        bot's."""
        return tuple(
            None if seat.guest is None else self.attendance.presence(seat.guest, now)
            for seat in self.table.seats
        )

    def awake(self, now: float) -> bool:
        """Whether somebody who sits at the table, and has not left it, is there."""
        return any(
            not seat.left and self.attendance.is_here(seat.guest, now)
            for seat in self.table.seats
            if seat.guest is not None
        )

    def wake_listeners(self) -> None:
        """Let every subscription see what is new."""
        for subscription in self.subscriptions:
            subscription.wake()
