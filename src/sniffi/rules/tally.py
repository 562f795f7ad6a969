"""Paper scoring: strokes and fifty marks (R8)."""

from __future__ import annotations

from dataclasses import dataclass

STROKE = 5
"""Raw points of one stroke (R8.1)."""
FIFTY_MARK = 10
"""Strokes in one fifty mark: two for the large X, two for each of the four small ones (R8.1)."""


@dataclass(frozen=True, slots=True)
class Tally:
    """A score as it is drawn on paper: whole fifty marks, strokes, and what is kept beside.

    >>> Tally.of(-68)
    Tally(minus=True, fifty_marks=1, strokes=3, remainder=3)
    """

    minus: bool
    """Whether the score is below zero; kept beside the marks (R8.2)."""
    fifty_marks: int
    strokes: int
    """Strokes beyond the fifty marks, 0 to 9."""
    remainder: int
    """Points below a stroke, 0 to 4; kept beside the marks (R8.2)."""

    @classmethod
    def of(cls, points: int) -> Tally:
        """The marks for these raw points."""
        strokes, remainder = divmod(abs(points), STROKE)
        fifty_marks, strokes = divmod(strokes, FIFTY_MARK)
        return cls(points < 0, fifty_marks, strokes, remainder)

    @property
    def points(self) -> int:
        """The raw points that the marks stand for, exactly (R8.2)."""
        size = (self.fifty_marks * FIFTY_MARK + self.strokes) * STROKE + self.remainder
        return -size if self.minus else size
