"""The strong bots: what holds for them beyond what holds for every bot."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import numpy as np
import pytest

from sniffi import fast
from sniffi.bots import BOTS, BadParameter, NotAParameter, NotInTurn, make
from sniffi.bots.evaluation import Estimate, Evaluation
from sniffi.rules import FULL_SET, Drew, GameView, Place, Round, RoundView, side_of
from tests.bots.positions import permuted, positions, random_round

if not fast.installed():
    pytest.skip("the kernel is missing", allow_module_level=True)

from sniffi.bots.strong import Plan, StrongBot, bot, evaluate, mind
from sniffi.bots.strong.mind import BLOCK, Thoughts, think
from sniffi.fast.solver import Solved, solve

PLAYERS = (2, 3, 4)
EACH = pytest.mark.parametrize("players", PLAYERS)
STRONG = ("montecarlo", "skilled", "expert", "master")
ENOUGH = 60.0
"""Seconds that no move takes: what is chosen depends on worlds alone."""
NO_END = 1e9


@pytest.fixture(autouse=True)
def _few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot, "EVALUATION", Plan(worlds=96))


def choosing(players: int, seed: int, *, least: int = 2) -> Iterator[Round]:
    """Positions of random rounds, one after the other, with so many placements at least."""
    generator = Random(seed)
    while True:
        for round in positions(players, generator.randrange(1 << 32)):
            if len(placements(round)) >= least:
                yield round


def placements(round: Round) -> list[Place]:
    return [action for action in round.legal_actions() if isinstance(action, Place)]


def in_game(round: Round, needs: tuple[int, ...], target: int = 250) -> Round:
    """The round in a game in which sides need so many points: that of the seat to act first."""
    own = side_of(round.to_act, round.players) - 1
    others = iter(needs[1:])
    before = tuple(
        target - (needs[0] if side == own else next(others)) - points
        for side, points in enumerate(round.scores)
    )
    return replace(round, target=target, scores_before=before)


def evaluated(round: Round, *, seed: int = 1, seconds: float = ENOUGH) -> Evaluation:
    return evaluate(round.seen_by(round.to_act), seed=seed, seconds=seconds)


def few(name: str, worlds: int) -> dict[str, float]:
    """The parameters of a bot that tries out so many worlds, and has all the time for it."""
    values: dict[str, float] = {"worlds": worlds, "seconds": ENOUGH}
    return values if name == "montecarlo" else values | {"crowd": worlds}


def thought(view: RoundView, plan: Plan, *, thorough: bool = False) -> Thoughts:
    return think(view, plan, bot.generator_for(view, 1), NO_END, thorough=thorough)


@pytest.mark.parametrize("name", STRONG)
def test_the_same_seed_makes_the_same_move_whatever_was_asked_before(name: str) -> None:
    values = few(name, 64)
    asked, fresh = make(name, 7, **values), {7: set[str](), 8: set[str]()}
    for players in PLAYERS:
        for round in islice(choosing(players, 3, least=3), 0, 12, 3):
            view = round.seen_by(round.to_act)
            chosen = asked.choose(view)
            assert chosen in view.legal_actions()
            for seed, moves in fresh.items():
                move = make(name, seed, **values).choose(view)
                assert seed != 7 or move == chosen
                moves.add(f"{players} {round.events[-1]} {move}")
            other = permuted(round, Random(players))
            assert asked.choose(other.seen_by(round.to_act)) == chosen


@EACH
def test_an_evaluation_depends_on_its_seed_and_on_nothing_that_is_hidden(players: int) -> None:
    differ = 0
    for round in islice(choosing(players, 5), 0, 20, 5):
        told = evaluated(round)
        assert evaluated(permuted(round, Random(1))) == told == evaluated(round)
        differ += evaluated(round, seed=2) != told
    assert differ > 0


@EACH
@pytest.mark.parametrize("name", ["skilled", "expert", "master"])
def test_what_wins_at_once_is_placed(name: str, players: int) -> None:
    tried = 0
    for round in islice(choosing(players, 11), 0, 60, 2):
        points = {p: round.layout.place(p.tile, p.spot).points for p in placements(round)}
        most = max(points.values())
        if not most or min(points.values()) == most:
            continue
        # The others are so far behind that what comes later would do as well, most often.
        game = in_game(round, (most, *(200 for _ in round.scores[1:])))
        chosen = make(name, 1, **few(name, 32)).choose(game.seen_by(game.to_act))
        assert isinstance(chosen, Place)
        assert points[chosen] == most
        first = evaluated(game).placements[0]
        assert points[first.place] == most
        assert first.win == Estimate(1.0, 0.0)
        tried += 1
    assert tried >= 5


def test_near_the_target_they_play_for_it() -> None:
    # Each side needs 25 points. In most positions what is best for the round is best here too.
    generator = Random("near 58")
    round = random_round(2, generator)
    while len(round.layout.tiles) < 5 or not placements(round):
        round = round.act(generator.choice(round.legal_actions()))
    game = in_game(round, (25, 25))
    view = game.seen_by(game.to_act)
    for_game, for_round = (
        make("master", 1, worlds=400, equity=equity, seconds=ENOUGH).choose(view)
        for equity in (1, 0)
    )
    thoughts = thought(view, Plan(worlds=400), thorough=True)
    assert isinstance(for_game, Place)
    assert isinstance(for_round, Place)
    assert thoughts.chances is not None
    one, other = (thoughts.places.index(place) for place in (for_game, for_round))
    for values, better, worse in (
        (thoughts.chances, one, other),
        (thoughts.points, other, one),
    ):
        ahead = values[:, better] - values[:, worse]
        assert ahead.mean() > 3 * ahead.std() / len(ahead) ** 0.5
    # Alone it would be played for points; far from the target nothing else counts either.
    alone = replace(round, target=None).seen_by(round.to_act)
    assert make("master", 1, worlds=400, seconds=ENOUGH).choose(alone) == for_round


@EACH
def test_an_evaluation_has_every_legal_placement_the_best_first(players: int) -> None:
    like = 0
    for number, round in enumerate(islice(choosing(players, 17), 0, 60, 4)):
        game = in_game(round, (60, *(80 for _ in round.scores[1:])))
        told = evaluated(game if number % 2 else round)
        assert sorted(str(v.place) for v in told.placements) == sorted(map(str, placements(round)))
        assert told.placements[0].behind == Estimate(0.0, 0.0)
        behind = [value.behind.mean for value in told.placements]
        assert behind == sorted(behind)
        effects: dict[object, set[object]] = {}
        for value in told.placements:
            assert value.points.error >= 0
            assert (value.win is not None) == bool(number % 2)
            assert value.win is None or 0 <= value.win.mean <= 1
            effects.setdefault(outcome(round, value.place), set()).add(
                (value.points, value.win, value.behind)
            )
        # Placements that come to the same have the same values.
        assert all(len(values) == 1 for values in effects.values())
        like += len(told.placements) - len(effects)
        if told.exact:
            continue
        assert told.worlds == (96 if len(effects) > 1 else BLOCK)
    assert like > 0


def outcome(round: Round, place: Place) -> object:
    """What a placement leaves: values and weights of the spots, and the sum."""
    after = round.layout.place(place.tile, place.spot)
    return (
        place.tile,
        after.total,
        tuple(
            sorted(
                (s.value, s.tile == after.spinner, s.port.value[:4])
                for s in after.spots
                if s.tile == after.spinner
            )
        ),
        tuple(sorted((s.value, s.tile.is_double) for s in after.spots)),
    )


@EACH
def test_points_are_those_to_come(players: int) -> None:
    # What has been scored before moves no value.
    for round in islice(choosing(players, 23), 0, 40, 10):
        more = tuple(50 * side for side in range(1, len(round.scores) + 1))
        richer = replace(
            round, scores=tuple(a + b for a, b in zip(round.scores, more, strict=True))
        )
        for one, other in zip(
            evaluated(round).placements, evaluated(richer).placements, strict=True
        ):
            assert one.place == other.place
            assert one.points.mean == pytest.approx(other.points.mean)


def endings(seed: int) -> Iterator[Round]:
    """Positions of two players with the boneyard empty and something to choose."""
    for round in choosing(2, seed):
        if not round.boneyard:
            yield round


def test_with_all_known_the_values_are_those_of_the_solver() -> None:
    differ = drawn = 0
    for number, round in enumerate(islice(endings(29), 12)):
        # In a game, too, as long as its target is far away.
        game = in_game(round, (210, 190)) if number % 2 else round
        told = evaluated(game)
        assert told.exact
        solved = solve(round, actions=True)
        assert isinstance(solved, Solved)
        own = round.to_act - 1
        lead = round.scores[own] - round.scores[1 - own]
        margins = {value.action: value.margins[own] - lead for value in solved.actions}
        best = max(margins.values())
        for value in told.placements:
            assert value.points == Estimate(margins[value.place], 0.0)
            assert value.behind == Estimate(best - margins[value.place], 0.0)
        differ += len(set(margins.values())) > 1
        drawn += any(isinstance(event, Drew) for event in round.events)
        for name in ("expert", "master"):
            chosen = make(name, 1, **few(name, 32)).choose(game.seen_by(round.to_act))
            assert margins[chosen] == best
    assert differ > 3


def test_values_are_not_exact_while_something_is_hidden_or_the_target_is_near() -> None:
    for players in (3, 4):
        for round in choosing(players, 31):
            if not round.boneyard:
                assert not evaluated(round).exact
                break
    assert not evaluated(next(choosing(2, 31))).exact
    assert not evaluated(in_game(next(endings(31)), (90, 200))).exact
    view = next(endings(31)).seen_by(next(endings(31)).to_act)
    assert thought(view, Plan(worlds=32, solves=False)).exact is None
    assert thought(view, Plan(worlds=32)).exact is not None


@EACH
def test_monte_carlo_tries_every_placement_in_every_world(players: int) -> None:
    plan = Plan(worlds=100, infers=False, for_game=False, solves=False, plain=True)
    for round in islice(choosing(players, 37, least=4), 0, 12, 4):
        game = in_game(round, (30, *(30 for _ in round.scores[1:])))
        thoughts = thought(game.seen_by(game.to_act), plan)
        if len(thoughts.places) < 2:
            continue
        assert len(thoughts.points) == 100
        assert thoughts.left.all()
        assert thoughts.chances is None
        assert thoughts.exact is None
        assert thoughts.best == int(thoughts.points.mean(axis=0).argmax())


@EACH
def test_those_that_think_stop_when_it_is_settled(players: int) -> None:
    used = []
    for round in islice(choosing(players, 41), 0, 40, 5):
        thoughts = thought(round.seen_by(round.to_act), Plan(worlds=640, solves=False))
        used.append(len(thoughts.points))
        assert thoughts.left[thoughts.best]
    assert min(used) < 640
    assert all(worlds % BLOCK == 0 for worlds in used)


@pytest.mark.parametrize("name", STRONG)
def test_parameters_are_checked(name: str) -> None:
    kind = BOTS[name]
    assert kind.needs_kernel
    for values in ({"worlds": 7}, {"worlds": 10.5}, {"seconds": 0.0}, {"seconds": 61}):
        with pytest.raises(BadParameter):
            kind.make(1, **values)
    for parameter in ("crowd", "infers", "equity", "solves"):
        if name == "montecarlo":
            with pytest.raises(NotAParameter):
                kind.make(1, **{parameter: 1})
        elif parameter == "crowd":
            with pytest.raises(BadParameter):
                kind.make(1, crowd=7)
        else:
            with pytest.raises(BadParameter):
                kind.make(1, **{parameter: 2})
            made = kind.make(1, **{parameter: 0})
            assert isinstance(made, StrongBot)
            field = "for_game" if parameter == "equity" else parameter
            assert getattr(made.plan, field) is False
    made = kind.make(1)
    assert isinstance(made, StrongBot)
    assert made.seconds == kind.budget
    assert made.plan.plain == (name == "montecarlo")


@EACH
def test_with_hardly_any_time_a_move_is_made_all_the_same(players: int) -> None:
    for round in islice(choosing(players, 43), 0, 30, 6):
        view = round.seen_by(round.to_act)
        thoughts = think(view, Plan(worlds=640), bot.generator_for(view, 1), 0.0)
        assert len(thoughts.points) == BLOCK
        for name in STRONG:
            chosen = make(name, 1, worlds=100, seconds=0.01).choose(view)
            assert chosen in view.legal_actions()
        told = evaluated(round, seconds=0.0)
        assert {value.place for value in told.placements} == set(placements(round))


def test_who_has_nothing_to_place_gets_no_values() -> None:
    round = random_round(3, Random(5))
    waiting = round.to_act % 3 + 1
    for view in (round.seen_by(waiting), round.seen_by(None), GameView.new(2, seat=1)):
        with pytest.raises(NotInTurn):
            evaluate(view, seed=1, seconds=ENOUGH)
    for round in positions(2, 47):
        if not placements(round):
            with pytest.raises(NotInTurn):
                evaluate(round.seen_by(round.to_act), seed=1, seconds=ENOUGH)
            return
    raise AssertionError("nobody draws in this round")


def test_types_of_players_are_all_there_is() -> None:
    assert mind.TYPES[:, 3].sum() == pytest.approx(1.0)
    assert np.all(mind.TYPES[:, 1] > 0)
    assert np.all((mind.TYPES[:, 2] > 0) & (mind.TYPES[:, 2] < 1))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_crowd_has_worlds_of_its_own(players: int) -> None:
    view = Round.deal(FULL_SET, players, 1).seen_by(1)
    thoughts = thought(view, Plan(worlds=32, infers=False, crowd=16), thorough=True)
    assert len(thoughts.points) == (32 if players == 2 else 16)
    assert len(thought(view, Plan(worlds=24, infers=False), thorough=True).points) == 24
