import pytest

from sniffi.deal import (
    NonceEmpty,
    NonceTooLong,
    NotANonceCharacter,
    NotARound,
    NotASeed,
    NotAStage,
    NotContenders,
)
from sniffi.rules import SniffiError
from sniffi.words import LANGUAGES, Words

ERRORS = [
    NonceEmpty(),
    NonceTooLong(65, 64),
    NotANonceCharacter("ä"),
    NotASeed(32),
    NotARound(0),
    NotAStage(0),
    NotContenders(29, 28),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.code)
def test_every_refusal_has_its_sentence_with_its_figures(error: SniffiError, language: str) -> None:
    sentence = Words(language).say(error.code, **error.fields)
    assert "{" not in sentence
    for value in error.fields.values():
        assert str(value) in sentence
