"""A game with those who play it: people, bots and the deck."""

from __future__ import annotations

import hmac
from dataclasses import dataclass, replace

from sniffi.bots import parse_bot
from sniffi.deal import Deck, play_chance
from sniffi.record import GameRecord
from sniffi.rules import Action, Game, GameView
from sniffi.terminal.plan import Plan

BOT_SEED_BYTES = 8


def bot_seed(seed: bytes, seat: int, events: int) -> int:
    """The seed of a bot's generator for one choice, from the game's secret ``seed``.

    It depends on nothing else than where the game stands, so a game that was broken off and taken
    up again goes on as it would have. It tells nothing of the tiles: it is an HMAC of the seed.
    """
    message = f"sniffi-terminal-bot-1/{seat}/{events}"
    return int.from_bytes(hmac.digest(seed, message.encode("ascii"), "sha256")[:BOT_SEED_BYTES])


@dataclass(frozen=True, slots=True)
class Match:
    """A position of the game and all that decides how it goes on."""

    plan: Plan
    deck: Deck
    game: Game

    @classmethod
    def begin(cls, plan: Plan, seed: bytes) -> Match:
        """A game before its first lot."""
        deck = Deck(seed, plan.nonces)
        return cls(plan, deck, Game.new(plan.players, plan.target))

    def after_chance(self) -> Match:
        """After the lot or the deal that the game waits for.

        Raises:
            NotNow: it waits for neither.
        """
        return replace(self, game=play_chance(self.game, self.deck))

    def after(self, action: Action, seat: int) -> Match:
        """After the seat's action.

        Raises:
            Refused: the rules do not allow it.
        """
        return replace(self, game=self.game.act(action, seat=seat))

    def bots_action(self, seat: int) -> Action:
        """What the bot in the seat does, from what it sees and its own chance."""
        name = self.plan.bots[seat - 1]
        assert name is not None
        seed = bot_seed(self.deck.seed, seat, len(self.game.events))
        return parse_bot(name).make(seed).choose(self.game.seen_by(seat))

    def seen_by(self, seat: int | None) -> GameView:
        """What the seat may know; what everybody may know when it is None."""
        return self.game.seen_by(seat)

    def record(self) -> GameRecord:
        """The game written down; with the seed once it is over."""
        tags = {f"Bot{seat}": bot for seat, bot in enumerate(self.plan.bots, 1) if bot is not None}
        return GameRecord.of(self.game, self.plan.names, deck=self.deck, tags=tags)
