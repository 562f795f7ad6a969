"""How a bot at a table comes to its move, and who stands in when it fails."""

from __future__ import annotations

import hmac
import logging
import traceback
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from sniffi import fast
from sniffi.bots import BotChoice, kind_of, parse_bot
from sniffi.rules import Action, Draw, GameView, Pass, Place, SniffiError
from sniffi.tables.entries import FIRST_LEGAL, BotStoodIn, Fault
from sniffi.tables.playing import bot_to_act
from sniffi.tables.table import Table
from sniffi.tables.thinkers import Failed, Thinkers, TooBusy, TooSlow

logger = logging.getLogger(__name__)

STAND_IN = "greedy"
"""The bot that plays for one that failed. It is quick and simple, so it needs no thread."""
WARMS_UP = "positional"
"""The bot that plays for one that waits for the kernel, or that would have to wait for too long. It
is quick too."""
SEED_BYTES = 8
ID_SHOWN = 6
"""How much of a table's id goes into the logs of the server: the whole lets one join."""


@dataclass(frozen=True, slots=True)
class Move:
    """What a bot, or who stood in for it, wants to do."""

    seat: int
    action: Action
    at: int
    """How many events of the game the bot had seen."""
    stood_in: tuple[BotStoodIn, ...] = ()


def bot_seed(seed: bytes, seat: int, at: int) -> int:
    """The seed for a bot's move: from the table's secret, the seat and the number of events. A
    server that starts again, and another one, get the same; nobody gets back from it."""
    message = f"sniffi-bot-1/{seat}/{at}".encode("ascii")
    return int.from_bytes(hmac.digest(seed, message, "sha256")[:SEED_BYTES])


def who_plays(bot: str) -> BotChoice | None:
    """Who plays for a bot now: as long as it waits for the kernel, a simpler one. None for a bot of
    an older Sniffi, which is no longer known."""
    try:
        choice = parse_bot(bot)
    except SniffiError:
        return None
    if not choice.kind.needs_kernel or fast.ready() or not choice.kind.available:
        return choice
    fast.prepare()
    return parse_bot(WARMS_UP)


async def think_of_move(
    table: Table, seed: bytes, thinkers: Thinkers, limit: float, quick: Thinkers | None = None
) -> Move | None:
    """The move of the bot whose turn it is; None when no bot's turn it is.

    Args:
        seed: the table's secret.
        thinkers: where it thinks. When many wait there, each that can be told to thinks for less,
            so that the last of them waits for half the limit.
        limit: seconds that the bot may think, and as many that it may wait for its turn.
        quick: where bots think that need next to no time, so that they wait for none that does.
    """
    turn = bot_to_act(table)
    view = None if turn is None else table.seen_by(turn[0]).game
    if turn is None or view is None:
        return None
    (seat, bot), at = turn, table.told
    legal = view.legal_actions()
    if len(legal) == 1:
        return Move(seat, legal[0], at)
    number = bot_seed(seed, seat, at)
    plays = who_plays(bot)
    needs_time = plays is None or plays.kind.budget is not None
    lane = thinkers if needs_time or quick is None else quick

    def choose() -> Action:
        # The bot is made there too: it may load much, or be no longer known.
        made = parse_bot(bot) if plays is None else plays.within(lane.share(limit / 2))
        return made.make(number).choose(view)

    try:
        action: object = await lane.think(choose, limit)
    except TooSlow:
        fault = Fault.SLOW
    except TooBusy:
        if plays is not None and plays.kind.budget is not None:
            # That many others think is no fault of its own: it moves without thinking.
            logger.info("bot had no time: table %s, bot %s", table.id[:ID_SHOWN], bot)
            return Move(seat, kind_of(WARMS_UP).make(number).choose(view), at)
        fault = Fault.BUSY
    except Failed as error:
        fault = Fault.ERROR
        _log_failure(table, bot, error.__cause__)
    else:
        own = _ours(action, legal)
        if own is not None:
            return Move(seat, own, at)
        fault = Fault.ILLEGAL
    logger.warning("bot replaced: table %s, bot %s, %s", table.id[:ID_SHOWN], bot, fault)
    return _stand_in(table, seat, bot, fault, view, number)


def _ours(action: object, legal: Sequence[Action]) -> Action | None:
    """The legal action that a bot's is equal to. From here on it is ours that is played: the bot's
    may have parts of its own making, which say that they equal anything."""
    if type(action) not in (Place, Draw, Pass):
        return None
    with suppress(Exception):
        for own in legal:
            if own == action:
                return own
    return None


def _stand_in(table: Table, seat: int, bot: str, fault: Fault, view: GameView, number: int) -> Move:
    """The move of who stands in for ``bot``."""
    legal = view.legal_actions()
    told = BotStoodIn(seat, bot, STAND_IN, fault)
    try:
        action = kind_of(STAND_IN).make(number).choose(view)
    except Exception as error:
        _log_failure(table, STAND_IN, error)
        fault = Fault.ERROR
    else:
        if action in legal:
            return Move(seat, action, table.told, (told,))
        fault = Fault.ILLEGAL
    last = BotStoodIn(seat, STAND_IN, FIRST_LEGAL, fault)
    return Move(seat, legal[0], table.told, (told, last))


def _log_failure(table: Table, bot: str, error: BaseException | None) -> None:
    """Where a bot failed. Not with what message: that may tell tiles of hands."""
    where = " < ".join(_places(error))
    logger.error(
        "bot failed: table %s, bot %s, %s at %s", table.id[:ID_SHOWN], bot, type(error), where
    )


def _places(error: BaseException | None) -> Iterator[str]:
    frames = traceback.extract_tb(None if error is None else error.__traceback__)
    for frame in reversed(frames):
        yield f"{frame.filename}:{frame.lineno} {frame.name}"
