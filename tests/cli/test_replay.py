"""``sniffi replay``: every event of every game, and what is wrong with the others."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from sniffi.cli.trouble import Status
from sniffi.record import GameRecord, dumps
from sniffi.record.plain import event_from_json, event_to_json, numbered
from sniffi.rules import Game
from sniffi.words import Words
from tests.cli.command import PLAIN, real_sniffi, refused, sniffi
from tests.cli.made import SHORT, played, record_of, short

each_language = pytest.mark.parametrize("lang", Words.LANGUAGES)


def saved(folder: Path, text: str) -> str:
    path = folder / "games.sniff"
    path.write_text(text, "utf-8")
    return str(path)


def json_lines(*records: GameRecord) -> str:
    return "".join(
        json.dumps(event_to_json(event, number), separators=(",", ":")) + "\n"
        for record in records
        for number, event in numbered(record.events)
    )


@each_language
@pytest.mark.parametrize("players", [2, 3, 4])
def test_text_is_the_game_and_its_events_in_words(players: int, lang: str, tmp_path: Path) -> None:
    record, words = record_of(played(players)), Words(lang)
    outcome = sniffi("replay", saved(tmp_path, dumps([record])), "--lang", lang)
    assert (outcome.status, outcome.err) == (0, "")
    heading, *lines = [line for line in outcome.out.splitlines() if line]
    assert lines == [words.event(event, record.names, players) for event in record.events]
    for name in record.names:
        assert name in heading
    assert words.points(60) in heading


@each_language
def test_rounds_are_apart_by_empty_lines(lang: str, tmp_path: Path) -> None:
    record = record_of(played(2, target=250))
    outcome = sniffi("replay", saved(tmp_path, dumps([record])), "--lang", lang)
    rounds = {number for number, _ in numbered(record.events)}
    assert len(rounds) > 2
    assert outcome.out.count("\n\n") == len(rounds)


def test_tags_are_told() -> None:
    assert short().tags
    lines = sniffi("replay", str(SHORT)).out.splitlines()
    assert lines[1:3] == [f"{name}: {value}" for name, value in short().tags]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_json_is_one_event_a_line(players: int, tmp_path: Path) -> None:
    record = record_of(played(players))
    outcome = sniffi("replay", saved(tmp_path, dumps([record])), "--json")
    assert (outcome.status, outcome.out, outcome.err) == (0, json_lines(record), "")
    told = [json.loads(line) for line in outcome.out.splitlines()]
    assert tuple(map(event_from_json, told)) == record.events
    assert all(list(event)[:3] == ["round", "seat", "event"] for event in told)


def test_hidden_tiles_are_told_as_hidden(tmp_path: Path) -> None:
    record = record_of(played(3)).seen_by(2)
    path = saved(tmp_path, dumps([record]))
    outcome = sniffi("replay", path, "--json")
    assert (outcome.status, outcome.out, outcome.err) == (0, json_lines(record), "")
    assert "null" in outcome.out
    assert sniffi("replay", path).status == 0


@each_language
def test_of_a_game_that_goes_on_the_scores_are_told(lang: str, tmp_path: Path) -> None:
    game = played(4, turns=15)
    record, words = record_of(game), Words(lang)
    assert not record.over
    outcome = sniffi("replay", saved(tmp_path, dumps([record])), "--lang", lang)
    scores = words.scores(game.scores, record.names, 4)
    assert outcome.out.splitlines()[-3:] == [words.say("cli.replay-in-progress"), *scores]


@each_language
def test_of_a_score_sheet_of_sums_its_own_scores_are_told(lang: str, tmp_path: Path) -> None:
    words, names = Words(lang), ("Aino", "Eero")
    tags = {"Sheet": "sums", "SheetScores": "-5 20"}
    record = GameRecord.of(Game.new(2), names, tags=tags)
    outcome = sniffi("replay", saved(tmp_path, dumps([record])), "--lang", lang)
    scores = words.scores((-5, 20), names, 2)
    assert outcome.out.splitlines()[-3:] == [words.say("cli.replay-sums"), *scores]


def test_all_games_of_a_file_are_told(tmp_path: Path) -> None:
    records = [short(), record_of(played(3)), record_of(played(4))]
    path = saved(tmp_path, dumps(records))
    assert sniffi("replay", path, "--json").out == json_lines(*records)
    out = sniffi("replay", path, "--lang", "en").out
    assert [line.split(":")[0] for line in out.splitlines() if line.startswith("Game ")] == [
        "Game 1",
        "Game 2",
        "Game 3",
    ]
    assert "\n\nGame 2: Aino – Eero – Liisa." in out
    assert "\n\nGame 3: Aino and Liisa – Eero and Matti." in out


@pytest.mark.parametrize("more", [[], ["--json"]], ids=["text", "json"])
def test_a_bad_game_is_told_with_its_place_and_the_good_ones_are_shown(
    more: list[str], tmp_path: Path
) -> None:
    good = [short(), record_of(played(3))]
    lines = dumps([good[0], short(), good[1]]).splitlines()
    # In the second game, a sum that is not that of its tiles.
    wrong = lines.index("2 places 01 on 14.low, sum 4", dumps(good[:1]).count("\n"))
    lines[wrong] = "2 places 01 on 14.low, sum 5"
    path = saved(tmp_path, "\n".join(lines) + "\n")
    outcome = sniffi("replay", path, "--lang", "en", *more)
    assert outcome.status == Status.FAILED
    assert outcome.err.count("\n") == 1
    assert f"line {wrong + 1}, column" in outcome.err.lower()
    if more:
        assert outcome.out == json_lines(*good)
    else:
        assert "Game 1:" in outcome.out
        assert "Game 2:" not in outcome.out
        assert "Game 3:" in outcome.out


def test_trouble_comes_in_its_place_among_the_games(tmp_path: Path) -> None:
    text = dumps([short(), short(), short()])
    first, second = text.find("[Sniffi", 1), text.rfind("[Sniffi")
    path = saved(
        tmp_path, text[:first] + text[first:second].replace("sum 4", "sum 3") + text[second:]
    )
    done = subprocess.run(
        [sys.executable, "-m", "sniffi", "replay", path, "--lang", "en"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=PLAIN,
    )
    starts = [line.split(":")[0] for line in done.stdout.decode().splitlines()]
    told = [start for start in starts if start.startswith(("Game", "sniffi"))]
    assert told == ["Game 1", "sniffi replay", "Game 3"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", ""),
        (b"hello\n", "hello"),
        (b"\x00\xff\xfe\x1b[31m" * 1000, "Sniffi"),
        (SHORT.read_bytes()[:400], "16"),
        (SHORT.read_bytes().replace(b"games 1", b"games 2"), "2"),
        (SHORT.read_bytes().replace(b"Aino", b"\xff"), "UTF-8"),
    ],
    ids=["empty", "words", "binary", "cut off", "count", "not UTF-8"],
)
@each_language
def test_what_is_no_record_is_told_in_one_line(
    content: bytes, said: str, lang: str, tmp_path: Path
) -> None:
    path = tmp_path / "some.sniff"
    path.write_bytes(content)
    outcome = sniffi("replay", str(path), "--json", "--lang", lang)
    assert outcome.status == Status.FAILED
    assert outcome.err.count("\n") == 1
    line = outcome.err.removesuffix("\n")
    assert line.isprintable()
    before, _, sentence = line.partition(": ")[2].partition(": ")
    assert before == str(path)
    assert said in sentence


@each_language
@pytest.mark.parametrize("verb", ["replay", "verify"])
def test_a_file_that_cannot_be_read_is_told(
    verb: str, lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = Words(lang)
    monkeypatch.chdir(tmp_path)
    for name, reason in [
        ("missing.sniff", "cli.reason-not-there"),
        (".", "cli.reason-a-folder"),
        ("x" * 300, "cli.reason-name-too-long"),
        ("a\0b", "cli.reason-not-there"),
    ]:
        told = refused(sniffi("--lang", lang, verb, name), Status.FAILED)
        assert told.startswith(f"sniffi {verb}: ")
        assert told.endswith(f": {words.say(reason)}.")


@pytest.mark.parametrize("verb", ["replay", "verify"])
def test_a_hyphen_is_the_standard_input(verb: str) -> None:
    text = SHORT.read_text("utf-8")
    assert real_sniffi(verb, "-", given=text) == sniffi(verb, str(SHORT))


@pytest.mark.parametrize("verb", ["replay", "verify"])
def test_a_standard_input_that_is_closed_is_told(verb: str) -> None:
    line = f'"$0" -m sniffi --lang en {verb} - <&-'
    done = subprocess.run(["sh", "-c", line, sys.executable], capture_output=True, env=PLAIN)
    assert done.returncode == Status.FAILED
    assert done.stderr.decode() == (f"sniffi {verb}: The file - cannot be read: it is closed.\n")


@pytest.mark.parametrize("more", [[], ["--json"]], ids=["text", "json"])
def test_a_reader_that_has_seen_enough_is_no_trouble(more: list[str], tmp_path: Path) -> None:
    # More than a pipe holds, so that the command is still writing.
    text = dumps([short()]).removesuffix("games 1\n")
    path = saved(tmp_path, 200 * text + "games 200\n")
    process = subprocess.Popen(
        [sys.executable, "-m", "sniffi", "replay", path, *more],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=PLAIN,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    with process:
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == Status.NO_READER
