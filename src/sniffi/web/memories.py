"""What a browser keeps for its guest, signed: no account, and nothing of it on the server."""

from __future__ import annotations

from dataclasses import dataclass, replace

from itsdangerous import BadData, URLSafeSerializer
from starlette.requests import Request
from starlette.responses import Response

from sniffi.web.secret import derived

COOKIE = "sniffi_memory"
A_YEAR = 365 * 24 * 60 * 60
MOST_TABLES = 12


@dataclass(frozen=True, slots=True)
class Memory:
    """The last name, and the tables sat at, the latest first."""

    name: str = ""
    tables: tuple[str, ...] = ()

    def with_table(self, table: str, name: str) -> Memory:
        """The memory after sitting down at a table."""
        others = tuple(other for other in self.tables if other != table)
        return Memory(name, (table, *others)[:MOST_TABLES])

    def without(self, tables: frozenset[str]) -> Memory:
        """The memory without these tables."""
        return replace(self, tables=tuple(table for table in self.tables if table not in tables))


class Memories:
    """Reads and writes the cookie."""

    def __init__(self, secret: bytes) -> None:
        self._cookie = URLSafeSerializer(derived(secret, "memory"))

    def of(self, request: Request) -> Memory:
        """What the browser has kept; nothing, when that is not of our making."""
        try:
            told = self._cookie.loads(request.cookies.get(COOKIE, ""))
        except BadData:
            return Memory()
        match told:
            case [str(name), *tables] if all(isinstance(table, str) for table in tables):
                return Memory(name, tuple(tables))
        return Memory()

    def keep(self, response: Response, memory: Memory, *, secure: bool) -> None:
        """Let the browser keep it."""
        response.set_cookie(
            COOKIE,
            str(self._cookie.dumps([memory.name, *memory.tables])),
            max_age=A_YEAR,
            path="/",
            secure=secure,
            httponly=True,
            samesite="lax",
        )
