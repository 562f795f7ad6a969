"""What the kernel refuses or lacks; the codes are messages of the catalogue ``fast``."""

from __future__ import annotations

from sniffi.rules import SniffiError


class NotInstalled(SniffiError, code="fast.not-installed"):
    """``package``, which the kernel is compiled by, is not installed."""

    def __init__(self, package: str) -> None:
        super().__init__(package=package)


class NotASeatsView(SniffiError, code="fast.not-a-seats-view"):
    """A view is not that of one seat that knows its own tiles and nobody else's."""

    def __init__(self) -> None:
        super().__init__()
