"""What a position or an event is in words, and every text that a person reads (fi, en).

>>> from sniffi.words import Words
>>> Words("fi").say_n("core.points", 15)
'15 pistettä'
"""

from sniffi.words.arms import ArmWords
from sniffi.words.catalogue import (
    LANGUAGES,
    Catalogue,
    MissingPlaceholder,
    MissingText,
    NotCompiled,
    UnknownLanguage,
    choose_language,
    number,
)
from sniffi.words.refusals import RefusalWords


class Words(ArmWords, RefusalWords):
    """Everything that can be said in one language: ``Words("fi")``, ``Words("en")``."""


__all__ = [
    "LANGUAGES",
    "Catalogue",
    "MissingPlaceholder",
    "MissingText",
    "NotCompiled",
    "UnknownLanguage",
    "Words",
    "choose_language",
    "number",
]
