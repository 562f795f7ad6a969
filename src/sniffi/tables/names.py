"""Names and ids of people: what comes from outside, cleaned in one place."""

from __future__ import annotations

import re
import unicodedata

from sniffi.tables.errors import NameCharacter, NameEmpty, NameTooLong, NotAGuest

LONGEST_NAME = 40
LONGEST_GUEST = 100
_HIDDEN_KINDS = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# Letters and signs that are drawn as nothing: the grapheme joiner, the Hangul fillers, two Khmer
# vowels and the empty Braille pattern.
_HIDDEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\u2800")
_VARIATIONS = re.compile("[\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_GUEST = re.compile(rf"[!-~]{{1,{LONGEST_GUEST}}}", re.ASCII)


def clean_name(text: str) -> str:
    """The name that ``text`` gives: in composed characters, with single blanks inside alone.

    >>> clean_name("  Aino   Maria ")
    'Aino Maria'

    Raises:
        BadName: it shows nothing, is longer than 40 characters, or has a character that hides,
            breaks lines or turns the direction of writing.
    """
    # Tabs and line ends at the edges come with pasting; anywhere else they are refused.
    trimmed = unicodedata.normalize("NFC", text[: 20 * LONGEST_NAME]).strip()
    for column, character in enumerate(trimmed, 1):
        if unicodedata.category(character) in _HIDDEN_KINDS or character in _HIDDEN:
            raise NameCharacter(character, column)
    name = " ".join(trimmed.split())
    if not any(unicodedata.category(character)[0] in "LNPS" for character in name):
        raise NameEmpty
    if len(name) > LONGEST_NAME:
        raise NameTooLong(len(name), LONGEST_NAME)
    return name


def looks(name: str) -> str:
    """What two names have in common when they are too alike for one table.

    >>> looks("AINO") == looks("aino")
    True
    """
    folded = unicodedata.normalize("NFKC", name).casefold()
    return unicodedata.normalize("NFKC", _VARIATIONS.sub("", folded))


def check_guest(guest: str) -> str:
    """``guest`` when it can be a guest's id: 1 to 100 printable ASCII characters, no blanks.

    Raises:
        NotAGuest: it cannot.
    """
    if not _GUEST.fullmatch(guest):
        raise NotAGuest(LONGEST_GUEST)
    return guest
