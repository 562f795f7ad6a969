"""What must hold of every catalogue of the house, whoever writes it (docs/words.md)."""

from __future__ import annotations

import re
from gettext import GNUTranslations

import pytest

from sniffi.words import LANGUAGES, Words
from tests.words.catalogues import DOMAINS, LOCALE, Text, placeholders, read, source_of, uses
from tests.words.errors import error_classes, key_of

EACH = pytest.mark.parametrize("domain", DOMAINS)
IN_EACH = pytest.mark.parametrize("language", LANGUAGES)


def test_every_language_has_every_domain() -> None:
    assert "core" in DOMAINS
    for language in LANGUAGES:
        found = {path.stem for path in (LOCALE / language / "LC_MESSAGES").glob("*.po")}
        assert sorted(found) == DOMAINS, language
    assert sorted(path.name for path in LOCALE.iterdir()) == sorted(LANGUAGES)


@EACH
def test_every_language_has_the_same_texts(domain: str) -> None:
    first, *others = ({key: bool(text.plural_key) for key, text in read(language, domain).items()}
        for language in LANGUAGES)  # fmt: skip
    for other in others:
        assert other == first


@EACH
@IN_EACH
def test_no_text_is_empty_fuzzy_or_told_twice(domain: str, language: str) -> None:
    source = source_of(language, domain).read_text(encoding="utf-8")
    told = re.findall(r'^msgid "(.+)"$', source, re.MULTILINE)
    assert sorted(told) == sorted(read(language, domain))
    assert "#~" not in source, "a text that is out of use"
    for text in read(language, domain).values():
        assert not text.fuzzy, text.key
        assert all(form.strip() == form != "" for form in text.forms), text.key


@EACH
@IN_EACH
def test_keys_are_named_by_their_domain(domain: str, language: str) -> None:
    for text in read(language, domain).values():
        assert re.fullmatch(rf"{domain}\.[a-z0-9][a-z0-9_-]*", text.key), text.key
        assert text.plural_key in (None, f"{text.key}-plural"), text.key
        assert len(text.forms) == (1 if text.plural_key is None else 2), text.key


@EACH
def test_placeholders_are_the_same_in_every_language_and_form(domain: str) -> None:
    for key, text in read("fi", domain).items():
        needed = text.placeholders
        assert all(name.isidentifier() for name in needed), (key, needed)
        assert (text.plural_key is None) or "n" in needed, key
        for language in LANGUAGES:
            told = read(language, domain)[key]
            for number, form in enumerate(told.forms):
                # One of a thing may be told without a figure.
                free = {"n"} if number == 0 and told.plural_key else set()
                assert needed - free <= placeholders(form) <= needed, (language, form)


@EACH
@IN_EACH
def test_the_compiled_catalogue_is_that_of_the_source(domain: str, language: str) -> None:
    path = source_of(language, domain).with_suffix(".mo")
    assert path.is_file(), "run: python hatch_build.py"
    with path.open("rb") as file:
        compiled = GNUTranslations(file)
    for text in read(language, domain).values():
        said = (
            (compiled.ngettext(text.key, text.plural_key, 1), compiled.ngettext(text.key, "", 2))
            if text.plural_key is not None
            else (compiled.gettext(text.key),)
        )
        assert said == text.forms, "run: python hatch_build.py"


@EACH
@IN_EACH
def test_every_text_can_be_said_with_nothing_left_open(domain: str, language: str) -> None:
    words = Words(language)
    for text in read(language, domain).values():
        values = {name: f"<{name}>" for name in text.placeholders - {"n"}}
        said = (
            [words.say(text.key, **values)]
            if text.plural_key is None
            else [words.say_n(text.key, n, **values) for n in (0, 1, 2)]
        )
        for sentence in said:
            assert not re.search(r"\{\w*\}", sentence), sentence
        assert all(value in said[-1] for value in values.values()), text.key


def _known(key: str) -> Text | None:
    domain = key.partition(".")[0]
    return read("fi", domain).get(key) if domain in DOMAINS else None


@EACH
def test_every_text_is_used(domain: str) -> None:
    by_errors = {key_of(cls) for cls in error_classes()}
    unused = [key for key in read("fi", domain) if key not in by_errors and not uses().cover(key)]
    assert not unused


def test_every_key_that_is_used_has_a_text() -> None:
    missing = {key: place for key, place in uses().keys.items() if _known(key) is None}
    assert not missing
    for pattern, place in uses().patterns.items():
        domain = pattern.partition("\\.")[0]
        assert any(re.fullmatch(pattern, key) for key in read("fi", domain)), (pattern, place)


def test_every_call_gives_the_values_that_its_text_needs() -> None:
    checked = 0
    for place, method, key, values in uses().calls:
        text = _known(key)
        if text is None or values is None:
            continue
        assert (text.plural_key is not None) == (method == "say_n"), (place, key)
        assert values == text.placeholders - {"n"}, (place, key)
        checked += 1
    assert checked > 50


def test_every_error_has_a_text() -> None:
    texts = {cls.code: _known(key_of(cls)) for cls in error_classes()}
    assert not [code for code, text in texts.items() if text is None]
    assert not [code for code, text in texts.items() if text is not None and text.plural_key]
