"""Layouts as SVG, and the other pictures by their names."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from html import escape

from sniffi.pictures.geometry import MARK_RADIUS, LaidTile, Mark, Rect, arrange
from sniffi.pictures.legend import layout_legend_svg, tally_legend_svg
from sniffi.pictures.markup import classes, element, picture
from sniffi.pictures.style import STYLE
from sniffi.pictures.tally import tally_svg
from sniffi.pictures.tiles import corner_marks, hand_svg, tile_markup, tile_svg
from sniffi.rules import Layout, Spot
from sniffi.words import Words

__all__ = [
    "STYLE",
    "hand_svg",
    "layout_legend_svg",
    "layout_svg",
    "tally_legend_svg",
    "tally_svg",
    "tile_svg",
]

_SCALE = 10
"""Units of the picture to one of the plane."""


def layout_svg(
    layout: Layout,
    words: Words,
    *,
    aspect: float = 4 / 3,
    first_step: int = 0,
    whole_board: bool = False,
    part: Rect | None = None,
    mark_last: bool = True,
    counts: bool = True,
    offered: Collection[Spot] = (),
    interactive: bool = False,
    ident: str = "layout",
    style: bool = True,
    described_by: str | None = None,
) -> str:
    """A layout with its counted values, well-formed and with nothing from elsewhere.

    Each tile is a ``g`` with ``data-tile`` and ``data-order``, each spot a ``g`` with ``data-tile``
    and ``data-port``.

    Args:
        layout: the layout; the empty one too.
        words: the language.
        aspect: width by height of the board within which the arms bend.
        first_step: the smallest board (see ``geometry.arrange``).
        whole_board: whether all of the board is shown, so that from one placement to the next no
            tile moves and none is scaled unless it has to be; otherwise the part that is in use.
        part: the part of the board that is shown instead, in the units of ``geometry``, so that
            several pictures show the same.
        mark_last: whether corners mark the last placement.
        counts: whether the spots are marked with what they count, and the texts tell the sum;
            without it the picture is a question.
        offered: the spots to mark as those where a tile may go.
        interactive: whether the spots have names of their own and room for a finger, for a script
            that lets people press them; otherwise the picture is one image.
        ident: begins the ids, which have to be unique on a page.
        style: whether the picture holds its style sheet; a page may hold ``STYLE`` instead.
        described_by: the id of what describes it on its page, instead of a description of its own.

    Raises:
        ValueError: ``aspect``, ``first_step`` or ``ident`` cannot be used.
    """
    arrangement = arrange(layout, aspect, first_step=first_step)
    seen = arrangement.bounds.grown(1)
    if whole_board or not layout.tiles:
        seen = Rect(0, 0, arrangement.width, arrangement.height)
    elif part is not None:
        seen = part
    left, top, width, height = (
        side * _SCALE for side in (seen.left, seen.top, seen.width, seen.height)
    )
    board = element("rect", class_="pic-board", x=left, y=top, width=width, height=height, rx=8)
    tiles = [
        _tile(laid, order, laid.tile is layout.spinner)
        for order, laid in enumerate(arrangement.tiles, 1)
    ]
    last = [_corners(arrangement.tiles[-1])] if mark_last and layout.tiles else []
    return picture(
        board,
        # Under the tiles, so that none is crossed by a corner.
        *last,
        *tiles,
        *(
            _spot(mark, words, mark.spot in offered, interactive)
            for mark in arrangement.marks
            if counts
        ),
        kind="pic-layout",
        box=(left, top, width, height),
        language=words.language,
        title=_title(layout, words, counts),
        description=_description(layout, words, counts) if described_by is None else (),
        aria_describedby=described_by,
        ident=ident,
        style=style,
        parts_named=interactive,
        data_step=arrangement.step,
    )


def _title(layout: Layout, words: Words, counts: bool) -> str:
    if not layout.tiles:
        return words.say("pictures.empty-layout")
    if not counts:
        return words.say_n("pictures.layout-alone", len(layout.tiles))
    return words.say_n("pictures.layout", len(layout.tiles), sum=words.sum(layout))


def _description(layout: Layout, words: Words, counts: bool) -> str | Iterable[str]:
    return words.position(layout) if counts else words.arms(layout)


def _tile(laid: LaidTile, order: int, is_sniff: bool) -> str:
    x, y = laid.rect.centre
    # A double lies across the way it faces.
    quarters = laid.facing + laid.tile.is_double
    return tile_markup(
        laid.tile,
        x * _SCALE,
        y * _SCALE,
        quarters,
        extra=classes(
            "pic-double" if laid.tile.is_double else None, "pic-sniff" if is_sniff else None
        ),
        data_order=order,
    )


def _corners(laid: LaidTile) -> str:
    rect = laid.rect
    return corner_marks(*(side * _SCALE for side in (rect.left, rect.top, rect.right, rect.bottom)))


def _spot(mark: Mark, words: Words, offered: bool, interactive: bool) -> str:
    radius = MARK_RADIUS * _SCALE
    if mark.counted:
        shown = element("circle", class_="pic-dot", r=radius) + element(
            "text", escape(str(mark.counted.value)), class_="pic-number", y=3.6
        )
    else:
        shown = element("circle", class_="pic-ring", r=radius * 0.7)
    hit = element("circle", class_="pic-hit", r=radius * 1.3) if interactive or offered else ""
    return element(
        "g",
        shown,
        hit,
        class_=classes("pic-spot", "pic-offered" if offered else None),
        transform=f"translate({mark.x * _SCALE:g} {mark.y * _SCALE:g})",
        data_tile=str(mark.spot.tile),
        data_port=str(mark.spot.port),
        role="img" if interactive else None,
        aria_label=words.spot(mark.spot) if interactive else None,
    )
