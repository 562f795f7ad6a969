"""What is wrong with a command line is said in one clear line, in the reader's language."""

from __future__ import annotations

import shlex
from typing import TypeAlias

import pytest

from sniffi.cli.entry import VERBS
from sniffi.words import Words
from tests.cli.command import refused, sniffi

Case: TypeAlias = tuple[str, str, dict[str, str]]


def wrong(line: str, key: str, **fields: str) -> Case:
    """A command line, and the text that refuses it with its fields, some of them texts too."""
    return line, key, fields


WRONG = [
    wrong("", "cli.verb-missing"),
    wrong("xyz", "cli.unknown-verb", verb="xyz"),
    wrong("''", "cli.unknown-verb", verb=""),
    wrong("replya", "cli.unknown-verb-meant", verb="replya", meant="replay"),
    wrong("--colour", "cli.unknown-option", option="--colour"),
    wrong("--vresion", "cli.unknown-option-meant", option="--vresion", meant="--version"),
    wrong("--version=1", "cli.takes-no-value", option="--version"),
    wrong("--lang sv", "cli.not-a-choice", option="--lang", value="sv", choices="fi, en"),
    wrong("--lang= bots", "cli.not-a-choice", option="--lang", value="", choices="fi, en"),
    wrong("bots --what", "cli.unknown-option", option="--what"),
    wrong("bots -x", "cli.unknown-option", option="-x"),
    wrong("bots --what=5", "cli.unknown-option", option="--what"),
    wrong("bots --jsno", "cli.unknown-option-meant", option="--jsno", meant="--json"),
    wrong("bots --json=yes", "cli.takes-no-value", option="--json"),
    wrong("bots greedy", "cli.operand-too-many", operand="greedy"),
    wrong("replay", "cli.operand-missing", operand="cli.value-file"),
    wrong("replay a b", "cli.operand-too-many", operand="b"),
    wrong("verify", "cli.operand-missing", operand="cli.value-file"),
    wrong("explain", "cli.operand-missing", operand="cli.value-placement"),
    wrong("explain --json", "cli.operand-missing", operand="cli.value-placement"),
    wrong("explain 14 --svg", "cli.value-missing", option="--svg", value="cli.value-file"),
    wrong("explain --svg --json 14", "cli.value-missing", option="--svg", value="cli.value-file"),
    wrong("explain --svg -- 14", "cli.value-missing", option="--svg", value="cli.value-file"),
    wrong("explain --svg= 14", "cli.not-a-file-name", option="--svg"),
    wrong("explain --svg - 14", "cli.not-a-file-name", option="--svg"),
    wrong("explain --svg=a --svg=b 14", "cli.given-twice", option="--svg"),
    wrong("play --colour", "cli.value-missing", option="--colour", value="auto|never|always"),
    wrong("play --players 5", "cli.not-a-choice", option="--players", value="5", choices="2, 3, 4"),
    wrong("play --new --resume", "cli.not-together", option="--new", other="--resume"),
    wrong("play --resume --new", "cli.not-together", option="--new", other="--resume"),
]


@pytest.mark.parametrize("lang", Words.LANGUAGES)
@pytest.mark.parametrize("case", WRONG, ids=lambda case: case[0])
def test_a_wrong_command_line_is_refused_in_one_line(
    lang: str, case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SNIFFI_LANG", lang)
    words = Words(lang)
    line, key, fields = case
    args = shlex.split(line)
    command = " ".join(["sniffi", *args[:1]] if args[:1] and args[0] in VERBS else ["sniffi"])
    said = {name: words.say(v) if v.startswith("cli.") else v for name, v in fields.items()}
    sentence = words.say(key, **{"verbs": ", ".join(VERBS), **said})
    whole = words.say("cli.see-help", sentence=sentence, command=command)
    assert refused(sniffi(*args)) == f"{command}: {whole}"


@pytest.mark.parametrize(
    "args",
    [
        ["--lang", "en", "bots", "--what"],
        ["--lang=en", "bots", "--what"],
        ["bots", "--what", "--lang", "en"],
        ["bots", "--what", "--lang=en"],
        ["--what", "bots", "--lang", "en"],
        ["--lang", "fi", "bots", "--lang", "en", "--what"],
    ],
    ids=" ".join,
)
def test_the_language_counts_wherever_it_stands_in_a_wrong_command_line(args: list[str]) -> None:
    assert "There is no option “--what”." in refused(sniffi(*args))


def test_the_language_after_the_verb_wins() -> None:
    fi, en = sniffi("--lang", "fi", "bots"), sniffi("--lang", "en", "bots")
    assert fi.out != en.out
    assert sniffi("--lang", "fi", "bots", "--lang", "en") == en
    assert sniffi("--lang", "en", "bots", "--lang", "fi") == fi
    assert sniffi("bots") == fi


def test_after_two_hyphens_nothing_is_an_option() -> None:
    assert "”--lang”" in refused(sniffi("bots", "--", "--lang", "en"))
    assert sniffi("--", "bots") == sniffi("bots")


def test_who_asks_for_help_need_not_have_the_rest_right() -> None:
    assert sniffi("explain", "--help") == sniffi("explain", "-h", "--what", "--lang", "sv")


def test_the_version_is_that_of_the_package() -> None:
    import sniffi as package

    outcome = sniffi("--version")
    assert (outcome.status, outcome.out) == (0, f"sniffi {package.__version__}\n")


def test_a_long_word_is_cut_and_a_strange_one_escaped() -> None:
    line = refused(sniffi("bots", "1" * 10_000))
    assert "1" * 59 + "…" in line
    assert len(line) < 200
    assert r"”a\x1b[31m\u202eb”" in refused(sniffi("bots", "a\x1b[31m\u202eb"))
    assert r"”a\nb”" in refused(sniffi("bots", "a\nb"))
