import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sniffi.deal import (
    LONGEST_NONCE,
    BadNonce,
    NonceEmpty,
    NonceTooLong,
    NotANonceCharacter,
    check_nonce,
)

ALLOWED = string.ascii_letters + string.digits + "-_"


@given(st.text(ALLOWED, min_size=1, max_size=LONGEST_NONCE))
def test_one_to_64_letters_digits_hyphens_and_underscores_are_a_nonce(text: str) -> None:
    assert check_nonce(text) == text


@given(st.text(max_size=LONGEST_NONCE), st.characters(exclude_characters=ALLOWED), st.data())
def test_one_other_character_is_enough_to_refuse(
    text: str, other: str, data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(text)))
    with pytest.raises(BadNonce):
        check_nonce(text[:at] + other + text[at:])


@pytest.mark.parametrize("text", ["ä", "a b", "a\n", "a,b", "a/b", "١", "\N{FULLWIDTH DIGIT ONE}"])
def test_the_refusal_names_the_character(text: str) -> None:
    with pytest.raises(NotANonceCharacter) as caught:
        check_nonce(text)
    assert caught.value.fields["character"] == next(c for c in text if c not in ALLOWED)


def test_an_empty_nonce_is_refused() -> None:
    with pytest.raises(NonceEmpty):
        check_nonce("")


def test_65_characters_are_too_many() -> None:
    with pytest.raises(NonceTooLong) as caught:
        check_nonce("a" * 65)
    assert caught.value.fields == {"length": 65, "longest": 64}
