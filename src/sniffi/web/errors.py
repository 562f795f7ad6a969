"""What the web refuses, as typed errors with the status that a browser gets."""

from __future__ import annotations

from http import HTTPStatus
from typing import ClassVar

from sniffi.rules import SniffiError


class WebError(SniffiError):
    """A request that is refused: a sentence and a status."""

    status: ClassVar[HTTPStatus] = HTTPStatus.BAD_REQUEST


class BadInput(WebError, code="web.bad-input"):
    """A field of a form is missing or is not what it should be."""


class BadTarget(WebError, code="web.bad-target"):
    """The target that was asked for is none from ``least`` to ``most``."""

    def __init__(self, least: int, most: int) -> None:
        super().__init__(least=least, most=most)


class BadToken(WebError, code="web.bad-token"):
    """The form does not come from a page of this guest's: forged, or from before a new start."""

    status = HTTPStatus.FORBIDDEN


class BadLink(WebError, code="web.bad-link"):
    """A link to move to another device is forged or too old."""

    status = HTTPStatus.FORBIDDEN


class NoSuchPage(WebError, code="web.no-such-page"):
    """Nothing is at that address."""

    status = HTTPStatus.NOT_FOUND


class NotAllowed(WebError, code="web.not-allowed"):
    """The address is there, but not for this kind of request."""

    status = HTTPStatus.METHOD_NOT_ALLOWED


class TooMuch(WebError, code="web.too-much"):
    """The body of the request is bigger than any form of ours."""

    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE


class TooOften(WebError, code="web.too-often"):
    """The guest or the address asks too often; in ``seconds`` it will do again."""

    status = HTTPStatus.TOO_MANY_REQUESTS

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds=seconds)


class TooManyStreams(WebError, code="web.too-many-streams"):
    """The guest has too many pages open."""

    status = HTTPStatus.TOO_MANY_REQUESTS


class TooManyStreamsHere(WebError, code="web.too-many-streams-here"):
    """The guests of one address have too many pages open, all together."""

    status = HTTPStatus.TOO_MANY_REQUESTS


class StreamsFull(WebError, code="web.streams-full"):
    """All guests together have as many pages open as the server bears."""

    status = HTTPStatus.SERVICE_UNAVAILABLE


class WrongHost(WebError, code="web.wrong-host"):
    """The request names a host that this server is not."""

    status = HTTPStatus.MISDIRECTED_REQUEST


class OurFault(WebError, code="web.our-fault"):
    """Something failed here; the log has it by ``number``."""

    status = HTTPStatus.INTERNAL_SERVER_ERROR

    def __init__(self, number: str) -> None:
        super().__init__(number=number)


class BadSetting(SniffiError, code="web.bad-setting"):
    """The setting ``name`` cannot be ``value``; ``wanted`` is an example of what it can be."""

    def __init__(self, name: str, value: str, wanted: str) -> None:
        super().__init__(name=name, value=value, wanted=wanted)


class BadSecret(SniffiError, code="web.bad-secret"):
    """The file of the secret is not one that the server made: too short."""

    def __init__(self, file: str) -> None:
        super().__init__(file=file)
