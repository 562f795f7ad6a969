"""A hint for a seat: whether it may have one now, and the thinking, off the event loop."""

from __future__ import annotations

import logging
from typing import Final

from sniffi.analysis import Evaluator, Hint, hint
from sniffi.rules import Place, RoundView, SniffiError
from sniffi.tables.errors import (
    BotPlaysYourSeat,
    GameOver,
    HintNotNow,
    HintsOff,
    NoHint,
    NotSeatedHere,
    NotStarted,
)
from sniffi.tables.thinkers import Failed, Thinkers, TooBusy, TooSlow
from sniffi.tables.view import Stage, TableView

logger = logging.getLogger(__name__)

LIMIT: Final = 1.0
"""Seconds that a hint may wait for its turn to be thought of, and as many that it may take."""


def round_to_hint(view: TableView) -> RoundView:
    """What the viewer sees of the round, when the viewer may have a hint for it.

    Raises:
        NotSeatedHere: a spectator asks.
        HintsOff: the table has no hints.
        NotStarted, GameOver, BotPlaysYourSeat, HintNotNow: it is not the viewer's turn.
    """
    if view.seat is None:
        raise NotSeatedHere
    if not view.settings.hints:
        raise HintsOff
    if view.game is None:
        raise NotStarted
    if view.stage is Stage.OVER:
        raise GameOver
    if view.seats[view.seat - 1].bot is not None:
        raise BotPlaysYourSeat(view.seat)
    round = view.game.round
    if not view.your_turn or round is None:
        raise HintNotNow
    return round


async def think_of_hint(
    view: TableView, evaluator: Evaluator, thinkers: Thinkers, asked: Place | None = None
) -> Hint:
    """The hint for the viewer, who alone is told of it.

    Args:
        asked: a placement to be told about.

    Raises:
        NotSeatedHere, HintsOff, NotStarted, GameOver, BotPlaysYourSeat, HintNotNow: none is given.
        Refused: the placement asked about is not legal.
        NoHint: it was not found in time.
    """
    round = round_to_hint(view)
    try:
        return await thinkers.think(lambda: hint(round, evaluator, asked=asked), LIMIT)
    except (TooSlow, TooBusy):
        raise NoHint from None
    except Failed as error:
        if isinstance(error.__cause__, SniffiError):
            raise error.__cause__ from None
        # Not with what message: that may tell tiles of the hand.
        logger.error("hint failed: %s", type(error.__cause__))
        raise NoHint from None
