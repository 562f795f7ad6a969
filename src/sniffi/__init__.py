"""American Sniff: rules, deals, records, words, pictures, bots and a table to play at.

>>> from sniffi import Layout, Port, Spot, Tile
>>> layout = Layout().place(Tile(1, 4))
>>> layout.total, layout.points
(5, 5)
>>> layout.place(Tile(1, 1), Spot(Tile(1, 4), Port.LOW)).total
6
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sniffi.rules import (
        Draw,
        Game,
        GameView,
        Layout,
        Pass,
        Place,
        Port,
        Round,
        RoundView,
        SniffiError,
        Spot,
        Tile,
    )

__version__ = "0.1.0"

__all__ = [
    "Draw",
    "Game",
    "GameView",
    "Layout",
    "Pass",
    "Place",
    "Port",
    "Round",
    "RoundView",
    "SniffiError",
    "Spot",
    "Tile",
    "__version__",
]


def __getattr__(name: str) -> object:
    """The rules' names, imported when first asked for: a command's help needs none of them."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module("sniffi.rules"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
