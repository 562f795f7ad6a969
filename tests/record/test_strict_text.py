"""What is no record says where and why, and is never read as something else."""

import pytest

from sniffi.record import Fault, RecordError, dumps, loads
from sniffi.record.model import MOST_COMMENTS
from sniffi.record.text import LONGEST_LINE
from sniffi.rules import WentOut
from sniffi.words import LANGUAGES, Words
from tests.record.made import whole

GAME = """\
[Sniffi "1"]
[Players "2"]
[Target "20"]
[Name1 "Aino"]
[Name2 "Eero"]
[Date "2026-01-31"]
[Place "Oulu"]
[Commitment "abababababababababababababababababababababababababababababababab"]
[Nonces "v-1 e_2"]

round 1
lot 1: 1 draws 35, 2 draws 26, tie
lot 2: 1 draws 35, 2 draws 66, 2 starts
deal, 2 starts
hand 1: 01 13 05 23 46 06 36
hand 2: 14 44 22 24 12 66 16
boneyard: 55 33 00 02 03 04 11 15 25 26 34 35 45 56
2 opens 44, sum 8
1 places 46 on 44.line_a, sum 14
2 places 14 on 44.line_b, sum 15, scores 15, has 15
1 places 06 on 46.high, sum 9
2 places 12 on 14.low, sum 10, scores 10, has 25
side 2 wins with 25
end of game

"""
TEXT = f"{GAME}games 1\n"
ROUND = """\
[Sniffi "1"]
[Players "2"]
[Target "250"]
[Name1 "Aino"]
[Name2 "Eero"]

round 1
lot 1: 1 draws 35, 2 draws 26, tie
lot 2: 1 draws 35, 2 draws 66, 2 starts
deal, 2 starts
hand 1: 01 02 03 04 05 06 00
hand 2: 11 22 33 44 55 66 12
boneyard: 13 14 15 16 23 24 25 26 34 35 36 45 46 56
2 opens 44, sum 8
1 places 04 on 44.line_a, sum 8
2 draws 13 14, places 14 on 44.line_b, sum 9
1 places 01 on 14.low, sum 8
2 draws 15 16 23 24, places 24 on 44.branch_a, sum 6
end, in progress

games 1
"""


def test_the_texts_to_be_spoilt_are_good() -> None:
    assert dumps(loads(TEXT)) == TEXT
    assert dumps(loads(ROUND)) == ROUND
    assert dumps(loads(PARTLY)) == PARTLY


def fault(text: str | bytes) -> RecordError:
    with pytest.raises(RecordError) as caught:
        loads(text)
    return caught.value


