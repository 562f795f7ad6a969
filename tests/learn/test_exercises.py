"""Exercises follow from their seed, and what they take for right is right."""

from __future__ import annotations

import hashlib
import re
from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sniffi.learn.chance import Chance
from sniffi.learn.drawing import shared_part
from sniffi.learn.errors import NotADay, NotAKind, NotAnAnswer, NotAnExercise
from sniffi.learn.kinds import KINDS, Kind
from sniffi.learn.kinds.choosing import BestTask
from sniffi.learn.kinds.costing import CostTask
from sniffi.learn.kinds.drawing import DrawTask
from sniffi.learn.kinds.fitting import FitsTask
from sniffi.learn.kinds.starting import LotTask, NextTask
from sniffi.learn.kinds.summing import PointsTask, SumTask
from sniffi.learn.positions import positions
from sniffi.learn.seeds import (
    FIRST_DAY,
    MOST_SEED,
    exercise_of,
    exercise_of_day,
    parse_day,
)
from sniffi.pictures.svg import layout_svg
from sniffi.rules import Draw, Pass, Place, WentOut
from sniffi.words import LANGUAGES, Words
from tests.learn.test_numbers import nearest_five, plain_sum

EN = Words("en")
SEEDS = st.integers(1, MOST_SEED)
EACH = pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))


def test_chance_is_the_stream_that_the_page_tells() -> None:
    """docs/learn.md: SHA-256 of the version, the text and a counter; two bytes a number."""
    first = hashlib.sha256(b"sniffi-learn-1/sum/7/0").digest()
    second = hashlib.sha256(b"sniffi-learn-1/sum/7/1").digest()
    assert Chance("sum/7").bytes(40) == (first + second)[:40]
    pair = int.from_bytes(first[:2])
    assert Chance("sum/7").below(256) == pair % 256


def test_chance_favours_no_remainder() -> None:
    chance = Chance("even")
    counts = [0] * 3
    for _ in range(6000):
        counts[chance.below(3)] += 1
    assert all(1850 < count < 2150 for count in counts), counts


EXPECTED = {
    "sum": "9",
    "points": "no points",
    "fits": "at line B of the double [2|2]",
    "best": "[1|1] or [1|2]",
    "draw": "a tile that fits must be placed",
    "cost": "15",
    "start": "Eero",
}


@EACH
def test_a_link_leads_to_the_same_exercise_for_good(kind: Kind) -> None:
    """A change here is a new version: addresses that people have kept would show another one."""
    assert kind.task(1).solution(EN) == EXPECTED[kind.name]


@EACH
@settings(max_examples=25)
@given(seed=SEEDS)
def test_every_seed_has_an_exercise_that_can_be_answered(kind: Kind, seed: int) -> None:
    task = kind.task(seed)
    for language in LANGUAGES:
        words = Words(language)
        assert task.question(words)
        assert task.why(words)
        values = [choice.value for choice in task.choices(words)]
        labels = [choice.label for choice in task.choices(words)]
        assert len(set(values)) == len(values)
        assert len(set(labels)) == len(labels), "two answers read the same"
        assert task.right()
        for answer in task.right():
            assert task.check(tuple(answer), words)
            assert not values or answer <= set(values)
        shared_part([task.layout])


@EACH
@settings(max_examples=25)
@given(seed=SEEDS)
def test_what_is_right_is_worked_out_anew(kind: Kind, seed: int) -> None:
    task = kind.task(seed)
    right = task.right()
    match task:
        case SumTask():
            assert right == (frozenset({str(plain_sum(task.round.layout))}),)
        case PointsTask():
            total = plain_sum(task.round.layout)
            assert right == (frozenset({str(total if total and not total % 5 else 0)}),)
        case FitsTask():
            halves = {task.tile.low, task.tile.high}
            fits = {str(s) for s in task.round.layout.spots if s.value in halves}
            assert right == (frozenset(fits or {"none"}),)
        case BestTask():
            worth: dict[str, int] = {}
            for action in task.round.legal_actions():
                assert isinstance(action, Place)
                total = plain_sum(task.round.layout.place(action.tile, action.spot))
                points = total if total and not total % 5 else 0
                worth[str(action.tile)] = max(points, worth.get(str(action.tile), 0))
            most = max(worth.values())
            best_tiles = {tile for tile in worth if worth[tile] == most > 0}
            assert {next(iter(answer)) for answer in right} == (best_tiles or {"none"})
        case DrawTask():
            held = task.round.hand if task.round.drawn is None else (task.round.drawn,)
            can = any(t.has(s.value) for t in held for s in task.round.layout.spots)
            due = "place" if can else "draw" if task.round.boneyard else "pass"
            assert right == (frozenset({due}),)
        case CostTask():
            costs = [nearest_five(event.pips) for event in task.events]
            assert right == (frozenset({str(sum(costs))}),)
        case LotTask():
            pips = {seat: tile.pips for seat, tile in task.event.draws}
            best_seats = [str(s) for s in pips if pips[s] == max(pips.values())]
            wanted = best_seats[0] if len(best_seats) == 1 else "tied"
            assert right == (frozenset({wanted}),)
        case NextTask():
            out = [e.seat for e in task.round.events if isinstance(e, WentOut)]
            assert right == (frozenset({str(out[0]) if out else "lot"}),)
        case _:
            raise AssertionError(type(task))


