"""What a seat or a spectator sees of a whole game (see ``sniffi.rules.view``)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from sniffi.rules.actions import Action
from sniffi.rules.errors import EventMismatch, NotNow
from sniffi.rules.events import Blocked, Dealt, Event, LotDrawn, WentOut, Won
from sniffi.rules.lot import lot_drawn
from sniffi.rules.outcome import Phase, phase_of
from sniffi.rules.seats import check_players, check_seat, check_target, seats, sides
from sniffi.rules.view import RoundView


@dataclass(frozen=True, slots=True)
class GameView:
    """A game as ``seat`` sees it, or as far as it is known (see the module)."""

    seat: int | None
    players: int
    target: int
    scores: tuple[int, ...]
    contenders: tuple[int, ...]
    stage: int
    starter: int | None
    round: RoundView | None
    winner: int | None
    events: tuple[Event, ...]

    @classmethod
    def new(cls, players: int, target: int | None = None, *, seat: int | None = None) -> GameView:
        """A game before its first lot (see ``Game.new``).

        Raises:
            NotPlayers, NotATarget, NotASeat: an argument is not what it should be.
        """
        check_players(players)
        target = check_target(target, players)
        if seat is not None:
            check_seat(seat, players)
        zeros = (0,) * len(sides(players))
        return cls(seat, players, target, zeros, tuple(seats(players)), 1, None, None, None, ())

    @classmethod
    def replay(
        cls,
        players: int,
        events: Iterable[Event],
        target: int | None = None,
        *,
        seat: int | None = None,
    ) -> GameView:
        """The view after all these events, each checked as far as what is known goes.

        Raises:
            SniffiError: an event is not what the rules give or allow at its place.
        """
        view = cls.new(players, target, seat=seat)
        for event in events:
            view = view.follow(event)
        return view

    @property
    def phase(self) -> Phase:
        """What the game waits for."""
        result = self.round.result if self.round is not None else None
        return phase_of(self.winner, self.starter, result, dealt=self.round is not None)

    @property
    def round_number(self) -> int:
        """The number of the round being played, or of the next one between rounds, from 1."""
        if self.round is None:
            return 1
        return self.round.number + (self.phase in (Phase.LOT, Phase.DEAL))

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is; None when nobody's."""
        return self.round.to_act if self.round and self.phase is Phase.PLAY else None

    def legal_actions(self) -> tuple[Action, ...]:
        """What the viewer may do now (see ``RoundView.legal_actions``)."""
        return self.round.legal_actions() if self.round and self.phase is Phase.PLAY else ()

    def follow(self, event: Event) -> GameView:
        """The view after ``event``.

        Raises:
            SniffiError: the event is not what the rules give or allow here.
        """
        events = (*self.events, event)
        settled = self.round is None or self.round.settled
        between_rounds = self.phase in (Phase.LOT, Phase.DEAL)
        if isinstance(event, LotDrawn | Dealt) and between_rounds and not settled:
            # The hands of the round before come first.
            raise EventMismatch(event, None, "R6.5")
        if isinstance(event, LotDrawn):
            if self.phase is not Phase.LOT:
                raise NotNow("lot", self.phase)
            tiles = [tile for _, tile in event.draws]
            expected = lot_drawn(self.round_number, self.stage, self.contenders, tiles)
            if event != expected:
                raise EventMismatch(event, expected, "R2.1")
            stage = 1 if event.starter is not None else self.stage + 1
            return replace(
                self, contenders=event.tied, stage=stage, starter=event.starter, events=events
            )
        if isinstance(event, Dealt):
            if self.phase is not Phase.DEAL:
                raise NotNow("deal", self.phase)
            if (event.round, event.starter, len(event.hands)) != (
                self.round_number,
                self.starter,
                self.players,
            ):
                raise EventMismatch(event, None, "R2.3")
            begun = RoundView.begin(
                event, seat=self.seat, scores_before=self.scores, target=self.target
            )
            return replace(self, round=begun, events=events)
        if self.round is None or (settled and self.phase is not Phase.OVER):
            raise NotNow("play", self.phase)
        round = self.round.follow(event)
        starter, contenders, winner = self.starter, self.contenders, self.winner
        match event:
            case WentOut():
                starter = event.seat
            case Blocked():
                # R2.3: after a block all players draw a new lot.
                starter, contenders = None, tuple(seats(self.players))
            case Won():
                winner = event.side
        return replace(
            self,
            scores=round.game_scores,
            contenders=contenders,
            starter=starter,
            round=round,
            winner=winner,
            events=events,
        )