def spoilt(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1, old
    return text.replace(old, new)


# What is spoilt, then the error's code, line and column, and the code of the error inside.
HEADER = [
    ('[Sniffi "1"]', '[Sniffi "2"]', "unknown-version", 1, None, None),
    ('[Sniffi "1"]', '[Sniffi "01"]', "unexpected", 1, 10, None),
    ('[Sniffi "1"]', '[Sniffi "1"] ', "blank-at-end", 1, 13, None),
    ('[Sniffi "1"]', '[Sniffi "1"]x', "unexpected", 1, 13, None),
    ('[Players "2"]', '[Players "5"]', "fault", 2, 11, "not-players"),
    ('[Players "2"]', '[Players "two"]', "not-a-number", 2, 11, None),
    ('[Players "2"]', '[players "2"]', "unexpected", 2, 1, None),
    ('[Players "2"]\n', "", "unexpected", 2, 1, None),
    ('[Target "20"]', '[Target "0"]', "fault", 3, 10, "not-a-target"),
    ('[Target "20"]', '[Target "020"]', "not-a-number", 3, 10, None),
    ('[Target "20"]', '[Target "1000001"]', "fault", 3, 10, "record.target-too-big"),
    ('[Target "20"]', f'[Target "{"9" * 900}"]', "not-a-number", 3, 10, None),
    ('[Name1 "Aino"]', '[Name1 ""]', "fault", 4, 9, "record.text-empty"),
    ('[Name1 "Aino"]', '[Name1 " Aino"]', "fault", 4, 9, "record.text-blank-at-edge"),
    ('[Name1 "Aino"]', f'[Name1 "{"a" * 41}"]', "fault", 4, 9, "record.text-too-long"),
    ('[Name1 "Aino"]', f'[Name1 "{"a" * 10_000}"]', "line-too-long", 4, None, None),
    ('[Name1 "Aino"]', '[Name1 "Ai\tno"]', "bad-character", 4, 11, None),
    ('[Name1 "Aino"]', '[Name1 "Ai\x00no"]', "bad-character", 4, 11, None),
    ('[Name1 "Aino"]', '[Name1 "Ai\u202eno"]', "bad-character", 4, 11, None),
    ('[Name1 "Aino"]', '[Name1 "Ai\u2028no"]', "bad-character", 4, 11, None),
    ('[Name1 "Aino"]', '[Name1 "Ai\U0010ffffno"]', "bad-character", 4, 11, None),
    ('[Name1 "Aino"]', '[Name1 "Ai"no"]', "unexpected", 4, 12, None),
    ('[Name1 "Aino"]', r'[Name1 "Ai\no"]', "unexpected", 4, 11, None),
    ('[Name1 "Aino"]', '[Name1 "Aino]', "line-ends", 4, 14, None),
    ('[Name1 "Aino"]', '[Name1 "Ai\\"no]', "line-ends", 4, 16, None),
    ('[Name1 "Aino"]', "[Name1 Aino]", "unexpected", 4, 8, None),
    ('[Name1 "Aino"]', '[Name1  "Aino"]', "unexpected", 4, 8, None),
    ('[Name2 "Eero"]', '[Name2 "Eero"]\n[Name3 "Helmi"]', "fault", 6, 2, "record.bad-tag-name"),
    ('[Date "2026-01-31"]', '[Date "2026-02-31"]', "fault", 6, 8, "record.not-a-date"),
    ('[Date "2026-01-31"]', '[Date "20260131"]', "fault", 6, 8, "record.not-a-date"),
    ('[Date "2026-01-31"]', '[Zoo "Oulu"]', "fault", 7, 2, "record.tag-order"),
    ('[Date "2026-01-31"]', '[Place "Oulu"]', "fault", 7, 2, "record.tag-order"),
    ('[Date "2026-01-31"]', '[club "Oulu"]', "fault", 6, 2, "record.bad-tag-name"),
    ('[Date "2026-01-31"]', '[Target "20"]', "fault", 6, 2, "record.bad-tag-name"),
    (
        '[Date "2026-01-31"]\n',
        "".join(f'[A{number} "x"]\n' for number in range(100, 132)),
        "fault", 38, 2, "record.too-many-tags",
    ),
    ('[Commitment "ab', '[Commitment "AB', "fault", 8, 14, "record.not-a-commitment"),
    ('[Commitment "ab', '[Commitment "', "fault", 8, 14, "record.not-a-commitment"),
    ('[Nonces "v-1 e_2"]', '[Nonces "v-1  e_2"]', "fault", 9, 10, "deal.nonce-empty"),
    ('[Nonces "v-1 e_2"]', '[Nonces "v-1 e,2"]', "fault", 9, 10, "deal.not-a-nonce-character"),
    ('[Nonces "v-1 e_2"]', '[Nonces "a b c"]', "fault", 9, 10, "record.too-many-nonces"),
    ('[Nonces "v-1 e_2"]', '[Seed "00"]', "fault", 9, 8, "deal.not-a-seed"),
    ('[Nonces "v-1 e_2"]', f'[Seed "{"0A" * 32}"]', "unexpected", 9, 8, None),
    ('[Nonces "v-1 e_2"]\n\n', '[Nonces "v-1 e_2"]\n', "unexpected", 10, 1, None),
    ('[Nonces "v-1 e_2"]\n\n', '[Nonces "v-1 e_2"]\n\n\n', "line-ends", 11, 1, None),
    ('[Nonces "v-1 e_2"]\n', '[Nonces "v-1 e_2"]\r\n', "bad-character", 9, 19, None),
]  # fmt: skip
BODY = [
    ("round 1", "round 2", "unexpected", 11, 7, None),
    ("round 1", "Round 1", "unexpected", 11, 1, None),
    ("round 1", "round 1\nround 2", "unexpected", 12, 1, None),
    ("round 1\n", "", "unexpected", 11, 1, None),
    ("lot 1: 1 draws 35,", "lot 2: 1 draws 35,", "fault", 12, 5, "event-mismatch"),
    ("lot 1: 1 draws 35,", "lot 1: 1 draws 53,", "fault", 12, 16, "not-a-tile"),
    ("lot 1: 1 draws 35,", "lot 1: 3 draws 35,", "fault", 12, 8, "not-a-seat"),
    ("lot 1: 1 draws 35,", "lot 1: 2 draws 35,", "fault", 12, 1, "event-mismatch"),
    ("2 draws 26, tie", "2 draws 26, 1 starts", "fault", 12, 32, "event-mismatch"),
    ("2 draws 26, tie", "2 draws 35, tie", "fault", 12, 1, "not-a-lot"),
    ("2 draws 26, tie", "tie", "fault", 12, 1, "not-a-lot"),
    ("2 draws 26, tie", "2 draws 26", "line-ends", 12, 30, None),
    ("2 draws 66, 2 starts", "2 draws 66, tie", "fault", 13, 32, "event-mismatch"),
    ("deal, 2 starts", "deal, 1 starts", "fault", 14, 7, "event-mismatch"),
    ("deal, 2 starts\n", "", "unexpected", 14, 1, None),
    ("hand 1: 01 13", "hand 1: 01  13", "fault", 15, 12, "not-a-tile"),
    ("hand 1: 01 13", "hand 1: 01 31", "fault", 15, 12, "not-a-tile"),
    ("hand 1: 01 13", "hand 1: 01 14", "fault", 16, 9, "not-the-full-set"),
    ("hand 1: 01 13", "hand 1: 01 01", "fault", 15, 12, "not-the-full-set"),
    ("hand 1: 01 13", "hand 1: 13", "fault", 15, 24, "not-the-full-set"),
    ("45 56\n", "45 56 01\n", "fault", 17, 53, "not-the-full-set"),
    ("06 36\n", "06\n", "fault", 15, 24, "not-the-full-set"),
    ("hand 2: 14", "hand 3: 14", "unexpected", 16, 1, None),
    ("boneyard: 55", "boneyard 55", "unexpected", 17, 1, None),
    ("2 opens 44, sum 8", "1 opens 44, sum 8", "fault", 18, 3, "not-your-turn"),
    ("2 opens 44, sum 8", "2 opens 01, sum 8", "fault", 18, 3, "tile-not-in-hand"),
    ("2 opens 44, sum 8", "2 opens 44, sum 4", "fault", 18, 17, "event-mismatch"),
    ("2 opens 44, sum 8", "2 opens 44, sum 08", "not-a-number", 18, 17, None),
    ("2 opens 44, sum 8", "2 opens 44, sum -8", "not-a-number", 18, 17, None),
    ("2 opens 44, sum 8", "2 opens 44", "line-ends", 18, 11, None),
    ("2 opens 44, sum 8", "2  opens 44, sum 8", "unexpected", 18, 3, None),
    ("2 opens 44, sum 8", "2 opened 44, sum 8", "unexpected", 18, 3, None),
    ("2 opens 44, sum 8", "2 opens 44, sum 8, scores 8, has 8", "fault", 18, 27, "event-mismatch"),
    ("46 on 44.line_a", "46 on 44.line_c", "fault", 19, 16, "not-a-port"),
    ("46 on 44.line_a", "46 on 44.Line_a", "fault", 19, 16, "not-a-port"),
    ("46 on 44.line_a", "46 on 44.low", "fault", 19, 3, "no-such-port"),
    ("46 on 44.line_a", "46 on 44.branch_a", "fault", 19, 3, "branch-not-open"),
    ("46 on 44.line_a", "46 on 44", "fault", 19, 16, "not-a-placement"),
    ("46 on 44.line_a", "06 on 44.line_a", "fault", 19, 3, "does-not-fit"),
    ("46 on 44.line_a", "46 at 44.line_a", "unexpected", 19, 12, None),
    ("sum 15, scores 15, has 15", "sum 15", "fault", 20, 33, "event-mismatch"),
    ("sum 15, scores 15, has 15", "sum 15, scores 10, has 15", "fault", 20, 42, "event-mismatch"),
    ("sum 15, scores 15, has 15", "sum 15, scores 15, has 25", "fault", 20, 50, "event-mismatch"),
    ("sum 15, scores 15, has 15", "sum 15, scores 15", "line-ends", 20, 44, None),
    ("sum 9", "sum 9, scores 0, has 0", "not-a-number", 21, 39, None),
    ("1 places 06", "1 passes", "unexpected", 21, 9, None),
    ("1 places 06 on 46.high, sum 9", "1 passes", "fault", 21, 3, "must-place"),
    ("1 places 06 on 46.high, sum 9", "1 draws 55", "fault", 21, 9, "must-place"),
    ("1 places 06 on 46.high, sum 9", "1 goes out", "fault", 21, 3, "event-mismatch"),
    ("1 places 06 on 46.high, sum 9", "block", "fault", 21, 1, "event-mismatch"),
    ("1 places 06 on 46.high, sum 9\n", "", "fault", 21, 3, "not-your-turn"),
    ("side 2 wins with 25", "side 1 wins with 25", "fault", 23, 6, "event-mismatch"),
    ("side 2 wins with 25", "side 2 wins with 20", "fault", 23, 18, "event-mismatch"),
    ("side 2 wins with 25\n", "", "unexpected", 23, 1, None),
    ("side 2 wins with 25\nend of game", "end, in progress", "fault", 23, 1, "event-mismatch"),
    ("end of game", "end, in progress", "unexpected", 24, 1, None),
    ("end of game", "end of game.", "unexpected", 24, 12, None),
    ("end of game\n\n", "end of game\n", "unexpected", 25, 1, None),
    ("end of game\n", "1 passes\nend of game\n", "unexpected", 24, 1, None),
    ("end of game\n", "", "line-ends", 24, 1, None),
    ("games 1", "games 2", "wrong-count", 26, None, None),
    ("games 1", "games 01", "not-a-number", 26, 7, None),
    ("games 1", "games 1 ", "blank-at-end", 26, 8, None),
    ("games 1\n", "games 1", "cut-off", 26, None, None),
    ("games 1\n", "games 1\n\n", "line-ends", 27, 1, None),
    ("games 1\n", "", "cut-off", 25, None, None),
    ("games 1\n", "# The end.\ngames 1\n", "comment-outside", 26, None, None),
    ("round 1", "#round 1", "unexpected", 11, 2, None),
    ("round 1", "# \nround 1", "blank-at-end", 11, 2, None),
    ("round 1", " # a\nround 1", "unexpected", 11, 1, None),
]  # fmt: skip
IN_ROUND = [
    ("2 draws 13 14, places", "2 draws 13, places", "fault", 16, 13, "tile-not-in-hand"),
    ("2 draws 13 14, places", "2 draws 14, places", "fault", 16, 9, "event-mismatch"),
    ("2 draws 13 14, places", "2 draws 13 14 15, places", "fault", 16, 15, "must-place-drawn"),
    ("2 draws 13 14, places", "2 draws 13 14\n2 places", "unexpected", 17, 1, None),
    ("2 draws 13 14, places", "2 places", "fault", 16, 3, "tile-not-in-hand"),
    ("2 draws 13 14, places", "2 draws 13 14 places", "fault", 16, 15, "not-a-tile"),
    ("2 draws 13 14, places", "2 draws, places", "unexpected", 16, 3, None),
    ("2 draws 13 14, places", "2 draws 13 14, opens", "unexpected", 16, 24, None),
    ("2 draws 13 14, places", "2 draws 13 14, draws", "unexpected", 16, 16, None),
    ("boneyard: 13 14", "boneyard: 14 13", "fault", 16, 9, "event-mismatch"),
    ("end, in progress", "end of game", "unexpected", 19, 1, None),
    ("2 opens 44, sum 8", "end, in progress", "unexpected", 15, 1, None),
]  # fmt: skip

PARTLY = (
    ROUND.replace("hand 1: 01 02 03 04 05 06 00", "hand 1: unknown")
    .replace("boneyard: 13 14 15 16 23 24 25 26 34 35 36 45 46 56", "boneyard: unknown")
    .replace("draws 13 14, places 14", "draws 13 ??, places 14")
)
# The same where not every tile is known: what is known decides.
IN_PARTLY = [
    ("2 opens 44, sum 8", "1 opens 44, sum 8", "fault", 14, 3, "not-your-turn"),
    ("2 opens 44, sum 8", "2 opens 01, sum 1", "fault", 14, 3, "tile-not-in-hand"),
    ("1 places 04 on 44.line_a, sum 8", "1 draws 55", "fault", 15, 9, "not-the-full-set"),
    ("1 places 04 on 44.line_a", "1 places 05 on 44.line_a", "fault", 15, 3, "does-not-fit"),
    ("1 places 04 on 44.line_a", "1 places 04 on 44.branch_a", "fault", 15, 3, "branch-not-open"),
    ("1 places 04 on 44.line_a", "1 places 11 on 44.line_a", "fault", 15, 3, "tile-not-in-hand"),
    ("1 places 04 on 44.line_a", "2 places 04 on 44.line_a", "fault", 15, 3, "not-your-turn"),
    ("1 places 04 on 44.line_a, sum 8", "1 passes", "fault", 15, 3, "must-draw"),
    ("line_b, sum 9", "line_b, sum 10", "fault", 16, 44, "event-mismatch"),
    ("line_b, sum 9", "line_b, sum 9, scores 5, has 5", "fault", 16, 54, "event-mismatch"),
    ("end, in progress", "block\nend, in progress", "fault", 19, 1, "event-mismatch"),
    ("end, in progress", "2 goes out\nend, in progress", "fault", 19, 3, "event-mismatch"),
    ("hand 2: 11 22", "hand 2: 11 11", "fault", 12, 12, "not-the-full-set"),
    ("hand 2: 11 22", "hand 2: 22", "fault", 12, 24, "not-the-full-set"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "old", "new", "code", "line", "column", "inside"),
    [(TEXT, *spoiling) for spoiling in HEADER + BODY]
    + [(ROUND, *spoiling) for spoiling in IN_ROUND]
    + [(PARTLY, *spoiling) for spoiling in IN_PARTLY],
)
def test_a_fault_is_told_with_its_place(
    text: str, old: str, new: str, code: str, line: int, column: int | None, inside: str | None
) -> None:
    error = fault(spoilt(text, old, new))
    why = error.fields.get("why")
    assert error.code == f"record.{code}"
    assert (error.fields.get("line"), error.fields.get("column")) == (line, column)
    assert (why and why.code) == inside
    assert error.rule == (why and why.rule)
    for language in LANGUAGES:
        sentence = Words(language).refusal(error)
        assert str(line) in sentence
        assert error.code not in sentence


def test_what_was_found_and_what_was_expected_is_told() -> None:
    error = fault(spoilt(TEXT, "46 on 44.line_a", "46 at 44.line_a"))
    assert error.fields["found"] == " at 44.line_a, sum 14"
    assert error.fields["expected"] == '" on "'
    error = fault(spoilt(TEXT, "2 opens 44, sum 8", "3 opens 44, sum 8"))
    assert str(error.fields["why"]) == "R1.1 not-a-seat (seat: 3, players: 2)"
    error = fault(spoilt(TEXT, "2 opens 44, sum 8", "two opens 44, sum 8"))
    assert error.fields["expected"] == (
        '"1 " | "2 " | "block" | "side " | "round " | "end, in progress"'
    )


@pytest.mark.parametrize("field", ["pips", "costs", "has"])
def test_r6_5_a_wrong_figure_of_a_leftover_hand_is_told_where_it_stands(field: str) -> None:
    text = dumps([whole(seed=4)])
    lines = text.splitlines(keepends=True)
    at = next(at for at, line in enumerate(lines) if " holds " in line and "nothing" not in line)
    before, _, after = lines[at].partition(f", {field} ")
    figure = after.split(",")[0].strip()
    lines[at] = f"{before}, {field} {int(figure) + 5}{after[len(figure) :]}"
    error = fault("".join(lines))
    assert isinstance(error, Fault)
    assert (error.line, error.column) == (at + 1, len(f"{before}, {field} ") + 1)
    assert error.rule == "R6.5"


@pytest.mark.parametrize("told", ["block", "1 goes out", "2 goes out"])
def test_r6_5_the_round_must_end_as_it_did(told: str) -> None:
    text = dumps([whole(seed=4)])
    ended = next(line for line in text.splitlines() if line.endswith("goes out"))
    if ended == told:
        assert fault(text.replace(f"{ended}\n", "", 1)).fields["why"].code == "event-mismatch"
    else:
        error = fault(text.replace(ended, told, 1))
        assert error.fields["why"].fields["expected"].seat == int(ended[0])


def test_a_hand_that_is_all_unknown_has_one_spelling() -> None:
    unknown = "?? ?? ?? ?? ?? ?? ??"
    error = fault(spoilt(TEXT, "01 13 05 23 46 06 36", unknown))
    assert error.code == "record.unexpected"
    assert error.fields["expected"] == '"unknown"'
    known_once = TEXT.replace("01 13 05 23 46 06 36", "unknown")
    assert dumps(loads(known_once)) == known_once


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "empty-file"),
        (b"\n", "not-a-record"),
        (b"<!DOCTYPE html>\n<html></html>\n", "not-a-record"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "not-a-record"),
        (bytes(range(256)) * 100, "not-a-record"),
        (b"x" * 10_000_000, "not-a-record"),
        (b'{"format": "sniffi"}\n', "not-a-record"),
        (TEXT.encode("utf-16"), "not-a-record"),
        (b"\xef\xbb\xbf" + TEXT.encode(), "bad-character"),
        (TEXT.encode().replace(b"Aino", b"\xc4ino"), "not-utf-8"),
        (TEXT.encode().replace(b"Aino", b"\xed\xa0\x80"), "not-utf-8"),
        (TEXT.replace("\n", "\r\n").encode(), "bad-character"),
        (TEXT.replace("\n", "\r").encode(), "bad-character"),
        (b'[Sniffi "1"]', "cut-off"),
        (b"# " + b"x" * 10_000_000 + b"\n" + TEXT.encode(), "line-too-long"),
    ],
)
def test_what_is_no_record_at_all(content: bytes, code: str) -> None:
    error = fault(content)
    assert error.code == f"record.{code}"
    assert all(len(str(value)) < 100 for value in error.fields.values())


