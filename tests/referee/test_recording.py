"""A sheet as a record: it replays, and what the rules refuse is told in comments."""

from __future__ import annotations

import pytest

from sniffi.record import GameRecord, dumps, loads, verify
from sniffi.referee import Sheet
from sniffi.referee.facts import Scores, Starts
from sniffi.referee.recording import beyond_rules, record_of
from sniffi.rules import GameView
from tests.referee.made import facts_of, head, played, sheet
from tests.referee.test_laid import OPENED, places


def record(told: Sheet) -> GameRecord:
    return record_of(told, lambda line: f"line {line.number}", stand_in="stand-in", beyond="beyond")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_by_the_rules_replays_to_the_same_scores(players: int) -> None:
    game = played(players, 7 * players, target=80)
    told = sheet(head(players, target=80), *facts_of(game.events))
    made = record(told)
    assert made.comments == ()
    assert not beyond_rules(told)
    (again,) = loads(dumps([made]))
    assert again == made
    assert isinstance(again, GameRecord)
    replayed = again.game()
    assert isinstance(replayed, GameView)
    assert (replayed.scores, replayed.winner) == (game.scores, game.winner)
    assert verify(made) is not None
    assert "hand 1: unknown" in dumps([made])
    assert made.tag("Date") == "2023-11-14"


def test_a_lot_of_which_only_the_starter_was_told_has_tiles_that_say_so() -> None:
    made = record(sheet(head(), Starts(2), places("44", 2)))
    text = dumps([made])
    assert "lot 1: 1 draws 00, 2 draws 66, 2 starts\n# stand-in\n" in text
    assert loads(text) == [made]


def test_what_broke_the_rules_ends_the_record_and_is_told_in_comments() -> None:
    told = sheet(head(), *OPENED, places("11@46.high", 2, total=10), places("66@46.high", 1))
    made = record(told)
    text = dumps([made])
    assert (
        "1 places 14 on 44.line_b, sum 15, scores 15, has 15\n# beyond\n# line 6\n# line 7\nend"
        in text
    )
    assert loads(text) == [made]
    assert beyond_rules(told)


def test_scores_alone_are_comments() -> None:
    told = sheet(head(full=False), Starts(1), Scores(1, 15))
    text = dumps([record(told)])
    assert "# beyond\n# line 2\n# line 3\nend, in progress" in text
    assert beyond_rules(told)
