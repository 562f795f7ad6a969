"""Where a tile fits (R3.2, R3.4, R4.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sniffi.learn.chance import Chance
from sniffi.learn.examples import ShownHand
from sniffi.learn.positions import positions
from sniffi.learn.task import Choice, RoundTask, Task
from sniffi.rules import (
    BRANCHES,
    Spot,
    Tile,
)
from sniffi.words import Words

NONE = "none"


@dataclass(frozen=True)
class FitsTask(RoundTask):
    """Where a tile fits (R3.2, R3.4, R4.3)."""

    several: ClassVar[bool] = True
    tile: Tile

    def question(self, words: Words) -> str:
        """See ``Task``."""
        return words.say("learn.ask-fits", tile=words.tile(self.tile))

    def hands(self, words: Words) -> tuple[ShownHand, ...]:
        """See ``Task``."""
        return (ShownHand(words.say("learn.the-tile"), (self.tile,)),)

    def spots(self) -> tuple[Spot, ...]:
        """The spots to choose from: the open ones, and the Sniff's branches that are not yet."""
        layout = self.round.layout
        sniff = layout.spinner
        closed = (
            ()
            if sniff is None
            else tuple(
                Spot(sniff, branch)
                for branch in BRANCHES
                if layout.joined_at(sniff, branch) is None
            )
        )
        return (*layout.spots, *(spot for spot in closed if spot not in layout.spots))

    def choices(self, words: Words) -> tuple[Choice, ...]:
        """See ``Task``."""
        offered = [Choice(str(spot), words.at(spot)) for spot in self.spots()]
        return (*offered, Choice(NONE, words.say("learn.nowhere")))

    def right(self) -> tuple[frozenset[str], ...]:
        """See ``Task``."""
        fits = frozenset(str(spot) for spot in self.round.layout.fits(self.tile))
        return (fits or frozenset({NONE}),)

    def why(self, words: Words) -> tuple[str, ...]:
        """See ``Task``."""
        layout = self.round.layout
        lines = []
        for spot in self.spots():
            if spot not in layout.spots:
                key = "learn.spot-closed"
            else:
                key = "learn.spot-fits" if self.tile.has(spot.value) else "learn.spot-not"
            tile = words.tile(self.tile)
            lines.append(words.say(key, spot=words.spot(spot), tile=tile, value=spot.value))
        return tuple(lines)


def find_fits(chance: Chance, wish: int) -> Task | None:
    """A tile that fits nowhere, at one spot, or at several."""
    found = [
        FitsTask(each, tile)
        for each in positions(chance)
        if each.result is None and len(each.layout.tiles) > 1
        for tile in each.hand
        if min(len(each.layout.fits(tile)), 2) == wish
    ]
    return chance.choice(found) if found else None
