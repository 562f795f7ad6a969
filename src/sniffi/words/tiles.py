"""Tiles, spots, amounts and names: the small words that sentences are made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sniffi.rules.actions import Action, Draw, Place
from sniffi.rules.events import MaybeTile
from sniffi.rules.seats import seats_of, side_of
from sniffi.rules.spot import Port, Spot
from sniffi.rules.tile import Tile
from sniffi.words.catalogue import Catalogue

_PORT = {
    Port.HIGH: "core.high",
    Port.LOW: "core.low",
    Port.LINE_A: "core.line-a",
    Port.LINE_B: "core.line-b",
    Port.BRANCH_A: "core.branch-a",
    Port.BRANCH_B: "core.branch-b",
}
_AT = {
    Port.HIGH: "core.at-high",
    Port.LOW: "core.at-low",
    Port.LINE_A: "core.at-line-a",
    Port.LINE_B: "core.at-line-b",
    Port.BRANCH_A: "core.at-branch-a",
    Port.BRANCH_B: "core.at-branch-b",
}


class TileWords(Catalogue):
    """Words for what the game is played with."""

    def tile(self, tile: Tile) -> str:
        """The tile as text shows it: ``[1|4]``."""
        return f"[{tile.low}|{tile.high}]"

    def tiles(self, tiles: Iterable[MaybeTile]) -> str:
        """These tiles, known ones first in the order given, then how many are unknown."""
        told = tuple(tiles)
        known = " ".join(self.tile(tile) for tile in told if tile is not None)
        hidden = told.count(None)
        parts = [known] if known else []
        if hidden or not known:
            parts.append(self.say_n("core.unknown-tiles" if hidden else "core.tiles", hidden))
        return ", ".join(parts)

    def port(self, port: Port) -> str:
        """The port's name: ``low end``, ``line A``."""
        return self.say(_PORT[port])

    def spot(self, spot: Spot) -> str:
        """The spot and the half that it needs: ``[1|4], low end (1)``."""
        tile, port = self.tile(spot.tile), self.port(spot.port)
        return self.say("core.spot", tile=tile, port=port, value=spot.value)

    def at(self, spot: Spot) -> str:
        """Where a tile is placed, after a verb: ``at the low end of [1|4]``."""
        return self.say(_AT[spot.port], tile=self.tile(spot.tile))

    def action(self, action: Action) -> str:
        """What may be done, as an item of a list: ``[1|1] at the low end of [1|4]``."""
        if isinstance(action, Place):
            tile = self.tile(action.tile)
            if action.spot is None:
                return self.say("core.action-open", tile=tile)
            return self.say("core.action-place", tile=tile, where=self.at(action.spot))
        return self.say("core.action-draw" if isinstance(action, Draw) else "core.action-pass")

    def points(self, points: int) -> str:
        """An amount of raw points: ``15 points``."""
        return self.say_n("core.points", points)

    def worth(self, points: int) -> str:
        """What a placement scores: ``15 points``, or ``no points``."""
        return self.points(points) if points else self.say("web.no-points")

    def pips(self, pips: int) -> str:
        """An amount of pips: ``13 pips``."""
        return self.say_n("core.pips", pips)

    def tile_count(self, tiles: int) -> str:
        """An amount of tiles: ``7 tiles``."""
        return self.say_n("core.tiles", tiles)

    def listed(self, items: Sequence[str]) -> str:
        """The items as one list: ``a, b and c``."""
        if len(items) < 2:
            return "".join(items)
        return self.say("core.list", first=", ".join(items[:-1]), last=items[-1])

    def seat(self, seat: int) -> str:
        """What a seat is called when it has no name: ``Seat 2``."""
        return self.say("core.seat", seat=seat)

    def side(self, side: int, names: Sequence[str], players: int) -> str:
        """The name of a side: the player's, or both names of the pair.

        ``names`` are the players' names by seat.
        """
        return self.listed([names[seat - 1] for seat in seats_of(side, players)])

    def score(self, side: int, score: int, names: Sequence[str], players: int) -> str:
        """The score of a side: ``Score, Aino: 35``."""
        return self.say("core.score", side=self.side(side, names, players), score=score)

    def score_of_seat(self, seat: int, score: int, names: Sequence[str], players: int) -> str:
        """The score of the side that owns the seat's points."""
        return self.score(side_of(seat, players), score, names, players)
