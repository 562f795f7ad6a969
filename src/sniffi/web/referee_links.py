"""Links to sheets: that of the spectators, and the list of a browser's own sheets."""

from __future__ import annotations

from itsdangerous import BadData, URLSafeSerializer
from starlette.requests import Request
from starlette.responses import Response

from sniffi.referee.errors import NoSuchSheet
from sniffi.tables.errors import NoSuchTable
from sniffi.web.secret import derived
from sniffi.web.watching import WatchLinks

COOKIE = "sniffi_sheets"
A_YEAR = 365 * 24 * 60 * 60
MOST_SHEETS = 12


class SheetLinks:
    """Makes and reads them."""

    def __init__(self, secret: bytes) -> None:
        self._watch = WatchLinks(derived(secret, "sheets"))
        self._cookie = URLSafeSerializer(derived(secret, "own sheets"))

    def watch_of(self, id: str) -> str:
        """The last part of the spectators' link."""
        return self._watch.of(id)

    def sheet(self, watch: str) -> str:
        """The id of the sheet that a spectators' link is for.

        Raises:
            NoSuchSheet: no server with this key made it.
        """
        try:
            return self._watch.table(watch)
        except NoSuchTable:
            raise NoSuchSheet from None

    def own(self, request: Request) -> tuple[str, ...]:
        """The sheets that this browser wrote on, the latest first."""
        try:
            told = self._cookie.loads(request.cookies.get(COOKIE, ""))
        except BadData:
            return ()
        match told:
            case [*ids] if all(isinstance(id, str) for id in ids):
                return tuple(ids[:MOST_SHEETS])
        return ()

    def keep(self, response: Response, ids: tuple[str, ...], *, secure: bool) -> None:
        """Let the browser keep the list."""
        response.set_cookie(
            COOKIE,
            str(self._cookie.dumps(list(ids[:MOST_SHEETS]))),
            max_age=A_YEAR,
            path="/",
            secure=secure,
            httponly=True,
            samesite="lax",
        )
