"""Worlds against the definition: all deals tried, and rounds played again from them."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise
from math import factorial
from random import Random

import numpy as np
import pytest

from sniffi.fast import chance, kernel, worlds
from sniffi.fast.compiling import Ints
from sniffi.fast.convert import hand_of, state_of, tiles_of
from sniffi.fast.evidence import Evidence, evidence_of
from sniffi.rules import FULL_SET, HAND_SIZE, Drew, Passed, Placed, RoundView, Tile
from tests.fast.positions import dealt
from tests.fast.seen import Assignment, Seen, assignments, hands_now, positions

PLAYERS = (2, 3, 4)
EACH = pytest.mark.parametrize("players", PLAYERS)
TRIES = 4_000
"""How many deals are tried to find those that lead to what was seen."""
MOST = 80
"""How many of those may be left."""
LATE = {2: 14, 3: 11, 4: 8}
"""How many tiles are not on the table when there are few enough deals to be tried."""
Key = tuple[tuple[frozenset[Tile], ...], tuple[Tile, ...], Tile | None]
"""The hands as dealt, the tiles drawn, and the next one to be drawn."""


def drawn_worlds(evidence: Evidence, count: int, seed: int) -> tuple[Ints, Ints]:
    """So many worlds: their states and their orders."""
    states = np.zeros((count, kernel.STATE), np.int64)
    orders = np.zeros((count, len(FULL_SET)), np.int64)
    generator = chance.seeded(seed)
    found = worlds.sample(evidence.state, evidence.facts, count, generator, states, orders)
    assert found == count
    return states, orders


def key(view: RoundView, order: list[int]) -> Key:
    """What two worlds must differ in to be told apart here."""
    size, players = HAND_SIZE[view.players], view.players
    tiles = [FULL_SET[index] for index in order]
    hands = tuple(frozenset(tiles[size * at : size * (at + 1)]) for at in range(players))
    first = len(FULL_SET) - view.boneyard_size
    return hands, tuple(tiles[size * players : first]), (*tiles[first:], None)[0]


def keys_of(view: RoundView, assignment: Assignment) -> list[Key]:
    """The keys of the worlds of an assignment, equally likely."""
    hands, order = assignment
    used = {*order, *(tile for hand in hands for tile in hand)}
    left = [tile for tile in FULL_SET if tile not in used]
    assert len(left) == view.boneyard_size
    return [(hands, order, tile) for tile in left] or [(hands, order, None)]


def check_proportions(
    view: RoundView, found: list[Assignment], facts: Ints | None = None, rounds: int = 30
) -> None:
    """Each deal that leads to what was seen is drawn equally often, no other ever."""
    keys = [one for assignment in found for one in keys_of(view, assignment)]
    evidence = evidence_of(view)
    if facts is not None:
        evidence = Evidence(evidence.state, facts)
    _, orders = drawn_worlds(evidence, rounds * len(keys), seed=len(keys))
    told = Counter(key(view, order) for order in orders.tolist())
    assert set(told) <= set(keys), "a world that cannot be"
    distance = sum((told[one] - rounds) ** 2 / rounds for one in keys)
    freedom = len(keys) - 1
    # Six standard deviations of chi-square, and more where it is far from normal.
    assert distance < freedom + 6 * (2 * freedom) ** 0.5 + 12, (distance, freedom)


@cache
def telling(players: int, count: int = 6) -> list[tuple[Seen, list[Assignment]]]:
    """Positions of which all deals can be tried, and in which draws or passes tell something."""
    kept: list[tuple[Seen, list[Assignment]]] = []
    number = 0
    while len(kept) < count:
        generator = Random(f"telling {players} {number}")
        number += 1
        candidates = [
            seen
            for seen in positions(generator, players)
            if len(FULL_SET) - len(seen.round.layout.tiles) <= LATE[players]
            and hidden_draws(seen.view) > number % 3
        ]
        for seen in generator.sample(candidates, min(2, len(candidates))):
            found = assignments(seen.view, TRIES)
            if found and 1 < len(found) <= MOST:
                kept.append((seen, found))
                break
    return kept


def hidden_draws(view: RoundView) -> int:
    """Draws of others that were not placed at once, and passes."""
    events = (*view.events, None)
    return sum(
        (isinstance(event, Drew) and event.tile is None and not isinstance(after, Placed))
        or (isinstance(event, Passed) and event.seat != view.seat)
        for event, after in pairwise(events)
    )


@EACH
def test_every_deal_that_leads_to_what_was_seen_is_drawn_equally_often(players: int) -> None:
    for seen, found in telling(players):
        check_proportions(seen.view, found)


@EACH
def test_that_check_notices_when_draws_tell_nothing(players: int) -> None:
    noticed = 0
    for seen, found in telling(players):
        evidence = evidence_of(seen.view)
        facts = evidence.facts.copy()
        hidden = (facts[worlds.ORDER] == worlds.UNKNOWN) & (facts[worlds.HOLDER] >= 0)
        facts[worlds.MAY_HOLD, hidden] = sum(1 << tile.index for tile in seen.view.unseen)
        limit = 4_000
        true, loose = (worlds.count(evidence.state, f, limit) for f in (evidence.facts, facts))
        assert true <= loose
        if true < loose:
            with pytest.raises(AssertionError):
                check_proportions(seen.view, found, facts)
            noticed += 1
    assert noticed


def test_that_check_notices_when_a_place_is_too_likely() -> None:
    noticed = 0
    for seen, found in telling(2):
        facts = evidence_of(seen.view).facts.copy()
        # As if the tile that came out last had been dealt for certain.
        last = int((facts[worlds.CAME_OUT] != worlds.UNKNOWN).sum()) - 1
        dealt_places = sum(1 << int(at) for at in np.flatnonzero(facts[worlds.ACQUIRED] == 0))
        if last < 0 or not facts[worlds.CAME_FROM, last] & ~dealt_places:
            continue
        facts[worlds.CAME_FROM, last] &= dealt_places
        if not facts[worlds.CAME_FROM, last]:
            continue
        with pytest.raises(AssertionError):
            check_proportions(seen.view, found, facts)
        noticed += 1
    assert noticed


@EACH
def test_worlds_with_different_hands_are_counted_and_listed_with_their_weights(
    players: int,
) -> None:
    for seen, found in telling(players):
        view, evidence = seen.view, evidence_of(seen.view)
        told = Counter(hands_now(view, assignment) for assignment in found)
        limit = len(told)
        states = np.zeros((limit, kernel.STATE), np.int64)
        weights = np.zeros(limit)
        args = evidence.state, evidence.facts
        assert worlds.count(*args, 4_000) == limit
        assert worlds.count(*args, limit - 1) == limit
        assert worlds.enumerate(*args, limit, states, weights) == limit
        hands = [
            tuple(tiles_of(int(hand)) for hand in state[kernel.HANDS :][:players])
            for state in states
        ]
        orders = factorial(HAND_SIZE[players]) ** (players - 1)
        assert dict(zip(hands, weights, strict=True)) == {
            hand: number * orders for hand, number in told.items()
        }
        for hand, state in zip(hands, states, strict=True):
            fits = [t for t in hand[view.to_act - 1] if view.layout.fits(t)]
            drew = isinstance(view.events[-1], Drew)
            drawn = fits[0].index if drew and fits else kernel.NOTHING
            assert state[kernel.DRAWN] == drawn
            boneyard = state[kernel.BONEYARD + state[kernel.NEXT] :][: view.boneyard_size]
            assert sorted(boneyard) == sorted(
                tile.index for tile in view.unseen if not any(tile in one for one in hand)
            )


def same_state(state: Ints, told: Ints) -> bool:
    """Whether a world's state is that of its round; a tile drawn may be told though it does not
    fit."""
    state = state.copy()
    if state[kernel.NEXT] and state[kernel.DRAWN] == kernel.NOTHING:
        boneyard = state[kernel.BONEYARD : kernel.STATE].copy()
        state[kernel.BONEYARD : kernel.STATE] = [*boneyard[1:], 0]
        state[[kernel.NEXT, kernel.SIZE]] -= 1
    return bool((state == told).all())


def check_replays(seen: Seen, worlds_each: int, seed: int) -> None:
    """Rounds dealt as worlds are, played as it was, look the same to the seat."""
    view = seen.view
    evidence = evidence_of(view)
    states, orders = drawn_worlds(evidence, worlds_each, seed)
    for state, order in zip(states, orders, strict=True):
        again = seen.again([FULL_SET[index] for index in order])
        assert again.seen_by(seen.seat) == view
        assert same_state(state, state_of(again))
        twin = evidence_of(again.seen_by(seen.seat))
        assert (twin.state == evidence.state).all()
        assert (twin.facts == evidence.facts).all()


@EACH
@pytest.mark.parametrize("greedy", [False, True])
def test_rounds_dealt_as_worlds_are_look_the_same(players: int, greedy: bool) -> None:
    for number in range(12):
        seed = f"replays {players} {greedy} {number}"
        generator = Random(seed)
        target = generator.choice((None, 60))
        every = list(positions(generator, players, greedy=greedy, target=target))
        for seen in generator.sample(every, min(15, len(every))):
            try:
                check_replays(seen, 3, number)
            except Exception as error:
                raise AssertionError(f"{seed}: seat {seen.seat}, {seen.actions}") from error


@pytest.mark.slow
@EACH
def test_rounds_dealt_as_worlds_are_look_the_same_in_thousands_of_positions(players: int) -> None:
    for number in range(150):
        seed = f"slow replays {players} {number}"
        for seen in positions(Random(seed), players, greedy=bool(number % 2)):
            try:
                check_replays(seen, 2, number)
            except Exception as error:
                raise AssertionError(f"{seed}: seat {seen.seat}, {seen.actions}") from error


@EACH
def test_hands_of_the_past_are_those_of_the_replayed_round(players: int) -> None:
    generator = Random(players)
    every = list(positions(generator, players))
    for seen in generator.sample(every, 6):
        evidence = evidence_of(seen.view)
        _, orders = drawn_worlds(evidence, 1, players)
        tiles = [FULL_SET[index] for index in orders[0]]
        for turn in range(len(seen.actions)):
            then = Seen(seen.deal, seen.actions[:turn], seen.round, seen.seat).again(tiles)
            table = hand_of(then.layout.tiles)
            for seat, hand in enumerate(then.hands):
                event = len(then.events)
                held = worlds.held(orders[0], evidence.facts, seat, event, table)
                assert held == hand_of(hand)


def test_the_same_seed_draws_the_same_worlds() -> None:
    evidence = evidence_of(dealt(Random(1), 4).seen_by(2))
    once, again, other = (drawn_worlds(evidence, 50, seed)[1] for seed in (1, 1, 2))
    assert (once == again).all()
    assert (once != other).any()


def test_worlds_may_be_told_without_their_orders() -> None:
    evidence = evidence_of(dealt(Random(2), 3).seen_by(1))
    states = np.zeros((20, kernel.STATE), np.int64)
    none = np.empty((0, len(FULL_SET)), np.int64)
    worlds.sample(evidence.state, evidence.facts, 20, chance.seeded(5), states, none)
    assert (states == drawn_worlds(evidence, 20, 5)[0]).all()


def test_what_cannot_be_has_no_world() -> None:
    evidence = evidence_of(dealt(Random(3), 2).seen_by(1))
    facts = evidence.facts.copy()
    facts[worlds.MAY_HOLD, 7:14] = 0b111111
    states = np.zeros((1, kernel.STATE), np.int64)
    args = evidence.state, facts
    assert worlds.sample(*args, 1, chance.seeded(1), states, states[:0, :28].copy()) == 0
    assert worlds.count(*args, 100) == 0
