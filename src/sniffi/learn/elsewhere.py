"""What other rule pages of the family say differently, beside what holds here."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Difference:
    """A point on which pages differ; all three are keys."""

    title: str
    there: str
    here: str
    rule: str
    """The rule that holds here."""
    page: str
    """The page that tells it."""


DIFFERENCES: tuple[Difference, ...] = (
    Difference("learn.else-name", "learn.else-name-there", "learn.else-name-here", "R4.3", "sniff"),
    Difference(
        "learn.else-spinners",
        "learn.else-spinners-there",
        "learn.else-spinners-here",
        "R4.1",
        "sniff",
    ),
    Difference("learn.else-yard", "learn.else-yard-there", "learn.else-yard-here", "R1.3", "deal"),
    Difference(
        "learn.else-hold", "learn.else-hold-there", "learn.else-hold-here", "R6.2", "ending"
    ),
    Difference(
        "learn.else-bonus", "learn.else-bonus-there", "learn.else-bonus-here", "R6.5", "ending"
    ),
    Difference(
        "learn.else-block", "learn.else-block-there", "learn.else-block-here", "R6.6", "ending"
    ),
    Difference(
        "learn.else-divide",
        "learn.else-divide-there",
        "learn.else-divide-here",
        "R7.1",
        "winning",
    ),
    Difference(
        "learn.else-starter",
        "learn.else-starter-there",
        "learn.else-starter-here",
        "R2.1",
        "start",
    ),
    Difference(
        "learn.else-round-up",
        "learn.else-round-up-there",
        "learn.else-round-up-here",
        "R6.5",
        "ending",
    ),
)
