"""Help says everything, in each language, and nothing in the other one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sniffi.cli.entry import OPTIONS, VERBS, verb_named
from sniffi.cli.grammar import Option, Verb, key_of_verb
from sniffi.cli.text import WIDTH
from sniffi.words import LANGUAGES, Words
from tests.cli.command import sniffi

SOURCE = Path(__file__).parents[2] / "src" / "sniffi"

each_verb = pytest.mark.parametrize("verb", [verb_named(name) for name in VERBS], ids=VERBS)
each_language = pytest.mark.parametrize("lang", LANGUAGES)


def keys_of(lang: str) -> set[str]:
    catalogue = SOURCE / "words" / "locale" / lang / "LC_MESSAGES" / "cli.po"
    return set(re.findall(r'^msgid "(cli\..*)"$', catalogue.read_text("utf-8"), re.MULTILINE))


def flowing(text: str) -> str:
    """The text with all its blanks and line ends made single blanks."""
    return " ".join(text.split())


@each_verb
@each_language
def test_help_of_a_verb_tells_everything_that_the_verb_takes(verb: Verb, lang: str) -> None:
    words = Words(lang)
    outcome = sniffi(verb.name, "--help", "--lang", lang)
    told = flowing(outcome.out)
    assert (outcome.status, outcome.err) == (0, "")
    assert told.startswith(f"{words.say('cli.usage')} sniffi {verb.name} [--")
    assert flowing(words.say(verb.about)) in told
    for option in verb.options:
        assert option.flag in told
        assert option.value_name(words) in told
        assert flowing(words.say(option.help)) in told
        if option.short is not None:
            assert f"{option.short}, {option.flag}" in told
    if verb.operand is not None:
        assert flowing(words.say(verb.operand.help)) in told
    for status, key in verb.all_statuses.items():
        assert f"{int(status)} {flowing(words.say(key))}" in told
    for example in verb.examples:
        assert f"sniffi {example}" in told


@each_language
def test_help_of_the_command_tells_every_verb_and_option(lang: str) -> None:
    words = Words(lang)
    outcome = sniffi("--lang", lang, "--help")
    told = flowing(outcome.out)
    assert (outcome.status, outcome.err) == (0, "")
    for verb in VERBS:
        assert f"{verb} {words.say(key_of_verb(verb))}" in told
    for option in OPTIONS:
        assert option.flag in told
        assert flowing(words.say(option.help)) in told


@pytest.mark.parametrize("args", [[], *([verb] for verb in VERBS)], ids=["sniffi", *VERBS])
@each_language
def test_help_is_no_wider_than_a_terminal(args: list[str], lang: str) -> None:
    outcome = sniffi("--lang", lang, *args, "-h")
    assert [line for line in outcome.out.splitlines() if len(line) > WIDTH] == []


@each_verb
def test_no_verb_or_option_lacks_a_help_text(verb: Verb) -> None:
    said = [verb.about, key_of_verb(verb.name), *verb.all_statuses.values()]
    said += [option.help for option in verb.options]
    said += [option.value for option in verb.options if option.value is not None]
    if verb.operand is not None:
        said += [verb.operand.value, verb.operand.help]
    for lang in LANGUAGES:
        assert [key for key in said if not Words(lang).say(key).strip()] == []


@each_verb
def test_examples_of_help_are_command_lines_of_their_verb(verb: Verb) -> None:
    from sniffi.cli.reading import read_for

    assert verb.examples
    for example in verb.examples:
        name, *rest = example.split()
        assert name == verb.name
        read_for(verb, rest, Words("fi"))


@each_verb
def test_flags_of_a_verb_are_all_different(verb: Verb) -> None:
    flags = [flag for option in verb.options for flag in (option.flag, option.short) if flag]
    assert len(flags) == len(set(flags))
    assert {flag for group in verb.apart for flag in group} <= set(flags)


def test_every_module_of_verbs_is_a_verb_of_the_command() -> None:
    modules = {path.stem for path in (SOURCE / "cli" / "verbs").glob("*.py")} - {"__init__"}
    assert modules == {name.replace("-", "_") for name in VERBS}
    assert [verb_named(name).name for name in VERBS] == list(VERBS)


def test_no_text_of_the_command_is_the_same_in_both_languages() -> None:
    assert keys_of("fi") == keys_of("en")
    fi, en = (
        re.findall(
            r'^msgid "(.+)"\nmsgstr ((?:".*"\n)+)',
            (SOURCE / "words" / "locale" / lang / "LC_MESSAGES" / "cli.po").read_text("utf-8"),
            re.MULTILINE,
        )
        for lang in LANGUAGES
    )
    assert len(fi) > 50
    same = {key: re.sub(r"\{\w+\}", "", text) for key, text in set(fi) & set(en)}
    # Some have nothing but placeholders and signs, so there is no language in them.
    assert [key for key, rest in same.items() if re.search(r"[^\W\d_]", rest)] == []


def test_an_option_without_a_value_has_no_name_for_it() -> None:
    flag, choice = Option("--a", help=""), Option("--b", help="", choices=("x", "y"))
    assert (flag.value_name(Words("fi")), flag.default) == ("", False)
    assert (choice.value_name(Words("fi")), choice.default) == ("x|y", None)
