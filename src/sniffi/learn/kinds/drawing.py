"""Whether a player may place, draw or pass (R6.1, R6.2, R6.3)."""

from __future__ import annotations

from dataclasses import dataclass

from sniffi.learn.chance import Chance
from sniffi.learn.examples import NAMES, ShownHand, hand_of
from sniffi.learn.positions import positions
from sniffi.learn.task import Choice, RoundTask, Task
from sniffi.rules import (
    DRAW,
    PASS,
    Draw,
    Pass,
    Round,
)
from sniffi.words import Words


@dataclass(frozen=True)
class DrawTask(RoundTask):
    """What the rules leave a player to do (R6.1, R6.2, R6.3)."""

    def question(self, words: Words) -> str:
        """See ``Task``."""
        return words.say("learn.ask-draw", name=NAMES[self.round.to_act - 1])

    def told(self, words: Words) -> tuple[str, ...]:
        """See ``Task``."""
        size = words.tile_count(len(self.round.boneyard))
        told = [words.say("core.boneyard-size", tiles=size)]
        if self.round.drawn is not None:
            name, tile = NAMES[self.round.to_act - 1], words.tile(self.round.drawn)
            told.append(words.say("learn.just-drawn", name=name, tile=tile))
        return tuple(told)

    def hands(self, words: Words) -> tuple[ShownHand, ...]:
        """See ``Task``."""
        return (hand_of(self.round, words),)

    def choices(self, words: Words) -> tuple[Choice, ...]:
        """See ``Task``."""
        drawn = self.round.drawn
        told = (
            words.say("learn.do-place")
            if drawn is None
            else words.say("learn.do-place-drawn", tile=words.tile(drawn))
        )
        return (
            Choice("place", told),
            Choice("draw", words.say("learn.do-draw")),
            Choice("pass", words.say("learn.do-pass")),
        )

    def right(self) -> tuple[frozenset[str], ...]:
        """See ``Task``."""
        match self.round.legal_actions()[0]:
            case Draw():
                return (frozenset({"draw"}),)
            case Pass():
                return (frozenset({"pass"}),)
        return (frozenset({"place"}),)

    def why(self, words: Words) -> tuple[str, ...]:
        """See ``Task``: what the rules answer to the others."""
        legal = self.round.legal_actions()
        return tuple(
            words.refusal(self.round.refusal(action))
            for action in (DRAW, PASS)
            if action not in legal
        )[:1]


def find_draw(chance: Chance, wish: int) -> Task | None:
    """Something to place, the tile just drawn to place, a draw, or a pass."""
    found = [
        each
        for each in positions(chance)
        if each.result is None and each.layout.tiles and _draw_wish(each) == wish
    ]
    return DrawTask(chance.choice(found)) if found else None


def _draw_wish(round: Round) -> int:
    match round.legal_actions()[0]:
        case Draw():
            return 2
        case Pass():
            return 3
    return 0 if round.drawn is None else 1
