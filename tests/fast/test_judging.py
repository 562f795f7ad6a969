"""Judges against the rules: what they look at, how their rounds go on, what everybody knows."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from sniffi.bots.positional import expected_reply, replies
from sniffi.bots.strong.judges import positional_weights
from sniffi.bots.sums import POINTS, total_after
from sniffi.fast import judges, judging, kernel
from sniffi.fast.compiling import Ints
from sniffi.fast.convert import ENDINGS, action_of, hand_of, spots_of, state_of, tiles_of
from sniffi.fast.judges import LACKS, LAID, MOST_JOINS, SCRATCH
from sniffi.fast.judging import FIGURES, Floats
from sniffi.fast.thinking import CODE, EVENT
from sniffi.rules import Drew, Ending, Place, Placed, Round
from tests.fast.judged import (
    effect,
    figures_of,
    followed,
    lacks_of,
    place_of,
    placements,
    stage_of,
    to_placement,
    told_lacks,
)
from tests.fast.positions import dealt

PLAYERS = (2, 3, 4)
EACH = pytest.mark.parametrize("players", PLAYERS)
TARGETS = (None, None, 30, 60)


def both(seed: str, players: int, target: int | None = None) -> Iterator[tuple[Round, Ints, int]]:
    """A round played at random in the rules and by ``to_choice`` and ``lay_for``: at each placement
    to be made, both, and how many joins there are; at last both when the round is over, and 0."""
    generator = Random(seed)
    round = dealt(generator, players, target=target)
    state, joins = state_of(round), np.empty(MOST_JOINS, np.int64)
    judges.begin_judging(state)
    while True:
        running = state[kernel.ENDING] == kernel.RUNS
        count = judges.to_choice(state, joins) if running else 0
        round = to_placement(round)
        yield round, state, count
        if not count or round.result:
            return
        join = int(joins[generator.randrange(count)])
        round = round.act(place_of(state, join))
        judges.lay_for(state, join)


def joins_of(state: Ints) -> Ints:
    """The joins of the seat to act, who can place."""
    joins = np.empty(MOST_JOINS, np.int64)
    return joins[: judges.to_choice(state.copy(), joins)]


def looked(state: Ints, joins: Ints, knows: bool) -> Floats:
    """The figures of joins."""
    figures = np.full((len(joins), FIGURES), np.nan)
    scratch = np.empty(SCRATCH, np.int64)
    before = state.copy()
    judges.look_at_joins(state, joins, len(joins), knows, scratch, figures)
    assert (state == before).all()
    return figures


def check(round: Round, state: Ints, count: int) -> None:
    """The judges' state is the round's, whose forced actions have been done."""
    ending = round.result and round.result.ending
    assert ENDINGS[int(state[kernel.ENDING])] == ending
    assert (count == 0) == (ending is not None)
    assert spots_of(state) == round.layout.spots
    assert state[kernel.TOTAL] == round.layout.total
    assert state[kernel.LINE] == state_of(round)[kernel.LINE]
    assert state[LAID] == hand_of(round.layout.tiles)
    for hand, tiles in zip(state[kernel.HANDS :], round.hands, strict=False):
        assert tiles_of(int(hand)) == tuple(sorted(tiles))
    assert state[kernel.SIZE] - state[kernel.NEXT] == len(round.boneyard)
    assert tuple(state[kernel.SCORES :][: len(round.scores)]) == round.scores
    if ending is not Ending.BLOCK:
        # After a block the lot is drawn: whose turn it was does not matter.
        assert state[kernel.SEAT] == round.to_act - 1
    if ending is None:
        drawn = kernel.NOTHING if round.drawn is None else round.drawn.index
        assert state[kernel.DRAWN] == drawn


@EACH
def test_rounds_go_on_as_the_rules_have_it(players: int) -> None:
    endings = set()
    for number in range(120):
        seed = f"judged {players} {number}"
        target = TARGETS[number % len(TARGETS)]
        for round, state, count in both(seed, players, target):
            try:
                check(round, state, count)
            except Exception as error:
                raise AssertionError(f"{seed}: {round.events[-1]}") from error
            endings.add(round.result and round.result.ending)
    assert endings == {None, *Ending}


@EACH
def test_joins_are_the_placements_that_differ_in_what_follows(players: int) -> None:
    merged = 0
    for number in range(4):
        for round, state, _ in both(f"joins {players} {number}", players):
            if round.result:
                continue
            found = [place_of(state, int(join)) for join in joins_of(state)]
            legal = placements(round)
            assert set(found) <= set(legal)
            effects = [effect(round, place) for place in found]
            assert len(set(effects)) == len(effects)
            assert {effect(round, place) for place in legal} == set(effects)
            merged += len(legal) - len(found)
    assert merged > 0


@EACH
@pytest.mark.parametrize("knows", [False, True])
def test_every_figure_is_what_its_definition_says(players: int, knows: bool) -> None:
    seen = np.zeros(FIGURES)
    heeded = 0
    for number in range(5):
        for round, state, _ in both(f"figures {players} {number}", players):
            if round.result:
                continue
            lacks = lacks_of(round) if knows else (frozenset[int](),) * players
            heeded += any(lacks)
            joins = joins_of(state)
            for join, figures in zip(joins, looked(state, joins, knows), strict=True):
                place = place_of(state, int(join))
                told = np.array(figures_of(round, place, lacks), np.float64)
                assert figures == pytest.approx(told, abs=1e-9), (number, place)
                seen += told != 0
    # What was nought in every position has not been tried.
    never = {judging.LATER, judging.LATER_STUCK} if players == 2 else set()
    assert set(np.flatnonzero(seen == 0)) - {judging.SURE_STUCK} == never
    assert (heeded > 0) == knows


@EACH
def test_the_positional_judge_values_placements_as_the_bot_does(players: int) -> None:
    last = 0
    for pips in (0.3, 1.0):
        weights = positional_weights(pips)
        for number in range(12):
            for round, state, _ in both(f"positional {players} {number}", players):
                if round.result:
                    continue
                view, joins = round.seen_by(round.to_act), joins_of(state)
                held = len(round.hands[round.to_act % players])
                for join, figures in zip(joins, looked(state, joins, False), strict=True):
                    place = place_of(state, int(join))
                    total = total_after(round.layout, place)
                    worth = POINTS[total] + pips * place.tile.pips
                    if len(round.hand) > 1:
                        best = replies(round.layout, place, total, view.unseen)
                        worth -= expected_reply(best, len(view.unseen), held)
                    else:
                        last += 1
                    told = weights[stage_of(round), :FIGURES] @ figures
                    assert told == pytest.approx(worth, abs=1e-9), (number, place)
    assert last > 0


def check_knowledge(round: Round, state: Ints) -> None:
    """What is known of hands is true, and the same to whoever follows from a seat."""
    told = told_lacks(int(state[LACKS]), round.players)
    assert told == lacks_of(round)
    for values, hand in zip(told, round.hands, strict=True):
        for tile in hand:
            assert tile is round.drawn or not {tile.low, tile.high} & values
    view = round.seen_by(round.to_act)
    evidence, choices = followed(view)
    assert evidence.state[LAID] == state[LAID]
    assert evidence.state[LACKS] == state[LACKS]
    others = [
        at
        for at, event in enumerate(view.events)
        if isinstance(event, Placed) and event.seat != view.seat
    ]
    assert choices[:, EVENT].tolist() == others


@EACH
def test_what_hands_are_known_to_lack_they_lack_and_followers_know_it(players: int) -> None:
    mattered = drew = 0
    for number in range(60):
        seed = f"lacks {players} {number}"
        for round, state, count in both(seed, players):
            if count:
                try:
                    check_knowledge(round, state)
                except Exception as error:
                    raise AssertionError(f"{seed}: {round.events[-1]}") from error
                mattered += state[LACKS] != 0
                drew += round.drawn is not None
    assert mattered > 100
    assert drew > 10


@EACH
def test_a_seat_in_the_middle_of_drawing_is_followed_too(players: int) -> None:
    # What it has drawn and kept may have what it lacked before.
    generator = Random(players)
    followed_so = 0
    for _ in range(60):
        round = dealt(generator, players)
        while round.result is None:
            if isinstance(round.events[-1], Drew) and round.drawn is None:
                evidence, _ = followed(round.seen_by(round.to_act))
                told = told_lacks(int(evidence.state[LACKS]), players)
                assert told == lacks_of(round)
                for values, hand in zip(told, round.hands, strict=True):
                    assert not any({tile.low, tile.high} & values for tile in hand)
                followed_so += 1
            round = round.act(generator.choice(round.legal_actions()))
    assert followed_so > 10


@EACH
def test_choices_are_the_positions_in_which_the_others_chose(players: int) -> None:
    generator = Random(players)
    for _ in range(15):
        before: list[Round] = []
        round = dealt(generator, players)
        while round.result is None:
            before.append(round)
            round = round.act(generator.choice(round.legal_actions()))
        turns = [one for one in before if isinstance(one.legal_actions()[0], Place)]
        for now in generator.sample(before, 3):
            for seat in range(1, players + 1):
                _, choices = followed(now.seen_by(seat))
                then = [
                    one for one in turns if one.to_act != seat and len(one.events) < len(now.events)
                ]
                assert len(choices) == len(then)
                for choice, one in zip(choices, then, strict=True):
                    check_choice(choice, one, now)


def check_choice(choice: Ints, then: Round, now: Round) -> None:
    placed = now.events[int(choice[EVENT])]
    assert isinstance(placed, Placed)
    assert len(then.events) == choice[EVENT]
    assert action_of(int(choice[CODE])) == Place(placed.tile, placed.spot)
    assert choice[kernel.SEAT] == then.to_act - 1 == placed.seat - 1
    assert spots_of(choice) == then.layout.spots
    told = state_of(then)
    for field in (kernel.TOTAL, kernel.LINE, kernel.DRAWN, kernel.PLAYERS):
        assert choice[field] == told[field]
    assert choice[kernel.SIZE] - choice[kernel.NEXT] == len(then.boneyard)
    assert choice[LAID] == hand_of(then.layout.tiles)
    assert told_lacks(int(choice[LACKS]), then.players) == lacks_of(then)
    sizes = [len(tiles_of(int(hand))) for hand in choice[kernel.HANDS :][: then.players]]
    assert sizes == [len(hand) for hand in then.hands]
