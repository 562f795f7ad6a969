"""The weights of the strong bots' judges: ``python -m sniffi.arena.fit_judges``.

Policy iteration by least squares. Rounds are played by the present judge, at first ``positional``;
at some of the choices every placement is tried in the very deal and played on by the same judge.
The next judge's weights are those by which the figures of a placement (``sniffi.fast.judging``)
tell best by how much it did better or worse than the choice's other placements. Written is what
the last step gave, into the package, for each number of players.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Final

import numpy as np

from sniffi.bots.strong.judges import JUDGES_FILE, positional_weights
from sniffi.fast import chance, warm_up
from sniffi.fast.fitting import gather, judged_rounds
from sniffi.fast.judging import FIGURES, KNOWS_LACKS, STAGES, WIDTH, Floats

ROUNDS: Final = 300_000
STEPS: Final = 2
SHARE: Final = 0.4
"""Of the choices that are looked at."""
EXPLORE: Final = 0.05
"""How often a placement is made at random."""
RIDGE: Final = 1e-3
"""Keeps weights of figures that tell the same from growing against each other."""
DIGITS: Final = 3
DEALS: Final = 20_000


def better_judge(players: int, weights: Floats, rounds: int, seed: int) -> Floats:
    """The weights that tell best how placements do when all play by ``weights`` from then on."""
    squares = np.zeros((STAGES, FIGURES, FIGURES))
    products = np.zeros((STAGES, FIGURES))
    gather(players, rounds, weights, SHARE, EXPLORE, chance.seeded(seed), squares, products)
    found = np.zeros((STAGES, WIDTH))
    found[:, KNOWS_LACKS] = 1
    for stage in range(STAGES):
        scale = np.sqrt(np.diag(squares[stage]))
        scale[scale == 0] = 1
        system = squares[stage] / np.outer(scale, scale) + RIDGE * np.eye(FIGURES)
        found[stage, :FIGURES] = np.linalg.solve(system, products[stage] / scale) / scale
    return found


def margin_over(
    players: int, weights: Floats, other: Floats, deals: int, seed: int
) -> tuple[float, float]:
    """By how many points a round a judge is ahead of another, and the standard error.

    With three players seat 1 is the one, and seats 2 and 3 the other.
    """
    margins = np.zeros((deals, 2))
    judges = np.ascontiguousarray(np.stack([weights, other]))
    seats = np.array([0, 1, 0 if players == 4 else 1, 1])
    judged_rounds(players, deals, judges, seats, chance.seeded(seed), margins)
    each = margins[:, 0] if players == 3 else (margins[:, 0] - margins[:, 1]) / 2
    return float(each.mean()), float(each.std() / deals**0.5)


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit the judges and write them."""
    parser = ArgumentParser(description="Fit the judges of the strong bots.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    options = parser.parse_args(arguments)
    warm_up()
    fitted = {}
    for players in (2, 3, 4):
        start = positional_weights()
        weights = start.copy()
        weights[:, KNOWS_LACKS] = 1
        for step in range(STEPS):
            seed = 1000 * options.seed + 10 * players + step
            weights = better_judge(players, weights, options.rounds, seed)
            mean, error = margin_over(players, weights, start, DEALS, options.seed)
            print(f"{players} players, step {step + 1}: {mean:+.2f} ± {error:.2f} over positional")
        fitted[str(players)] = np.round(weights, DIGITS).tolist()
    lines = (
        f' "{players}": [\n' + ",\n".join(f"  {json.dumps(row)}" for row in rows) + "\n ]"
        for players, rows in fitted.items()
    )
    JUDGES_FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
