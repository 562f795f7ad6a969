"""A layout in words: everything that a picture of it shows."""

from __future__ import annotations

from collections.abc import Iterable

from sniffi.rules.layout import CountedValue, Join, Layout
from sniffi.rules.spot import BRANCHES, LINES, Spot
from sniffi.words.tiles import TileWords

INDENT = "  "


def in_reading_order(counted: Iterable[CountedValue]) -> list[CountedValue]:
    """The counted values as people add them up: outer halves, the largest first, then doubles at
    an end, then the Sniff's unopened branches."""
    return sorted(
        counted, key=lambda part: (part.tile.is_double, part.port in BRANCHES, -part.value)
    )


def terms(counted: Iterable[CountedValue]) -> list[int]:
    """The numbers that are added up, in reading order; a whole double is two of them (R3.3)."""
    return [
        half
        for part in in_reading_order(counted)
        for half in ((part.value // 2,) * 2 if part.port in LINES else (part.value,))
    ]


class PositionWords(TileWords):
    """Words for a layout and its parts."""

    def sum(self, layout: Layout) -> str:
        """The sum with its terms, zeros too: ``6 + 1 + 4 + 4 = 15``; ``0`` on an empty table."""
        return self.sum_of(layout.counted, layout.total)

    def sum_of(self, counted: Iterable[CountedValue], total: int) -> str:
        """The sum ``total`` with these counted values as its terms (see ``sum``)."""
        return " = ".join(filter(None, (" + ".join(map(str, terms(counted))), str(total))))

    def sum_and_points(self, counted: Iterable[CountedValue], total: int, points: int) -> str:
        """A sentence with the sum and what it scores (R5.1)."""
        shown = self.sum_of(counted, total)
        if points:
            return self.say("core.sum", sum=shown, points=self.points(points))
        return self.say("core.sum-without-points", sum=shown)

    def position(self, layout: Layout) -> list[str]:
        """The layout, line by line: the sum and points, the tiles in the order of play, the
        Sniff, the joins, the spots, the counted values and why they count, the last placement.

        Headings end with a colon, the lines that belong to one are indented.
        """
        if not layout.tiles:
            return [self.say("core.empty-table")]
        return [
            self.sum_and_points(layout.counted, layout.total, layout.points),
            self.say("core.tiles-in-order", tiles=self.tiles(layout.tiles)),
            self.sniff(layout),
            *self._under("core.joins", [self.join(join) for join in layout.joins]),
            *self._under("core.spots", [self.spot(spot) for spot in layout.spots]),
            *self._under("core.counted", self.counted(layout)),
            self.last_placement(layout),
        ]

    def _under(self, heading: str, lines: list[str]) -> list[str]:
        return [self.say(heading), *(INDENT + line for line in lines)] if lines else []

    def sniff(self, layout: Layout) -> str:
        """Which tile is the Sniff, or that none is yet (R4.1)."""
        if layout.spinner is None:
            return self.say("core.no-sniff-yet")
        return self.say("core.sniff", tile=self.tile(layout.spinner))

    def join(self, join: Join) -> str:
        """One join: the new tile, its port, and where it was joined."""
        where = self.at(Spot(join.tile, join.port))
        return self.say(
            "core.join", tile=self.tile(join.new), port=self.port(join.new_port), where=where
        )

    def counted(self, layout: Layout) -> list[str]:
        """The counted values in the order of the sum, each with its tile and the reason."""
        return [
            self.say(
                self._reason(part, layout),
                tile=self.tile(part.tile),
                port=self.port(part.port),
                value=part.value,
            )
            for part in in_reading_order(layout.counted)
        ]

    def _reason(self, part: CountedValue, layout: Layout) -> str:
        if part.port in BRANCHES:
            return "core.counted-branch"
        if part.port not in LINES:
            return "core.counted-end"
        return "core.counted-sniff" if part.tile is layout.spinner else "core.counted-double"

    def last_placement(self, layout: Layout) -> str:
        """The tile placed last and where, of a layout that is not empty."""
        tile = self.tile(layout.tiles[-1])
        if not layout.joins:
            return self.say("core.last-placement-opening", tile=tile)
        join = layout.joins[-1]
        return self.say("core.last-placement", tile=tile, where=self.at(Spot(join.tile, join.port)))
