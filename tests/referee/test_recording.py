"""A sheet as a record: it replays, and what the rules refuse is told in comments."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sniffi.record import GameRecord, Outcome, dumps, loads, verify
from sniffi.record.sheets import from_sheet
from sniffi.referee import Sheet
from sniffi.referee.errors import TargetBeyondRecords
from sniffi.referee.facts import Scores, Starts
from sniffi.referee.recording import beyond_rules, record_of
from sniffi.rules import GameView
from tests.referee.made import NAMES, facts_of, head, played, scores_of, sheet
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
    assert verify(made).outcome is Outcome.NO_SEED
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


def test_a_record_says_what_its_sheet_told() -> None:
    tiles = from_sheet(record(sheet(head(), *OPENED)))
    assert tiles is not None
    assert (tiles.sums, tiles.scores, tiles.over) == (False, None, False)
    game = played(2, 5, target=60)
    made = record(sheet(head(full=False, target=60), *scores_of(game.events)))
    sums = from_sheet(made)
    assert sums is not None
    assert (sums.sums, sums.scores, sums.over) == (True, game.scores, True)
    assert loads(dumps([made])) == [made]


def test_a_record_that_tells_hands_or_has_a_promise_is_from_no_sheet() -> None:
    game = played(2, 5, target=60)
    tags = {"Sheet": "tiles"}
    assert from_sheet(GameRecord.of(game, NAMES[:2], tags=tags)) is None
    hidden = GameRecord.of(game, NAMES[:2]).seen_by(None)
    assert from_sheet(hidden) is None
    assert from_sheet(replace(hidden, tags=tuple(tags.items()))) is not None
    promised = replace(hidden, tags=tuple(tags.items()), commitment="0" * 64)
    assert from_sheet(promised) is None


@pytest.mark.parametrize("told", ["5", "5 x", "5 5 5", "5  5", "٥ 5", "9" * 10 + " 0"])
def test_scores_that_make_no_sense_are_not_taken_from_a_record(told: str) -> None:
    made = record(sheet(head(full=False), Starts(1)))
    found = from_sheet(replace(made, tags=(("Sheet", "sums"), ("SheetScores", told))))
    assert found is not None
    assert found.scores is None


def test_an_old_sheet_whose_target_no_record_can_tell_has_none() -> None:
    told = sheet(head(target=2_000_000), *OPENED)
    with pytest.raises(TargetBeyondRecords):
        record(told)
