"""Which exercise an address or a day names."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from sniffi.learn.errors import NotADay, NotAKind, NotAnExercise
from sniffi.learn.kinds import KINDS, Kind
from sniffi.learn.task import Task

MOST_SEED = 999_999_999
FIRST_DAY = date(2026, 1, 1)
_SEED = re.compile(r"[1-9]\d{0,8}", re.ASCII)
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Exercise:
    """A kind and a seed: all that an exercise is made of."""

    kind: Kind
    seed: int

    @property
    def key(self) -> str:
        """The end of its address."""
        return f"{self.kind.name}/{self.seed}"

    def task(self) -> Task:
        """The exercise itself."""
        return self.kind.task(self.seed)

    def next(self) -> Exercise:
        """The next of the same kind."""
        return Exercise(self.kind, self.seed % MOST_SEED + 1)


def kind_of(name: str) -> Kind:
    """The kind of that name.

    Raises:
        NotAKind: there is none.
    """
    if name not in KINDS:
        raise NotAKind
    return KINDS[name]


def exercise_of(kind: str, seed: str) -> Exercise:
    """The exercise that an address names.

    >>> exercise_of("sum", "7").key
    'sum/7'

    Raises:
        NotAKind, NotAnExercise: it names none. Each has one address: zeros do not lead.
    """
    if not _SEED.fullmatch(seed):
        raise NotAnExercise(MOST_SEED)
    return Exercise(kind_of(kind), int(seed))


def exercise_of_day(day: date) -> Exercise:
    """The exercise of a day: the kinds take turns, and the seed is the date written as a number.

    >>> exercise_of_day(date(2026, 3, 1)).seed
    20260301
    """
    kinds = tuple(KINDS.values())
    seed = day.year * 10_000 + day.month * 100 + day.day
    return Exercise(kinds[day.toordinal() % len(kinds)], seed)


def parse_day(text: str, today: date) -> date:
    """The day that an address names.

    Raises:
        NotADay: it is none, is before the first one, or is yet to come.
    """
    try:
        day = date.fromisoformat(text) if _DAY.fullmatch(text) else None
    except ValueError:
        day = None
    if day is None or not FIRST_DAY <= day <= today:
        raise NotADay(FIRST_DAY.isoformat())
    return day
