"""The check finds what is wrong with a bot, and nothing wrong with one that is right."""

# The bots take what every bot takes.
# ruff: noqa: ARG001, ARG002

import itertools
import random
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sniffi.bots import Bot, NotInTurn, SeededBot, round_of
from sniffi.bots.conformance import Demand, Position, assert_conforms, check
from sniffi.bots.conformance.__main__ import main
from sniffi.bots.conformance.positions import round_in, twin, view_of
from sniffi.bots.simple import RandomBot
from sniffi.rules import FULL_SET, PASS, Action, Game, GameView, Place, RoundView, Tile
from sniffi.words import LANGUAGES, Words

View = RoundView | GameView
drawn = itertools.count()


class Illegal(SeededBot):
    def pick(self, view: RoundView, legal: tuple[Action, ...]) -> Action:
        return PASS


class Breaks(SeededBot):
    def pick(self, view: RoundView, legal: tuple[Action, ...]) -> Action:
        raise ValueError(f"hand {view.hand}")


class NeverForced(RandomBot):
    """It knows placements only."""

    def choose(self, view: View) -> Action:
        legal = [action for action in round_of(view).legal_actions() if isinstance(action, Place)]
        if not legal and round_of(view).legal_actions():
            return Place(FULL_SET[0])
        return super().choose(view)


class Unseeded(SeededBot):
    def pick(self, view: RoundView, legal: tuple[Action, ...]) -> Action:
        return legal[next(drawn) % len(legal)]


class Remembers(SeededBot):
    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.moves = 0

    def pick(self, view: RoundView, legal: tuple[Action, ...]) -> Action:
        self.moves += 1
        return legal[self.moves % len(legal)]


class Writes(SeededBot):
    def pick(self, view: RoundView, legal: tuple[Action, ...]) -> Action:
        object.__setattr__(view, "boneyard_size", view.boneyard_size + 1)
        return legal[0]


class WritesInside(SeededBot):
    def pick(self, view: RoundView, legal: tuple[Action, ...]) -> Action:
        object.__setattr__(view.layout, "total", view.layout.total + 1)
        return legal[0]


class AlwaysAnswers(RandomBot):
    def choose(self, view: View) -> Action:
        try:
            return super().choose(view)
        except NotInTurn:
            return PASS


class AnotherError(RandomBot):
    def choose(self, view: View) -> Action:
        try:
            return super().choose(view)
        except NotInTurn:
            raise KeyError from None


class Unmade(RandomBot):
    def __init__(self, seed: int) -> None:
        raise OSError


class Ends(RandomBot):
    """It ends the program, as if all were well."""

    def choose(self, view: View) -> Action:
        super().choose(view)
        sys.exit(0)


