"""The dealer's secret: a seed, and the commitment by which it is promised before it is shown."""

from __future__ import annotations

import hashlib
import re
import secrets

from sniffi.deal.errors import NotASeed

SEED_BYTES = 32
_HEX = re.compile(rf"[0-9A-Fa-f]{{{2 * SEED_BYTES}}}", re.ASCII)


def new_seed() -> bytes:
    """A new secret seed of 256 bits from the operating system."""
    return secrets.token_bytes(SEED_BYTES)


def check_seed(seed: object) -> bytes:
    """``seed`` when it is 32 bytes.

    Raises:
        NotASeed: it is not.
    """
    if not isinstance(seed, bytes) or len(seed) != SEED_BYTES:
        raise NotASeed(SEED_BYTES)
    return seed


def parse_seed(text: str) -> bytes:
    """The seed that 64 hexadecimal digits name, as ``seed.hex()`` writes it.

    Raises:
        NotASeed: something else is written.
    """
    if not _HEX.fullmatch(text):
        raise NotASeed(SEED_BYTES)
    return bytes.fromhex(text)


def commitment(seed: bytes) -> str:
    """The promise of ``seed``: its SHA-256 in 64 lower-case hexadecimal digits.

    Raises:
        NotASeed: it is not 32 bytes.
    """
    return hashlib.sha256(check_seed(seed)).hexdigest()
