"""How fast random rounds go through the public API, beside OpenSpiel's dominoes in the same run.

``python bench/round_speed.py``; see bench/README.md for what is measured.
"""

from __future__ import annotations

import argparse
import cProfile
import importlib
import pstats
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

try:
    import sniffi
except ModuleNotFoundError:
    sys.path.insert(0, str(Path(__file__).parent.parent / "src"))
    import sniffi

from sniffi.rules import FULL_SET, Round

PLAYERS = (2, 3, 4)
OPEN_SPIEL = "python_block_dominoes"
GOAL = 40_000


@dataclass(frozen=True, slots=True)
class Count:
    """What was done in a batch of rounds, and in how many seconds of this process."""

    rounds: int
    actions: int
    steps: int
    """Actions and, where dealing goes tile by tile, the tiles dealt."""
    seconds: float


def sniffi_rounds(players: int, rounds: int, seed: int) -> Count:
    """Play random rounds: shuffle, deal, then ``legal_actions`` and ``act`` to the end."""
    generator = Random(seed)
    order = list(FULL_SET)
    actions = 0
    start = process_time()
    for _ in range(rounds):
        generator.shuffle(order)
        round = Round.deal(order, players, generator.randint(1, players))
        while round.result is None:
            round = round.act(generator.choice(round.legal_actions()))
            actions += 1
    return Count(rounds, actions, actions, process_time() - start)


def open_spiel_rounds(game: Any, rounds: int, seed: int) -> Count:
    """Play random rounds of an OpenSpiel game, its dealing included."""
    generator = Random(seed)
    actions = steps = 0
    start = process_time()
    for _ in range(rounds):
        state = game.new_initial_state()
        while not state.is_terminal():
            steps += 1
            if state.is_chance_node():
                state.apply_action(generator.choice(state.chance_outcomes())[0])
            else:
                actions += 1
                state.apply_action(generator.choice(state.legal_actions()))
    return Count(rounds, actions, steps, process_time() - start)


def open_spiel_game() -> Any:
    """The game to compare with; None when OpenSpiel is not installed."""
    try:
        pyspiel = importlib.import_module("pyspiel")
        importlib.import_module("open_spiel.python.games")
    except ModuleNotFoundError:
        return None
    return pyspiel.load_game(OPEN_SPIEL)


def profile(rounds: int, seed: int) -> None:
    """Print where the time of our loop goes."""
    for players in PLAYERS:
        profiler = cProfile.Profile()
        profiler.runcall(sniffi_rounds, players, rounds, seed)
        print(f"{players} players")
        pstats.Stats(profiler).sort_stats("tottime").print_stats(12)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=500, help="rounds in a batch")
    parser.add_argument("--repeats", type=int, default=9, help="batches of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--profile", action="store_true", help="show where our time goes instead")
    options = parser.parse_args()
    if options.rounds < 1 or options.repeats < 1:
        parser.error("at least one round and one repeat")
    if options.profile:
        profile(options.rounds, options.seed)
        return 0

    batches: dict[str, Callable[[], Count]] = {
        f"sniffi, {players} players": partial(sniffi_rounds, players, options.rounds, options.seed)
        for players in PLAYERS
    }
    game = open_spiel_game()
    if game is not None:
        batches[OPEN_SPIEL] = partial(open_spiel_rounds, game, options.rounds, options.seed)
    counts: dict[str, list[Count]] = {name: [] for name in batches}
    for _ in range(options.repeats):
        # In turn, so that a slow spell of the machine falls on all of them.
        for name, batch in batches.items():
            counts[name].append(batch())

    print(
        f"sniffi {sniffi.__version__}, Python {sys.version.split()[0]}, seed {options.seed}:"
        f" medians of {options.repeats} batches of {options.rounds} rounds, one core"
    )
    theirs = counts.get(OPEN_SPIEL)
    heads = ("", "rounds/s", "actions/s", "slowest", "fastest", "ratio", "ratio, with dealing")
    print("{:24}{:>10}{:>11}{:>10}{:>10}{:>8}{:>21}".format(*heads))
    for name, kind in counts.items():
        speeds = [count.actions / count.seconds for count in kind]
        row = [
            f"{name:24}{median(count.rounds / count.seconds for count in kind):>10,.0f}",
            f"{median(speeds):>11,.0f}{min(speeds):>10,.0f}{max(speeds):>10,.0f}",
        ]
        if theirs is not None:
            pairs = list(zip(kind, theirs, strict=True))
            actions = median(a.actions / a.seconds / (b.actions / b.seconds) for a, b in pairs)
            steps = median(a.steps / a.seconds / (b.steps / b.seconds) for a, b in pairs)
            row.append(f"{actions:>8.2f}{steps:>21.2f}")
        print("".join(row))
    if theirs is None:
        print(
            "OpenSpiel is not installed, so there is nothing to compare with: see bench/README.md"
        )
    slow = [
        name
        for name, kind in counts.items()
        if name != OPEN_SPIEL and median(c.actions / c.seconds for c in kind) < GOAL
    ]
    print(f"goal {GOAL:,} actions/s: {'missed by ' + '; '.join(slow) if slow else 'met'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
