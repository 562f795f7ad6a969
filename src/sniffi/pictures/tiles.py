"""Tiles drawn: one alone, a hand, and one as a part of a layout."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sniffi.pictures.markup import classes, element, picture
from sniffi.rules import MaybeTile, Tile
from sniffi.words import Words

HALF_WIDE = 20
"""The side of a half in the units of the pictures, which are ten to one of the plane's."""

_OUT = 5.2
"""From the middle of a half to its outer pips."""
_MIDDLE = ((0, 0),)
_FALLING = ((-1, -1), (1, 1))
_RISING = ((-1, 1), (1, -1))
_ROWS = ((0, -1), (0, 1))
PIPS: tuple[tuple[tuple[int, int], ...], ...] = (
    (),
    _MIDDLE,
    _FALLING,
    _FALLING + _MIDDLE,
    _FALLING + _RISING,
    _FALLING + _RISING + _MIDDLE,
    _FALLING + _RISING + _ROWS,
)
"""Where the pips of each half are, -1 to 1 from its middle, in a tile that lies on its side: the
rows of the six run along the tile."""


def tile_markup(
    tile: MaybeTile,
    x: float,
    y: float,
    quarters: int,
    *,
    extra: str = "",
    under: str = "",
    framed: str | None = None,
    **data: str | int | None,
) -> str:
    """A tile as a part of a picture, or a back where ``tile`` is None.

    Args:
        tile: the tile.
        x: of its middle.
        y: of its middle.
        quarters: how far it is turned clockwise; at 0 the low half is to the left.
        extra: more classes.
        under: more markup that turns with the tile.
        framed: the id of a ``frame`` in the picture, turned alike, which all but backs use.
        data: more attributes.
    """
    if framed is not None and tile is not None:
        frame, inside = element("use", href=f"#{framed}"), ""
    else:
        frame, inside = _shade(quarters), _body(0.9 if "pic-sniff" in extra else 0.7)
        inside += _MIDDLE_LINE if tile is not None else _BACK
    return element(
        "g",
        frame,
        element(
            "g",
            inside,
            _pips(tile) if tile is not None else "",
            under,
            transform=f"rotate({quarters % 4 * 90})" if quarters % 4 else None,
        ),
        class_=classes("pic-tile", "pic-back" if tile is None else None, extra),
        transform=f"translate({x:g} {y:g})",
        data_tile=None if tile is None else str(tile),
        **data,
    )


def frame(ident: str, quarters: int) -> str:
    """What all tiles but backs have in common, to be used by each of many: a long row of them would
    be most of a page."""
    turned = element("g", _body(0.7), _MIDDLE_LINE, transform=f"rotate({quarters % 4 * 90})")
    return element("defs", element("g", _shade(quarters), turned, id=ident))


def _shade(quarters: int) -> str:
    lies = quarters % 2 == 0
    width, height = (2 * HALF_WIDE, HALF_WIDE) if lies else (HALF_WIDE, 2 * HALF_WIDE)
    return element(
        "rect",
        class_="pic-shade",
        x=0.6 - width / 2,
        y=1.6 - height / 2,
        width=width - 1.2,
        height=height - 1.2,
        rx=3.4,
    )


def _body(inset: float) -> str:
    return element(
        "rect",
        class_="pic-body",
        x=inset - HALF_WIDE,
        y=inset - HALF_WIDE / 2,
        width=2 * (HALF_WIDE - inset),
        height=HALF_WIDE - 2 * inset,
        rx=3.2,
    )


_MIDDLE_LINE = element("path", class_="pic-middle", d="M0-6.6V6.6")
_BACK = element("rect", class_="pic-inner", x=-16, y=-6, width=32, height=12, rx=2)


def _pips(tile: Tile) -> str:
    # One path for all pips, points with round ends: a circle each would be most of a long page.
    points = "".join(
        f"M{side * HALF_WIDE / 2 + x * _OUT:g} {y * _OUT:g}h0"
        for side, half in ((-1, tile.low), (1, tile.high))
        for x, y in PIPS[half]
    )
    return element("path", class_="pic-pips", d=points) if points else ""


def tile_svg(
    tile: MaybeTile,
    words: Words,
    *,
    upright: bool = True,
    ident: str = "tile",
    style: bool = True,
) -> str:
    """One tile, or a back where it is None; upright with the low half on top."""
    wide, high = (HALF_WIDE, 2 * HALF_WIDE) if upright else (2 * HALF_WIDE, HALF_WIDE)
    return picture(
        tile_markup(tile, wide / 2, high / 2, 1 if upright else 0),
        kind="pic-single",
        box=(-1, -1, wide + 2, high + 3),
        language=words.language,
        title=words.tiles([tile]),
        ident=ident,
        style=style,
    )


def hand_svg(
    tiles: Sequence[MaybeTile],
    words: Words,
    *,
    fits: Collection[Tile] = (),
    ident: str = "hand",
    style: bool = True,
) -> str:
    """A hand as a row of upright tiles, backs where a tile is None (R1.4).

    Args:
        tiles: the hand in its order.
        words: the language.
        fits: the tiles to mark as ones that may be placed, by corners around them.
        ident: begins the ids, which have to be unique on a page.
        style: whether the picture holds its style sheet.
    """
    step = HALF_WIDE + 6
    corners = corner_marks(-HALF_WIDE, -HALF_WIDE / 2, HALF_WIDE, HALF_WIDE / 2)
    framed = f"{ident}-frame"
    drawn = [
        tile_markup(
            tile,
            step * place + HALF_WIDE / 2,
            HALF_WIDE,
            1,
            under=corners if tile in fits else "",
            extra="pic-fits" if tile in fits else "",
            framed=framed,
            data_place=place + 1,
        )
        for place, tile in enumerate(tiles)
    ]
    return picture(
        frame(framed, 1) if any(tile is not None for tile in tiles) else "",
        *drawn,
        kind="pic-hand",
        box=(-4, -4, max(step * len(tiles) - 6, HALF_WIDE) + 8, 2 * HALF_WIDE + 8),
        language=words.language,
        title=words.say("pictures.hand", tiles=words.tiles(tiles)),
        ident=ident,
        style=style,
    )


def corner_marks(left: float, top: float, right: float, bottom: float) -> str:
    """Four corners just outside a rectangle."""
    out, arm = 2.2, 5.5
    path = "".join(
        f"M{x:g} {y + dy * arm:g}V{y:g}H{x + dx * arm:g}"
        for x, dx in ((left - out, 1), (right + out, -1))
        for y, dy in ((top - out, 1), (bottom + out, -1))
    )
    return element("path", class_="pic-corners", d=path)
