"""A game at a real table as it stands: what the facts told so far have come to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from sniffi.referee.errors import HandsFirst, NotAContender, NotThatHand
from sniffi.referee.facts import Begun, Fact, Holds, Lot, Starts
from sniffi.referee.laid import LaidRound
from sniffi.referee.scored import ScoredRound
from sniffi.rules import Ending, Event, NotALot, NotNow, Phase, lot_drawn, seats, side_of
from sniffi.rules.seats import check_players, check_target, sides


@dataclass(frozen=True, slots=True)
class Position:
    """The game between two facts. It never changes: ``after`` gives the next one."""

    players: int
    target: int
    full: bool
    """Whether tiles are told, and not scores alone."""
    scores: tuple[int, ...]
    """Raw points of each side."""
    contenders: tuple[int, ...]
    """The seats that draw for the start; empty when who starts is known."""
    stage: int = 1
    number: int = 1
    """Of the round being played, or of the one whose starter is to be drawn."""
    round: LaidRound | ScoredRound | None = None
    """The round being played, or in which the game was won; None before its starter is known."""
    winner: int | None = None

    @classmethod
    def begin(cls, begun: Begun) -> Self:
        """The game before its first lot.

        Raises:
            NotPlayers, NotATarget: the sheet's head is not what it should be.
        """
        players = check_players(begun.players)
        target = check_target(begun.target, players)
        zeros = (0,) * len(sides(players))
        return cls(players, target, begun.full, zeros, tuple(seats(players)))

    @property
    def phase(self) -> Phase:
        """What is to be told next; the leftover hands are part of play."""
        if self.winner is not None:
            return Phase.OVER
        return Phase.LOT if self.round is None else Phase.PLAY

    @property
    def due_hand(self) -> int | None:
        """The seat whose leftover hand is to be counted now."""
        return self.round.due_hand if self.round is not None else None

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is, where tiles are told."""
        playing = self.phase is Phase.PLAY and self.due_hand is None
        return self.round.view.to_act if playing and isinstance(self.round, LaidRound) else None

    @property
    def laid(self) -> LaidRound | None:
        """The round, where tiles are told."""
        return self.round if isinstance(self.round, LaidRound) else None

    def after(self, fact: Fact) -> tuple[Position, tuple[Event, ...]]:
        """The game after a fact, and every event that came of it, as far as events can tell it.

        Raises:
            SniffiError: the rules refuse it, or it cannot have happened now.
        """
        if isinstance(fact, Lot | Starts):
            return self._lot(fact)
        if self.winner is not None:
            raise NotNow("play", Phase.OVER)
        if self.round is None:
            raise NotThatHand if isinstance(fact, Holds) else NotNow("play", Phase.LOT)
        round, events = self.round.after(fact)
        after = replace(self, round=round, scores=round.scores)
        result = round.result
        if result is None or not round.settled:
            return after, events
        if result.ending is Ending.WIN and result.seat is not None:
            return replace(after, winner=side_of(result.seat, self.players)), events
        return after._next_round(result.seat, events)

    def _lot(self, fact: Lot | Starts) -> tuple[Position, tuple[Event, ...]]:
        if self.phase is not Phase.LOT:
            if self.due_hand is not None:
                raise HandsFirst
            raise NotNow("lot", self.phase)
        if isinstance(fact, Starts):
            if fact.seat not in self.contenders:
                raise NotAContender
            return self._begun(fact.seat, ())
        tiles = tuple(tile for _, tile in fact.draws)
        if tuple(seat for seat, _ in fact.draws) != self.contenders:
            raise NotALot(self.contenders, tiles)
        event = lot_drawn(self.number, self.stage, self.contenders, tiles)
        if event.starter is None:
            return replace(self, contenders=event.tied, stage=self.stage + 1), (event,)
        return self._begun(event.starter, (event,))

    def _next_round(
        self, starter: int | None, events: tuple[Event, ...]
    ) -> tuple[Position, tuple[Event, ...]]:
        """The next round: opened by who went out, after a block by a new lot (R2.3)."""
        after = replace(self, number=self.number + 1)
        if starter is not None:
            return after._begun(starter, events)
        return replace(after, round=None, contenders=tuple(seats(self.players)), stage=1), events

    def _begun(self, starter: int, events: tuple[Event, ...]) -> tuple[Position, tuple[Event, ...]]:
        round: LaidRound | ScoredRound
        if self.full:
            round = LaidRound.begin(self.players, starter, self.number, self.scores, self.target)
            events = (*events, round.dealt)
        else:
            round = ScoredRound(self.players, self.target, starter, self.number, self.scores)
        return replace(self, contenders=(), stage=1, round=round), events
