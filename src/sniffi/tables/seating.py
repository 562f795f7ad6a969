"""Commands about seats: a table and a wish go in, the new entries of its log come out.

Each is a pure function; what is refused is a ``TableError``. No entries mean that all is as wished.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Mapping

from sniffi.bots import KernelMissing, kind_of
from sniffi.deal import check_nonce, commitment
from sniffi.rules.seats import check_seat, seats
from sniffi.tables.entries import (
    BotLeft,
    BotSat,
    BotTookOver,
    Entry,
    NameRemoved,
    Opened,
    PersonLeft,
    PersonReturned,
    PersonSat,
    RematchMade,
    SeatKept,
)
from sniffi.tables.errors import (
    AlreadySeated,
    AlreadyStarted,
    BotNotForPlayers,
    BotPlaysAlready,
    GameOver,
    NameTaken,
    NoSeatForPeople,
    NotABotsSeat,
    NotAPersonsSeat,
    NotOver,
    NotSeatedHere,
    NotStarted,
    OwnSeat,
    SeatTaken,
    StillHere,
    TableFull,
)
from sniffi.tables.names import check_guest, clean_name, looks
from sniffi.tables.seat import SeatKind
from sniffi.tables.settings import Settings
from sniffi.tables.table import Table
from sniffi.tables.view import Stage

ID_BYTES = 12
"""Of a new table's id."""


def open_table(
    settings: Settings,
    seed: bytes,
    time: int,
    *,
    bots: Mapping[int, str] | None = None,
    kept: Mapping[int, tuple[str, str]] | None = None,
    before: str | None = None,
) -> tuple[Entry, ...]:
    """The first entries of a new table.

    Args:
        seed: the secret behind its deals; only its commitment is told.
        time: now, in seconds since 1970, UTC.
        bots: by seat.
        kept: for whom a seat is kept, by seat: the guest's id and the name.
        before: the table whose people play again here.

    Raises:
        NotASeat, SeatTaken, NoSeatForPeople: the seats are not as they should be.
        SniffiError: a bot, a name or a guest is not what it should be.
    """
    bots, kept = bots or {}, kept or {}
    for seat in (*bots, *kept):
        check_seat(seat, settings.players)
    if len(bots) == settings.players:
        raise NoSeatForPeople
    opened = Opened(settings, commitment(seed), time, before)
    entries: list[Entry] = [opened]
    table = Table.open("", opened)
    for seat in seats(settings.players):
        entry: Entry
        if seat in bots and seat in kept:
            raise SeatTaken(seat)
        if seat in bots:
            entry = BotSat(seat, clean_bot(bots[seat], settings.players))
        elif seat in kept:
            guest, name = kept[seat]
            entry = SeatKept(seat, _free_name(table, name), _new_guest(table, guest))
        else:
            continue
        entries.append(entry)
        table = table.follow(entry)
    return tuple(entries)


def sit(
    table: Table, guest: str, nonce: str, name: str | None = None, seat: int | None = None
) -> tuple[Entry, ...]:
    """A person sits down: on the seat that is kept for the guest, else on ``seat`` or any free
    one. The name may be left out where a seat is kept.

    Raises:
        AlreadyStarted, AlreadySeated, SeatTaken, TableFull, NotASeat, BadName, BadNonce,
            NotAGuest: not so.
    """
    check_guest(guest)
    check_nonce(nonce)
    if (own := table.seat_of(guest)) is not None:
        raise AlreadySeated(own)
    if table.stage is not Stage.WAITING:
        raise AlreadyStarted
    kept = table.kept_for(guest)
    if kept is not None:
        taken, known = kept, table.seat(kept).person
    else:
        taken, known = _free_seat(table, seat), None
    if name is None and known is not None:
        return (PersonSat(taken, known, guest, nonce),)
    return (PersonSat(taken, _free_name(table, name or "", but=taken), guest, nonce),)


def seat_bot(
    table: Table, guest: str, seat: int, bot: str, *, absent: bool, grace: int
) -> tuple[Entry, ...]:
    """A person at the table puts a bot on a free seat, or on one kept for somebody who is
    ``absent``: away for longer than ``grace`` seconds.

    Raises:
        NotSeatedHere, NotASeat, AlreadyStarted, SeatTaken, StillHere: not so.
        SniffiError: the bot is not what it should be.
    """
    _seated(table, guest)
    chosen = table.seat(check_seat(seat, table.settings.players))
    bot = clean_bot(bot, table.settings.players)
    if table.stage is not Stage.WAITING:
        raise AlreadyStarted
    if chosen.kind is SeatKind.KEPT and not absent:
        raise StillHere(seat, grace)
    if chosen.kind not in (SeatKind.EMPTY, SeatKind.KEPT):
        raise SeatTaken(seat)
    return (BotSat(seat, bot),)


def unseat_bot(table: Table, guest: str, seat: int) -> tuple[Entry, ...]:
    """A person at the table frees a bot's seat, while others are still waited for.

    Raises:
        NotSeatedHere, NotASeat, AlreadyStarted, NotABotsSeat: not so.
    """
    _seated(table, guest)
    chosen = table.seat(check_seat(seat, table.settings.players))
    if table.stage is not Stage.WAITING:
        raise AlreadyStarted
    if chosen.kind is not SeatKind.BOT:
        raise NotABotsSeat(seat)
    return (BotLeft(seat),)


