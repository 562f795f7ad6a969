"""From the words of the command line to the arguments of a verb."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Sequence
from typing import NoReturn

from sniffi.cli.grammar import LANG, Arguments, Option, Verb
from sniffi.cli.text import shown
from sniffi.cli.trouble import (
    GivenTwice,
    MeantOption,
    NotAChoice,
    NotTogether,
    OperandMissing,
    OperandTooMany,
    TakesNoValue,
    UnknownOption,
    ValueMissing,
)
from sniffi.words import LANGUAGES, Words

END_OF_OPTIONS = "--"


def is_flag(word: str) -> bool:
    """Whether a word is meant as an option. A lone ``-`` is a file, and -5 is a number."""
    return word.startswith("-") and word != "-" and not re.fullmatch(r"-\d+", word)


def closest(word: str, known: Iterable[str]) -> str | None:
    """The one of ``known`` that was probably meant."""
    from difflib import get_close_matches

    # The matcher is slow on long words, and a long word is no slip.
    close = get_close_matches(word, list(known), 1) if len(word) < 40 else []
    return close[0] if close else None


def language_asked_for(words: Sequence[str]) -> str | None:
    """The language that a command line asks for, even when the rest of it is wrong.

    So that what is wrong can be told in that language.
    """
    found = None
    for word, after in zip(words, [*words[1:], ""], strict=False):
        if word == END_OF_OPTIONS:
            break
        flag, equals, value = word.partition("=")
        if flag == LANG.flag and (value if equals else after) in LANGUAGES:
            found = value if equals else after
    return found


def read(
    options: Sequence[Option],
    given: Iterable[str],
    words: Words,
    *,
    stop_at_operand: bool = False,
) -> Arguments:
    """The options and operands in ``given``.

    Args:
        stop_at_operand: all from the first operand on are operands: a verb and what is its own.

    Raises:
        Misuse: a word is not what it should be, and which.
    """
    by_flag = {flag: option for option in options for flag in (option.flag, option.short) if flag}
    arguments = Arguments(**{option.name: option.default for option in options}, operands=())
    operands: list[str] = []
    left = deque(given)
    while left:
        word = left.popleft()
        if word == END_OF_OPTIONS or not is_flag(word):
            if word != END_OF_OPTIONS:
                operands.append(word)
            if word == END_OF_OPTIONS or stop_at_operand:
                operands.extend(left)
                break
            continue
        flag, equals, text = word.partition("=")
        option = by_flag.get(flag)
        if option is None:
            _refuse_option(flag, by_flag)
        if not option.takes_value:
            if equals:
                raise TakesNoValue(option=flag)
            setattr(arguments, option.name, True)
            if option.name == "help":
                # Who asks for help need not have the rest right.
                break
            continue
        if not equals:
            if not left or left[0] == END_OF_OPTIONS or is_flag(left[0]):
                raise ValueMissing(option=flag, value=option.value_name(words))
            text = left.popleft()
        if option.choices and text not in option.choices:
            raise NotAChoice(option=flag, value=shown(text), choices=", ".join(option.choices))
        value = option.read(flag, text)
        if option.repeatable:
            value = (*getattr(arguments, option.name), value)
        elif getattr(arguments, option.name) is not None:
            raise GivenTwice(option=flag)
        setattr(arguments, option.name, value)
    arguments.operands = tuple(operands)
    return arguments


def read_for(verb: Verb, given: Iterable[str], words: Words) -> Arguments:
    """What ``verb`` takes of ``given``.

    Raises:
        Misuse: a word is not what it should be, too much, or missing.
    """
    arguments = read(verb.options, given, words)
    if arguments.help:
        return arguments
    for group in verb.apart:
        by_flag = {option.flag: option for option in verb.options}
        used = [flag for flag in group if getattr(arguments, by_flag[flag].name)]
        if len(used) > 1:
            raise NotTogether(option=used[0], other=used[1])
    operand, operands = verb.operand, arguments.operands
    if operand is not None and not operands and not operand.optional:
        raise OperandMissing(operand=words.say(operand.value))
    most = 0 if operand is None else len(operands) if operand.many else 1
    if len(operands) > most:
        raise OperandTooMany(operand=shown(operands[most]))
    return arguments


def _refuse_option(flag: str, known: Iterable[str]) -> NoReturn:
    meant = closest(flag, known)
    if meant is None:
        raise UnknownOption(option=shown(flag))
    raise MeantOption(option=shown(flag), meant=meant)
