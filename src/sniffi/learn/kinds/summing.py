"""Exercises about sums: what it is, and whether it scores (R3.3, R4, R5)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from sniffi.learn.chance import Chance
from sniffi.learn.examples import NAMES
from sniffi.learn.positions import positions
from sniffi.learn.task import Choice, RoundTask, Task
from sniffi.rules import (
    STROKE,
    Placed,
)
from sniffi.words import Words


@dataclass(frozen=True)
class SumTask(RoundTask):
    """What is the sum of a layout (R3.3, R4, R5.1)."""

    shows_counts: ClassVar[bool] = False

    def question(self, words: Words) -> str:
        """See ``Task``."""
        return words.say("learn.ask-sum")

    def right(self) -> tuple[frozenset[str], ...]:
        """See ``Task``."""
        return (frozenset({str(self.round.layout.total)}),)

    def why(self, words: Words) -> tuple[str, ...]:
        """See ``Task``."""
        layout = self.round.layout
        total = words.sum_and_points(layout.counted, layout.total, layout.points)
        return (*words.counted(layout), total)


def find_sum(chance: Chance, wish: int) -> Task | None:
    """Few tiles, some, or many."""
    found = [each for each in positions(chance) if each.layout.tiles]
    least, most = ((2, 5), (6, 10), (11, 28))[wish]
    fit = [each for each in found if least <= len(each.layout.tiles) <= most]
    return SumTask(chance.choice(fit)) if fit else None


@dataclass(frozen=True)
class PointsTask(RoundTask):
    """Whether a placement scores, and how much (R5.1); ``round`` is the position after it."""

    shows_counts: ClassVar[bool] = False
    event: Placed

    def question(self, words: Words) -> str:
        """See ``Task``."""
        return words.say("learn.ask-points", name=NAMES[self.event.seat - 1])

    def told(self, words: Words) -> tuple[str, ...]:
        """See ``Task``."""
        return (words.last_placement(self.round.layout),)

    def choices(self, words: Words) -> tuple[Choice, ...]:
        """See ``Task``."""
        least = max(self.event.total // STROKE - 1, 1) * STROKE
        amounts = [least + STROKE * step for step in range(4)]
        told = [Choice(str(amount), words.points(amount)) for amount in amounts]
        return (Choice("0", words.say("web.no-points")), *told)

    def right(self) -> tuple[frozenset[str], ...]:
        """See ``Task``."""
        return (frozenset({str(self.event.points)}),)

    def why(self, words: Words) -> tuple[str, ...]:
        """See ``Task``."""
        layout = self.round.layout
        total = words.sum_and_points(layout.counted, layout.total, layout.points)
        reason = "learn.why-scores" if layout.points else "learn.why-not"
        if not layout.total:
            reason = "learn.why-zero"
        return (*words.counted(layout), total, words.say(reason))


def find_points(chance: Chance, wish: int) -> Task | None:
    """A placement that scores, or one that does not."""
    placed = [
        PointsTask(after, event)
        for before, after in pairwise(positions(chance))
        for event in after.events[len(before.events) : len(before.events) + 1]
        if isinstance(event, Placed) and bool(event.points) is bool(wish)
    ]
    return chance.choice(placed) if placed else None
