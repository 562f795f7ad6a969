"""Layouts as words, as a search has them.

Two layouts that can be played on in the same ways for the same points are the same word, whichever
of their ends is where:

    bits  0-20  how many plain ends there are of each value, as three binary digits of 7 bits each
    bits 21-27  values at which a double is an end (the Sniff's lines apart)
    bits 28-30  the value of the Sniff while it has an open line
    bits 31-32  ``NO_SNIFF``, ``TWO_LINES`` (it has just opened), ``ONE_LINE`` or ``NO_LINES``

An unopened branch counts and is joined as a plain end, so it is one. The *total*, the end sum,
follows from the layout and is carried along with it.
"""

# To mypy whatever comes out of an array may be anything; here it is a number.
# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from typing import Final

from sniffi.fast.compiling import Ints, inner
from sniffi.fast.kernel import ENDS, LINE, NO_LINE, on_line
from sniffi.fast.tables import NO_END, NO_SPOT, ROW, VALUE

NO_SNIFF: Final = 0
TWO_LINES: Final = 1
ONE_LINE: Final = 2
NO_LINES: Final = 3

SNIFF: Final = 28
LINES: Final = 31
DOUBLES: Final = 21
ENDS_ONLY: Final = (1 << SNIFF) - 1
NO_LINES_OPEN: Final = NO_LINES << LINES

PLAIN: Final = 0
DOUBLE: Final = 1
ON_LINE: Final = 2
"""What a tile is joined to."""


@inner
def layout_of(state: Ints) -> int:
    """The layout of a state that has been opened."""
    layout = lines = sniff = 0
    for place in range(4):
        end = state[ENDS + place]
        value, port = end >> VALUE & 7, (end & NO_SPOT) % 6
        if end == NO_END:
            continue
        if on_line(state[LINE], end):
            lines += 1
            sniff = value
        elif port == 2 or port == 3:
            layout |= 1 << (DOUBLES + value)
        else:
            layout = with_end(layout, value)
    if state[LINE] == NO_LINE:
        return layout | NO_SNIFF << LINES
    if lines == 0:
        return layout | NO_LINES_OPEN
    return layout | sniff << SNIFF | (TWO_LINES if lines == 2 else ONE_LINE) << LINES


@inner
def with_end(layout: int, value: int) -> int:
    """One plain end more: add 1 to its number, digit by digit."""
    digit = 1 << value
    carry = layout & digit
    layout ^= digit
    more = layout >> 7 & carry
    return layout ^ carry << 7 ^ more << 14


@inner
def without_end(layout: int, value: int) -> int:
    """One plain end less."""
    digit = 1 << value
    borrow = ~layout & digit
    layout ^= digit
    more = ~layout >> 7 & borrow
    return layout ^ borrow << 7 ^ more << 14


@inner
def line_of(layout: int) -> int:
    """The Sniff's value as a set while it has an open line, else 0."""
    lines = layout >> LINES
    return 1 << (layout >> SNIFF & 7) if lines in (ONE_LINE, TWO_LINES) else 0


@inner
def values_of(layout: int) -> int:
    """The values of all ends, as a set."""
    return (layout | layout >> 7 | layout >> 14 | layout >> DOUBLES) & ROW | line_of(layout)


@inner
def joined(layout: int, total: int, value: int, other: int, kind: int) -> tuple[int, int]:
    """The layout and the total after a tile [value|other] is joined by ``value`` (R3 to R5)."""
    if kind == PLAIN:
        layout = without_end(layout, value)
        total -= value
        if value != other:
            return with_end(layout, other), total + other
        # A double joins by line A; the first is the Sniff, with its line B open.
        if layout >> LINES == NO_SNIFF:
            layout |= ONE_LINE << LINES | value << SNIFF
        else:
            layout |= 1 << (DOUBLES + value)
        return layout, total + 2 * value
    if kind == DOUBLE:
        return with_end(layout ^ 1 << (DOUBLES + value), other), total + other - 2 * value
    if layout >> LINES == TWO_LINES:
        # R4.2: it still counts once, at the other line.
        return with_end(layout, other) + (1 << LINES), total + other
    # R4.3: both branches count one half each, as much as the line did.
    layout = with_end(with_end(with_end(layout & ENDS_ONLY, other), value), value)
    return layout | NO_LINES_OPEN, total + other


@inner
def fives(total: int) -> int:
    """Points for a sum (R5.1)."""
    return total // 5 if total % 5 == 0 else 0
