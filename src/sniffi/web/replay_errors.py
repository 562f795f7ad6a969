"""What the replays refuse (docs/replay.md)."""

from __future__ import annotations

from http import HTTPStatus

from sniffi.rules import SniffiError
from sniffi.web.errors import WebError


class NoSuchReplay(WebError, code="replay.no-such-game"):
    """Nothing that can be replayed is at that address."""

    status = HTTPStatus.NOT_FOUND


class FileGone(WebError, code="replay.file-gone"):
    """There is no such file: it was kept for its time, and that is over, or it never was here."""

    status = HTTPStatus.NOT_FOUND


class NotOverYet(WebError, code="replay.not-over"):
    """The game of the table goes on: until its end nobody sees all of it."""

    status = HTTPStatus.CONFLICT


class NoSuchEvent(WebError, code="replay.no-such-event"):
    """The game has events 1 to ``last``, and not the one that was asked for."""

    status = HTTPStatus.NOT_FOUND

    def __init__(self, last: int) -> None:
        super().__init__(last=last)


class NoSuchView(WebError, code="replay.no-such-view"):
    """A view is ``open`` or a seat's number, up to ``players``."""

    status = HTTPStatus.NOT_FOUND

    def __init__(self, players: int) -> None:
        super().__init__(players=players)


class NoFile(WebError, code="replay.no-file"):
    """The form came without a file."""


class FileTooBig(WebError, code="replay.file-too-big"):
    """The file is bigger than ``most`` kilobytes."""

    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE

    def __init__(self, most: int) -> None:
        super().__init__(most=most)


class NotSure(WebError, code="replay.not-sure"):
    """Whoever asked to have a name removed did not say that it is meant."""


class NoGameHere(SniffiError, code="replay.no-game-here"):
    """The file is as it should be, but no game is in it."""


class NotJson(SniffiError, code="replay.not-json"):
    """The text is no JSON from ``line`` and ``column`` on, both from 1."""

    def __init__(self, line: int, column: int) -> None:
        super().__init__(line=line, column=column)


class KeyTwice(SniffiError, code="replay.key-twice"):
    """An object has a key twice; the second is at ``line`` and ``column``."""

    def __init__(self, line: int, column: int) -> None:
        super().__init__(line=line, column=column)


class JsonAt(SniffiError, code="replay.json-at"):
    """``why`` says what is wrong with the value at ``line`` and ``column``."""

    def __init__(self, line: int, column: int, why: SniffiError) -> None:
        super().__init__(line=line, column=column, why=why)
