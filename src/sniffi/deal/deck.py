"""Every deal and every lot of one game, computed from the seed and the players' nonces.

docs/deals.md is the specification of this file. A change here that changes an order of tiles is a
new VERSION, or records of games played before would no longer verify.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

from sniffi.deal.errors import NotARound, NotAStage, NotContenders
from sniffi.deal.nonce import check_nonce
from sniffi.deal.seed import check_seed, commitment
from sniffi.rules import FULL_SET, Tile

VERSION = "sniffi-deal-1"
BYTE_VALUES = 256


@dataclass(frozen=True, slots=True)
class Deck:
    """The chance of one game. The same seed and nonces give the same tiles, always.

    Args:
        seed: 32 bytes, secret until the game is over; not shown by ``repr``.
        nonces: what the players gave, in the order of their seats; may be empty.

    Raises:
        NotASeed, BadNonce: an argument is not what it should be.

    >>> deck = Deck(bytes(32), ("aino", "eero"))
    >>> [str(tile) for tile in deck.lot(round_number=1, stage=1, contenders=2)]
    ['00', '11']
    """

    seed: bytes = field(repr=False)
    nonces: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_seed(self.seed)
        object.__setattr__(self, "nonces", tuple(check_nonce(nonce) for nonce in self.nonces))

    @property
    def commitment(self) -> str:
        """What the dealer publishes before the nonces are given: see ``sniffi.deal.commitment``."""
        return commitment(self.seed)

    def deal(self, round_number: int) -> tuple[Tile, ...]:
        """The 28 tiles of a round in dealing order, as ``Round.deal`` takes them (R1.2, R1.3).

        Raises:
            NotARound: rounds are numbered from 1.
        """
        return self._shuffled("deal", round_number, 0)

    def lot(self, round_number: int, stage: int, contenders: int) -> tuple[Tile, ...]:
        """What the contenders draw for the start, as ``Game.draw_lot`` takes it (R2.1, D1).

        Args:
            round_number: the round whose starter is drawn, from 1.
            stage: the draw of this lot, from 1; each is made from the reshuffled set.
            contenders: how many draw, from 1 to 28.

        Raises:
            NotARound, NotAStage, NotContenders: a number is out of its bounds.
        """
        if not _is_count(stage):
            raise NotAStage(stage)
        if not _is_count(contenders, len(FULL_SET)):
            raise NotContenders(contenders, len(FULL_SET))
        return self._shuffled("lot", round_number, stage)[:contenders]

    def _shuffled(self, purpose: str, round_number: int, stage: int) -> tuple[Tile, ...]:
        """The full set by Fisher and Yates, from the end."""
        if not _is_count(round_number):
            raise NotARound(round_number)
        stream = self._stream(purpose, round_number, stage)
        tiles = list(FULL_SET)
        for last in range(len(tiles) - 1, 0, -1):
            other = _below(last + 1, stream)
            tiles[last], tiles[other] = tiles[other], tiles[last]
        return tuple(tiles)

    def _stream(self, purpose: str, round_number: int, stage: int) -> Iterator[int]:
        """The bytes for one shuffle, endless."""
        nonces = ",".join(self.nonces)
        for counter in count():
            message = f"{VERSION}/{purpose}/{round_number}/{stage}/{nonces}/{counter}"
            yield from hmac.digest(self.seed, message.encode("ascii"), "sha256")


def _below(bound: int, stream: Iterator[int]) -> int:
    """A number from 0 to ``bound`` - 1, each equally likely.

    Bytes from the greatest multiple of ``bound`` on are skipped: they would favour low remainders.
    """
    limit = BYTE_VALUES - BYTE_VALUES % bound
    return next(byte for byte in stream if byte < limit) % bound


def _is_count(number: object, most: int | None = None) -> bool:
    """Whether ``number`` is a whole number from 1 up, to ``most`` if there is one."""
    if isinstance(number, bool) or not isinstance(number, int):
        return False
    return number >= 1 and (most is None or number <= most)
