"""The game's words in Finnish and English, in the order of the rules."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the game."""

    text: str
    """The key of the word itself."""
    meaning: str
    """The key of what it is."""
    page: str
    """The page of the rules that tells more."""
    core: str | None = None
    """A text of the game's own catalogue in which the word stands."""


TERMS: tuple[Term, ...] = (
    Term("learn.term-tile", "learn.term-tile-what", "deal", "core.tiles"),
    Term("learn.term-half", "learn.term-half-what", "placing", "core.counted-branch"),
    Term("learn.term-pips", "learn.term-pips-what", "placing"),
    Term("learn.term-double", "learn.term-double-what", "placing", "core.counted-double"),
    Term("learn.term-layout", "learn.term-layout-what", "placing", "web.layout"),
    Term("learn.term-sniff", "learn.term-sniff-what", "sniff", "core.sniff"),
    Term("learn.term-line", "learn.term-line-what", "placing", "core.line-a"),
    Term("learn.term-branch", "learn.term-branch-what", "sniff", "core.branch-a"),
    Term("learn.term-low", "learn.term-low-what", "placing", "core.low"),
    Term("learn.term-high", "learn.term-high-what", "placing", "core.high"),
    Term("learn.term-spot", "learn.term-spot-what", "placing", "core.spot-not-named"),
    Term("learn.term-counted", "learn.term-counted-what", "scoring"),
    Term("learn.term-placement", "learn.term-placement-what", "placing", "core.last-placement"),
    Term("learn.term-placement-points", "learn.term-placement-points-what", "scoring"),
    Term("learn.term-raw", "learn.term-raw-what", "scoring"),
    Term("learn.term-boneyard", "learn.term-boneyard-what", "deal", "web.boneyard"),
    Term("learn.term-draw", "learn.term-draw-what", "ending"),
    Term("learn.term-pass", "learn.term-pass-what", "ending"),
    Term("learn.term-round", "learn.term-round-what", "start", "core.phase-play"),
    Term("learn.term-game", "learn.term-game-what", "winning", "core.phase-over"),
    Term("learn.term-out", "learn.term-out-what", "ending"),
    Term("learn.term-block", "learn.term-block-what", "ending", "core.blocked"),
    Term("learn.term-deduction", "learn.term-deduction-what", "ending", "core.deducted"),
    Term("learn.term-pair", "learn.term-pair-what", "deal"),
    Term("learn.term-side", "learn.term-side-what", "deal"),
    Term("learn.term-lot", "learn.term-lot-what", "start"),
    Term("learn.term-stroke", "learn.term-stroke-what", "paper", "core.strokes"),
    Term("learn.term-fifty", "learn.term-fifty-what", "paper", "core.fifty-marks"),
)
