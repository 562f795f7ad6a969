"""What every exercise is: a question about a position, an answer by form, and the reasons."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Collection
from dataclasses import dataclass
from typing import ClassVar

from sniffi.learn.errors import NotAnAnswer
from sniffi.learn.examples import ShownHand
from sniffi.rules import Layout, Round
from sniffi.words import Words

_NUMBER = re.compile(r"\d{1,3}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer that can be chosen: what the form sends, and what it says."""

    value: str
    label: str


class Task(ABC):
    """An exercise. Nothing of it depends on a language until it is asked for in one."""

    shows_counts: ClassVar[bool] = True
    """Whether the picture may show what counts, or that would be the answer."""
    several: ClassVar[bool] = False
    """Whether several answers may be chosen at once."""

    @property
    def layout(self) -> Layout | None:
        """What lies on the table; None where nothing need be shown."""
        return None

    @abstractmethod
    def question(self, words: Words) -> str:
        """What is asked."""

    def told(self, words: Words) -> tuple[str, ...]:  # noqa: ARG002  (most tell nothing)
        """What there is to know beside the picture."""
        return ()

    def hands(self, words: Words) -> tuple[ShownHand, ...]:  # noqa: ARG002
        """The hands to show."""
        return ()

    def choices(self, words: Words) -> tuple[Choice, ...]:  # noqa: ARG002
        """The answers to choose from; none when a number is to be told."""
        return ()

    @abstractmethod
    def right(self) -> tuple[frozenset[str], ...]:
        """Every answer that is right, as the form sends it."""

    @abstractmethod
    def why(self, words: Words) -> tuple[str, ...]:
        """The reasons, in sentences."""

    def after(self) -> Layout | None:
        """The layout that the reasons are about."""
        return self.layout

    def check(self, answers: Collection[str], words: Words) -> bool:
        """Whether the answer is right.

        Raises:
            NotAnAnswer: it is none that the form offers.
        """
        given = frozenset(answers)
        offered = {choice.value for choice in self.choices(words)}
        if not given or (len(given) > 1 and not self.several):
            raise NotAnAnswer
        if offered:
            if not given <= offered or len(given) < len(answers):
                raise NotAnAnswer
            return given in self.right()
        (text,) = given
        if not _NUMBER.fullmatch(text):
            raise NotAnAnswer
        return frozenset({str(int(text))}) in self.right()

    def solution(self, words: Words) -> str:
        """The right answer, as the form says it; any of them when there are several."""
        labels = {choice.value: choice.label for choice in self.choices(words)}
        values = sorted(frozenset().union(*self.right()))
        ordered = [value for value in labels if value in values] or values
        shown = [labels.get(value, value) for value in ordered]
        if len(self.right()) > 1:
            return words.say("learn.or", first=", ".join(shown[:-1]), second=shown[-1])
        return words.listed(shown)


@dataclass(frozen=True)
class RoundTask(Task):
    """An exercise about a position of a round."""

    round: Round

    @property
    def layout(self) -> Layout:
        """See ``Task``."""
        return self.round.layout
