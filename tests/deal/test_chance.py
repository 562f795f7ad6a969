import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sniffi.deal import Deck, play_chance
from sniffi.rules import Blocked, Dealt, Game, LotDrawn, NotNow, Phase

SEED = bytes(range(32))


def played(players: int, deck: Deck, seed: int, target: int | None = None) -> Game:
    """A whole game of random moves."""
    generator = random.Random(seed)
    game = Game.new(players, target)
    while game.phase is not Phase.OVER:
        if game.phase is Phase.PLAY:
            game = game.act(generator.choice(game.legal_actions()))
        else:
            game = play_chance(game, deck)
    return game


@settings(max_examples=15)
@given(st.integers(2, 4), st.binary(min_size=32, max_size=32), st.integers(0, 2**32))
def test_lots_and_deals_of_a_game_are_those_of_its_deck(
    players: int, seed: bytes, moves: int
) -> None:
    deck = Deck(seed, ("aino", "eero"))
    game = played(players, deck, moves, target=60)
    lots = 0
    for event in game.events:
        if isinstance(event, Dealt):
            order = [tile for part in (*event.hands, event.boneyard) for tile in part]
            assert tuple(order) == deck.deal(event.round)
        elif isinstance(event, LotDrawn):
            lots += 1
            tiles = tuple(tile for _, tile in event.draws)
            assert tiles == deck.lot(event.round, event.stage, len(tiles))
    assert lots
    assert played(players, deck, moves, target=60).events == game.events


def test_d1_those_who_tie_draw_again_from_the_next_stages_shuffle() -> None:
    for number in range(1000):
        deck = Deck(SEED, (f"nonce-{number}",))
        first = deck.lot(1, 1, 4)
        best = max(tile.pips for tile in first)
        tied = tuple(seat for seat, tile in enumerate(first, 1) if tile.pips == best)
        if len(tied) > 1:
            break
    game = play_chance(Game.new(4), deck)
    assert game.contenders == tied
    game = play_chance(game, deck)
    event = game.events[-1]
    assert isinstance(event, LotDrawn)
    assert event.stage == 2
    assert event.draws == tuple(zip(tied, deck.lot(1, 2, len(tied)), strict=True))


def first_round(deck: Deck, seed: int) -> Game:
    """The game after its first round of random moves."""
    generator = random.Random(seed)
    game = Game.new(2, target=10_000)
    while game.round is None:
        game = play_chance(game, deck)
    while game.phase is Phase.PLAY:
        game = game.act(generator.choice(game.legal_actions()))
    return game


def test_r2_3_after_a_block_the_lot_is_that_of_the_next_round() -> None:
    deck = Deck(SEED)
    games = (first_round(deck, seed) for seed in range(1000))
    game = next(game for game in games if game.starter is None)
    assert any(isinstance(event, Blocked) for event in game.events)
    event = play_chance(game, deck).events[-1]
    assert isinstance(event, LotDrawn)
    assert event.round == 2
    assert tuple(tile for _, tile in event.draws) == deck.lot(2, 1, 2)


def test_no_chance_is_played_while_a_seat_is_to_act_or_when_the_game_is_over() -> None:
    deck = Deck(SEED)
    game = Game.new(2)
    while game.phase is not Phase.PLAY:
        game = play_chance(game, deck)
    with pytest.raises(NotNow):
        play_chance(game, deck)
    with pytest.raises(NotNow):
        play_chance(played(2, deck, 1), deck)
