"""Bots with the limits that people have: each overlooks something, and always the same thing.

None of them blunders by chance. What they do not see they never see, so a person can learn where
they are weak.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable

from sniffi.bots.bot import SeededBot
from sniffi.bots.positional import replies
from sniffi.bots.sums import points_after, total_after
from sniffi.rules import Action, Place, RoundView, Tile
from sniffi.rules.spot import BRANCHES

ON_FINGERS = (5, 10)
"""The sums that a beginner sees."""
ENDS_AT_A_GLANCE = 2
"""How many counted values a beginner adds to."""
EASILY_ADDED = 15
"""The highest sum that a casual player sees."""


class EasyBot(SeededBot):
    """A bot that sees some of its placements better than others."""

    @abstractmethod
    def liked(self, view: RoundView, places: list[Place]) -> list[Place]:
        """The placements that are equally good to it, at least one of ``places``."""

    def pick(self, view: RoundView, legal: tuple[Action, ...]) -> Action:
        """See ``SeededBot.pick``."""
        places = [action for action in legal if isinstance(action, Place)]
        return self.any_of(view, self.liked(view, places))


class BeginnerBot(EasyBot):
    """Counts on its fingers, and is glad to be rid of what is big.

    It sees a 5 or a 10, as long as no more than two values are counted, and lays the first tile of
    its hand that makes one. Otherwise it lays a double if it can, the heaviest, or else the
    heaviest tile. It never asks what comes after.
    """

    def liked(self, view: RoundView, places: list[Place]) -> list[Place]:
        """See ``EasyBot.liked``."""
        layout = view.layout
        if len(layout.counted) <= ENDS_AT_A_GLANCE:
            scoring = [place for place in places if total_after(layout, place) in ON_FINGERS]
            if scoring:
                return _of(scoring[0].tile, scoring)
        doubles = [place for place in places if place.tile.is_double]
        return _heaviest(doubles or places)


class CasualBot(EasyBot):
    """Plays the first score that it comes upon, and thinks of rows with two ends.

    It adds well up to 15 and leaves higher sums alone. That the Sniff grows sideways it overlooks:
    it joins to a branch only when nothing else can be done. It lays the first tile of its hand that
    scores, be it 5 or 15, or else the first that fits.
    """

    def liked(self, view: RoundView, places: list[Place]) -> list[Place]:
        """See ``EasyBot.liked``."""
        layout = view.layout
        seen = [p for p in places if p.spot is None or p.spot.port not in BRANCHES] or places
        scoring = [
            place
            for place in seen
            if points_after(layout, place) and total_after(layout, place) <= EASILY_ADDED
        ]
        first = (scoring or seen)[0].tile
        return _of(first, scoring or seen)


class CarefulBot(EasyBot):
    """Gives nothing away, also when it could take something itself.

    It counts how many of the tiles that it does not see would score after its placement, and leaves
    as few as it can. Of placements equal in that it takes the one that scores most, then the
    heaviest. How much each of those tiles would score, and how likely the next seat holds one, it
    does not weigh.
    """

    def liked(self, view: RoundView, places: list[Place]) -> list[Place]:
        """See ``EasyBot.liked``."""
        layout, unseen = view.layout, view.unseen
        goes_out = len(view.hand) == 1
        worth = []
        for place in places:
            total = total_after(layout, place)
            left = 0 if goes_out else len(replies(layout, place, total, unseen))
            worth.append((-left, points_after(layout, place), place.tile.pips))
        best = max(worth)
        return [place for place, value in zip(places, worth, strict=True) if value == best]


def _of(tile: Tile, places: Iterable[Place]) -> list[Place]:
    return [place for place in places if place.tile is tile]


def _heaviest(places: list[Place]) -> list[Place]:
    most = max(place.tile.pips for place in places)
    return [place for place in places if place.tile.pips == most]
