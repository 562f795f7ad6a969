"""Positions of rounds as they are played: all that come up in the round of a chance."""

from __future__ import annotations

from sniffi.deal import SEED_BYTES, Deck
from sniffi.learn.chance import Chance
from sniffi.rules import HAND_SIZE, Action, Layout, Place, Round


def positions(chance: Chance, *, only_chance: bool = False) -> tuple[Round, ...]:
    """Every position of one round, from the deal to its end.

    Two, three or four players; all of them choose by chance, or, unless that is to be quick, in
    half of the rounds all choose what scores most at once.
    """
    players = chance.choice(tuple(HAND_SIZE))
    starter = 1 + chance.below(players)
    greedy = bool(chance.below(2)) and not only_chance
    deck = Deck(chance.bytes(SEED_BYTES))
    round = Round.deal(deck.deal(1), players, starter)
    found = [round]
    while round.result is None:
        legal = round.legal_actions()
        if greedy:
            most = max(points_of(round.layout, action) for action in legal)
            legal = tuple(each for each in legal if points_of(round.layout, each) == most)
        round = round.act(legal[0] if len(legal) == 1 else chance.choice(legal))
        found.append(round)
    return tuple(found)


def points_of(layout: Layout, action: Action) -> int:
    """What an action scores at once."""
    if not isinstance(action, Place):
        return 0
    return layout.place(action.tile, action.spot).points
