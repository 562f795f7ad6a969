"""Who asks: a guest without an account, known by a signed cookie."""

from __future__ import annotations

import hmac
import re
import secrets
from dataclasses import dataclass

from itsdangerous import BadData, URLSafeSerializer, URLSafeTimedSerializer
from starlette.requests import Request
from starlette.responses import Response

from sniffi.web.errors import BadLink, BadToken
from sniffi.web.secret import derived

COOKIE = "sniffi_guest"
A_YEAR = 365 * 24 * 60 * 60
GUEST_BYTES = 16
_GUEST = re.compile(r"[0-9a-f]{32}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Guest:
    """One who asks. The id is as good as the seats it holds: it goes into no page and no log."""

    id: str
    csrf: str
    """What every form of the guest's pages carries."""
    new: bool
    """Whether the browser has yet to be told the cookie."""


class Guests:
    """Makes and knows the guests of a server with this secret."""

    def __init__(self, secret: bytes, *, device_seconds: int) -> None:
        self._cookie = URLSafeSerializer(derived(secret, "guest"))
        self._device = URLSafeTimedSerializer(derived(secret, "device"))
        self._csrf_key = derived(secret, "csrf")
        self._device_seconds = device_seconds

    def of(self, request: Request) -> Guest:
        """The guest of the request; a new one when the cookie is missing or not of our making."""
        try:
            told = self._cookie.loads(request.cookies.get(COOKIE, ""))
        except BadData:
            told = None
        if isinstance(told, str) and _GUEST.fullmatch(told):
            return self._guest(told, new=False)
        return self._guest(secrets.token_hex(GUEST_BYTES), new=True)

    def _guest(self, id: str, *, new: bool) -> Guest:
        csrf = hmac.digest(self._csrf_key, id.encode("ascii"), "sha256").hex()[:32]
        return Guest(id, csrf, new)

    def remember(self, response: Response, guest_id: str, *, secure: bool) -> None:
        """Let the browser keep the guest's cookie, for a year from now."""
        response.set_cookie(
            COOKIE,
            str(self._cookie.dumps(guest_id)),
            max_age=A_YEAR,
            path="/",
            secure=secure,
            httponly=True,
            samesite="lax",
        )

    def check(self, guest: Guest, token: str | None) -> None:
        """Nothing, when the form's token is the guest's.

        Raises:
            BadToken: it is not.
        """
        if token is None or not hmac.compare_digest(token.encode(), guest.csrf.encode()):
            raise BadToken

    def device_token(self, guest: Guest, table_id: str) -> str:
        """What a link to another device carries: who, and to which table; signed, for a while."""
        return str(self._device.dumps([guest.id, table_id]))

    def from_device(self, token: str) -> tuple[str, str]:
        """The guest's id and the table's that a device link carries.

        Raises:
            BadLink: it is forged or too old.
        """
        try:
            told = self._device.loads(token, max_age=self._device_seconds)
        except BadData:
            raise BadLink from None
        match told:
            case [str(guest_id), str(table_id)] if _GUEST.fullmatch(guest_id):
                return guest_id, table_id
        raise BadLink
