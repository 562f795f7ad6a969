"""Events as sentences, letter by letter, so that a wrong case or form is caught."""

from __future__ import annotations

import random

import pytest

from sniffi.rules import (
    EVENT_TYPES,
    Blocked,
    CountedValue,
    Dealt,
    Deducted,
    Drew,
    Event,
    LotDrawn,
    Passed,
    Placed,
    Port,
    Spot,
    Tile,
    WentOut,
    Won,
    parse_tiles,
)
from sniffi.words import Words
from tests.rules.made import layout, random_order

NAMES = ("Aino", "Väinö", "Ilmari", "Louhi")


def placed(placements: str, seat: int = 1, score: int = 0) -> Placed:
    """The last of these placements as an event."""
    after = layout(placements)
    join = after.joins[-1] if after.joins else None
    spot = Spot(join.tile, join.port) if join else None
    return Placed(seat, after.tiles[-1], spot, after.counted, after.total, after.points, score)


LOT = ((1, Tile(1, 4)), (2, Tile(0, 0)), (3, Tile(0, 5)))
CASES: list[tuple[str, int, Event, str, str]] = [
    (
        "lot",
        2,
        LotDrawn(1, 1, ((1, Tile(0, 1)), (2, Tile(6, 6))), 2),
        "Arvotaan kierroksen 1 aloittaja. Aino: [0|1], 1 silmä; Väinö: [6|6], 12 silmää. "
        "Väinö aloittaa.",
        "Lot for the start of round 1. Aino: [0|1], 1 pip; Väinö: [6|6], 12 pips. Väinö starts.",
    ),
    (
        "tied lot",
        3,
        LotDrawn(4, 1, LOT, None),
        "Arvotaan kierroksen 4 aloittaja. Aino: [1|4], 5 silmää; Väinö: [0|0], 0 silmää; "
        "Ilmari: [0|5], 5 silmää. Tasatulos: Aino ja Ilmari nostavat uudestaan.",
        "Lot for the start of round 4. Aino: [1|4], 5 pips; Väinö: [0|0], 0 pips; "
        "Ilmari: [0|5], 5 pips. A tie: Aino and Ilmari draw again.",
    ),
    (
        "lot drawn again",
        3,
        LotDrawn(4, 2, (LOT[0], (3, Tile(3, 3))), 3),
        "Arvotaan kierroksen 4 aloittaja uudestaan. Aino: [1|4], 5 silmää; "
        "Ilmari: [3|3], 6 silmää. Ilmari aloittaa.",
        "New draw for the start of round 4. Aino: [1|4], 5 pips; Ilmari: [3|3], 6 pips. "
        "Ilmari starts.",
    ),
    (
        "opening",
        2,
        placed("44"),
        "Aino avaa laatalla [4|4]. Summa 4 + 4 = 8, ei pisteitä.",
        "Aino opens with [4|4]. Sum 4 + 4 = 8, no points.",
    ),
    (
        "opening that scores",
        3,
        placed("14", 3, 5),
        "Ilmari avaa laatalla [1|4]. Summa 4 + 1 = 5, 5 pistettä. Pisteet, Ilmari: 5.",
        "Ilmari opens with [1|4]. Sum 4 + 1 = 5, 5 points. Score, Ilmari: 5.",
    ),
    (
        "zeros",
        2,
        placed("00"),
        "Aino avaa laatalla [0|0]. Summa 0 + 0 = 0, ei pisteitä.",
        "Aino opens with [0|0]. Sum 0 + 0 = 0, no points.",
    ),
    (
        "high end",
        2,
        placed("14 45@14.high", 2, 6),
        "Väinö asettaa laatan [4|5] laatan [1|4] suurempaan päähän. Summa 5 + 1 = 6, ei pisteitä.",
        "Väinö places [4|5] at the high end of [1|4]. Sum 5 + 1 = 6, no points.",
    ),
    (
        "low end",
        2,
        placed("14 11@14.low", 2),
        "Väinö asettaa laatan [1|1] laatan [1|4] pienempään päähän. Summa 4 + 1 + 1 = 6, "
        "ei pisteitä.",
        "Väinö places [1|1] at the low end of [1|4]. Sum 4 + 1 + 1 = 6, no points.",
    ),
    (
        "line A",
        2,
        placed("44 46@44.line_a", 2),
        "Väinö asettaa laatan [4|6] tuplan [4|4] linjalle A. Summa 6 + 4 + 4 = 14, ei pisteitä.",
        "Väinö places [4|6] at line A of the double [4|4]. Sum 6 + 4 + 4 = 14, no points.",
    ),
    (
        "line B, pair",
        4,
        placed("44 46@44.line_a 14@44.line_b", 3, 35),
        "Ilmari asettaa laatan [1|4] tuplan [4|4] linjalle B. Summa 6 + 1 + 4 + 4 = 15, "
        "15 pistettä. Pisteet, Aino ja Ilmari: 35.",
        "Ilmari places [1|4] at line B of the double [4|4]. Sum 6 + 1 + 4 + 4 = 15, 15 points. "
        "Score, Aino and Ilmari: 35.",
    ),
    (
        "branch A",
        2,
        placed("44 46@44.line_a 14@44.line_b 24@44.branch_a", 1),
        "Aino asettaa laatan [2|4] Sniffin [4|4] haaraan A. Summa 6 + 2 + 1 + 4 = 13, ei pisteitä.",
        "Aino places [2|4] at branch A of the Sniff [4|4]. Sum 6 + 2 + 1 + 4 = 13, no points.",
    ),
    (
        "branch B",
        2,
        placed("44 46@44.line_a 14@44.line_b 34@44.branch_b", 1, -1),
        "Aino asettaa laatan [3|4] Sniffin [4|4] haaraan B. Summa 6 + 3 + 1 + 4 = 14, ei pisteitä.",
        "Aino places [3|4] at branch B of the Sniff [4|4]. Sum 6 + 3 + 1 + 4 = 14, no points.",
    ),
    ("draw", 2, Drew(1, Tile(2, 3)), "Aino nostaa laatan [2|3].", "Aino draws [2|3]."),
    ("hidden draw", 2, Drew(1, None), "Aino nostaa laatan.", "Aino draws a tile."),
    ("pass", 2, Passed(2), "Väinö ohittaa vuoron.", "Väinö passes."),
    (
        "going out",
        2,
        WentOut(2),
        "Väinö tyhjentää kätensä ja päättää kierroksen.",
        "Väinö goes out and ends the round.",
    ),
    (
        "block",
        2,
        Blocked(),
        "Tukko: nostopakka on tyhjä eikä kukaan voi asettaa laattaa. Kierros päättyy.",
        "Block: the boneyard is empty and nobody can place. The round ends.",
    ),
    (
        "deduction",
        2,
        Deducted(1, parse_tiles("34 15"), 13, 15, 20),
        "Vähennys, Aino: [3|4] [1|5], 13 silmää, pyöristettynä 15. Pisteet, Aino: 35 − 15 = 20.",
        "Deduction, Aino: [3|4] [1|5], 13 pips, rounded to 15. Score, Aino: 35 − 15 = 20.",
    ),
    (
        "deduction from a pair, below zero",
        4,
        Deducted(4, parse_tiles("12"), 3, 5, -10),
        "Vähennys, Louhi: [1|2], 3 silmää, pyöristettynä 5. Pisteet, Väinö ja Louhi: −5 − 5 = −10.",
        "Deduction, Louhi: [1|2], 3 pips, rounded to 5. Score, Väinö and Louhi: −5 − 5 = −10.",
    ),
    (
        "deduction of nothing",
        2,
        Deducted(1, parse_tiles("01"), 1, 0, 20),
        "Vähennys, Aino: [0|1], 1 silmä, pyöristettynä 0. Pisteet, Aino: 20.",
        "Deduction, Aino: [0|1], 1 pip, rounded to 0. Score, Aino: 20.",
    ),
    (
        "deduction, one tile not known",
        2,
        Deducted(1, (Tile(3, 4), None), 13, 15, 20),
        "Vähennys, Aino: [3|4], 1 tuntematon laatta, 13 silmää, pyöristettynä 15. "
        "Pisteet, Aino: 35 − 15 = 20.",
        "Deduction, Aino: [3|4], 1 unknown tile, 13 pips, rounded to 15. "
        "Score, Aino: 35 − 15 = 20.",
    ),
    (
        "deduction, no tile known",
        2,
        Deducted(1, (None, None), 13, 15, 20),
        "Vähennys, Aino: 2 tuntematonta laattaa, 13 silmää, pyöristettynä 15. "
        "Pisteet, Aino: 35 − 15 = 20.",
        "Deduction, Aino: 2 unknown tiles, 13 pips, rounded to 15. Score, Aino: 35 − 15 = 20.",
    ),
    (
        "empty hand",
        2,
        Deducted(2, (), 0, 0, 1),
        "Vähennys, Väinö: käsi on tyhjä, ei vähennettävää. Pisteet, Väinö: 1.",
        "Deduction, Väinö: an empty hand, nothing to deduct. Score, Väinö: 1.",
    ),
    (
        "win",
        3,
        Won(3, 205),
        "Ilmari voittaa pelin: 205 pistettä.",
        "Ilmari wins the game with 205 points.",
    ),
    (
        "win of a pair",
        4,
        Won(2, 200),
        "Väinö ja Louhi voittavat pelin: 200 pistettä.",
        "Väinö and Louhi win the game with 200 points.",
    ),
]


