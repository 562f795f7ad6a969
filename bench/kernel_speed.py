"""Speed of the compiled kernel at random rounds, beside the same in C.

Run ``python bench/kernel_speed.py``; bench/README.md tells what is measured.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import numpy as np
from c_programs import built, seconds_of_children

import sniffi
from sniffi.fast import chance, playouts, warm_up

PLAYERS = (2, 3, 4)
GOAL = 0.9
"""Rounds a second on one core, to those of the program in C."""
GOAL_OF_TWO = 1.8
"""Rounds a second by two threads, to those by one."""


def play(players: int, rounds: int, seed: int, policy: int) -> None:
    """Play rounds in this thread."""
    policies = np.full(4, policy, np.int64)
    sums = np.zeros(8, np.int64)
    playouts.random_rounds(players, rounds, policies, chance.seeded(seed), sums)


def own_seconds(players: int, rounds: int, seed: int, policy: int) -> float:
    """Processor seconds of rounds in this thread."""
    start = time.thread_time()
    play(players, rounds, seed, policy)
    return time.thread_time() - start


def c_seconds(program: Path, players: int, rounds: int, seed: int) -> float:
    """Processor seconds of rounds by the program in C."""
    start = seconds_of_children()
    command = [str(program), str(players), str(rounds), str(seed)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return seconds_of_children() - start


def elapsed(work: Callable[[int], None], many: int) -> float:
    """Seconds by the clock until ``many`` threads have done the work, each with its own number."""
    threads = [threading.Thread(target=work, args=(number,)) for number in range(many)]
    start = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.perf_counter() - start


def row(name: str, ours: list[float], theirs: list[float], rounds: int) -> float:
    """Print a line of the table; the ratio of speeds."""
    ratios = [their / our for our, their in zip(ours, theirs, strict=True)]
    print(
        f"{name:28}{rounds / median(ours):>12,.0f}{rounds / median(theirs):>12,.0f}"
        f"{median(ratios):>8.2f}{min(ratios):>8.2f}{max(ratios):>8.2f}"
    )
    return median(ratios)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=200_000, help="rounds in a batch")
    parser.add_argument("--repeats", type=int, default=15, help="batches of each kind")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.rounds < 1 or options.repeats < 1:
        parser.error("at least one round and one repeat")
    rounds, seed = options.rounds, options.seed
    warm_up()
    with tempfile.TemporaryDirectory() as folder:
        program = built("playout", folder)
        print(
            f"sniffi {sniffi.__version__}, Python {sys.version.split()[0]}, seed {seed}: medians of"
            f" {options.repeats} batches of {rounds:,} rounds, processor seconds of one core"
        )
        print(f"{'rounds/s':28}{'sniffi':>12}{'C':>12}{'ratio':>8}{'least':>8}{'most':>8}")
        missed = []
        for policy, name in ((playouts.RANDOM, "random"), (playouts.GREEDY, "greedy, C random")):
            for players in PLAYERS:
                ours: list[float] = []
                theirs: list[float] = []
                for repeat in range(options.repeats):
                    # In turn, so that a slow spell of the machine falls on both.
                    ours.append(own_seconds(players, rounds, seed + repeat, policy))
                    theirs.append(c_seconds(program, players, rounds, seed + repeat))
                ratio = row(f"{players} players, {name}", ours, theirs, rounds)
                if policy == playouts.RANDOM and ratio < GOAL:
                    missed.append(f"{players} players")
        print(f"goal {GOAL}: {'missed with ' + ', '.join(missed) if missed else 'met'}")
        ours_two, c_two = two_at_once(program, rounds, seed, options.repeats)
        verdict = "met" if ours_two >= GOAL_OF_TWO else "missed"
        if c_two < GOAL_OF_TWO:
            verdict += f"; this machine gave two processes in C only {c_two:.2f}"
        print(f"goal {GOAL_OF_TWO}: {verdict}")
    return 0


def two_at_once(program: Path, rounds: int, seed: int, repeats: int) -> tuple[float, float]:
    """Print how much two threads do in the time of one, and two processes of the program in C."""

    def ours(number: int) -> None:
        play(2, rounds, seed + number, playouts.RANDOM)

    def theirs(number: int) -> None:
        c_seconds(program, 2, rounds, seed + number)

    gains: dict[str, list[float]] = {"two threads": [], "two processes in C": []}
    for _ in range(repeats):
        for name, work in (("two threads", ours), ("two processes in C", theirs)):
            gains[name].append(2 * elapsed(work, 1) / elapsed(work, 2))
    for name, found in gains.items():
        print(f"{name:28}{median(found):>8.2f} times one ({min(found):.2f} to {max(found):.2f})")
    ours_two, c_two = map(median, gains.values())
    return ours_two, c_two


if __name__ == "__main__":
    sys.exit(main())
