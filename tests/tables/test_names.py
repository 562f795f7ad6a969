import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sniffi.record import check_name
from sniffi.tables import NameCharacter, NameEmpty, NameTooLong, NotAGuest, clean_name
from sniffi.tables.names import LONGEST_NAME, check_guest, looks


@pytest.mark.parametrize(
    ("given", "clean"),
    [
        ("Aino", "Aino"),
        ("  Aino\t\n", "Aino"),
        ("Aino   Maria", "Aino Maria"),
        ("Aino\u00a0Maria", "Aino Maria"),
        ("A\u0308ly", "Äly"),
        ("40 " + 37 * "x", "40 " + 37 * "x"),
        ("名前", "名前"),
        ("❤\ufe0f", "❤\ufe0f"),
        ("?!", "?!"),
    ],
)
def test_names_are_trimmed_and_composed(given: str, clean: str) -> None:
    assert clean_name(given) == clean


@pytest.mark.parametrize("text", ["", "   ", "\n", "\u0301", "\ufe0f"])
def test_a_name_that_shows_nothing_is_refused(text: str) -> None:
    with pytest.raises(NameEmpty):
        clean_name(text)


@pytest.mark.parametrize(
    ("text", "character", "column"),
    [
        ("Ai\x00no", "U+0000", 3),
        ("Ai\nno", "U+000A", 3),
        ("Aino\u202eonia", "U+202E", 5),
        ("Aino\u200b", "U+200B", 5),
        ("Ai\u00adno", "U+00AD", 3),
        ("Aino\u200d", "U+200D", 5),
        ("\u3164", "U+3164", 1),
        ("Ai\u034fno", "U+034F", 3),
        ("Aino\u17b5", "U+17B5", 5),
        ("Aino\u2028x", "U+2028", 5),
        ("Aino\ud800", "U+D800", 5),
        ("Aino\ue000", "U+E000", 5),
    ],
)
def test_characters_that_hide_or_steer_are_refused(text: str, character: str, column: int) -> None:
    with pytest.raises(NameCharacter) as refused:
        clean_name(text)
    assert refused.value.fields == {"character": character, "column": column}


def test_a_name_has_forty_characters_at_most() -> None:
    with pytest.raises(NameTooLong) as refused:
        clean_name(41 * "x")
    assert refused.value.fields == {"length": 41, "longest": 40}
    with pytest.raises(NameTooLong):
        clean_name(10**6 * "x")


@given(st.text(max_size=60))
def test_whatever_is_clean_stays_so_and_can_stand_in_a_record(text: str) -> None:
    try:
        name = clean_name(text)
    except (NameEmpty, NameTooLong, NameCharacter):
        return
    assert clean_name(name) == name
    assert check_name(name) == name
    assert 1 <= len(name) <= LONGEST_NAME
    assert unicodedata.is_normalized("NFC", name)


@pytest.mark.parametrize("other", ["aino", "AINO", "Ａｉｎｏ", "Aino\ufe0f", "Aino\u180b"])
def test_names_that_look_the_same(other: str) -> None:
    assert looks(other) == looks("Aino")


def test_names_that_look_different() -> None:
    assert looks("Aino") != looks("Äino")


@pytest.mark.parametrize("guest", ["", " ", "a b", "ä", "a\n", 101 * "x"])
def test_a_guests_id_is_short_and_printable(guest: str) -> None:
    with pytest.raises(NotAGuest):
        check_guest(guest)


def test_a_guests_id() -> None:
    assert check_guest(100 * "x") == 100 * "x"
