"""How a hall runs."""

from __future__ import annotations

from dataclasses import dataclass, field

from sniffi.tables.presence import Patience
from sniffi.tables.thinkers import spare_cores

DAY = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class HallSettings:
    """How a hall runs; times are in seconds."""

    bot_pause: float = 0.8
    """How long a bot takes to move, at least, at a table of the normal pace."""
    lot_pause: float = 1.5
    """How long a lot that was drawn is looked at before anything follows, at the normal pace."""
    ready_wait: float = 45.0
    """How long the first who wants the next round waits for the others."""
    bot_limit: float = 10.0
    """How long a bot may think, and wait for its turn to."""
    bot_threads: int = field(default_factory=spare_cores)
    """How many bots think at a time, of those that need time."""
    quick_threads: int = 2
    """How many of the others."""
    patience: Patience = field(default_factory=Patience)
    backlog: int = 300
    """How many entries a listener is told one by one; beyond that, only where the table is."""
    idle: float = 300.0
    """How long a table that nobody needs stays in memory."""
    keep: float = 14.0 * DAY
    """How long a table that does not go on is kept; finished games are kept for ever."""
    tidy_every: float = 60.0
    poll_every: float | None = None
    """How often to look for what other servers wrote to the same log; None when there are none."""
