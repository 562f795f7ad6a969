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
    MaybeTile,
    Passed,
    Placed,
    RoundEvent,
    WentOut,
    Won,
)
from sniffi.rules.evidence import may_have_held, pips_possible, told_boneyard
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
from sniffi.rules.tile import FULL_SET, Tile, pips


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
            NotATarget, ValueError: see ``Round.deal``.
        """
        hands = tuple(tuple(hand) for hand in dealt.hands)
        dealt = replace(dealt, hands=hands, boneyard=tuple(dealt.boneyard))
        players = check_players(len(hands))
        check_seat(dealt.starter, players)
        if seat is not None:
            check_seat(seat, players)
        tiles = [tile for part in (*dealt.hands, dealt.boneyard) for tile in part]
        known = [tile for tile in tiles if tile is not None]
        sizes_right = all(len(hand) == HAND_SIZE[players] for hand in dealt.hands)
        all_tiles = all(isinstance(tile, Tile) for tile in known)
        twice_none = all_tiles and len(set(known)) == len(known)
        if not sizes_right or len(tiles) != len(FULL_SET) or not twice_none:
            twice = tuple(tile for tile in FULL_SET if known.count(tile) > 1)
            raise NotTheFullSet(len(tiles), twice, ())
        if target is not None:
            check_target(target, players)
        zeros = (0,) * len(sides(players))
        scores_before = zeros if scores_before is None else tuple(scores_before)
        if len(scores_before) != len(zeros):
            raise ValueError(f"not one score a side: {scores_before}")
        return cls(
            seat=seat,
            players=players,
            starter=dealt.starter,
            number=dealt.round,
            scores_before=scores_before,
            target=target,
            layout=Layout(),
            hands=hands,
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
        another's turn. Of a hand that is not wholly known, the placements that are."""
        if self.result is not None or self.seat != self.to_act:
            return ()
        placements = self._placements((self.drawn,) if self.drawn is not None else self.hand)
        if None in self.hands[self.to_act - 1]:
            return placements
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
            case _:
                # A second deal, or what is no event of a round.
                raise EventMismatch(event, None)
        due = self._due_ending()
        if due is not None:
            raise EventMismatch(event, due)
        if self.result is not None:
            raise RoundOver(action, rule=self.result.rule)
        if event.seat != self.to_act:
            check_seat(event.seat, self.players)
            raise NotYourTurn(action, seat=event.seat, turn=self.to_act)
        if isinstance(event, Placed):
            return self._placed(event)
        known = self._placements(self._proven_hand(event.seat))
        if self.drawn is not None:
            raise MustPlaceDrawn(action, known, drawn=self.drawn)
        if known or not self.layout.tiles:
            raise MustPlace(action, known)
        if isinstance(event, Drew):
            return self._drew(event)
        if self.boneyard_size:
            raise MustDraw(PASS, (DRAW,))
        view = replace(
            self, to_act=next_seat(event.seat, self.players), events=(*self.events, event)
        )
        if view._everyone_passed and not self._is_blocked:
            # Somebody holds a tile that fits: there is no boneyard that it could be in.
            raise EventMismatch(event, None, "R6.1")
        return view

    def _proven_hand(self, seat: int) -> tuple[Tile, ...]:
        """What is known of a seat's hand, also because the tiles can be nowhere else."""
        others = [hand for owner, hand in enumerate(self.hands, 1) if owner != seat]
        if self.boneyard_size or any(None in hand for hand in others):
            return self.known_hand(seat)
        return self.known_hand(seat) + self.unseen

    @property
    def _may_be_held(self) -> tuple[Tile, ...]:
        """The tiles that may be in a hidden place of a hand."""
        boneyard = told_boneyard(self.events, self.boneyard_size)
        return tuple(tile for tile in self.unseen if tile not in boneyard)

    @property
    def _everyone_passed(self) -> bool:
        return all(isinstance(told, Passed) for told in self.events[-self.players :])

    @property
    def _is_blocked(self) -> bool:
        """Whether R6.4 holds. The hands need not be seen: with the boneyard empty, every tile that
        is not on the table is in one of them."""
        if self.boneyard_size or not self.layout.tiles:
            return False
        left = [tile for tile in FULL_SET if tile not in self.layout.tiles]
        return not any(self.layout.fits(tile) for tile in left)

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
        if not self._is_blocked:
            return None
        # D2: with every hand known a block is told at once; else everyone may pass in turn first.
        all_known = not any(None in hand for hand in self.hands)
        return Blocked() if all_known or self._everyone_passed else None

    def _placed(self, event: Placed) -> RoundView:
        seat, tile = event.seat, event.tile
        action = Place(tile, event.spot)
        if tile in self.layout.tiles:
            raise self.layout.refusal(tile, event.spot)
        hand = self.hands[seat - 1]
        hidden = None in hand and tile in self._may_be_held
        if tile not in hand and not hidden:
            raise TileNotInHand(action, self._placements(self.known_hand(seat)))
        if self.drawn is not None and tile is not self.drawn:
            raise MustPlaceDrawn(action, self._placements((self.drawn,)), drawn=self.drawn)
        layout = self.layout.place(tile, event.spot)
        if hidden and not may_have_held(self.events, seat, (tile,)):
            # It was in hand when the seat drew or passed instead of placing it.
            raise EventMismatch(event, None, "R6.2")
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
        told = told_boneyard(self.events, self.boneyard_size)[0]
        if tile is None:
            tile = told
        elif told is not None and tile is not told:
            raise EventMismatch(event, Drew(seat, told), "R6.2")
        elif told is None and tile not in self._may_be_held:
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
            # D2: told at once, without passes.
            due = event if self._is_blocked else None
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
        may_be_held = self._may_be_held
        hidden = [tile for tile in may_be_held if tile not in shown]
        possible = (
            len(event.hand) == len(held)
            and len(set(shown)) == len(shown)
            and all(tile in event.hand for tile in held if tile is not None)
            and all(tile in held or tile in may_be_held for tile in shown)
            and pips_possible(hidden, unknown, event.pips - low)
            and (seat < self.players or self._all_pips_told(event.pips))
        )
        if not possible:
            raise EventMismatch(event, None, "R6.5")
        if (event.cost, event.score) != (cost, score):
            raise EventMismatch(event, replace(event, cost=cost, score=score), "R6.5")
        if not may_have_held(self.events, seat, (t for t in shown if t not in held)):
            raise EventMismatch(event, None, "R6.2")
        return replace(self, hands=self._with_hand(seat, event.hand), scores=scores)

    def _all_pips_told(self, last: int) -> bool:
        """Whether the hands, the last one of ``last`` pips, have the pips that are left for them:
        with the boneyard empty, all that are not on the table."""
        told = sum(event.pips for event in self.events if isinstance(event, Deducted))
        return bool(self.boneyard_size) or told + last == pips(FULL_SET) - pips(self.layout.tiles)

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
