"""A game with a strong bot begins when the kernel is ready, and tells that it is made ready."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from sniffi import fast
from sniffi.bots import BOTS, BotKind, bots_listing
from sniffi.bots import registry as bots_registry
from sniffi.bots.simple import GreedyBot
from sniffi.terminal import questions
from tests.terminal.test_play import Desk, typing

Report = Callable[[str, int, int], None]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[Report | None]:
    """A bot ``strong`` that needs the kernel, and whoever listens while that is made."""
    strong = BotKind("strong", GreedyBot, needs_kernel=True)
    monkeypatch.setattr(bots_registry, "BOTS", {**BOTS, "strong": strong})
    # It has no texts.
    monkeypatch.setattr(questions, "bots_listing", lambda words: bots_listing(words, BOTS))
    found: list[Report | None] = []

    def made(report: Report | None = None) -> None:
        found.append(report)
        for part in range(1, 21) if report is not None else ():
            assert report is not None
            report("part", part, 20)

    monkeypatch.setattr(fast, "installed", lambda: True)
    monkeypatch.setattr(fast, "ready", lambda: bool(found))
    monkeypatch.setattr(fast, "cached", lambda: False)
    monkeypatch.setattr(fast, "warm_up", made)
    return found


def test_it_is_told_that_the_kernel_is_made_and_how_far(
    told: list[Report | None], tmp_path: Path
) -> None:
    outcome = Desk(tmp_path).game(typing(), bots={2: "strong"}, names=("Aino", "Strong"))
    assert len(told) == 1
    lines = outcome.lines
    begun = next(n for n, line in enumerate(lines) if "being made ready" in line)
    assert [line.split()[0] for line in lines[begun + 1 : begun + 4]] == ["25", "50", "75"]


def test_a_kernel_that_was_compiled_before_needs_no_words(
    told: list[Report | None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fast, "cached", lambda: True)
    outcome = Desk(tmp_path).game(typing(), bots={2: "strong"}, names=("Aino", "Strong"))
    assert told == [None]
    assert "being made ready" not in "".join(outcome.lines)


def test_without_a_strong_bot_nobody_waits(told: list[Report | None], tmp_path: Path) -> None:
    Desk(tmp_path).game(typing(), bots={2: "greedy"}, names=("Aino", "Ahne"))
    assert told == []
