"""Where the command begins and ends: language, verb, exit status."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

from sniffi.cli.console import Console, give_up, speak_utf8, why
from sniffi.cli.grammar import HELP, LANG, VERSION, Verb
from sniffi.cli.reading import closest, language_asked_for, read, read_for
from sniffi.cli.text import shown
from sniffi.cli.trouble import (
    CommandError,
    MeantVerb,
    Misuse,
    NoOutput,
    Status,
    SystemRefused,
    UnknownVerb,
    VerbMissing,
)
from sniffi.rules.errors import SniffiError
from sniffi.words import NotCompiled, Words, choose_language

VERBS = ("play", "serve", "explain", "replay", "verify", "bots", "arena", "solve", "warm-up")
"""The verbs in the order of the help; ``sniffi.cli.verbs`` has a module for each."""
OPTIONS = (LANG, HELP, VERSION)
"""What the command takes before the verb."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command.

    Args:
        argv: the words after the command's name; by default those of the process.

    Returns:
        The exit status (``Status``).
    """
    given = list(sys.argv[1:] if argv is None else argv)
    speak_utf8()
    wanted = language_asked_for(given)
    console = Console(Words(choose_language(wanted, os.environ)), wanted)
    try:
        status = _run_and_tell(given, console)
        console.flush()
    except NoOutput as error:
        give_up(sys.stdout)
        console.trouble(_sentence(error, console))
        return error.status
    except BrokenPipeError:
        give_up(sys.stdout)
        return Status.NO_READER
    except KeyboardInterrupt:
        give_up(sys.stdout)
        return Status.INTERRUPTED
    return status


def verb_named(name: str) -> Verb:
    """The verb of that name.

    Raises:
        UnknownVerb, MeantVerb: there is none.
    """
    if name in VERBS:
        verb: Verb = import_module(f"sniffi.cli.verbs.{name.replace('-', '_')}").VERB
        return verb
    meant = closest(name, VERBS)
    if meant is None:
        raise UnknownVerb(verb=shown(name), verbs=", ".join(VERBS))
    raise MeantVerb(verb=shown(name), meant=meant)


def _run_and_tell(given: Sequence[str], console: Console) -> int:
    """Run the command; what goes wrong is told in one line and becomes an exit status."""
    words = console.words
    try:
        return _run(given, console)
    except (NoOutput, BrokenPipeError):
        raise
    except NotCompiled as error:
        # There are no texts to say it with.
        console.trouble(str(error))
        return Status.FAILED
    except CommandError as error:
        console.trouble(_sentence(error, console))
        return error.status
    except SniffiError as error:
        console.trouble(words.refusal(error))
        return Status.MISUSE
    except OSError as error:
        console.trouble(words.say(SystemRefused.code, why=why(error, words)))
        return Status.FAILED


def _run(given: Sequence[str], console: Console) -> int:
    words = console.words
    arguments = read(OPTIONS, given, words, stop_at_operand=True)
    if arguments.help:
        from sniffi.cli.help import command_help

        console.line(command_help(VERBS, OPTIONS, words))
        return Status.FINE
    if arguments.version:
        from sniffi import __version__

        console.line(f"sniffi {__version__}")
        return Status.FINE
    if not arguments.operands:
        raise VerbMissing(verbs=", ".join(VERBS))
    name, *rest = arguments.operands
    verb = verb_named(name)
    console.verb = name
    arguments = read_for(verb, rest, words)
    if arguments.help:
        from sniffi.cli.help import verb_help

        console.line(verb_help(verb, words))
        return Status.FINE
    return verb.run(arguments, console)


def _sentence(error: CommandError, console: Console) -> str:
    sentence = console.words.say(error.code, **error.fields)
    if isinstance(error, Misuse) and error.points_to_help:
        return console.words.say("cli.see-help", sentence=sentence, command=console.command)
    return sentence
