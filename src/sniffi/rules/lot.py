"""The lot for the start (R2.1, D1)."""

from __future__ import annotations

from collections.abc import Sequence

from sniffi.rules.errors import NotALot
from sniffi.rules.events import LotDrawn
from sniffi.rules.tile import Tile


def lot_drawn(
    round_number: int, stage: int, contenders: tuple[int, ...], tiles: Sequence[Tile]
) -> LotDrawn:
    """What comes of the contenders drawing these tiles, one each in their order.

    The higher pip count starts; those who tie for best draw again in the next stage (R2.1, D1).

    Raises:
        NotALot: not one tile for each contender, or one twice.
    """
    tiles = tuple(tiles)
    all_tiles = all(isinstance(tile, Tile) for tile in tiles)
    if not all_tiles or len(tiles) != len(contenders) or len(set(tiles)) != len(tiles):
        raise NotALot(contenders, tiles)
    best = max(tile.pips for tile in tiles)
    leading = [seat for seat, tile in zip(contenders, tiles, strict=True) if tile.pips == best]
    starter = leading[0] if len(leading) == 1 else None
    return LotDrawn(round_number, stage, tuple(zip(contenders, tiles, strict=True)), starter)
