"""The pages of the rules, the glossary, and what other pages say differently."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from starlette.responses import Response

from sniffi.learn.elsewhere import DIFFERENCES
from sniffi.learn.glossary import TERMS
from sniffi.learn.numbers import boneyard_size, rule_numbers
from sniffi.learn.rule_pages import PAGES_BY_NAME, RULE_PAGES, Rule
from sniffi.rules import HAND_SIZE, TARGET
from sniffi.web.errors import NoSuchPage
from sniffi.web.languages import words_in
from sniffi.web.learning.links import Link, exercise_links, link_to
from sniffi.web.learning.showing import ExamplePart, example_part
from sniffi.web.visit import Visit
from sniffi.words import Words


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A rule as a page shows it."""

    number: str
    text: str


@dataclass(frozen=True, slots=True)
class DealRow:
    """What a number of players is dealt and plays for."""

    players: int
    hand: int
    boneyard: int
    target: int


@dataclass(frozen=True, slots=True)
class SectionPart:
    """A few rules and their examples."""

    rules: tuple[RuleLine, ...]
    examples: tuple[ExamplePart, ...]
    deals: tuple[DealRow, ...]


@dataclass(frozen=True, slots=True)
class RulesPart:
    """A page of the rules."""

    chapter: str
    title: str
    lead: str
    sections: tuple[SectionPart, ...]
    earlier: Link | None
    later: Link | None


def rule_line(rule: Rule, words: Words) -> RuleLine:
    """A rule with its numbers filled in."""
    return RuleLine(rule.number, words.say(rule.text, **rule_numbers(words)))


DEALS = tuple(
    DealRow(players, HAND_SIZE[players], boneyard_size(players), TARGET[players])
    for players in HAND_SIZE
)


@cache
def rules_part(name: str, language: str) -> RulesPart:
    """A page of the rules with all its pictures, drawn once."""
    words, page = words_in(language), PAGES_BY_NAME[name]
    place = RULE_PAGES.index(page)
    return RulesPart(
        chapter=page.chapter,
        title=words.say(page.title),
        lead=words.say(page.lead),
        sections=tuple(
            SectionPart(
                rules=tuple(rule_line(rule, words) for rule in section.rules),
                examples=tuple(example_part(each, words) for each in section.examples),
                deals=DEALS if section.deal_table else (),
            )
            for section in page.sections
        ),
        earlier=link_to(RULE_PAGES[place - 1], words) if place else None,
        later=link_to(RULE_PAGES[place + 1], words) if place + 1 < len(RULE_PAGES) else None,
    )


async def home(visit: Visit) -> Response:
    """What there is to learn from."""
    words = visit.words
    return visit.html(
        "learn/home.html",
        pages=[(page.chapter, link_to(page, words)) for page in RULE_PAGES],
        exercises=exercise_links(words),
    )


async def rule_page(visit: Visit) -> Response:
    """One page of the rules.

    Raises:
        NoSuchPage: there is none of that name.
    """
    name = visit.request.path_params["page"]
    if name not in PAGES_BY_NAME:
        raise NoSuchPage
    return visit.html("learn/rules.html", page=rules_part(name, visit.language))


@dataclass(frozen=True, slots=True)
class TermLine:
    """A word of the game in both languages."""

    finnish: str
    english: str
    meaning: str
    address: str


async def glossary(visit: Visit) -> Response:
    """The game's words in both languages."""
    finnish, english = words_in("fi"), words_in("en")
    numbers = rule_numbers(visit.words)
    terms = [
        TermLine(
            finnish.say(term.text, **numbers),
            english.say(term.text, **numbers),
            visit.words.say(term.meaning),
            f"/learn/rules/{term.page}",
        )
        for term in TERMS
    ]
    return visit.html("learn/glossary.html", terms=terms)


@dataclass(frozen=True, slots=True)
class DifferenceLine:
    """What other pages say, and what holds here."""

    title: str
    there: str
    here: str
    rule: str
    address: str


async def elsewhere(visit: Visit) -> Response:
    """What other rule pages say differently."""
    say = visit.words.say
    lines = [
        DifferenceLine(
            say(each.title),
            say(each.there),
            say(each.here),
            each.rule,
            f"/learn/rules/{each.page}#{each.rule}",
        )
        for each in DIFFERENCES
    ]
    return visit.html("learn/elsewhere.html", lines=lines)
