"""The servers of the benchmark of tables: Sniffi, and a bare handler beside it."""

from __future__ import annotations

import asyncio
import os
import re
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

try:
    import sniffi
except ModuleNotFoundError:
    sys.path.insert(0, str(Path(__file__).parent.parent / "src"))
    import sniffi


@dataclass
class Used:
    """What a process has used."""

    seconds: float
    megabytes: float


def used(pid: int) -> Used:
    """Of the processor so far, and the most memory ever."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    ticks = int(fields[11]) + int(fields[12])
    peak = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    assert peak is not None
    return Used(ticks / os.sysconf("SC_CLK_TCK"), int(peak[1]) / 1024)


@contextmanager
def running(command: list[str], core: int) -> Iterator[tuple[int, int]]:
    """A server in a process of its own, on one core: its port and its process's number."""
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(sniffi.__file__).parent.parent)},
        preexec_fn=lambda: os.sched_setaffinity(0, {core}),
    )
    try:
        assert process.stdout is not None
        found = re.search(r":(\d+)\s*$", process.stdout.readline())
        assert found is not None, "the server did not start"
        yield int(found[1]), process.pid
    finally:
        process.terminate()
        process.wait()


def many_connections() -> None:
    """Let this process, and the servers that it starts, have as many as the system allows."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def serve_command(folder: Path) -> list[str]:
    command = [
        sys.executable,
        "-m",
        "sniffi",
        "serve",
        "--port",
        "0",
        "--lang",
        "en",
        "--warm-up=off",
    ]
    command += ["--database", f"sqlite:///{folder / 'bench.db'}"]
    for limit in ("make", "join", "act", "pages", "guests"):
        command += [f"--limit-{limit}", "off"]
    command += ["--most-streams-address", "5000"]
    return command


def bare(answer_bytes: int, told_bytes: int) -> None:
    """A server of the same framework that has no game: each press is answered with so many bytes,
    and as many readers as a table has are told so many. Runs until it is ended."""
    import uvicorn
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response, StreamingResponse
    from starlette.routing import Route

    answer = b"x" * max(answer_bytes, 1)
    streams: dict[str, list[asyncio.Queue[bytes]]] = {}
    counts: dict[str, int] = {}

    async def act(request: Request) -> Response:
        await request.form()
        table = request.path_params["table"]
        counts[table] = number = counts.get(table, 0) + 1
        head = f'id: {number}\ndata: {{"game":true,'.encode()
        event = head + b"x" * max(told_bytes - len(head) - 2, 0) + b"\n\n"
        for stream in streams.get(table, []):
            stream.put_nowait(event)
        return Response(answer, media_type="application/json")

    async def events(request: Request) -> Response:
        queue: asyncio.Queue[bytes] = asyncio.Queue()
        streams.setdefault(request.path_params["table"], []).append(queue)

        async def tell() -> Any:
            while True:
                yield await queue.get()

        return StreamingResponse(tell(), media_type="text/event-stream")

    routes = [
        Route("/t/{table}/act", act, methods=["POST"]),
        Route("/t/{table}/events", events),
    ]
    from sniffi.web.serve import BACKLOG, KEEP_ALIVE_SECONDS, _listening
    from sniffi.web.settings import ServeSettings

    many_connections()
    with _listening(ServeSettings(port=0)) as listener:
        print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
        config = uvicorn.Config(
            Starlette(routes=routes),
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_keep_alive=KEEP_ALIVE_SECONDS,
            timeout_graceful_shutdown=1,
            backlog=BACKLOG,
            ws="none",
            lifespan="off",
        )
        uvicorn.Server(config).run([listener])
