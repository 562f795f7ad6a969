"""Positions as a seat sees them, and all deals that lead to what it has seen, by the definition."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations
from math import perm
from random import Random

from sniffi.rules import (
    FULL_SET,
    HAND_SIZE,
    Action,
    Dealt,
    Drew,
    Layout,
    Passed,
    Place,
    Placed,
    Round,
    RoundView,
    Tile,
)
from tests.fast.positions import dealt

Assignment = tuple[tuple[frozenset[Tile], ...], tuple[Tile, ...]]
"""The hands as they were dealt, and the tiles that have been drawn, in order."""


@dataclass(frozen=True)
class Seen:
    """A position, the way to it, and who looks at it."""

    deal: Round
    actions: tuple[Action, ...]
    round: Round
    seat: int

    @property
    def view(self) -> RoundView:
        """What the seat sees."""
        return self.round.seen_by(self.seat)

    def again(self, order: list[Tile]) -> Round:
        """The same actions after another deal."""
        deal = self.deal
        round = Round.deal(
            order, deal.players, deal.starter, scores_before=deal.scores_before, target=deal.target
        )
        for action in self.actions:
            round = round.act(action)
        return round


def positions(
    generator: Random, players: int, *, greedy: bool = False, target: int | None = None
) -> Iterator[Seen]:
    """All positions of a round that is played at random, or for points, as every seat sees them."""
    deal = round = dealt(generator, players, target=target)
    actions: list[Action] = []
    while round.result is None:
        for seat in range(1, players + 1):
            yield Seen(deal, tuple(actions), round, seat)
        action = _most_points(round) if greedy else generator.choice(round.legal_actions())
        actions.append(action)
        round = round.act(action)


def _most_points(round: Round) -> Action:
    return max(
        round.legal_actions(),
        key=lambda action: (
            round.layout.place(action.tile, action.spot).points if isinstance(action, Place) else 0
        ),
    )


def assignments(view: RoundView, most: int) -> list[Assignment] | None:
    """All ways in which the tiles may have been dealt and drawn: of those with the right numbers,
    each is tried. None when there are more than ``most`` to try.

    Each stands for as many deals: the orders of the hands and of what is left to draw.
    """
    seat, size = view.seat or 0, HAND_SIZE[view.players]
    draws = [event for event in view.events if isinstance(event, Drew)]
    own = frozenset(tile for tile in _deal(view).hands[seat - 1] if tile)
    known = own | {event.tile for event in draws if event.tile}
    hidden = [tile for tile in FULL_SET if tile not in known]
    # Who placed a tile had it.
    owner = {event.tile: event.seat for event in view.events if isinstance(event, Placed)}
    drawers = [event.seat for event in draws if event.tile is None]
    others = [other for other in range(1, view.players + 1) if other != seat]
    if perm(len(hidden), len(drawers)) > most:
        return None
    story = _story(view)
    found: list[Assignment] = []
    tried = 0
    for drawn in permutations(hidden, len(drawers)):
        if any(owner.get(t, who) != who for t, who in zip(drawn, drawers, strict=True)):
            continue
        unknown = iter(drawn)
        order = tuple(event.tile or next(unknown) for event in draws)
        rest = [tile for tile in hidden if tile not in drawn]
        for dealt_hands in _deals(rest, owner, others, size):
            tried += 1
            if tried > most:
                return None
            hands = {**dealt_hands, seat: own}
            assignment = tuple(hands[one] for one in range(1, view.players + 1)), order
            if _happens(story, assignment):
                found.append(assignment)
    return found


def _deal(view: RoundView) -> Dealt:
    deal = view.events[0]
    assert isinstance(deal, Dealt)
    return deal


def _deals(
    rest: list[Tile], owner: dict[Tile, int], others: list[int], size: int
) -> Iterator[dict[int, frozenset[Tile]]]:
    """All ways to deal hands of ``size`` from the rest, each with the tiles its seat placed."""
    if not others:
        yield {}
        return
    seat = others[0]
    must = [tile for tile in rest if owner.get(tile) == seat]
    may = [tile for tile in rest if tile not in owner]
    if len(must) > size:
        return
    for more in combinations(may, size - len(must)):
        hand = frozenset((*must, *more))
        for hands in _deals([t for t in rest if t not in hand], owner, others[1:], size):
            yield {seat: hand, **hands}


Told = tuple[Placed | Drew | Passed, frozenset[Tile]]
"""An event, and the tiles that fit the layout before it."""


def _story(view: RoundView) -> list[Told]:
    layout, story = Layout(), []
    for event in view.events:
        if isinstance(event, Placed | Drew | Passed):
            story.append((event, frozenset(tile for tile in FULL_SET if layout.fits(tile))))
        if isinstance(event, Placed):
            layout = layout.place(event.tile, event.spot)
    return story


def _happens(story: list[Told], assignment: Assignment) -> bool:
    """Whether all that was seen happens with these tiles."""
    dealt_hands, order = assignment
    hands = [set(hand) for hand in dealt_hands]
    draws = iter(order)
    drawn: Tile | None = None
    for event, fitting in story:
        hand = hands[event.seat - 1]
        if isinstance(event, Placed):
            if event.tile not in hand or (drawn is not None and event.tile is not drawn):
                return False
            hand.remove(event.tile)
            drawn = None
        else:
            if not hand.isdisjoint(fitting):
                return False
            if isinstance(event, Drew):
                tile = next(draws)
                hand.add(tile)
                drawn = tile if tile in fitting else None
    return True


def hands_now(view: RoundView, assignment: Assignment) -> tuple[tuple[Tile, ...], ...]:
    """The hands that this leads to."""
    dealt_hands, order = assignment
    draws = [event.seat for event in view.events if isinstance(event, Drew)]
    return tuple(
        tuple(
            sorted(
                tile
                for tile in (
                    *hand,
                    *(t for t, who in zip(order, draws, strict=True) if who == seat),
                )
                if tile not in view.layout.tiles
            )
        )
        for seat, hand in enumerate(dealt_hands, 1)
    )
