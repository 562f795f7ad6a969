"""A bot that weighs what it scores against what the next seat may score after it."""

from __future__ import annotations

from functools import cache
from math import comb
from operator import mul

from sniffi.bots.bot import SeededBot
from sniffi.bots.sums import POINTS, total_after, ways_on
from sniffi.rules import Action, Layout, Place, RoundView, Tile
from sniffi.rules.seats import next_seat

SAME = 1e-9
"""Values that differ by less are equal."""


class PositionalBot(SeededBot):
    """Points now, less the next seat's expected best reply, and ``pips`` for each pip laid.

    Of equal ones any, each equally likely.
    """

    def __init__(self, seed: int, pips: float) -> None:
        super().__init__(seed)
        self.pips = pips

    def pick(self, view: RoundView, legal: tuple[Action, ...]) -> Action:
        """See ``SeededBot.pick``."""
        layout, unseen = view.layout, view.unseen
        held = view.hands[next_seat(view.to_act, view.players) - 1].count(None)
        goes_out = len(view.hand) == 1
        worth = []
        for action in legal:
            assert isinstance(action, Place)
            total = total_after(layout, action)
            value = POINTS[total] + self.pips * action.tile.pips
            if not goes_out:
                value -= expected_reply(replies(layout, action, total, unseen), len(unseen), held)
            worth.append(value)
        best = max(worth) - SAME
        liked = [action for action, value in zip(legal, worth, strict=True) if value >= best]
        return self.any_of(view, liked)


def replies(layout: Layout, place: Place, total: int, tiles: tuple[Tile, ...]) -> list[int]:
    """The most that each of ``tiles`` could score after ``place``, which makes the sum ``total``.

    Tiles that fit nowhere or score nothing are left out.
    """
    bases: list[list[int]] = [[], [], [], [], [], [], []]
    for value, loss in ways_on(layout, place):
        bases[value].append(total - loss)
    found = []
    for tile in tiles:
        low, high = tile.low, tile.high
        best = 0
        if low == high:
            for base in bases[low]:
                points = POINTS[base + low + low]
                if points > best:
                    best = points
        else:
            for base in bases[low]:
                points = POINTS[base + high]
                if points > best:
                    best = points
            for base in bases[high]:
                points = POINTS[base + low]
                if points > best:
                    best = points
        if best:
            found.append(best)
    return found


def expected_reply(replies: list[int], unseen: int, held: int) -> float:
    """The expected maximum of ``replies`` over a hand of ``held`` of the ``unseen`` tiles, every
    such hand equally likely; tiles that are not among ``replies`` score nothing.

    Args:
        replies: raw points, one for each tile that scores.
        unseen: how many tiles the hand may be made of.
        held: how many it has, no more than ``unseen``.

    >>> expected_reply([10], unseen=2, held=1), expected_reply([5, 10], unseen=2, held=2)
    (5.0, 10.0)
    """
    return float(sum(map(mul, sorted(replies, reverse=True), _chances(unseen, held))))


@cache
def _chances(unseen: int, held: int) -> tuple[float, ...]:
    """How likely it is that of the unseen tiles in some order the first, second, … is the first
    one of a hand."""
    hands = comb(unseen, held)
    return tuple(
        comb(unseen - place, held - 1) / hands if held else 0.0 for place in range(1, unseen + 1)
    )
