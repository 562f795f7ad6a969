"""Points for a sum, and what a leftover hand costs (R5, R6.5)."""

from __future__ import annotations

from collections.abc import Iterable

from sniffi.rules.tile import Tile, pips


def points_for(total: int) -> int:
    """Raw points for an end sum: the sum itself when positive and divisible by five (R5.1).

    >>> [points_for(total) for total in (0, 4, 5, 14, 15)]
    [0, 0, 5, 0, 15]
    """
    return total if total > 0 and total % 5 == 0 else 0


def rounded_to_five(pips: int) -> int:
    """Pips rounded to the nearest five: remainder 1 or 2 down, 3 or 4 up (R6.5).

    >>> [rounded_to_five(pips) for pips in (0, 2, 3, 7, 8)]
    [0, 0, 5, 5, 10]
    """
    return (pips + 2) // 5 * 5


def cost_of(hand: Iterable[Tile]) -> int:
    """The deduction for one leftover hand (R6.5)."""
    return rounded_to_five(pips(hand))
