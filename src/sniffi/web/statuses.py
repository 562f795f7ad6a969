"""The status that a browser gets for each thing that is refused."""

from __future__ import annotations

from http import HTTPStatus

from sniffi.bots.errors import BadParameter, KernelMissing, NotABot, NotAParameter, UnknownBot
from sniffi.deal.errors import BadNonce
from sniffi.learn import errors as learn
from sniffi.referee import errors as referee
from sniffi.rules import (
    EventMismatch,
    NotALot,
    NotAPlacement,
    NotAPort,
    NotASeat,
    NotATarget,
    NotATile,
    NotNow,
    NotPlayers,
    Refused,
    SniffiError,
)
from sniffi.tables import errors as tables
from sniffi.web.errors import WebError

_STATUSES: tuple[tuple[HTTPStatus, tuple[type[SniffiError], ...]], ...] = (
    (
        HTTPStatus.NOT_FOUND,
        (
            tables.NoSuchTable,
            referee.NoSuchSheet,
            referee.NoSuchLine,
            learn.NotAKind,
            learn.NotAnExercise,
            learn.NotADay,
        ),
    ),
    (HTTPStatus.FORBIDDEN, (tables.NotSeatedHere, tables.AnotherSeat)),
    (HTTPStatus.GONE, (tables.GameOver,)),
    (
        HTTPStatus.SERVICE_UNAVAILABLE,
        (
            tables.NotStored,
            tables.NotRead,
            tables.HallClosed,
            tables.Conflict,
            tables.NoHint,
            referee.SheetConflict,
        ),
    ),
    (HTTPStatus.INTERNAL_SERVER_ERROR, (tables.BadEntry, referee.BadSheetEntry)),
    (
        HTTPStatus.BAD_REQUEST,
        (
            tables.BadName,
            tables.BadSetting,
            tables.NotAGuest,
            tables.NoSeatForPeople,
            tables.BotNotForPlayers,
            BadNonce,
            BadParameter,
            KernelMissing,
            NotABot,
            NotALot,
            NotAParameter,
            NotAPlacement,
            NotAPort,
            NotASeat,
            NotATarget,
            NotATile,
            NotPlayers,
            UnknownBot,
            learn.NotAnAnswer,
        ),
    ),
    (HTTPStatus.CONFLICT, (tables.TableError, referee.RefereeError, NotNow)),
    (HTTPStatus.UNPROCESSABLE_ENTITY, (Refused, EventMismatch)),
)
"""The first that fits counts, so the general kinds come last."""

TRY_AGAIN = frozenset(
    {
        HTTPStatus.BAD_REQUEST,
        HTTPStatus.CONFLICT,
        HTTPStatus.GONE,
        HTTPStatus.UNPROCESSABLE_ENTITY,
    }
)
"""What sends a form's sender back to the page, with a sentence, to look and try again."""


def status_of(error: SniffiError) -> HTTPStatus:
    """The status for an error; an error of ours that nothing expects is our fault."""
    if isinstance(error, WebError):
        return error.status
    for status, kinds in _STATUSES:
        if isinstance(error, kinds):
            return status
    return HTTPStatus.INTERNAL_SERVER_ERROR
