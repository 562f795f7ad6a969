"""Errors as sentences: every one, letter by letter where a case could be wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from sniffi.rules import (
    DRAW,
    FULL_SET,
    PASS,
    Blocked,
    BoneyardEmpty,
    Drew,
    EventMismatch,
    Layout,
    MustDraw,
    MustPlace,
    MustPlaceDrawn,
    NotALot,
    NotAPlacement,
    NotAPort,
    NotASeat,
    NotATarget,
    NotATile,
    NotNow,
    NotPlayers,
    NotTheFullSet,
    NotYourTurn,
    Passed,
    Phase,
    Place,
    Placed,
    Port,
    Refused,
    Round,
    RoundOver,
    SniffiError,
    Tile,
    TileNotInHand,
    Won,
)
from sniffi.words import (
    LANGUAGES,
    MissingPlaceholder,
    MissingText,
    NotCompiled,
    UnknownLanguage,
    Words,
)
from tests.rules.made import layout, place
from tests.words.errors import error_classes

SNIFF = layout("14 11@14.low 44@14.high 34@44.line_b 12@11.line_b")
HALF_OPEN = layout("11 14@11.line_a")


def refused(on: Layout, text: str) -> Refused:
    action = place(text)
    return on.refusal(action.tile, action.spot)


OPENINGS = "[0|0] [0|1] [0|2] [0|3] [0|4] [0|5] [0|6]"
CASES: list[tuple[SniffiError, str, str]] = [
    (
        NotATile("77"),
        "”77” ei ole laatta. Laatta kirjoitetaan kahdella numerolla väliltä 0–6, pienempi ensin, "
        "esimerkiksi 14. Sääntö R1.2.",
        "“77” is no tile. A tile is written as two digits from 0 to 6, the lower one first, "
        "such as 14. Rule R1.2.",
    ),
    (
        NotAPort("side", tuple(Port)),
        "”side” ei ole liitoskohta. Liitoskohdat ovat high, low, line_a, line_b, branch_a ja "
        "branch_b. Sääntö R3.4.",
        "“side” is no port. The ports are high, low, line_a, line_b, branch_a and branch_b. "
        "Rule R3.4.",
    ),
    (
        NotAPlacement("11@"),
        "”11@” ei ole asetus. Asetus kirjoitetaan laattana ja jatkokohtana, esimerkiksi "
        "11@14.low; avaus pelkkänä laattana, esimerkiksi 14. Sääntö R3.2.",
        "“11@” is no placement. A placement is written as a tile and a spot, such as 11@14.low; "
        "an opening as a tile alone, such as 14. Rule R3.2.",
    ),
    (
        NotPlayers(5),
        "Pelaajia voi olla 2, 3 tai 4, ei 5. Sääntö R1.1.",
        "There can be 2, 3 or 4 players, not 5. Rule R1.1.",
    ),
    (
        NotASeat(-3, 2),
        "Paikkaa −3 ei ole: paikat ovat 1–2. Sääntö R1.1.",
        "There is no seat −3: the seats are 1 to 2. Rule R1.1.",
    ),
    (
        NotTheFullSet(28, (Tile(1, 1),), (Tile(0, 0), Tile(6, 6))),
        "Jakoon tarvitaan kaikki 28 laattaa, kukin kerran. Laattoja annettiin: 28. "
        "Kahteen kertaan: [1|1]. Puuttuu: [0|0] [6|6]. Sääntö R1.2.",
        "A deal needs all 28 tiles, each once. Tiles given: 28. Twice: [1|1]. "
        "Missing: [0|0] [6|6]. Rule R1.2.",
    ),
    (
        NotTheFullSet(27, (), ()),
        "Jakoon tarvitaan kaikki 28 laattaa, kukin kerran. Laattoja annettiin: 27. "
        "Kahteen kertaan: ei mitään. Puuttuu: ei mitään. Sääntö R1.2.",
        "A deal needs all 28 tiles, each once. Tiles given: 27. Twice: none. Missing: none. "
        "Rule R1.2.",
    ),
    (
        NotALot((1, 2, 4), (Tile(1, 1),)),
        "Arvonnassa kukin mukana oleva nostaa yhden laatan, kaikki eri laatan. "
        "Mukana olevat paikat: 1, 2 ja 4. Nostetut laatat: [1|1]. Sääntö R2.1.",
        "In a lot each contender draws one tile, all different. Seats in the lot: 1, 2 and 4. "
        "Tiles drawn: [1|1]. Rule R2.1.",
    ),
    (
        NotATarget(0),
        "Tavoitteen on oltava positiivinen kokonaisluku, ei 0. Sääntö R7.1.",
        "A target is a whole number above zero, not 0. Rule R7.1.",
    ),
    (
        NotNow("deal", Phase.LOT),
        "Nyt ei jaeta. Peli odottaa aloittajan arvontaa.",
        "No tiles are dealt now. The game waits for the lot that decides who starts.",
    ),
    (
        NotNow("play", Phase.DEAL),
        "Nyt ei voi pelata vuoroa. Peli odottaa jakoa.",
        "No turn can be played now. The game waits for the deal.",
    ),
    (
        NotNow("lot", Phase.PLAY),
        "Nyt ei arvota aloittajaa. Kierros on kesken.",
        "No lot is drawn now. A round is being played.",
    ),
    (
        NotNow("lot", Phase.OVER),
        "Nyt ei arvota aloittajaa. Peli on päättynyt.",
        "No lot is drawn now. The game is over.",
    ),
    (
        EventMismatch(Passed(1), Drew(1, None), "R6.3"),
        "Kerrottu tapahtuma ei ole sääntöjen mukainen. Kerrottu: Paikka 1 ohittaa vuoron. "
        "Sääntöjen mukaan: Paikka 1 nostaa laatan. Sääntö R6.3.",
        "The event told is not what the rules give. Told: Seat 1 passes. "
        "By the rules: Seat 1 draws a tile. Rule R6.3.",
    ),
    (
        EventMismatch(None, Blocked()),
        "Kerrottu tapahtuma ei ole sääntöjen mukainen. Kerrottu: ei mitään. "
        "Sääntöjen mukaan: Tukko: nostopakka on tyhjä eikä kukaan voi asettaa laattaa. "
        "Kierros päättyy.",
        "The event told is not what the rules give. Told: nothing. "
        "By the rules: Block: the boneyard is empty and nobody can place. The round ends.",
    ),
    (
        EventMismatch(Won(2, 255), None),
        "Kerrottu tapahtuma ei ole sääntöjen mukainen. Kerrottu: Paikka 2 voittaa pelin: "
        "255 pistettä. Sääntöjen mukaan: ei tällaista tapahtumaa.",
        "The event told is not what the rules give. Told: Seat 2 wins the game with 255 points. "
        "By the rules: no such event.",
    ),
    (
        refused(SNIFF, "34@11.branch_a"),
        "[3|4] on jo pöydällä, ja kutakin laattaa on vain yksi. Sääntö R1.2.",
        "[3|4] is on the table already, and there is only one of each tile. Rule R1.2.",
    ),
    (
        TileNotInHand(place("66"), [Place(tile) for tile in FULL_SET[:7]]),
        f"[6|6] ei ole kädessä. Sääntö R3.1. Sallitut avauslaatat: {OPENINGS}.",
        f"[6|6] is not in the hand. Rule R3.1. Legal as the opening: {OPENINGS}.",
    ),
    (
        refused(Layout(), "14@11.low"),
        "Avauslaatta ei liity mihinkään, joten sille ei voi nimetä jatkokohtaa. Sääntö R3.1. "
        "Sallitut avauslaatat: [1|4].",
        "The opening tile joins nothing, so it takes no spot. Rule R3.1. "
        "Legal as the opening: [1|4].",
    ),
    (
        refused(SNIFF, "23"),
        "Laatalle [2|3] on valittava jatkokohta. Sääntö R3.2. "
        "Sallittua: [2|3] laatan [1|2] suurempaan päähän; [2|3] laatan [3|4] pienempään päähän.",
        "A spot must be chosen for [2|3]. Rule R3.2. "
        "Legal: [2|3] at the high end of [1|2]; [2|3] at the low end of [3|4].",
    ),
    (
        refused(SNIFF, "15@55.line_b"),
        "Laatta [5|5] ei ole pöydällä, joten siihen ei voi liittää laattaa [1|5]. Sääntö R3.2. "
        "Sallittua: [1|5] Sniffin [1|1] haaraan A; [1|5] Sniffin [1|1] haaraan B.",
        "[5|5] is not on the table, so [1|5] cannot be joined to it. Rule R3.2. "
        "Legal: [1|5] at branch A of the Sniff [1|1]; [1|5] at branch B of the Sniff [1|1].",
    ),
    (
        refused(HALF_OPEN, "15@11.low"),
        "Laatan [1|1] liitoskohdat ovat linja A, linja B, haara A ja haara B, eikä "
        "pienempi pää ole niiden joukossa. Sääntö R3.4. Sallittua: [1|5] tuplan [1|1] linjalle B.",
        "The ports of [1|1] are line A, line B, branch A and branch B; low end "
        "is not one of them. Rule R3.4. Legal: [1|5] at line B of the double [1|1].",
    ),
    (
        refused(SNIFF, "46@44.branch_a"),
        "Vain Sniff haarautuu, ja se on [1|1], ei [4|4]. Sääntö R4.1. "
        "Laatta ei sovi mihinkään jatkokohtaan.",
        "Only the Sniff branches, and that is [1|1], not [4|4]. Rule R4.1. "
        "The tile fits no open spot.",
    ),
    (
        refused(HALF_OPEN, "15@11.branch_a"),
        "Haarat avautuvat vasta, kun Sniffin [1|1] molemmat linjat on täytetty. Sääntö R4.3. "
        "Sallittua: [1|5] tuplan [1|1] linjalle B.",
        "The branches open only when both lines of the Sniff [1|1] are filled. Rule R4.3. "
        "Legal: [1|5] at line B of the double [1|1].",
    ),
    (
        refused(HALF_OPEN, "15@11.line_a"),
        "Tämä kohta on jo varattu: [1|1], linja A (1). Siihen on liitetty laatta [1|4]. "
        "Sääntö R3.2. Sallittua: [1|5] tuplan [1|1] linjalle B.",
        "This place is taken: [1|1], line A (1). The tile joined there is [1|4]. Rule R3.2. "
        "Legal: [1|5] at line B of the double [1|1].",
    ),
    (
        refused(SNIFF, "56@12.high"),
        "Laatassa [5|6] ei ole puoliskoa 2, jota tämä jatkokohta vaatii: "
        "[1|2], suurempi pää (2). Sääntö R3.2. Laatta ei sovi mihinkään jatkokohtaan.",
        "[5|6] has no half of 2, which this spot needs: [1|2], high end (2). Rule R3.2. "
        "The tile fits no open spot.",
    ),
    (
        NotYourTurn(PASS, seat=2, turn=1),
        "Vuorossa on Paikka 1, ei Paikka 2. Sääntö R2.2.",
        "It is the turn of Seat 1, not of Seat 2. Rule R2.2.",
    ),
    (
        MustPlace(DRAW, SNIFF.placements(Tile(0, 1)) * 4),
        "Kun jokin laatta sopii, sellainen on asetettava: silloin ei nosteta eikä ohiteta. "
        "Sääntö R6.1. Sallittua: "
        + "[0|1] Sniffin [1|1] haaraan A; [0|1] Sniffin [1|1] haaraan B; " * 3
        + "ja 2 muuta asetusta.",
        "When a tile fits, one must be placed: no drawing and no passing then. Rule R6.1. Legal: "
        + "[0|1] at branch A of the Sniff [1|1]; [0|1] at branch B of the Sniff [1|1]; " * 3
        + "and 2 other placements.",
    ),
    (
        MustPlaceDrawn(DRAW, [place("15@11.line_b")], drawn=Tile(1, 5)),
        "Juuri nostettu laatta [1|5] sopii, joten se on asetettava. Sääntö R6.2. "
        "Sallittua: [1|5] tuplan [1|1] linjalle B.",
        "The tile just drawn, [1|5], fits, so it must be placed. Rule R6.2. "
        "Legal: [1|5] at line B of the double [1|1].",
    ),
    (
        MustDraw(PASS, [DRAW]),
        "Mikään käden laatta ei sovi ja nostopakassa on laattoja, joten on nostettava. "
        "Sääntö R6.3. Sallittua: laatan nosto.",
        "No tile in hand fits and the boneyard has tiles, so one must be drawn. Rule R6.3. "
        "Legal: draw a tile.",
    ),
    (
        BoneyardEmpty(DRAW, [PASS]),
        "Nostopakka on tyhjä: kun mikään laatta ei sovi, vuoro ohitetaan. Sääntö R6.3. "
        "Sallittua: ohitus.",
        "The boneyard is empty: when no tile fits, the turn is passed. Rule R6.3. Legal: pass.",
    ),
    (
        RoundOver(PASS, rule="R6.4"),
        "Kierros on päättynyt, joten siinä ei voi enää tehdä mitään. Sääntö R6.4.",
        "The round is over, so nothing more can be done in it. Rule R6.4.",
    ),
    (
        UnknownLanguage("sv"),
        "Kieltä sv ei ole. Kielet ovat fi ja en.",
        "There is no language sv. The languages are fi and en.",
    ),
    (
        MissingText("fi", "core.x"),
        "Kielestä fi puuttuu teksti core.x.",
        "The language fi lacks the text core.x.",
    ),
    (
        MissingPlaceholder("core.x", "n"),
        "Tekstille core.x ei annettu arvoa n.",
        "The text core.x was given no value for n.",
    ),
    (
        NotCompiled("fi", "core"),
        "Kielen fi tekstejä (core) ei ole koottu. Aja lähdekansiossa: python hatch_build.py",
        "The texts of the language fi (core) were never compiled. "
        "In the checkout run: python hatch_build.py",
    ),
]


@pytest.mark.parametrize(("error", "fi", "en"), CASES, ids=[case[0].code for case in CASES])
def test_a_refusal_is_told(error: SniffiError, fi: str, en: str) -> None:
    assert Words("fi").refusal(error) == fi
    assert Words("en").refusal(error) == en


def test_every_error_of_the_rules_and_the_words_is_told_here() -> None:
    mine = ("sniffi.rules.", "sniffi.words.")
    assert {type(case[0]) for case in CASES} == {
        cls for cls in error_classes() if cls.__module__.startswith(mine)
    }


def test_seats_have_their_names_where_they_are_known() -> None:
    error = NotYourTurn(PASS, seat=2, turn=1)
    assert Words("fi").refusal(error, ["Aino", "Väinö"]) == (
        "Vuorossa on Aino, ei Väinö. Sääntö R2.2."
    )
    won = EventMismatch(Won(2, 255), None)
    assert Words("en").refusal(won, ["A", "B", "C", "D"]) == (
        "The event told is not what the rules give. Told: B and D win the game with 255 points. "
        "By the rules: no such event."
    )


@pytest.mark.parametrize(
    ("seat", "side"),
    [(1, "Seat 1"), (3, "Seat 3"), (4, "Seat 2 and Seat 4")],
)
def test_without_names_a_score_is_still_somebodys(seat: int, side: str) -> None:
    told = Placed(seat, Tile(5, 5), None, (), total=10, points=10, score=10)
    assert f"Score, {side}: 10." in Words("en").refusal(EventMismatch(told, None))


def test_what_somebody_wrote_is_repeated_bounded_and_printable() -> None:
    told = Words("fi").refusal(NotATile("1\x1b[2J\n" + 10_000 * "9"))
    assert told.startswith("”1\N{REPLACEMENT CHARACTER}[2J\N{REPLACEMENT CHARACTER}999")
    assert len(told) < 400
    assert told.isprintable()


def test_a_path_is_told_whole_and_printable() -> None:
    path = Path("/", *["folder"] * 30, "game\n.save")
    told = Words("fi").refusal(NotATile(path))  # type: ignore[arg-type]
    assert f"{path.parent}/game\N{REPLACEMENT CHARACTER}.save" in told


class Outer(SniffiError, code="core.legal"):
    """Stands for an error of another layer, with its domain in its code and a text of its own."""


class Untold(SniffiError, code="elsewhere.untold", rule="R1.1"):
    """An error without a text."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_error_within_an_error_is_told_with_its_rule_once(language: str) -> None:
    words = Words(language)
    inner = NotATile("77")
    assert words.refusal(Outer(rule="R1.2", actions=inner)) == words.say(
        "core.legal", actions=words.refusal(inner)
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_error_without_a_text_or_a_value_is_told_by_its_terse_form(language: str) -> None:
    words = Words(language)
    assert words.refusal(Untold(seat=3)) == "R1.1 elsewhere.untold (seat: 3)"
    assert words.refusal(Outer()) == "core.legal"


def test_a_refusal_of_a_round_offers_what_is_legal_there() -> None:
    round = Round.deal(FULL_SET, players=2, starter=1).act(Place(Tile(0, 5)))
    with pytest.raises(Refused) as caught:
        round.act(PASS)
    assert Words("en").refusal(caught.value) == (
        "When a tile fits, one must be placed: no drawing and no passing then. Rule R6.1. "
        "Legal: [1|5] at the high end of [0|5]."
    )
