"""Nothing that is hidden from a seat shows in what is written for it (R1.4, D3)."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sniffi.deal import Deck
from sniffi.record import GameRecord, dumps
from sniffi.record.plain import layout_to_json, record_to_json, view_to_json
from sniffi.rules import Game, GameView, parse_tiles
from tests.record.made import NAMES, games, played
from tests.rules.made import order_of, place
from tests.twins import differing, twin


def payloads(game: Game, seat: int | None) -> list[str]:
    """Everything that is written for a seat."""
    view = game.seen_by(seat)
    record = GameRecord.of(view, NAMES[: game.players], commitment="0" * 64)
    told = [
        json.dumps(view_to_json(view)),
        json.dumps(record_to_json(record)),
        dumps([record]),
        repr(view),
        repr(record),
        dumps([GameRecord.of(game, NAMES[: game.players]).seen_by(seat)]),
    ]
    if view.round is not None:
        told += [json.dumps(view_to_json(view.round)), repr(view.round)]
    return told


@given(games(steps=60), st.integers(0, 4), st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_games_that_differ_in_hidden_tiles_alone_are_written_the_same(
    made: tuple[Game, Deck], seat: int, rng: random.Random
) -> None:
    game, _ = made
    viewer = seat if 1 <= seat <= game.players else None
    other = twin(game, viewer, rng, tries=15)
    if other is not None:
        assert payloads(game, viewer) == payloads(other, viewer)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_that_look_the_same_are_found_for_most_positions(players: int) -> None:
    rng = random.Random(players)
    found = 0
    for number in range(20):
        deck = Deck(rng.randbytes(32))
        game = played(players, rng, deck, steps=6 + number)
        other = twin(game, 1, rng)
        if other is not None and differing(game, other):
            found += 1
            assert payloads(game, 1) == payloads(other, 1)
            (holder, *_) = differing(game, other)
            assert payloads(game, holder) != payloads(other, holder)
    assert found >= 15


@given(games())
@settings(max_examples=30)
def test_a_views_keys_are_always_the_same(made: tuple[Game, Deck]) -> None:
    game, _ = made
    first = view_to_json(Game.new(2).seen_by(1))
    for seat in (None, 1, game.players):
        view = game.seen_by(seat)
        told = view_to_json(view)
        assert list(told) == list(first)
        if view.round is not None:
            round = told["round"]
            assert list(view_to_json(view.round)) == [*round, "events"]
            assert round["layout"] == layout_to_json(view.round.layout)
            assert [len(hand) for hand in round["hands"]] == list(view.round.hand_sizes)
            assert len(round["legal"]) == len(view.round.legal_actions())


def test_a_view_in_full() -> None:
    game = Game.new(2, 100).draw_lot(parse_tiles("35 66"))
    game = game.deal(order_of(["01 13 05 23 46 06 36", "14 44 22 24 12 66 16"], "55 33"))
    game = game.act(place("44"))
    layout = {
        "tiles": ["44"],
        "spinner": "44",
        "joins": [],
        "legal": [
            {"tile": "44", "port": "line_a", "value": 4},
            {"tile": "44", "port": "line_b", "value": 4},
        ],
        "counted": [{"tile": "44", "value": 8}],
        "total": 8,
        "points": 0,
    }
    legal = [
        {"action": "place", "tile": "46", "spot": {"tile": "44", "port": "line_a"}},
        {"action": "place", "tile": "46", "spot": {"tile": "44", "port": "line_b"}},
    ]
    hand = ["01", "13", "05", "23", "46", "06", "36"]
    dealt = {
        "round": 1,
        "seat": None,
        "event": "dealt",
        "starter": 2,
        "hands": [hand, [None] * 7],
        "boneyard": [None] * 14,
    }
    placed = {
        "round": 1,
        "seat": 2,
        "event": "placed",
        "tile": "44",
        "spot": None,
        "counted": [{"tile": "44", "port": "line_a", "value": 8}],
        "total": 8,
        "points": 0,
        "score": 0,
    }
    draws = [{"seat": 1, "tile": "35"}, {"seat": 2, "tile": "66"}]
    lot = {
        "round": 1,
        "seat": None,
        "event": "lot-drawn",
        "stage": 1,
        "draws": draws,
        "starter": 2,
    }
    round = {
        "seat": 1,
        "players": 2,
        "target": 100,
        "number": 1,
        "starter": 2,
        "to_act": 1,
        "scores_before": [0, 0],
        "scores": [0, 0],
        "game_scores": [0, 0],
        "hands": [hand, [None] * 6],
        "boneyard": 14,
        "drawn": None,
        "result": None,
        "legal": legal,
        "layout": layout,
    }
    view = game.seen_by(1)
    assert view.round is not None
    assert view_to_json(view.round) == round | {"events": [dealt, placed]}
    assert view_to_json(view) == {
        "seat": 1,
        "players": 2,
        "target": 100,
        "phase": "play",
        "round_number": 1,
        "to_act": 1,
        "scores": [0, 0],
        "contenders": [],
        "stage": 1,
        "starter": 2,
        "winner": None,
        "legal": legal,
        "round": round,
        "events": [lot, dealt, placed],
    }


def test_a_game_followed_from_its_redacted_record_is_the_view() -> None:
    game = played(3, random.Random(3), Deck(bytes(32)), steps=40)
    record = GameRecord.of(game, NAMES[:3]).seen_by(2)
    view = GameView.replay(3, record.events, record.target, seat=2)
    assert json.dumps(view_to_json(view)) == json.dumps(view_to_json(game.seen_by(2)))
