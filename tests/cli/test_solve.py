"""``sniffi solve`` and ``sniffi warm-up``."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sniffi.cli.verbs import solve
from sniffi.fast import cache, warm_up
from sniffi.fast.solver import Solved
from sniffi.fast.solver import solve as solution
from sniffi.rules import FULL_SET, Round
from sniffi.words import Words
from tests.cli.command import PLAIN, real_sniffi, refused, sniffi

FACTS = [
    line.split(maxsplit=1)
    for line in (Path(__file__).parents[1] / "fast" / "values.txt").read_text("ascii").splitlines()
]
"""Values by ../shared/bench/solve.c, and their deals."""
DEAL = FACTS[0][1]
each_language = pytest.mark.parametrize("lang", Words.LANGUAGES)


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    warm_up()


@pytest.fixture
def deals(tmp_path: Path) -> Path:
    """A file with deals."""
    path = tmp_path / "deals.txt"
    path.write_text("".join(f"{deal}\n" for _, deal in FACTS[:5]), "ascii")
    return path


def objects(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_json_has_a_line_for_each_deal_with_its_value(deals: Path) -> None:
    outcome = sniffi("solve", "--json", str(deals))
    assert (outcome.status, outcome.err) == (0, "")
    found = objects(outcome.out)
    assert [told["value"] for told in found] == [int(value) for value, _ in FACTS[:5]]
    for told in found:
        assert list(told) == ["value", "nodes", "ms", "best"]
        assert isinstance(told["nodes"], int)
        assert told["nodes"] > 0
        assert told["ms"] > 0


@pytest.mark.parametrize("args", [[], ["-"]], ids=str)
def test_deals_come_from_the_standard_input_too(args: list[str], deals: Path) -> None:
    told = real_sniffi("solve", "--json", *args, given=deals.read_text("ascii"))
    assert (told.status, told.err) == (0, "")
    assert [x["value"] for x in objects(told.out)] == [int(value) for value, _ in FACTS[:5]]


def test_lines_may_end_as_windows_ends_them_and_the_last_need_not(tmp_path: Path) -> None:
    path = tmp_path / "deals"
    path.write_bytes(f"{DEAL}\r\n  {DEAL.replace(' ', '   ')}".encode())
    assert [told["value"] for told in objects(sniffi("solve", "--json", str(path)).out)] == [
        int(FACTS[0][0])
    ] * 2


def test_a_file_without_deals_gives_nothing(tmp_path: Path) -> None:
    path = tmp_path / "deals"
    path.touch()
    outcome = sniffi("solve", "--json", str(path))
    assert (outcome.status, outcome.out, outcome.err) == (0, "", "")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_placements_have_the_values_that_the_solver_gives(players: int, tmp_path: Path) -> None:
    order = list(FULL_SET)
    Random(players + 1).shuffle(order)
    path = tmp_path / "deals"
    path.write_text(" ".join(map(str, order)), "ascii")
    outcome = sniffi("solve", "--json", "--placements", "--players", str(players), str(path))
    (told,) = objects(outcome.out)
    round = Round.deal(order, players, 1)
    assert [opening["placement"] for opening in told["placements"]] == [
        str(tile) for tile in round.hands[0]
    ]
    assert told["best"] in [str(tile) for tile in round.hands[0]]
    for opening, action in zip(told["placements"], round.legal_actions(), strict=True):
        found = solution(round.act(action))
        assert isinstance(found, Solved)
        margins = found.margins
        assert opening["value"] == margins[0]
        assert opening.get("values") == (list(margins) if players == 3 else None)
        if opening["placement"] == told["best"]:
            assert told["value"] == margins[0]
            assert told.get("values") == (list(margins) if players == 3 else None)
    assert told["value"] == max(opening["value"] for opening in told["placements"])


@each_language
def test_a_search_that_is_not_finished_gives_no_value_and_status_1(lang: str, deals: Path) -> None:
    outcome = sniffi("solve", "--json", "--nodes", "100", str(deals), "--lang", lang)
    assert (outcome.status, outcome.err) == (1, "")
    found = objects(outcome.out)
    assert [(told["value"], told["nodes"]) for told in found] == [(None, 101)] * 5
    assert [list(told) for told in found] == [["value", "nodes", "ms", "least", "most"]] * 5
    text = sniffi("solve", "--nodes", "100", str(deals), "--lang", lang)
    words = Words(lang)
    assert text.status == 1
    first = words.say_n("cli.solve-unfinished", 101, deal="1")
    assert text.out.splitlines()[0].startswith(first)
    one = sniffi("solve", "--nodes", "1", str(deals), "--lang", lang)
    assert one.status == 1


@each_language
def test_bounds_that_were_proved_are_told(lang: str, deals: Path) -> None:
    words = Words(lang)
    for limit in range(500, 8_000, 500):
        args = ["solve", "--nodes", str(limit), str(deals), "--lang", lang]
        found = objects(sniffi(*args, "--json").out)
        lines = sniffi(*args).out.splitlines()
        for told, line, (value, _) in zip(found, lines, FACTS, strict=False):
            for name, key, sign in (
                ("least", "cli.solve-least", 1),
                ("most", "cli.solve-most", -1),
            ):
                if told.get(name) is None:
                    continue
                assert sign * told[name] <= sign * int(value)
                assert words.say(key, value=solve.points_in_words(told[name], words)) in line


@each_language
def test_text_tells_value_and_best_opening(lang: str, deals: Path) -> None:
    words = Words(lang)
    lines = sniffi("solve", str(deals), "--lang", lang, "--placements").out.splitlines()
    (told, *_) = objects(sniffi("solve", str(deals), "--json", "--placements").out)
    opening = next(t for t in FULL_SET if str(t) == told["best"])
    assert lines[0] == words.say(
        "cli.solve-value",
        deal="1",
        value=solve.points_in_words(told["value"], words),
        opening=words.say("core.action-open", tile=words.tile(opening)),
    )
    assert len(lines) == 5 * 8
    assert all(
        line.startswith(solve.INDENT) == (number % 8 > 0) for number, line in enumerate(lines)
    )


@pytest.mark.parametrize(
    ("value", "fi", "en"),
    [
        (0, "0", "0"),
        (-15, "−15", "−15"),
        (12.5, "12,5", "12.5"),
        (-2.5, "−2,5", "−2.5"),
        (5.0, "5", "5"),
    ],
)
def test_numbers_are_shown_as_the_language_writes_them(value: float, fi: str, en: str) -> None:
    assert solve.points_in_words(value, Words("fi")) == fi
    assert solve.points_in_words(value, Words("en")) == en


WRONG = [
    # A line, and what the message must have.
    ("", "28"),
    (DEAL.rsplit(" ", 1)[0], DEAL[-1:]),
    (f"{DEAL} 00", "[0|0]"),
    (DEAL.replace("06", "60"), "60"),
    (DEAL.replace("06", "00"), "[0|6]"),
    (DEAL.replace("06", "6"), "6"),
    (DEAL.replace("06", "06@12.low"), "06@12.low"),
    (f"{DEAL},", DEAL[-2:] + ","),
    (f"\ufeff{DEAL}", "R1.2"),
    ("\x1b[31m", "R1.2"),
    ("x" * 10_000, "R1.2"),
]


@each_language
@pytest.mark.parametrize(("line", "told"), WRONG, ids=lambda text: ascii(text)[:30])
def test_a_line_that_is_no_deal_is_told_and_nothing_is_solved(
    line: str, told: str, lang: str, tmp_path: Path
) -> None:
    path = tmp_path / "deals"
    path.write_text(f"{DEAL}\n{DEAL}\n{line}\n{DEAL}\n", "utf-8")
    message = refused(sniffi("solve", "--json", str(path), "--lang", lang))
    assert message.startswith("sniffi solve: ")
    assert {"fi": ", rivi 3: ", "en": ", line 3: "}[lang] in message
    assert told in message
    assert len(message) < 800


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "deals"
    path.write_bytes(b"\xff\xfe\x00")
    assert ", line 1: " in refused(sniffi("solve", str(path), "--lang", "en"))


def test_a_file_that_is_not_there_gives_status_1(tmp_path: Path) -> None:
    message = refused(sniffi("solve", str(tmp_path / "deals"), "--lang", "en"), 1)
    assert "there is no such file" in message


@each_language
@pytest.mark.parametrize("text", ["0", "-1", "1.5", "x", "", "1" * 20, "１", "10_000"])
def test_the_number_of_positions_is_a_whole_number(text: str, lang: str, deals: Path) -> None:
    words = Words(lang)
    message = refused(sniffi("solve", f"--nodes={text}", str(deals), "--lang", lang))
    sentence = words.say(
        "cli.not-a-count", option="--nodes", value=text, most=str(solve.MOST_NODES)
    )
    assert message == "sniffi solve: " + words.say(
        "cli.see-help", sentence=sentence, command="sniffi solve"
    )


@each_language
@pytest.mark.parametrize("verb", ["solve", "warm-up"])
def test_without_its_packages_the_kernel_is_missed_in_one_line(
    verb: str, lang: str, deals: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sniffi.fast.warm_up", _not_installed)
    args = [str(deals)] if verb == "solve" else []
    message = refused(sniffi(verb, *args, "--lang", lang), 1)
    words = Words(lang)
    why = words.say("fast.not-installed", package="numba")
    assert message == f"sniffi {verb}: " + words.say("cli.kernel-missing", why=why)


def _not_installed(_report: object) -> None:
    from sniffi.fast import NotInstalled

    raise NotInstalled("numba")


def test_whoever_waits_at_a_terminal_is_told_why(
    deals: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    words = Words("en")
    for compiled in (True, False):
        terminal = Terminal()
        monkeypatch.setattr("sniffi.fast.cached", lambda compiled=compiled: compiled)
        monkeypatch.setattr(sys, "stderr", terminal)
        from sniffi.cli import main

        assert main(["solve", "--json", str(deals), "--lang", "en"]) == 0
        expected = "" if compiled else f"sniffi solve: {words.say('cli.solve-compiling')}\n"
        assert terminal.getvalue() == expected


@each_language
def test_warming_up_tells_where_the_kernel_is(lang: str) -> None:
    outcome = sniffi("warm-up", "--lang", lang)
    told = Words(lang).say("cli.warm-up-kept", folder=str(cache.folder()))
    assert (outcome.status, outcome.out, outcome.err) == (0, told + "\n", "")


@each_language
def test_warming_up_tells_each_part_and_when_nothing_is_kept(
    lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sniffi.fast.cached", lambda: False)
    monkeypatch.setattr("sniffi.fast.warm_up", lambda report: report("deal", 1, 8))
    monkeypatch.setattr("sniffi.fast.cache.folder", lambda: None)
    outcome = sniffi("warm-up", "--lang", lang)
    words = Words(lang)
    part = words.say("cli.warm-up-part", number="1", count="8", part="deal")
    assert outcome.out == f"{part}\n{words.say('cli.warm-up-not-kept')}\n"


def test_each_deal_is_there_for_the_reader_before_the_next(tmp_path: Path) -> None:
    path = tmp_path / "deals"
    path.write_text(f"{DEAL}\n" * 20_000, "ascii")
    with subprocess.Popen(
        [sys.executable, "-m", "sniffi", "solve", "--json", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=PLAIN,
    ) as process:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["value"] == int(FACTS[0][0])
        process.stdout.close()
        assert process.wait() == 141
