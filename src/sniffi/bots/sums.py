"""What the sum becomes when a tile is placed, without making the layout (R3.3, R4, R5.1).

Joining a tile takes away what its spot counted and adds the new outer end. Only the Sniff is
different. Its lines give nothing up: while it is alone it counts once for two spots, and when its
last line is filled its branches count as much as the line did.
"""

from __future__ import annotations

from typing import Final

from sniffi.rules import Layout, Place, Spot, Tile
from sniffi.rules.scoring import points_for
from sniffi.rules.spot import LINES

POINTS: Final = tuple(points_for(total) for total in range(200))
"""By a sum: what it scores. No layout comes near the last."""


def given_up(spot: Spot, spinner: Tile | None) -> int:
    """By how much the sum is less when the spot is filled; the new end not counted."""
    if spot.port not in LINES:
        return spot.value
    return 0 if spot.tile is spinner else 2 * spot.value


def outer_end(tile: Tile, value: int) -> int:
    """What a tile counts that was joined by the half ``value``."""
    return tile.pips if tile.is_double else tile.pips - value


def total_after(layout: Layout, place: Place) -> int:
    """The sum after a legal placement.

    >>> from sniffi.rules import parse_placements
    >>> total_after(Layout.of(*parse_placements("44 46@44.line_a")), Place.parse("14@44.line_b"))
    15
    """
    spot = place.spot
    if spot is None:
        return place.tile.pips
    return layout.total - given_up(spot, layout.spinner) + outer_end(place.tile, spot.value)


def points_after(layout: Layout, place: Place) -> int:
    """What a legal placement scores."""
    return POINTS[total_after(layout, place)]


def ways_on(layout: Layout, place: Place) -> set[tuple[int, int]]:
    """Where the next tile may be joined after a legal placement: each spot's value and what it
    gives up, equal ones told once."""
    tile, spot = place.tile, place.spot
    spinner = layout.spinner
    if spot is None:
        return {(tile.low, 0)} if tile.is_double else {(tile.low, tile.low), (tile.high, tile.high)}
    others = [other for other in layout.spots if other.index != spot.index]
    ways = {(other.value, given_up(other, spinner)) for other in others}
    if tile.is_double:
        ways.add((tile.low, 0 if spinner is None else tile.pips))
    else:
        end = tile.pips - spot.value
        ways.add((end, end))
    if spot.tile is spinner and spot.port in LINES:
        # R4.3: with both lines filled, both branches may be opened.
        line_left = any(other.tile is spinner and other.port in LINES for other in others)
        if not line_left:
            ways.add((spot.value, spot.value))
    return ways
