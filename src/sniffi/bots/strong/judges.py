"""The judges that the strong bots know: two well-known ways to play, and one that was fitted."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from sniffi.fast.judging import NEXT_STAGES, PIPS_LAID, POINTS_NOW, REPLY, STAGES, WIDTH, Floats

DATA: Final = Path(__file__).with_name("data")
JUDGES_FILE: Final = DATA / "judges.json"
"""Written by ``python -m sniffi.arena.fit_judges``."""

POSITIONAL: Final = 0
GREEDY: Final = 1
FITTED: Final = 2


def positional_weights(pips: float = 0.3) -> Floats:
    """The judge that plays as ``positional`` does."""
    weights = np.zeros((STAGES, WIDTH))
    weights[:, [POINTS_NOW, REPLY, PIPS_LAID]] = 1.0, -1.0, pips
    # Nobody replies to a last tile.
    weights[:NEXT_STAGES, REPLY] = 0.0
    return weights


def greedy_weights() -> Floats:
    """The judge that plays as ``greedy`` does: pips count less than any difference in points."""
    weights = np.zeros((STAGES, WIDTH))
    weights[:, [POINTS_NOW, PIPS_LAID]] = 1.0, 0.05
    return weights


@cache
def judges_for(players: int) -> Floats:
    """The three judges, by number, for so many players."""
    fitted = np.array(json.loads(JUDGES_FILE.read_text(encoding="utf-8"))[str(players)])
    return np.stack([positional_weights(), greedy_weights(), fitted])
