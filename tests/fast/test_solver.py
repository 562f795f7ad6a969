"""Exact values: against solve.c, against plain search by the rules, and among themselves."""

from __future__ import annotations

import json
import subprocess
import threading
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from sniffi.fast.solver import Solved, Solver, solve
from sniffi.rules import DRAW, Round, next_seat, parse_tiles, side_of, sides
from tests.fast.positions import dealt, played

BENCH = Path(__file__).parents[3] / "shared" / "bench"
VALUES = [
    (int(value), parse_tiles(deal))
    for value, deal in (
        line.split(maxsplit=1)
        for line in Path(__file__).with_name("values.txt").read_text("ascii").splitlines()
    )
]
"""Values of deals by ../shared/bench/solve.c (./solve deals 40 2026), seat 1 opening."""
EACH = pytest.mark.parametrize("players", [2, 3, 4])


def solved(round: Round, *, actions: bool = False) -> Solved:
    found = solve(round, actions=actions)
    assert isinstance(found, Solved), found
    return found


def margins_of(round: Round) -> tuple[float, ...]:
    """For each side its points less the mean of the others'."""
    others = len(round.scores) - 1
    return tuple(points - (sum(round.scores) - points) / others for points in round.scores)


def plainly(round: Round) -> tuple[float, ...]:
    """The margins when each seat does the best for its side, by the rules alone.

    Of actions equal for its side a seat takes the one that is worst for the next seat's.
    """
    known: dict[object, tuple[float, ...]] = {}

    def ahead(round: Round) -> tuple[float, ...]:
        """What is still to come."""
        if round.result is not None:
            return (0.0,) * len(round.scores)
        layout = round.layout
        key = (layout.spots, layout.spinner, round.hands, round.boneyard, round.to_act, round.drawn)
        if key not in known:
            side = side_of(round.to_act, round.players) - 1
            then = side_of(next_seat(round.to_act, round.players), round.players) - 1
            known[key] = max(
                (
                    plus(ahead(after), margins_of(after), margins_of(round))
                    for after in map(round.act, round.legal_actions())
                ),
                key=lambda margins: (margins[side], -margins[then]),
            )
        return known[key]

    return plus(ahead(round), margins_of(round))


def plus(
    margins: tuple[float, ...], more: tuple[float, ...], less: tuple[float, ...] | None = None
) -> tuple[float, ...]:
    """Margins and more margins, less others."""
    less = less or (0.0,) * len(margins)
    return tuple(a + b - c for a, b, c in zip(margins, more, less, strict=True))


@pytest.mark.parametrize("number", range(len(VALUES)))
def test_values_are_those_of_the_program_in_c(number: int) -> None:
    value, deal = VALUES[number]
    assert solved(Round.deal(deal, 2, 1)).value == value


@pytest.mark.slow
def test_values_of_a_thousand_deals_are_those_of_the_program_in_c(tmp_path: Path) -> None:
    program = tmp_path / "solve"
    source = BENCH / "solve.c"
    subprocess.run(["gcc", "-O3", "-march=native", "-w", source, "-o", program], check=True)
    deals = subprocess.run([program, "deals", "1000", "4"], capture_output=True, check=True).stdout
    told = subprocess.run([program], input=deals, capture_output=True, check=True).stdout
    expected = [json.loads(line)["value"] for line in told.splitlines()]
    found = [
        solved(Round.deal(parse_tiles(line), 2, 1)).value for line in deals.decode().splitlines()
    ]
    assert len(found) == 1000
    assert found == expected


@EACH
@pytest.mark.parametrize("seed", range(12))
def test_values_are_those_of_a_plain_search_by_the_rules(players: int, seed: int) -> None:
    generator = Random(f"{players}-{seed}")
    for unplaced in (5, 6, 7, 8):
        round = played(generator, players, unplaced)
        found = solved(round, actions=True)
        assert found.margins == plainly(round)
        assert {told.action for told in found.actions} == set(round.legal_actions())
        for told in found.actions:
            assert told.margins == plainly(round.act(told.action)), told.action


@pytest.mark.slow
@EACH
@pytest.mark.parametrize("seed", range(40))
def test_values_of_longer_rounds_are_those_of_a_plain_search(players: int, seed: int) -> None:
    generator = Random(f"slow-{players}-{seed}")
    for unplaced in (8, 9, 10):
        round = played(generator, players, unplaced)
        found = solved(round, actions=True)
        assert found.margins == plainly(round)
        for told in found.actions:
            assert told.margins == plainly(round.act(told.action)), told.action


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("seed", range(6))
def test_the_value_stays_while_both_sides_play_what_is_best(players: int, seed: int) -> None:
    round = dealt(Random(f"{players}-{seed}"), players)
    check_best_play(round)


