"""One round with every tile known, from the deal to its end (R1.3, R3 to R6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from sniffi.rules.actions import (
    DRAW,
    OPENINGS,
    PASS,
    PLACES,
    Action,
    Draw,
    Pass,
    Place,
    check_action,
)
from sniffi.rules.errors import (
    BoneyardEmpty,
    MustDraw,
    MustPlace,
    MustPlaceDrawn,
    NotTheFullSet,
    NotYourTurn,
    Refused,
    RoundOver,
    TileNotInHand,
)
from sniffi.rules.events import (
    Blocked,
    Dealt,
    Deducted,
    Drew,
    Passed,
    Placed,
    RoundEvent,
    WentOut,
    Won,
)
from sniffi.rules.layout import Layout
from sniffi.rules.outcome import Ending, RoundResult
from sniffi.rules.scoring import points_for, rounded_to_five
from sniffi.rules.seats import (
    HAND_SIZE,
    check_players,
    check_seat,
    check_target,
    next_seat,
    side_of,
    sides,
)
from sniffi.rules.tile import FULL_SET, Tile, is_the_full_set, pips
from sniffi.rules.view import RoundView


@dataclass(frozen=True, slots=True)
class Round:
    """A position of one round. It never changes: ``act`` gives the next one.

    >>> from sniffi.rules import FULL_SET
    >>> round = Round.deal(FULL_SET, players=2, starter=1)
    >>> [str(tile) for tile in round.hands[0]]
    ['00', '01', '02', '03', '04', '05', '06']
    >>> round = round.act(Place(Tile(0, 5)))
    >>> round.scores, round.to_act
    ((5, 0), 2)
    """

    players: int
    starter: int
    number: int
    """Which round of its game this is, from 1."""
    scores_before: tuple[int, ...]
    """Raw points of each side when the round began."""
    target: int | None
    """Raw points that win the game at once (R7.2); None when the round stands alone."""
    layout: Layout
    hands: tuple[tuple[Tile, ...], ...]
    """Seat 1's hand first; each in the order dealt, tiles drawn at its end."""
    boneyard: tuple[Tile, ...]
    """Next to be drawn first."""
    to_act: int
    """The seat whose turn it is; the last one to act when the round is over."""
    drawn: Tile | None
    """The tile just drawn that fits, so must be placed (R6.2)."""
    scores: tuple[int, ...]
    """Raw points of this round, one a side, deductions included once it is over."""
    result: RoundResult | None
    """How it ended; None while it runs."""
    events: tuple[RoundEvent, ...]
    """All that happened, the deal first."""
    _legal: tuple[Action, ...] | None = field(default=None, init=False, compare=False, repr=False)

    @classmethod
    def deal(
        cls,
        order: Sequence[Tile],
        players: int,
        starter: int,
        *,
        number: int = 1,
        scores_before: tuple[int, ...] | None = None,
        target: int | None = None,
    ) -> Round:
        """Deal a round (R1.3).

        Args:
            order: the 28 tiles in dealing order: seat 1's hand, seat 2's and so on, then the
                boneyard, next to be drawn first.
            players: 2, 3 or 4.
            starter: the seat that opens, from 1.
            number: which round of its game this is.
            scores_before: raw points of each side so far; zeros when left out.
            target: raw points that win the game at once; None for a round that stands alone.

        Raises:
            NotPlayers, NotASeat, NotTheFullSet, NotATarget: an argument is not what it should be.
            ValueError: ``scores_before`` is not one score a side.
        """
        check_players(players)
        check_seat(starter, players)
        order = tuple(order)
        if target is not None:
            check_target(target, players)
        zeros = (0,) * len(sides(players))
        scores_before = zeros if scores_before is None else tuple(scores_before)
        if len(scores_before) != len(zeros):
            raise ValueError(f"not one score a side: {scores_before}")
        if not is_the_full_set(order):
            twice = tuple(tile for tile in FULL_SET if order.count(tile) > 1)
            missing = tuple(tile for tile in FULL_SET if tile not in order)
            raise NotTheFullSet(len(order), twice, missing)
        size = HAND_SIZE[players]
        hands = tuple(order[size * seat : size * (seat + 1)] for seat in range(players))
        boneyard = order[size * players :]
        return cls(
            players=players,
            starter=starter,
            number=number,
            scores_before=scores_before,
            target=target,
            layout=Layout(),
            hands=hands,
            boneyard=boneyard,
            to_act=starter,
            drawn=None,
            scores=zeros,
            result=None,
            events=(Dealt(number, starter, hands, boneyard),),
        )

    @property
    def hand(self) -> tuple[Tile, ...]:
        """The hand of the seat whose turn it is."""
        return self.hands[self.to_act - 1]

    @property
    def game_scores(self) -> tuple[int, ...]:
        """Raw points of each side in the game as it stands."""
        return tuple(a + b for a, b in zip(self.scores_before, self.scores, strict=True))

    def legal_actions(self) -> tuple[Action, ...]:
        """Everything that the seat whose turn it is may do; empty only when the round is over.

        Placements come in the order of the hand, each tile's by spot. The one source of truth
        for legality: ``act`` refuses the rest.
        """
        legal = self._legal
        if legal is None:
            legal = self._find_legal()
            object.__setattr__(self, "_legal", legal)
        return legal

    def _find_legal(self) -> tuple[Action, ...]:
        if self.result is not None:
            return ()
        hand = self.hands[self.to_act - 1] if self.drawn is None else (self.drawn,)
        if not self.layout.tiles:
            return tuple([OPENINGS[tile.index] for tile in hand])
        spots = [spot.index for spot in self.layout.spots]
        placements = [
            places[spot]
            for places in [PLACES[tile.index] for tile in hand]
            for spot in spots
            if spot in places
        ]
        if placements:
            return tuple(placements)
        return (DRAW,) if self.boneyard else (PASS,)

    def act(self, action: Action, *, seat: int | None = None) -> Round:
        """The position after ``action`` of the seat whose turn it is.

        Args:
            action: what to do.
            seat: who does it, when that is to be checked; the seat to act when left out.

        Raises:
            Refused: the rules do not allow it; the error's class says why.
            NotASeat: there is no such seat.
            TypeError: ``action`` is no action at all.
        """
        if seat is not None and seat != self.to_act and self.result is None:
            check_seat(seat, self.players)
            raise NotYourTurn(action, seat=seat, turn=self.to_act)
        for legal in self.legal_actions():
            # Identity first: comparing placements field by field costs more than the whole loop.
            if legal is action:
                break
        else:
            if action not in self.legal_actions():
                check_action(action)
                raise self.refusal(action)
        if isinstance(action, Place):
            return self._after_place(action)
        if isinstance(action, Draw):
            return self._after_draw()
        return replace(
            self,
            to_act=next_seat(self.to_act, self.players),
            events=(*self.events, Passed(self.to_act)),
        )

    def seen_by(self, seat: int | None) -> RoundView:
        """What the seat sees of this position; a spectator when ``seat`` is None (R1.4, D3).

        Raises:
            NotASeat: there is no such seat.
        """
        if seat is not None:
            check_seat(seat, self.players)
        shown = self.result is not None and self.result.ending is not Ending.WIN
        hands = tuple(
            hand if shown or owner == seat else (None,) * len(hand)
            for owner, hand in enumerate(self.hands, 1)
        )
        return RoundView(
            seat=seat,
            players=self.players,
            starter=self.starter,
            number=self.number,
            scores_before=self.scores_before,
            target=self.target,
            layout=self.layout,
            hands=hands,
            boneyard_size=len(self.boneyard),
            to_act=self.to_act,
            drawn=self.drawn if self.to_act == seat else None,
            scores=self.scores,
            result=self.result,
            events=tuple(event.seen_by(seat) for event in self.events),
        )

    def refusal(self, action: Action) -> Refused:
        """Why ``action``, which is not legal, is refused: the error that says it, not raised."""
        legal = self.legal_actions()
        if self.result is not None:
            return RoundOver(action, rule=self.result.rule)
        if isinstance(action, Place) and action.tile in self.layout.tiles:
            return self.layout.refusal(action.tile, action.spot, legal)
        if isinstance(action, Place) and action.tile not in self.hand:
            return TileNotInHand(action, legal)
        if self.drawn is not None and (
            not isinstance(action, Place) or action.tile is not self.drawn
        ):
            return MustPlaceDrawn(action, legal, drawn=self.drawn)
        if isinstance(action, Place):
            return self.layout.refusal(action.tile, action.spot, legal)
        if isinstance(legal[0], Place):
            return MustPlace(action, legal)
        if isinstance(action, Pass):
            return MustDraw(action, legal)
        return BoneyardEmpty(action, legal)

    def _after_place(self, action: Place) -> Round:
        tile, seat = action.tile, self.to_act
        layout = self.layout.place(tile, action.spot)
        at = seat - 1
        hand = tuple([held for held in self.hands[at] if held is not tile])
        hands = (*self.hands[:at], hand, *self.hands[seat:])
        points = points_for(layout.total)
        side = side_of(seat, self.players) - 1
        scores = self.scores
        if points:
            scores = (*scores[:side], scores[side] + points, *scores[side + 1 :])
        score = self.scores_before[side] + scores[side]
        placed = Placed(seat, tile, action.spot, layout.counted, layout.total, points, score)
        events: tuple[RoundEvent, ...] = (*self.events, placed)
        result = None
        turn = seat % self.players + 1
        if points and self.target is not None and score >= self.target:
            result = RoundResult(Ending.WIN, seat)
            events = (*events, Won(side + 1, score))
        elif not hand:
            result = RoundResult(Ending.OUT, seat)
            scores, events = self._deducted(hands, scores, (*events, WentOut(seat)))
        elif not self.boneyard and _nobody_can_place(layout, hands):
            result = RoundResult(Ending.BLOCK, None)
            scores, events = self._deducted(hands, scores, (*events, Blocked()))
        if result is not None:
            turn = seat
        return Round(
            self.players,
            self.starter,
            self.number,
            self.scores_before,
            self.target,
            layout,
            hands,
            self.boneyard,
            turn,
            None,
            scores,
            result,
            events,
        )

    def _after_draw(self) -> Round:
        tile, *left = self.boneyard
        seat = self.to_act
        hands = (*self.hands[: seat - 1], (*self.hand, tile), *self.hands[seat:])
        events: tuple[RoundEvent, ...] = (*self.events, Drew(seat, tile))
        scores, result = self.scores, None
        if not left and _nobody_can_place(self.layout, hands):
            result = RoundResult(Ending.BLOCK, None)
            scores, events = self._deducted(hands, scores, (*events, Blocked()))
        return Round(
            self.players,
            self.starter,
            self.number,
            self.scores_before,
            self.target,
            self.layout,
            hands,
            tuple(left),
            seat,
            tile if self.layout.fits(tile) else None,
            scores,
            result,
            events,
        )

    def _deducted(
        self,
        hands: tuple[tuple[Tile, ...], ...],
        scores: tuple[int, ...],
        events: tuple[RoundEvent, ...],
    ) -> tuple[tuple[int, ...], tuple[RoundEvent, ...]]:
        """Scores and events once every hand is handled on its own (R6.5)."""
        new_scores = list(scores)
        new_events = list(events)
        for seat, hand in enumerate(hands, 1):
            side = side_of(seat, self.players) - 1
            held = pips(hand)
            cost = rounded_to_five(held)
            new_scores[side] -= cost
            score = self.scores_before[side] + new_scores[side]
            new_events.append(Deducted(seat, hand, held, cost, score))
        return tuple(new_scores), tuple(new_events)


def _nobody_can_place(layout: Layout, hands: tuple[tuple[Tile, ...], ...]) -> bool:
    return not any(layout.fits(tile) for hand in hands for tile in hand)
