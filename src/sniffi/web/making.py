"""What is typed into the form of a new table."""

from __future__ import annotations

import re
from collections.abc import Mapping

from starlette.datastructures import FormData

from sniffi.rules.seats import TARGET
from sniffi.tables.settings import Pace
from sniffi.web.errors import BadTarget
from sniffi.words import Words

LEAST_TARGET = 5
MOST_TARGET = 1000
SUGGESTED_TARGETS = (100, 150, 200, 250)
PERSON = "person"
AUTO, ON, OFF = "auto", "on", "off"
HINTS = {AUTO: "web.hints-auto", ON: "web.hints-on", OFF: "web.hints-off"}
"""Who may ask for hints at a new table; the first is what is usual."""
_NUMBER = re.compile(r"\d{1,4}", re.ASCII)


def untouched(name: str, language: str) -> dict[str, str]:
    """The fields as they stand at first."""
    return {
        "name": name,
        "players": "2",
        "target": "",
        "access": "private",
        "language": language,
        "pace": str(Pace.NORMAL),
        "hints": AUTO,
        **{f"seat{seat}": PERSON for seat in range(2, max(TARGET) + 1)},
    }


def as_sent(form: FormData, fields: Mapping[str, str]) -> dict[str, str]:
    """The fields with what was sent of them, to be shown again."""
    return {
        name: value if isinstance(value := form.get(name), str) else usual
        for name, usual in fields.items()
    }


def target_of(form: FormData) -> int | None:
    """The target that was asked for; None for that of R7.1.

    Raises:
        BadTarget: it is none that a table can have.
    """
    text = str(form.get("target", "")).strip()
    if not text:
        return None
    if not _NUMBER.fullmatch(text) or not LEAST_TARGET <= int(text) <= MOST_TARGET:
        raise BadTarget(LEAST_TARGET, MOST_TARGET)
    return int(text)


def target_hint(words: Words) -> str:
    """What the target is when nothing is typed."""
    return words.say("web.target-what", two=TARGET[2], more=TARGET[3])
