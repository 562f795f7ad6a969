"""docs/record-format.md says what the reader and the writer do."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sniffi.record import GameRecord, RecordError, dumps, loads
from sniffi.record.plain import event_to_json
from sniffi.rules import EVENT_TYPES
from tests.record.made import records

PAGE = Path(__file__).parents[2].joinpath("docs", "record-format.md").read_text("utf-8")


def block(language: str) -> str:
    (found,) = re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    return str(found)


SPECIAL = {
    "1 to 64 of A-Z, a-z, 0-9, - and _": "[A-Za-z0-9_-]{1,64}",
    "A-Z, then at most 39 of A-Z, a-z and 0-9": "[A-Z][A-Za-z0-9]{0,39}",
    'any character but the forbidden ones, " and \\': r'[^\x00-\x1f"\\]',
    "line feed": "\n",
}
TOKEN = re.compile(r"""\s*(?:(\?[^?]+\?)|("[^"]*"|'[^']*')|([\w-]+)|([=;,|*()\[\]{}]))""")


def grammar() -> dict[str, str]:
    """Each rule of the page's EBNF as a regular expression; no rule needs itself."""
    rules: dict[str, list[str]] = {}
    for text in re.findall(r"([^;]+(?:'[^']*'|\"[^\"]*\")?[^;]*);\n", block("ebnf")):
        name, _, body = text.strip().partition("=")
        rules[name.strip()] = tokens(body)
    made: dict[str, str] = {}

    def expression(name: str) -> str:
        if name not in made:
            made[name] = f"(?:{''.join(part(token) for token in rules[name])})"
        return made[name]

    def part(token: str) -> str:
        if token[0] == "?":
            return SPECIAL[token.strip("? ")]
        if token[0] in "\"'":
            return re.escape(token[1:-1])
        signs = {",": "", "|": "|", "(": "(?:", ")": ")", "[": "(?:", "]": ")?", "{": "(?:",
                 "}": ")*", "*": ""}  # fmt: skip
        return signs[token] if token in signs else expression(token)

    for name in rules:
        expression(name)
    return made


def tokens(body: str) -> list[str]:
    found = []
    at = 0
    while at < len(body.rstrip()):
        match = TOKEN.match(body, at)
        assert match is not None, body[at:]
        found.append(match[0].strip())
        at = match.end()
    # ISO's 64 * x, as an expression writes it.
    if found[0].isdigit():
        return [*found[2:], f"?{found[0]} times?"]
    return found


SPECIAL["64 times"] = "{64}"
GRAMMAR = grammar()


def test_the_grammar_has_every_rule_that_it_names() -> None:
    assert {"text", "game", "header", "round", "turn", "holds", "character"} <= set(GRAMMAR)


@given(st.lists(records(), max_size=2))
@settings(max_examples=40)
def test_what_is_written_is_of_the_grammar(told: list[GameRecord]) -> None:
    lines = dumps(told).splitlines(keepends=True)
    bare = "".join(line for line in lines if not line.startswith("#"))
    assert re.fullmatch(GRAMMAR["text"], bare)


SAMPLE = block("sniff")


@given(st.data())
@settings(max_examples=150)
def test_what_is_not_of_the_grammar_is_refused(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(SAMPLE) - 1))
    put = data.draw(st.sampled_from(["", " ", "0", "1", "9", ",", "?", "-", "\n", "a", '"']))
    text = SAMPLE[:at] + put + SAMPLE[at + data.draw(st.integers(0, 1)) :]
    bare = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#"))
    if not re.fullmatch(GRAMMAR["text"], bare):
        with pytest.raises(RecordError):
            loads(text)


def test_the_sample_is_a_game() -> None:
    assert dumps(loads(SAMPLE)) == SAMPLE


def test_every_event_is_in_the_table_with_its_keys() -> None:
    (record,) = loads(SAMPLE)
    rows = dict(re.findall(r"^\| `([a-z-]+)` \| (?:yes|no) \|(.*)\|$", PAGE, re.MULTILINE))
    assert set(rows) == set(EVENT_TYPES)
    for event in record.events:
        own = list(event_to_json(event, 1))[3:]
        assert all(f"`{key}`" in rows[event.name] for key in own)


def test_the_event_shown_is_the_samples_own() -> None:
    (record,) = loads(SAMPLE)
    shown = json.loads(block("json"))
    assert event_to_json(record.events[2], 1) == shown
    assert json.dumps(shown) + "\n" == block("json")
