"""Games that a seat cannot tell apart: for the tests that nothing hidden shows anywhere (R1.4, D3).

other = twin(game, seat, rng)
if other is not None:
    assert whatever(game.seen_by(seat)) == whatever(other.seen_by(seat))
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from sniffi.rules import (
    DRAW,
    PASS,
    Action,
    Dealt,
    Drew,
    Event,
    Game,
    LotDrawn,
    Passed,
    Place,
    Placed,
    SniffiError,
    Tile,
)


def twin(game: Game, seat: int | None, rng: random.Random, *, tries: int = 40) -> Game | None:
    """A game with other hidden tiles of which ``seat`` (or a spectator) sees the very same.

    In every round pairs of tiles change places at random, ``tries`` times. A change is kept when
    the same actions are still legal and the seat still sees the same events.

    Returns:
        None when no change could be kept.
    """
    other = Game.new(game.players, game.target)
    for step in _steps(game.events):
        if isinstance(step, LotDrawn):
            other = other.draw_lot([tile for _, tile in step.draws])
        else:
            order, actions = step
            other = _varied(other, order, actions, seat, rng, tries)
    assert other.seen_by(seat) == game.seen_by(seat)
    return other if other.events != game.events else None


def differing(game: Game, other: Game) -> list[int]:
    """The seats that hold other tiles, not only the same in another order."""
    if game.round is None or other.round is None:
        return []
    pairs = zip(game.round.hands, other.round.hands, strict=True)
    return [seat for seat, (one, two) in enumerate(pairs, 1) if set(one) != set(two)]


def _steps(events: Sequence[Event]) -> Iterator[LotDrawn | tuple[list[Tile], list[Action]]]:
    """Each lot, and each round as its dealing order and what was done in it."""
    for at, event in enumerate(events):
        if isinstance(event, LotDrawn):
            yield event
        elif isinstance(event, Dealt):
            parts = (*event.hands, event.boneyard)
            order = [tile for part in parts for tile in part if tile is not None]
            yield order, list(_actions(events[at + 1 :]))


def _actions(events: Sequence[Event]) -> Iterator[Action]:
    for event in events:
        match event:
            case Placed():
                yield Place(event.tile, event.spot)
            case Drew():
                yield DRAW
            case Passed():
                yield PASS
            case LotDrawn() | Dealt():
                return


def _played(game: Game, order: Sequence[Tile], actions: Sequence[Action]) -> Game:
    game = game.deal(order)
    for action in actions:
        game = game.act(action)
    return game


def _varied(
    before: Game,
    order: list[Tile],
    actions: Sequence[Action],
    seat: int | None,
    rng: random.Random,
    tries: int,
) -> Game:
    told = len(before.events)
    after = _played(before, order, actions)
    seen = [event.seen_by(seat) for event in after.events[told:]]
    for _ in range(tries):
        one, two = rng.sample(range(len(order)), 2)
        changed = list(order)
        changed[one], changed[two] = changed[two], changed[one]
        try:
            other = _played(before, changed, actions)
        except SniffiError:
            continue
        if [event.seen_by(seat) for event in other.events[told:]] == seen:
            after, order = other, changed
    return after
