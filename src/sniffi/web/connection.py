"""A connection with a browser: how long a request may take to come, and how long its head may be.

Behind a proxy none of this happens; without one, a connection that says nothing, or says something
for ever, would hold memory and a file for as long as it likes.
"""

from __future__ import annotations

from asyncio import TimerHandle
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from sniffi.web.headers import HEADERS

HEAD_BYTES = 64 * 1024
REQUEST_SECONDS = 30.0


class Connection(HttpToolsProtocol):
    """Uvicorn's, bounded, and with the headers of every answer on its own refusals too."""

    request_seconds = REQUEST_SECONDS

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._deadline: TimerHandle | None = None
        self._head_bytes = 0
        """Of a head that has not come to its end."""
        self._in_head = True

    def connection_made(self, transport: Any) -> None:
        """A browser has connected, and is to say what it wants."""
        super().connection_made(transport)
        self._wait_for_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is no more."""
        self._request_came()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on."""
        super().data_received(data)
        if not self._in_head or self.transport.is_closing():
            self._head_bytes = 0
            return
        self._head_bytes += len(data)
        if self._head_bytes > HEAD_BYTES:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._in_head = True
        if self._deadline is None:
            self._wait_for_request()

    def on_headers_complete(self) -> None:
        """Its head is there."""
        self._in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """All of it is there."""
        self._request_came()
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002  # it says no more than the status
        """Refuse what is no HTTP."""
        self._refuse(HTTPStatus.BAD_REQUEST)

    def _unsupported_upgrade_warning(self) -> None:
        # Anybody can ask for another protocol; it is answered in this one, and is no news.
        pass

    def _wait_for_request(self) -> None:
        self._deadline = self.loop.call_later(self.request_seconds, self._too_slow)

    def _request_came(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_slow(self) -> None:
        self._deadline = None
        if self._head_bytes:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT)
        else:
            # It never began, or its body is late, and the application learns that by the end.
            self.transport.close()

    def _refuse(self, status: HTTPStatus) -> None:
        """Answer below the application, and hang up."""
        if self.transport.is_closing():
            return
        if self.cycle is not None and not self.cycle.response_complete:
            # Another answer is under way, and this one would stand in its midst.
            self.transport.close()
            return
        headers = HEADERS | {
            "Cache-Control": "no-store",
            "Content-Length": "0",
            "Connection": "close",
        }
        lines = [f"HTTP/1.1 {status.value} {status.phrase}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        self.transport.write(("\r\n".join(lines) + "\r\n\r\n").encode("ascii"))
        self.transport.close()
