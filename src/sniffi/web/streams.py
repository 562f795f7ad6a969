"""The live stream of a table: server-sent events that can be resumed at any entry.

An event's id is the number of its entry. Whoever comes back names the last one seen and is told
the rest, each once. Signs of life and who is away have no id, so they never move that place.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter, OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from sniffi.tables.entries import Entry, Told
from sniffi.tables.errors import HallClosed
from sniffi.tables.hall import Hall
from sniffi.tables.presence import Presence
from sniffi.tables.subscription import Notice, Subscription
from sniffi.web.errors import StreamsFull, TooManyStreams, TooManyStreamsHere
from sniffi.web.settings import ServeSettings
from sniffi.web.showing import names_of
from sniffi.web.telling import briefly, kind_of, seat_of, sentence
from sniffi.words import Words

RETRY_MILLISECONDS = 2000
MOST_KEPT = 4000
"""How many events are kept as bytes, for all who read the same."""
HEADERS = {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store",
    # nginx would collect a stream before it passes it on.
    "X-Accel-Buffering": "no",
}


def sse(kind: str | None, data: Mapping[str, Any], id: int | None = None) -> bytes:
    """One event of a stream; its data is JSON on one line."""
    lines = [f"id: {id}"] if id is not None else []
    if kind is not None:
        lines.append(f"event: {kind}")
    lines.append("data: " + json.dumps(data, ensure_ascii=False, separators=(",", ":")))
    return ("\n".join(lines) + "\n\n").encode()


class Streams:
    """Opens streams, counts them, and keeps what is said to many as bytes."""

    def __init__(self, hall: Hall, settings: ServeSettings) -> None:
        self._hall = hall
        self._settings = settings
        self._open: set[Stream] = set()
        self._closing = False
        self._open_of: Counter[str] = Counter()
        self._open_at: Counter[str] = Counter()
        self._kept: OrderedDict[tuple[str, int, int | None, str, int], bytes] = OrderedDict()

    @property
    def open(self) -> int:
        """How many streams are open."""
        return len(self._open)

    def stream(
        self,
        table: str,
        guest: str | None,
        words: Words,
        after: int | None,
        *,
        moment: bool,
        key: str,
        address: str,
    ) -> Stream:
        """A stream of the table for a guest; a spectator's when that is None.

        Args:
            after: the number of the last entry that the reader knows.
            moment: whether the reader only looks what is new, and hangs up then.
            key: which guest the stream is counted for.
            address: and which address.
        """
        subscription = self._hall.subscribe(table, guest, after, moment=moment)
        return Stream(self, subscription, table, words, key, address)

    def opened(self, stream: Stream) -> None:
        """Count a stream.

        Raises:
            TooManyStreams, TooManyStreamsHere, StreamsFull: there are too many, of this reader,
                of the address, or in all.
            HallClosed: the server is stopping.
        """
        most = self._settings
        if self._closing:
            raise HallClosed
        if self._open_of[stream.key] >= most.most_streams_each:
            raise TooManyStreams
        if self._open_at[stream.address] >= most.most_streams_address:
            raise TooManyStreamsHere
        if self.open >= most.most_streams:
            raise StreamsFull
        self._open.add(stream)
        self._open_of[stream.key] += 1
        self._open_at[stream.address] += 1

    def closed(self, stream: Stream) -> None:
        """Count a stream no more."""
        self._open.discard(stream)
        for counts, key in ((self._open_of, stream.key), (self._open_at, stream.address)):
            counts[key] -= 1
            if not counts[key]:
                del counts[key]

    def close(self) -> None:
        """End all streams, and open no more; readers come back to the next server by themselves."""
        self._closing = True
        for stream in self._open:
            stream.close()

    @property
    def heartbeat(self) -> float:
        """Seconds between signs of life."""
        return self._settings.heartbeat

    def entry(self, table: str, n: int, entry: Entry, notice: Notice, words: Words) -> bytes:
        """The ``n``-th entry of a table as an event, for the seat of the notice's view."""
        view = notice.view
        key = (table, n, view.seat, words.language, hash(view.seats))
        kept = self._kept.get(key)
        if kept is None:
            names = names_of(view.seats, words)
            kept = sse(None, entry_json(n, entry, names, view.seat, words), n)
            self._kept[key] = kept
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return kept


