"""The pages of the rules as data: every rule is told, every name leads somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sniffi.learn.elsewhere import DIFFERENCES
from sniffi.learn.glossary import TERMS, Term
from sniffi.learn.numbers import rule_numbers
from sniffi.learn.rule_pages import PAGES_BY_NAME, RULE_PAGES, all_rules
from sniffi.words import LANGUAGES, Words
from tests.words.catalogues import read

DOCS = Path(__file__).parents[2] / "docs"
RULES = (DOCS / "rules.md").read_text("utf-8")


def test_every_rule_is_told_once_and_in_order() -> None:
    wanted = re.findall(r"\*\*([RD]\d(?:\.\d)?)\*\*", RULES)
    told = [rule.number for rule in all_rules()]
    assert sorted(told) == sorted(set(wanted))
    numbered = [number for number in told if number.startswith("R")]
    assert numbered == sorted(numbered)


def test_a_page_has_the_rules_of_its_chapter() -> None:
    for page in RULE_PAGES:
        numbers = [rule.number for part in page.sections for rule in part.rules]
        assert {n.partition(".")[0] for n in numbers if n.startswith("R")} == {page.chapter}


def test_names_of_examples_are_one_of_a_kind_on_their_page() -> None:
    for page in RULE_PAGES:
        names = [example.name for part in page.sections for example in part.examples]
        assert len(set(names)) == len(names)
        assert all(re.fullmatch(r"[a-z][a-z-]*", name) for name in names)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_says_something(language: str) -> None:
    for page in RULE_PAGES:
        for part in page.sections:
            for example in part.examples:
                steps = example.steps(Words(language))
                assert steps
                assert all(step.lead or step.facts for step in steps), example.name


def _spelled(term: Term, words: Words) -> str:
    """A word as it is written, without what stands in brackets."""
    return words.say(term.text, **rule_numbers(words)).lower().partition(" (")[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_glossary_has_every_word_of_the_rules_page(language: str) -> None:
    words = Words(language)
    terms = {_spelled(term, words) for term in TERMS}
    table = RULES.partition("## Words")[2].partition("## R1")[0]
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \| [^|]+ \|$", table, re.MULTILINE)[2:]
    assert len(rows) > 15
    # Words beside another of the same meaning: the glossary tells them with that one.
    spelled = {"spinner", "spinneri", "kuvio"}
    wanted = {
        re.sub(r" [ab]$", "", word.strip().lower())
        for row in rows
        for word in row[0 if language == "en" else 1].split(",")
    }
    assert wanted - spelled <= terms


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_glossary_speaks_as_the_game_does(language: str) -> None:
    words = Words(language)
    checked = 0
    for term in TERMS:
        assert term.page in PAGES_BY_NAME
        if term.core is not None:
            forms = read(language, term.core.partition(".")[0])[term.core].forms
            term_text = _spelled(term, words)
            # Finnish inflects the end of a word.
            stem = term_text if language == "en" else term_text[: max(4, len(term_text) - 3)]
            assert any(stem in form.lower() for form in forms), (term.text, forms)
            checked += 1
    assert checked > 15


def test_what_others_say_names_rules_that_are_on_the_page_it_leads_to() -> None:
    for each in DIFFERENCES:
        page = PAGES_BY_NAME[each.page]
        assert each.rule in {rule.number for part in page.sections for rule in part.rules}
