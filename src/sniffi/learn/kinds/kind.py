"""What a kind of exercise is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import count

from sniffi.learn.chance import Chance
from sniffi.learn.task import Task

MOST_TRIES = 200
"""Rounds that are looked through for the position that the seed wishes for."""
MOST_KEPT = 200
"""Exercises kept: one is asked for again when it is answered."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of exercise."""

    name: str
    """In addresses."""
    title: str
    """The key of what it is called."""
    wishes: int
    """How many sorts of positions there are; the seed wishes for one, each equally often."""
    find: Callable[[Chance, int], Task | None]
    """An exercise of the wished sort in the round of a chance; None when there is none."""

    def task(self, seed: int) -> Task:
        """The exercise of a seed, the same for everybody."""
        return _task(self, seed)


@lru_cache(maxsize=MOST_KEPT)
def _task(kind: Kind, seed: int) -> Task:
    wish = Chance(f"{kind.name}/{seed}").below(kind.wishes)
    for attempt in count():
        # A wish that no round of so many fulfils gives way to the first, which is common.
        wanted = wish if attempt < MOST_TRIES else 0
        found = kind.find(Chance(f"{kind.name}/{seed}/{attempt}"), wanted)
        if found is not None:
            return found
    raise AssertionError("the attempts never end")
