"""Compiles the gettext catalogues, for the build and by hand: ``python hatch_build.py``."""

from __future__ import annotations

import os
import re
import string
import sys
import tempfile
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LOCALE = Path("src", "sniffi", "words", "locale")
LINE = re.compile(r'(#.*|((msgctxt|msgid|msgid_plural|msgstr(\[\d\])?)\s+)?"([^"\\]|\\.)*")?')


class CatalogueError(Exception):
    """A catalogue that must not be shipped; says the file, the line and the fault."""


def read_strictly(source: Path) -> Catalog:
    """Read a catalogue and refuse what Babel would quietly mend or leave out."""
    try:
        text = source.read_text("utf-8")
        with source.open("rb") as file:
            catalogue = read_po(file, locale=source.parts[-3], abort_invalid=True)
    except (PoFileError, UnicodeDecodeError, ValueError) as error:
        raise CatalogueError(f"{source}: {error}") from error
    for number, line in enumerate(text.splitlines(), 1):
        if not LINE.fullmatch(line.strip()):
            raise CatalogueError(f"{source}:{number}: not a line of a catalogue: {line}")
    if len(re.findall(r"^msgid\s", text, re.MULTILINE)) != len(list(catalogue)):
        raise CatalogueError(f"{source}: a message is there twice, or the header is missing")
    return catalogue


def fields(text: str) -> set[str]:
    """The names in braces."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def faults(message: Message, catalogue: Catalog) -> list[str]:
    """What is wrong with one message."""
    if message.id and message.fuzzy:
        return ["fuzzy"]
    found = [str(error) for error in message.check(catalogue)]
    # Babel looks at %(name)s alone.
    if "python-brace-format" in message.flags:
        try:
            known = set().union(*map(fields, forms(message.id)))
            unknown = set().union(*map(fields, forms(message.string))) - known
        except ValueError as error:
            return [*found, str(error)]
        found += [f"unknown field {{{name}}}" for name in sorted(unknown)]
    return found


def forms(text: Any) -> list[str]:
    """The singular and the plurals, or the only form."""
    return [text] if isinstance(text, str) else [form for form in text or () if form]


def compile_catalogue(source: Path) -> Path:
    """Write the .mo beside a .po, or refuse the whole catalogue."""
    catalogue = read_strictly(source)
    for message in catalogue:
        for fault in faults(message, catalogue):
            raise CatalogueError(f"{source}:{message.lineno}: {fault}: {message.id!r}")
    target = source.with_suffix(".mo")
    # A running program may be reading the old one, so the new one takes its place in one step.
    with tempfile.NamedTemporaryFile(dir=source.parent, suffix=".tmp", delete=False) as scratch:
        write_mo(scratch, catalogue)
    os.chmod(scratch.name, 0o644)
    os.replace(scratch.name, target)
    return target


def compile_all(root: Path) -> list[Path]:
    """Compile every catalogue of the tree at ``root``; none is fine."""
    sources = sorted(root.joinpath(LOCALE).glob("*/LC_MESSAGES/*.po"))
    return [compile_catalogue(source) for source in sources]


class CustomBuildHook(BuildHookInterface[Any]):
    """Hatchling calls this before it gathers a wheel's files, an editable one's too."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Compile the catalogues; an error stops the build."""
        compile_all(Path(self.root))


def main() -> int:
    """Compile by hand."""
    try:
        compiled = compile_all(Path(__file__).parent)
    except CatalogueError as error:
        print(f"hatch_build: {error}", file=sys.stderr)
        return 1
    print(f"catalogues: {len(compiled)} compiled")
    return 0


if __name__ == "__main__":
    sys.exit(main())
