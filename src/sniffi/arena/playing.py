"""Bots play a round or a game to its end, and their choices are timed.

A seat with one legal action does it without being asked: no view is made, nothing is timed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter_ns

from sniffi.bots import Bot
from sniffi.deal import Deck, play_chance
from sniffi.rules import Action, Game, Phase, Round

Clocks = Sequence[list[int]]
"""For each seat, where the nanoseconds of each of its choices go."""


@dataclass(frozen=True, slots=True)
class Played:
    """How a round or a game ended."""

    scores: tuple[int, ...]
    """Raw points of each side."""
    best: tuple[int, ...]
    """The sides that won, from 1: in a round those with most points, in a game the winner."""


def play_round(round: Round, bots: Sequence[Bot], clocks: Clocks) -> Played:
    """Play a round that stands alone; ``bots`` are in the order of the seats."""
    while round.result is None:
        round = round.act(_action(round, bots, clocks))
    most = max(round.scores)
    return Played(
        round.scores, tuple(side for side, score in enumerate(round.scores, 1) if score == most)
    )


def play_game(game: Game, deck: Deck, bots: Sequence[Bot], clocks: Clocks) -> Played:
    """Play a whole game, its lots and deals by ``deck``."""
    while game.winner is None:
        if game.phase is not Phase.PLAY or game.round is None:
            game = play_chance(game, deck)
        else:
            game = game.act(_action(game.round, bots, clocks))
    return Played(game.scores, (game.winner,))


def _action(round: Round, bots: Sequence[Bot], clocks: Clocks) -> Action:
    legal = round.legal_actions()
    if len(legal) == 1:
        return legal[0]
    seat = round.to_act
    view = round.seen_by(seat)
    started = perf_counter_ns()
    action = bots[seat - 1].choose(view)
    clocks[seat - 1].append(perf_counter_ns() - started)
    return action
