"""What the signs of the pictures mean."""

from __future__ import annotations

from html import escape

from sniffi.pictures.markup import element, picture
from sniffi.pictures.tally import fifty_mark, stroke
from sniffi.pictures.tiles import HALF_WIDE, corner_marks, tile_markup
from sniffi.rules import Tile
from sniffi.words import Words

_LINE = 34
_TEXT_AT = 62
_LETTER = 5.6
"""Room for a letter of the texts, on the large side."""


def layout_legend_svg(words: Words, *, ident: str = "legend", style: bool = True) -> str:
    """The signs of a layout's picture, each with its meaning."""
    plain = tile_markup(Tile(1, 4), 0, 0, 0)
    dot = element("circle", class_="pic-dot", r=8.5) + element(
        "text", "5", class_="pic-number", y=3.6
    )
    return _legend(
        [
            (
                tile_markup(Tile(2, 2), 0, 0, 0, extra="pic-double pic-sniff"),
                words.say("pictures.legend-sniff"),
            ),
            (dot, words.say("pictures.legend-counted")),
            (
                element("circle", class_="pic-ring", r=6),
                words.say("pictures.legend-uncounted"),
            ),
            (
                plain + corner_marks(-HALF_WIDE, -HALF_WIDE / 2, HALF_WIDE, HALF_WIDE / 2),
                words.say("pictures.legend-last"),
            ),
        ],
        words,
        ident,
        style,
    )


def tally_legend_svg(words: Words, *, ident: str = "tally-legend", style: bool = True) -> str:
    """The signs of paper scoring, each with its meaning (R8)."""
    return _legend(
        [
            (stroke(0, 0), words.say("pictures.legend-stroke")),
            (fifty_mark(0, 0), words.say("pictures.legend-fifty")),
        ],
        words,
        ident,
        style,
    )


def _legend(lines: list[tuple[str, str]], words: Words, ident: str, style: bool) -> str:
    drawn = []
    for number, (sign, text) in enumerate(lines):
        y = _LINE * number + _LINE / 2
        drawn.append(element("g", sign, transform=f"translate({_TEXT_AT / 2 - 2:g} {y:g})"))
        drawn.append(element("text", escape(text), class_="pic-text", x=_TEXT_AT, y=y + 3.6))
    longest = max(len(text) for _, text in lines)
    return picture(
        *drawn,
        kind="pic-legend",
        box=(0, 0, _TEXT_AT + _LETTER * longest + 4, _LINE * len(lines)),
        language=words.language,
        title=words.say("pictures.legend"),
        description=[text for _, text in lines],
        pixels=1.4,
        ident=ident,
        style=style,
    )
