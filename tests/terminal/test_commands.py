"""What a typed line means."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sniffi.rules import (
    FULL_SET,
    NotAPlacement,
    NotAPort,
    NotATile,
    Place,
    Port,
    SniffiError,
    Spot,
    Tile,
)
from sniffi.terminal.commands import (
    Command,
    Enter,
    NotUnderstood,
    Number,
    Parser,
    PerhapsMeant,
    Vocabulary,
    Word,
    clean,
    folded,
)
from sniffi.words import LANGUAGES, Words

PARSERS = {language: Parser(Words(language)) for language in LANGUAGES}
IN_BOTH = pytest.mark.parametrize("language", LANGUAGES)
FORMS = (
    *("{0}{1}", "{1}{0}", "{0} {1}", "{1}-{0}", "{0}–{1}", "{0}|{1}", "{0}/{1}", "{0},{1}"),
    *("{0}:{1}", "[{0}|{1}]", "[ {1} | {0} ]", "  {0}{1}  "),
)


@IN_BOTH
@pytest.mark.parametrize("form", FORMS)
def test_a_tile_can_be_typed_in_many_ways(form: str, language: str) -> None:
    typed = [form.format(tile.low, tile.high) for tile in FULL_SET]
    assert [PARSERS[language].parse(text) for text in typed] == list(FULL_SET)


@IN_BOTH
@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("14@44.line_b", "14@44.line_b"),
        ("41@44.line_b", "14@44.line_b"),
        ("[1|4] @ 4-4 . LINE_B", "14@44.line_b"),
        ("1 4@44.line b", "14@44.line_b"),
        ("14@44.linja_b", "14@44.line_b"),
        ("14@44.Haara-A", "14@44.branch_a"),
        ("11@41.pienempi", "11@14.low"),
        ("11@41.suurempi pää", "11@14.high"),
    ],
)
def test_a_placement_can_be_typed_at_once(text: str, place: str, language: str) -> None:
    assert PARSERS[language].parse(text) == Place.parse(place)


@IN_BOTH
@given(st.sampled_from(FULL_SET), st.sampled_from(FULL_SET), st.sampled_from(Port))
def test_notation_reads_as_itself(language: str, tile: Tile, on: Tile, port: Port) -> None:
    place = Place(tile, Spot(on, port))
    assert PARSERS[language].parse(str(place)) == place


@IN_BOTH
@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("17", NotATile),
        ("[7|0]", NotATile),
        ("144", NotATile),
        ("14@", NotAPlacement),
        ("14@44", NotAPlacement),
        ("x@44.line_b", NotATile),
        ("14@z.line_b", NotATile),
        ("14@44.line_c", NotAPort),
    ],
)
def test_what_looks_like_a_tile_but_is_none_is_told(
    text: str, error: type[SniffiError], language: str
) -> None:
    with pytest.raises(error) as refused:
        PARSERS[language].parse(text)
    assert refused.value.rule is not None


@IN_BOTH
@pytest.mark.parametrize("text", ["", "   ", "\t", "\x1b[A", "\x00"])
def test_an_empty_line_is_enter(text: str, language: str) -> None:
    assert PARSERS[language].parse(text) == Enter()


@IN_BOTH
def test_a_digit_alone_is_a_number(language: str) -> None:
    assert [PARSERS[language].parse(str(n)) for n in range(10)] == [Number(n) for n in range(10)]


def names(language: str, word: Word) -> list[str]:
    return Words(language).say(f"terminal.command-{word}").split(", ")


@IN_BOTH
@pytest.mark.parametrize("word", Word)
def test_every_name_in_the_own_language_is_that_command(word: Word, language: str) -> None:
    for name in names(language, word):
        for typed in (name, name.upper(), f" {name} ", folded(name)):
            assert PARSERS[language].parse(typed) is word


@IN_BOTH
@pytest.mark.parametrize("typed", ["historia?", "why?", "sum.", "q!"])
def test_a_question_may_end_like_one(typed: str, language: str) -> None:
    assert isinstance(PARSERS[language].parse(typed), Word)


@pytest.mark.parametrize("word", Word)
@pytest.mark.parametrize(("spoken", "typed"), [("fi", "en"), ("en", "fi")])
def test_whole_words_of_the_other_language_are_the_same_command(
    word: Word, spoken: str, typed: str
) -> None:
    for name in names(typed, word):
        if len(name) > 1:
            assert PARSERS[spoken].parse(name) is word


@pytest.mark.parametrize("word", Word)
def test_every_command_has_a_letter(word: Word) -> None:
    for language in LANGUAGES:
        shortest = min(map(len, names(language, word)))
        # A pass is done by the game itself; its letter in English would be that of points.
        assert shortest == 1 or (language, word) == ("en", Word.PASS)


@IN_BOTH
@pytest.mark.parametrize(("text", "word"), [("nosta", "draw"), ("d", "draw"), ("n", "draw")])
def test_draw_is_the_same_in_both_languages(text: str, word: str, language: str) -> None:
    assert PARSERS[language].parse(text) is Word(word)


@pytest.mark.parametrize(
    ("language", "text", "meant"),
    [
        ("fi", "pistet", "pisteet"),
        ("fi", "saanöt", "säännöt"),
        ("en", "histroy", "history"),
        ("en", "kasii", "käsi"),
    ],
)
def test_a_slip_is_asked_about(language: str, text: str, meant: str) -> None:
    with pytest.raises(PerhapsMeant) as refused:
        PARSERS[language].parse(text)
    assert refused.value.fields == {"text": text, "word": meant}


@IN_BOTH
def test_what_is_nothing_known_is_said_back_in_short(language: str) -> None:
    with pytest.raises(NotUnderstood) as refused:
        PARSERS[language].parse("z" * 10_000)
    assert refused.value.fields["text"] == "z" * 39 + "…"


def parsed(language: str, line: str) -> Command | SniffiError:
    try:
        return PARSERS[language].parse(line)
    except SniffiError as error:
        return error


@IN_BOTH
@given(st.text())
def test_any_line_is_a_command_or_a_clear_refusal(language: str, line: str) -> None:
    words = Words(language)
    outcome = parsed(language, line)
    if not isinstance(outcome, SniffiError):
        assert isinstance(outcome, Word | Number | Enter | Tile | Place)
        return
    said = words.refusal(outcome)
    assert said != str(outcome), "there is a sentence for it"
    assert said.isprintable()
    assert len(said) < 300


@given(st.text())
def test_a_cleaned_line_is_printable(line: str) -> None:
    cleaned = clean(line)
    assert cleaned.isprintable()
    assert cleaned == cleaned.strip()
    assert "\x1b" not in cleaned


def test_keys_that_send_codes_leave_nothing_behind() -> None:
    assert clean("\x1b[A\x1b[1;5C14\x1bOP\x1b") == "14"


def test_the_names_of_commands_are_words() -> None:
    for language in LANGUAGES:
        for word in Word:
            for name in names(language, word):
                assert re.fullmatch(r"\?|\w+", name), name


def test_a_vocabulary_never_has_a_name_for_two_things_in_one_language() -> None:
    for language in LANGUAGES:
        for prefix, things in (("command", list(Word)), ("port", list(Port))):
            told = [
                folded(name)
                for thing in things
                for name in Words(language).say(f"terminal.{prefix}-{thing}").split(", ")
            ]
            assert len(told) == len(set(told))


def test_what_looks_like_nothing_is_close_to_nothing() -> None:
    vocabulary = Vocabulary([("draw", "terminal.command-draw")], Words("fi"))
    assert vocabulary.close_to("zzz") is None
    assert vocabulary.find("DRAW") == "draw"
