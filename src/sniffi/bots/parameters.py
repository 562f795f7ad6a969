"""Numbers by which a bot's play is set."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import isfinite
from typing import TypeAlias

from sniffi.bots.errors import BadParameter

Number: TypeAlias = int | float

# Python itself would take 1_0, digits of any script and spaces around them: what nobody means.
_WHOLE = re.compile(r"[+-]?\d+", re.ASCII)
_DECIMAL = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)


def whole_number(text: str) -> int:
    """The whole number that ``text`` writes in plain digits.

    >>> whole_number("100")
    100

    Raises:
        ValueError: it writes none.
    """
    if not _WHOLE.fullmatch(text):
        raise ValueError
    return int(text)


def decimal_number(text: str) -> float:
    """The number that ``text`` writes in plain digits.

    >>> decimal_number(".25"), decimal_number("1e-05")
    (0.25, 1e-05)

    Raises:
        ValueError: it writes none.
    """
    if not _DECIMAL.fullmatch(text):
        raise ValueError
    return float(text)


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number from ``least`` to ``most``; a whole one when ``default`` is."""

    name: str
    default: Number
    least: Number
    most: Number

    @property
    def whole(self) -> bool:
        """Whether the values are whole numbers."""
        return isinstance(self.default, int)

    def check(self, value: object) -> Number:
        """``value`` when this parameter can have it.

        Raises:
            BadParameter: it can't.
        """
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise self._refusal(value)
        if self.whole and not isinstance(value, int):
            raise self._refusal(value)
        if not isfinite(value) or not self.least <= value <= self.most:
            raise self._refusal(value)
        return value if self.whole else float(value)

    def parse(self, text: str) -> Number:
        """The value that ``text`` writes.

        Raises:
            BadParameter: none that this parameter can have.
        """
        try:
            value = whole_number(text) if self.whole else decimal_number(text)
        except ValueError:
            raise self._refusal(text) from None
        return self.check(value)

    def _refusal(self, value: object) -> BadParameter:
        return BadParameter(self.name, value, self.least, self.most)
