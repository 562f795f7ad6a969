"""Texts by their keys: gettext catalogues, one file a language and domain (docs/words.md)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pkgutil import get_data
from typing import Final, NoReturn

from sniffi.rules.errors import SniffiError

LANGUAGES: Final = ("fi", "en")
"""The languages that every text is in."""

_SETTINGS = ("SNIFFI_LANG", "LC_ALL", "LC_MESSAGES", "LANG")


class UnknownLanguage(SniffiError, code="unknown-language"):
    """There are no texts in ``language``; ``languages`` are those that there are."""

    def __init__(self, language: str) -> None:
        super().__init__(language=language, languages=LANGUAGES)


class MissingText(SniffiError, code="missing-text"):
    """The catalogue of ``language`` has no text ``key``, or has it with no plural (or with one)."""

    def __init__(self, language: str, key: str) -> None:
        super().__init__(language=language, key=key)


class MissingPlaceholder(SniffiError, code="missing-placeholder"):
    """The text ``key`` needs a value for ``name`` and was given none."""

    def __init__(self, key: str, name: str) -> None:
        super().__init__(key=key, name=name)


class NotCompiled(SniffiError, code="not-compiled"):
    """The catalogue ``domain`` of ``language`` is there as source only."""

    def __init__(self, language: str, domain: str) -> None:
        super().__init__(language=language, domain=domain)

    def __str__(self) -> str:
        # The one sentence that no catalogue can hold.
        path = "{language}/LC_MESSAGES/{domain}.po".format(**self.fields)
        return f"The texts were never compiled ({path}). In the checkout run: python hatch_build.py"


def number(value: int) -> str:
    """A whole number as it is shown: with a real minus sign, which screen readers do not skip.

    >>> number(-15)
    '−15'
    """
    return f"−{-value}" if value < 0 else str(value)


def choose_language(wanted: str | None, environ: Mapping[str, str]) -> str:
    """The language to speak, one of ``LANGUAGES``.

    The explicit wish ``wanted`` decides, else the first of SNIFFI_LANG, LC_ALL, LC_MESSAGES and
    LANG that is set: English when that locale is an English one, else Finnish.

    >>> choose_language(None, {"LANG": "en_GB.UTF-8"}), choose_language(None, {"LANG": "C"})
    ('en', 'fi')

    Raises:
        UnknownLanguage: the explicit wish is for a language that there is not.
    """
    if wanted is not None:
        if wanted not in LANGUAGES:
            raise UnknownLanguage(wanted)
        return wanted
    locale = next((environ[name] for name in _SETTINGS if environ.get(name)), "")
    return "en" if re.split(r"[-_.@]", locale)[0].lower() == "en" else "fi"


class _Missing(NullTranslations):
    """What a catalogue falls back on for a text that it has not."""

    def gettext(self, message: str) -> NoReturn:
        raise LookupError(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> NoReturn:  # noqa: ARG002
        raise LookupError(msgid1)


@cache
def _catalogue(language: str, domain: str) -> NullTranslations:
    compiled = _read(language, f"{domain}.mo")
    if compiled is None:
        if _read(language, f"{domain}.po") is not None:
            raise NotCompiled(language, domain)
        return _Missing()
    texts = GNUTranslations(BytesIO(compiled))
    texts.add_fallback(_Missing())
    return texts


def _read(language: str, file: str) -> bytes | None:
    # importlib.resources would do the same, but importing it takes longer than all else here.
    try:
        return get_data("sniffi.words", f"locale/{language}/LC_MESSAGES/{file}")
    except OSError:
        return None


class Catalogue:
    """The texts of one language, by their keys.

    A key is ``DOMAIN.NAME``; the domain is the name of the catalogue's file.

    >>> Catalogue("en").say_n("core.points", 15)
    '15 points'
    """

    LANGUAGES: Final = LANGUAGES

    def __init__(self, language: str) -> None:
        """The texts of ``language``.

        Raises:
            UnknownLanguage: there are none.
        """
        if language not in LANGUAGES:
            raise UnknownLanguage(language)
        self.language = language

    def say(self, key: str, /, **values: object) -> str:
        """The text ``key`` with its placeholders filled from ``values`` (numbers by ``number``).

        Raises:
            MissingText: the catalogue has it not.
            MissingPlaceholder: the text needs a value that was not given.
            NotCompiled: there is a catalogue, but as source only.
        """
        try:
            text = self._texts(key).gettext(key)
        except LookupError:
            raise MissingText(self.language, key) from None
        return _filled(key, text, values)

    def say_n(self, key: str, n: int, /, **values: object) -> str:
        """The text ``key`` in the form that the number ``n`` asks for, which fills ``{n}``.

        Raises:
            MissingText, MissingPlaceholder, NotCompiled: see ``say``.
        """
        try:
            text = self._texts(key).ngettext(key, f"{key}-plural", n)
        except LookupError:
            raise MissingText(self.language, key) from None
        return _filled(key, text, {**values, "n": n})

    def _texts(self, key: str) -> NullTranslations:
        domain, dot, _ = key.partition(".")
        if not dot or not domain.isidentifier():
            raise MissingText(self.language, key)
        return _catalogue(self.language, domain)


def _filled(key: str, text: str, values: Mapping[str, object]) -> str:
    shown = {
        name: number(value) if isinstance(value, int) else value for name, value in values.items()
    }
    try:
        return text.format_map(shown)
    except KeyError as error:
        raise MissingPlaceholder(key, str(error.args[0])) from None
