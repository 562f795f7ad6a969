"""How often: token buckets, and the size of a request."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from time import monotonic

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sniffi.web.errors import TooMuch, TooOften

MOST_KEYS = 100_000
"""How many buckets are kept before the full ones are thrown away."""
V6_NETWORK_BITS = 64


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and again so many within ``seconds``."""

    burst: int
    seconds: float

    def __str__(self) -> str:
        return f"{self.burst}/{self.seconds:g}"


NO_LIMIT = Rate(0, 0)


class Buckets:
    """A token bucket for every key, such as a guest or an address."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = monotonic) -> None:
        self.rate = rate
        self._clock = clock
        # For each key the time at which its bucket will be full again.
        self._full_at: dict[str, float] = {}

    def take(self, key: str) -> None:
        """Take one token out of the key's bucket.

        Raises:
            TooOften: it is empty.
        """
        if self.rate == NO_LIMIT:
            return
        now = self._clock()
        each = self.rate.seconds / self.rate.burst
        full_at = max(self._full_at.get(key, now), now) + each
        wait = full_at - now - self.rate.seconds
        # A token's worth of rounding is no reason to refuse.
        if wait > each * 1e-6:
            raise TooOften(math.ceil(wait))
        if key not in self._full_at and len(self._full_at) >= MOST_KEYS:
            self._full_at = {other: at for other, at in self._full_at.items() if at > now}
        self._full_at[key] = full_at

    def __len__(self) -> int:
        return len(self._full_at)


def address_key(host: str) -> str:
    """What stands for a client's address: of IPv6 the network, since a guest has all of one.

    >>> address_key("2001:db8::1"), address_key("192.0.2.7"), address_key("testclient")
    ('2001:db8::', '192.0.2.7', 'testclient')
    """
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    low_bits = 128 - V6_NETWORK_BITS
    return str(IPv6Address(int(address) >> low_bits << low_bits))


class BodyLimit:
    """Refuses a request whose body is too big, told or not by its Content-Length.

    Args:
        most: bytes of a body.
        larger: the same for paths to which more may be sent.
    """

    def __init__(self, app: ASGIApp, most: int, larger: Mapping[str, int] | None = None) -> None:
        self.app = app
        self.most = most
        self.larger = larger or {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on the request while it is small enough."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        most = max(self.most, self.larger.get(scope["path"], 0))
        told = dict(scope["headers"]).get(b"content-length", b"0").strip()
        if not told.isdigit() or int(told) > most:
            raise TooMuch
        seen = 0

        async def bounded() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > most:
                raise TooMuch
            return message

        await self.app(scope, bounded, send)
