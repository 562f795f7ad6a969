"""A score as strokes on paper (R8)."""

from __future__ import annotations

from html import escape

from sniffi.pictures.markup import element, picture
from sniffi.rules import Tally
from sniffi.words import Words

HEIGHT = 30
_MARK = 32
_STROKE = 6


def tally_svg(points: int, words: Words, *, ident: str = "tally", style: bool = True) -> str:
    """Raw points as fifty marks, single strokes, and beside them the minus and what is left over.

    Args:
        points: raw points, below zero too.
        words: the language.
        ident: begins the ids, which have to be unique on a page.
        style: whether the picture holds its style sheet.
    """
    tally = Tally.of(points)
    x = 3.0
    drawn = []
    if tally.minus:
        drawn.append(element("path", class_="pic-stroke pic-minus", d=f"M{x:g} 15h7"))
        x += 13
    for _ in range(tally.fifty_marks):
        drawn.append(fifty_mark(x + _MARK / 2 - 2))
        x += _MARK
    x += 3 if tally.fifty_marks else 0
    for _ in range(tally.strokes):
        drawn.append(stroke(x + 2))
        x += _STROKE
    if tally.remainder or not drawn:
        x += 2 if drawn else 0
        drawn.append(element("text", escape(str(tally.remainder)), class_="pic-text", x=x, y=18.6))
        x += 7
    return picture(
        *drawn,
        kind="pic-tally",
        box=(0, 0, x + 2, HEIGHT),
        language=words.language,
        title=words.say(
            "pictures.tally", points=words.points(points), strokes=words.strokes(points)
        ),
        pixels=1,
        ident=ident,
        style=style,
    )


def fifty_mark(x: float, y: float = HEIGHT / 2) -> str:
    """A large X and a small x in each of the four gaps around it, its middle at (x, y) (R8.1)."""
    large = _cross(x, y, 8)
    small = [_cross(x + dx, y + dy, 2.5) for dx, dy in ((0, -9.5), (9.5, 0), (0, 9.5), (-9.5, 0))]
    return element(
        "g",
        *(element("path", class_="pic-stroke", d=path) for path in (*large, *sum(small, ()))),
        class_="pic-fifty",
    )


def stroke(x: float, y: float = HEIGHT / 2) -> str:
    """A single stroke, a little aslant as a hand draws it."""
    return element("path", class_="pic-stroke pic-five", d=f"M{x + 1:g} {y - 9:g}l-2 18")


def _cross(x: float, y: float, out: float) -> tuple[str, ...]:
    return (
        f"M{x - out:g} {y - out:g}l{2 * out:g} {2 * out:g}",
        f"M{x + out:g} {y - out:g}l{-2 * out:g} {2 * out:g}",
    )
