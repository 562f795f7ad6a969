"""Numbers that follow from a text: the same text gives the same exercise to everybody, always.

docs/learn.md is the specification. A change here that changes an exercise is a new VERSION.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import count
from typing import TypeVar

VERSION = "sniffi-learn-1"
PAIR_VALUES = 65536

T = TypeVar("T")


class Chance:
    """A stream of bytes from a text.

    >>> [Chance("sum/1/0").below(1000), Chance("sum/1/1").below(1000)]
    [969, 659]
    """

    def __init__(self, text: str) -> None:
        self._bytes = self._stream(text)

    def _stream(self, text: str) -> Iterator[int]:
        for counter in count():
            yield from hashlib.sha256(f"{VERSION}/{text}/{counter}".encode()).digest()

    def bytes(self, size: int) -> bytes:
        """The next bytes."""
        return bytes(next(self._bytes) for _ in range(size))

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound`` - 1, each equally likely; ``bound`` is at most 65536."""
        # Pairs of bytes that would favour low remainders are skipped.
        limit = PAIR_VALUES - PAIR_VALUES % bound
        while (pair := int.from_bytes(self.bytes(2))) >= limit:
            pass
        return pair % bound

    def choice(self, items: Sequence[T]) -> T:
        """One of the items, each equally likely."""
        return items[self.below(len(items))]
