"""What every answer tells the browser about safety, and which hosts are ours."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sniffi.web.errors import WrongHost

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    # A table's address is what lets one in: no other site may learn it.
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Robots-Tag": "noindex",
}
HSTS = "max-age=31536000"


class SafeHeaders:
    """Adds the headers to every answer."""

    def __init__(self, app: ASGIApp, *, https: bool) -> None:
        self.app = app
        self.headers = {**HEADERS, "Strict-Transport-Security": HSTS} if https else HEADERS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with the headers."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self.headers.items():
                    headers[name] = value
                # A page is one guest's; what may be kept says so itself.
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, with_headers)


class KnownHosts:
    """Refuses requests that name a host which is not ours; knows all hosts when given none."""

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...]) -> None:
        self.app = app
        self.hosts = frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what is for us."""
        if scope["type"] == "http" and self.hosts:
            told = dict(scope["headers"]).get(b"host", b"").decode("latin-1").lower()
            # Without the port; an IPv6 address has colons of its own, in brackets.
            host = told[: told.index("]") + 1] if "]" in told else told.partition(":")[0]
            if host not in self.hosts:
                raise WrongHost
        await self.app(scope, receive, send)
