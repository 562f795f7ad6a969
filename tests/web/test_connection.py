"""What a connection may not do: be silent or slow for ever, or tell a head without end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from uvicorn.server import ServerState

from sniffi.web.connection import HEAD_BYTES, Connection
from sniffi.web.headers import HEADERS
from tests.web.server import in_loop

SLOW = 60.0
AT_ONCE = 0.02


class Reached:
    """An application that answers with what it was sent, and notes who hung up."""

    def __init__(self) -> None:
        self.left = asyncio.Event()

    async def __call__(self, request: Request) -> Response:
        try:
            body = await request.body()
        except ClientDisconnect:
            self.left.set()
            raise
        return PlainTextResponse(body)


@asynccontextmanager
async def served(seconds: float) -> AsyncIterator[tuple[int, Reached]]:
    """A server on a free port that gives a request so many seconds."""
    reached = Reached()
    app = Starlette(routes=[Route("/", reached.__call__, methods=["GET", "POST"])])
    config = uvicorn.Config(app, log_config=None, access_log=False, ws="none")
    config.load()
    made = ServerState()

    class Timed(Connection):
        request_seconds = seconds

    server = await asyncio.get_running_loop().create_server(
        lambda: Timed(config, made, {}), "127.0.0.1", 0
    )
    async with server:
        yield server.sockets[0].getsockname()[1], reached


async def answer(port: int, *parts: bytes) -> bytes:
    """All that the server says to these bytes until it hangs up."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    told = b""
    try:
        for part in parts:
            writer.write(part)
            await writer.drain()
        told = await reader.read()
    except ConnectionError:
        pass
    finally:
        writer.close()
    return told


@in_loop
async def test_a_request_is_answered_and_the_next_one_on_the_same_connection_too() -> None:
    async with served(SLOW) as (port, _):
        one = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nAino"
        last = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        told = await answer(port, one, last)
        assert told.count(b"HTTP/1.1 200 OK") == 2
        assert b"Aino" in told


@in_loop
async def test_a_head_without_end_is_cut_off() -> None:
    async with served(SLOW) as (port, _):
        lines = b"X-Long: " + b"a" * 1000 + b"\r\n"
        many = [lines] * (2 * HEAD_BYTES // len(lines))
        await answer(port, b"GET / HTTP/1.1\r\nHost: x\r\n", *many)
        # A single header without end is no better; what was sent after the end may hide the answer.
        told = await answer(port, b"GET / HTTP/1.1\r\nX: " + b"a" * (HEAD_BYTES + 1))
        assert told.startswith(b"HTTP/1.1 431 ") or not told


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "])
def test_a_request_that_does_not_come_is_not_waited_for(sent: bytes) -> None:
    @in_loop
    async def run() -> None:
        async with served(AT_ONCE) as (port, _):
            told = await answer(port, sent)
            assert told.startswith(b"HTTP/1.1 408 ") if sent else told == b""

    run()


@in_loop
async def test_a_body_that_does_not_come_is_not_waited_for() -> None:
    async with served(AT_ONCE) as (port, reached):
        await answer(port, b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nAi")
        await reached.left.wait()


@in_loop
async def test_what_is_no_http_is_refused_with_the_headers_of_every_answer() -> None:
    async with served(SLOW) as (port, _):
        for sent in (b"\x00\x01\r\n\r\n", b"GET / HTTP/1.1\r\nContent-Length: -5\r\n\r\n"):
            told = (await answer(port, sent)).decode()
            assert told.startswith("HTTP/1.1 400 ")
            for name, value in HEADERS.items():
                assert f"\r\n{name}: {value}\r\n" in told
            assert "\r\nCache-Control: no-store\r\n" in told


def test_another_protocol_is_not_spoken_and_no_news(caplog: pytest.LogCaptureFixture) -> None:
    @in_loop
    async def run() -> None:
        async with served(SLOW) as (port, _):
            asked = (
                b"GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
            )
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(asked)
            assert await reader.readline() == b"HTTP/1.1 200 OK\r\n"
            writer.close()

    with caplog.at_level(logging.WARNING):
        run()
    assert not caplog.records
