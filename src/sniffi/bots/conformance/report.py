"""What came of a check, as data and in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from sniffi.bots.conformance.positions import Position
from sniffi.words import Catalogue


class Demand(StrEnum):
    """What a bot must hold to. The values name the texts."""

    LEGAL = "legal"
    """It chooses one of the legal actions, also when there is only one."""
    ANSWERS = "answers"
    """It raises nothing when it is asked in turn, and is made without trouble."""
    IN_TIME = "time"
    """It answers within the limit."""
    SAME_SEED = "seed"
    """Two of the same seed choose the same."""
    NO_MEMORY = "memory"
    """What it was asked before changes nothing."""
    NO_TRACE = "trace"
    """The view is as it was."""
    BLIND = "blind"
    """Tiles that its seat does not see change nothing."""
    IN_TURN = "turn"
    """Out of turn it raises ``NotInTurn``."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A demand that a bot did not hold to."""

    demand: Demand
    position: Position
    detail: str
    """What it did there; the type of what it raised, or its choices."""

    def sentence(self, words: Catalogue) -> str:
        """It in words, with what repeats it."""
        what = words.say(f"bots.check_{self.demand}", detail=self.detail)
        return words.say(
            "bots.check-at",
            what=what,
            repeat=f"players={self.position.players} seed={self.position.seed} positions=1",
        )


@dataclass(frozen=True, slots=True)
class Report:
    """What came of a check."""

    positions: int
    """In how many positions the bot was asked."""
    moves: int
    """How many moves it was asked for."""
    slowest: float
    """The seconds of the slowest of them."""
    failures: tuple[Failure, ...]

    @property
    def conforms(self) -> bool:
        """Whether it held to everything."""
        return not self.failures

    def lines(self, words: Catalogue) -> Iterator[str]:
        """It in words: a line for each failure, and one for the whole."""
        for failure in self.failures:
            yield failure.sentence(words)
        slowest = words.say("bots.check-slowest", ms=f"{1000 * self.slowest:.1f}")
        if self.conforms:
            yield f"{words.say_n('bots.check-conforms', self.positions)} {slowest}"
        else:
            yield f"{words.say_n('bots.check-fails', len(self.failures))} {slowest}"
