"""Links from one page of this place to another."""

from __future__ import annotations

from dataclasses import dataclass

from sniffi.learn.kinds import KINDS
from sniffi.learn.rule_pages import PAGES_BY_NAME, RulePage
from sniffi.words import Words

_RULES = {
    "sum": "sniff",
    "points": "scoring",
    "fits": "placing",
    "best": "scoring",
    "draw": "ending",
    "cost": "ending",
    "start": "start",
}
"""The page of the rules that an exercise is about, by the kind of the exercise."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a page of this place."""

    address: str
    title: str
    lead: str = ""
    name: str = ""


def link_to(page: RulePage, words: Words) -> Link:
    """The link to a page of the rules."""
    return Link(f"/learn/rules/{page.name}", words.say(page.title), words.say(page.lead))


def rule_link(kind: str, words: Words) -> Link:
    """The link to the rules that an exercise is about."""
    return link_to(PAGES_BY_NAME[_RULES[kind]], words)


def exercise_links(words: Words) -> tuple[Link, ...]:
    """A link to each kind of exercise."""
    return tuple(
        Link(f"/learn/exercises/{kind.name}", words.say(kind.title), name=kind.name)
        for kind in KINDS.values()
    )
