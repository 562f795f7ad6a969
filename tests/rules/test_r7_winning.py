"""R7 and D5: winning."""

import random

import pytest

from sniffi.rules import (
    DRAW,
    FULL_SET,
    TARGET,
    Dealt,
    Deducted,
    Ending,
    Game,
    NotATarget,
    Phase,
    Place,
    Placed,
    Round,
    RoundOver,
    RoundResult,
    Tile,
    WentOut,
    Won,
    sides,
)
from tests.rules.made import act, deal, random_game, step


def test_r7_1_targets() -> None:
    assert TARGET == {2: 250, 3: 200, 4: 200}
    assert [Game.new(players).target for players in (2, 3, 4)] == [250, 200, 200]


@pytest.mark.parametrize("target", [0, -5, 1.5, "250", True])
def test_r7_1_a_target_is_a_whole_number_above_zero(target: object) -> None:
    with pytest.raises(NotATarget):
        Game.new(2, target)  # type: ignore[arg-type]


def test_r7_1_raw_points_are_counted_as_they_are() -> None:
    game = random_game(2, random.Random(2))
    gained = [0, 0]
    for event in game.events:
        if isinstance(event, Placed):
            gained[event.seat - 1] += event.points
        elif isinstance(event, Deducted):
            gained[event.seat - 1] -= event.cost
    assert tuple(gained) == game.scores


def test_r7_2_the_first_side_that_reaches_the_target_wins_at_once() -> None:
    round = act(deal("05 14", "00", target=10), "05")
    assert round.result is None
    round = act(deal("05 14", "00", target=5), "05")
    assert round.result == RoundResult(Ending.WIN, 1)
    assert round.events[-1] == Won(1, 5)
    assert round.legal_actions() == ()


@pytest.mark.parametrize("target", [4, 5])
def test_r7_2_reaching_and_passing_both_win(target: int) -> None:
    assert act(deal("05", "", target=target), "05").result == RoundResult(Ending.WIN, 1)


def test_r7_2_the_round_is_not_played_on_and_nothing_is_deducted() -> None:
    round = act(deal("05", "66", target=5), "05")
    assert not any(isinstance(event, Deducted) for event in round.events)
    assert round.scores == (5, 0)
    with pytest.raises(RoundOver) as refused:
        round.act(DRAW)
    assert refused.value.rule == "R7.2"


def test_r7_2_a_last_tile_that_reaches_the_target_wins_before_any_deduction() -> None:
    rng = random.Random(0)
    while True:
        game = random_game(2, rng, target=60)
        assert game.round is not None
        assert game.winner is not None
        if game.round.hands[game.winner - 1] == ():
            break
    assert isinstance(game.events[-1], Won)
    assert isinstance(game.events[-2], Placed)
    last_deal = max(at for at, event in enumerate(game.events) if isinstance(event, Dealt))
    ended = [e for e in game.events[last_deal:] if isinstance(e, WentOut | Deducted)]
    assert ended == []


def test_r7_2_a_pair_wins_with_the_points_of_both() -> None:
    # Seat 1 has 5, seat 3 makes 10: the pair has 15 and wins.
    round = act(deal("05", "00", "55", "66", target=15), "05 00@05.low 55@05.high")
    assert round.events[-1] == Won(1, 15)
    assert round.result == RoundResult(Ending.WIN, 3)


def test_r7_2_only_the_points_of_a_placement_win_not_standing_above_the_target() -> None:
    # A side at the target through a larger starting score wins with its next points only.
    round = Round.deal(FULL_SET, 2, 1, scores_before=(300, 0), target=250)
    round = round.act(Place(Tile(0, 1)))
    assert round.result is None


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r7_2_nothing_changes_after_the_win(players: int) -> None:
    game = random_game(players, random.Random(players))
    assert game.phase is Phase.OVER
    assert game.winner is not None
    assert game.winner in sides(players)
    assert game.scores[game.winner - 1] >= game.target
    assert game.legal_actions() == ()
    with pytest.raises(RoundOver):
        game.act(DRAW)
    assert game.to_act is None


def test_d5_a_game_has_no_limit_of_rounds() -> None:
    rng = random.Random(8)
    game = Game.new(4, target=100_000)
    while game.round_number < 150:
        game = step(game, rng)
    assert game.winner is None


@pytest.mark.parametrize("target", [0, -5, 1.5, "250", True])
def test_r7_1_the_target_of_a_round_is_one_of_a_game(target: object) -> None:
    with pytest.raises(NotATarget):
        Round.deal(FULL_SET, 2, 1, target=target)  # type: ignore[arg-type]
