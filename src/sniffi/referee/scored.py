"""A round of which the scores alone are kept: who placed, what sum, and what was left."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sniffi.referee.bounds import HIGHEST_SUM, MOST_PIPS, bounded
from sniffi.referee.errors import HandsFirst, NotThatHand, NotThisWay
from sniffi.referee.facts import Block, Fact, GoesOut, Holds, Scores
from sniffi.rules import (
    Blocked,
    Deducted,
    Ending,
    Event,
    RoundResult,
    Tile,
    WentOut,
    Won,
    points_for,
    rounded_to_five,
    side_of,
)
from sniffi.rules import pips as pips_of
from sniffi.rules.seats import check_seat


def points_of_sum(total: int) -> int:
    """What a told sum scores: a sum that no layout comes to scores nothing."""
    return points_for(total) if total <= HIGHEST_SUM else 0


@dataclass(frozen=True, slots=True)
class ScoredRound:
    """The round as far as the scores tell it. It never changes: ``after`` gives the next one."""

    players: int
    target: int
    starter: int
    number: int
    scores: tuple[int, ...]
    """Of the sides in the game."""
    result: RoundResult | None = None
    hands_counted: int = 0

    @property
    def due_hand(self) -> int | None:
        """The seat whose hand is to be counted now."""
        counting = self.result is not None and self.result.ending is not Ending.WIN
        return self.hands_counted + 1 if counting and not self.settled else None

    @property
    def settled(self) -> bool:
        """Whether nothing of the round is left to tell."""
        if self.result is None:
            return False
        return self.result.ending is Ending.WIN or self.hands_counted == self.players

    def after(self, fact: Fact) -> tuple[ScoredRound, tuple[Event, ...]]:
        """The round after a fact, and what came of it beside the fact itself.

        Raises:
            SniffiError: that cannot have happened now.
        """
        if isinstance(fact, Holds):
            return self._held(fact)
        if self.result is not None:
            raise HandsFirst
        match fact:
            case Scores():
                return self._scored(fact)
            case GoesOut(seat):
                check_seat(seat, self.players)
                over = replace(self, result=RoundResult(Ending.OUT, seat))
                return over._empty_hands((WentOut(seat),))
            case Block():
                return replace(self, result=RoundResult(Ending.BLOCK, None)), (Blocked(),)
        raise NotThisWay

    def _scored(self, fact: Scores) -> tuple[ScoredRound, tuple[Event, ...]]:
        check_seat(fact.seat, self.players)
        bounded(fact.total, 0, MOST_PIPS)
        after = self._with(fact.seat, points_of_sum(fact.total))
        side = side_of(fact.seat, self.players)
        score = after.scores[side - 1]
        # R7.2: at once, on the very placement. A sum of nothing wins nothing.
        if points_of_sum(fact.total) and score >= self.target:
            won = replace(after, result=RoundResult(Ending.WIN, fact.seat))
            return won, (Won(side, score),)
        return after, ()

    def _held(self, fact: Holds) -> tuple[ScoredRound, tuple[Event, ...]]:
        if self.due_hand != fact.seat:
            raise NotThatHand
        held = bounded(pips_of(fact.tiles) if fact.pips is None else fact.pips, 0, MOST_PIPS)
        after, event = self._deducted(fact.seat, fact.tiles, held)
        return after._empty_hands((event,))

    def _empty_hands(self, events: tuple[Event, ...]) -> tuple[ScoredRound, tuple[Event, ...]]:
        """The round with the empty hand of who went out counted, when it is due."""
        if self.result is None or self.due_hand is None or self.due_hand != self.result.seat:
            return self, events
        after, event = self._deducted(self.due_hand, (), 0)
        return after, (*events, event)

    def _deducted(
        self, seat: int, tiles: tuple[Tile, ...], held: int
    ) -> tuple[ScoredRound, Deducted]:
        cost = rounded_to_five(held)
        after = replace(self._with(seat, -cost), hands_counted=seat)
        score = after.scores[side_of(seat, self.players) - 1]
        return after, Deducted(seat, tiles, held, cost, score)

    def _with(self, seat: int, points: int) -> ScoredRound:
        owner = side_of(seat, self.players)
        scores = tuple(
            score + points if side == owner else score for side, score in enumerate(self.scores, 1)
        )
        return replace(self, scores=scores)
