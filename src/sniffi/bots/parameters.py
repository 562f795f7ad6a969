"""Numbers by which a bot's play is set."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import TypeAlias

from sniffi.bots.errors import BadParameter

Number: TypeAlias = int | float


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
            value = int(text) if self.whole else float(text)
        except ValueError:
            raise self._refusal(text) from None
        return self.check(value)

    def _refusal(self, value: object) -> BadParameter:
        return BadParameter(self.name, value, self.least, self.most)