@pytest.mark.parametrize(
    ("players", "event", "fi", "en"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_an_event_is_told(players: int, event: Event, fi: str, en: str) -> None:
    assert Words("fi").event(event, NAMES[:players], players) == fi
    assert Words("en").event(event, NAMES[:players], players) == en


def test_every_kind_of_event_is_told_here() -> None:
    assert {type(case[2]) for case in CASES} | {Dealt} == set(EVENT_TYPES.values())


def test_a_deal_is_told_as_far_as_it_is_seen() -> None:
    order = random_order(random.Random(1))
    dealt = Dealt(2, 3, tuple(tuple(order[6 * s : 6 * s + 6]) for s in range(3)), tuple(order[18:]))
    fi, en = Words("fi"), Words("en")
    assert fi.event(dealt.seen_by(None), NAMES[:3], 3) == (
        "Kierros 2 on jaettu: kullakin on 6 laattaa, nostopakassa 10 laattaa. Ilmari aloittaa."
    )
    assert en.event(dealt.seen_by(None), NAMES[:3], 3) == (
        "Round 2 is dealt: 6 tiles each, 10 tiles in the boneyard. Ilmari starts."
    )
    assert en.event(dealt.seen_by(2), NAMES[:3], 3) == (
        "Round 2 is dealt: 6 tiles each, 10 tiles in the boneyard. Ilmari starts. "
        f"Hand, Väinö: {en.tiles(dealt.hands[1])}."
    )
    assert fi.event(dealt, NAMES[:3], 3) == (
        "Kierros 2 on jaettu: kullakin on 6 laattaa, nostopakassa 10 laattaa. Ilmari aloittaa. "
        f"Käsi, Aino: {fi.tiles(dealt.hands[0])}. Käsi, Väinö: {fi.tiles(dealt.hands[1])}. "
        f"Käsi, Ilmari: {fi.tiles(dealt.hands[2])}. "
        f"Nostopakka nostojärjestyksessä: {fi.tiles(dealt.boneyard)}."
    )


def test_the_figures_of_an_event_are_told_as_they_are() -> None:
    """Words decide no rule: what the event says is said, even where the rules would not."""
    counted = (CountedValue(Tile(1, 4), Port.HIGH, 4),)
    event = Placed(1, Tile(1, 4), None, counted, 9, 1, 7)
    assert Words("fi").event(event, NAMES[:2], 2) == (
        "Aino avaa laatalla [1|4]. Summa 4 = 9, 1 piste. Pisteet, Aino: 7."
    )
