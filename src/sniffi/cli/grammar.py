"""What a verb takes, as data: reading the command line and writing its help both follow it.

Not argparse, whose sentences are English, made inside it and different in each Python: here every
sentence is in the catalogue, and the same data is what the tests look through.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import TYPE_CHECKING

from sniffi.cli.trouble import Status
from sniffi.words import LANGUAGES, Words

if TYPE_CHECKING:
    from sniffi.cli.console import Console


class Arguments(SimpleNamespace):
    """What was given: an attribute for each option of the verb, and ``operands``.

    An option that was not given is None, one without a value False, a repeatable one empty.
    """

    operands: tuple[str, ...]
    help: bool


def any_text(option: str, text: str) -> str:  # noqa: ARG001  (every reader takes the option too)
    """The value as it is."""
    return text


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a verb, such as ``--svg FILE``."""

    flag: str
    help: str
    """Key of what it does."""
    value: str | None = None
    """Key of the name that help gives its value; None for an option without one."""
    choices: tuple[str, ...] = ()
    """The values that there are, when they are few; help shows them for the value's name."""
    read: Callable[[str, str], object] = any_text
    """From the flag and the text that was given to the value; raises a ``SniffiError``."""
    repeatable: bool = False
    short: str | None = None

    @property
    def name(self) -> str:
        """The attribute of ``Arguments``."""
        return self.flag.lstrip("-").replace("-", "_")

    @property
    def takes_value(self) -> bool:
        """Whether a value follows it."""
        return self.value is not None or bool(self.choices)

    def value_name(self, words: Words) -> str:
        """How help and sentences name its value: ``fi|en``, ``FILE``; empty without one."""
        if self.choices:
            return "|".join(self.choices)
        return words.say(self.value) if self.value is not None else ""

    @property
    def default(self) -> object:
        """What stands for an option that was not given."""
        if self.repeatable:
            return ()
        return None if self.takes_value else False


@dataclass(frozen=True, slots=True)
class Operand:
    """What a verb is about: placements, a file."""

    value: str
    """Key of its name in help."""
    help: str
    """Key of what it is."""
    many: bool = False
    optional: bool = False


LANG = Option("--lang", help="cli.option-lang", choices=LANGUAGES)
HELP = Option("--help", help="cli.option-help", short="-h")
VERSION = Option("--version", help="cli.option-version")

STATUSES: Mapping[Status, str] = {
    Status.FINE: "cli.status-fine",
    Status.FAILED: "cli.status-failed",
    Status.MISUSE: "cli.status-misuse",
}


def key_of_verb(name: str) -> str:
    """Key of what the list of verbs tells of one."""
    # A dash would end what the catalogues' tests can follow of a computed key.
    return f"cli.verb-{name.replace('-', '_')}"


@dataclass(frozen=True, slots=True)
class Verb:
    """One thing that the command does."""

    name: str
    about: str
    """Key of what it does, in a few sentences."""
    run: Callable[[Arguments, Console], int]
    """Does it and gives the exit status; raises a ``SniffiError``."""
    own_options: tuple[Option, ...] = ()
    operand: Operand | None = None
    apart: tuple[tuple[str, ...], ...] = ()
    """Groups of flags of which one at most may be given."""
    statuses: Mapping[Status, str] = field(default_factory=dict)
    """Keys for the exit statuses that mean something special here."""
    examples: tuple[str, ...] = ()

    @property
    def options(self) -> tuple[Option, ...]:
        """Its own options and those of every verb."""
        return (*self.own_options, LANG, HELP)

    @property
    def all_statuses(self) -> dict[Status, str]:
        """Keys for every exit status that help explains."""
        return dict(sorted({**STATUSES, **self.statuses}.items()))
