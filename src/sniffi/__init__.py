"""American Sniff: rules, deals, records, words, pictures, bots and a table to play at.

>>> from sniffi import Layout, Port, Spot, Tile
>>> layout = Layout().place(Tile(1, 4))
>>> layout.total, layout.points
(5, 5)
>>> layout.place(Tile(1, 1), Spot(Tile(1, 4), Port.LOW)).total
6
"""

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
