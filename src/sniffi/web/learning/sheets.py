"""Sheets to print: the rules on two pages, and a sheet for the score (R8)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from markupsafe import Markup
from starlette.responses import Response

from sniffi.learn.drawing import shared_part, step_svg
from sniffi.learn.examples import Placements
from sniffi.learn.numbers import rule_numbers
from sniffi.learn.rule_pages import PAGES_BY_NAME, RULE_PAGES, RulePage, rules_of
from sniffi.pictures.tally import fifty_mark
from sniffi.rules import FIFTY_MARK, STROKE, TARGET, sides
from sniffi.web.errors import BadInput
from sniffi.web.languages import words_in
from sniffi.web.learning.rules import DEALS, RuleLine, rule_line
from sniffi.web.visit import Visit
from sniffi.words import Words

FIRST_SHEET = ("deal", "start", "placing", "sniff")
"""The pages of the rules that stand on the first sheet; the others on the second."""
SIDES = tuple(sorted({len(sides(players)) for players in TARGET}))
"""How many sides a game can have (R1.1)."""
FIFTY = STROKE * FIFTY_MARK
MARKS = max(TARGET.values()) // FIFTY + 1
"""Places for fifty marks: enough for the highest target, and one more."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """The rules of a page, for paper."""

    title: str
    rules: tuple[RuleLine, ...]


@dataclass(frozen=True, slots=True)
class SheetPicture:
    """A small picture with its sum."""

    svg: Markup
    text: str


def _chapter(page: RulePage, words: Words) -> Chapter:
    return Chapter(words.say(page.title), tuple(rule_line(rule, words) for rule in rules_of(page)))


@cache
def _pictures(page: str, name: str, language: str) -> tuple[SheetPicture, ...]:
    """The steps of an example of placements, all showing the same part of the board."""
    words = words_in(language)
    example = next(
        each
        for section in PAGES_BY_NAME[page].sections
        for each in section.examples
        if each.name == name
    )
    assert isinstance(example, Placements)
    steps = example.steps(words)
    part = shared_part(step.layout for step in steps)
    return tuple(
        SheetPicture(
            Markup(step_svg(step, words, f"{name}-{number}", part)),
            words.sum_and_points(step.layout.counted, step.layout.total, step.layout.points),
        )
        for number, step in enumerate(steps, 1)
        if step.layout is not None
    )


async def rules(visit: Visit) -> Response:
    """The rules on two sheets."""
    words = visit.words
    first = [_chapter(page, words) for page in RULE_PAGES if page.name in FIRST_SHEET]
    second = [_chapter(page, words) for page in RULE_PAGES if page.name not in FIRST_SHEET]
    return visit.html(
        "learn/print_rules.html",
        sheets=[
            (first, _pictures("sniff", "branches", visit.language)),
            (second, _pictures("placing", "double", visit.language)),
        ],
        deals=DEALS,
        fifty=Markup(fifty_mark(0, 0)),
    )


async def scores(visit: Visit) -> Response:
    """A sheet with room for strokes; ``sides`` says for how many.

    Raises:
        BadInput: for so many there is none.
    """
    asked = visit.query_number("sides")
    count = SIDES[0] if asked is None else asked
    if count not in SIDES:
        raise BadInput
    words = visit.words
    return visit.html(
        "learn/print_scores.html",
        sides=count,
        offered=SIDES,
        marks=[FIFTY * number for number in range(1, MARKS + 1)],
        fifty=Markup(fifty_mark(0, 0)),
        how=words.say("learn.sheet-how", **rule_numbers(words)),
    )
