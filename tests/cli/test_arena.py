"""``sniffi arena``."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sniffi.arena import Average, compare, comparison_to_json
from sniffi.cli.progress import BACK_AND_CLEAR, EVERY_SECONDS, ProgressLine
from sniffi.cli.verbs import arena
from sniffi.words import Words
from tests.cli.command import PLAIN, refused, sniffi

each_language = pytest.mark.parametrize("lang", Words.LANGUAGES)
HERE = ("--processes", "1")
MOST_SECONDS = 60


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("more", [[], ["--games"], ["--players", "3"]], ids=str)
def test_json_is_what_the_library_finds(more: list[str]) -> None:
    outcome = sniffi("arena", "greedy", "random", "--rounds=4", "--seed=5", "--json", *HERE, *more)
    assert (outcome.status, outcome.err) == (0, "")
    (line,) = outcome.out.splitlines()
    told = json.loads(line)
    found = comparison_to_json(
        compare(
            ["greedy", "random"],
            rounds=4,
            seed=5,
            games="--games" in more,
            players=3 if "3" in more else None,
        )
    )
    for either in (told, found):
        del either["times"]
    assert json.dumps(told) == json.dumps(found)


@each_language
@pytest.mark.parametrize("games", [False, True])
def test_text_tells_margins_shares_and_times(lang: str, games: bool) -> None:
    words = Words(lang)
    more = ["--games"] if games else []
    outcome = sniffi("arena", "greedy", "random", "--rounds=5", *HERE, *more, "--lang", lang)
    assert (outcome.status, outcome.err) == (0, "")
    lines = outcome.out.splitlines()
    found = compare(["greedy", "random"], rounds=5, games=games)
    plays = words.say_n("arena.games" if games else "arena.rounds", 10)
    assert plays in lines[0]
    assert [lines[1], lines[5]] == ["greedy", "random"]
    for result, at in zip(found.results, (2, 6), strict=True):
        margin = arena.figure(result.margin, 1, 2, words)
        won = arena.figure(result.won, 100, 1, words)
        assert lines[at : at + 2] == [
            arena.INDENT
            + words.say("arena.margin-game" if games else "arena.margin", figure=margin),
            arena.INDENT + words.say("arena.won-games" if games else "arena.won", figure=won),
        ]
        assert str(result.decisions) in lines[at + 2]
    assert len(lines) == 9


@pytest.mark.parametrize(
    ("value", "digits", "fi", "en"),
    [
        (12.345, 1, "12,3", "12.3"),
        (-0.5, 2, "−0,50", "−0.50"),
        (-0.001, 2, "0,00", "0.00"),
        (0.0, 1, "0,0", "0.0"),
    ],
)
def test_decimals_are_written_as_the_language_does(
    value: float, digits: int, fi: str, en: str
) -> None:
    assert arena.decimal(value, digits, Words("fi")) == fi
    assert arena.decimal(value, digits, Words("en")) == en


def test_a_mean_without_an_error_stands_alone() -> None:
    assert arena.figure(Average(1.5, None), 1, 2, Words("en")) == "1.50"


WRONG = [
    # The words, and what the message must have.
    (["greedy", "no-such-bot"], "no-such-bot"),
    (["greedy", "greedy:x=1"], "x"),
    (["greedy", "random,"], "random,"),
    (["greedy"], "1"),
    (["greedy"] * 5, "5"),
    (["greedy"] * 3 + ["--players", "2"], "3"),
    (["greedy"] * 3 + ["--players", "4"], "4"),
    (["greedy"] * 4 + ["--players", "2"], "4"),
    (["greedy", "random", "--players", "5"], "--players"),
    (["greedy", "random", "--rounds", "0"], "--rounds"),
    (["greedy", "random", "--rounds", "-1"], "--rounds"),
    (["greedy", "random", "--rounds", "1.5"], "--rounds"),
    (["greedy", "random", "--rounds", "٣"], "--rounds"),
    (["greedy", "random", "--rounds", "9" * 5000], "--rounds"),
    (["greedy", "random", "--seed", "-1"], "--seed"),
    (["greedy", "random", "--seed", "x"], "--seed"),
    (["greedy", "random", "--seed", "9" * 5000], "--seed"),
    (["greedy", "random", "--processes", "0"], "--processes"),
    (["greedy", "random", "--until-error", "0"], "--until-error"),
    (["greedy", "random", "--until-error", "nan"], "--until-error"),
    (["greedy", "random", "--until-error", "x"], "--until-error"),
    (["greedy", "random", "--until-error", "1_0"], "--until-error"),
    (["greedy", "random", "--until-error", "１"], "--until-error"),
    (["master:worlds=１００", "random"], "１００"),
    (["master:worlds=1_0", "random"], "1_0"),
    (["greedy", "random", "--dask", "foo"], "foo"),
    (["greedy", "random", "--dask", "127.0.0.1:1"], "127.0.0.1:1"),
    (["greedy", "random", "--dask", "127.0.0.1:1", "--processes", "2"], "--dask"),
]


@each_language
@pytest.mark.parametrize(("args", "told"), WRONG, ids=lambda value: ascii(value)[:50])
def test_what_cannot_be_is_refused_in_one_line(args: list[str], told: str, lang: str) -> None:
    message = refused(sniffi("arena", *args, "--lang", lang))
    assert message.startswith("sniffi arena: ")
    assert told in message
    assert len(message) < 500


@each_language
def test_no_bot_at_all_is_refused(lang: str) -> None:
    words = Words(lang)
    message = refused(sniffi("arena", "--lang", lang))
    assert words.say("cli.operand-missing", operand=words.say("arena.value-bot")) in message


@each_language
@pytest.mark.parametrize("games", [False, True])
def test_a_terminal_sees_how_far_it_is_and_the_line_goes_away(
    lang: str, games: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr("sniffi.cli.progress.EVERY_SECONDS", 0.0)
    from sniffi.cli import main

    more = ["--games"] if games else []
    assert (
        main(["arena", "greedy", "random", "--rounds=20", *HERE, *more, "--json", "--lang", lang])
        == 0
    )
    first, *shown, last = terminal.getvalue().split(BACK_AND_CLEAR)
    assert (first, last) == ("", "")
    assert len(shown) >= 2
    for line in shown:
        assert re.fullmatch(r"[^\n]*\b\d+/20\. greedy: .* ± .*\d+:\d\d", line)
        assert len(line) < 80
    assert " 20/20. " in shown[-1]
    assert shown[-1].endswith("0:00")


def test_who_is_no_terminal_sees_no_progress() -> None:
    stream = io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stderr", stream)
        with ProgressLine() as line:
            line.show(lambda: "far")
    assert stream.getvalue() == ""


def test_a_line_is_not_shown_too_often_and_goes_when_something_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal, now = Terminal(), [100.0]
    monkeypatch.setattr(sys, "stderr", terminal)

    def shows() -> None:
        with ProgressLine(lambda: now[0]) as line:
            line.show(lambda: "one")
            line.show(lambda: "too soon")
            now[0] += EVERY_SECONDS
            line.show(lambda: "two" * 100)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        shows()
    shown = terminal.getvalue().split(BACK_AND_CLEAR)
    assert [text[:5] for text in shown] == ["", "one", "twotw", ""]
    assert max(map(len, shown)) < 80


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_all_processes_and_says_nothing(sent: signal.Signals) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "sniffi", "arena", "greedy", "random", "--rounds=1000000"]
    with subprocess.Popen(
        [*command, "--processes=2", "--lang=en"],
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=theirs,
        env=PLAIN,
        start_new_session=True,
    ) as process:
        os.close(theirs)
        assert process.stdout is not None
        shown = ""
        while "/1000000" not in shown:
            shown += os.read(ours, 1000).decode()
        members = group_of(process.pid)
        if sent == signal.SIGINT:
            # As Ctrl-C does, which reaches everybody at the terminal.
            os.killpg(process.pid, sent)
        else:
            process.terminate()
        while True:
            try:
                more = os.read(ours, 1000).decode()
            except OSError:
                # Nobody holds the other end any more.
                break
            shown += more
        assert process.wait() == 128 + sent
        assert process.stdout.read() == b""
    os.close(ours)
    assert len(members) >= 3
    # The last ones have let go of the terminal and may still be on their way out.
    patience = time.monotonic() + MOST_SECONDS
    while group_of(process.pid) and time.monotonic() < patience:
        time.sleep(0.05)
    assert group_of(process.pid) == set()
    assert "Traceback" not in shown
    assert "Error" not in shown
    assert shown.endswith(BACK_AND_CLEAR)


def group_of(group: int) -> set[int]:
    """The processes of a group that are still running."""
    found = set()
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, owner = path.read_text("utf-8").rpartition(") ")[2].split()[:3]
        except OSError:
            # It ended just now.
            continue
        if int(owner) == group and state not in "ZX":
            found.add(int(path.parent.name))
    return found
