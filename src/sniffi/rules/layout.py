"""The tiles on the table: joins, spots, counted values and their sum (R3, R4, R5)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from operator import attrgetter

from sniffi.rules.actions import OPENINGS, PLACES, Action, Place
from sniffi.rules.errors import (
    BranchNotOpen,
    DoesNotFit,
    NoSuchPort,
    NothingToJoin,
    NotTheSniff,
    Refused,
    SpotNotNamed,
    SpotTaken,
    TileAlreadyPlaced,
    TileNotInLayout,
)
from sniffi.rules.scoring import points_for
from sniffi.rules.spot import BRANCHES, ENDS, LINES, SPOTS, Port, Spot, ports_of
from sniffi.rules.tile import FULL_SET, Tile


@dataclass(frozen=True, slots=True)
class Join:
    """``new`` was joined by its ``new_port`` to ``tile`` at ``port`` (R3.2)."""

    tile: Tile
    port: Port
    new: Tile
    new_port: Port

    def __str__(self) -> str:
        return f"{self.new}.{self.new_port}@{self.tile}.{self.port}"


@dataclass(frozen=True, slots=True)
class CountedValue:
    """What ``tile`` adds to the sum at ``port`` (R3.3, R4.2 to R4.5, R5.1).

    A double that counts as a whole is told once, at the first of its open lines.
    """

    tile: Tile
    port: Port
    value: int


# What an open spot adds to the sum: a line of a double counts both halves (R3.3, R4.2), a branch
# of the Sniff and an end of a plain tile one (R4.3, R4.4).
_COUNTED = {
    spot.index: CountedValue(spot.tile, spot.port, spot.value * (2 if spot.port in LINES else 1))
    for spot in SPOTS.values()
}


def _joined_by(tile: Tile, half: int) -> Port:
    """The port by which a tile joins with this half (R3.4)."""
    if tile.is_double:
        return Port.LINE_A
    return Port.LOW if half == tile.low else Port.HIGH


_WAY_ON = {Port.LINE_A: Port.LINE_B, Port.LOW: Port.HIGH, Port.HIGH: Port.LOW}

# For each tile's index and the index of a spot that it fits: the join, and the way on from it.
_JOINED: tuple[dict[int, tuple[Join, Spot]], ...] = tuple(
    {
        place.spot.index: (
            Join(place.spot.tile, place.spot.port, tile, port),
            SPOTS[tile, _WAY_ON[port]],
        )
        for place in PLACES[tile.index].values()
        if place.spot is not None
        for port in [_joined_by(tile, place.spot.value)]
    }
    for tile in FULL_SET
)

_by_index = attrgetter("index")


@dataclass(frozen=True, slots=True)
class Layout:
    """The tiles on the table. A layout never changes: ``place`` gives a new one.

    >>> from sniffi.rules import parse_placements
    >>> layout = Layout.of(*parse_placements("14 11@14.low 44@14.high"))
    >>> layout.total, layout.points, layout.spinner
    (10, 10, Tile(1, 1))
    >>> [str(spot) for spot in layout.spots]
    ['11.line_b', '44.line_b']
    """

    tiles: tuple[Tile, ...] = ()
    """In the order of play."""
    joins: tuple[Join, ...] = ()
    """In the order of play; the opening tile has none."""
    spinner: Tile | None = None
    """The Sniff, the first double placed (R4.1)."""
    spots: tuple[Spot, ...] = ()
    """The open spots: by tile, then high before low, line_a, line_b, branch_a, branch_b."""
    counted: tuple[CountedValue, ...] = ()
    """The counted values in the same order, zeros too."""
    total: int = 0
    """The end sum: all counted values together."""

    @classmethod
    def of(cls, *placements: tuple[Tile, Spot | None]) -> Layout:
        """The layout after these placements, each a tile and its spot (None for the opening).

        Raises:
            Refused: a placement is not legal; the error says which and why.
        """
        layout = cls()
        for tile, spot in placements:
            layout = layout.place(tile, spot)
        return layout

    @property
    def points(self) -> int:
        """What the placement that made this layout scored (R5.1)."""
        return points_for(self.total)

    @property
    def opening(self) -> Tile | None:
        """The first tile placed, None on an empty table."""
        return self.tiles[0] if self.tiles else None

    def fits(self, tile: Tile) -> tuple[Spot, ...]:
        """The open spots that ``tile`` can be joined to; none before the opening (R3.2)."""
        return tuple(spot for spot in self.spots if tile.has(spot.value))

    def joined_at(self, tile: Tile, port: Port) -> Tile | None:
        """The tile joined to ``tile`` at ``port``, from either side; None while it is free."""
        for join in self.joins:
            if join.tile is tile and join.port is port:
                return join.new
            if join.new is tile and join.new_port is port:
                return join.tile
        return None

    def place(self, tile: Tile, spot: Spot | None = None) -> Layout:
        """The layout with ``tile`` joined at ``spot``, or opened by it when ``spot`` is None.

        Raises:
            Refused: the rules do not allow it; the error's class says why.
        """
        if spot is None:
            if self.tiles:
                raise self.refusal(tile, spot)
            opened = tuple([SPOTS[tile, port] for port in (LINES if tile.is_double else ENDS)])
            # R4.2, R5.2: a lone double has two spots and counts once.
            counted = tuple([_COUNTED[spot.index] for spot in opened[: 1 if tile.is_double else 2]])
            total = sum([part.value for part in counted])
            return Layout((tile,), (), tile if tile.is_double else None, opened, counted, total)
        spots = [other for other in self.spots if other.index != spot.index]
        is_open = len(spots) < len(self.spots)
        if not is_open or tile in self.tiles or not tile.has(spot.value):
            raise self.refusal(tile, spot)
        join, way_on = _JOINED[tile.index][spot.index]
        spinner = self.spinner
        if spinner is None:
            if tile.is_double:
                spinner = tile
        elif (
            spot.tile is spinner
            and spot.port in LINES
            and all(other.tile is not spinner for other in spots)
        ):
            # R4.3: with both lines filled, both branches may be opened.
            spots += [SPOTS[spinner, port] for port in BRANCHES]
        spots.append(way_on)
        spots.sort(key=_by_index)
        counted = tuple([_COUNTED[spot.index] for spot in spots])
        return Layout(
            (*self.tiles, tile),
            (*self.joins, join),
            spinner,
            tuple(spots),
            counted,
            sum([part.value for part in counted]),
        )

    def refusal(
        self, tile: Tile, spot: Spot | None, legal: Iterable[Action] | None = None
    ) -> Refused:
        """Why ``tile`` may not be placed at ``spot``: the error that says it, not raised.

        ``legal`` is what the error offers instead; by default every spot that the tile fits.
        """
        action = Place(tile, spot)
        if legal is None:
            legal = self.placements(tile) if tile not in self.tiles else ()
        legal = tuple(legal)
        if tile in self.tiles:
            return TileAlreadyPlaced(action, legal)
        if spot is None:
            return SpotNotNamed(action, legal)
        if not self.tiles:
            return NothingToJoin(action, legal)
        if spot.port not in ports_of(spot.tile):
            return NoSuchPort(action, legal, ports=ports_of(spot.tile))
        if spot.tile not in self.tiles:
            return TileNotInLayout(action, legal)
        if spot not in self.spots:
            by = self.joined_at(spot.tile, spot.port)
            if by is not None:
                return SpotTaken(action, legal, by=by)
            if spot.tile is not self.spinner:
                return NotTheSniff(action, legal, sniff=self.spinner)
            return BranchNotOpen(action, legal)
        return DoesNotFit(action, legal, spot=spot)

    def placements(self, tile: Tile) -> tuple[Place, ...]:
        """Every legal placement of ``tile``, which is not on the table yet."""
        if not self.tiles:
            return (OPENINGS[tile.index],)
        places = PLACES[tile.index]
        return tuple(places[spot.index] for spot in self.spots if spot.index in places)
