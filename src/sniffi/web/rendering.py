"""Templates filled in a reader's language."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from sniffi.bots import USUAL
from sniffi.web.assets import Assets
from sniffi.web.languages import words_in
from sniffi.web.tiles import HALVES
from sniffi.words import LANGUAGES, Words

FOLDER = Path(__file__).parent / "templates"


class Templates:
    """The templates of the folder, compiled once."""

    def __init__(self, assets: Assets) -> None:
        self._environment = Environment(
            loader=FileSystemLoader(FOLDER),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        self._environment.globals.update(
            asset=assets.address, languages=own_names(), halves=HALVES, usual_bot=USUAL
        )
        self._globals = {language: self._of(words_in(language)) for language in LANGUAGES}

    def _of(self, words: Words) -> dict[str, Any]:
        return {"lang": words.language, "say": words.say, "say_n": words.say_n}

    def fill(self, template: str, language: str, **context: Any) -> str:
        """The template as HTML."""
        return self._environment.get_template(template).render(self._globals[language], **context)


def own_names() -> tuple[tuple[str, str], ...]:
    """Each language and what it calls itself."""
    return tuple((language, words_in(language).say("web.own-name")) for language in LANGUAGES)
