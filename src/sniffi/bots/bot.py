"""What a bot is: it chooses from what its seat sees, and from its own seed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Protocol

from sniffi.bots.errors import NotInTurn
from sniffi.rules import Action, GameView, RoundView


class Bot(Protocol):
    """A view in, an action out. The same bot given the same view chooses the same."""

    def choose(self, view: RoundView | GameView) -> Action:
        """One of the view's legal actions.

        Raises:
            NotInTurn: it is not the turn of the view's seat.
        """
        ...


def round_of(view: RoundView | GameView) -> RoundView:
    """The round that is being played in ``view``; it holds all that matters for a choice, the
    game's scores and target too.

    Raises:
        NotInTurn: no round is being played.
    """
    round = view.round if isinstance(view, GameView) else view
    if round is None:
        raise NotInTurn(view.seat)
    return round


class SeededBot(ABC):
    """A bot that needs no thought where there is no choice, and has chance of its own where there
    is.

    Nothing is kept from one choice to the next: a bot made anew from its seed, on another server
    or after a restart, goes on as the first would have.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, view: RoundView | GameView) -> Action:
        """See ``Bot.choose``."""
        round = round_of(view)
        legal = round.legal_actions()
        if not legal:
            raise NotInTurn(view.seat)
        return legal[0] if len(legal) == 1 else self.pick(round, legal)

    @abstractmethod
    def pick(self, view: RoundView, legal: tuple[Action, ...]) -> Action:
        """One of ``legal``, which are at least two; all of them are placements, for a draw or a
        pass leaves no choice (R6)."""

    def generator(self, view: RoundView) -> Random:
        """The generator for the choice at hand: from the seed, the round, the seat and the number
        of things that have happened, which everybody knows."""
        return Random(f"{self.seed}/{view.number}/{view.seat}/{len(view.events)}")

    def any_of(self, view: RoundView, liked: Sequence[Action]) -> Action:
        """One of ``liked``, of which there is one at least, each equally likely."""
        return liked[0] if len(liked) == 1 else self.generator(view).choice(liked)
