"""How a round ends and what a game waits for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Ending(StrEnum):
    """How a round ends."""

    OUT = "out"
    BLOCK = "block"
    WIN = "win"


ENDING_RULE = {Ending.OUT: "R6.5", Ending.BLOCK: "R6.4", Ending.WIN: "R7.2"}


@dataclass(frozen=True, slots=True)
class RoundResult:
    """How the round ended and who ended it: the seat that went out or won, None for a block."""

    ending: Ending
    seat: int | None

    @property
    def rule(self) -> str:
        """Number of the rule that ended the round."""
        return ENDING_RULE[self.ending]


class Phase(StrEnum):
    """What a game waits for."""

    LOT = "lot"
    """Each of the contenders draws a tile for the start."""
    DEAL = "deal"
    """The starter is known; the tiles are to be dealt."""
    PLAY = "play"
    """A seat is to act."""
    OVER = "over"
    """A side has won."""


def phase_of(
    winner: int | None, starter: int | None, result: RoundResult | None, *, dealt: bool
) -> Phase:
    """The phase of a game in which a round was ``dealt`` and has this ``result``."""
    if winner is not None:
        return Phase.OVER
    if dealt and result is None:
        return Phase.PLAY
    return Phase.LOT if starter is None else Phase.DEAL
