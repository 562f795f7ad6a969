"""The kernel against the rules: the same at every ply of random rounds."""

from __future__ import annotations

import threading
from collections import Counter
from random import Random

import numpy as np
import pytest

from sniffi.fast import chance, kernel, playouts
from sniffi.fast.compiling import Ints
from sniffi.fast.convert import (
    ENDINGS,
    action_of,
    code_of,
    legal_actions,
    spots_of,
    state_of,
    tiles_of,
)
from sniffi.rules import Drew, Passed, Place, Placed, Round
from tests.fast.positions import dealt, played

PLAYERS = (2, 3, 4)
TARGETS = (None, None, 30, 60)
EACH = pytest.mark.parametrize("players", PLAYERS)


def check(state: Ints, round: Round) -> None:
    """Everything that the state says is what the round says."""
    legal = legal_actions(state)
    assert sorted(map(str, legal)) == sorted(map(str, round.legal_actions()))
    assert spots_of(state) == round.layout.spots
    assert state[kernel.TOTAL] == round.layout.total
    for hand, tiles in zip(state[kernel.HANDS : kernel.HANDS + 4], round.hands, strict=False):
        assert tiles_of(int(hand)) == tuple(sorted(tiles))
    assert state[kernel.SIZE] - state[kernel.NEXT] == len(round.boneyard)
    assert tuple(state[kernel.SCORES :][: len(round.scores)]) == round.scores
    assert state[kernel.SEAT] == round.to_act - 1
    assert ENDINGS[int(state[kernel.ENDING])] == (round.result and round.result.ending)
    placed, draws, passes = (
        sum(isinstance(event, kind) for event in round.events) for kind in (Placed, Drew, Passed)
    )
    assert list(state[[kernel.PLACED, kernel.DRAWS, kernel.PASSES]]) == [placed, draws, passes]


def check_round(seed: str, players: int) -> Round:
    """Play a random round in both and compare after every action; the round, over."""
    generator = Random(seed)
    round = dealt(generator, players, target=generator.choice(TARGETS))
    state = state_of(round)
    check(state, round)
    while round.result is None:
        action = generator.choice(round.legal_actions())
        round = round.act(action)
        kernel.act(state, code_of(action))
        check(state, round)
        again = state_of(round)
        # What was drawn and counted before is not in the round's own state.
        fields = [kernel.DRAWN, kernel.LINE, *range(kernel.LIMITS, kernel.LIMITS + 4)]
        assert list(again[fields]) == list(state[fields])
        ends = slice(kernel.ENDS, kernel.ENDS + 4)
        assert sorted(again[ends]) == sorted(state[ends])
    return round


@EACH
@pytest.mark.parametrize("batch", range(5))
def test_kernel_and_rules_agree_at_every_ply(players: int, batch: int) -> None:
    for number in range(30):
        seed = f"{players}-{batch}-{number}"
        try:
            check_round(seed, players)
        except AssertionError as error:
            raise AssertionError(f"check_round({seed!r}, {players})") from error


BATCHES = [
    pytest.param(batch, marks=pytest.mark.exhaustive if batch else pytest.mark.slow)
    for batch in range(7)
]


@EACH
@pytest.mark.parametrize("batch", BATCHES)
def test_kernel_and_rules_agree_in_twenty_thousand_rounds(players: int, batch: int) -> None:
    endings = set()
    for number in range(1_000):
        seed = f"slow-{players}-{batch}-{number}"
        try:
            round = check_round(seed, players)
        except AssertionError as error:
            raise AssertionError(f"check_round({seed!r}, {players})") from error
        endings.add(round.result and round.result.ending)
    assert endings == set(ENDINGS.values()) - {None}


@EACH
def test_deal_deals_as_the_rules_do(players: int) -> None:
    generator = Random(players)
    for _ in range(20):
        round = dealt(generator, players)
        order = [tile for hand in round.hands for tile in hand] + list(round.boneyard)
        state = np.full(kernel.STATE, 99, np.int64)
        indices = np.array([tile.index for tile in order], np.int64)
        kernel.deal(state, players, indices, round.starter - 1)
        told = state_of(round)
        used = [*range(kernel.PASSES + 1), *range(kernel.BONEYARD, kernel.BONEYARD + 8)]
        assert list(state[used]) == list(told[used])


