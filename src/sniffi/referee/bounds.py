"""How large the numbers of a sheet may be."""

from __future__ import annotations

from sniffi.referee.errors import OutOfBounds

HIGHEST_SUM = 48
"""Four ends of at most twelve: no layout comes to more."""
MOST_PIPS = 168
"""All the pips of the set."""
MOST_ENTRIES = 3000
"""Entries of one sheet."""


def bounded(value: int, least: int, most: int) -> int:
    """``value`` when it is from ``least`` to ``most``.

    Raises:
        OutOfBounds: it is not.
    """
    if not least <= value <= most:
        raise OutOfBounds(value, least, most)
    return value
