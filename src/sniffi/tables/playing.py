"""Commands about the game: a table and an intent go in, the new entries of its log come out.

Each is a pure function; what is refused is a ``TableError``, or what the rules refuse.
"""

from __future__ import annotations

from enum import Enum

from sniffi.deal import Deck, play_chance
from sniffi.rules import (
    DRAW,
    PASS,
    Action,
    Drew,
    Event,
    Game,
    Passed,
    Phase,
    Place,
    Placed,
)
from sniffi.rules.seats import check_seat
from sniffi.tables.entries import BotStoodIn, Entry, PersonReturned, Ready, SeedRevealed, Told
from sniffi.tables.errors import (
    AheadOfTable,
    AlreadyDone,
    AnotherSeat,
    BotPlaysYourSeat,
    GameOver,
    NotBetweenRounds,
    NotSeatedHere,
    NotStarted,
    StalePress,
)
from sniffi.tables.table import Table, round_of
from sniffi.tables.view import Stage


class Due(Enum):
    """What a table waits for."""

    PEOPLE = "people"
    """Somebody is to come, or to act."""
    BOT = "bot"
    """The bot at the seat whose turn it is."""
    CHANCE = "chance"
    """The next draw of a lot, or the deal."""
    READY = "ready"
    """The people, between two rounds."""
    SEED = "seed"
    """The seed is to be revealed."""
    NOTHING = "nothing"
    """The game is over and all is told."""


def due(table: Table) -> Due:
    """What the table waits for."""
    game = table.game
    if game is None:
        return Due.CHANCE if table.full else Due.PEOPLE
    if game.to_act is not None:
        return Due.PEOPLE if table.seat(game.to_act).bot is None else Due.BOT
    if game.phase is Phase.OVER:
        return Due.SEED if table.seed is None else Due.NOTHING
    return Due.READY if table.resting and not table.all_ready else Due.CHANCE


def act(table: Table, guest: str, seat: int, action: Action, at: int) -> tuple[Entry, ...]:
    """A person acts for a seat.

    Args:
        guest: who asks.
        seat: whose action it is; it must be the guest's own.
        action: what to do.
        at: how many events of the game the person had seen (``TableView.at``), so that a press
            made for another position, and the second of a double press, does nothing.

    Raises:
        NotASeat, NotSeatedHere, AnotherSeat: it is not the guest's to act there.
        NotStarted, GameOver, BotPlaysYourSeat: not now.
        StalePress, AlreadyDone, AheadOfTable: ``at`` is not where the table is.
        NotNow, Refused: the rules do not allow it.
    """
    check_seat(seat, table.settings.players)
    own = table.seat_of(guest)
    if own is None:
        raise NotSeatedHere
    if own != seat:
        raise AnotherSeat(seat, own)
    if table.game is None:
        raise NotStarted
    if at > table.told:
        raise AheadOfTable(at, table.told)
    if at < table.told:
        done = at >= 0 and _is_that(table.game.events[at], seat, action)
        raise (AlreadyDone if done else StalePress)(at, table.told)
    if table.stage is Stage.OVER:
        raise GameOver
    if table.seat(seat).bot is not None:
        raise BotPlaysYourSeat(seat)
    moved = _told(table.game, table.game.act(action, seat=seat))
    # Who acts has come back.
    return (PersonReturned(seat), *moved) if table.seat(seat).left else moved


def ready(table: Table, guest: str) -> tuple[Entry, ...]:
    """A person wants the next round; nothing, when that is known already.

    Raises:
        NotSeatedHere, NotStarted, GameOver, BotPlaysYourSeat, NotBetweenRounds: not so.
    """
    own = table.seat_of(guest)
    if own is None:
        raise NotSeatedHere
    if table.game is None:
        raise NotStarted
    if table.stage is Stage.OVER:
        raise GameOver
    seat = table.seat(own)
    if seat.bot is not None:
        raise BotPlaysYourSeat(own)
    if not table.resting:
        raise NotBetweenRounds
    if seat.ready:
        return ()
    return (PersonReturned(own), Ready(own)) if seat.left else (Ready(own),)


def go_on(table: Table, deck: Deck) -> tuple[Entry, ...]:
    """What no seat decides: one draw of a lot, one deal, or the seed once the game is over.

    Between rounds it goes on at once; whether to wait for people is for the caller (``due``).
    Nothing, when the table waits for a seat.
    """
    match due(table):
        case Due.SEED:
            return (SeedRevealed(deck.seed),)
        case Due.CHANCE | Due.READY:
            game = table.game or Game.new(table.settings.players, table.settings.target)
            return _told(game, play_chance(game, deck))
    return ()


def bot_move(
    table: Table, seat: int, action: Action, at: int, stood_in: tuple[BotStoodIn, ...] = ()
) -> tuple[Entry, ...]:
    """A bot acts for a seat, or another that ``stood_in``.

    Nothing, when the table has gone on since the bot was asked, or the person has returned.

    Raises:
        Refused: the rules do not allow it.
    """
    if table.game is None or due(table) is not Due.BOT or (table.to_act, table.told) != (seat, at):
        return ()
    return (*stood_in, *_told(table.game, table.game.act(action, seat=seat)))


def bot_to_act(table: Table) -> tuple[int, str] | None:
    """The seat and the bot whose turn it is; None when no bot's."""
    seat = table.to_act
    bot = None if seat is None else table.seat(seat).bot
    return None if seat is None or bot is None else (seat, bot)


def _told(before: Game, after: Game) -> tuple[Told, ...]:
    """The entries for what happened between two positions."""
    new = after.events[len(before.events) :]
    round = round_of(after, new[0])
    return tuple(Told(round, event) for event in new)


def _is_that(event: Event, seat: int, action: Action) -> bool:
    """Whether ``event`` is what comes of the seat's ``action``."""
    match event:
        case Placed():
            return isinstance(action, Place) and (event.seat, event.tile, event.spot) == (
                seat,
                action.tile,
                action.spot,
            )
        case Drew():
            return event.seat == seat and action == DRAW
        case Passed():
            return event.seat == seat and action == PASS
    return False
