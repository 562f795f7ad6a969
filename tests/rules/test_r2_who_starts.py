"""R2 and D1: who starts."""

import random

import pytest

from sniffi.rules import (
    FULL_SET,
    Dealt,
    Ending,
    Game,
    LotDrawn,
    NotALot,
    NotASeat,
    NotNow,
    NotYourTurn,
    Pass,
    Passed,
    Phase,
    Place,
    Placed,
    Tile,
    next_seat,
    parse_tiles,
)
from tests.rules.made import act, deal, random_game, random_order, step


def lots(game: Game) -> list[LotDrawn]:
    return [event for event in game.events if isinstance(event, LotDrawn)]


def test_r2_1_the_higher_tile_of_the_lot_starts() -> None:
    game = Game.new(3).draw_lot(parse_tiles("35 06 66"))
    assert (game.phase, game.starter) == (Phase.DEAL, 3)
    assert lots(game) == [
        LotDrawn(1, 1, ((1, Tile(3, 5)), (2, Tile(0, 6)), (3, Tile(6, 6))), starter=3)
    ]


def test_r2_1_those_who_tie_for_best_draw_again_among_themselves() -> None:
    game = Game.new(4).draw_lot(parse_tiles("44 01 35 26"))
    assert (game.phase, game.contenders, game.starter) == (Phase.LOT, (1, 3, 4), None)
    assert lots(game)[0].tied == (1, 3, 4)
    game = game.draw_lot(parse_tiles("00 15 06"))
    assert game.contenders == (3, 4)
    game = game.draw_lot(parse_tiles("12 01"))
    assert (game.phase, game.starter) == (Phase.DEAL, 3)
    assert [event.stage for event in lots(game)] == [1, 2, 3]


def test_r2_1_a_tie_below_the_best_draws_no_more() -> None:
    game = Game.new(3).draw_lot(parse_tiles("06 55 24"))
    assert game.starter == 2


def test_r2_1_what_was_dealt_gives_no_advantage() -> None:
    # The starter is known before the tiles are, and may open with any of them.
    game = Game.new(2).draw_lot(parse_tiles("00 01"))
    for seed in range(5):
        dealt = game.deal(random_order(random.Random(seed)))
        assert dealt.to_act == 2
        assert len(dealt.legal_actions()) == 7


@pytest.mark.parametrize("tiles", ["35", "35 06 66", "35 35"])
def test_r2_1_a_lot_is_one_different_tile_for_each_contender(tiles: str) -> None:
    with pytest.raises(NotALot) as refused:
        Game.new(2).draw_lot(parse_tiles(tiles))
    assert refused.value.fields == {"contenders": (1, 2), "tiles": parse_tiles(tiles)}


def test_r2_1_no_deal_before_the_lot_and_no_lot_after_it() -> None:
    game = Game.new(2)
    with pytest.raises(NotNow):
        game.deal(FULL_SET)
    with pytest.raises(NotNow):
        game.act(Place(Tile(0, 0)))
    game = game.draw_lot(parse_tiles("35 06"))
    with pytest.raises(NotNow):
        game.draw_lot(parse_tiles("35 06"))
    with pytest.raises(NotNow):
        game.act(Place(Tile(0, 0)))
    with pytest.raises(NotNow):
        game.deal(FULL_SET).deal(FULL_SET)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r2_2_play_goes_clockwise_for_the_whole_game(players: int) -> None:
    game = random_game(players, random.Random(players))
    turn: int | None = None
    for event in game.events:
        if isinstance(event, Dealt):
            turn = event.starter
        elif isinstance(event, Placed | Passed):
            assert event.seat == turn
            turn = next_seat(event.seat, players)


def test_r2_2_another_seat_is_refused() -> None:
    round = act(deal("05", "00"), "05")
    with pytest.raises(NotYourTurn) as refused:
        round.act(Pass(), seat=1)
    assert refused.value.fields["turn"] == 2
    assert round.act(round.legal_actions()[0], seat=2).to_act == 1


def next_start(ending: Ending) -> tuple[Game, int | None]:
    """A game just after a round that ended like this, and the seat that ended it."""
    rng = random.Random(5)
    game = Game.new(3, target=10_000)
    while True:
        game = step(game, rng)
        result = game.round.result if game.round is not None else None
        if result is not None and result.ending is ending:
            return game, result.seat


def test_r2_3_who_went_out_starts_the_next_round() -> None:
    game, seat = next_start(Ending.OUT)
    assert (game.phase, game.starter) == (Phase.DEAL, seat)
    assert game.deal(FULL_SET).to_act == seat


def test_r2_3_after_a_block_all_draw_a_new_lot() -> None:
    game, seat = next_start(Ending.BLOCK)
    assert seat is None
    assert (game.phase, game.contenders, game.starter) == (Phase.LOT, (1, 2, 3), None)
    game = game.draw_lot(parse_tiles("00 66 01"))
    assert lots(game)[-1].round == game.round_number
    assert game.starter == 2


def test_d1_every_draw_of_the_lot_is_recorded_and_public() -> None:
    game = Game.new(2).draw_lot(parse_tiles("35 44")).draw_lot(parse_tiles("00 01"))
    assert len(lots(game)) == 2
    assert game.seen_by(None).events == game.events


def test_d1_a_redraw_is_from_the_reshuffled_set() -> None:
    # The same tile may come again in the next stage.
    game = Game.new(2).draw_lot(parse_tiles("35 44")).draw_lot(parse_tiles("44 35"))
    assert game.contenders == (1, 2)


@pytest.mark.parametrize("wrong", [None, "35", []])
def test_r2_1_a_lot_is_of_tiles(wrong: object) -> None:
    with pytest.raises(NotALot):
        Game.new(2).draw_lot([wrong, Tile(0, 6)])  # type: ignore[list-item]


@pytest.mark.parametrize("seat", [0, 3, "1"])
def test_r2_2_no_turn_of_a_seat_that_is_not_there(seat: object) -> None:
    with pytest.raises(NotASeat):
        act(deal("05", "00"), "05").act(Pass(), seat=seat)  # type: ignore[arg-type]
