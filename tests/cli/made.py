"""Games made to measure."""

from __future__ import annotations

import random
from pathlib import Path

from sniffi.deal import Deck, play_chance
from sniffi.record import GameRecord, loads
from sniffi.rules import Game

SHORT = Path(__file__).parents[2] / "docs" / "examples" / "short.sniff"
DECK = Deck(bytes(32), ("aino", "eero"))
NAMES = ("Aino", "Eero", "Liisa", "Matti")


def short() -> GameRecord:
    """The game of the examples on the pages."""
    (record,) = loads(SHORT.read_bytes())
    return record


def played(
    players: int = 2,
    *,
    target: int = 60,
    deck: Deck = DECK,
    later: Deck | None = None,
    turns: int | None = None,
) -> Game:
    """A game of chance; after round 1 its chance is that of ``later``, if one is given."""
    chance = random.Random(7)
    game = Game.new(players, target)
    while game.winner is None and (turns is None or len(game.events) < turns):
        if game.to_act is None:
            game = play_chance(game, later if later and game.round_number > 1 else deck)
        else:
            game = game.act(chance.choice(game.legal_actions()))
    return game


def record_of(game: Game, deck: Deck = DECK) -> GameRecord:
    """The game written down, with its seed when it is over."""
    return GameRecord.of(game, NAMES[: game.players], deck=deck)
