"""Compiles the gettext catalogues, for the build and by hand: ``python hatch_build.py``."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LOCALE = Path("src", "sniffi", "words", "locale")


class CatalogueError(Exception):
    """A catalogue that must not be shipped; says the file, the line and the fault."""


def compile_catalogue(source: Path) -> Path:
    """Write the .mo beside a .po, or refuse the whole catalogue."""
    try:
        with source.open("rb") as file:
            catalogue = read_po(file, locale=source.parts[-3], abort_invalid=True)
    except (PoFileError, UnicodeDecodeError, ValueError) as error:
        raise CatalogueError(f"{source}: {error}") from error
    for message in catalogue:
        where = f"{source}:{message.lineno}"
        # A fuzzy text is left out of the .mo without a word: better to say so here.
        if message.id and message.fuzzy:
            raise CatalogueError(f"{where}: fuzzy: {message.id!r}")
        for error in message.check(catalogue):
            raise CatalogueError(f"{where}: {error}: {message.id!r}") from error
    target = source.with_suffix(".mo")
    # A running program may be reading the old one, so the new one takes its place in one step.
    with tempfile.NamedTemporaryFile(dir=source.parent, suffix=".tmp", delete=False) as file:
        write_mo(file, catalogue)
    scratch = Path(file.name)
    scratch.chmod(0o644)
    os.replace(scratch, target)
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
