"""Chances to win the game between two rounds, as they are kept in the package."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from sniffi.bots.strong.judges import DATA
from sniffi.fast.judging import Floats

SCALE: Final = 65_535
"""The table has whole numbers of so many parts."""
NO_TWO: Final = np.zeros((1, 1))
NO_THREE: Final = np.zeros((1, 1, 1, 1))
"""For the number of players that is not played."""


def equity_file(players: int) -> Path:
    """Written by ``python -m sniffi.arena.fit_equity``."""
    return DATA / f"equity-{players}.npy"


@cache
def equity_for(players: int) -> tuple[Floats, Floats]:
    """The tables of two sides and of three that ``sniffi.fast.thinking`` wants."""
    table = np.load(equity_file(players)) / float(SCALE)
    return (NO_TWO, table) if players == 3 else (table, NO_THREE)
