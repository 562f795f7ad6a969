"""Positions, actions, events and errors go to another process and come back the same."""

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import pytest

from sniffi.rules import (
    FULL_SET,
    PASS,
    DoesNotFit,
    EventMismatch,
    MustPlaceDrawn,
    NotASeat,
    NotATile,
    NotYourTurn,
    Passed,
    Round,
    RoundOver,
    SniffiError,
    SpotTaken,
    Tile,
)
from tests.rules.made import place, random_game, spot

WAYS: dict[str, Callable[[Any], Any]] = {
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


@pytest.mark.parametrize("way", WAYS)
def test_a_tile_stays_the_one_object_that_it_is(way: str) -> None:
    assert all(WAYS[way](tile) is tile for tile in FULL_SET)


@pytest.mark.parametrize("way", WAYS)
def test_a_game_and_its_views_come_back_equal(way: str) -> None:
    game = random_game(3, random.Random(1))
    for thing in (game, game.seen_by(2), game.seen_by(None)):
        again = WAYS[way](thing)
        assert again == thing
        assert hash(again) == hash(thing)
        assert repr(again) == repr(thing)


ERRORS = [
    NotATile("x"),
    NotASeat(5, 2),
    NotYourTurn(PASS, seat=1, turn=2),
    DoesNotFit(place("35@14.low"), (PASS,), spot=spot("14.low")),
    SpotTaken(PASS, by=Tile(1, 4)),
    MustPlaceDrawn(PASS, drawn=Tile(1, 4)),
    RoundOver(PASS, rule="R7.2"),
    EventMismatch(Passed(1), None, "R6.1"),
]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.code)
def test_an_error_comes_back_whole(error: SniffiError, way: str) -> None:
    again = WAYS[way](error)
    assert type(again) is type(error)
    assert vars(again) == vars(error)
    assert (str(again), again.args) == (str(error), error.args)


def test_having_been_asked_for_its_legal_actions_makes_no_position_different() -> None:
    asked, fresh = Round.deal(FULL_SET, 2, 1), Round.deal(FULL_SET, 2, 1)
    assert asked.legal_actions()
    assert (asked, hash(asked), repr(asked)) == (fresh, hash(fresh), repr(fresh))
