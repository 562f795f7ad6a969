"""What the bots refuse; the codes are messages of the catalogue ``bots``."""

from __future__ import annotations

from sniffi.rules import SniffiError


class UnknownBot(SniffiError, code="bots.unknown-bot"):
    """There is no bot ``bot``; ``bots`` are the names there are."""

    def __init__(self, bot: str, bots: tuple[str, ...]) -> None:
        super().__init__(bot=bot, bots=", ".join(bots))


class NotABot(SniffiError, code="bots.not-a-bot"):
    """``text`` is not of the form ``NAME`` or ``NAME:PARAMETER=VALUE,…``."""

    def __init__(self, text: str) -> None:
        super().__init__(text=text)


class NotAParameter(SniffiError, code="bots.not-a-parameter"):
    """The bot ``bot`` has no parameter ``parameter``, or it was given twice; ``parameters`` are
    those that it has."""

    def __init__(self, bot: str, parameter: str, parameters: tuple[str, ...]) -> None:
        super().__init__(bot=bot, parameter=parameter, parameters=", ".join(parameters) or "-")


class BadParameter(SniffiError, code="bots.bad-parameter"):
    """``parameter`` is a number from ``least`` to ``most``, a whole one where those are, and not
    ``value``."""

    def __init__(self, parameter: str, value: object, least: float, most: float) -> None:
        super().__init__(parameter=parameter, value=value, least=least, most=most)


class NotInTurn(SniffiError, code="bots.not-in-turn"):
    """The view's seat has nothing to choose: it is not its turn, or no round is being played."""

    def __init__(self, seat: int | None) -> None:
        super().__init__(seat="-" if seat is None else seat)


class KernelMissing(SniffiError, code="bots.kernel-missing"):
    """The bot ``bot`` plays by the compiled kernel, and its packages are not installed."""

    def __init__(self, bot: str) -> None:
        super().__init__(bot=bot)


class NotAFactory(SniffiError, code="bots.not-a-factory"):
    """``text`` is no bot of the registry, nor MODULE:FACTORY of something that can be called."""

    def __init__(self, text: str) -> None:
        super().__init__(text=text)


class NotLoaded(SniffiError, code="bots.not-loaded"):
    """The module of ``text`` is there, and raised ``kind`` when it was loaded."""

    def __init__(self, text: str, kind: str) -> None:
        super().__init__(text=text, kind=kind)


class CheckMisread(SniffiError, code="bots.check-misread"):
    """``text`` is none of the settings of a check."""

    def __init__(self, text: str) -> None:
        super().__init__(text=text)
