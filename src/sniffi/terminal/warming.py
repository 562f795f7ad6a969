"""Before a game with strong bots: the kernel is made ready, and whoever waits is told how far."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sniffi import fast
from sniffi.bots import parse_bot

STEPS = 4
"""How often it is told how far it is."""


def warm_up(bots: Iterable[str | None], say: Callable[..., None]) -> None:
    """Make the kernel ready, if one of the bots needs it and it is not.

    Args:
        bots: the bots at the seats, as ``parse_bot`` names them; None for a person.
        say: tells the sentence of a key, with its values.

    Raises:
        NotInstalled: a package is missing.
    """
    needed = any(bot is not None and parse_bot(bot).kind.needs_kernel for bot in bots)
    if not needed or fast.ready():
        return
    told = 0

    def report(_part: str, number: int, count: int) -> None:
        nonlocal told
        step = STEPS * (number - 1) // count
        if step > told:
            told = step
            say("terminal.warm-part", percent=100 * step // STEPS)

    if fast.cached():
        fast.warm_up()
    else:
        say("terminal.warming-up")
        fast.warm_up(report)
