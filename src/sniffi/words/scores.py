"""Scores, hands, counts and where the game stands, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sniffi.rules.events import MaybeTile
from sniffi.rules.outcome import Ending, Phase, RoundResult
from sniffi.rules.seats import sides
from sniffi.rules.tally import Tally
from sniffi.words.tiles import TileWords

_PHASE = {
    Phase.LOT: "core.phase-lot",
    Phase.DEAL: "core.phase-deal",
    Phase.PLAY: "core.phase-play",
    Phase.OVER: "core.phase-over",
}


class ScoreWords(TileWords):
    """Words for the state of a game beside the layout."""

    def scores(self, scores: Sequence[int], names: Sequence[str], players: int) -> list[str]:
        """A line for each side (see ``score``)."""
        return [
            self.score(side, score, names, players)
            for side, score in zip(sides(players), scores, strict=True)
        ]

    def strokes(self, points: int) -> str:
        """Raw points as the paper shows them: fifty marks, strokes, and beside them the minus
        and what is left over (R8)."""
        tally = Tally.of(points)
        beside = [self.say("core.minus")] if tally.minus else []
        if tally.remainder:
            beside.append(self.points(tally.remainder))
        parts = []
        if tally.fifty_marks:
            parts.append(self.say_n("core.fifty-marks", tally.fifty_marks))
        if tally.strokes:
            parts.append(self.say_n("core.strokes", tally.strokes))
        if beside:
            parts.append(self.say("core.beside", notes=self.listed(beside)))
        return ", ".join(parts) or self.say("core.no-strokes")

    def hand(self, name: str, tiles: Iterable[MaybeTile]) -> str:
        """A hand as far as it is known: its tiles, or how many they are."""
        tiles = tuple(tiles)
        if any(tiles):
            return self.say("core.hand", name=name, tiles=self.tiles(tiles))
        return self.say("core.hand-size", name=name, tiles=self.tile_count(len(tiles)))

    def counts(self, sizes: Sequence[int], boneyard: int, names: Sequence[str]) -> list[str]:
        """How many tiles each seat holds, then how many the boneyard has."""
        held = [
            self.say("core.hand-size", name=name, tiles=self.tile_count(size))
            for name, size in zip(names, sizes, strict=True)
        ]
        return [*held, self.say("core.boneyard-size", tiles=self.tile_count(boneyard))]

    def turn(self, name: str) -> str:
        """Whose turn it is."""
        return self.say("core.turn", name=name)

    def phase(self, phase: Phase) -> str:
        """What the game waits for."""
        return self.say(_PHASE[phase])

    def result(self, result: RoundResult, names: Sequence[str]) -> str:
        """How the round ended and who ended it (R6.5, R6.6, R7.2)."""
        if result.seat is None:
            return self.say("core.result-block")
        out = result.ending is Ending.OUT
        return self.say(
            "core.result-out" if out else "core.result-win", name=names[result.seat - 1]
        )
