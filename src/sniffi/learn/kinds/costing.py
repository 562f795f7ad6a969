"""What leftover hands cost (R6.5)."""

from __future__ import annotations

from dataclasses import dataclass

from sniffi.learn.chance import Chance
from sniffi.learn.examples import NAMES, ShownHand, cost_note
from sniffi.learn.numbers import rule_numbers
from sniffi.learn.positions import positions
from sniffi.learn.task import Task
from sniffi.rules import (
    Deducted,
    Tile,
    cost_of,
    side_of,
)
from sniffi.words import Words


@dataclass(frozen=True)
class CostTask(Task):
    """What leftover hands cost their side (R6.5)."""

    events: tuple[Deducted, ...]
    """One hand, or both hands of a pair."""

    @property
    def _hands(self) -> list[tuple[Tile, ...]]:
        return [tuple(tile for tile in event.hand if tile is not None) for event in self.events]

    def question(self, words: Words) -> str:
        """See ``Task``."""
        names = words.listed([NAMES[event.seat - 1] for event in self.events])
        key = "learn.ask-cost-pair" if len(self.events) > 1 else "learn.ask-cost"
        return words.say(key, name=names)

    def hands(self, words: Words) -> tuple[ShownHand, ...]:
        """See ``Task``."""
        return tuple(
            ShownHand(words.say("learn.hand-of", name=NAMES[event.seat - 1]), hand)
            for event, hand in zip(self.events, self._hands, strict=True)
        )

    def right(self) -> tuple[frozenset[str], ...]:
        """See ``Task``."""
        return (frozenset({str(sum(event.cost for event in self.events))}),)

    def why(self, words: Words) -> tuple[str, ...]:
        """See ``Task``."""
        lines = [
            words.say("learn.cost-of", name=NAMES[event.seat - 1], note=cost_note(hand, words))
            for event, hand in zip(self.events, self._hands, strict=True)
        ]
        if len(self.events) > 1:
            together = cost_of(tile for hand in self._hands for tile in hand)
            costs = " + ".join(str(event.cost) for event in self.events)
            total = sum(event.cost for event in self.events)
            key = "learn.cost-pair" if together == total else "learn.cost-pair-differs"
            values = {"costs": costs, "total": total, "together": together}
            lines.append(words.say(key, **values))
        lines.append(words.say("learn.why-cost", **rule_numbers(words)))
        return tuple(lines)


def find_cost(chance: Chance, wish: int) -> Task | None:
    """One hand, or two of a pair."""
    last = positions(chance)[-1]
    left = [event for event in last.events if isinstance(event, Deducted) and event.hand]
    if not wish:
        return CostTask((chance.choice(left),)) if left else None
    pairs = [
        (one, other)
        for one in left
        for other in left
        if one.seat < other.seat
        and side_of(one.seat, last.players) == side_of(other.seat, last.players)
    ]
    return CostTask(chance.choice(pairs)) if pairs else None
