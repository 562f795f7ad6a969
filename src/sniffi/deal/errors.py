"""What the deal refuses; the codes are messages of the catalogue ``deal``."""

from __future__ import annotations

from sniffi.rules import SniffiError


class NotASeed(SniffiError, code="deal.not-a-seed"):
    """A seed is ``bytes`` bytes, or twice as many hexadecimal digits.

    What was given instead is not kept: it may be a secret with a slip in it.
    """

    def __init__(self, bytes: int) -> None:
        super().__init__(bytes=bytes, digits=2 * bytes)


class BadNonce(SniffiError):
    """A player's nonce that cannot be used."""


class NonceEmpty(BadNonce, code="deal.nonce-empty"):
    """There is nothing in it."""


class NonceTooLong(BadNonce, code="deal.nonce-too-long"):
    """It has ``length`` characters, more than ``longest``."""

    def __init__(self, length: int, longest: int) -> None:
        super().__init__(length=length, longest=longest)


class NotANonceCharacter(BadNonce, code="deal.not-a-nonce-character"):
    """Its ``character`` is no ASCII letter, digit, hyphen or underscore."""

    def __init__(self, character: str) -> None:
        super().__init__(character=character)


class NotARound(SniffiError, code="deal.not-a-round"):
    """Rounds are numbered from 1; ``number`` is no such number."""

    def __init__(self, number: object) -> None:
        super().__init__(number=number)


class NotAStage(SniffiError, code="deal.not-a-stage", rule="R2.1"):
    """The draws of a lot are numbered from 1; ``number`` is no such number."""

    def __init__(self, number: object) -> None:
        super().__init__(number=number)


class NotContenders(SniffiError, code="deal.not-contenders", rule="R2.1"):
    """From 1 to ``most`` can draw from one set, not ``number``."""

    def __init__(self, number: object, most: int) -> None:
        super().__init__(number=number, most=most)
