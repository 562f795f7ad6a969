"""Scores, strokes, hands, counts and where the game stands."""

from __future__ import annotations

import pytest

from sniffi.rules import Ending, Phase, RoundResult, Tile, parse_tiles
from sniffi.words import Words, number

NAMES = ("Aino", "Väinö", "Ilmari", "Louhi")
FI, EN = Words("fi"), Words("en")


@pytest.mark.parametrize(
    ("amount", "fi", "en"),
    [
        (0, "0 pistettä, 0 laattaa, 0 silmää", "0 points, 0 tiles, 0 pips"),
        (1, "1 piste, 1 laatta, 1 silmä", "1 point, 1 tile, 1 pip"),
        (2, "2 pistettä, 2 laattaa, 2 silmää", "2 points, 2 tiles, 2 pips"),
        (21, "21 pistettä, 21 laattaa, 21 silmää", "21 points, 21 tiles, 21 pips"),
    ],
)
def test_amounts_have_the_right_form(amount: int, fi: str, en: str) -> None:
    for words, told in ((FI, fi), (EN, en)):
        said = (words.points(amount), words.tile_count(amount), words.pips(amount))
        assert ", ".join(said) == told


def test_numbers_below_zero_have_a_real_minus() -> None:
    assert number(-10) == FI.points(-10).split()[0] == "−10"


def test_each_side_has_its_line() -> None:
    assert FI.scores((35, -5), NAMES[:2], 2) == ["Pisteet, Aino: 35.", "Pisteet, Väinö: −5."]
    assert EN.scores((0, 5, 10), NAMES[:3], 3) == [
        "Score, Aino: 0.",
        "Score, Väinö: 5.",
        "Score, Ilmari: 10.",
    ]
    assert FI.scores((15, 200), NAMES, 4) == [
        "Pisteet, Aino ja Ilmari: 15.",
        "Pisteet, Väinö ja Louhi: 200.",
    ]


@pytest.mark.parametrize(
    ("points", "fi", "en"),
    [
        (0, "ei merkkejä", "no marks"),
        (5, "1 viiva", "1 stroke"),
        (10, "2 viivaa", "2 strokes"),
        (50, "yksi 50 pisteen merkki", "1 fifty mark"),
        (
            138,
            "2 kappaletta 50 pisteen merkkejä, 7 viivaa, vieressä 3 pistettä",
            "2 fifty marks, 7 strokes, beside them 3 points",
        ),
        (-50, "yksi 50 pisteen merkki, vieressä miinus", "1 fifty mark, beside them a minus"),
        (
            -6,
            "1 viiva, vieressä miinus ja 1 piste",
            "1 stroke, beside them a minus and 1 point",
        ),
        (4, "vieressä 4 pistettä", "beside them 4 points"),
    ],
)
def test_r8_points_are_told_as_strokes(points: int, fi: str, en: str) -> None:
    assert FI.strokes(points) == fi
    assert EN.strokes(points) == en


def test_a_hand_is_told_as_far_as_it_is_known() -> None:
    assert FI.hand("Aino", parse_tiles("14 22")) == "Käsi, Aino: [1|4] [2|2]."
    assert FI.hand("Aino", (None, Tile(1, 4), None)) == (
        "Käsi, Aino: [1|4], 2 tuntematonta laattaa."
    )
    assert FI.hand("Aino", (None,)) == "Kädessä, Aino: 1 laatta."
    assert EN.hand("Aino", (None, None)) == "In hand, Aino: 2 tiles."
    assert EN.hand("Aino", ()) == "In hand, Aino: 0 tiles."
    assert FI.tiles(()) == "0 laattaa"


def test_counts_are_told() -> None:
    assert FI.counts((7, 1), 14, NAMES[:2]) == [
        "Kädessä, Aino: 7 laattaa.",
        "Kädessä, Väinö: 1 laatta.",
        "Nostopakassa: 14 laattaa.",
    ]
    assert EN.counts((7, 1), 1, NAMES[:2]) == [
        "In hand, Aino: 7 tiles.",
        "In hand, Väinö: 1 tile.",
        "In the boneyard: 1 tile.",
    ]


def test_turns_and_phases_are_told() -> None:
    assert (FI.turn("Aino"), EN.turn("Aino")) == ("Vuorossa: Aino.", "To play: Aino.")
    assert [FI.phase(phase) for phase in Phase] == [
        "Peli odottaa aloittajan arvontaa.",
        "Peli odottaa jakoa.",
        "Kierros on kesken.",
        "Peli on päättynyt.",
    ]
    assert [EN.phase(phase) for phase in Phase] == [
        "The game waits for the lot that decides who starts.",
        "The game waits for the deal.",
        "A round is being played.",
        "The game is over.",
    ]


def test_results_are_told() -> None:
    results = [
        RoundResult(Ending.OUT, 2),
        RoundResult(Ending.BLOCK, None),
        RoundResult(Ending.WIN, 1),
    ]
    assert [FI.result(result, NAMES) for result in results] == [
        "Kierros on päättynyt: Väinö tyhjensi kätensä.",
        "Kierros on päättynyt tukkoon.",
        "Peli on päättynyt: Aino ratkaisi sen viimeisellä asetuksella.",
    ]
    assert [EN.result(result, NAMES) for result in results] == [
        "The round is over: Väinö went out.",
        "The round is over: it was blocked.",
        "The game is over: Aino won it with the last placement.",
    ]
