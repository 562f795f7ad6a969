"""The game record: text and JSON, strict readers, replay, verification (docs/record-format.md).

A part is imported when something of it is first asked for: who shows a layout as JSON needs no
reader, no deck and no hashes.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sniffi.record.errors import (
        BadText,
        Fault,
        JsonError,
        JsonFault,
        NotSaved,
        RecordError,
        TextError,
    )
    from sniffi.record.model import BadGame, Comment, GameRecord
    from sniffi.record.reader import load, loads
    from sniffi.record.text import LONGEST_NAME, check_name
    from sniffi.record.verification import Check, Outcome, Subject, Verification, verify
    from sniffi.record.writer import dump, dumps, dumps_played, save

__all__ = [
    "LONGEST_NAME",
    "BadGame",
    "BadText",
    "Check",
    "Comment",
    "Fault",
    "GameRecord",
    "JsonError",
    "JsonFault",
    "NotSaved",
    "Outcome",
    "RecordError",
    "Subject",
    "TextError",
    "Verification",
    "check_name",
    "dump",
    "dumps",
    "dumps_played",
    "load",
    "loads",
    "save",
    "verify",
]

_PARTS = ("errors", "text", "model", "reader", "writer", "verification")


def __getattr__(name: str) -> object:
    if name in __all__:
        for part in _PARTS:
            found = vars(import_module(f"{__name__}.{part}")).get(name)
            if found is not None:
                globals()[name] = found
                return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
