"""Rounds, whole and half played, from seeds that a failure's test id tells."""

from __future__ import annotations

from random import Random

from sniffi.rules import FULL_SET, Round, sides


def dealt(generator: Random, players: int, *, target: int | None = None) -> Round:
    """A round dealt at random to a random starter; with a target, in the middle of a game."""
    order = list(FULL_SET)
    generator.shuffle(order)
    starter = generator.randint(1, players)
    before = tuple(generator.choice((-5, 0, 10, 25)) for _ in sides(players))
    if target is None:
        return Round.deal(order, players, starter)
    return Round.deal(order, players, starter, scores_before=before, target=target)


def played(generator: Random, players: int, unplaced: int) -> Round:
    """A round in which at most so many tiles are in hands and in the boneyard, and some are."""
    while True:
        round = dealt(generator, players)
        while round.result is None and len(FULL_SET) - len(round.layout.tiles) > unplaced:
            round = round.act(generator.choice(round.legal_actions()))
        if round.result is None:
            return round
