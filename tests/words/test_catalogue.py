"""Texts by their keys, and the choice of a language."""

from __future__ import annotations

import pytest

from sniffi.words import (
    MissingPlaceholder,
    MissingText,
    NotCompiled,
    UnknownLanguage,
    Words,
    choose_language,
)
from sniffi.words import catalogue as catalogue_module


def test_a_text_is_said_in_each_language() -> None:
    assert Words.LANGUAGES == ("fi", "en")
    fi, en = (Words(language) for language in Words.LANGUAGES)
    assert [fi.say_n("core.points", n) for n in (0, 1, 5, -1)] == [
        "0 pistettä",
        "1 piste",
        "5 pistettä",
        "−1 pistettä",
    ]
    assert [en.say_n("core.points", n) for n in (0, 1, 5)] == ["0 points", "1 point", "5 points"]


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(UnknownLanguage) as refused:
        Words("sv")
    assert refused.value.fields == {"language": "sv", "languages": ("fi", "en")}


@pytest.mark.parametrize(
    "key", ["core.no-such-text", "nowhere.at-all", "points", "../core.points", ".points", ""]
)
def test_a_missing_text_is_refused(key: str) -> None:
    words = Words("fi")
    with pytest.raises(MissingText) as refused:
        words.say(key)
    assert refused.value.fields == {"language": "fi", "key": key}
    with pytest.raises(MissingText):
        words.say_n(key, 2)


def test_a_missing_placeholder_is_refused() -> None:
    with pytest.raises(MissingPlaceholder) as refused:
        Words("en").say("core.unknown-language", language="sv")
    assert refused.value.fields == {"key": "core.unknown-language", "name": "languages"}


def test_catalogues_that_were_never_compiled_say_how(monkeypatch: pytest.MonkeyPatch) -> None:
    def get_data(_: str, path: str) -> bytes:
        if path.endswith(".mo"):
            raise FileNotFoundError(path)
        return b""

    monkeypatch.setattr(catalogue_module, "get_data", get_data)
    catalogue_module._catalogue.cache_clear()
    try:
        with pytest.raises(NotCompiled, match=r"fi/LC_MESSAGES/core\.po.*python hatch_build\.py"):
            Words("fi").say("core.unknown-language")
    finally:
        catalogue_module._catalogue.cache_clear()


@pytest.mark.parametrize(
    ("wanted", "environ", "language"),
    [
        ("en", {"LANG": "fi_FI.UTF-8"}, "en"),
        ("fi", {"SNIFFI_LANG": "en"}, "fi"),
        (None, {"SNIFFI_LANG": "en", "LC_ALL": "fi_FI.UTF-8"}, "en"),
        (None, {"SNIFFI_LANG": "fi", "LC_ALL": "en_US.UTF-8"}, "fi"),
        (None, {"LC_ALL": "en_US.UTF-8", "LANG": "fi_FI.UTF-8"}, "en"),
        (None, {"LC_ALL": "", "LC_MESSAGES": "en-GB", "LANG": "fi_FI"}, "en"),
        (None, {"LANG": "EN"}, "en"),
        (None, {"LANG": "C.UTF-8"}, "fi"),
        (None, {"LANG": "sv_FI.UTF-8"}, "fi"),
        (None, {"LANG": "enm"}, "fi"),
        (None, {}, "fi"),
    ],
)
def test_the_language_is_the_wish_or_the_locale(
    wanted: str | None, environ: dict[str, str], language: str
) -> None:
    assert choose_language(wanted, environ) == language


def test_a_wish_for_an_unknown_language_is_refused() -> None:
    with pytest.raises(UnknownLanguage):
        choose_language("sv", {})