def test_a_text_with_half_a_surrogate_pair() -> None:
    assert fault(TEXT.replace("Aino", "\ud800")).code == "record.not-utf-8"


def test_the_longest_line() -> None:
    comment = "# " + "ä" * (LONGEST_LINE - 2)
    text = spoilt(TEXT, "round 1", f"{comment}\nround 1")
    assert dumps(loads(text)) == text
    assert fault(text.replace(comment, f"{comment}ä")).code == "record.line-too-long"


def test_the_seed_is_refused_while_the_game_goes_on() -> None:
    seed = f'[Seed "{"00" * 32}"]\n\n'
    with_seed = GAME.replace("\n\n", f"\n{seed}", 1) + "games 1\n"
    assert dumps(loads(with_seed)) == with_seed
    stopped = with_seed.replace("side 2 wins with 25\nend of game", "end, in progress")
    stopped = stopped.replace("2 places 12 on 14.low, sum 10, scores 10, has 25\n", "")
    error = fault(stopped)
    assert isinstance(error, Fault)
    assert (error.line, error.why.code) == (10, "record.seed-too-early")


def test_a_seed_needs_the_commitment_before_it() -> None:
    lines = [line for line in TEXT.splitlines() if not line.startswith("[Commitment")]
    error = fault("\n".join(lines) + "\n")
    assert error.fields["expected"] == '"[Commitment " | "\\n"'


def test_a_placement_where_the_round_has_ended() -> None:
    text = dumps([whole(seed=4)])
    ended = next(line for line in text.splitlines() if line.endswith("goes out"))
    error = fault(text.replace(ended, "1 places 00 on 11.line_b, sum 3", 1))
    assert isinstance(error.fields["why"].fields["expected"], WentOut)


def test_comments_have_a_bound() -> None:
    comments = "# more\n" * MOST_COMMENTS
    text = spoilt(TEXT, "round 1", f"{comments}round 1")
    assert dumps(loads(text)) == text
    error = fault(text.replace("end of game", "# one too many\nend of game"))
    assert isinstance(error, Fault)
    assert error.why.code == "record.too-many-comments"
