"""Layouts in words: sums, positions line by line, arms."""

from __future__ import annotations

import pytest

from sniffi.rules import Layout, Port, Spot, Tile
from sniffi.words import LANGUAGES, Words
from tests.rules.made import layout, place

FULL = "14 11@14.low 44@14.high 34@44.line_b 12@11.line_b 15@11.branch_a"


@pytest.mark.parametrize(
    ("placements", "told"),
    [
        ("44", "4 + 4 = 8"),
        ("44 46@44.line_a", "6 + 4 + 4 = 14"),
        ("44 46@44.line_a 14@44.line_b", "6 + 1 + 4 + 4 = 15"),
        ("44 46@44.line_a 14@44.line_b 24@44.branch_a", "6 + 2 + 1 + 4 = 13"),
        ("44 46@44.line_a 14@44.line_b 24@44.branch_a 34@44.branch_b", "6 + 3 + 2 + 1 = 12"),
        ("14", "4 + 1 = 5"),
        ("00", "0 + 0 = 0"),
        ("01 00@01.low 03@00.line_b", "3 + 1 + 0 + 0 = 4"),
        ("06 66@06.high", "0 + 6 + 6 = 12"),
        ("14 44@14.high 11@14.low", "4 + 4 + 1 + 1 = 10"),
    ],
)
def test_r5_1_a_sum_is_told_with_its_terms(placements: str, told: str) -> None:
    for language in LANGUAGES:
        assert Words(language).sum(layout(placements)) == told


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_empty_table_is_told(language: str) -> None:
    words = Words(language)
    assert words.sum(Layout()) == "0"
    assert words.position(Layout()) == words.arms(Layout()) == [words.say("core.empty-table")]


def test_a_position_is_told_in_finnish() -> None:
    assert Words("fi").position(layout(FULL)) == [
        "Summa 5 + 3 + 2 + 1 = 11, ei pisteitä.",
        "Laatat pelausjärjestyksessä: [1|4] [1|1] [4|4] [3|4] [1|2] [1|5].",
        "Sniff: [1|1].",
        "Liitokset:",
        "  [1|1] (linja A) on liitetty laatan [1|4] pienempään päähän.",
        "  [4|4] (linja A) on liitetty laatan [1|4] suurempaan päähän.",
        "  [3|4] (suurempi pää) on liitetty tuplan [4|4] linjalle B.",
        "  [1|2] (pienempi pää) on liitetty tuplan [1|1] linjalle B.",
        "  [1|5] (pienempi pää) on liitetty Sniffin [1|1] haaraan A.",
        "Jatkokohdat ja niihin sopiva silmäluku:",
        "  [1|1], haara B (1)",
        "  [1|2], suurempi pää (2)",
        "  [1|5], suurempi pää (5)",
        "  [3|4], pienempi pää (3)",
        "Pisteytykseen lasketut arvot:",
        "  [1|5], suurempi pää: 5, ulospäin jäävä puolisko.",
        "  [3|4], pienempi pää: 3, ulospäin jäävä puolisko.",
        "  [1|2], suurempi pää: 2, ulospäin jäävä puolisko.",
        "  [1|1], haara B: 1, Sniffin avaamaton haara, yksi puolisko (R4.3).",
        "Viimeisin asetus: [1|5] Sniffin [1|1] haaraan A.",
    ]


def test_a_position_is_told_in_english() -> None:
    assert Words("en").position(layout("14 11@14.low 44@14.high")) == [
        "Sum 4 + 4 + 1 + 1 = 10, 10 points.",
        "Tiles in order of play: [1|4] [1|1] [4|4].",
        "Sniff: [1|1].",
        "Joins:",
        "  [1|1] (line A) is joined at the low end of [1|4].",
        "  [4|4] (line A) is joined at the high end of [1|4].",
        "Open spots and the half that each needs:",
        "  [1|1], line B (1)",
        "  [4|4], line B (4)",
        "Counted values:",
        "  [4|4]: 8, a double at an end, both halves (R3.3).",
        "  [1|1]: 2, the Sniff with a line still open, both halves, once (R4.2).",
        "Last placement: [4|4] at the high end of [1|4].",
    ]


