"""How the strong bots' judges and tables were made: on few rounds, and what is in the package."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest

from sniffi import fast

if not fast.installed():
    pytest.skip("the kernel is missing", allow_module_level=True)

from sniffi.arena import fit_equity, fit_judges
from sniffi.arena.fit_equity import equity_of
from sniffi.arena.fit_judges import better_judge, margin_over
from sniffi.bots.strong.equity import SCALE, equity_file, equity_for
from sniffi.bots.strong.judges import (
    FITTED,
    JUDGES_FILE,
    greedy_weights,
    judges_for,
    positional_weights,
)
from sniffi.fast import chance, kernel
from sniffi.fast.equity import REACH, WIDE_REACH, chance_to_win
from sniffi.fast.equity_tables import FIRST_SCORED, TOLD, tell_rounds
from sniffi.fast.judging import STAGES, WIDTH, Floats

PLAYERS = (2, 3, 4)
EACH = pytest.mark.parametrize("players", PLAYERS)
NOISE = 0.003
"""By how much the tables of the package may go the wrong way from one entry to the next."""


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    fast.warm_up()


@EACH
def test_a_judge_fitted_to_few_rounds_beats_positional(players: int) -> None:
    start = positional_weights()
    found = better_judge(players, start, 8_000, seed=1)
    assert found.shape == start.shape == (STAGES, WIDTH)
    assert np.isfinite(found).all()
    mean, error = margin_over(players, found, start, 8_000, seed=2)
    assert mean > 4 * error, (mean, error)


@EACH
def test_the_judges_of_the_package_are_in_order_of_strength(players: int) -> None:
    fitted = judges_for(players)[FITTED]
    for better, worse in (
        (fitted, positional_weights()),
        (positional_weights(), greedy_weights()),
    ):
        mean, error = margin_over(players, better, worse, 8_000, seed=3)
        assert mean > 4 * error, (mean, error)


@EACH
def test_judges_that_play_alike_are_equal(players: int) -> None:
    # Seat by seat and side by side: what a seat has by its place is taken out.
    start = positional_weights()
    mean, error = margin_over(players, start, start, 3_000, seed=4)
    assert abs(mean) < 4 * error
    assert error > 0


def test_judges_are_written_as_they_are_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shipped = JUDGES_FILE.read_text(encoding="utf-8")
    monkeypatch.setattr(fit_judges, "JUDGES_FILE", tmp_path / "judges.json")
    monkeypatch.setattr(fit_judges, "DEALS", 100)
    fit_judges.main(["--rounds", "40"])
    assert capsys.readouterr().out.count("over positional") == 6
    monkeypatch.setattr("sniffi.bots.strong.judges.JUDGES_FILE", tmp_path / "judges.json")
    for players in PLAYERS:
        judges = judges_for.__wrapped__(players)
        assert judges.shape == (3, STAGES, WIDTH)
        assert (judges[FITTED] != judges_for(players)[FITTED]).any()
    assert JUDGES_FILE.read_text(encoding="utf-8") == shipped


def check_table(table: Floats, noise: float) -> None:
    """Chances, that rise as fewer points are needed by oneself, and fall as by another."""
    assert ((table >= 0) & (table <= 1)).all()
    if table.ndim == 2:
        assert (np.diff(table, axis=0) <= noise).all()
        assert (np.diff(table, axis=1) >= -noise).all()
        assert table[0, -1] > 0.99
        assert table[-1, 0] < 0.5
        return
    for side in range(3):
        for needs in range(3):
            change = np.diff(table[..., side], axis=needs)
            assert (change <= noise if needs == side else change >= -noise).all(), (side, needs)


@EACH
def test_few_rounds_give_chances_too(players: int, capsys: pytest.CaptureFixture[str]) -> None:
    rounds = 30 if players == 3 else 300
    table = equity_of(players, rounds, 10 if players == 3 else 100, seed=1)
    assert "changed by" in capsys.readouterr().out
    check_table(table, 0.1)
    if players == 3:
        assert table.sum(axis=3) == pytest.approx(1.0)


@EACH
def test_the_tables_of_the_package_are_chances(players: int) -> None:
    kept = np.load(equity_file(players))
    assert kept.dtype == np.uint16
    table = kept / SCALE
    check_table(table, NOISE)
    if players == 3:
        assert kept.shape == (WIDE_REACH,) * 3 + (3,)
        assert np.abs(kept.astype(int).sum(axis=3) - SCALE).max() <= 2
        for need in range(WIDE_REACH):
            starter, following, third = table[need, need, need]
            assert starter > following
            assert starter > third
    else:
        assert kept.shape == (REACH, REACH)
        assert (np.diag(table) > 0.5).all()


@EACH
def test_chances_after_a_round_add_up_and_equal_sides_have_equal_ones(players: int) -> None:
    tables = equity_for(players)
    generator = Random(players)
    sides = 3 if players == 3 else 2
    state = np.zeros(kernel.STATE, np.int64)
    state[kernel.PLAYERS] = players
    for _ in range(200):
        state[kernel.SEAT] = generator.randrange(players)
        state[kernel.ENDING] = generator.choice((kernel.OUT, kernel.BLOCK, kernel.WIN))
        for side in range(sides):
            state[kernel.LIMITS + side] = generator.randrange(5, 260, 5)
            state[kernel.SCORES + side] = generator.randrange(-150, 5, 5)
        told = [chance_to_win(state, side, *tables) for side in range(sides)]
        assert sum(told) == pytest.approx(1.0, abs=1e-4)
        assert min(told) >= 0
    # After a block everybody is as likely to start.
    state[kernel.ENDING] = kernel.BLOCK
    for need in range(5, 275, 10):
        state[kernel.LIMITS : kernel.LIMITS + 4] = need
        state[kernel.SCORES : kernel.SCORES + 4] = 0
        for side in range(sides):
            exactly = pytest.approx(1 / sides, abs=1e-12 if sides == 2 else 1e-4)
            assert chance_to_win(state, side, *tables) == exactly
    state[kernel.ENDING] = kernel.OUT
    for seat in range(players):
        state[kernel.SEAT] = seat
        told = [chance_to_win(state, side, *tables) for side in range(sides)]
        assert np.argmax(told) == (seat % 2 if players == 4 else seat)


@cache
def rounds_of(players: int) -> list[list[int]]:
    """What rounds of the fitted judge were like; seat 1 starts."""
    told = np.zeros((4_000, TOLD), np.int64)
    judge = judges_for(players)[FITTED : FITTED + 1].copy()
    tell_rounds(players, judge, chance.seeded(99), told)
    rows: list[list[int]] = told.tolist()
    return rows


def winner(players: int, needs: list[int], generator: np.random.Generator) -> int:
    """Who wins a game of such rounds, by their story: the side that starts the first is 0."""
    sides = len(needs)
    needs, starter = list(needs), 0
    rounds = rounds_of(players)
    while True:
        row = rounds[generator.integers(len(rounds))]
        order = [(starter + at) % sides for at in range(sides)]
        had = [0] * sides
        for word in row[FIRST_SCORED : FIRST_SCORED + row[0]]:
            side = order[word & 3]
            had[side] += word >> 2
            if had[side] >= needs[side]:
                return side
        for at, side in enumerate(order):
            needs[side] -= row[2 + at]
        starter = order[row[1]] if row[1] >= 0 else int(generator.integers(sides))


@pytest.mark.parametrize(
    ("players", "needs"),
    [
        (2, (250, 250)),
        (2, (40, 100)),
        (2, (90, 15)),
        (3, (205, 205, 205)),
        (3, (55, 25, 85)),
        (4, (200, 200)),
        (4, (100, 35)),
    ],
)
def test_the_tables_tell_who_wins_games_that_are_played(
    players: int, needs: tuple[int, ...]
) -> None:
    games = 1_500
    generator = np.random.default_rng(sum(needs))
    wins = np.zeros(len(needs))
    for _ in range(games):
        wins[winner(players, list(needs), generator)] += 1
    two, three = equity_for(players)
    if players == 3:
        told = three[tuple((need - 5) // 10 for need in needs)]
    else:
        first = two[needs[0] // 5 - 1, needs[1] // 5 - 1]
        told = np.array([first, 1 - first])
    error = np.sqrt(told * (1 - told) / games)
    assert (np.abs(wins / games - told) < 4 * error).all(), (wins / games, told, error)


def test_tables_are_written_as_they_are_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(fit_equity, "equity_file", lambda players: tmp_path / f"{players}.npy")
    monkeypatch.setattr(fit_equity, "ROUNDS", {2: 60, 3: 20, 4: 60})
    monkeypatch.setattr(fit_equity, "FIRST_ROUNDS", {2: 30, 3: 10, 4: 30})
    fit_equity.main([])
    for players in PLAYERS:
        written, shipped = np.load(tmp_path / f"{players}.npy"), np.load(equity_file(players))
        assert written.dtype == shipped.dtype
        assert written.shape == shipped.shape