def leave(table: Table, guest: str) -> tuple[Entry, ...]:
    """A person leaves. Once the game has begun the seat stays the person's.

    Raises:
        NotSeatedHere: the guest has no seat.
    """
    own = _seated(table, guest)
    return () if table.seat(own).left else (PersonLeft(own),)


def return_(table: Table, guest: str) -> tuple[Entry, ...]:
    """A person who left, or for whom a bot plays, plays again.

    Raises:
        NotSeatedHere: the guest has no seat.
    """
    own = _seated(table, guest)
    seat = table.seat(own)
    return (PersonReturned(own),) if seat.left or seat.bot is not None else ()


def take_over(
    table: Table, guest: str, seat: int, bot: str, *, absent: bool, grace: int
) -> tuple[Entry, ...]:
    """A person at the table lets a bot play for another, who has left or is ``absent``: away for
    longer than ``grace`` seconds.

    Raises:
        NotSeatedHere, NotASeat, NotStarted, GameOver, OwnSeat, NotAPersonsSeat, BotPlaysAlready,
            StillHere: not so.
        SniffiError: the bot is not what it should be.
    """
    own = _seated(table, guest)
    chosen = table.seat(check_seat(seat, table.settings.players))
    bot = clean_bot(bot, table.settings.players)
    if table.stage is Stage.OVER:
        raise GameOver
    if table.game is None:
        raise NotStarted
    if seat == own:
        raise OwnSeat(seat)
    if chosen.kind is not SeatKind.PERSON:
        raise NotAPersonsSeat(seat)
    if chosen.bot is not None:
        raise BotPlaysAlready(seat)
    if not chosen.left and not absent:
        raise StillHere(seat, grace)
    return (BotTookOver(seat, bot),)


def rematch(table: Table, guest: str, new_table: str) -> tuple[Entry, ...]:
    """A person at the table wants to play again; nothing, when another has wanted it before.

    Raises:
        NotSeatedHere, NotOver: not so.
    """
    _seated(table, guest)
    if table.stage is not Stage.OVER:
        raise NotOver
    return () if table.rematch is not None else (RematchMade(new_table),)


def remove_name(table: Table, guest: str) -> tuple[Entry, ...]:
    """A person wants to be named no more in a game that is over.

    Raises:
        NotSeatedHere, NotOver: not so.
    """
    own = _seated(table, guest)
    if table.stage is not Stage.OVER:
        raise NotOver
    return (NameRemoved(guest),) if table.seat(own).person else ()


def rematch_id(table: Table, seed: bytes) -> str:
    """The id of the table where the people of ``table`` play again: the same whoever asks.

    It lets one join, so it is made from what nobody knows together: the guests' ids and the seed.
    """
    guests = "/".join(seat.guest or "" for seat in table.seats)
    known = hmac.digest(seed, f"sniffi-rematch-1/{table.id}/{guests}".encode(), "sha256")
    return urlsafe_b64encode(known[:ID_BYTES]).decode("ascii")


def open_rematch(table: Table, seed: bytes, time: int) -> tuple[Entry, ...]:
    """The first entries of the table where the people of ``table`` play again: the same settings
    and bots, every person's seat kept until the person sits down with a nonce for the new seed."""
    return open_table(
        table.settings,
        seed,
        time,
        bots={n: s.bot for n, s in enumerate(table.seats, 1) if s.kind is SeatKind.BOT and s.bot},
        kept={n: (s.guest, s.person) for n, s in enumerate(table.seats, 1) if s.guest and s.person},
        before=table.id,
    )


def clean_bot(text: str, players: int) -> str:
    """The bot of that name, as entries write it. It plays as it is: with parameters a guest could
    have a server think for as long as it likes.

    Raises:
        UnknownBot, BotNotForPlayers: there is none such.
        KernelMissing: it cannot play here.
    """
    kind = kind_of(text)
    if players not in kind.players:
        raise BotNotForPlayers(kind.name, players)
    if not kind.available:
        raise KernelMissing(kind.name)
    return kind.name


def _seated(table: Table, guest: str) -> int:
    """The guest's seat.

    Raises:
        NotSeatedHere: there is none.
    """
    seat = table.seat_of(guest)
    if seat is None:
        raise NotSeatedHere
    return seat


def _free_seat(table: Table, wanted: int | None) -> int:
    if wanted is not None:
        check_seat(wanted, table.settings.players)
        if wanted not in table.free:
            raise SeatTaken(wanted)
        return wanted
    if not table.free:
        raise TableFull
    return table.free[0]


def _free_name(table: Table, text: str, *, but: int | None = None) -> str:
    """The name that ``text`` gives, when nobody else at the table has one like it."""
    name = clean_name(text)
    for number, seat in enumerate(table.seats, 1):
        if number != but and seat.person is not None and looks(seat.person) == looks(name):
            raise NameTaken(number)
    return name


def _new_guest(table: Table, guest: str) -> str:
    check_guest(guest)
    held = table.seat_of(guest) or table.kept_for(guest)
    if held is not None:
        raise AlreadySeated(held)
    return guest
