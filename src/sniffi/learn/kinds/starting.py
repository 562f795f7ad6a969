"""Who starts (R2, D1)."""

from __future__ import annotations

from dataclasses import dataclass

from sniffi.deal import SEED_BYTES, Deck
from sniffi.learn.chance import Chance
from sniffi.learn.examples import NAMES, ShownHand
from sniffi.learn.positions import positions
from sniffi.learn.task import Choice, RoundTask, Task
from sniffi.rules import (
    HAND_SIZE,
    Blocked,
    Ending,
    LotDrawn,
    WentOut,
    lot_drawn,
)
from sniffi.words import Words


@dataclass(frozen=True)
class LotTask(Task):
    """Who starts by a lot (R2.1, D1)."""

    event: LotDrawn

    def question(self, words: Words) -> str:
        """See ``Task``."""
        return words.say("learn.ask-lot")

    def hands(self, words: Words) -> tuple[ShownHand, ...]:  # noqa: ARG002  (names are names)
        """See ``Task``."""
        return tuple(ShownHand(NAMES[seat - 1], (tile,)) for seat, tile in self.event.draws)

    def choices(self, words: Words) -> tuple[Choice, ...]:
        """See ``Task``."""
        return _starters([seat for seat, _ in self.event.draws], words)

    def right(self) -> tuple[frozenset[str], ...]:
        """See ``Task``."""
        starter = self.event.starter
        return (frozenset({"tied" if starter is None else str(starter)}),)

    def why(self, words: Words) -> tuple[str, ...]:
        """See ``Task``."""
        players = len(self.event.draws)
        return (words.event(self.event, NAMES, players), words.say("learn.r2-1"))


@dataclass(frozen=True)
class NextTask(RoundTask):
    """Who starts the next round (R2.3)."""

    @property
    def _end(self) -> WentOut | Blocked:
        return next(event for event in self.round.events if isinstance(event, WentOut | Blocked))

    def question(self, words: Words) -> str:
        """See ``Task``."""
        return words.say("learn.ask-next")

    def told(self, words: Words) -> tuple[str, ...]:
        """See ``Task``."""
        began = words.say("learn.began", name=NAMES[self.round.starter - 1])
        return (began, words.event(self._end, NAMES, self.round.players))

    def choices(self, words: Words) -> tuple[Choice, ...]:
        """See ``Task``."""
        return _starters(list(range(1, self.round.players + 1)), words)

    def right(self) -> tuple[frozenset[str], ...]:
        """See ``Task``."""
        end = self._end
        return (frozenset({str(end.seat) if isinstance(end, WentOut) else "lot"}),)

    def why(self, words: Words) -> tuple[str, ...]:
        """See ``Task``."""
        return (words.say("learn.r2-3"),)


def _starters(seats: list[int], words: Words) -> tuple[Choice, ...]:
    return (
        *(Choice(str(seat), NAMES[seat - 1]) for seat in seats),
        Choice("tied", words.say("learn.start-tied")),
        Choice("lot", words.say("learn.start-lot")),
    )


def find_start(chance: Chance, wish: int) -> Task | None:
    """A lot with a starter, a lot with a tie, a round that somebody ended, or a block."""
    if wish < 2:
        players = chance.choice(tuple(HAND_SIZE))
        drawn = Deck(chance.bytes(SEED_BYTES)).lot(1, 1, players)
        event = lot_drawn(1, 1, tuple(range(1, players + 1)), drawn)
        return LotTask(event) if (event.starter is None) is bool(wish) else None
    # Blocks are rare, so rounds are played quickly here.
    last = positions(chance, only_chance=True)[-1]
    assert last.result is not None
    blocked = last.result.ending is Ending.BLOCK
    return NextTask(last) if blocked is (wish == 3) else None
