"""Who plays what: a game that is about to begin."""

from __future__ import annotations

from dataclasses import dataclass

from sniffi.rules import seats


@dataclass(frozen=True, slots=True)
class Plan:
    """A game before its first lot. All tuples have an entry for each seat, seat 1 first."""

    names: tuple[str, ...]
    bots: tuple[str | None, ...]
    """The names of the bots in the registry; None for a person."""
    target: int
    nonces: tuple[str, ...] = ()

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.names)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that people play."""
        return tuple(seat for seat in seats(self.players) if self.bots[seat - 1] is None)
