"""Nothing heavy is imported before it is needed, so that help and ``explain`` answer at once."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tests.cli.command import PLAIN
from tests.cli.made import SHORT

# Slow to import, or of use to few verbs. (dataclasses, which the rules are made of, needs inspect.)
HEAVY = set(
    [
        "argparse",
        "asyncio",
        "bz2",
        "decimal",
        "fractions",
        "http",
        "importlib.metadata",
        "importlib.resources",
        "json",
        "locale",
        "logging",
        "lzma",
        "multiprocessing",
        "pathlib",
        "pickle",
        "random",
        "secrets",
        "shutil",
        "socket",
        "sqlite3",
        "ssl",
        "statistics",
        "subprocess",
        "tempfile",
        "threading",
        "unittest",
        "urllib",
        "zipfile",
        "babel",
        "fastapi",
        "jinja2",
        "numba",
        "numpy",
        "sqlalchemy",
        "starlette",
        "sniffi.arena",
        "sniffi.bots",
        "sniffi.deal",
        "sniffi.pictures",
        "sniffi.record",
        "sniffi.store",
        "sniffi.tables",
        "sniffi.terminal",
        "sniffi.web",
    ]
)


def imported_by(*args: str) -> set[str]:
    """The modules that a run of the command imports."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "sniffi", *args],
        capture_output=True,
        env=PLAIN,
        timeout=60,
    )
    modules = set(re.findall(r"\|\s+([\w.]+)$", done.stderr.decode(), re.MULTILINE))
    assert "sniffi.cli.entry" in modules
    return modules


def of_site() -> set[str]:
    """What Python imports by itself: the environment may have hooks of its own."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", ""], capture_output=True, env=PLAIN
    )
    return set(re.findall(r"\|\s+([\w.]+)$", done.stderr.decode(), re.MULTILINE))


@pytest.mark.parametrize(
    ("args", "needed"),
    [
        (["--help"], set()),
        (["--version"], set()),
        (["play", "--help"], set()),
        (["explain", "--help"], set()),
        (["explain", "14", "11@14.low"], set()),
        (["explain", "25", "25"], set()),
        (["explain", "--json", "14"], {"json", "sniffi.record"}),
        (["bots"], {"random", "sniffi.bots"}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_verb_imports_no_more_than_it_needs(args: list[str], needed: set[str]) -> None:
    assert imported_by(*args) & (HEAVY - of_site()) <= needed


def test_json_needs_no_reader_and_no_deck() -> None:
    modules = imported_by("explain", "--json", "14")
    assert "sniffi.record.plain" in modules
    assert not {"sniffi.record.reader", "sniffi.record.model", "sniffi.deal"} & modules


def test_the_check_finds_what_is_imported() -> None:
    assert {"sniffi.record", "sniffi.deal"} <= imported_by("verify", str(SHORT)) & HEAVY
