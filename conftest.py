"""Runs the examples of the README and of docs/: Python as doctests, consoles as commands."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from sybil import Example, Sybil
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser, SkipParser
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
COMMAND = re.compile(
    r"^\$ (?P<command>(?:.*\\\n)*.*)\n?(?P<output>(?:(?!\$ ).*\n?)*)", re.MULTILINE
)


def run_console(example: Example) -> str | None:
    """Run a console block's `$ sniffi …` lines in the checkout, compare what they say."""
    for match in COMMAND.finditer(example.parsed):
        words = shlex.split(match["command"].replace("\\\n", " "))
        # `$ script/test` and other commands that aren't ours are there to be read.
        if words[0] != "sniffi":
            continue
        done = subprocess.run(
            [Path(sys.executable).with_name("sniffi"), *words[1:]],
            cwd=Path(__file__).parent,
            env=os.environ | {"COLUMNS": "80", "LC_ALL": "C.UTF-8"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=60,
        )
        if not doctest.OutputChecker().check_output(match["output"], done.stdout, OPTIONS):
            return f"$ {match['command']}\nsaid:\n{done.stdout}\nnot:\n{match['output']}"
    return None


class PagesStayWhole(LoadScopeScheduling):  # type: ignore[misc]  # xdist has no types
    """Spreads tests over the cores, a page's examples together: later ones use earlier ones."""

    def _split_scope(self, nodeid: str) -> str:
        page = nodeid.partition("::")[0]
        return page if page.endswith(".md") else nodeid


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> PagesStayWhole:
    return PagesStayWhole(config, log)


# Alembic runs these itself, with a database at hand; they cannot be imported for their docstrings.
collect_ignore_glob = ["src/sniffi/store/migrations/*"]

pytest_collect_file = Sybil(
    parsers=[
        CodeBlockParser("console", run_console),
        PythonCodeBlockParser(doctest_optionflags=OPTIONS),
        SkipParser(),
    ],
    patterns=["README.md", "docs/*.md"],
).pytest()
