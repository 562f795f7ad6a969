"""What the arena refuses; the codes are messages of the catalogue ``arena``."""

from __future__ import annotations

from sniffi.rules import SniffiError


class NotContestants(SniffiError, code="arena.not-contestants"):
    """Two to four bots are compared, not ``bots``."""

    def __init__(self, bots: int) -> None:
        super().__init__(bots=bots)


class CannotSeat(SniffiError, code="arena.cannot-seat"):
    """So many ``bots`` cannot be compared at tables of so many ``players``."""

    def __init__(self, bots: int, players: int) -> None:
        super().__init__(bots=bots, players=players)


class CannotTake(SniffiError, code="arena.cannot-take"):
    """``bot`` does not play with so many ``players``."""

    def __init__(self, bot: str, players: int) -> None:
        super().__init__(bot=bot, players=players)


class BadNumber(SniffiError, code="arena.bad-number"):
    """``value`` cannot be the number ``name``, which is ``least`` or more."""

    def __init__(self, name: str, value: object, least: int) -> None:
        super().__init__(name=name, value=value, least=least)


class NotPositive(SniffiError, code="arena.not-positive"):
    """``value`` cannot be the number ``name``, which is above zero."""

    def __init__(self, name: str, value: object) -> None:
        super().__init__(name=name, value=value)


class CannotSpread(SniffiError, code="arena.cannot-spread"):
    """The work cannot be spread, for ``package`` is not installed."""

    def __init__(self, package: str) -> None:
        super().__init__(package=package)


class NoCluster(SniffiError, code="arena.no-cluster"):
    """No scheduler of a Dask cluster answers at ``address``."""

    def __init__(self, address: str) -> None:
        super().__init__(address=address)


class NoWorkers(SniffiError, code="arena.no-workers"):
    """The cluster at ``address`` has nobody to do the work."""

    def __init__(self, address: str) -> None:
        super().__init__(address=address)
