"""Where a tile may be joined: ports (R3.4) and spots."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from sniffi.rules.errors import NotAPlacement, NotAPort
from sniffi.rules.tile import FULL_SET, Tile


class Port(StrEnum):
    """A place of a tile where another may be joined (R3.4), in the order that lists follow."""

    HIGH = "high"
    LOW = "low"
    LINE_A = "line_a"
    LINE_B = "line_b"
    BRANCH_A = "branch_a"
    BRANCH_B = "branch_b"

    @classmethod
    def parse(cls, text: str) -> Port:
        """The port of that name.

        Raises:
            NotAPort: there is none.
        """
        port = _PORTS_BY_NAME.get(text)
        if port is None:
            raise NotAPort(text, tuple(cls))
        return port


_PORTS_BY_NAME = {str(port): port for port in Port}
_PORT_ORDER = {port: place for place, port in enumerate(Port)}

ENDS = (Port.HIGH, Port.LOW)
LINES = (Port.LINE_A, Port.LINE_B)
BRANCHES = (Port.BRANCH_A, Port.BRANCH_B)


def ports_of(tile: Tile) -> tuple[Port, ...]:
    """The ports that a tile may ever have; branches are of use on the Sniff alone (R3.4, R4.1)."""
    return LINES + BRANCHES if tile.is_double else ENDS


@dataclass(frozen=True, slots=True)
class Spot:
    """A tile and one of its ports; open while nothing is joined there.

    A port may be given by its name too.

    >>> str(Spot(Tile(1, 4), Port.LOW)), Spot(Tile(1, 4), Port.LOW).value
    ('14.low', 1)

    Raises:
        NotAPort: ``port`` is none.
    """

    tile: Tile
    port: Port
    value: int = field(init=False, compare=False, repr=False)
    """The half that a tile needs to be joined here, 0 to 6."""
    index: int = field(init=False, compare=False, repr=False)
    """Place in the order of lists: by tile, then by port."""

    def __post_init__(self) -> None:
        # A port's name is equal to the port: kept as it is it would pass for it nearly everywhere.
        object.__setattr__(self, "port", Port.parse(self.port))
        half = self.tile.low if self.port is Port.LOW else self.tile.high
        object.__setattr__(self, "value", half)
        object.__setattr__(self, "index", self.tile.index * len(Port) + _PORT_ORDER[self.port])

    def __str__(self) -> str:
        return f"{self.tile}.{self.port}"

    @classmethod
    def parse(cls, text: str) -> Spot:
        """The spot written as ``TILE.PORT``, such as ``14.low``.

        Raises:
            NotAPlacement: there is no dot in it.
            NotATile: the part before the dot names no tile.
            NotAPort: the part after the dot names no port.
        """
        tile, dot, port = text.partition(".")
        if not dot:
            raise NotAPlacement(text)
        return cls(Tile.parse(tile), Port.parse(port))


SPOTS: dict[tuple[Tile, Port], Spot] = {
    (tile, port): Spot(tile, port) for tile in FULL_SET for port in ports_of(tile)
}
"""Every spot that there can be."""
