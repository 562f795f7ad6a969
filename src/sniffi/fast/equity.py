"""Match equity: the chance to win the game, from how far each side is from the target.

Between two rounds all that matters is how many points each side still needs and who starts. The
tables have that chance for every such state: rounds are played by a judge, and each is looked at
from all scores, with the game's end in the middle of a round where it comes there (R7.2), and the
table's own chances where it does not, until the table no longer changes. (In backgammon such tables
are old; Zadeh 1977, "On Doubling in Tournament Backgammon".)

The table of two sides has ``REACH`` rows, by what the side needs that starts, of ``REACH`` numbers,
by what the other needs: the chance of the side that starts. That of three has by what the starter,
the next seat and the third need (``WIDE_REACH`` each) the chances of these three.
"""

# To mypy whatever comes out of an array may be anything; here it is a number.
# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from typing import Final

from sniffi.fast.compiling import Ints, inlined, inner
from sniffi.fast.judging import Floats
from sniffi.fast.kernel import (
    BLOCK,
    ENDING,
    LIMITS,
    PLAYERS,
    SCORES,
    SEAT,
    WIN,
    side_of,
)

STEP: Final = 5
"""Points between two neighbours of the table of two sides."""
REACH: Final = 80
"""How many there are: from 5 to 400 points needed."""
WIDE: Final = 10
"""Points between two neighbours of the table of three."""
WIDE_REACH: Final = 28
"""From 5 to 275 points needed, each side."""

TABLE: Final = "float64[:,::1]"
CUBE: Final = "float64[:,:,:,::1]"


@inlined
def near(needed: int) -> int:
    """The place of points needed in the table of two sides."""
    return min(max((needed + STEP - 1) // STEP - 1, 0), REACH - 1)


@inlined
def wide(needed: float) -> float:
    """The place of points needed in the table of three, with its fraction."""
    return min(max((needed - 5.0) / WIDE, 0.0), WIDE_REACH - 1.0)


@inner
def mixed(table: Floats, first: float, second: float, third: float, who: int) -> float:
    """A chance from the table of three, between its entries (trilinear interpolation)."""
    found = 0.0
    a, b, c = int(first), int(second), int(third)
    x, y, z = first - a, second - b, third - c
    for corner in range(8):
        i, j, k = corner & 1, corner >> 1 & 1, corner >> 2
        weight = (x if i else 1.0 - x) * (y if j else 1.0 - y) * (z if k else 1.0 - z)
        if weight > 0.0:
            found += weight * table[a + i, b + j, c + k, who]
    return found


@inner
def chance_of_three(
    table: Floats, needs: tuple[float, float, float], starter: int, side: int
) -> float:
    """The chance of a side of three when ``starter`` starts the next round."""
    return mixed(
        table,
        wide(needs[starter]),
        wide(needs[(starter + 1) % 3]),
        wide(needs[(starter + 2) % 3]),
        (side - starter) % 3,
    )


@inner
def chance_to_win(state: Ints, side: int, two: Floats, three: Floats) -> float:
    """A side's chance to win the game after a round that is over.

    Args:
        state: with ``LIMITS``, so of a round of a game. ``SEAT`` acted last: it went out or won.
        side: from 0.
        two, three: the tables; the one for another number of sides is not looked at.

    Returns:
        From 0 to 1. After a block the next starter is drawn by lot (R2.3).
    """
    if state[ENDING] == WIN:
        return 1.0 if side_of(state, state[SEAT]) == side else 0.0
    starter = side_of(state, state[SEAT])
    if state[PLAYERS] == 3:
        needs = (
            float(state[LIMITS] - state[SCORES]),
            float(state[LIMITS + 1] - state[SCORES + 1]),
            float(state[LIMITS + 2] - state[SCORES + 2]),
        )
        if state[ENDING] != BLOCK:
            return chance_of_three(three, needs, starter, side)
        chance = 0.0
        for first in range(3):
            chance += chance_of_three(three, needs, first, side) / 3.0
        return chance
    own = near(state[LIMITS + side] - state[SCORES + side])
    other = near(state[LIMITS + 1 - side] - state[SCORES + 1 - side])
    if state[ENDING] == BLOCK:
        return 0.5 * two[own, other] + 0.5 - 0.5 * two[other, own]
    return two[own, other] if starter == side else 1.0 - two[other, own]
