"""R1: players and deal."""

import random

import pytest

from sniffi.rules import (
    FULL_SET,
    Draw,
    Drew,
    Ending,
    Game,
    NotAPlacement,
    NotAPort,
    NotASeat,
    NotATile,
    NotPlayers,
    NotTheFullSet,
    Round,
    Tile,
    parse_placements,
    seats,
    seats_of,
    side_of,
    sides,
)
from tests.rules.made import act, deal, first_round, random_order


@pytest.mark.parametrize("players", [0, 1, 5, -2, True, 2.0, "2", None])
def test_r1_1_only_two_to_four_players(players: object) -> None:
    with pytest.raises(NotPlayers) as refused:
        Game.new(players)  # type: ignore[arg-type]
    assert refused.value.rule == "R1.1"
    assert refused.value.fields == {"players": players}


@pytest.mark.parametrize("players", [2, 3])
def test_r1_1_two_or_three_players_score_alone(players: int) -> None:
    assert list(sides(players)) == list(seats(players))
    assert [side_of(seat, players) for seat in seats(players)] == list(seats(players))


def test_r1_1_four_are_two_pairs_that_sit_opposite() -> None:
    assert list(sides(4)) == [1, 2]
    assert seats_of(1, 4) == (1, 3)
    assert seats_of(2, 4) == (2, 4)


def test_r1_1_a_pair_owns_one_score() -> None:
    # Seat 1 opens [0|5] for 5, seat 2 makes 5 with [0|0], seat 3 makes 10 for seat 1's pair.
    round = act(deal("05", "00", "55", "66", starter=1), "05 00@05.low 55@05.high")
    assert round.scores == (15, 5)


@pytest.mark.parametrize("seat", [0, 3, -1, True, "1"])
def test_r1_1_a_seat_is_one_of_the_players(seat: object) -> None:
    with pytest.raises(NotASeat):
        Round.deal(FULL_SET, 2, seat)  # type: ignore[arg-type]
    with pytest.raises(NotASeat):
        deal("", "").seen_by(seat)  # type: ignore[arg-type]
    with pytest.raises(NotASeat):
        Game.new(2).seen_by(seat)  # type: ignore[arg-type]


def test_r1_2_the_set_has_28_different_tiles() -> None:
    assert len(FULL_SET) == len(set(FULL_SET)) == 28
    assert FULL_SET[0] is Tile(0, 0)
    assert FULL_SET[-1] is Tile(6, 6)
    assert sum(tile.pips for tile in FULL_SET) == 168
    assert sum(tile.is_double for tile in FULL_SET) == 7


@pytest.mark.parametrize("halves", [(0, 7), (-1, 3), ("1", 4), (1.5, 2)])
def test_r1_2_no_other_tiles(halves: tuple[int, int]) -> None:
    with pytest.raises(NotATile):
        Tile(*halves)


@pytest.mark.parametrize("text", ["", "1", "41", "17", "144", "1 4", "१४", "ab", "1" * 10_000])
def test_r1_2_a_tile_is_written_as_two_digits_low_first(text: str) -> None:
    with pytest.raises(NotATile) as refused:
        Tile.parse(text)
    assert refused.value.fields == {"text": text}


def test_r1_2_a_deal_needs_each_tile_once() -> None:
    too_many = [*FULL_SET, Tile(0, 0)]
    with pytest.raises(NotTheFullSet) as refused:
        Round.deal(too_many, 2, 1)
    assert refused.value.fields == {"count": 29, "twice": (Tile(0, 0),), "missing": ()}
    one_twice = [*FULL_SET[:-1], Tile(0, 0)]
    with pytest.raises(NotTheFullSet) as refused:
        Round.deal(one_twice, 2, 1)
    assert refused.value.fields == {"count": 28, "twice": (Tile(0, 0),), "missing": (Tile(6, 6),)}