def test_a_code_is_an_action_and_back() -> None:
    generator = Random(1)
    seen = set()
    for _ in range(60):
        round = dealt(generator, 2)
        while round.result is None:
            for action in round.legal_actions():
                assert action_of(code_of(action)) == action
                seen.add(type(action).__name__)
            round = round.act(generator.choice(round.legal_actions()))
    assert seen == {"Place", "Draw", "Pass"}


@EACH
@pytest.mark.parametrize("policy", [playouts.RANDOM, playouts.GREEDY])
def test_a_round_played_out_is_one_that_the_rules_allow(players: int, policy: int) -> None:
    # Whatever it played, the end must be one that the hands and the layout bear out.
    generator, numbers = Random(players), chance.seeded(players)
    for _ in range(100):
        round = dealt(generator, players)
        for _ in range(generator.randrange(12)):
            if round.result is None:
                round = round.act(generator.choice(round.legal_actions()))
        if round.result is not None:
            continue
        state = state_of(round)
        playouts.play_out(state, np.full(4, policy, np.int64), numbers)
        hands = [tiles_of(int(hand)) for hand in state[kernel.HANDS :][:players]]
        assert state[kernel.ENDING] in (kernel.OUT, kernel.BLOCK)
        assert (() in hands) == (state[kernel.ENDING] == kernel.OUT)
        if state[kernel.ENDING] == kernel.BLOCK:
            values = {spot.value for spot in spots_of(state)}
            assert state[kernel.NEXT] == state[kernel.SIZE]
            assert not any(tile.has(v) for hand in hands for tile in hand for v in values)
        assert not legal_actions(state)


def greedy(round: Round) -> Round:
    """A round played on by the greedy policy, where it leaves no choice; else as it was."""
    while round.result is None:
        legal = round.legal_actions()
        after = [round.act(action) for action in legal]
        worth = [
            (event.points, event.tile.pips)
            for event in (next_round.events[len(round.events)] for next_round in after)
            if isinstance(event, Placed)
        ] or [(0, 0)]
        best = [number for number, value in enumerate(worth) if value == max(worth)]
        if len(best) > 1:
            return round
        round = after[best[0]]
    return round


def test_the_greedy_policy_takes_most_points_then_most_pips() -> None:
    generator, numbers = Random(5), chance.seeded(5)
    compared = 0
    for number in range(300):
        round = played(generator, PLAYERS[number % 3], 16)
        over = greedy(round)
        if over.result is None:
            continue
        state = state_of(round)
        playouts.play_out(state, np.full(4, playouts.GREEDY, np.int64), numbers)
        assert tuple(state[kernel.SCORES :][: len(over.scores)]) == over.scores
        compared += 1
    assert compared > 20


def last_choices(generator: Random, choices: int) -> Round:
    """A round whose seat to act goes out with its last tile, in so many ways."""
    while True:
        round = dealt(generator, 4)
        while round.result is None:
            legal = round.legal_actions()
            if len(round.hand) == 1 and len(legal) == choices and isinstance(legal[0], Place):
                return round
            round = round.act(generator.choice(legal))


@pytest.mark.parametrize("choices", [2, 3])
def test_equal_placements_are_chosen_equally_often(choices: int) -> None:
    round = last_choices(Random(choices), choices)
    state, numbers, times = state_of(round), chance.seeded(3), 6_000
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(times):
        over = state.copy()
        playouts.play_out(over, np.full(4, playouts.RANDOM, np.int64), numbers)
        counts[tuple(sorted(over[kernel.ENDS :][:4]))] += 1
    share = 1 / choices
    assert len(counts) == choices
    deviation = (times * share * (1 - share)) ** 0.5
    assert all(abs(count - times * share) < 5 * deviation for count in counts.values())


