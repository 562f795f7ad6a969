"""Pieces of SVG as text: elements, and the frame that every picture has."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

from sniffi.pictures.style import STYLE

Value = str | int | float | None
Box = tuple[float, float, float, float]
"""Left, top, width and height."""

_IDENT = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


def element(tag: str, /, *content: str, **attributes: Value) -> str:
    """An element. The content is markup already; an attribute that is None is left out, in names
    ``_`` stands for a dash."""
    parts = [tag]
    for name, value in attributes.items():
        if value is not None:
            shown = f"{value:.6g}" if isinstance(value, float) else str(value)
            parts.append(f'{name.rstrip("_").replace("_", "-")}="{escape(shown)}"')
    opening = " ".join(parts)
    return f"<{opening}>{''.join(content)}</{tag}>" if content else f"<{opening}/>"


def classes(*names: str | None) -> str:
    """The value of ``class``, of those names that there are."""
    return " ".join(filter(None, names))


def picture(
    *content: str,
    kind: str,
    box: Box,
    language: str,
    title: str,
    description: str | Iterable[str] = (),
    ident: str,
    style: bool,
    pixels: float = 2,
    parts_named: bool = False,
    **attributes: Value,
) -> str:
    """A whole picture.

    Args:
        content: its markup.
        kind: a class of its own.
        box: what is shown, in the picture's units.
        language: of the texts.
        title: a short sentence that names it.
        description: lines that say all that it shows.
        ident: begins the ids, which have to be unique on a page.
        style: whether to hold the style sheet; a page that has it already needs it no more.
        pixels: how many a unit is wide when no page says otherwise.
        parts_named: whether its parts have names of their own, so that it is no single image.
        attributes: more of the outermost element.

    Raises:
        ValueError: ``ident`` cannot begin an id.
    """
    if not _IDENT.fullmatch(ident):
        raise ValueError(f"not the beginning of an id: {ident!r}")
    lines = [description] if isinstance(description, str) else list(description)
    names = [f"{ident}-title", f"{ident}-desc"] if lines else [f"{ident}-title"]
    texts = [element("title", escape(title), id=names[0])]
    if lines:
        texts.append(element("desc", escape("\n".join(lines)), id=names[1]))
    left, top, width, height = box
    return element(
        "svg",
        *texts,
        element("style", STYLE) if style else "",
        *content,
        xmlns="http://www.w3.org/2000/svg",
        class_=f"sniffi-picture {kind}",
        viewBox=" ".join(f"{side:g}" for side in (left, top, width, height)),
        width=round(width * pixels),
        height=round(height * pixels),
        role="group" if parts_named else "img",
        aria_labelledby=" ".join(names),
        lang=language,
        **attributes,
    )
