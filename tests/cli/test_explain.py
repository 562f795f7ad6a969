"""``sniffi explain``, by the contract in the design."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sniffi.cli.entry import main
from sniffi.cli.trouble import Status
from sniffi.rules import FULL_SET, Layout, Place, Port
from sniffi.words import Words
from tests.cli.command import PLAIN, Outcome, real_sniffi, refused, sniffi

EXAMPLES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[3] / "shared" / "examples.json").read_text("utf-8")
)
DESIGN = "14 11@14.low 44@14.high 34@44.line_b 12@11.line_b 15@11.branch_a"

REFUSED = [
    # The command line, the offending placement, the rule.
    ("25 25@25.low", "25@25.low", "R1.2"),
    ("14 14@14.low", "14@14.low", "R1.2"),
    ("14 14", "14", "R1.2"),
    ("14 25", "25", "R3.2"),
    ("14@25.low", "14@25.low", "R3.1"),
    ("14 11@14.high", "11@14.high", "R3.2"),
    ("14 44@25.high", "44@25.high", "R3.2"),
    ("14 44@14.high 45@14.high", "45@14.high", "R3.2"),
    ("14 11@14.line_a", "11@14.line_a", "R3.4"),
    ("11 12@11.low", "12@11.low", "R3.4"),
    ("11 12@11.branch_a", "12@11.branch_a", "R4.3"),
    ("11 12@11.line_a 22@12.high 23@22.branch_a", "23@22.branch_a", "R4.1"),
    ("14 11@14.foo", "11@14.foo", "R3.4"),
    ("14 11@14.LOW", "11@14.LOW", "R3.4"),
    ("14 11@14.", "11@14.", "R3.4"),
    ("14 11@14", "11@14", "R3.2"),
    ("14 11@", "11@", "R3.2"),
    ("14 @14.low", "@14.low", "R1.2"),
    ("41", "41", "R1.2"),
    ("77", "77", "R1.2"),
    ("１４", "１４", "R1.2"),
    ("garbage", "garbage", "R1.2"),
    ("-14", "-14", "R1.2"),
    ("14 11@14.low@44.high", "11@14.low@44.high", "R3.4"),
    # The first one that is wrong is told.
    ("14 25 garbage", "25", "R3.2"),
]


def placements_of(layout: dict[str, Any]) -> list[str]:
    """The placements that give an example of the shared data."""
    opening, *rest = layout["tiles"]
    spots = {join["new"]: f"{join['tile']}.{join['port']}" for join in layout["joins"]}
    return [opening, *(f"{tile}@{spots[tile]}" for tile in rest)]


@pytest.mark.parametrize("told", EXAMPLES, ids=lambda told: "-".join(told["tiles"]))
def test_json_is_that_of_the_shared_examples(told: dict[str, Any]) -> None:
    expected = {name: value for name, value in told.items() if name != "placed"}
    outcome = sniffi("explain", "--json", *placements_of(told))
    assert (outcome.status, outcome.err) == (0, "")
    assert json.loads(outcome.out) == expected
    # The keys in the order of the contract, without blanks, on one line.
    assert outcome.out == json.dumps(expected, separators=(",", ":")) + "\n"


def test_the_real_command_gives_the_design_s_example() -> None:
    outcome = real_sniffi("explain", *DESIGN.split(), "--json")
    assert (outcome.status, outcome.err) == (0, "")
    layout = json.loads(outcome.out)
    assert layout in [{k: v for k, v in told.items() if k != "placed"} for told in EXAMPLES]
    assert real_sniffi("explain", "--json", *DESIGN.split()) == outcome


@pytest.mark.parametrize("lang", Words.LANGUAGES)
def test_text_is_the_position_in_words(lang: str) -> None:
    layout = Layout.of(*((p.tile, p.spot) for p in map(Place.parse, DESIGN.split())))
    expected = "\n".join(Words(lang).position(layout)) + "\n"
    assert sniffi("explain", *DESIGN.split(), "--lang", lang) == Outcome(0, expected, "")
    assert sniffi("--lang", lang, "explain", *DESIGN.split()) == Outcome(0, expected, "")


@pytest.mark.parametrize("lang", Words.LANGUAGES)
@pytest.mark.parametrize(("line", "placement", "rule"), REFUSED, ids=[row[0] for row in REFUSED])
def test_an_offending_placement_is_named_with_its_rule(
    line: str, placement: str, rule: str, lang: str, tmp_path: Path
) -> None:
    picture = tmp_path / "picture.svg"
    for more in ([], ["--json"], ["--svg", str(picture)]):
        told = refused(sniffi("explain", *line.split(), "--lang", lang, *more))
        assert told.startswith(f"sniffi explain: {placement}: ")
        assert rule in told
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("lang", Words.LANGUAGES)
def test_the_real_command_refuses_with_status_2_and_one_line(lang: str) -> None:
    told = refused(real_sniffi("explain", "14", "25", "--json", "--lang", lang))
    assert told.startswith("sniffi explain: 25: ")
    assert "R3.2" in told


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("1" * 10_000, "1" * 59 + "…"),
        ("14@" + "1" * 10_000, "14@" + "1" * 56 + "…"),
        ("\x1b[31m14", r"\x1b[31m14"),
        ("14\n25", r"14\n25"),
        ("14\u202e", r"14\u202e"),
        ("14\udcff", r"14\udcff"),
        (" 14", " 14"),
        ("", ""),
    ],
    ids=ascii,
)
def test_the_echo_of_a_placement_is_bounded_and_escaped(typed: str, shown: str) -> None:
    told = refused(sniffi("explain", "14", typed))
    assert told.startswith(f"sniffi explain: {shown}: ")
    assert "R1.2" in told or "R3.2" in told
    assert len(told) < 400


def test_bytes_that_are_no_utf_8_are_escaped() -> None:
    told = refused(real_sniffi("explain", b"14\xff\xfe"))
    assert told.startswith(r"sniffi explain: 14\udcff\udcfe: ")


@pytest.mark.parametrize("more", [[], ["--json"]], ids=["text", "json"])
@pytest.mark.parametrize("lang", Words.LANGUAGES)
def test_a_picture_is_saved_beside_what_is_said(lang: str, more: list[str], tmp_path: Path) -> None:
    path = tmp_path / "picture.svg"
    path.write_text("old", "utf-8")
    args = ["explain", *DESIGN.split(), "--lang", lang, *more]
    assert sniffi(*args, "--svg", str(path)) == sniffi(*args)
    assert list(tmp_path.iterdir()) == [path]
    picture = ElementTree.parse(path).getroot()
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    assert picture.get("lang") == lang
    laid = [part.get("data-tile") for part in picture.iter() if part.get("data-order")]
    assert sorted(filter(None, laid)) == sorted(word[:2] for word in DESIGN.split())


@pytest.mark.parametrize("lang", Words.LANGUAGES)
def test_a_picture_that_cannot_be_saved_is_told_and_nothing_else(lang: str, tmp_path: Path) -> None:
    path = tmp_path / "missing" / "picture.svg"
    told = refused(sniffi("explain", "14", "--lang", lang, "--svg", str(path)), Status.FAILED)
    assert told.startswith("sniffi explain: ")
    assert str(path) in told
    assert Words(lang).say("cli.reason-not-there") in told


def test_a_picture_that_the_disk_has_no_room_for_leaves_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "picture.svg"
    path.write_text("old", "utf-8")
    code = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))"
    code += "; from sniffi.cli import main; raise SystemExit(main())"
    done = subprocess.run(
        [sys.executable, "-B", "-c", code, "explain", "14", "--lang", "en", "--svg", str(path)],
        capture_output=True,
        env=PLAIN,
    )
    assert (done.returncode, done.stdout) == (Status.FAILED, b"")
    assert done.stderr.decode().endswith(": the file would be too big.\n")
    assert {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()} == {path.name: "old"}


PLACEMENTS = st.one_of(
    st.sampled_from([str(tile) for tile in FULL_SET]),
    st.builds(
        "{}@{}.{}".format,
        st.sampled_from(FULL_SET),
        st.sampled_from(FULL_SET),
        st.sampled_from(Port),
    ),
    st.text(st.characters(codec=None), max_size=12),
)


@given(st.lists(PLACEMENTS, min_size=1, max_size=8), st.sampled_from(Words.LANGUAGES))
@example(["14", "\x00"], "fi")
def test_any_placements_are_explained_or_refused_in_one_line(typed: list[str], lang: str) -> None:
    outcome = sniffi("explain", "--lang", lang, "--", *typed)
    if outcome.status == 0:
        assert outcome.err == ""
        assert outcome.out
    else:
        refused(outcome)


@given(st.lists(st.text(st.characters(codec=None), max_size=12), max_size=6))
def test_any_command_line_of_explain_ends_in_a_status(words: list[str]) -> None:
    # No picture is written: what is no placement stops before it, and no name is one.
    outcome = sniffi("explain", *words, "garbage")
    assert outcome.status in (0, 2)
    if outcome.status == 2:
        refused(outcome)


def test_main_takes_the_words_of_the_process(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["sniffi", "explain", "14"])
    assert main() == 0
    assert capsys.readouterr().out == sniffi("explain", "14").out
