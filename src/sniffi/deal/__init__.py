"""Verifiable chance: the order of the tiles and the lots, from a seed that is revealed at the end.

The method, byte by byte, and what it proves are in docs/deals.md.
"""

from sniffi.deal.chance import play_chance
from sniffi.deal.deck import Deck
from sniffi.deal.errors import (
    BadNonce,
    NonceEmpty,
    NonceTooLong,
    NotANonceCharacter,
    NotARound,
    NotASeed,
    NotAStage,
    NotContenders,
)
from sniffi.deal.nonce import LONGEST_NONCE, check_nonce
from sniffi.deal.seed import SEED_BYTES, commitment, new_seed, parse_seed

__all__ = [
    "LONGEST_NONCE",
    "SEED_BYTES",
    "BadNonce",
    "Deck",
    "NonceEmpty",
    "NonceTooLong",
    "NotANonceCharacter",
    "NotARound",
    "NotASeed",
    "NotAStage",
    "NotContenders",
    "check_nonce",
    "commitment",
    "new_seed",
    "parse_seed",
    "play_chance",
]