def test_many_playouts_are_those_of_one_after_another() -> None:
    generator = Random(8)
    rounds = [dealt(generator, players) for players in PLAYERS]
    states = np.stack([state_of(round) for round in rounds])
    before = states.copy()
    policies = np.array([playouts.RANDOM, playouts.GREEDY] * 2, np.int64)
    scores = np.zeros((3, 5, 4), np.int64)
    playouts.play_outs(states, 5, policies, chance.seeded(4), scores)
    assert (states == before).all()
    numbers = chance.seeded(4)
    for number in range(3):
        for repeat in range(5):
            state = states[number].copy()
            playouts.play_out(state, policies, numbers)
            assert list(state[kernel.SCORES :][:4]) == list(scores[number, repeat])


def test_a_round_is_won_on_the_placement_that_reaches_the_target() -> None:
    generator, wins = Random(6), 0
    for number in range(300):
        round = dealt(generator, PLAYERS[number % 3], target=30)
        state = state_of(round)
        playouts.play_out(state, np.full(4, playouts.GREEDY, np.int64), chance.seeded(number))
        if state[kernel.ENDING] != kernel.WIN:
            continue
        wins += 1
        side = int(state[kernel.SEAT]) % (2 if round.players == 4 else 4)
        reached = state[kernel.SCORES + side] + round.scores_before[side]
        # Nothing is deducted, and the last placement scored.
        assert 30 <= reached < 30 + state[kernel.TOTAL]
        assert state[kernel.TOTAL] % 5 == 0
    assert wins > 100


EXPECTED = {
    2: {"plies": 16.73, "draws": 5.08, "blocked": 0.062, "score": 11.94},
    3: {"plies": 18.06, "draws": 4.02, "blocked": 0.038, "score": 5.91},
    4: {"plies": 18.37, "draws": 3.80, "blocked": 0.027, "score": 2.44},
}
"""Means of ../shared/bench/playout.c, by its README.md."""
MARGIN = {"plies": 0.015, "draws": 0.02, "blocked": 0.002, "score": 0.15}
"""Five standard errors of both means, and the last digit printed."""


@EACH
def test_means_of_random_rounds_are_those_of_the_program_in_c(players: int) -> None:
    rounds, sums = 400_000, np.zeros(8, np.int64)
    policies = np.full(4, playouts.RANDOM, np.int64)
    playouts.random_rounds(players, rounds, policies, chance.seeded(players), sums)
    placed, draws, _, blocks, *scores = (sums / rounds).tolist()
    found = {
        "plies": placed,
        "draws": draws,
        "blocked": blocks,
        "score": sum(scores) / players,
    }
    for name, mean in EXPECTED[players].items():
        assert abs(found[name] - mean) < MARGIN[name], (name, found)


def test_greedy_beats_random_by_what_is_known() -> None:
    # Duplicate deals: each is played from both seats. ../shared/bench/README.md: 19.1 a round.
    rounds = 100_000
    means = []
    for seat in (0, 1):
        policies = np.array([playouts.GREEDY, playouts.RANDOM] * 2, np.int64)
        sums = np.zeros(8, np.int64)
        playouts.random_rounds(2, rounds, np.roll(policies, seat), chance.seeded(7), sums)
        means.append((sums[4 + seat] - sums[5 - seat]) / rounds)
    assert abs(sum(means) / 2 - 19.1) < 0.5, means


def test_the_same_seed_gives_the_same_rounds() -> None:
    found = []
    for seed in (1, 1, 2):
        sums = np.zeros(8, np.int64)
        policies = np.full(4, playouts.RANDOM, np.int64)
        playouts.random_rounds(3, 1_000, policies, chance.seeded(seed), sums)
        found.append(sums.tolist())
    assert found[0] == found[1] != found[2]


def test_other_threads_run_while_the_kernel_works() -> None:
    sums, done = np.zeros(8, np.int64), threading.Event()

    def work() -> None:
        policies = np.full(4, playouts.GREEDY, np.int64)
        playouts.random_rounds(4, 1_000_000, policies, chance.seeded(1), sums)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    # With the interpreter's lock held, nothing in between could be seen.
    seen = set()
    while not done.is_set():
        seen.add(int(sums[0]))
    thread.join()
    assert len(seen - {0, int(sums[0])}) > 1
