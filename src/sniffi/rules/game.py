"""A game: lots and rounds until a side reaches the target (R2, R7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from sniffi.rules.actions import DRAW, PASS, Action, Place
from sniffi.rules.errors import EventMismatch, NotNow, RoundOver
from sniffi.rules.events import Dealt, Drew, Event, LotDrawn, Passed, Placed
from sniffi.rules.game_view import GameView
from sniffi.rules.lot import lot_drawn
from sniffi.rules.outcome import Ending, Phase, phase_of
from sniffi.rules.round import Round
from sniffi.rules.seats import check_players, check_seat, check_target, seats, side_of, sides
from sniffi.rules.tile import Tile


@dataclass(frozen=True, slots=True)
class Game:
    """A position of a whole game. It never changes: each step gives the next one.

    Chance comes from outside, as arguments of ``draw_lot`` and ``deal``; people's and bots'
    choices are the ``action`` of ``act``.

    >>> game = Game.new(players=2)
    >>> game = game.draw_lot([Tile(3, 5), Tile(4, 4)]).draw_lot([Tile(1, 1), Tile(0, 6)])
    >>> game.phase.value, game.starter
    ('deal', 2)
    """

    players: int
    target: int
    scores: tuple[int, ...]
    """Raw points of each side as the game stands."""
    contenders: tuple[int, ...]
    """The seats that draw the next lot, clockwise; empty when none is to be drawn."""
    stage: int
    """Which draw of the present lot is next, from 1."""
    starter: int | None
    """The seat that opens the round being played, or the next one; None while a lot decides."""
    round: Round | None
    """The round being played, or the last one; None before the first deal."""
    winner: int | None
    """The side that won (R7.2)."""
    events: tuple[Event, ...]
    """All that happened."""

    @classmethod
    def new(cls, players: int, target: int | None = None) -> Game:
        """A game before its first lot.

        Args:
            players: 2, 3 or 4.
            target: raw points to win; by default 250 for two players, else 200 (R7.1).

        Raises:
            NotPlayers, NotATarget: an argument is not what it should be.
        """
        check_players(players)
        target = check_target(target, players)
        zeros = (0,) * len(sides(players))
        return cls(players, target, zeros, tuple(seats(players)), 1, None, None, None, ())

    @classmethod
    def replay(cls, players: int, events: Iterable[Event], target: int | None = None) -> Game:
        """The game that these events tell, every one checked against the rules.

        Raises:
            EventMismatch: an event is not what the rules give at its place.
            SniffiError: an event tells of something that the rules refuse.
        """
        game = cls.new(players, target)
        told = 0
        for event in events:
            if told == len(game.events):
                game = game.after(event)
            elif game.events[told] != event:
                raise EventMismatch(event, game.events[told])
            told += 1
        if told < len(game.events):
            raise EventMismatch(None, game.events[told])
        return game

    def after(self, event: Event) -> Game:
        """The game after the step whose first event is ``event``, with every event of that step:
        a placement may bring the end of the round and all that follows from it.

        Raises:
            EventMismatch: the rules give another event here, or this one begins no step.
            SniffiError: the event tells of something that the rules refuse.
        """
        game = self._retell(event)
        told = game.events[len(self.events)]
        if told != event:
            raise EventMismatch(event, told)
        return game

    def _retell(self, event: Event) -> Game:
        match event:
            case LotDrawn():
                return self.draw_lot([tile for _, tile in event.draws])
            case Dealt():
                tiles = [tile for part in (*event.hands, event.boneyard) for tile in part]
                return self.deal([tile for tile in tiles if tile is not None])
            case Placed():
                return self.act(Place(event.tile, event.spot), seat=event.seat)
            case Drew():
                return self.act(DRAW, seat=event.seat)
            case Passed():
                return self.act(PASS, seat=event.seat)
        raise EventMismatch(event, None)

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
        """Everything that the seat whose turn it is may do; empty outside of play."""
        return self.round.legal_actions() if self.round and self.phase is Phase.PLAY else ()

    def draw_lot(self, tiles: Sequence[Tile]) -> Game:
        """Let each contender draw a tile for the start (R2.1, R2.3, D1).

        Args:
            tiles: what each of ``contenders`` drew, in their order, all different. The higher
                pip count starts; those who tie for best are the next contenders.

        Raises:
            NotNow: no lot is to be drawn.
            NotALot: not one tile for each contender, or one twice.
        """
        if self.phase is not Phase.LOT:
            raise NotNow("lot", self.phase)
        event = lot_drawn(self.round_number, self.stage, self.contenders, tiles)
        return replace(
            self,
            contenders=event.tied,
            stage=1 if event.starter is not None else self.stage + 1,
            starter=event.starter,
            events=(*self.events, event),
        )

    def deal(self, order: Sequence[Tile]) -> Game:
        """Deal the next round from the 28 tiles in dealing order (R1.3; see ``Round.deal``).

        Raises:
            NotNow: the starter is not known yet, or a round is being played.
            NotTheFullSet: ``order`` is not the 28 tiles.
        """
        if self.phase is not Phase.DEAL or self.starter is None:
            raise NotNow("deal", self.phase)
        round = Round.deal(
            order,
            self.players,
            self.starter,
            number=self.round_number,
            scores_before=self.scores,
            target=self.target,
        )
        return replace(self, round=round, events=self.events + round.events)

    def act(self, action: Action, *, seat: int | None = None) -> Game:
        """The game after ``action`` of the seat whose turn it is (see ``Round.act``).

        Raises:
            NotNow: no round is being played.
            Refused: the rules do not allow the action.
        """
        if self.winner is not None:
            raise RoundOver(action, rule="R7.2")
        if self.round is None or self.phase is not Phase.PLAY:
            raise NotNow("play", self.phase)
        round = self.round.act(action, seat=seat)
        events = self.events + round.events[len(self.round.events) :]
        result = round.result
        starter, contenders, winner = self.starter, self.contenders, None
        if result is not None:
            if result.ending is Ending.WIN and result.seat is not None:
                winner = side_of(result.seat, self.players)
            elif result.ending is Ending.BLOCK:
                # R2.3: after a block all players draw a new lot.
                starter, contenders = None, tuple(seats(self.players))
            else:
                starter = result.seat
        return replace(
            self,
            scores=round.game_scores,
            contenders=contenders,
            starter=starter,
            round=round,
            winner=winner,
            events=events,
        )

    def seen_by(self, seat: int | None) -> GameView:
        """What the seat sees of the game; a spectator when ``seat`` is None (R1.4, D3).

        Raises:
            NotASeat: there is no such seat.
        """
        if seat is not None:
            check_seat(seat, self.players)
        return GameView(
            seat=seat,
            players=self.players,
            target=self.target,
            scores=self.scores,
            contenders=self.contenders,
            stage=self.stage,
            starter=self.starter,
            round=self.round.seen_by(seat) if self.round is not None else None,
            winner=self.winner,
            events=tuple(event.seen_by(seat) for event in self.events),
        )
