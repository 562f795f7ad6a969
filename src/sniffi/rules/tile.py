"""The double-six set (R1.2): tiles, their halves and their pips."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import ClassVar, NoReturn

from sniffi.rules.errors import NotATile, terse

HIGHEST_HALF = 6


class Tile:
    """A tile of the double-six set (R1.2).

    There is one object for each of the 28 tiles, so tiles compare by identity. The halves may be
    given in either order; ``low`` and ``high`` are the tile's own (R3.4).

    >>> Tile(4, 1)
    Tile(1, 4)
    >>> str(Tile(4, 1)), Tile(4, 1).pips, Tile(6, 6).is_double
    ('14', 5, True)

    Raises:
        NotATile: a half is not a whole number from 0 to 6.
    """

    __slots__ = ("_text", "high", "index", "is_double", "low", "pips")

    low: int
    high: int
    pips: int
    is_double: bool
    index: int
    """Place in the ordered set: 0 for [0|0], 1 for [0|1] … 27 for [6|6]."""
    _text: str

    _made: ClassVar[dict[tuple[int, int], Tile]] = {}

    def __new__(cls, one_half: int, other_half: int) -> Tile:
        """The one tile with these halves."""
        try:
            made = cls._made.get((one_half, other_half))
        except TypeError:
            made = None
        if made is None:
            raise NotATile(f"{terse(one_half)}|{terse(other_half)}")
        return made

    @classmethod
    def _make(cls, low: int, high: int, index: int) -> Tile:
        tile = object.__new__(cls)
        values = {"low": low, "high": high, "pips": low + high, "is_double": low == high}
        for name, value in {**values, "index": index, "_text": f"{low}{high}"}.items():
            object.__setattr__(tile, name, value)
        cls._made[low, high] = cls._made[high, low] = tile
        return tile

    @classmethod
    def parse(cls, text: str) -> Tile:
        """The tile that the two digits name, low first, as records and commands write it.

        >>> Tile.parse("14")
        Tile(1, 4)

        Raises:
            NotATile: not two digits from 0 to 6, or the high half comes first.
        """
        tile = _BY_TEXT.get(text)
        if tile is None:
            raise NotATile(text)
        return tile

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a tile never changes: {name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a tile never changes: {name}")

    def __reduce__(self) -> tuple[type[Tile], tuple[int, int]]:
        return Tile, (self.low, self.high)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Tile({self.low}, {self.high})"

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Tile):
            return NotImplemented
        return self.index < other.index

    def has(self, half: int) -> bool:
        """Whether one of the tile's halves is ``half``."""
        return half in (self.low, self.high)

    def has_any(self, halves: Container[int]) -> bool:
        """Whether one of the tile's halves is among ``halves``."""
        return self.low in halves or self.high in halves


FULL_SET: tuple[Tile, ...] = tuple(
    Tile._make(low, high, index)
    for index, (low, high) in enumerate(
        (low, high) for low in range(HIGHEST_HALF + 1) for high in range(low, HIGHEST_HALF + 1)
    )
)
"""The 28 tiles in ascending order (R1.2)."""

_AS_A_SET = frozenset(FULL_SET)
_BY_TEXT = {str(tile): tile for tile in FULL_SET}


def is_the_full_set(tiles: tuple[object, ...]) -> bool:
    """Whether these are the 28 tiles, each once, in any order (R1.2)."""
    try:
        return len(tiles) == len(FULL_SET) and set(tiles) == _AS_A_SET
    except TypeError:
        return False


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """The tiles named in a text, separated by blanks: ``"14 11 44"``.

    Raises:
        NotATile: a word names no tile.
    """
    return tuple(Tile.parse(word) for word in text.split())


def pips(tiles: Iterable[Tile]) -> int:
    """All pips of these tiles together."""
    return sum(tile.pips for tile in tiles)