class Unreadable:
    """Equals everything, and cannot be told."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0

    def __str__(self) -> str:
        raise OSError


class NoAction(SeededBot):
    def pick(self, view: RoundView, legal: tuple[Action, ...]) -> Action:
        return cast(Action, Unreadable())


class Incomparable(SeededBot):
    def pick(self, view: RoundView, legal: tuple[Action, ...]) -> Action:
        return Place(cast(Tile, Breaking()))


class Breaking:
    def __eq__(self, other: object) -> bool:
        raise OSError

    def __hash__(self) -> int:
        return 0


class Paints(SeededBot):
    def pick(self, view: RoundView, legal: tuple[Action, ...]) -> Action:
        return cast(Action, "\x1b[31m\n" + 1000 * "x")


def nothing(seed: int) -> Bot:
    return cast(Bot, None)


@pytest.mark.parametrize(
    ("factory", "demand"),
    [
        (Illegal, Demand.LEGAL),
        (Breaks, Demand.ANSWERS),
        (NeverForced, Demand.LEGAL),
        (Unseeded, Demand.SAME_SEED),
        (Remembers, Demand.NO_MEMORY),
        (Writes, Demand.NO_TRACE),
        (WritesInside, Demand.NO_TRACE),
        (AlwaysAnswers, Demand.IN_TURN),
        (AnotherError, Demand.IN_TURN),
        (Unmade, Demand.ANSWERS),
        (Ends, Demand.ANSWERS),
        (NoAction, Demand.LEGAL),
        (Incomparable, Demand.LEGAL),
        (Paints, Demand.LEGAL),
        (nothing, Demand.ANSWERS),
    ],
)
def test_what_is_wrong_is_found_and_its_seed_repeats_it(
    factory: Callable[[int], Bot], demand: Demand
) -> None:
    report = check(factory, positions=12, seed=3)
    found = [failure for failure in report.failures if failure.demand is demand]
    assert found, report
    assert not report.conforms
    if demand is not Demand.SAME_SEED and demand is not Demand.NO_MEMORY:
        at = found[-1].position
        again = check(factory, players=[at.players], positions=1, seed=at.seed)
        assert demand in {failure.demand for failure in again.failures}
    for language in LANGUAGES:
        lines = list(report.lines(Words(language)))
        assert len(lines) == len(report.failures) + 1
        assert "Tile" not in "".join(lines)
        assert all(line.isprintable() and len(line) < 250 for line in lines)
        assert f"seed={found[0].position.seed}" in "".join(lines)


def test_a_bot_that_looks_at_hidden_tiles_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    # As a view does not have them, the bot is told by another way.
    from sniffi.bots.conformance import checks

    shown: list[Tile] = []

    def told(state: Any) -> Any:
        round = round_in(state)
        shown[:] = round.boneyard or round.hands[round.to_act % round.players]
        return view_of(state)

    class Peeks(SeededBot):
        def pick(self, view: RoundView, legal: tuple[Action, ...]) -> Action:
            told = sum(tile.index << place for place, tile in enumerate(shown))
            return legal[told % len(legal)]

    monkeypatch.setattr(checks, "view_of", told)
    assert Demand.BLIND in {failure.demand for failure in check(Peeks, positions=12).failures}


def test_a_slow_bot_is_found_by_the_clock() -> None:
    ticks = itertools.count()

    def clock() -> float:
        return float(next(ticks))

    assert check(RandomBot, positions=4, time_limit=1, clock=clock).conforms
    report = check(RandomBot, positions=4, time_limit=0.5, clock=clock)
    assert {failure.demand for failure in report.failures} == {Demand.IN_TIME}
    assert report.slowest == 1


def test_one_that_is_right_conforms() -> None:
    report = check(RandomBot, positions=20, seed=5)
    assert report.conforms, report
    assert report.positions == 60
    assert_conforms(RandomBot, positions=3)


def test_the_assertion_tells_every_failure() -> None:
    with pytest.raises(AssertionError, match=r"(?s)not legal.*seed=.*does not conform"):
        assert_conforms(Illegal, positions=5)


@given(st.sampled_from([2, 3, 4]), st.integers(0, 2**32))
def test_a_twin_is_seen_the_same_and_is_no_other_game(players: int, seed: int) -> None:
    state = Position(players, seed).state()
    assert Position(players, seed).state() == state
    assert state.to_act is not None
    other = twin(state, random.Random(seed))
    assert view_of(other) == view_of(state)
    assert other.legal_actions() == state.legal_actions()
    if isinstance(other, Game):
        assert Game.replay(players, other.events, other.target) == other


def test_twins_do_differ_and_positions_are_of_every_kind() -> None:
    states = [Position(players, seed).state() for players in (2, 3, 4) for seed in range(40)]
    twins = [twin(state, random.Random(1)) for state in states]
    differ = sum(one != other for one, other in zip(states, twins, strict=True))
    assert differ > 0.8 * len(states)
    assert {len(state.legal_actions()) == 1 for state in states} == {True, False}
    kinds = {type(state.legal_actions()[0]).__name__ for state in states}
    assert kinds == {"Place", "Draw", "Pass"}
    assert {isinstance(state, Game) for state in states} == {True, False}


def test_from_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["greedy", "players=2", "positions=3"]) == 0
    assert re.search(r"\b3\b", capsys.readouterr().out)
    assert main([f"{__name__}:Illegal", "players=2,3", "positions=4", "time_limit=10"]) == 1
    assert "seed=" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["nobody"],
        ["no.such.module:Bot"],
        [f"{__name__}:NoBot"],
        [".conformance:check"],
        [":check"],
        [f"{__name__}:LANGUAGES"],
        ["greedy:x=1"],
        ["greedy", "players=5"],
        ["greedy", "positions=0"],
        ["greedy", "positions=many"],
        ["greedy", "positions=1_0"],
        ["greedy", "seed=１"],
        ["greedy", "time_limit=٣"],
        ["greedy", "depth=1"],
        ["greedy", "time_limit=long"],
    ],
)
def test_what_cannot_be_checked_is_told_in_a_sentence(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert "{" not in told.err


@pytest.mark.parametrize("source", ["1 / 0", "import sys; sys.exit(0)", "def (", "import nowhere_"])
def test_a_module_that_fails_of_itself_is_told_from_one_that_is_not_there(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "fails_of_itself.py").write_text(source, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("SNIFFI_LANG", "en")
    assert main(["fails_of_itself:Bot"]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert "could not be loaded" in told.err


def test_a_factory_may_be_any_call() -> None:
    assert_conforms(cast(Callable[[int], Bot], lambda seed: RandomBot(seed + 1)), positions=2)
