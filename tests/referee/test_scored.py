"""Sheets of scores alone."""

from __future__ import annotations

import pytest

from sniffi.referee.errors import (
    HandsFirst,
    NotThatHand,
    NotThisWay,
    OutOfBounds,
    SumQuestioned,
)
from sniffi.referee.facts import Block, GoesOut, Holds, Passes, Scores, Starts
from sniffi.referee.writing import note
from sniffi.rules import parse_tiles
from tests.referee.made import head, sheet

STARTED = (Starts(1), Scores(1, 15), Scores(2, 8))
SCORES = head(full=False)


@pytest.mark.parametrize("total", [1, 8, 14, 49, 50, 55])
def test_r5_1_a_sum_that_cannot_score_is_asked_about_and_then_scores_nothing(total: int) -> None:
    told = sheet(SCORES, *STARTED)
    with pytest.raises(SumQuestioned) as caught:
        note(told, Scores(1, total))
    assert caught.value.rule == "R5.1"
    sure = note(told, Scores(1, total), sure=True)
    assert sheet(SCORES, *STARTED, sure.fact).position.scores == (15, 0)


@pytest.mark.parametrize("total", [0, 5, 45])
def test_a_sum_that_scores_is_not_asked_about_nor_is_nothing(total: int) -> None:
    told = sheet(SCORES, *STARTED, note(sheet(SCORES, *STARTED), Scores(2, total)).fact)
    assert told.position.scores == (15, total)


def test_r6_5_hands_by_their_tiles_or_pips() -> None:
    told = sheet(SCORES, *STARTED, GoesOut(2))
    assert told.position.due_hand == 1
    with pytest.raises(HandsFirst):
        note(told, Scores(1, 5))
    with pytest.raises(NotThatHand):
        note(told, Holds(2, (), 5))
    by_pips, _ = told.position.after(Holds(1, (), 13))
    by_tiles, _ = told.position.after(Holds(1, parse_tiles("66 01")))
    assert by_pips == by_tiles
    assert by_pips.scores == (0, 0)
    assert by_pips.number == 2
    assert by_pips.round is not None
    assert by_pips.round.starter == 2


def test_r6_6_after_a_block_every_hand_costs_and_a_lot_follows() -> None:
    told = sheet(head(4, full=False), *STARTED, Block(), *(Holds(n, (), 3) for n in (1, 2, 3, 4)))
    assert told.position.scores == (5, -10)
    assert told.position.contenders == (1, 2, 3, 4)


def test_r7_2_the_win_is_at_once() -> None:
    told = sheet(head(full=False, target=20), *STARTED, Scores(1, 5))
    assert told.position.winner == 1
    assert told.position.due_hand is None


def test_no_tiles_and_no_absurd_numbers() -> None:
    told = sheet(SCORES, *STARTED)
    with pytest.raises(NotThisWay):
        note(told, Passes(1))
    with pytest.raises(OutOfBounds):
        note(told, Scores(1, 1000), sure=True)
    with pytest.raises(OutOfBounds):
        note(sheet(SCORES, *STARTED, Block()), Holds(1, (), 169))
