"""The addresses of the replays (docs/replay.md)."""

from __future__ import annotations

from sniffi.web import replay_files as files
from sniffi.web import replay_mine as mine
from sniffi.web import replay_pages as pages
from sniffi.web.visit import Handler

FILE = f"{pages.HOME}/file/{{file:str}}"
GAMES = (
    f"{pages.HOME}/game/{{game:str}}",
    f"{pages.HOME}/sheet/{{watch:str}}",
    f"{FILE}/{{number:str}}",
)

PAGES: tuple[tuple[str, Handler], ...] = (
    (pages.HOME, files.home),
    (mine.MINE, mine.mine),
    (mine.FORGET, mine.forget_ask),
    (FILE, files.file),
    *(
        (f"{game}{part}", handler)
        for game in GAMES
        for part, handler in (
            ("", pages.game),
            ("/events", pages.events),
            ("/check", pages.check),
            ("/record.sniff", pages.record),
            ("/record.json", pages.record_json),
            ("/position.svg", pages.position),
        )
    ),
)
PRESSES: tuple[tuple[str, Handler, str], ...] = (
    (pages.HOME, files.bring, pages.HOME),
    (mine.FORGET, mine.forget, mine.FORGET),
)
"""The forms, and where somebody goes whose form is refused."""
