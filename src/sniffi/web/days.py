"""Days, as one reads them."""

from __future__ import annotations

from datetime import date

from sniffi.words import Words

_MONTHS = (
    "replay.january",
    "replay.february",
    "replay.march",
    "replay.april",
    "replay.may",
    "replay.june",
    "replay.july",
    "replay.august",
    "replay.september",
    "replay.october",
    "replay.november",
    "replay.december",
)


def day_in_words(day: str, words: Words) -> str:
    """A day that is written as 2026-01-31, as one reads it."""
    told = date.fromisoformat(day)
    month = words.say(_MONTHS[told.month - 1])
    return words.say("replay.day", day=told.day, month=month, year=told.year)
