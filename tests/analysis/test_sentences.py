"""Kinds of facts and their texts belong together, and a hint reads well in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sniffi.analysis import FACTS, Fact, HintWords, Interval, Suggestion, guess, hint
from sniffi.analysis import facts as kinds
from sniffi.analysis.sentences import signed
from sniffi.bots.evaluation import Estimate
from sniffi.rules import Place, Tile
from sniffi.words import LANGUAGES, Words
from tests.analysis.samples import positions, samples
from tests.words.catalogues import read

NAMES = ("Aino", "Eero", "Liisa", "Kalle")
PAGE = (Path(__file__).parents[2] / "docs" / "hints.md").read_text("utf-8")
IN_BOTH = pytest.mark.parametrize("language", LANGUAGES)


def example(kind: type[Fact]) -> Fact:
    """A fact of the kind, out of the sample or made for the purpose."""
    forced: dict[type[Fact], Fact] = {
        kinds.OnlyPlacement: kinds.OnlyPlacement(Place(Tile(1, 4))),
        kinds.MustDraw: kinds.MustDraw(),
        kinds.MustPass: kinds.MustPass(),
    }
    if kind in forced:
        return forced[kind]
    return next(fact for sample in samples() for fact in sample.facts if type(fact) is kind)


def test_every_class_of_fact_is_among_the_kinds() -> None:
    made = {
        cls for cls in vars(kinds).values()
        if isinstance(cls, type) and issubclass(cls, Fact) and cls is not Fact
    }  # fmt: skip
    assert made == set(FACTS)
    assert len(FACTS) == len(set(FACTS))
    assert len({kind.key for kind in FACTS}) == len(FACTS)


@IN_BOTH
def test_every_kind_has_a_text_and_every_text_a_kind(language: str) -> None:
    texts = {key for key in read(language, "hints") if key.startswith("hints.fact-")}
    assert texts == {kind.key for kind in FACTS}


@IN_BOTH
@pytest.mark.parametrize("kind", FACTS)
def test_a_text_has_exactly_the_placeholders_that_its_fact_fills(
    kind: type[Fact], language: str
) -> None:
    values = HintWords(Words(language), NAMES).values(example(kind))
    assert set(values) == read(language, "hints")[kind.key].placeholders


@IN_BOTH
@pytest.mark.parametrize("kind", FACTS)
def test_a_fact_is_a_whole_sentence_with_its_values_in_it(kind: type[Fact], language: str) -> None:
    words = HintWords(Words(language), NAMES)
    fact = example(kind)
    said = words.fact(fact)
    assert said[-1] == "."
    assert not re.search(r"[{}]|  |\.\.", said)
    for value in words.values(fact).values():
        assert str(value) in said


def test_the_page_lists_every_kind() -> None:
    table = PAGE.split("| Fact | What it claims |")[1].split("\n\n")[0]
    listed = [name for row in table.splitlines() for name in re.findall(r"`([a-z-]+)`", row)]
    assert listed == [kind.key.removeprefix("hints.fact-") for kind in FACTS]


@IN_BOTH
def test_a_hint_says_each_placement_its_worth_and_its_reasons(language: str) -> None:
    words = Words(language)
    said = HintWords(words, NAMES)
    for _, view in positions()[::40]:
        told = hint(view, guess)
        lines = said.lines(told)
        if told.forced is not None:
            assert lines == [said.fact(told.forced)]
            continue
        assert words.say("hints.rough") in lines[0]
        heads = [line for line in lines[1:] if not line.startswith("  ")]
        assert len(heads) == len(told.suggestions)
        for head, suggestion in zip(heads, told.suggestions, strict=True):
            assert head.startswith(f"{suggestion.rank}. {words.action(suggestion.place)}. ")
            for fact in suggestion.facts:
                assert "  " + said.fact(fact) in lines


def made(points: Estimate, win: Estimate | None) -> Suggestion:
    chance = None if win is None else Interval.of(win, 0, 1)
    return Suggestion(Place(Tile(1, 4)), 1, Interval.of(points), chance, ())


@pytest.mark.parametrize(
    ("points", "win", "said"),
    [
        (
            Estimate(4, 5), Estimate(0.62, 0.03),
            "Expected margin to the end of the round: +4 (95 %: −6…+14). "
            "Wins the game: 62% (95%: 56…68).",
        ),
        (Estimate(-15, 0), None, "Margin to the end of the round: −15."),
        (
            Estimate(0, 1), Estimate(0.999, 0.01),
            "Expected margin to the end of the round: 0 (95 %: −2…+2). "
            "Wins the game: 99% (95%: 98…99).",
        ),
        (
            Estimate(30, 0), Estimate(1, 0),
            "Margin to the end of the round: +30. Wins the game: 100%.",
        ),
    ],
)  # fmt: skip
def test_how_sure_it_is_stands_beside_what_it_is_worth(
    points: Estimate, win: Estimate | None, said: str
) -> None:
    assert HintWords(Words("en"), NAMES).worth(made(points, win)) == said


def test_a_difference_has_its_sign() -> None:
    assert [signed(value) for value in (-0.4, 0.4, 0.6, -3.5)] == ["0", "0", "+1", "−4"]
