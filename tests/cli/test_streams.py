"""Output: UTF-8 everywhere, full disks, readers that go away, interruptions."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sniffi.cli import console, entry
from sniffi.cli.console import give_up
from sniffi.cli.trouble import REASONS, Status
from sniffi.words import Words
from tests.cli.command import PLAIN, real_sniffi, refused, sniffi

COMMAND = [sys.executable, "-m", "sniffi"]
FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="the system has no /dev/full")


@pytest.mark.parametrize(
    "environ",
    [
        {"LC_ALL": "C"},
        {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
        {"LC_ALL": "POSIX", "PYTHONIOENCODING": "latin-1"},
        {"LC_ALL": "en_US.ISO-8859-1", "PYTHONUTF8": "0"},
        {},
    ],
    ids=str,
)
def test_the_command_speaks_utf_8_whatever_the_locale(environ: dict[str, str]) -> None:
    assert (
        "pienempään päähän"
        in real_sniffi("explain", "14", "11@14.low", "--lang", "fi", environ=environ).out
    )
    assert "päähän" in refused(
        real_sniffi("explain", "14", "11@14.high", "--lang", "fi", environ=environ)
    )


def test_the_language_is_that_of_the_environment() -> None:
    fi, en = (real_sniffi("--lang", lang, "--help").out for lang in ("fi", "en"))
    assert real_sniffi("--help", environ={"LANG": "fi_FI.UTF-8"}).out == fi
    assert real_sniffi("--help", environ={"LANG": "en_GB.UTF-8"}).out == en
    assert real_sniffi("--help", environ={"LANG": "fi_FI.UTF-8", "SNIFFI_LANG": "en"}).out == en


@needs_full
@pytest.mark.parametrize("args", [["--help"], ["explain", "14"], ["bots"]], ids=" ".join)
def test_an_output_that_is_full_is_said_in_one_line(args: list[str]) -> None:
    with FULL.open("wb") as full:
        done = subprocess.run(
            [*COMMAND, *args, "--lang", "en"], stdout=full, stderr=subprocess.PIPE, env=PLAIN
        )
    assert done.returncode == Status.FAILED
    prefix = " ".join(["sniffi", *args[:1]]) if args[0] != "--help" else "sniffi"
    assert done.stderr.decode() == (f"{prefix}: The output cannot be written: the disk is full.\n")


def test_an_output_that_is_closed_is_said_in_one_line() -> None:
    line = '"$0" -m sniffi --lang en explain 14 >&-'
    done = subprocess.run(["sh", "-c", line, sys.executable], capture_output=True, env=PLAIN)
    assert done.returncode == Status.FAILED
    assert done.stderr.decode() == ("sniffi explain: The output cannot be written: it is closed.\n")


@pytest.mark.parametrize("args", [["explain", "14"], ["explain", "25", "25"]], ids=" ".join)
def test_an_error_output_that_is_closed_changes_nothing_else(args: list[str]) -> None:
    line = '"$0" -m sniffi "$@" 2>&-'
    done = subprocess.run(["sh", "-c", line, sys.executable, *args], capture_output=True, env=PLAIN)
    expected = real_sniffi(*args)
    assert (done.returncode, done.stdout.decode()) == (expected.status, expected.out)


@needs_full
def test_an_error_output_that_is_full_changes_nothing_else() -> None:
    with FULL.open("wb") as full:
        done = subprocess.run([*COMMAND, "explain", "77"], stdout=-1, stderr=full, env=PLAIN)
    assert (done.returncode, done.stdout) == (Status.MISUSE, b"")


@pytest.mark.parametrize("args", [["--help"], ["explain", "14"], ["bots"]], ids=" ".join)
def test_a_reader_that_went_away_is_no_trouble(args: list[str]) -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    try:
        done = subprocess.run(
            [*COMMAND, *args], stdout=write_end, stderr=subprocess.PIPE, env=PLAIN
        )
    finally:
        os.close(write_end)
    assert (done.returncode, done.stderr) == (Status.NO_READER, b"")


def test_an_interruption_ends_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(entry, "_run", interrupted)
    outcome = sniffi("explain", "14")
    assert (outcome.status, outcome.out, outcome.err) == (Status.INTERRUPTED, "", "")


def test_what_else_the_system_refuses_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def refusing(*_: object) -> int:
        raise OSError(16, "something in the language of the system")

    monkeypatch.setattr(entry, "_run", refusing)
    told = refused(sniffi("--lang", "en", "explain", "14"), Status.FAILED)
    assert told == "sniffi: The operating system does not allow this: error EBUSY."


@pytest.mark.parametrize("lang", ["fi", "en"])
def test_every_reason_of_the_system_has_a_text(lang: str) -> None:
    words = Words(lang)
    for number in (*REASONS, 16, 99_999, None):
        assert console.why(OSError(number, "x"), words)


def test_nothing_is_left_to_give_up_where_there_is_no_stream() -> None:
    give_up(None)
