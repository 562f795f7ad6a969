"""docs/cli.md tells every verb, option and exit status. (Its examples are run where all are.)"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sniffi.cli.entry import OPTIONS, VERBS, verb_named
from sniffi.cli.grammar import HELP, LANG
from sniffi.cli.trouble import Status
from sniffi.words import Words

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "cli.md").read_text("utf-8")


@pytest.mark.parametrize("name", VERBS)
def test_a_verb_has_a_part_of_the_page_and_there_or_a_link_away_all_its_options(name: str) -> None:
    verb, words = verb_named(name), Words("en")
    part = PAGE.split(f"## sniffi {name}\n")[1].split("\n## ")[0]
    linked = [DOCS / link for link in re.findall(r"\(([\w-]+\.md)\)", part)]
    told = "".join([part, *(path.read_text("utf-8") for path in linked if path.exists())])
    for option in verb.own_options:
        assert f"`{option.flag}" in told
    if verb.operand is not None:
        bracket = "[" if verb.operand.optional else ""
        assert f"`sniffi {name} {bracket}{words.say(verb.operand.value)}" in part
    assert re.search(rf"\$ sniffi {name}[ \n]", part)


def test_what_is_common_to_all_verbs_is_told() -> None:
    for option in (*OPTIONS, LANG, HELP):
        assert option.flag in PAGE


def test_every_exit_status_is_told() -> None:
    for status in Status:
        assert f"\n| {int(status)} | " in PAGE
