"""Nothing heavy is imported before it is needed, so that help and ``explain`` answer at once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import PLAIN
from tests.cli.made import SHORT

# Slow to import. (So is inspect, but dataclasses needs it, and the rules are made of those.)
SLOW = {"argparse", "asyncio", "importlib.metadata", "importlib.resources", "json", "logging"}
SLOW |= {"pathlib", "random", "shutil", "socket", "subprocess", "tempfile", "typing_extensions"}
HOUSE = Path(__file__).parents[2] / "src" / "sniffi"
# Every part of the house but those that every verb needs.
PARTS = {f"sniffi.{path.parent.name}" for path in HOUSE.glob("*/__init__.py")}
PARTS -= {"sniffi.cli", "sniffi.rules", "sniffi.words"}


def heavy(modules: set[str]) -> set[str]:
    """What there is of slow modules, of other parts of the house, and of other packages."""
    own = {"sniffi", *sys.stdlib_module_names}
    foreign = {module for module in modules if module.partition(".")[0] not in own}
    return modules & (SLOW | PARTS) | foreign


def modules_after(code: str, *args: str) -> set[str]:
    """The modules that a Python has after running some code."""
    code += "\nimport sys; print(*sys.modules, file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", code, *args], capture_output=True, env=PLAIN, timeout=60
    )
    return set(done.stderr.decode().splitlines()[-1].split())


def imported_by(*args: str) -> set[str]:
    """The modules that a run of the command imports, but for those that Python has anyway."""
    return modules_after("from sniffi.cli import main; main()", *args) - modules_after("")


METADATA = {
    "importlib.metadata",
    "importlib.resources",
    "pathlib",
    "shutil",
    "socket",
    "tempfile",
}
"""What looking a package up imports."""


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
        # Which bots can play here depends on the packages that are installed.
        (["bots"], {"random", "sniffi.bots", "sniffi.fast", *METADATA}),
        (["solve", "--help"], set()),
        (["arena", "--help"], set()),
        (["warm-up", "--help"], set()),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_verb_imports_no_more_than_it_needs(args: list[str], needed: set[str]) -> None:
    assert heavy(imported_by(*args)) <= needed


def test_json_needs_no_reader_and_no_deck() -> None:
    modules = imported_by("explain", "--json", "14")
    assert "sniffi.record.plain" in modules
    assert not {"sniffi.record.reader", "sniffi.record.model", "sniffi.deal"} & modules


def test_the_check_finds_what_is_imported() -> None:
    assert {"sniffi.record", "sniffi.deal"} <= heavy(imported_by("verify", str(SHORT)))