@EACH
def test_no_kind_has_always_the_same_answer(kind: Kind) -> None:
    answers = {kind.task(seed).solution(EN) for seed in range(1, 80)}
    # There are but three things to do in turn.
    assert len(answers) >= (3 if kind.name == "draw" else 5)


def test_every_sort_of_position_turns_up_where_something_is_to_be_done() -> None:
    sorts = {
        (type(task.round.legal_actions()[0]), task.round.drawn is not None)
        for seed in range(1, 80)
        for task in [KINDS["draw"].task(seed)]
        if isinstance(task, DrawTask)
    }
    assert sorts == {(Place, False), (Place, True), (Draw, False), (Pass, False)}


@EACH
@pytest.mark.parametrize(
    "given_answers", [(), ("no-such-answer",), ("",), ("1", "2"), ("-5",), ("1e3",), ("9999",)]
)
def test_what_is_no_answer_is_refused(kind: Kind, given_answers: tuple[str, ...]) -> None:
    task = kind.task(1)
    with pytest.raises(NotAnAnswer):
        task.check(given_answers, EN)


def test_a_wrong_answer_is_wrong() -> None:
    for kind in KINDS.values():
        task = kind.task(1)
        values = [choice.value for choice in task.choices(EN)] or ["998"]
        wrong = next(v for v in values if frozenset({v}) not in task.right())
        assert not task.check((wrong,), EN)


def test_pictures_of_questions_do_not_tell_the_answer() -> None:
    for kind in (KINDS["sum"], KINDS["points"]):
        for seed in range(1, 30):
            task = kind.task(seed)
            assert task.layout is not None
            svg = layout_svg(task.layout, EN, counts=task.shows_counts, style=False)
            assert "pic-number" not in svg
            assert "pic-ring" not in svg
            assert EN.sum(task.layout) not in svg


def test_rounds_of_positions_are_whole() -> None:
    for number in range(40):
        round = positions(Chance(f"whole/{number}"))
        assert round[0].layout.tiles == ()
        assert round[-1].result is not None
        assert {each.players for each in round} == {round[0].players}


@pytest.mark.parametrize("seed", ["0", "01", "-1", "1.5", "", "x", "1000000000", "１", "1\n", " 1"])
def test_bad_seeds_are_refused(seed: str) -> None:
    with pytest.raises(NotAnExercise):
        exercise_of("sum", seed)


def test_unknown_kinds_are_refused() -> None:
    with pytest.raises(NotAKind):
        exercise_of("sums", "1")


def test_the_next_exercise_is_another_and_has_an_address() -> None:
    for seed in (1, 41, MOST_SEED):
        after = exercise_of("sum", str(seed)).next()
        assert after.seed != seed
        kind, number = after.key.split("/")
        assert exercise_of(kind, number) == after


def test_a_week_has_every_kind_once_and_each_day_its_own_seed() -> None:
    days = [FIRST_DAY + timedelta(days=n) for n in range(len(KINDS))]
    found = [exercise_of_day(day) for day in days]
    assert {each.kind.name for each in found} == set(KINDS)
    assert [each.seed for each in found] == [int(day.isoformat().replace("-", "")) for day in days]


TODAY = date(2026, 3, 1)


@pytest.mark.parametrize(
    "text",
    [
        "2026-03-02",
        "2025-12-31",
        "2026-02-30",
        "2026-3-1",
        "20260301",
        "today",
        "",
        "2026-03-01T00",
    ],
)
def test_bad_days_are_refused(text: str) -> None:
    with pytest.raises(NotADay):
        parse_day(text, TODAY)


def test_days_up_to_today_are_there() -> None:
    assert parse_day("2026-03-01", TODAY) == TODAY
    assert parse_day(FIRST_DAY.isoformat(), TODAY) == FIRST_DAY


@given(text=st.text(max_size=12))
def test_any_address_is_an_exercise_or_refused(text: str) -> None:
    if re.fullmatch(r"[1-9][0-9]{0,8}", text):
        assert exercise_of("sum", text).seed == int(text)
    else:
        with pytest.raises(NotAnExercise):
            exercise_of("sum", text)
