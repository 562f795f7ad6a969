"""The one list of bots: commands, tables and pages all ask here.

A new bot is an entry of ``BOTS`` and its texts in the catalogue ``bots``: ``bots.NAME`` (title),
``bots.NAME-about`` (description) and ``bots.NAME-PARAMETER`` for each parameter. A factory imports
what it needs when it is called, so that listing the bots stays quick.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from sniffi import fast
from sniffi.bots.bot import Bot
from sniffi.bots.errors import KernelMissing, NotABot, NotAParameter, UnknownBot
from sniffi.bots.parameters import Number, Parameter
from sniffi.rules import HAND_SIZE
from sniffi.words import Catalogue

SECONDS = "seconds"
"""The parameter by which a bot is told how long to think."""


@dataclass(frozen=True, slots=True)
class BotKind:
    """A bot of the registry."""

    name: str
    factory: Callable[..., Bot]
    """Called with the seed and with every parameter by its name."""
    players: tuple[int, ...] = tuple(HAND_SIZE)
    """The numbers of players that it can play with."""
    parameters: tuple[Parameter, ...] = ()
    needs_kernel: bool = False
    """Whether it plays by the compiled kernel (``sniffi.fast``), which may not be installed and
    takes a while to be ready."""
    budget: float | None = None
    """The seconds that it gives a move; None when it needs next to none. A bot with a budget may
    have a parameter ``seconds``, no whole number, by which a crowded server asks for less."""

    @property
    def available(self) -> bool:
        """Whether it can play here: whether what it needs is installed."""
        return not self.needs_kernel or fast.installed()

    def make(self, seed: int, **values: Number) -> Bot:
        """The bot with its own chance from ``seed``; a parameter left out has its default.

        Raises:
            NotAParameter, BadParameter: a value is not what it should be.
            KernelMissing: it needs the kernel, which is not installed.
        """
        known = {parameter.name: parameter for parameter in self.parameters}
        for name in values:
            if name not in known:
                raise NotAParameter(self.name, name, tuple(known))
        chosen = {name: known[name].check(values.get(name, known[name].default)) for name in known}
        if not self.available:
            raise KernelMissing(self.name)
        return self.factory(seed, **chosen)


def _random(seed: int) -> Bot:
    from sniffi.bots.simple import RandomBot

    return RandomBot(seed)


def _beginner(seed: int) -> Bot:
    from sniffi.bots.easy import BeginnerBot

    return BeginnerBot(seed)


def _casual(seed: int) -> Bot:
    from sniffi.bots.easy import CasualBot

    return CasualBot(seed)


def _greedy(seed: int) -> Bot:
    from sniffi.bots.simple import GreedyBot

    return GreedyBot(seed)


def _careful(seed: int) -> Bot:
    from sniffi.bots.easy import CarefulBot

    return CarefulBot(seed)


def _positional(seed: int, pips: float) -> Bot:
    from sniffi.bots.positional import PositionalBot

    return PositionalBot(seed, pips)


def _strong(
    seed: int, *, seconds: float, worlds: int, crowd: int, infers: int, equity: int, solves: int
) -> Bot:
    from sniffi.bots.strong import Plan, StrongBot

    plan = Plan(worlds, bool(infers), bool(equity), bool(solves), crowd=crowd)
    return StrongBot(seed, plan, seconds)


def _monte_carlo(seed: int, *, seconds: float, worlds: int) -> Bot:
    from sniffi.bots.strong import Plan, StrongBot

    plan = Plan(worlds, infers=False, for_game=False, solves=False, plain=True)
    return StrongBot(seed, plan, seconds)


_KINDS = (
    BotKind("random", _random),
    BotKind("beginner", _beginner),
    BotKind("casual", _casual),
    BotKind("greedy", _greedy),
    BotKind("careful", _careful),
    BotKind("positional", _positional, parameters=(Parameter("pips", 0.3, 0.0, 5.0),)),
    BotKind(
        "montecarlo",
        _monte_carlo,
        parameters=(
            Parameter("seconds", 1.0, 0.01, 60.0),
            Parameter("worlds", 500, 8, 100_000),
        ),
        needs_kernel=True,
        budget=1.0,
    ),
    *(
        BotKind(
            name,
            _strong,
            parameters=(
                Parameter("seconds", seconds, 0.01, 60.0),
                Parameter("worlds", worlds, 8, 100_000),
                Parameter("crowd", crowd, 8, 100_000),
                Parameter("infers", infers, 0, 1),
                Parameter("equity", 1, 0, 1),
                Parameter("solves", infers, 0, 1),
            ),
            needs_kernel=True,
            budget=seconds,
        )
        for name, seconds, worlds, crowd, infers in (
            ("skilled", 0.05, 60, 32, 0),
            ("expert", 0.2, 240, 64, 1),
            ("master", 1.0, 2_500, 2_500, 1),
        )
    ),
)

BOTS: Mapping[str, BotKind] = MappingProxyType({kind.name: kind for kind in _KINDS})
"""By name, the weakest first."""


USUAL = "casual"
"""The opponent that is proposed to whoever has not chosen one: a family wins now and then."""


def offered() -> dict[str, BotKind]:
    """The bots that can play here, by name, the weakest first: what lists and forms show."""
    return {name: kind for name, kind in BOTS.items() if kind.available}


def kind_of(name: str) -> BotKind:
    """The bot of that name.

    Raises:
        UnknownBot: there is none.
    """
    kind = BOTS.get(name)
    if kind is None:
        raise UnknownBot(name, tuple(BOTS))
    return kind


def make(name: str, seed: int, **values: Number) -> Bot:
    """A bot with its own chance from ``seed``.

    Raises:
        UnknownBot, NotAParameter, BadParameter, KernelMissing: see ``BotKind.make``.
    """
    return kind_of(name).make(seed, **values)


@dataclass(frozen=True, slots=True)
class BotChoice:
    """A bot and its parameters, as a command names it: ``NAME`` or ``NAME:PARAMETER=VALUE,…``."""

    kind: BotKind
    values: Mapping[str, Number] = field(default_factory=dict)

    def __str__(self) -> str:
        values = ",".join(f"{name}={value}" for name, value in self.values.items())
        return f"{self.kind.name}:{values}" if values else self.kind.name

    def make(self, seed: int) -> Bot:
        """The bot with its own chance from ``seed``."""
        return self.kind.make(seed, **self.values)

    def within(self, seconds: float) -> BotChoice:
        """The bot that gives a move no more than so many seconds, as far as it can be told to."""
        for parameter in self.kind.parameters:
            if parameter.name == SECONDS:
                usual = self.values.get(SECONDS, parameter.default)
                if seconds >= usual:
                    return self
                return BotChoice(self.kind, {**self.values, SECONDS: max(seconds, parameter.least)})
        return self


def parse_bot(text: str) -> BotChoice:
    """The bot that ``text`` names, with its parameters.

    >>> str(parse_bot("greedy"))
    'greedy'

    Raises:
        NotABot: it is not of the form ``NAME`` or ``NAME:PARAMETER=VALUE,…``.
        UnknownBot, NotAParameter, BadParameter: a part of it is not what it should be.
    """
    name, colon, rest = text.partition(":")
    kind = kind_of(name)
    known = {parameter.name: parameter for parameter in kind.parameters}
    values: dict[str, Number] = {}
    for setting in rest.split(",") if colon else ():
        parameter, equals, value = setting.partition("=")
        if not equals:
            raise NotABot(text)
        if parameter not in known or parameter in values:
            raise NotAParameter(kind.name, parameter, tuple(known))
        values[parameter] = known[parameter].parse(value)
    return BotChoice(kind, values)


@dataclass(frozen=True, slots=True)
class ParameterListing:
    """A parameter as a list shows it."""

    name: str
    about: str
    default: Number
    least: Number
    most: Number


@dataclass(frozen=True, slots=True)
class BotListing:
    """A bot as a list shows it, in the language of the texts that it was made with."""

    name: str
    title: str
    label: str
    """The title as a list to choose from shows it: with a mark when no other is stronger."""
    about: str
    players: tuple[int, ...]
    parameters: tuple[ParameterListing, ...]
    needs_kernel: bool = False
    budget: float | None = None


def bots_listing(
    words: Catalogue, kinds: Mapping[str, BotKind] | None = None
) -> tuple[BotListing, ...]:
    """Every bot that can play here, or every one of ``kinds``, with its texts.

    Raises:
        MissingText: a bot has no texts in this language.
    """
    kinds = offered() if kinds is None else kinds
    strongest = list(kinds)[-1:]

    def label(name: str) -> str:
        title = words.say(f"bots.{name}")
        return words.say("bots.strongest", title=title) if name in strongest else title

    return tuple(
        BotListing(
            kind.name,
            words.say(f"bots.{kind.name}"),
            label(kind.name),
            words.say(f"bots.{kind.name}-about"),
            kind.players,
            tuple(
                ParameterListing(
                    p.name, words.say(f"bots.{kind.name}-{p.name}"), p.default, p.least, p.most
                )
                for p in kind.parameters
            ),
            kind.needs_kernel,
            kind.budget,
        )
        for kind in kinds.values()
    )
