"""QR codes as pictures in the page."""

from __future__ import annotations

import io
from functools import lru_cache

import segno
from markupsafe import Markup, escape

QUIET_MODULES = 4
"""Light modules around the code, which readers need."""
MOST_KEPT = 256
"""Codes kept: a table that waits shows its own again whenever somebody comes."""


@lru_cache(MOST_KEPT)
def qr_code(text: str, label: str) -> Markup:
    """The code for ``text`` as SVG; ``label`` is what a screen reader says."""
    code = segno.make(text, error="m", micro=False)
    size = code.symbol_size(border=QUIET_MODULES)[0]
    out = io.BytesIO()
    code.save(
        out,
        kind="svg",
        xmldecl=False,
        svgns=False,
        nl=False,
        border=QUIET_MODULES,
        svgclass=None,
        lineclass="modules",
        omitsize=True,
    )
    picture = out.getvalue().decode("utf-8")
    body = picture[picture.index(">") + 1 :]
    # Dark on light whatever the page's colours: readers need it so.
    return Markup(
        f'<svg class="qr-code" role="img" aria-label="{escape(label)}" viewBox="0 0 {size} {size}">'
        f'<rect class="light" width="{size}" height="{size}" fill="#fff"/>{body}'
    )
