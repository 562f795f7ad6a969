"""Tiles and texts as the templates take them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from markupsafe import Markup

from sniffi.rules import Tile
from sniffi.words import Words

_LEFT, _MIDDLE, _RIGHT = 5, 10, 15
_ALONE = ((_MIDDLE, _MIDDLE),)
_RISING = ((_LEFT, _RIGHT), (_RIGHT, _LEFT))
_FALLING = ((_LEFT, _LEFT), (_RIGHT, _RIGHT))
_SIDES = ((_LEFT, _MIDDLE), (_RIGHT, _MIDDLE))
HALVES = tuple(
    enumerate(
        (
            (),
            _ALONE,
            _RISING,
            _RISING + _ALONE,
            _RISING + _FALLING,
            _RISING + _FALLING + _ALONE,
            _RISING + _FALLING + _SIDES,
        )
    )
)
"""Where the pips of each half stand in a square of 20 by 20."""


@dataclass(frozen=True, slots=True)
class Face:
    """A tile that is shown."""

    text: str
    """As placements write it: ``14``."""
    label: str
    """As sentences write it: ``[1|4]``."""
    low: int
    high: int
    double: bool


@cache
def face_of(tile: Tile) -> Face:
    """How a tile is shown; the same in every language."""
    return Face(str(tile), f"[{tile.low}|{tile.high}]", tile.low, tile.high, tile.is_double)


@dataclass(frozen=True, slots=True)
class Line:
    """Something that happened, in words."""

    n: int
    """Its number in the table's log."""
    kind: str
    text: str
    points: int = 0


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of the layout for places of one shape (``drawing.ASPECTS``)."""

    shape: str
    svg: Markup


@dataclass(frozen=True, slots=True)
class Press:
    """A button: where its form goes, and the action that it carries, if any."""

    path: str
    label: str
    kind: str
    action: str | None = None


def draw_press(words: Words) -> Press:
    """The button that draws a tile."""
    return Press("act", words.say("web.draw"), "draw main", "draw")


def pass_press(words: Words) -> Press:
    """The button that passes."""
    return Press("act", words.say("web.pass"), "pass main", "pass")