@pytest.mark.parametrize(("players", "hand", "boneyard"), [(2, 7, 14), (3, 6, 10), (4, 5, 8)])
def test_r1_3_hands_and_boneyard(players: int, hand: int, boneyard: int) -> None:
    order = random_order(random.Random(players))
    round = Round.deal(order, players, 1)
    assert [len(held) for held in round.hands] == [hand] * players
    assert len(round.boneyard) == boneyard
    assert [tile for held in round.hands for tile in held] + list(round.boneyard) == order


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r1_3_all_of_the_boneyard_may_be_drawn(players: int) -> None:
    round = first_round(players, Ending.BLOCK)
    assert round.boneyard == ()
    drawn = [event.tile for event in round.events if isinstance(event, Drew)]
    assert len(drawn) == 28 - sum(len(hand) for hand in Round.deal(FULL_SET, players, 1).hands)


def test_r1_4_hands_are_secret_while_the_round_is_played() -> None:
    round = act(deal("66", "00 01 02 03 04 05", boneyard="11 12 26"), "66")
    round = round.act(Draw())
    seen = round.seen_by(1)
    assert seen.hand == round.hands[0]
    assert seen.hands[1] == (None,) * 8
    assert seen.boneyard_size == 13
    assert round.seen_by(None).hands == ((None,) * 6, (None,) * 8)


def test_r1_4_leftover_hands_are_shown_when_they_are_counted() -> None:
    for ending in (Ending.OUT, Ending.BLOCK):
        round = first_round(3, ending)
        assert round.seen_by(None).hands == round.hands


def test_r1_4_hands_stay_secret_when_nothing_is_counted() -> None:
    # R7.2: a win in mid-round deducts nothing, so nothing is shown.
    round = act(deal("05", "00", target=5), "05")
    assert round.seen_by(None).hands == ((None,) * 6, (None,) * 7)
    assert round.seen_by(2).hands == ((None,) * 6, round.hands[1])


@pytest.mark.parametrize("text", ["@", "14@", "@14.low", "14@14", "14@low", "14@14.", "14@.low"])
def test_placement_notation_is_strict(text: str) -> None:
    with pytest.raises((NotAPlacement, NotATile, NotAPort)):
        parse_placements(text)


@pytest.mark.parametrize(
    "order", [list(range(28)), [[]] * 28, [None] * 28, list("abcdefghijklmnopqrstuvwxyzåä")]
)
def test_r1_2_a_deal_is_of_tiles(order: list[object]) -> None:
    with pytest.raises(NotTheFullSet) as refused:
        Round.deal(order, 2, 1)  # type: ignore[arg-type]
    assert refused.value.fields == {"count": 28, "twice": (), "missing": FULL_SET}


@pytest.mark.parametrize("half", [[], None, 10**5000], ids=["list", "none", "huge"])
def test_r1_2_whatever_is_given_for_a_half(half: object) -> None:
    with pytest.raises(NotATile):
        Tile(half, 1)  # type: ignore[arg-type]


def test_r1_2_tiles_come_in_ascending_order() -> None:
    assert sorted(random_order(random.Random(1))) == list(FULL_SET)
    with pytest.raises(TypeError):
        sorted([Tile(0, 0), 3])  # type: ignore[type-var]


def test_r1_1_a_round_has_one_score_a_side() -> None:
    before = [10, 20]
    round = Round.deal(FULL_SET, 4, 1, scores_before=before)  # type: ignore[arg-type]
    before.append(30)
    assert round.game_scores == (10, 20)
    assert hash(round) == hash(Round.deal(FULL_SET, 4, 1, scores_before=(10, 20)))
    with pytest.raises(ValueError, match="one score a side"):
        Round.deal(FULL_SET, 4, 1, scores_before=(1, 2, 3, 4))


@pytest.mark.parametrize("players", [10**5000, [2]], ids=["huge", "list"])
def test_r1_1_a_refusal_can_be_written_whatever_it_refuses(players: object) -> None:
    with pytest.raises(NotPlayers) as refused:
        Game.new(players)  # type: ignore[arg-type]
    assert "R1.1 not-players" in str(refused.value)
