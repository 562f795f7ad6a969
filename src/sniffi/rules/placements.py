"""Placement notation: ``14 11@14.low 44@14.high``."""

from __future__ import annotations

from sniffi.rules.actions import Place
from sniffi.rules.spot import Spot
from sniffi.rules.tile import Tile


def parse_placements(text: str) -> tuple[tuple[Tile, Spot | None], ...]:
    """The placements that a text names, separated by blanks, for ``Layout.of``.

    Raises:
        NotATile, NotAPort, NotAPlacement: a word is no placement.
    """
    placements = [Place.parse(word) for word in text.split()]
    return tuple((place.tile, place.spot) for place in placements)
