"""The addresses of the referee (docs/referee.md)."""

from __future__ import annotations

from sniffi.web import referee_pages as pages
from sniffi.web import referee_presses as presses
from sniffi.web.visit import Handler

SHEET = f"{pages.HOME}/{{sheet:str}}"
WATCH = f"{pages.HOME}/watch/{{watch:str}}"
BACK = f"{pages.HOME}/{{sheet}}"

PAGES: tuple[tuple[str, Handler], ...] = (
    (pages.HOME, pages.home),
    *(
        (f"{base}{part}", handler)
        for base in (WATCH, SHEET)
        for part, handler in (
            ("", pages.sheet),
            ("/state", pages.state),
            ("/lines", pages.lines),
            ("/record.sniff", pages.record),
            ("/replay", pages.replay),
        )
    ),
    (f"{SHEET}/links", pages.links),
    (f"{SHEET}/correct/{{line:str}}", pages.correct),
)
PRESSES: tuple[tuple[str, Handler, str], ...] = (
    (pages.HOME, presses.make, pages.HOME),
    (f"{SHEET}/write", presses.write, BACK),
    (f"{SHEET}/undo", presses.take_back, BACK),
    (f"{SHEET}/redo", presses.bring_back, BACK),
    (f"{SHEET}/correct/{{line:str}}", presses.put_right, f"{BACK}/correct/{{line}}"),
)
"""The forms, and where somebody goes whose form is refused."""
