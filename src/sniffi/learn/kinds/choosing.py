"""Which tile of a hand scores most (R5.1)."""

from __future__ import annotations

from dataclasses import dataclass

from sniffi.learn.chance import Chance
from sniffi.learn.examples import NAMES, ShownHand, hand_of
from sniffi.learn.positions import points_of, positions
from sniffi.learn.task import Choice, RoundTask, Task
from sniffi.rules import (
    Place,
    Tile,
)
from sniffi.words import Words

NONE = "none"


@dataclass(frozen=True)
class BestTask(RoundTask):
    """Which tile of a hand scores most (R5.1)."""

    def question(self, words: Words) -> str:
        """See ``Task``."""
        return words.say("learn.ask-best", name=NAMES[self.round.to_act - 1])

    def hands(self, words: Words) -> tuple[ShownHand, ...]:
        """See ``Task``."""
        return (hand_of(self.round, words),)

    def choices(self, words: Words) -> tuple[Choice, ...]:
        """See ``Task``."""
        tiles = [Choice(str(tile), words.tile(tile)) for tile in self.round.hand]
        return (*tiles, Choice(NONE, words.say("learn.none-scores")))

    def worth(self) -> dict[Tile, tuple[int, Place]]:
        """The most that each tile which fits can score, and where."""
        worth: dict[Tile, tuple[int, Place]] = {}
        for action in self.round.legal_actions():
            if isinstance(action, Place):
                points = points_of(self.round.layout, action)
                if action.tile not in worth or points > worth[action.tile][0]:
                    worth[action.tile] = (points, action)
        return worth

    def right(self) -> tuple[frozenset[str], ...]:
        """See ``Task``: any of those that score the most."""
        worth = self.worth()
        most = max(points for points, _ in worth.values())
        if not most:
            return (frozenset({NONE}),)
        return tuple(frozenset({str(tile)}) for tile in worth if worth[tile][0] == most)

    def why(self, words: Words) -> tuple[str, ...]:
        """See ``Task``."""
        lines = []
        ordered = sorted(self.worth().values(), key=lambda each: -each[0])
        for points, place in ordered:
            after = self.round.layout.place(place.tile, place.spot)
            lines.append(
                words.say(
                    "learn.would-score",
                    action=words.action(place),
                    sum=words.sum(after),
                    worth=words.worth(points),
                )
            )
        return tuple(lines)


def find_best(chance: Chance, wish: int) -> Task | None:
    """A choice of two tiles or more of which one scores, or none."""
    found = []
    for each in positions(chance):
        if each.result is None and each.layout.tiles and each.drawn is None:
            task = BestTask(each)
            worth = task.worth()
            scores = any(points for points, _ in worth.values())
            # Three of four wishes are for points.
            if len(worth) > 1 and scores is bool(wish):
                found.append(task)
    return chance.choice(found) if found else None
