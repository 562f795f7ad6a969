"""What there is to say about a placement: facts that a seat can check from what it sees.

Each kind is a frozen dataclass with the key of its text and a weight: how telling it is. The facts
are found in ``reasons`` and said in ``sentences``; docs/hints.md lists them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sniffi.rules import CountedValue, Place, Tile

TilePoints = tuple[tuple[Tile, int], ...]
"""Tiles with what each would score, the most first."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact about a placement."""

    key: ClassVar[str]
    """The text that says it."""
    base: ClassVar[float]

    @property
    def weight(self) -> float:
        """How telling it is; the facts of the most weight are said."""
        return self.base + self._more()

    def _more(self) -> float:
        return 0


# What the placement does now -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Scores(Fact):
    """It scores ``points``; ``counted`` are the terms of the sum."""

    key: ClassVar[str] = "hints.fact-scores"
    base: ClassVar[float] = 60
    points: int
    counted: tuple[CountedValue, ...]

    def _more(self) -> float:
        return self.points


@dataclass(frozen=True, slots=True)
class ScoresNothing(Fact):
    """It scores nothing; the sum becomes ``total``."""

    key: ClassVar[str] = "hints.fact-scores-nothing"
    base: ClassVar[float] = 31
    total: int
    counted: tuple[CountedValue, ...]


@dataclass(frozen=True, slots=True)
class WinsGame(Fact):
    """It brings the side to ``score``, which reaches the target (R7.2)."""

    key: ClassVar[str] = "hints.fact-wins-game"
    base: ClassVar[float] = 200
    score: int
    target: int


@dataclass(frozen=True, slots=True)
class GoesOut(Fact):
    """It is the hand's last tile, so the round ends (R6.5)."""

    key: ClassVar[str] = "hints.fact-goes-out"
    base: ClassVar[float] = 150


# What it does to the layout ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MakesSniff(Fact):
    """The double ``tile`` becomes the Sniff and counts ``value`` (R4.1, R4.2)."""

    key: ClassVar[str] = "hints.fact-makes-sniff"
    base: ClassVar[float] = 22
    tile: Tile
    value: int


@dataclass(frozen=True, slots=True)
class FillsLines(Fact):
    """It fills the second line of the Sniff: both branches open, each counts ``value`` (R4.3)."""

    key: ClassVar[str] = "hints.fact-fills-lines"
    base: ClassVar[float] = 27
    sniff: Tile
    value: int
    before: int
    total: int


@dataclass(frozen=True, slots=True)
class OpensBranch(Fact):
    """It opens a branch of the Sniff, which no longer counts ``value`` there (R4.4)."""

    key: ClassVar[str] = "hints.fact-opens-branch"
    base: ClassVar[float] = 26
    sniff: Tile
    value: int
    before: int
    total: int


@dataclass(frozen=True, slots=True)
class CoversDouble(Fact):
    """It is joined beyond ``double``, which counted ``value`` and counts nothing now (R3.3)."""

    key: ClassVar[str] = "hints.fact-covers-double"
    base: ClassVar[float] = 23
    double: Tile
    value: int
    before: int
    total: int


@dataclass(frozen=True, slots=True)
class DeadEnd(Fact):
    """An open spot needs ``value``, and every tile that has it is on the table."""

    key: ClassVar[str] = "hints.fact-dead-end"
    base: ClassVar[float] = 30
    value: int


# What the next player can do -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NextMayScore(Fact):
    """It leaves ``total``; the opponent in ``seat``, who is next, scores with ``tiles`` (three at
    most, the best), if they hold one: none is sure, ``more`` others score too."""

    key: ClassVar[str] = "hints.fact-next-may-score"
    base: ClassVar[float] = 40
    seat: int
    total: int
    tiles: TilePoints
    more: int

    def _more(self) -> float:
        return self.tiles[0][1] / 2


