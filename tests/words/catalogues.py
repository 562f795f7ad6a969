"""Reads the catalogues' sources and finds the keys that the house uses."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

SOURCE = Path(__file__).parents[2] / "src" / "sniffi"
LOCALE = SOURCE / "words" / "locale"
DOMAINS = sorted({path.stem for path in LOCALE.glob("*/LC_MESSAGES/*.po")})
PAGES = ("*.html", "*.jinja", "*.jinja2", "*.j2", "*.xml", "*.svg", "*.txt")


@dataclass(frozen=True)
class Text:
    key: str
    forms: tuple[str, ...]
    plural_key: str | None
    fuzzy: bool

    @property
    def placeholders(self) -> set[str]:
        return set().union(*map(placeholders, self.forms))


def placeholders(form: str) -> set[str]:
    """The names between braces, with what follows them, so that only plain ones are equal."""
    return {
        name + (f"!{conversion}" if conversion else "") + (f":{spec}" if spec else "")
        for _, name, spec, conversion in Formatter().parse(form)
        if name is not None
    }


def source_of(language: str, domain: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / f"{domain}.po"


@cache
def read(language: str, domain: str) -> dict[str, Text]:
    with source_of(language, domain).open("rb") as file:
        catalogue: Catalog = read_po(file, locale=language, abort_invalid=True)
    texts = {}
    for message in catalogue:
        if not message.id:
            continue
        ids, strings = message.id, message.string
        key, plural = (ids, None) if isinstance(ids, str) else (ids[0], ids[1])
        forms = (strings,) if isinstance(strings, str) else tuple(strings or ())
        texts[key] = Text(key, forms, plural, message.fuzzy)
    return texts


@dataclass
class Uses:
    """Where keys are used: literal ones, patterns of computed ones, and calls with their values."""

    keys: dict[str, str] = field(default_factory=dict)
    patterns: dict[str, str] = field(default_factory=dict)
    calls: list[tuple[str, str, str, set[str] | None]] = field(default_factory=list)
    """Place, method, key, and the names of the values; None when they are passed in a mapping."""

    def cover(self, key: str) -> bool:
        return key in self.keys or any(re.fullmatch(p, key) for p in self.patterns)


_KEY = re.compile(rf"(?:{'|'.join(DOMAINS)})\.[a-z0-9][a-z0-9_-]*")
_QUOTED = re.compile(rf"""["']({_KEY.pattern})["']""")


def _literals(node: ast.expr) -> Iterator[str]:
    """The keys that an argument may be: a literal, or one of the two of a conditional."""
    if isinstance(node, ast.IfExp):
        yield from _literals(node.body)
        yield from _literals(node.orelse)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def _pattern(node: ast.JoinedStr) -> str:
    # Without a dash, or f"bots.{name}" would stand for every key of its domain.
    return "".join(
        re.escape(str(part.value)) if isinstance(part, ast.Constant) else "[a-z0-9_]+"
        for part in node.values
    )


def _scan(tree: ast.AST, file: str, uses: Uses) -> None:
    in_patterns = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for part in node.values
    }
    for node in ast.walk(tree):
        place = f"{file}:{getattr(node, 'lineno', 0)}"
        match node:
            case ast.Constant(value=str(text)) if id(node) not in in_patterns:
                if _KEY.fullmatch(text):
                    uses.keys.setdefault(text, place)
            case ast.JoinedStr(values=[ast.Constant(value=str(start)), *_]):
                if start.partition(".")[0] in DOMAINS and "." in start:
                    uses.patterns.setdefault(_pattern(node), place)
            case ast.Call(func=ast.Attribute(attr=("say" | "say_n") as method), args=[key, *_]):
                named = {word.arg for word in node.keywords if word.arg is not None}
                values = named if len(named) == len(node.keywords) else None
                uses.calls += [(place, method, text, values) for text in _literals(key)]


@cache
def uses() -> Uses:
    """Everything that the sources use, but for the keys that are made of errors' codes."""
    found = Uses()
    for path in sorted(SOURCE.rglob("*.py")):
        if "migrations" in path.parts or path.name == "schema.py":
            # Names of columns look like keys there, and nothing is said.
            continue
        file = str(path.relative_to(SOURCE))
        _scan(ast.parse(path.read_text(encoding="utf-8"), file), file, found)
    for pattern in PAGES:
        for path in sorted(SOURCE.rglob(pattern)):
            for key in _QUOTED.findall(path.read_text(encoding="utf-8")):
                found.keys.setdefault(key, str(path.relative_to(SOURCE)))
    return found
