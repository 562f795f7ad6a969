"""What the place to learn refuses; the codes are texts of the catalogue ``learn``."""

from __future__ import annotations

from sniffi.rules import SniffiError


class LearnError(SniffiError):
    """Something that is not there, or no answer."""


class NotAKind(LearnError, code="learn.not-a-kind"):
    """There are no exercises of that kind."""


class NotAnExercise(LearnError, code="learn.not-an-exercise"):
    """Exercises are numbered from 1 to ``most``; this is no such number."""

    def __init__(self, most: int) -> None:
        super().__init__(most=most)


class NotADay(LearnError, code="learn.not-a-day"):
    """A day is written as 2026-03-01, and is none before ``first`` and none to come."""

    def __init__(self, first: str) -> None:
        super().__init__(first=first)


class NotAnAnswer(LearnError, code="learn.not-an-answer"):
    """Nothing was answered, or something that the exercise does not offer."""
