"""A player's nonce: the text by which a player takes part in the shuffle."""

from __future__ import annotations

from sniffi.deal.errors import NonceEmpty, NonceTooLong, NotANonceCharacter

LONGEST_NONCE = 64
# The comma and the slash part the fields of a message, so they must not be among these.
NONCE_CHARACTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


def check_nonce(text: str) -> str:
    """``text`` when it can be a nonce: 1 to 64 ASCII letters, digits, hyphens and underscores.

    >>> check_nonce("aino-7")
    'aino-7'

    Raises:
        NonceEmpty, NonceTooLong, NotANonceCharacter: it cannot, and why.
    """
    if not text:
        raise NonceEmpty
    if len(text) > LONGEST_NONCE:
        raise NonceTooLong(len(text), LONGEST_NONCE)
    for character in text:
        if character not in NONCE_CHARACTERS:
            raise NotANonceCharacter(character)
    return text
