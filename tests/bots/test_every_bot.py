"""What holds for every bot of the registry."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sniffi.bots import BOTS, NotInTurn, make
from sniffi.deal import Deck, play_chance
from sniffi.rules import Game, GameView, Phase
from tests.bots.positions import permuted, positions, random_round, view_of

seeds = st.integers(0, 2**32)
games = st.tuples(st.sampled_from([2, 3, 4]), seeds)
every_bot = pytest.mark.parametrize("name", BOTS)


@every_bot
@settings(max_examples=40)
@given(games, seeds)
def test_it_chooses_a_legal_action_and_the_same_every_time(
    name: str, game: tuple[int, int], seed: int
) -> None:
    bot = make(name, seed)
    for round in positions(*game):
        view = round.seen_by(round.to_act)
        action = bot.choose(view)
        assert action in round.legal_actions()
        assert bot.choose(view) == make(name, seed).choose(view) == action


@every_bot
@settings(max_examples=20)
@given(games, seeds)
def test_hidden_tiles_change_no_move(name: str, game: tuple[int, int], seed: int) -> None:
    bot = make(name, seed)
    for round in positions(*game):
        other = permuted(round, Random(seed))
        assert bot.choose(other.seen_by(round.to_act)) == bot.choose(round.seen_by(round.to_act))


@every_bot
@settings(max_examples=5)
@given(games, seeds)
def test_it_plays_whole_games_from_game_views(name: str, game: tuple[int, int], seed: int) -> None:
    players, chance = game
    deck = Deck(Random(chance).randbytes(32))
    bots = [make(name, seed + seat) for seat in range(players)]
    state = Game.new(players, target=50)
    while state.phase is not Phase.OVER:
        if state.to_act is None:
            state = play_chance(state, deck)
            continue
        bot = bots[state.to_act - 1]
        view = state.seen_by(state.to_act)
        assert view.round is not None
        action = bot.choose(view)
        assert action == bot.choose(view.round)
        state = state.act(action)
    assert state.winner is not None


@every_bot
def test_it_refuses_to_choose_when_it_is_not_its_turn(name: str) -> None:
    bot = make(name, 1)
    round = random_round(3, Random(5))
    waiting = round.to_act % 3 + 1
    for view in (round.seen_by(waiting), round.seen_by(None), GameView.new(2, seat=1)):
        with pytest.raises(NotInTurn):
            bot.choose(view)


@every_bot
def test_it_refuses_to_choose_when_the_round_is_over(name: str) -> None:
    *_, last = positions(2, seed=3)
    over = last
    while over.result is None:
        over = over.act(over.legal_actions()[0])
    with pytest.raises(NotInTurn):
        make(name, 1).choose(over.seen_by(over.to_act))


@every_bot
def test_where_there_is_no_choice_it_does_the_only_thing(name: str) -> None:
    # Nothing in hand fits a 6: a draw.
    view = view_of("66 56@66.line_a 55@56.low", "00 12 34")
    assert [str(action) for action in view.legal_actions()] == ["draw"]
    assert make(name, 1).choose(view) == view.legal_actions()[0]
