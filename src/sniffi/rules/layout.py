"""The tiles on the table: joins, spots, counted values and their sum (R3, R4, R5)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

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


_COUNTED = {
    spot.index: CountedValue(spot.tile, spot.port, spot.value * (2 if spot.port in LINES else 1))
    for spot in SPOTS.values()
}


def _outer_spot(tile: Tile, joined_half: int) -> Spot:
    """The way on from a tile joined by ``joined_half`` (R3.2, R3.4)."""
    if tile.is_double:
        return SPOTS[tile, Port.LINE_B]
    return SPOTS[tile, Port.HIGH if joined_half == tile.low else Port.LOW]


_OUTER = {(tile, half): _outer_spot(tile, half) for tile in FULL_SET for half in (tile.low, tile.high)}
_JOINED_BY = {
    (tile, half): Port.LINE_A if tile.is_double else Port.LOW if half == tile.low else Port.HIGH
    for tile, half in _OUTER
}


def _by_index(spot: Spot) -> int:
    return spot.index


def _counted(spots: tuple[Spot, ...]) -> tuple[CountedValue, ...]:
    """The counted values, given the open spots in order: each open spot counts, but a double
    with both lines open counts once (R4.2, R5.2)."""
    counted: list[CountedValue] = []
    before: Spot | None = None
    for spot in spots:
        if before is None or spot.tile is not before.tile or spot.port is not Port.LINE_B:
            counted.append(_COUNTED[spot.index])
        before = spot
    return tuple(counted)


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
            if self.tiles or tile in self.tiles:
                raise self.refusal(tile, spot)
            opened = tuple(SPOTS[tile, port] for port in (LINES if tile.is_double else ENDS))
            counted = _counted(opened)
            total = sum(part.value for part in counted)
            return Layout((tile,), (), tile if tile.is_double else None, opened, counted, total)
        if tile in self.tiles or spot not in self.spots or not tile.has(spot.value):
            raise self.refusal(tile, spot)
        return self._joined(tile, spot)

    def _joined(self, tile: Tile, spot: Spot) -> Layout:
        half = spot.value
        spots = [other for other in self.spots if other != spot]
        spots.append(_OUTER[tile, half])
        spinner = self.spinner
        if spinner is None:
            if tile.is_double:
                spinner = tile
        elif spot.tile is spinner and spot.port in LINES:
            both_filled = not any(s.tile is spinner and s.port in LINES for s in spots)
            if both_filled:
                spots.extend(SPOTS[spinner, port] for port in BRANCHES)
        spots.sort(key=_by_index)
        opened = tuple(spots)
        counted = _counted(opened)
        return Layout(
            (*self.tiles, tile),
            (*self.joins, Join(spot.tile, spot.port, tile, _JOINED_BY[tile, half])),
            spinner,
            opened,
            counted,
            sum([part.value for part in counted]),
        )

    def refusal(self, tile: Tile, spot: Spot | None, legal: Iterable[Action] | None = None) -> Refused:
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
