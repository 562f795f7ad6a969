"""What the events of a round prove about tiles that nobody has seen.

A hand of which not every tile is known still tells something: who drew or passed could not place
any tile held then (R6.1, R6.2), a hidden hand's pips are the pips of tiles that may be in it, and
with the boneyard empty every tile that is not on the table is in a hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sniffi.rules.events import Dealt, Drew, MaybeTile, Passed, Placed, RoundEvent
from sniffi.rules.spot import SPOTS
from sniffi.rules.tile import Tile


def told_boneyard(events: Sequence[RoundEvent], size: int) -> tuple[MaybeTile, ...]:
    """The last ``size`` places of the boneyard as the deal told them, next to be drawn first."""
    dealt = events[0]
    boneyard = dealt.boneyard if isinstance(dealt, Dealt) else ()
    return boneyard[len(boneyard) - size :]


def may_have_held(events: Sequence[RoundEvent], seat: int, shown: Iterable[Tile]) -> bool:
    """Whether ``seat`` may show ``shown`` now, after all that it placed (R6.1, R6.2).

    A tile comes out of a hidden place of the hand: one of the deal, or of a draw that was not
    told. It cannot have been in the hand when the seat drew or passed though the tile fitted, so
    its place was filled later. Each place gives one tile.
    """
    told: set[MaybeTile] = set()
    places: list[int] = []
    """For each hidden place of the hand, the event that filled it."""
    unable: list[tuple[int, frozenset[int]]] = []
    """The events at which the seat could not place, and the values of the open spots then."""
    came_out: list[tuple[Tile, int]] = []
    """The tiles that were hidden, each with the event by which it was shown."""
    values: frozenset[int] = frozenset()
    for at, event in enumerate(events):
        if isinstance(event, Dealt):
            told.update(event.hands[seat - 1])
            places += [at] * event.hands[seat - 1].count(None)
        elif isinstance(event, Placed):
            if event.seat == seat and event.tile not in told:
                came_out.append((event.tile, at))
            values = frozenset(SPOTS[part.tile, part.port].value for part in event.counted)
        elif isinstance(event, Drew | Passed) and event.seat == seat:
            unable.append((at, values))
            if isinstance(event, Drew):
                told.add(event.tile)
                places += [at] * (event.tile is None)
    came_out += [(tile, len(events)) for tile in shown if tile not in told]
    # From which event on its place may have been filled, and before which it was shown.
    waiting = [
        (max((at for at, open_ in unable if at < until and tile.has_any(open_)), default=0), until)
        for tile, until in came_out
    ]
    # Places are given in the order in which they were filled, each to the tile shown first.
    for place in places:
        fitting = [(until, since) for since, until in waiting if since <= place < until]
        if fitting:
            until, since = min(fitting)
            waiting.remove((since, until))
    return not waiting


def pips_possible(tiles: Iterable[Tile], count: int, pips: int) -> bool:
    """Whether some ``count`` different ones of ``tiles`` have so many pips together."""
    sums: list[set[int]] = [{0}, *(set[int]() for _ in range(count))]
    for tile in tiles:
        for chosen in range(count, 0, -1):
            sums[chosen] |= {total + tile.pips for total in sums[chosen - 1]}
    return pips in sums[count]
