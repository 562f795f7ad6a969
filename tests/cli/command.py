"""The command, run in this process or as the real one."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass

from sniffi.cli import main

LANGUAGE_SETTINGS = ("SNIFFI_LANG", "LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE")
PLAIN = {name: value for name, value in os.environ.items() if name not in LANGUAGE_SETTINGS}


@dataclass(frozen=True)
class Outcome:
    """What a run of the command came to."""

    status: int
    out: str
    err: str


def sniffi(*args: str) -> Outcome:
    """Run the command in this process."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(args)
    return Outcome(int(status), out.getvalue(), err.getvalue())


def real_sniffi(
    *args: str | bytes, environ: Mapping[str, str] | None = None, given: str = ""
) -> Outcome:
    """Run the command as a process of its own, which speaks UTF-8 whatever the locale."""
    done = subprocess.run(
        [sys.executable, "-m", "sniffi", *args],
        input=given.encode(),
        capture_output=True,
        env={**PLAIN, **(environ or {})},
        timeout=60,
    )
    return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())


def refused(outcome: Outcome, status: int = 2) -> str:
    """The one line of a run that was refused, when that is all it said."""
    assert outcome.status == status, outcome
    assert outcome.out == "", outcome
    assert outcome.err.endswith("\n"), outcome
    line = outcome.err.removesuffix("\n")
    assert line.splitlines() == [line], outcome
    assert line.isprintable(), outcome
    return line
