"""Which language a reader gets."""

from __future__ import annotations

from functools import cache

from starlette.requests import Request

from sniffi.words import LANGUAGES, Words

COOKIE = "sniffi_language"
A_YEAR = 365 * 24 * 60 * 60


def accepted(header: str) -> str:
    """The best of our languages by an Accept-Language header; the first of ours when in doubt.

    >>> accepted("sv;q=0.9, en-GB;q=0.8, fi;q=0.5"), accepted("sv"), accepted("fi;q=0, en;q=0.1")
    ('en', 'fi', 'en')
    """
    best, weight = LANGUAGES[0], 0.0
    for part in header.split(",")[:20]:
        tag, _, rest = part.partition(";")
        language = tag.strip().lower().partition("-")[0]
        name, _, value = rest.strip().partition("=")
        try:
            q = float(value) if name.strip() == "q" else 1.0
        except ValueError:
            continue
        if language in LANGUAGES and q > weight:
            best, weight = language, q
    return best


def language_of(request: Request) -> str:
    """The reader's language: as chosen, else as the browser wishes."""
    chosen = request.cookies.get(COOKIE)
    return chosen if chosen in LANGUAGES else accepted(request.headers.get("accept-language", ""))


@cache
def words_in(language: str) -> Words:
    """The words of one of our languages, made once."""
    return Words(language)
