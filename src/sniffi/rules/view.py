"""What a seat or a spectator sees, and games of which not every tile is known.

A view is built from a ``Round`` or ``Game`` by ``seen_by``, or by following events in which hidden
tiles are None; both give equal views. A game at a real table, where a referee sees the layout but
not the hands, is followed the same way. Following checks every event as far as what is known goes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from sniffi.rules.actions import DRAW, PASS, PLACES, Action, Place
from sniffi.rules.errors import (
    BoneyardEmpty,
    EventMismatch,
    MustDraw,
    MustPlace,
    MustPlaceDrawn,
    NotNow,
    NotTheFullSet,
    NotYourTurn,
    RoundOver,
    TileNotInHand,
)
from sniffi.rules.events import (
    Blocked,
    Dealt,
    Deducted,
    Drew,
    Event,
    LotDrawn,
    MaybeTile,
    Passed,
    Placed,
    RoundEvent,
    WentOut,
    Won,
)
from sniffi.rules.layout import Layout
from sniffi.rules.lot import lot_drawn
from sniffi.rules.outcome import Ending, Phase, RoundResult, phase_of
from sniffi.rules.scoring import points_for, rounded_to_five
from sniffi.rules.seats import (
    HAND_SIZE,
    check_players,
    check_seat,
    check_target,
    next_seat,
    seats,
    side_of,
    sides,
)
from sniffi.rules.tile import FULL_SET, HIGHEST_HALF, Tile, pips


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round as ``seat`` sees it. Hidden tiles are None, so nothing in it can leak them."""

    seat: int | None
    """Whose view it is; None for a spectator."""
    players: int
    starter: int
    number: int
    scores_before: tuple[int, ...]
    target: int | None
    layout: Layout
    hands: tuple[tuple[MaybeTile, ...], ...]
    """Seat 1's hand first, a None for each tile that is hidden."""
    boneyard_size: int
    to_act: int
    """The seat whose turn it is; the last one to act when the round is over."""
    drawn: Tile | None
    """The tile just drawn that must be placed, when the viewer drew it (R6.2)."""
    scores: tuple[int, ...]
    """Raw points of this round, one a side."""
    result: RoundResult | None
    events: tuple[RoundEvent, ...]

    @classmethod
    def begin(
        cls,
        dealt: Dealt,
        *,
        seat: int | None = None,
        scores_before: tuple[int, ...] | None = None,
        target: int | None = None,
    ) -> RoundView:
        """The view after a deal of which some tiles may be unknown.

        Raises:
            NotPlayers, NotASeat: the deal is for another number of players, or has no such seat.
            NotTheFullSet: the sizes are not those of R1.3, or a tile is there twice.
        """
        players = check_players(len(dealt.hands))
        check_seat(dealt.starter, players)
        if seat is not None:
            check_seat(seat, players)
        tiles = [tile for part in (*dealt.hands, dealt.boneyard) for tile in part]
        known = [tile for tile in tiles if tile is not None]
        sizes_right = all(len(hand) == HAND_SIZE[players] for hand in dealt.hands)
        if not sizes_right or len(tiles) != len(FULL_SET) or len(set(known)) != len(known):
            twice = tuple(tile for tile in FULL_SET if known.count(tile) > 1)
            raise NotTheFullSet(len(tiles), twice, ())
        zeros = (0,) * len(sides(players))
        return cls(
            seat=seat,
            players=players,
            starter=dealt.starter,
            number=dealt.round,
            scores_before=zeros if scores_before is None else scores_before,
            target=target,
            layout=Layout(),
            hands=dealt.hands,
            boneyard_size=len(dealt.boneyard),
            to_act=dealt.starter,
            drawn=None,
            scores=zeros,
            result=None,
            events=(dealt,),
        )

    @property
    def hand(self) -> tuple[Tile, ...]:
        """The viewer's own hand; empty for a spectator."""
        return self.known_hand(self.seat) if self.seat is not None else ()

    def known_hand(self, seat: int) -> tuple[Tile, ...]:
        """What is known of a seat's hand."""
        return tuple(tile for tile in self.hands[seat - 1] if tile is not None)

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many tiles each seat holds."""
        return tuple(len(hand) for hand in self.hands)

    @property
    def unseen(self) -> tuple[Tile, ...]:
        """The tiles that may be in a hidden hand or the boneyard, in ascending order."""
        seen = {*self.layout.tiles, *(tile for hand in self.hands for tile in hand)}
        return tuple(tile for tile in FULL_SET if tile not in seen)

    @property
    def game_scores(self) -> tuple[int, ...]:
        """Raw points of each side in the game as it stands."""
        return tuple(a + b for a, b in zip(self.scores_before, self.scores, strict=True))

    def legal_actions(self) -> tuple[Action, ...]:
        """What the viewer may do now: the same as ``Round.legal_actions``; empty when it is
        another's turn."""
        if self.result is not None or self.seat != self.to_act:
            return ()
        placements = self._placements((self.drawn,) if self.drawn is not None else self.hand)
        return placements or ((DRAW,) if self.boneyard_size else (PASS,))

    def _placements(self, tiles: Iterable[Tile]) -> tuple[Action, ...]:
        if not self.layout.tiles:
            return tuple(Place(tile) for tile in tiles)
        return tuple(
            PLACES[tile.index][spot.index]
            for tile in tiles
            for spot in self.layout.spots
            if spot.index in PLACES[tile.index]
        )

    @property
    def settled(self) -> bool:
        """Whether the round is over and every hand that is to be handled has been (R6.5)."""
        if self.result is None:
            return False
        return self.result.ending is Ending.WIN or self._hands_handled == self.players

    @property
    def _hands_handled(self) -> int:
        return sum(isinstance(event, Deducted) for event in self.events[-self.players :])

    def follow(self, event: RoundEvent) -> RoundView:
        """The view after ``event``.

        Raises:
            EventMismatch: the rules give another event here, or other figures.
            Refused: the event tells of an action that the rules refuse.
        """
        match event:
            case WentOut() | Blocked() | Won() | Deducted():
                return self._ended(event)
            case Placed():
                action: Action = Place(event.tile, event.spot)
            case Drew():
                action = DRAW
            case Passed():
                action = PASS
            case Dealt():
                raise EventMismatch(event, None)
        due = self._due_ending()
        if due is not None:
            raise EventMismatch(event, due)
        if self.result is not None:
            raise RoundOver(action, rule=self.result.rule)
        if event.seat != self.to_act:
            raise NotYourTurn(action, seat=event.seat, turn=self.to_act)
        if isinstance(event, Placed):
            return self._placed(event)
        known = self._placements(self.known_hand(event.seat))
        if self.drawn is not None:
            raise MustPlaceDrawn(action, known, drawn=self.drawn)
        if known or not self.layout.tiles:
            raise MustPlace(action, known)
        if isinstance(event, Drew):
            return self._drew(event)
        if self.boneyard_size:
            raise MustDraw(PASS, (DRAW,))
        return replace(
            self, to_act=next_seat(event.seat, self.players), events=(*self.events, event)
        )

    def _due_ending(self) -> WentOut | Blocked | Won | None:
        """The ending that must be told next, as far as what is known goes."""
        last = self.events[-1]
        if self.result is not None:
            return None
        if isinstance(last, Placed):
            if last.points and self.target is not None and last.score >= self.target:
                return Won(side_of(last.seat, self.players), last.score)
            if not self.hands[last.seat - 1]:
                return WentOut(last.seat)
        held = [tile for hand in self.hands for tile in hand]
        if self.boneyard_size or not self.layout.tiles or self._known_to_fit():
            return None
        # D2: with every hand known a block is found at once; else by everyone passing in turn.
        everyone_passed = all(isinstance(told, Passed) for told in self.events[-self.players :])
        return Blocked() if everyone_passed or None not in held else None

    def _known_to_fit(self) -> bool:
        return any(self.layout.fits(t) for hand in self.hands for t in hand if t is not None)

    def _placed(self, event: Placed) -> RoundView:
        seat, tile = event.seat, event.tile
        action = Place(tile, event.spot)
        if tile in self.layout.tiles:
            raise self.layout.refusal(tile, event.spot)
        hand = self.hands[seat - 1]
        elsewhere = any(tile in other for owner, other in enumerate(self.hands, 1) if owner != seat)
        if (tile not in hand and None not in hand) or elsewhere:
            raise TileNotInHand(action, self._placements(self.known_hand(seat)))
        if self.drawn is not None and tile is not self.drawn:
            raise MustPlaceDrawn(action, self._placements((self.drawn,)), drawn=self.drawn)
        layout = self.layout.place(tile, event.spot)
        points = points_for(layout.total)
        scores = self._with_points(seat, points)
        score = self._game_score(seat, scores)
        expected = Placed(seat, tile, event.spot, layout.counted, layout.total, points, score)
        if event != expected:
            raise EventMismatch(event, expected, "R5.1")
        view = replace(
            self,
            layout=layout,
            hands=self._with_hand(seat, _without(hand, tile if tile in hand else None)),
            to_act=next_seat(seat, self.players),
            drawn=None,
            scores=scores,
            events=(*self.events, event),
        )
        # Who ended the round is the last to act, as in Round.
        due = view._due_ending()
        return view if due is None else replace(view, to_act=seat)

    def _drew(self, event: Drew) -> RoundView:
        if not self.boneyard_size:
            raise BoneyardEmpty(DRAW, (PASS,))
        seat, tile = event.seat, event.tile
        if tile is not None and (
            tile in self.layout.tiles or any(tile in hand for hand in self.hands)
        ):
            raise NotTheFullSet(len(FULL_SET), (tile,), ())
        must_place = tile is not None and bool(self.layout.fits(tile))
        return replace(
            self,
            hands=self._with_hand(seat, (*self.hands[seat - 1], tile)),
            boneyard_size=self.boneyard_size - 1,
            drawn=tile if must_place else None,
            events=(*self.events, event),
        )

    def _ended(self, event: WentOut | Blocked | Won | Deducted) -> RoundView:
        events = (*self.events, event)
        if isinstance(event, Deducted):
            return replace(self._deducted(event), events=events)
        due = self._due_ending()
        if isinstance(event, Blocked) and self.result is None and due is None:
            # Hands that nobody could see yet may prove a block that was told at once (D2).
            provable = not self.boneyard_size and self.layout.tiles and not self._known_to_fit()
            due = event if provable else None
        if event != due:
            raise EventMismatch(event, due)
        match event:
            case WentOut():
                result = RoundResult(Ending.OUT, event.seat)
            case Blocked():
                result = RoundResult(Ending.BLOCK, None)
            case Won():
                result = RoundResult(Ending.WIN, self.to_act)
        last = self.events[-1]
        actor = last.seat if isinstance(last, Placed | Drew) else self.to_act
        return replace(self, to_act=actor, result=result, events=events)

    def _deducted(self, event: Deducted) -> RoundView:
        seat = self._hands_handled + 1
        result = self.result
        if result is None or result.ending is Ending.WIN or seat > self.players:
            raise EventMismatch(event, self._due_ending(), "R6.5")
        if event.seat != seat:
            raise EventMismatch(event, None, "R6.5")
        held = self.hands[seat - 1]
        shown = [tile for tile in event.hand if tile is not None]
        unknown = len(event.hand) - len(shown)
        low = pips(shown)
        cost = rounded_to_five(event.pips)
        scores = self._with_points(seat, -cost)
        score = self._game_score(seat, scores)
        possible = (
            len(event.hand) == len(held)
            and len(set(shown)) == len(shown)
            and all(tile in event.hand for tile in held if tile is not None)
            and all(tile in held or tile in self.unseen for tile in shown)
            and low <= event.pips <= low + unknown * 2 * HIGHEST_HALF
        )
        if not possible or (event.cost, event.score) != (cost, score):
            raise EventMismatch(event, replace(event, cost=cost, score=score), "R6.5")
        if result.ending is Ending.BLOCK and any(self.layout.fits(tile) for tile in shown):
            raise EventMismatch(event, None, "R6.4")
        return replace(self, hands=self._with_hand(seat, event.hand), scores=scores)

    def _with_hand(
        self, seat: int, hand: tuple[MaybeTile, ...]
    ) -> tuple[tuple[MaybeTile, ...], ...]:
        return (*self.hands[: seat - 1], hand, *self.hands[seat:])

    def _with_points(self, seat: int, points: int) -> tuple[int, ...]:
        owner = side_of(seat, self.players)
        return tuple(
            score + points if side == owner else score for side, score in enumerate(self.scores, 1)
        )

    def _game_score(self, seat: int, scores: tuple[int, ...]) -> int:
        side = side_of(seat, self.players) - 1
        return self.scores_before[side] + scores[side]


def _without(hand: tuple[MaybeTile, ...], tile: MaybeTile) -> tuple[MaybeTile, ...]:
    """The hand less one tile; one that is unknown when ``tile`` is None."""
    at = hand.index(tile)
    return hand[:at] + hand[at + 1 :]


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
        if isinstance(event, LotDrawn):
            if self.phase is not Phase.LOT or not settled:
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
            if self.phase is not Phase.DEAL or not settled:
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