def test_an_opening_is_told() -> None:
    assert Words("fi").position(layout("14")) == [
        "Summa 4 + 1 = 5, 5 pistettä.",
        "Laatat pelausjärjestyksessä: [1|4].",
        "Sniff: ei vielä, sillä tuplaa ei ole asetettu.",
        "Jatkokohdat ja niihin sopiva silmäluku:",
        "  [1|4], suurempi pää (4)",
        "  [1|4], pienempi pää (1)",
        "Pisteytykseen lasketut arvot:",
        "  [1|4], suurempi pää: 4, ulospäin jäävä puolisko.",
        "  [1|4], pienempi pää: 1, ulospäin jäävä puolisko.",
        "Viimeisin asetus: [1|4] avauksena.",
    ]
    assert Words("fi").position(layout("22"))[-4:] == [
        "  [2|2], linja B (2)",
        "Pisteytykseen lasketut arvot:",
        "  [2|2]: 4, Sniff, jonka linja on vielä avoin, molemmat puoliskot yhden kerran (R4.2).",
        "Viimeisin asetus: [2|2] avauksena.",
    ]
    assert (
        Words("en").position(layout("14"))[2] == "Sniff: none yet, for no double has been placed."
    )


@pytest.mark.parametrize(
    ("placements", "fi"),
    [
        ("14", ["Ketju: 1 ← [1|4] → 4"]),
        ("14 46@14.high 13@14.low", ["Ketju: 3 ← [3|1] [1|4] [4|6] → 6"]),
        (
            "44",
            [
                "Linjalta A linjalle B: 4 ← (Sniff [4|4]) → 4",
                "Haarat A ja B avautuvat, kun Sniffin molemmat linjat on täytetty.",
            ],
        ),
        (
            "14 11@14.low 44@14.high 34@44.line_b 12@11.line_b",
            [
                "Linjalta A linjalle B: 3 ← [3|4] [4|4] [4|1] (Sniff [1|1]) [1|2] → 2",
                "Haara A: (Sniff [1|1]) → 1",
                "Haara B: (Sniff [1|1]) → 1",
            ],
        ),
        (
            FULL + " 55@15.high 35@55.line_b 13@11.branch_b",
            [
                "Linjalta A linjalle B: 3 ← [3|4] [4|4] [4|1] (Sniff [1|1]) [1|2] → 2",
                "Haara A: (Sniff [1|1]) [1|5] [5|5] [5|3] → 3",
                "Haara B: (Sniff [1|1]) [1|3] → 3",
            ],
        ),
    ],
)
def test_arms_are_drawn_in_text(placements: str, fi: list[str]) -> None:
    assert Words("fi").arms(layout(placements)) == fi


def test_arms_are_drawn_in_english() -> None:
    words = Words("en")
    assert words.arms(layout("14")) == ["Chain: 1 ← [1|4] → 4"]
    assert (
        words.arms(layout("11"))[1]
        == "Branches A and B open once both lines of the Sniff are filled."
    )
    assert words.arms(layout(FULL)) == [
        "From line A to line B: 3 ← [3|4] [4|4] [4|1] (Sniff [1|1]) [1|2] → 2",
        "Branch A: (Sniff [1|1]) [1|5] → 5",
        "Branch B: (Sniff [1|1]) → 1",
    ]


def test_spots_and_actions_are_told() -> None:
    fi, en = Words("fi"), Words("en")
    assert fi.tile(Tile(4, 1)) == "[1|4]"
    spots = [Spot(Tile(1, 4), Port.LOW), Spot(Tile(1, 4), Port.HIGH)]
    spots += [Spot(Tile(1, 1), port) for port in Port if port not in (Port.LOW, Port.HIGH)]
    assert [fi.spot(spot) for spot in spots] == [
        "[1|4], pienempi pää (1)",
        "[1|4], suurempi pää (4)",
        "[1|1], linja A (1)",
        "[1|1], linja B (1)",
        "[1|1], haara A (1)",
        "[1|1], haara B (1)",
    ]
    assert [en.spot(spot) for spot in spots] == [
        "[1|4], low end (1)",
        "[1|4], high end (4)",
        "[1|1], line A (1)",
        "[1|1], line B (1)",
        "[1|1], branch A (1)",
        "[1|1], branch B (1)",
    ]
    assert fi.action(place("14")) == "[1|4] avaukseksi"
    assert en.action(place("14")) == "[1|4] as the opening"
    assert fi.action(place("11@14.low")) == "[1|1] laatan [1|4] pienempään päähän"
    assert en.action(place("11@14.low")) == "[1|1] at the low end of [1|4]"
