"""What a seat has seen: the truth agrees with it, and nothing hidden is in it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from sniffi.fast import kernel, worlds
from sniffi.fast.convert import state_of
from sniffi.fast.errors import NotASeatsView
from sniffi.fast.evidence import evidence_of
from sniffi.rules import FULL_SET, HAND_SIZE, Dealt, Drew, RoundView
from tests.fast.positions import dealt, played
from tests.fast.seen import Seen, positions

EACH = pytest.mark.parametrize("players", [2, 3, 4])


def check_truth(seen: Seen) -> None:
    """All that the facts say is so."""
    round, view = seen.round, seen.view
    evidence = evidence_of(view)
    order, holder, acquired, may_hold, came_out, came_from = evidence.facts.tolist()
    deal = round.events[0]
    assert isinstance(deal, Dealt)
    truth = [tile for hand in (*deal.hands, deal.boneyard) for tile in hand]
    drawn = [(n, event) for n, event in enumerate(round.events) if isinstance(event, Drew)]
    size = HAND_SIZE[round.players]
    owners = [seat for seat in range(round.players) for _ in range(size)]
    owners += [event.seat - 1 for _, event in drawn]
    assert holder == owners + [worlds.NOBODY] * len(round.boneyard)
    events = [0] * (size * round.players) + [number for number, _ in drawn]
    assert acquired == events + [len(round.events)] * len(round.boneyard)
    assert [FULL_SET[index] for index in evidence.unseen] == list(view.unseen)
    came = [index for index in came_out if index != worlds.UNKNOWN]
    for place, tile in enumerate(truth):
        assert tile is not None
        if order[place] != worlds.UNKNOWN:
            assert order[place] == tile.index
        elif tile in round.layout.tiles:
            assert came_from[came.index(tile.index)] >> place & 1
        else:
            assert may_hold[place] >> tile.index & 1
            assert tile in view.unseen


@EACH
@pytest.mark.parametrize("greedy", [False, True])
def test_the_truth_is_always_possible(players: int, greedy: bool) -> None:
    for number in range(12):
        seed = f"truth {players} {greedy} {number}"
        for seen in positions(Random(seed), players, greedy=greedy, target=60):
            try:
                check_truth(seen)
            except AssertionError as error:
                raise AssertionError(f"{seed}: seat {seen.seat}, {seen.actions}") from error


@EACH
def test_the_state_is_the_rounds_without_what_is_hidden(players: int) -> None:
    for number in range(20):
        round = played(Random(number), players, 16)
        for seat in range(1, players + 1):
            state = evidence_of(round.seen_by(seat)).state
            told = state_of(round)
            hidden = [kernel.HANDS + other for other in range(4) if other != seat - 1]
            own_draw = round.drawn is not None and round.to_act == seat
            hidden += range(kernel.BONEYARD + own_draw, kernel.STATE)
            told[hidden] = 0
            if round.drawn is not None and not own_draw:
                told[kernel.DRAWN] = kernel.NOTHING
            assert state[kernel.SIZE] - state[kernel.NEXT] == len(round.boneyard)
            told[[kernel.NEXT, kernel.SIZE]] = state[[kernel.NEXT, kernel.SIZE]]
            assert state.tolist() == told.tolist()


def view_of(round_seed: int) -> RoundView:
    return played(Random(round_seed), 3, 12).seen_by(2)


def test_a_spectator_has_no_evidence() -> None:
    with pytest.raises(NotASeatsView):
        evidence_of(dealt(Random(1), 2).seen_by(None))


def test_a_hand_that_its_own_seat_does_not_know_is_refused() -> None:
    view = view_of(1)
    hidden = tuple((None,) * len(hand) for hand in view.hands)
    with pytest.raises(NotASeatsView):
        evidence_of(replace(view, hands=hidden))


def test_a_view_that_knows_another_hand_is_refused() -> None:
    round = dealt(Random(1), 2)
    with pytest.raises(NotASeatsView):
        evidence_of(replace(round.seen_by(1), hands=round.hands))
