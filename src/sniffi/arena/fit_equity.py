"""The tables of match equity: ``python -m sniffi.arena.fit_equity`` (``sniffi.fast.equity``).

Rounds are played by the fitted judge against itself. From every pair, or three, of points needed
each of them is looked at, until the chances that follow are those that were taken. Written are
whole numbers of 65,535ths, into the package.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Final

import numpy as np

from sniffi.bots.strong.equity import SCALE, equity_file
from sniffi.bots.strong.judges import FITTED, judges_for
from sniffi.fast import chance, warm_up
from sniffi.fast.equity import REACH, WIDE_REACH
from sniffi.fast.equity_tables import TOLD, improve_three, improve_two, tell_rounds
from sniffi.fast.judging import Floats

ROUNDS: Final = {2: 20_000, 3: 3_000, 4: 20_000}
FIRST_ROUNDS: Final = {2: 2_000, 3: 500, 4: 2_000}
"""A part of the rounds is enough for a first table, from which the last sweeps begin."""
STILL: Final = 0.002
"""A table that changes by less in a sweep is done."""


def equity_of(players: int, rounds: int, first_rounds: int, seed: int) -> Floats:
    """The table for so many players: of two sides by what the starter's side and the other need,
    of three players by what the starter, the next and the third need."""
    told = np.zeros((rounds, TOLD), np.int64)
    judge = judges_for(players)[FITTED : FITTED + 1].copy()
    tell_rounds(players, judge, chance.seeded(seed), told)
    three = players == 3
    shape = (WIDE_REACH,) * 3 + (3,) if three else (REACH, REACH)
    table = np.full(shape, 1 / 3 if three else 1 / 2)
    improve = improve_three if three else improve_two
    for part in (told[:first_rounds], told):
        while (change := improve(part, table)) > STILL:
            print(f"{players} players, {len(part)} rounds: changed by {change:.4f}", flush=True)
    return table


def main(arguments: Sequence[str] | None = None) -> None:
    """Make the tables and write them."""
    parser = ArgumentParser(description="Make the tables of match equity.")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    warm_up()
    for players in (2, 3, 4):
        table = equity_of(players, ROUNDS[players], FIRST_ROUNDS[players], options.seed)
        np.save(equity_file(players), np.round(table * SCALE).astype(np.uint16))


if __name__ == "__main__":
    main(sys.argv[1:])
