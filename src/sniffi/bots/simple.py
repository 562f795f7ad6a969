"""Two bots that look no further than the placement itself: something to measure others by."""

from __future__ import annotations

from sniffi.bots.bot import SeededBot
from sniffi.rules import Action, Layout, Place, RoundView


class RandomBot(SeededBot):
    """Any legal placement, each equally likely."""

    def pick(self, view: RoundView, legal: tuple[Action, ...]) -> Action:
        """See ``SeededBot.pick``."""
        return self.generator(view).choice(legal)


class GreedyBot(SeededBot):
    """Most points now; of those most pips; of those any, each equally likely."""

    def pick(self, view: RoundView, legal: tuple[Action, ...]) -> Action:
        """See ``SeededBot.pick``."""
        worth = [_worth(view.layout, action) for action in legal]
        best = max(worth)
        liked = [action for action, value in zip(legal, worth, strict=True) if value == best]
        return self.any_of(view, liked)


def _worth(layout: Layout, action: Action) -> tuple[int, int]:
    """Raw points, then pips laid; nothing for what is no placement."""
    if not isinstance(action, Place):
        return 0, 0
    return layout.place(action.tile, action.spot).points, action.tile.pips
