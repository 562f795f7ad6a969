"""A hint in words (catalogue ``hints``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sniffi.analysis.facts import (
    CoversDouble,
    DeadEnd,
    DropsDouble,
    DropsPips,
    Fact,
    FillsLines,
    FitsAfter,
    GivesUpLast,
    KeepsFives,
    KeepsLast,
    MakesSniff,
    NextCannotPlay,
    NextCannotScore,
    NextLacks,
    NextMayScore,
    NextMayWin,
    NextProbablyCannotPlay,
    NextWillScore,
    OnlyPlacement,
    OnlyYou,
    OpensBranch,
    OtherRisksMore,
    OtherScoresMore,
    PartnerMayScore,
    Scores,
    ScoresMost,
    ScoresNext,
    ScoresNothing,
    TilePoints,
    WinsGame,
)
from sniffi.analysis.hints import Hint, Interval, Suggestion, Verdict
from sniffi.words.catalogue import number

if TYPE_CHECKING:
    from sniffi.words import Words

_VERDICTS = {
    Verdict.CLEAR: "hints.verdict-clear",
    Verdict.CLOSE: "hints.verdict-close",
    Verdict.EQUAL: "hints.verdict-equal",
    Verdict.EXACT: "hints.verdict-exact",
}
PERCENT = 100
NEARLY_NONE, NEARLY_ALL = 1, 99
"""Chances are said no nearer to none and to all, unless they are known."""


class HintWords:
    """Says hints in one language.

    Args:
        names: what the players are called, by seat.
    """

    def __init__(self, words: Words, names: Sequence[str]) -> None:
        self.words = words
        self.names = names

    def placement(self, suggestion: Suggestion) -> str:
        """Which tile where: ``[3|5] at the low end of [1|3]``."""
        return self.words.action(suggestion.place)

    def worth(self, suggestion: Suggestion) -> str:
        """What the placement is worth, and how sure that is."""
        points, win = suggestion.points, suggestion.win
        said = [self._points(points)]
        if win is not None:
            said.append(self._win(win))
        return " ".join(said)

    def _points(self, points: Interval) -> str:
        mean = signed(points.mean)
        if points.sure:
            return self.words.say("hints.points-exact", points=mean)
        low, high = signed(points.low), signed(points.high)
        return self.words.say("hints.points", points=mean, low=low, high=high)

    def _win(self, win: Interval) -> str:
        if win.sure:
            return self.words.say("hints.win-exact", chance=round(PERCENT * win.mean))
        low, mean, high = (
            min(max(round(PERCENT * chance), NEARLY_NONE), NEARLY_ALL)
            for chance in (win.low, win.mean, win.high)
        )
        if low == high:
            return self.words.say("hints.win-exact", chance=mean)
        return self.words.say("hints.win", chance=mean, low=low, high=high)

    def verdict(self, hint: Hint) -> str:
        """How sure it is that the first is the best; empty where there is nothing to compare."""
        said = [] if hint.verdict is None else [self.words.say(_VERDICTS[hint.verdict])]
        if hint.rough:
            said.append(self.words.say("hints.rough"))
        return " ".join(said)

    def reasons(self, suggestion: Suggestion) -> list[str]:
        """A sentence for each reason."""
        return [self.fact(fact) for fact in suggestion.facts]

    def fact(self, fact: Fact) -> str:
        """One fact as a sentence."""
        return self.words.say(fact.key, **self.values(fact))

    def lines(self, hint: Hint) -> list[str]:
        """The whole hint, a line each; what belongs to a placement is indented below it."""
        if hint.forced is not None:
            return [self.fact(hint.forced)]
        lines = [line for line in [self.verdict(hint)] if line]
        for suggestion in hint.suggestions:
            lines.append(
                self.words.say(
                    "hints.suggestion",
                    rank=suggestion.rank,
                    placement=self.placement(suggestion),
                    worth=self.worth(suggestion),
                )
            )
            lines += [f"  {reason}" for reason in self.reasons(suggestion)]
        return lines

    def values(self, fact: Fact) -> Mapping[str, object]:
        """What fills the placeholders of the fact's text."""
        words = self.words
        match fact:
            case Scores(points, counted):
                return {"points": words.points(points), "sum": words.sum_of(counted, points)}
            case ScoresNothing(total, counted):
                return {"sum": words.sum_of(counted, total)}
            case WinsGame(score, target):
                return {"score": score, "target": target}
            case ScoresMost(less):
                return {"points": words.points(less)}
            case MakesSniff(tile, value):
                return {"tile": words.tile(tile), "value": value}
            case (
                FillsLines(double, value, before, total)
                | OpensBranch(double, value, before, total)
                | CoversDouble(double, value, before, total)
            ):
                told = words.tile(double)
                return {"tile": told, "value": value, "before": before, "total": total}
            case DeadEnd(value) | OnlyYou(value) | GivesUpLast(value):
                return {"value": value}
            case KeepsLast(tile, value):
                return {"tile": words.tile(tile), "value": value}
            case NextMayScore(seat, total, tiles, more):
                told = self._tiles(tiles, more)
                return {"name": self._name(seat), "total": total, "tiles": told}
            case NextWillScore(seat, total, tiles):
                return {"name": self._name(seat), "total": total, "tiles": self._tiles(tiles)}
            case NextCannotScore(seat, total):
                return {"name": self._name(seat), "total": total}
            case NextMayWin(seat, tiles) | PartnerMayScore(seat, tiles):
                return {"name": self._name(seat), "tiles": self._tiles(tiles)}
            case NextCannotPlay(seat, open_values):
                return {"name": self._name(seat), "values": self._listed(open_values)}
            case NextProbablyCannotPlay(seat, open_values, kept):
                return {
                    "name": self._name(seat),
                    "values": self._listed(open_values),
                    "tiles": words.tile_count(kept),
                }
            case NextLacks(seat, lacking, ends):
                values = self._listed(lacking)
                return {"name": self._name(seat), "values": values, "ends": ends}
            case FitsAfter(fitting, left):
                return {"fitting": fitting, "left": left}
            case ScoresNext(tile, points):
                return {"tile": words.tile(tile), "points": words.points(points)}
            case KeepsFives(fives):
                return {"tiles": words.tiles(fives)}
            case DropsDouble(tile):
                return {"tile": words.tile(tile)}
            case DropsPips(seat, pips, held):
                return {
                    "name": self._name(seat),
                    "pips": words.pips(pips),
                    "tiles": words.tile_count(held),
                }
            case OtherScoresMore(other, more, total, seat, risk):
                return {
                    "other": words.action(other),
                    "points": words.points(more),
                    "total": total,
                    "name": self._name(seat),
                    "risk": words.points(risk),
                }
            case OtherRisksMore(other, total, seat, risk):
                return {
                    "other": words.action(other),
                    "total": total,
                    "name": self._name(seat),
                    "risk": words.points(risk),
                }
            case OnlyPlacement(place):
                return {"placement": words.action(place)}
        # What is said with nothing filled in.
        return {}

    def _name(self, seat: int) -> str:
        return self.names[seat - 1]

    def _listed(self, values: Sequence[int]) -> str:
        return self.words.listed([str(value) for value in values])

    def _tiles(self, tiles: TilePoints, more: int = 0) -> str:
        """``[2|5] (20), [0|5] (10) and 2 others``."""
        told = [
            self.words.say("hints.tile-points", tile=self.words.tile(tile), points=points)
            for tile, points in tiles
        ]
        if more:
            told.append(self.words.say_n("hints.more-tiles", more))
        return self.words.listed(told)


def signed(value: float) -> str:
    """A number of points as a difference: with its sign, and a real minus.

    >>> signed(4.6), signed(-15.2), signed(0.2)
    ('+5', '−15', '0')
    """
    whole = round(value)
    return f"+{whole}" if whole > 0 else number(whole)