def entry_json(
    n: int, entry: Entry, names: Sequence[str], seat: int | None, words: Words
) -> dict[str, Any]:
    """An entry as a stream tells it.

    ``n`` is its number, ``kind`` what happened, ``say`` that in words, ``seat``
    whose doing it was, ``yours`` whether that is the reader's seat, ``game`` whether it belongs to
    the game, ``points`` what it scored, ``brief`` a shorter ``say`` where there is one.
    """
    by = seat_of(entry)
    told: dict[str, Any] = {
        "n": n,
        "kind": kind_of(entry),
        "say": sentence(entry, names, words),
        "seat": by,
        "yours": by is not None and by == seat,
        "game": isinstance(entry, Told),
    }
    points = getattr(entry.event, "points", None) if isinstance(entry, Told) else None
    if points is not None:
        told["points"] = points
    short = briefly(entry, names, words)
    if short is not None:
        told["brief"] = short
    return told


def presence_json(
    notice: Notice, before: Sequence[Presence | None] | None, words: Words
) -> dict[str, Any]:
    """Who is there, as a stream tells it: for each seat a word, or null where no person sits;
    ``n``, where the table is; and ``say``, what is new of it since ``before``, in words."""
    view, now = notice.view, notice.presence
    names = names_of(view.seats, words)
    said = []
    for seat, (was, one) in enumerate(zip(before or now, now, strict=True), 1):
        if seat == view.seat or was is None or one is None:
            continue
        if (was is Presence.HERE) != (one is Presence.HERE):
            key = "web.told-back" if one is Presence.HERE else "web.told-away"
            said.append(words.say(key, name=names[seat - 1]))
    seats = [None if one is None else str(one) for one in now]
    return {"n": notice.number, "seats": seats, "say": said}


class Stream(Response):
    """The answer that never ends by itself."""

    def __init__(
        self,
        streams: Streams,
        subscription: Subscription,
        table: str,
        words: Words,
        key: str,
        address: str,
    ) -> None:
        super().__init__(headers=HEADERS)
        del self.headers["content-length"]
        self._streams = streams
        self._subscription = subscription
        self._table = table
        self._words = words
        self.key = key
        self.address = address
        self._presence: tuple[Presence | None, ...] | None = None

    async def begin(self) -> None:
        """Begin to listen, before anything is answered, so that a refusal has its own status.

        Raises:
            NoSuchTable, AheadOfTable, HallClosed, WebError: it cannot be.
        """
        self._streams.opened(self)
        try:
            await self._subscription.__aenter__()
        except BaseException:
            self._streams.closed(self)
            raise

    def close(self) -> None:
        """End the stream; the reader is told no more."""
        self._subscription.close()

    def _end(self) -> None:
        self.close()
        self._streams.closed(self)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        """Tell everything until the reader is gone or the hall closes."""
        gone = asyncio.create_task(self._until_gone(receive))
        start: Message = {
            "type": "http.response.start",
            "status": self.status_code,
            "headers": self.raw_headers,
        }
        try:
            await send(start)
            await self._send(send, f"retry: {RETRY_MILLISECONDS}\n\n".encode())
            while True:
                notice = await self._subscription.next(self._streams.heartbeat)
                if notice is None and self._subscription.ended:
                    break
                await self._send(send, self.told(notice))
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except OSError:
            # The reader went away while being told.
            pass
        finally:
            gone.cancel()
            self._end()

    async def _until_gone(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            continue
        self._subscription.close()

    @staticmethod
    async def _send(send: Send, chunk: bytes) -> None:
        message: Message = {"type": "http.response.body", "body": chunk, "more_body": True}
        await send(message)

    def told(self, notice: Notice | None) -> bytes:
        """What a notice says, as events; a sign of life when there is none."""
        if notice is None:
            return sse("heartbeat", {})
        parts = [
            self._streams.entry(self._table, n, entry, notice, self._words)
            for n, entry in enumerate(notice.entries, notice.after + 1)
        ]
        if notice.resync:
            # So much is new that the page is to be fetched; the stream goes on from there.
            data = {"n": notice.number, "at": notice.view.at}
            parts.append(sse("resync", data, notice.number))
        if notice.presence != self._presence:
            told = presence_json(notice, self._presence, self._words)
            self._presence = notice.presence
            parts.append(sse("presence", told))
        return b"".join(parts)
