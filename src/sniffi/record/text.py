"""Which characters a record may hold, and how texts are quoted (docs/record-format.md).

The sets are spelt out and do not ask Python's Unicode tables: what one version can read, all can.
"""

from __future__ import annotations

import re

from sniffi.record.errors import TextBlankAtEdge, TextCharacter, TextEmpty, TextTooLong

LONGEST_NAME = 40
LONGEST_VALUE = 200
LONGEST_LINE = 1000
"""Characters of a line, its line feed left out."""
LONGEST_COMMENT = LONGEST_LINE - len("# ")

# Controls; soft hyphen and other signs that show nothing (the joiners of many scripts and of emoji
# excepted); signs that turn the direction of writing; line separators; halves of pairs; what is
# no character.
_FORBIDDEN = (
    "\\x00-\\x1f\\x7f-\\x9f\\xad\\u061c\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f"
    "\\ud800-\\udfff\\ufdd0-\\ufdef\\ufeff\\ufff9-\\ufffb\\ufffe\\uffff"
) + "".join(f"\\U{plane:04x}fffe\\U{plane:04x}ffff" for plane in range(1, 17))
FORBIDDEN = re.compile(f"[{_FORBIDDEN}]")
"""Any character that may stand nowhere in a record."""

_ESCAPED = re.compile(r'["\\]')
QUOTED = re.compile(r'"((?:[^"\\]|\\["\\])*)"')
"""A text in quotation marks, in which a quotation mark and a backslash have a backslash before."""


def check_text(text: str, longest: int) -> str:
    """``text`` when a record can hold it between quotation marks.

    Raises:
        BadText: it is empty, too long, begins or ends with a blank, or has a forbidden character.
    """
    if not text:
        raise TextEmpty
    if len(text) > longest:
        raise TextTooLong(len(text), longest)
    check_characters(text)
    if text[0] == " " or text[-1] == " ":
        raise TextBlankAtEdge(text)
    return text


def check_characters(text: str) -> None:
    """Nothing when every character of ``text`` may stand in a record.

    Raises:
        TextCharacter: one may not.
    """
    found = FORBIDDEN.search(text)
    if found is not None:
        raise TextCharacter(found[0], found.start() + 1)


def check_name(text: str) -> str:
    """``text`` when a player can have that name in a record: 1 to 40 characters.

    >>> check_name("Aino")
    'Aino'

    Raises:
        BadText: not so, and why.
    """
    return check_text(text, LONGEST_NAME)


def quoted(text: str) -> str:
    r"""The text in quotation marks.

    >>> print(quoted('Väinö "Väiski" \\'))
    "Väinö \"Väiski\" \\"
    """
    return '"' + _ESCAPED.sub(r"\\\g<0>", text) + '"'


def unquoted(inside: str) -> str:
    """The text that stands between the quotation marks of ``quoted``."""
    return re.sub(r'\\(["\\])', r"\1", inside)
