"""``sniffi verify``: what matches its seed, what does not, and what cannot be checked."""

from __future__ import annotations

from pathlib import Path

import pytest

from sniffi.cli.trouble import Status
from sniffi.deal import Deck
from sniffi.record import GameRecord, dumps
from sniffi.referee import Begun, Noted, sheet_of
from sniffi.referee.facts import Places, Scores, Starts
from sniffi.referee.recording import record_of as sheet_record
from sniffi.rules import Dealt, LotDrawn, Tile
from sniffi.words import Words
from tests.cli.command import Outcome, refused, sniffi
from tests.cli.made import DECK, SHORT, played, record_of

OTHER = Deck(bytes([1]) * 32, DECK.nonces)


def of_sheet(*, full: bool) -> GameRecord:
    facts = (Starts(1), Places(1, Tile(5, 5), None) if full else Scores(1, 10))
    begun = Begun(("Aino", "Eero"), 250, full, 0)
    told = sheet_of((begun, *map(Noted, facts)))
    return sheet_record(told, lambda _: "line", stand_in="lot", beyond="rest")


def verified(folder: Path, *records: GameRecord, lang: str = "en") -> Outcome:
    path = folder / "games.sniff"
    path.write_text(dumps(records), "utf-8")
    return sniffi("verify", str(path), "--lang", lang)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_that_matches_its_seed_gives_status_0(players: int, tmp_path: Path) -> None:
    record = record_of(played(players, target=200))
    outcome = verified(tmp_path, record)
    assert (outcome.status, outcome.err) == (Status.FINE, "")
    lines = outcome.out.splitlines()
    chance = [event for event in record.events if isinstance(event, LotDrawn | Dealt)]
    assert len(chance) > 2
    # The heading, the commitment, every lot and deal, the conclusion.
    assert len(lines) == len(chance) + 3
    assert all(line.endswith(": matches") for line in lines[1:-1])
    for event in chance:
        what = f"draw {event.stage} of the lot" if isinstance(event, LotDrawn) else "deal"
        assert f"  Round {event.round}, {what}: matches" in lines


def test_the_game_of_the_pages_matches() -> None:
    assert sniffi("verify", str(SHORT)).status == Status.FINE


@pytest.mark.parametrize("lang", Words.LANGUAGES)
def test_the_round_that_does_not_match_is_told(lang: str, tmp_path: Path) -> None:
    record = record_of(played(2, later=OTHER))
    words = Words(lang)
    outcome = verified(tmp_path, record, lang=lang)
    assert (outcome.status, outcome.err) == (Status.FAILED, "")
    lines = outcome.out.splitlines()
    no, yes = words.say("cli.verify-mismatch"), words.say("cli.verify-match")
    matching = [line for line in lines if line.endswith(f": {yes}")]
    failing = [line for line in lines if line.endswith(f": {no}")]
    assert f"  {words.say('cli.verify-commitment')}: {yes}" in matching
    assert f"  {words.say('cli.verify-round', round=1)}: {yes}" in matching
    assert f"  {words.say('cli.verify-round', round=2)}: {no}" in failing
    told = words.tiles(DECK.deal(2)), words.tiles(OTHER.deal(2))
    at = lines.index(f"  {words.say('cli.verify-round', round=2)}: {no}")
    assert lines[at + 1] == f"    {words.say('cli.verify-told', tiles=told[1])}"
    assert lines[at + 2] == f"    {words.say('cli.verify-due', tiles=told[0])}"
    assert lines[-1] == f"  {words.say('cli.verify-not-ok')}"


def test_another_seed_matches_nothing(tmp_path: Path) -> None:
    record = record_of(played(2))
    assert record.seed is not None
    text = dumps([record]).replace(record.seed.hex(), OTHER.seed.hex())
    path = tmp_path / "games.sniff"
    path.write_text(text, "utf-8")
    outcome = sniffi("verify", str(path), "--lang", "en")
    assert outcome.status == Status.FAILED
    for what in ("Commitment", "Round 1, draw 1 of the lot", "Round 1, deal"):
        assert f"  {what}: does not match\n" in outcome.out