@dataclass(frozen=True, slots=True)
class NextWillScore(Fact):
    """It leaves ``total``, and the next opponent is known to hold ``tiles``, which score on it."""

    key: ClassVar[str] = "hints.fact-next-will-score"
    base: ClassVar[float] = 55
    seat: int
    total: int
    tiles: TilePoints

    def _more(self) -> float:
        return self.tiles[0][1]


@dataclass(frozen=True, slots=True)
class NextCannotScore(Fact):
    """It leaves ``total``, on which no tile scores that the next opponent may hold."""

    key: ClassVar[str] = "hints.fact-next-cannot-score"
    base: ClassVar[float] = 46
    seat: int
    total: int


@dataclass(frozen=True, slots=True)
class NextMayWin(Fact):
    """With one of ``tiles`` the next opponent, who may hold them, would reach the target."""

    key: ClassVar[str] = "hints.fact-next-may-win"
    base: ClassVar[float] = 90
    seat: int
    tiles: TilePoints


@dataclass(frozen=True, slots=True)
class NextCannotPlay(Fact):
    """No tile that the next opponent may hold fits: only ``values`` are open."""

    key: ClassVar[str] = "hints.fact-next-cannot-play"
    base: ClassVar[float] = 56
    seat: int
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NextProbablyCannotPlay(Fact):
    """Only ``values`` are open. The next opponent drew or passed on each of them, and has since
    kept ``kept`` tiles that it drew, which may fit."""

    key: ClassVar[str] = "hints.fact-next-probably-cannot-play"
    base: ClassVar[float] = 42
    seat: int
    values: tuple[int, ...]
    kept: int

    def _more(self) -> float:
        return -3 * self.kept


@dataclass(frozen=True, slots=True)
class NextLacks(Fact):
    """``ends`` of the open spots, not all, need ``values``, which the next opponent lacks."""

    key: ClassVar[str] = "hints.fact-next-lacks"
    base: ClassVar[float] = 28
    seat: int
    values: tuple[int, ...]
    ends: int

    def _more(self) -> float:
        return 3 * self.ends


@dataclass(frozen=True, slots=True)
class PartnerMayScore(Fact):
    """On the sum as it is left the partner scores with ``tiles``, if they hold one."""

    key: ClassVar[str] = "hints.fact-partner-may-score"
    base: ClassVar[float] = 20
    seat: int
    tiles: TilePoints

    def _more(self) -> float:
        return self.tiles[0][1] / 2


# What it leaves in the own hand --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OnlyYou(Fact):
    """An open spot needs ``value``, and only the own hand has tiles with it left."""

    key: ClassVar[str] = "hints.fact-only-you"
    base: ClassVar[float] = 44
    value: int


@dataclass(frozen=True, slots=True)
class KeepsLast(Fact):
    """It keeps ``tile``, the hand's only one for the open ``value``, that could be placed now."""

    key: ClassVar[str] = "hints.fact-keeps-last"
    base: ClassVar[float] = 21
    tile: Tile
    value: int


@dataclass(frozen=True, slots=True)
class GivesUpLast(Fact):
    """It is the hand's last tile with ``value``, which is open afterwards."""

    key: ClassVar[str] = "hints.fact-gives-up-last"
    base: ClassVar[float] = 24
    value: int


@dataclass(frozen=True, slots=True)
class FitsAfter(Fact):
    """``fitting`` of the ``left`` tiles that are left in hand fit afterwards."""

    key: ClassVar[str] = "hints.fact-fits-after"
    base: ClassVar[float] = 10
    fitting: int
    left: int

    def _more(self) -> float:
        return 12 * self.fitting / self.left


@dataclass(frozen=True, slots=True)
class NothingFits(Fact):
    """None of the tiles that are left in hand fits afterwards."""

    key: ClassVar[str] = "hints.fact-nothing-fits"
    base: ClassVar[float] = 36


