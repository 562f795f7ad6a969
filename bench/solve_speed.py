"""Speed of the exact solver, beside the one in C, and whether they give the same values.

Run ``python bench/solve_speed.py``; bench/README.md tells what is measured.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from statistics import fmean, median

from c_programs import built

import sniffi
from sniffi.fast.solver import Solved, Solver
from sniffi.rules import Round, parse_tiles

GOAL = 0.5
"""Median and mean time of a deal, to those of the program in C."""
BATCH = 10
"""Deals that each solves in its turn."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--placements", action="store_true", help="solve every opening too")
    options = parser.parse_args()
    if options.deals < 1:
        parser.error("at least one deal")
    solver = Solver()
    ours: list[float] = []
    theirs: list[float] = []
    nodes: list[int] = []
    equal = 0
    with tempfile.TemporaryDirectory() as folder:
        program = str(built("solve", folder))
        command = [program, "deals", str(options.deals), str(options.seed)]
        deals = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        every = deals.splitlines()
        for first in range(0, len(every), BATCH):
            lines = every[first : first + BATCH]
            # In turn, so that a slow spell of the machine falls on both.
            done = subprocess.run(
                [program], input="\n".join(lines), check=True, capture_output=True, text=True
            )
            told = [json.loads(line) for line in done.stdout.splitlines()]
            theirs += [deal["ms"] for deal in told]
            for line, deal in zip(lines, told, strict=True):
                found = solver.solve(
                    Round.deal(parse_tiles(line), 2, 1), actions=options.placements
                )
                ours.append(1000 * found.seconds)
                nodes.append(found.nodes)
                equal += isinstance(found, Solved) and found.value == deal["value"]
    print(
        f"sniffi {sniffi.__version__}, Python {sys.version.split()[0]}: {options.deals} deals,"
        f" seed {options.seed}, milliseconds for a deal by the clock"
    )
    print(f"{'':16}{'median':>9}{'mean':>9}{'95 %':>9}{'most':>9}")
    for name, times in (("sniffi", ours), ("C", theirs)):
        high = sorted(times)[len(times) * 95 // 100]
        print(f"{name:16}{median(times):>9.2f}{fmean(times):>9.2f}{high:>9.2f}{max(times):>9.1f}")
    ratios = (median(ours) / median(theirs), fmean(ours) / fmean(theirs))
    print(f"{'ratio':16}{ratios[0]:>9.2f}{ratios[1]:>9.2f}")
    print(f"positions: {median(nodes):,.0f} (median), {fmean(nodes):,.0f} (mean) for a deal")
    print(f"equal values: {equal} of {options.deals}")
    good = max(ratios) <= GOAL and equal == options.deals
    print(f"goal {GOAL} and all values equal: {'met' if good else 'missed'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
