"""A round that is told tile by tile, by who sees the layout and not the hands.

As long as all goes by the rules, ``RoundView`` checks every fact as far as what is known goes.
From the first fact that is told as it was on, only what can be seen on the table is checked.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from sniffi.referee.bounds import MOST_PIPS, bounded
from sniffi.referee.errors import (
    FitsNowhere,
    HandCount,
    HandImpossible,
    HandsFirst,
    HeldBefore,
    NotBlocked,
    NotThatHand,
    NotThisWay,
    SomebodyFits,
)
from sniffi.referee.facts import Block, Draws, Fact, Holds, Passes, Places
from sniffi.rules import (
    DRAW,
    PASS,
    Blocked,
    BoneyardEmpty,
    Dealt,
    Deducted,
    Drew,
    Ending,
    Event,
    EventMismatch,
    Layout,
    MustDraw,
    NotYourTurn,
    Passed,
    Place,
    Placed,
    Refused,
    RoundEvent,
    RoundResult,
    RoundView,
    Spot,
    Tile,
    TileAlreadyPlaced,
    TileNotInHand,
    WentOut,
    Won,
    next_seat,
    points_for,
    rounded_to_five,
    side_of,
)
from sniffi.rules import pips as pips_of
from sniffi.rules.seats import HAND_SIZE, check_seat
from sniffi.rules.tile import FULL_SET


@dataclass(frozen=True, slots=True)
class LaidRound:
    """The round as its keeper sees it. It never changes: ``after`` gives the next one."""

    view: RoundView
    aside: tuple[Tile, ...] = ()
    """Tiles that were placed where they do not fit; they lie beside the layout."""
    regular: bool = True
    """Whether all of it went by the rules."""

    @classmethod
    def begin(
        cls, players: int, starter: int, number: int, scores: tuple[int, ...], target: int
    ) -> LaidRound:
        """The round right after its deal, of which nobody has told a tile."""
        size = HAND_SIZE[players]
        hands = ((None,) * size,) * players
        dealt = Dealt(number, starter, hands, (None,) * (len(FULL_SET) - players * size))
        return cls(RoundView.begin(dealt, scores_before=scores, target=target))

    # What the pages ask ----------------------------------------------------------------------

    @property
    def dealt(self) -> Dealt:
        """The deal."""
        dealt = self.view.events[0]
        assert isinstance(dealt, Dealt)
        return dealt

    @property
    def players(self) -> int:
        """How many play."""
        return self.view.players

    @property
    def starter(self) -> int:
        """Who opened the round, or is to."""
        return self.view.starter

    @property
    def number(self) -> int:
        """The number of the round, from 1."""
        return self.view.number

    @property
    def layout(self) -> Layout:
        """What lies on the table, joined."""
        return self.view.layout

    @property
    def scores(self) -> tuple[int, ...]:
        """Of the sides in the game."""
        return self.view.game_scores

    @property
    def result(self) -> RoundResult | None:
        """How the round ended."""
        return self.view.result

    @property
    def unseen(self) -> tuple[Tile, ...]:
        """The tiles that nobody has shown yet, in ascending order."""
        return tuple(tile for tile in self.view.unseen if tile not in self.aside)

    @property
    def drawn(self) -> int:
        """How many tiles the seat to act has drawn in this turn."""
        count = 0
        for event in reversed(self.view.events):
            if not isinstance(event, Drew):
                break
            count += 1
        return count

    @property
    def blocked(self) -> bool:
        """Whether R6.4 holds, whatever the hands are: with the boneyard empty, every tile that is
        not on the table is in one of them."""
        return bool(self.layout.tiles) and not self.view.boneyard_size and not self._fitting

    @property
    def _fitting(self) -> tuple[Tile, ...]:
        return tuple(tile for tile in self.unseen if self.layout.fits(tile))

    @property
    def hands_counted(self) -> int:
        """How many leftover hands have been handled."""
        return sum(isinstance(event, Deducted) for event in self.view.events)

    @property
    def settled(self) -> bool:
        """Whether nothing of the round is left to tell."""
        if self.result is None:
            return False
        return self.result.ending is Ending.WIN or self.hands_counted == self.players

    @property
    def due_hand(self) -> int | None:
        """The seat whose hand is to be counted now."""
        if self.result is None or self.settled:
            return None
        return self.hands_counted + 1

    # What happens ----------------------------------------------------------------------------

    def after(self, fact: Fact) -> tuple[LaidRound, tuple[Event, ...]]:
        """The round after a fact, and everything that came of it.

        Raises:
            SniffiError: the rules refuse it, or it cannot have happened.
        """
        if self.result is not None and not isinstance(fact, Holds):
            raise HandsFirst
        if isinstance(fact, Places | Draws | Passes | Holds):
            check_seat(fact.seat, self.players)
        if fact.as_was:
            after = self._as_was(fact)
        elif isinstance(fact, Places) and self._fits_nowhere(fact):
            values = {spot.value for spot in self.layout.spots}
            raise FitsNowhere(fact.tile, tuple(sorted(values)))
        elif self.regular:
            after = self._by_the_rules(fact)
        else:
            after = self._by_sight(fact)
        after = after._empty_hands()
        return after, after.view.events[len(self.view.events) :]

    def _fits_nowhere(self, fact: Places) -> bool:
        """Whether no spot was named since there is none."""
        nowhere = self.layout.tiles and not self.layout.fits(fact.tile)
        return fact.spot is None and bool(nowhere) and fact.tile in self.unseen

    def _by_the_rules(self, fact: Fact) -> LaidRound:
        match fact:
            case Places(seat, tile, spot):
                followed = self._following(self._placed(seat, tile, spot), tile)
                return followed._ending(seat)
            case Draws(seat, count):
                bounded(count, 1, len(FULL_SET))
                after = self
                for _ in range(count):
                    after = after._following(Drew(seat, None))
                return after
            case Passes(seat):
                return self._following(Passed(seat))._ending(seat)
            case Block():
                self._check_block()
                return self._following(Blocked())
            case Holds():
                return self._following(self._deducted(fact))
        raise NotThisWay

    def _following(self, event: RoundEvent, tile: Tile | None = None) -> LaidRound:
        """The round with an event that the rules' own view of it takes."""
        try:
            return replace(self, view=self.view.follow(event))
        except EventMismatch as error:
            if isinstance(event, Placed) and tile is not None:
                raise HeldBefore(tile) from error
            if isinstance(event, Passed):
                raise SomebodyFits(self._fitting) from error
            if isinstance(event, Deducted):
                raise HandImpossible(len(event.hand), event.pips) from error
            raise

    def _placed(self, seat: int, tile: Tile, spot: Spot | None) -> Placed:
        try:
            layout = self.layout.place(tile, spot)
            counted, total = layout.counted, layout.total
        except Refused:
            # The view knows better why: it may not even be the seat's turn.
            counted, total = (), 0
        points = points_for(total)
        score = self.scores[side_of(seat, self.players) - 1] + points
        return Placed(seat, tile, spot, counted, total, points, score)

    def _ending(self, seat: int) -> LaidRound:
        """The round with the ending that the last placement or pass brings, if any."""
        view = self.view
        last = view.events[-1]
        side = side_of(seat, self.players)
        target = view.target
        if isinstance(last, Placed) and last.points and target and last.score >= target:
            return self._over(Won(side, last.score), RoundResult(Ending.WIN, seat))
        if isinstance(last, Placed) and not view.hands[seat - 1]:
            return self._over(WentOut(seat), RoundResult(Ending.OUT, seat))
        if self._everyone_passed and (self.blocked or not self.regular):
            return self._over(Blocked(), RoundResult(Ending.BLOCK, None))
        return self

    @property
    def _everyone_passed(self) -> bool:
        last = self.view.events[-self.players :]
        return len(last) == self.players and all(isinstance(event, Passed) for event in last)

    def _over(self, event: RoundEvent, result: RoundResult) -> LaidRound:
        if self.regular:
            return self._following(event)
        view = replace(self.view, result=result, events=(*self.view.events, event))
        return replace(self, view=view)

    def _check_block(self) -> None:
        if not self.blocked:
            raise NotBlocked(self.view.boneyard_size, self._fitting)

    def _deducted(self, fact: Holds) -> Deducted:
        if self.due_hand != fact.seat:
            raise NotThatHand
        size = len(self.view.hands[fact.seat - 1])
        told: tuple[Tile | None, ...] = fact.tiles
        held = pips_of(fact.tiles) if fact.pips is None else fact.pips
        bounded(held, 0, MOST_PIPS)
        if fact.pips is not None and len(told) < size:
            told += (None,) * (size - len(told))
        if len(told) != size and not fact.as_was:
            raise HandCount(size, len(told))
        cost = rounded_to_five(held)
        score = self.scores[side_of(fact.seat, self.players) - 1] - cost
        return Deducted(fact.seat, told, held, cost, score)

    def _empty_hands(self) -> LaidRound:
        """The round with every empty hand counted that is due now."""
        after = self
        while (seat := after.due_hand) is not None and not after.view.hands[seat - 1]:
            event = after._deducted(Holds(seat, ()))
            after = after._following(event) if after.regular else after._shown(event)
        return after

    # Without the rules -----------------------------------------------------------------------

    def _as_was(self, fact: Fact) -> LaidRound:
        loose = replace(self, regular=False)
        match fact:
            case Places(seat, tile, spot, int(total)):
                return loose._put(seat, tile, spot, self._joined(tile, spot), total)._ending(seat)
            case Draws(seat, count):
                return loose._drew(seat, count)
            case Passes(seat):
                return loose._passed(seat)
            case Block():
                return loose._over(Blocked(), RoundResult(Ending.BLOCK, None))
            case Holds():
                return loose._shown(self._deducted(fact))
        raise NotThisWay

    def _by_sight(self, fact: Fact) -> LaidRound:
        """What is on the table decides, once the rules' own view of the round is out of step."""
        match fact:
            case Places(seat, tile, spot):
                action = Place(tile, spot)
                if seat != self.view.to_act:
                    raise NotYourTurn(action, seat=seat, turn=self.view.to_act)
                if tile in self.aside:
                    raise TileAlreadyPlaced(action)
                layout = self.layout.place(tile, spot)
                return self._put(seat, tile, spot, layout, layout.total)._ending(seat)
            case Draws(seat, count):
                self._check_turn(seat)
                return self._drew(seat, count)
            case Passes(seat):
                self._check_turn(seat)
                if self.view.boneyard_size:
                    raise MustDraw(PASS, (DRAW,))
                return self._passed(seat)._ending(seat)
            case Block():
                self._check_block()
                return self._over(Blocked(), RoundResult(Ending.BLOCK, None))
            case Holds():
                event = self._deducted(fact)
                shown = [tile for tile in event.hand if tile is not None]
                if not set(shown) <= set(self.unseen) or len(set(shown)) != len(shown):
                    raise HandImpossible(len(event.hand), event.pips)
                return self._shown(event)
        raise NotThisWay

    def _check_turn(self, seat: int) -> None:
        if seat != self.view.to_act:
            raise NotYourTurn(PASS, seat=seat, turn=self.view.to_act)

    def _joined(self, tile: Tile, spot: Spot | None) -> Layout | None:
        """The layout with the tile, when it can be joined there after all."""
        try:
            return self.layout.place(tile, spot)
        except Refused:
            return None

    def _put(
        self, seat: int, tile: Tile, spot: Spot | None, layout: Layout | None, total: int
    ) -> LaidRound:
        """The tile on the table: joined, or beside the layout when that is None."""
        view = self.view
        action = Place(tile, spot)
        if tile in self.layout.tiles or tile in self.aside:
            raise TileAlreadyPlaced(action)
        bounded(total, 0, MOST_PIPS)
        hand = view.hands[seat - 1]
        if not hand:
            raise TileNotInHand(action)
        points = points_for(total)
        view = self._with_points(seat, points)
        score = view.game_scores[side_of(seat, self.players) - 1]
        counted = layout.counted if layout is not None and layout.total == total else ()
        event = Placed(seat, tile, spot, counted, total, points, score)
        view = replace(
            view,
            layout=self.layout if layout is None else layout,
            hands=(*view.hands[: seat - 1], hand[1:], *view.hands[seat:]),
            to_act=next_seat(seat, self.players),
            events=(*view.events, event),
        )
        aside = (*self.aside, tile) if layout is None else self.aside
        return replace(self, view=view, aside=aside)

    def _drew(self, seat: int, count: int) -> LaidRound:
        bounded(count, 1, len(FULL_SET))
        view = self.view
        if view.boneyard_size < count:
            raise BoneyardEmpty(DRAW, (PASS,))
        hand = (*view.hands[seat - 1], *(None,) * count)
        return replace(
            self,
            view=replace(
                view,
                hands=(*view.hands[: seat - 1], hand, *view.hands[seat:]),
                boneyard_size=view.boneyard_size - count,
                to_act=seat,
                events=(*view.events, *(Drew(seat, None),) * count),
            ),
        )

    def _passed(self, seat: int) -> LaidRound:
        view = self.view
        turn = next_seat(seat, self.players)
        return replace(self, view=replace(view, to_act=turn, events=(*view.events, Passed(seat))))

    def _shown(self, event: Deducted) -> LaidRound:
        view = self._with_points(event.seat, -event.cost)
        hands = (*view.hands[: event.seat - 1], event.hand, *view.hands[event.seat :])
        return replace(self, view=replace(view, hands=hands, events=(*view.events, event)))

    def _with_points(self, seat: int, points: int) -> RoundView:
        owner = side_of(seat, self.players)
        scores = tuple(
            score + points if side == owner else score
            for side, score in enumerate(self.view.scores, 1)
        )
        return replace(self.view, scores=scores)