def test_a_view_of_a_game_is_checked_as_far_as_it_goes(tmp_path: Path) -> None:
    record = record_of(played(2))
    assert record.seed is not None
    outcome = verified(tmp_path, record.seen_by(1).revealed(record.seed))
    assert outcome.status == Status.FINE
    assert "  Round 1, deal: matches as far as the tiles are known\n" in outcome.out


@pytest.mark.parametrize("lang", Words.LANGUAGES)
def test_what_has_no_seed_cannot_be_checked(lang: str, tmp_path: Path) -> None:
    words = Words(lang)
    unfinished = record_of(played(2, turns=8))
    outcome = verified(tmp_path, unfinished, lang=lang)
    assert (outcome.status, outcome.err) == (Status.FAILED, "")
    assert outcome.out.splitlines()[1:] == [f"  {words.say('cli.verify-no-seed')}"]
    bare = GameRecord.of(played(2), ("Aino", "Eero"))
    outcome = verified(tmp_path, bare, lang=lang)
    assert (outcome.status, outcome.err) == (Status.FAILED, "")
    assert outcome.out.splitlines()[1:] == [f"  {words.say('cli.verify-no-commitment')}"]


def test_one_game_that_does_not_match_is_enough(tmp_path: Path) -> None:
    good, bad = record_of(played(2)), record_of(played(2, later=OTHER))
    assert verified(tmp_path, good, good).status == Status.FINE
    outcome = verified(tmp_path, good, bad, good)
    assert outcome.status == Status.FAILED
    assert [line[:7] for line in outcome.out.splitlines() if line.startswith("Game")] == [
        "Game 1:",
        "Game 2:",
        "Game 3:",
    ]


def test_a_game_that_cannot_be_read_does_not_hold(tmp_path: Path) -> None:
    path = tmp_path / "games.sniff"
    good = dumps([record_of(played(2))])
    path.write_text(good.replace("games 1", good.replace("sum 4", "sum 3", 1)), "utf-8")
    outcome = sniffi("verify", str(path), "--lang", "en")
    assert outcome.status == Status.FAILED
    assert outcome.err.startswith("sniffi verify: ")
    assert "Game 1:" in outcome.out


def test_nothing_holds_of_no_game(tmp_path: Path) -> None:
    path = tmp_path / "none.sniff"
    path.write_text("games 0\n", "utf-8")
    assert dumps([]) == "games 0\n"
    told = refused(sniffi("verify", str(path), "--lang", "en"), Status.FAILED)
    assert told.startswith("sniffi verify: There is no game in the file ")
    outcome = sniffi("replay", str(path))
    assert (outcome.status, outcome.out, outcome.err) == (0, "", "")


@pytest.mark.parametrize("lang", Words.LANGUAGES)
@pytest.mark.parametrize("full", [True, False])
def test_a_score_sheet_has_no_fault_as_far_as_it_can_be_checked(
    full: bool, lang: str, tmp_path: Path
) -> None:
    words = Words(lang)
    outcome = verified(tmp_path, of_sheet(full=full), lang=lang)
    assert (outcome.status, outcome.err) == (Status.FINE, "")
    told = outcome.out.splitlines()
    assert told[1] == f"  {words.say('cli.verify-sheet')}"
    assert f"  {words.say('cli.verify-sheet-hidden')}" in told
    assert (f"  {words.say('cli.verify-sheet-sums')}" in told) is not full
    assert told[-1] == f"  {words.say('cli.verify-sheet-fine')}"


def test_a_fault_of_a_score_sheets_record_gives_status_1(tmp_path: Path) -> None:
    path = tmp_path / "sheet.sniff"
    text = dumps([of_sheet(full=True)])
    assert "sum 10, scores 10" in text
    path.write_text(text.replace("sum 10, scores 10", "sum 15, scores 15", 1), "utf-8")
    outcome = sniffi("verify", str(path), "--lang", "en")
    assert outcome.status == Status.FAILED
    assert outcome.err


def test_a_game_that_only_says_to_be_a_sheets_is_checked_like_any_other(tmp_path: Path) -> None:
    tags = {"Sheet": "tiles"}
    outcome = verified(tmp_path, GameRecord.of(played(2), ("Aino", "Eero"), tags=tags))
    assert outcome.status == Status.FAILED
