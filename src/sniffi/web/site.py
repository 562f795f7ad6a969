"""Everything that answering a request needs, made once."""

from __future__ import annotations

from itsdangerous import URLSafeTimedSerializer

from sniffi.referee import MemorySheets, SheetLog
from sniffi.tables.hall import Hall
from sniffi.web.assets import Assets
from sniffi.web.drawing import Drawing
from sniffi.web.guests import Guests
from sniffi.web.limits import Buckets
from sniffi.web.memories import Memories
from sniffi.web.referee_desk import Desk
from sniffi.web.referee_links import SheetLinks
from sniffi.web.referee_showing import SheetDrawing
from sniffi.web.rendering import Templates
from sniffi.web.replay_shelf import Shelf
from sniffi.web.secret import derived
from sniffi.web.settings import ServeSettings
from sniffi.web.streams import Streams
from sniffi.web.watching import WatchLinks

SECONDS_A_MINUTE = 60


class Site:
    """A server's pages.

    Args:
        hall: its tables.
        secret: what cookies and links are signed with.
        sheets: where the referee's sheets are kept; None for this process's memory.
    """

    def __init__(
        self,
        hall: Hall,
        secret: bytes,
        settings: ServeSettings | None = None,
        sheets: SheetLog | None = None,
    ) -> None:
        self.hall = hall
        self.settings = settings or ServeSettings()
        self.guests = Guests(secret, device_seconds=self.settings.device_minutes * SECONDS_A_MINUTE)
        self.memories = Memories(secret)
        self.notices = URLSafeTimedSerializer(derived(secret, "notice"))
        self.watch_links = WatchLinks(secret)
        self.assets = Assets()
        self.templates = Templates(self.assets)
        self.drawing = Drawing()
        self.desk = Desk(sheets or MemorySheets(), keep_days=self.settings.keep_sheet_days)
        self.sheet_links = SheetLinks(secret)
        self.sheet_drawing = SheetDrawing()
        self.shelf = Shelf(self.settings.keep_file_minutes)
        self.streams = Streams(hall, self.settings)
        self.making = Buckets(self.settings.limit_make)
        self.joining = Buckets(self.settings.limit_join)
        self.acting = Buckets(self.settings.limit_act)
        self.hinting = Buckets(self.settings.limit_hint)
        self.bringing = Buckets(self.settings.limit_files)
        self.asking = Buckets(self.settings.limit_pages)
        self.meeting = Buckets(self.settings.limit_guests)