@dataclass(frozen=True, slots=True)
class ScoresNext(Fact):
    """If nothing changes, ``tile`` scores ``points`` at the next turn."""

    key: ClassVar[str] = "hints.fact-scores-next"
    base: ClassVar[float] = 18
    tile: Tile
    points: int

    def _more(self) -> float:
        return self.points / 2


@dataclass(frozen=True, slots=True)
class KeepsFives(Fact):
    """It keeps ``tiles``, all that the hand has with a five, one of which could be placed now."""

    key: ClassVar[str] = "hints.fact-keeps-fives"
    base: ClassVar[float] = 17
    tiles: tuple[Tile, ...]

    def _more(self) -> float:
        return len(self.tiles)


@dataclass(frozen=True, slots=True)
class DropsDouble(Fact):
    """It gets rid of a double, which fits one value alone."""

    key: ClassVar[str] = "hints.fact-drops-double"
    base: ClassVar[float] = 20
    tile: Tile

    def _more(self) -> float:
        return self.tile.pips / 2


@dataclass(frozen=True, slots=True)
class DropsPips(Fact):
    """It takes ``pips`` out of the hand while ``seat`` has only ``tiles`` tiles left."""

    key: ClassVar[str] = "hints.fact-drops-pips"
    base: ClassVar[float] = 26
    seat: int
    pips: int
    tiles: int

    def _more(self) -> float:
        return self.pips


# Beside the others ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OtherScoresMore(Fact):
    """``other`` would score ``more`` more now, but leaves ``total``, on which the next opponent
    may score ``risk``: more than after this placement."""

    key: ClassVar[str] = "hints.fact-other-scores-more"
    base: ClassVar[float] = 80
    other: Place
    more: int
    total: int
    seat: int
    risk: int


@dataclass(frozen=True, slots=True)
class OtherRisksMore(Fact):
    """``other`` scores as much now, but leaves ``total``, on which the next opponent may score
    ``risk``: more than after this placement."""

    key: ClassVar[str] = "hints.fact-other-risks-more"
    base: ClassVar[float] = 52
    other: Place
    total: int
    seat: int
    risk: int


@dataclass(frozen=True, slots=True)
class ScoresMost(Fact):
    """No other placement scores as much now; the next best scores ``less`` less."""

    key: ClassVar[str] = "hints.fact-scores-most"
    base: ClassVar[float] = 33
    less: int

    def _more(self) -> float:
        return self.less


# Where there is nothing to choose ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OnlyPlacement(Fact):
    """There is one legal placement, and nothing to choose."""

    key: ClassVar[str] = "hints.fact-only-placement"
    base: ClassVar[float] = 300
    place: Place


@dataclass(frozen=True, slots=True)
class MustDraw(Fact):
    """Nothing fits, so a tile is to be drawn (R6.2)."""

    key: ClassVar[str] = "hints.fact-must-draw"
    base: ClassVar[float] = 300


@dataclass(frozen=True, slots=True)
class MustPass(Fact):
    """Nothing fits and nothing can be drawn (R6.3)."""

    key: ClassVar[str] = "hints.fact-must-pass"
    base: ClassVar[float] = 300


FACTS: tuple[type[Fact], ...] = (
    WinsGame,
    GoesOut,
    Scores,
    ScoresNothing,
    ScoresMost,
    OtherScoresMore,
    OtherRisksMore,
    NextMayWin,
    NextWillScore,
    NextMayScore,
    NextCannotScore,
    NextCannotPlay,
    NextProbablyCannotPlay,
    NextLacks,
    PartnerMayScore,
    MakesSniff,
    FillsLines,
    OpensBranch,
    CoversDouble,
    DeadEnd,
    OnlyYou,
    KeepsLast,
    GivesUpLast,
    FitsAfter,
    NothingFits,
    ScoresNext,
    KeepsFives,
    DropsDouble,
    DropsPips,
    OnlyPlacement,
    MustDraw,
    MustPass,
)
"""Every kind of fact."""
