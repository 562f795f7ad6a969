"""All chance of a comparison, derived from its seed (docs/arena.md is the specification).

Nothing else decides: not the number of processes, nor who plays which deal, nor when. A change
here that changes a number is a new VERSION.
"""

from __future__ import annotations

from hashlib import sha256

from sniffi.deal import Deck

VERSION = "sniffi-arena-1"


def deck_of(seed: int, deal: int) -> Deck:
    """The deck of a deal: one order of tiles for a round, deals and lots for a whole game."""
    return Deck(_digest(f"{seed}/{deal}/deck"))


def bot_seed(seed: int, deal: int, seat: int) -> int:
    """What the bot at a seat has its chance from, a number of 63 bits.

    It is the same in every arrangement. So chance is shared as tiles are, and a bot that meets
    itself is exactly as good as itself.
    """
    return int.from_bytes(_digest(f"{seed}/{deal}/bot/{seat}")[:8], "big") >> 1


def starter_of(deal: int, players: int) -> int:
    """Who opens a round that stands alone: the seats in turn."""
    return (deal - 1) % players + 1


def _digest(text: str) -> bytes:
    return sha256(f"{VERSION}/{text}".encode("ascii")).digest()
