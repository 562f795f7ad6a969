"""Where a game and its deck meet."""

from __future__ import annotations

from sniffi.deal.deck import Deck
from sniffi.rules import Game, NotNow, Phase


def play_chance(game: Game, deck: Deck) -> Game:
    """The game after the one draw of a lot, or the deal, that it waits for.

    >>> game = play_chance(Game.new(players=2), Deck(bytes(32)))
    >>> game.events[-1].name
    'lot-drawn'

    Raises:
        NotNow: the game waits for a seat to act, or is over.
    """
    if game.phase is Phase.LOT:
        return game.draw_lot(deck.lot(game.round_number, game.stage, len(game.contenders)))
    if game.phase is Phase.DEAL:
        return game.deal(deck.deal(game.round_number))
    raise NotNow("deal", game.phase)
