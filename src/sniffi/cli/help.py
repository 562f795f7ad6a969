"""What ``--help`` prints, made from the same data that the command line is read by."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sniffi.cli.console import COMMAND
from sniffi.cli.grammar import Option, Verb, key_of_verb
from sniffi.cli.text import WIDTH, filled
from sniffi.words import Words

INDENT = "  "
WIDEST_TERM = 26
"""Columns of the left side of a list; a longer term has its text on the next line."""


def command_help(verbs: Iterable[str], options: Sequence[Option], words: Words) -> str:
    """The help of the whole command."""
    return "\n\n".join(
        [
            _usage([COMMAND, *_bracketed(options, (), words), words.say("cli.value-verb")], words),
            filled(words.say("cli.about")),
            _section("cli.verbs", [(verb, key_of_verb(verb)) for verb in verbs], words),
            _section("cli.options", [_option_row(option, words) for option in options], words),
            filled(words.say("cli.more-help", command=f"{COMMAND} {words.say('cli.value-verb')}")),
        ]
    )


def verb_help(verb: Verb, words: Words) -> str:
    """The help of one verb."""
    command = [COMMAND, verb.name, *_bracketed(verb.options, verb.apart, words)]
    parts = []
    if verb.operand is not None:
        name = words.say(verb.operand.value)
        shown = f"{name}..." if verb.operand.many else name
        command.append(f"[{shown}]" if verb.operand.optional else shown)
        parts = [_section("cli.operands", [(name, verb.operand.help)], words)]
    parts += [
        _section("cli.options", [_option_row(option, words) for option in verb.options], words),
        _section(
            "cli.statuses",
            [(str(int(status)), key) for status, key in verb.all_statuses.items()],
            words,
        ),
    ]
    if verb.examples:
        lines = [f"{INDENT}{COMMAND} {example}" for example in verb.examples]
        parts.append("\n".join([words.say("cli.examples"), *lines]))
    return "\n\n".join([_usage(command, words), filled(words.say(verb.about)), *parts])


def _usage(command: Sequence[str], words: Words) -> str:
    """The form of the command, wrapped between its parts, never inside one."""
    head = words.say("cli.usage") + " "
    lines = [head]
    for part in command:
        if len(lines[-1]) + len(part) > WIDTH:
            lines.append(" " * len(head))
        lines[-1] += f"{part} "
    return "\n".join(line.rstrip() for line in lines)


def _bracketed(
    options: Sequence[Option], apart: Iterable[tuple[str, ...]], words: Words
) -> list[str]:
    """Each option as usage shows it; those of which one at most may be given are in one bracket."""
    groups = {flag: group for group in apart for flag in group}
    forms = {option.flag: _form(option, words) for option in options}
    brackets = []
    for option in options:
        group = groups.get(option.flag, (option.flag,))
        if option.flag == group[0]:
            more = "..." if option.repeatable else ""
            brackets.append(f"[{' | '.join(forms[flag] for flag in group)}]{more}")
    return brackets


def _form(option: Option, words: Words) -> str:
    return f"{option.flag} {option.value_name(words)}".rstrip()


def _option_row(option: Option, words: Words) -> tuple[str, str]:
    short = f"{option.short}, " if option.short else ""
    return short + _form(option, words), option.help


def _section(title: str, rows: Sequence[tuple[str, str]], words: Words) -> str:
    """A titled list of terms and what they are."""
    widest = max(len(term) for term, _ in rows if len(term) <= WIDEST_TERM)
    lines = [words.say(title)]
    for term, key in rows:
        margin = " " * (len(INDENT) + widest + 2)
        text = filled(words.say(key), indent=margin)
        if len(term) > widest:
            lines += [INDENT + term, text]
        else:
            lines.append(INDENT + term.ljust(widest) + "  " + text.removeprefix(margin))
    return "\n".join(lines)
