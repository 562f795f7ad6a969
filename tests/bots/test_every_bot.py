"""What holds for every bot of the registry."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sniffi import fast
from sniffi.bots import BOTS, NotInTurn, make
from sniffi.bots.conformance import assert_conforms
from sniffi.deal import Deck, play_chance
from sniffi.rules import Game, GameView, Phase
from tests.bots.positions import permuted, positions, random_round, view_of

seeds = st.integers(0, 2**32)
games = st.tuples(st.sampled_from([2, 3, 4]), seeds)


def _marked(name: str) -> object:
    without = BOTS[name].needs_kernel and not fast.installed()
    return pytest.param(name, marks=pytest.mark.skipif(without, reason="the kernel is missing"))


every_bot = pytest.mark.parametrize("name", [_marked(name) for name in BOTS])
quick_bots = pytest.mark.parametrize(
    "name", [n for n, kind in BOTS.items() if not kind.needs_kernel]
)


@every_bot
def test_it_conforms(name: str) -> None:
    kind = BOTS[name]
    slow = kind.budget is not None
    assert_conforms(kind.make, players=kind.players, positions=3 if slow else 40, seed=1)


@quick_bots
@settings(max_examples=10)
@given(games)
def test_it_conforms_anywhere(name: str, game: tuple[int, int]) -> None:
    players, seed = game
    assert_conforms(BOTS[name].make, players=[players], positions=2, seed=seed)


@quick_bots
@settings(max_examples=10)
@given(games, seeds)
def test_hidden_tiles_that_could_not_lie_so_change_no_move_either(
    name: str, game: tuple[int, int], seed: int
) -> None:
    bot = make(name, seed)
    for round in positions(*game):
        other = permuted(round, Random(seed))
        assert bot.choose(other.seen_by(round.to_act)) == bot.choose(round.seen_by(round.to_act))


@quick_bots
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
