"""What a seat, or a spectator, sees of a table: all that a page or a message is made from."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from sniffi.rules import GameView
from sniffi.tables.seat import SeatView
from sniffi.tables.settings import Settings


class Stage(StrEnum):
    """How far a table has come."""

    WAITING = "waiting"
    """Seats are free, or kept for people who have not come yet."""
    PLAYING = "playing"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as ``seat`` sees it; a spectator when that is None.

    Guests' ids, nonces before they are used and the running game's seed are not in it, nor is the
    table's own id; so nothing made from it can leak them.
    """

    number: int
    """How many entries the log has."""
    seat: int | None
    stage: Stage
    settings: Settings
    time: int
    """When the table was opened, in seconds since 1970, UTC."""
    seats: tuple[SeatView, ...]
    """Seat 1 first."""
    resting: bool
    """Whether a round is over and the people decide when the next begins."""
    commitment: str
    """The promise of the seed, there from the first."""
    nonces: tuple[str, ...]
    """What the people gave for the shuffle, in the order of the seats; empty before the game."""
    seed: bytes | None
    """The secret that was promised; None until the game is over."""
    rematch: str | None
    """The table where the same people can play again; never there for spectators."""
    game: GameView | None
    """The game as the seat sees it; None before its first lot."""

    @property
    def at(self) -> int:
        """How many events of the game the viewer has seen: what a press goes with."""
        return 0 if self.game is None else len(self.game.events)

    @property
    def your_turn(self) -> bool:
        """Whether the viewer is to act, and no bot does it instead."""
        return (
            self.seat is not None
            and self.game is not None
            and self.game.to_act == self.seat
            and self.seats[self.seat - 1].bot is None
        )
