"""Records of tables with real tiles: what their tags tell of the sheet that kept the score."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sniffi.record.model import GameRecord
from sniffi.rules import Dealt
from sniffi.rules.seats import sides

KEPT = "Sheet"
"""The tag that says what was told on the sheet: ``TILES`` or ``SUMS``."""
SCORES = "SheetScores"
"""The tag with the scores of the sides where the events do not lead to them."""
TILES = "tiles"
SUMS = "sums"

_SCORES = re.compile(r"-?\d{1,9}(?: -?\d{1,9})*", re.ASCII)


@dataclass(frozen=True, slots=True)
class FromSheet:
    """What a record says of its sheet."""

    sums: bool
    """Whether the sums alone were told, and no tiles."""
    scores: tuple[int, ...] | None
    """Of the sides; None where the events tell them."""
    over: bool
    """Whether a side has reached the target by these scores or by the events (R7.2)."""


def from_sheet(record: GameRecord) -> FromSheet | None:
    """What a record says of its sheet; None when it is from none.

    Nobody sees hands and boneyard at a real table, and nobody promises the shuffle: a record that
    tells them is from no sheet, whatever it says.
    """
    kept = record.tag(KEPT)
    if kept not in (TILES, SUMS) or record.commitment is not None:
        return None
    if any(isinstance(event, Dealt) and any(map(_told, event.hands)) for event in record.events):
        return None
    told = record.tag(SCORES) or ""
    scores = tuple(map(int, told.split(" "))) if _SCORES.fullmatch(told) else None
    if scores is not None and len(scores) != len(sides(record.players)):
        scores = None
    over = record.over or any(score >= record.target for score in scores or ())
    return FromSheet(kept == SUMS, scores, over)


def _told(hand: tuple[object, ...]) -> bool:
    return any(tile is not None for tile in hand)