@pytest.mark.parametrize("seed", range(6))
def test_three_players_play_to_the_margins_that_were_told(seed: int) -> None:
    check_best_play(played(Random(f"three-{seed}"), 3, 16))


def check_best_play(round: Round) -> None:
    """From here to the end the margins are what they were told to be at first."""
    margins = solved(round).margins
    assert sum(margins) == 0
    while round.result is None:
        found = solved(round)
        assert found.margins == margins
        assert found.best in round.legal_actions()
        assert found.best is not None
        round = round.act(found.best)
    over = solved(round)
    assert (over.margins, over.best, over.actions, over.nodes) == (margins, None, (), 0)
    assert margins_of(round) == margins


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("seed", range(5))
def test_every_opening_has_a_value_and_the_best_is_that_of_the_round(
    players: int, seed: int
) -> None:
    round = dealt(Random(seed), players)
    found = solved(round, actions=True)
    best = max if round.to_act % 2 else min
    assert found.value == solved(round).value == best(told.value for told in found.actions)
    assert [told.action for told in found.actions].count(found.best or DRAW) == 1
    assert {told.action for told in found.actions} == set(round.legal_actions())
    for told in found.actions:
        assert told.margins == solved(round.act(told.action)).margins


@EACH
def test_points_already_scored_are_part_of_the_value(players: int) -> None:
    generator = Random(players)
    for _ in range(20):
        round = played(generator, players, 9)
        points = tuple(5 * generator.randrange(10) for _ in sides(players))
        scores = tuple(a + b for a, b in zip(round.scores, points, strict=True))
        more = solved(replace(round, scores=scores)).margins
        assert more == plus(solved(round).margins, margins_of(replace(round, scores=points)))


@EACH
def test_a_target_makes_no_difference(players: int) -> None:
    generator = Random(players)
    for _ in range(10):
        round = played(generator, players, 8)
        assert solved(replace(round, target=5)).margins == solved(round).margins


@EACH
def test_a_tile_drawn_is_as_good_as_one_about_to_be_drawn(players: int) -> None:
    generator = Random(players)
    found = 0
    while found < 10:
        round = played(generator, players, 10)
        if round.legal_actions() == (DRAW,):
            after = round.act(DRAW)
            assert solved(after).margins == solved(round).margins
            found += after.drawn is not None


@EACH
def test_a_small_table_changes_no_value(players: int) -> None:
    # Nearly every entry is overwritten, and the ages of the entries come round many times.
    generator = Random(players)
    small, large = Solver(table_bits=4), Solver(table_bits=16)
    for _ in range(300):
        round = played(generator, players, 10)
        found, told = small.solve(round), large.solve(round)
        assert isinstance(found, Solved)
        assert isinstance(told, Solved)
        assert found.margins == told.margins


def test_a_table_that_grows_changes_no_value() -> None:
    for value, deal in VALUES:
        for bits in (8, 20):
            found = Solver(bits).solve(Round.deal(deal, 2, 1))
            assert isinstance(found, Solved)
            assert found.value == value


@EACH
@pytest.mark.parametrize("actions", [False, True])
def test_a_search_that_is_not_finished_says_so(players: int, actions: bool) -> None:
    generator = Random(players)
    stopped = bounded = 0
    for _ in range(4):
        round = dealt(generator, players)
        value = solved(round).value if players != 3 else 0
        for limit in (1, 10, 100, 1_000, 2_000, 3_000, 5_000):
            found = solve(round, actions=actions, node_limit=limit)
            if isinstance(found, Solved):
                assert found.nodes <= limit
                assert found.value == value
                continue
            stopped += 1
            assert found.nodes == limit + 1
            if players == 3:
                assert found.least is found.most is None
            assert found.least is None or found.least <= value
            assert found.most is None or found.most >= value
            bounded += found.least is not None or found.most is not None
    assert stopped >= 8
    assert (bounded > 0) == (players != 3)


def test_each_thread_has_a_solver_of_its_own() -> None:
    deals = VALUES[:16]
    wrong: list[int] = []

    def work() -> None:
        for value, deal in deals:
            found = solved(Round.deal(deal, 2, 1)).value
            if found != value:
                wrong.append(value)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
