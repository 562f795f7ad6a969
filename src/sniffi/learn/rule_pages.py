"""The pages of the rules: which rules each tells, and which examples go with them."""

from __future__ import annotations

from dataclasses import dataclass

from sniffi.learn.examples import (
    Example,
    Hands,
    Layouts,
    Lots,
    Placements,
    Played,
    Scores,
    Seen,
    Turn,
)
from sniffi.learn.numbers import PAIR_HANDS
from sniffi.rules import TARGET


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule by its number, told by a text."""

    number: str
    text: str


@dataclass(frozen=True, slots=True)
class Section:
    """A few rules and the examples that show them."""

    rules: tuple[Rule, ...]
    examples: tuple[Example, ...] = ()
    deal_table: bool = False
    """Whether the table of hands, boneyards and targets stands here."""


@dataclass(frozen=True, slots=True)
class RulePage:
    """A page of the rules."""

    name: str
    chapter: str
    """The number that its rules begin with."""
    title: str
    lead: str
    sections: tuple[Section, ...]


_SEEN_ORDER = "14 26 00 35 55 01 02 03 04 05 06 11 12 13 15 16 22 23 24 25 33 34 36 44 45 46 56 66"
_BLOCK_LAYOUT = (
    "02 06@02.low 36@06.high 25@02.high 05@25.high 13@36.low 01@13.low 04@01.low 00@05.low "
    "44@04.high 34@44.line_b 33@34.low 03@33.line_b"
)
_NEARLY = TARGET[2] - 10
"""A score from which an opening [5|5] wins."""

RULE_PAGES: tuple[RulePage, ...] = (
    RulePage(
        "deal",
        "R1",
        "learn.deal-title",
        "learn.deal-lead",
        (
            Section((Rule("R1.1", "learn.r1-1"), Rule("R1.2", "learn.r1-2"))),
            Section((Rule("R1.3", "learn.r1-3"),), deal_table=True),
            Section(
                (Rule("R1.4", "learn.r1-4"), Rule("D3", "learn.d3")),
                (Seen("seen", "learn.ex-seen", _SEEN_ORDER, "learn.ex-seen-says"),),
            ),
        ),
    ),
    RulePage(
        "start",
        "R2",
        "learn.start-title",
        "learn.start-lead",
        (
            Section(
                (Rule("R2.1", "learn.r2-1"), Rule("D1", "learn.d1")),
                (
                    Lots(
                        "lot",
                        "learn.ex-lot",
                        (("26 35 04", "learn.ex-lot-tie"), ("11 03", "learn.ex-lot-again")),
                    ),
                ),
            ),
            Section((Rule("R2.2", "learn.r2-2"), Rule("R2.3", "learn.r2-3"))),
        ),
    ),
    RulePage(
        "placing",
        "R3",
        "learn.placing-title",
        "learn.placing-lead",
        (
            Section(
                (Rule("R3.1", "learn.r3-1"), Rule("R3.2", "learn.r3-2")),
                (
                    Placements(
                        "plain",
                        "learn.ex-plain",
                        "14 46@14.high 12@14.low",
                        ("learn.ex-plain-1", "learn.ex-plain-2", "learn.ex-plain-3"),
                    ),
                ),
            ),
            Section(
                (Rule("R3.3", "learn.r3-3"),),
                (
                    Placements(
                        "double",
                        "learn.ex-double",
                        "11 16@11.line_a 66@16.high 36@66.line_b",
                        (
                            "learn.ex-double-1",
                            "learn.ex-double-2",
                            "learn.ex-double-3",
                            "learn.ex-double-4",
                        ),
                    ),
                ),
            ),
            Section(
                (Rule("R3.4", "learn.r3-4"),),
                (
                    Placements(
                        "opening-double",
                        "learn.ex-opening",
                        "22 25@22.line_a 23@22.line_b",
                        ("learn.ex-opening-1", "learn.ex-opening-2", "learn.ex-opening-3"),
                    ),
                ),
            ),
        ),
    ),
    RulePage(
        "sniff",
        "R4",
        "learn.sniff-title",
        "learn.sniff-lead",
        (
            Section(
                (
                    Rule("R4.1", "learn.r4-1"),
                    Rule("R4.2", "learn.r4-2"),
                    Rule("R4.3", "learn.r4-3"),
                    Rule("R4.4", "learn.r4-4"),
                    Rule("R4.5", "learn.r4-5"),
                    Rule("R4.6", "learn.r4-6"),
                ),
                (
                    Placements(
                        "branches",
                        "learn.ex-branches",
                        "44 46@44.line_a 14@44.line_b 24@44.branch_a 34@44.branch_b 25@24.low",
                        (
                            "learn.ex-branches-1",
                            "learn.ex-branches-2",
                            "learn.ex-branches-3",
                            "learn.ex-branches-4",
                            "learn.ex-branches-5",
                            "learn.ex-branches-6",
                        ),
                    ),
                    Placements(
                        "later",
                        "learn.ex-later",
                        "14 34@14.high 33@34.low 35@33.line_b 36@33.branch_a 66@36.high",
                        (
                            "learn.ex-later-1",
                            "learn.ex-later-2",
                            "learn.ex-later-3",
                            "learn.ex-later-4",
                            "learn.ex-later-5",
                            "learn.ex-later-6",
                        ),
                    ),
                ),
            ),
        ),
    ),
    RulePage(
        "scoring",
        "R5",
        "learn.scoring-title",
        "learn.scoring-lead",
        (
            Section(
                (Rule("R5.1", "learn.r5-1"),),
                (
                    Layouts(
                        "sums",
                        "learn.ex-sums",
                        (
                            ("55", "learn.ex-sums-scores"),
                            ("44 46@44.line_a", "learn.ex-sums-not"),
                            ("44 46@44.line_a 14@44.line_b", "learn.ex-sums-scores"),
                            ("66 56@66.line_a 36@66.line_b", "learn.ex-sums-scores"),
                            ("00", "learn.ex-sums-zero"),
                        ),
                    ),
                ),
            ),
            Section(
                (Rule("R5.2", "learn.r5-2"),),
                (Placements("spots", "learn.ex-spots", "22", ("learn.ex-spots-1",)),),
            ),
        ),
    ),
    RulePage(
        "ending",
        "R6",
        "learn.ending-title",
        "learn.ending-lead",
        (
            Section(
                (
                    Rule("R6.1", "learn.r6-1"),
                    Rule("R6.2", "learn.r6-2"),
                    Rule("R6.3", "learn.r6-3"),
                    Rule("D4", "learn.d4"),
                ),
                (
                    Played(
                        "draw",
                        "learn.ex-draw",
                        ("00 01 02 12 13 14 15", "56 46 36 11 33 22"),
                        (
                            Turn("draw", "learn.ex-draw-1", tries="pass"),
                            Turn("draw", "learn.ex-draw-2"),
                            Turn("26@66.line_a", "learn.ex-draw-3", tries="draw"),
                            Turn("46@66.line_b", "learn.ex-draw-4", tries="draw"),
                        ),
                        layout="66",
                        boneyard="34 26 03 04 05 06 16 23 24 25 35 44 45 55",
                    ),
                ),
            ),
            Section(
                (Rule("R6.4", "learn.r6-4"), Rule("D2", "learn.d2")),
                (
                    Played(
                        "block",
                        "learn.ex-block",
                        ("56 55", "24 15 45 35 12 16 22 26", "11 14", "23 66"),
                        (Turn("draw", "learn.ex-block-1"),),
                        layout=_BLOCK_LAYOUT,
                        boneyard="46",
                        to_act=2,
                        leftovers_say="learn.ex-block-2",
                    ),
                ),
            ),
            Section(
                (Rule("R6.5", "learn.r6-5"), Rule("R6.6", "learn.r6-6")),
                (
                    Hands(
                        "leftover",
                        "learn.ex-leftover",
                        (
                            (PAIR_HANDS, "learn.ex-leftover-pair"),
                            (("12 05",), "learn.ex-leftover-up"),
                            (("16 55",), "learn.ex-leftover-down"),
                            (("02",), "learn.ex-leftover-free"),
                        ),
                    ),
                    Played(
                        "partner",
                        "learn.ex-partner",
                        ("25", "36 44", "56 01", "22"),
                        (Turn("25@55.line_b", "learn.ex-partner-1"),),
                        layout="15 55@15.high",
                        leftovers_say="learn.ex-partner-2",
                    ),
                ),
            ),
        ),
    ),
    RulePage(
        "winning",
        "R7",
        "learn.winning-title",
        "learn.winning-lead",
        (
            Section(
                (
                    Rule("R7.1", "learn.r7-1"),
                    Rule("D5", "learn.d5"),
                    Rule("R7.2", "learn.r7-2"),
                ),
                (
                    Played(
                        "win",
                        "learn.ex-win",
                        ("55 12 36 04 13 23 66", "46 01 22 33 44 06 15"),
                        (Turn("55", "learn.ex-win-1"),),
                        boneyard="00 02 03 05 11 14 16 24 25 26 34 35 45 56",
                        scores=(_NEARLY, _NEARLY),
                        target=TARGET[2],
                    ),
                    Played(
                        "last",
                        "learn.ex-last",
                        ("14", "02 66 01"),
                        (Turn("14@44.line_b", "learn.ex-last-1"),),
                        layout="44 46@44.line_a",
                        scores=(_NEARLY, _NEARLY),
                        target=TARGET[2],
                    ),
                ),
            ),
        ),
    ),
    RulePage(
        "paper",
        "R8",
        "learn.paper-title",
        "learn.paper-lead",
        (
            Section(
                (Rule("R8.1", "learn.r8-1"), Rule("R8.2", "learn.r8-2")),
                (
                    Scores(
                        "strokes",
                        "learn.ex-strokes",
                        (
                            (5, "learn.ex-strokes-one"),
                            (15, "learn.ex-strokes-some"),
                            (50, "learn.ex-strokes-fifty"),
                            (135, "learn.ex-strokes-many"),
                            (-15, "learn.ex-strokes-minus"),
                        ),
                    ),
                ),
            ),
        ),
    ),
)
"""In the order of the rules."""

PAGES_BY_NAME = {page.name: page for page in RULE_PAGES}


def all_rules() -> tuple[Rule, ...]:
    """Every rule that the pages tell, in their order."""
    return tuple(rule for page in RULE_PAGES for part in page.sections for rule in part.rules)


def rules_of(page: RulePage) -> tuple[Rule, ...]:
    """The rules of a page by number."""
    return tuple(rule for part in page.sections for rule in part.rules)
