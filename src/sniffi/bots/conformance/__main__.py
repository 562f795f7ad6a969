"""``python -m sniffi.bots.conformance BOT [KEY=VALUE…]``: check a bot from the command line.

``BOT`` is a bot of the registry, with its settings if need be, or ``MODULE:FACTORY``. The keys are
those of ``check``: ``players=2,3``, ``positions=40``, ``seed=1``, ``time_limit=1.5``.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import cast

from sniffi.bots.conformance.checks import Factory, check
from sniffi.bots.errors import CheckMisread, NotAFactory, NotLoaded
from sniffi.bots.parameters import decimal_number, whole_number
from sniffi.bots.registry import BOTS, parse_bot
from sniffi.rules import HAND_SIZE, SniffiError
from sniffi.words import Words, choose_language


def factory_of(text: str) -> Factory:
    """What makes the bot that ``text`` names.

    Raises:
        NotAFactory: there is no such module, nothing of that name in it, or it cannot be called.
        NotLoaded: the module fails of itself.
        NotABot, NotAParameter, BadParameter: a bot of the registry, but not its settings.
    """
    module, _, name = text.partition(":")
    if module in BOTS:
        return parse_bot(text).make
    if not module or module.startswith("."):
        raise NotAFactory(text)
    try:
        found = getattr(import_module(module), name, None)
    except (Exception, SystemExit) as error:
        missing = error.name if isinstance(error, ModuleNotFoundError) else None
        if missing is not None and f"{module}.".startswith(f"{missing}."):
            raise NotAFactory(text) from error
        raise NotLoaded(text, type(error).__name__) from error
    if not callable(found):
        raise NotAFactory(text)
    return cast(Factory, found)


def settings_of(texts: Sequence[str]) -> tuple[tuple[int, ...], int, int, float | None]:
    """Players, positions, seed and time limit.

    Raises:
        CheckMisread: a text is none of them.
    """
    players, positions, seed = tuple(HAND_SIZE), 40, 1
    time_limit: float | None = None
    for text in texts:
        key, _, value = text.partition("=")
        try:
            match key:
                case "players":
                    players = tuple(whole_number(number) for number in value.split(","))
                case "positions":
                    positions = whole_number(value)
                case "seed":
                    seed = whole_number(value)
                case "time_limit":
                    time_limit = decimal_number(value)
                case _:
                    raise CheckMisread(text)
        except ValueError:
            raise CheckMisread(text) from None
    if not set(players) <= set(HAND_SIZE) or positions < 1:
        raise CheckMisread(" ".join(texts))
    return players, positions, seed, time_limit


def main(arguments: Sequence[str]) -> int:
    """Check; 0 when the bot conforms, 1 when it does not, 2 when it cannot be checked."""
    words = Words(choose_language(None, os.environ))
    try:
        if not arguments:
            raise CheckMisread("-")
        factory = factory_of(arguments[0])
        players, positions, seed, time_limit = settings_of(arguments[1:])
    except SniffiError as error:
        sys.stderr.write(words.say(error.code, **error.fields) + "\n")
        return 2
    report = check(factory, players=players, positions=positions, seed=seed, time_limit=time_limit)
    for line in report.lines(words):
        sys.stdout.write(line + "\n")
    return 0 if report.conforms else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
