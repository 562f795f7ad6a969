"""One's own games that are over, and one's name in them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from starlette.responses import Response

from sniffi.rules import seats_of, side_of
from sniffi.tables.digest import Digest
from sniffi.tables.errors import NoSuchTable, NotSeatedHere
from sniffi.web.days import day_in_words
from sniffi.web.errors import NoSuchPage
from sniffi.web.logs import log
from sniffi.web.replay_errors import NoSuchReplay, NotSure
from sniffi.web.replay_pages import HOME
from sniffi.web.showing import names_of
from sniffi.web.visit import Visit
from sniffi.words import Words
from sniffi.words.catalogue import number

EACH = 10
"""Games of a page."""
MOST_GAMES = 1000
"""Games that a name is removed from at a time."""
MINE = f"{HOME}/mine"
FORGET = f"{HOME}/forget"


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A game of the reader's."""

    address: str
    title: str
    day: str
    iso: str
    won: bool
    result: str
    named: bool
    """Whether the reader's name is still in it."""


@dataclass(frozen=True, slots=True)
class MinePage:
    """The reader's games, some at a time."""

    games: tuple[OwnGame, ...]
    before: str | None
    after: str | None


async def mine(visit: Visit) -> Response:
    """One's own games, the last one first."""
    part = visit.query_number("part")
    part = 1 if part is None else part
    games = await own_games(visit, EACH + 1, (part - 1) * EACH) if part else []
    if not games and part != 1:
        raise NoSuchPage
    page = MinePage(
        tuple(games[:EACH]),
        None if part == 1 else MINE if part == 2 else f"{MINE}?part={part - 1}",
        f"{MINE}?part={part + 1}" if len(games) > EACH else None,
    )
    response = visit.html("replay/mine.html", page=page)
    if not visit.guest.new:
        # So that the list is found again a year from now.
        visit.remember(response)
    return response


async def own_games(visit: Visit, most: int, skip: int = 0) -> list[OwnGame]:
    """The reader's games, the last one first."""
    if visit.guest.new:
        return []
    found = await visit.site.hall.games_of(visit.guest.id, most, skip)
    return [_own(visit, id, game) for id, game in found if game.seat is not None]


def _own(visit: Visit, id: str, game: Digest) -> OwnGame:
    words, seat = visit.words, game.seat
    assert seat is not None
    names = names_of(game.seats, words)
    iso = datetime.fromtimestamp(game.time, UTC).date().isoformat()
    won = game.winner == side_of(seat, game.settings.players)
    return OwnGame(
        address=f"{HOME}/game/{visit.site.watch_links.of(id)}",
        title=_against(game, seat, names, words),
        day=day_in_words(iso, words),
        iso=iso,
        won=won,
        result=_result(game, seat, won=won, words=words),
        named=bool(game.seats[seat - 1].person),
    )


def _against(game: Digest, seat: int, names: tuple[str, ...], words: Words) -> str:
    players = game.settings.players
    side = side_of(seat, players)
    pair = [names[each - 1] for each in seats_of(side, players) if each != seat]
    others = [name for each, name in enumerate(names, 1) if side_of(each, players) != side]
    if pair:
        return words.say("replay.pair-against", partner=pair[0], others=words.listed(others))
    return words.say("replay.against", others=words.listed(others))


def _result(game: Digest, seat: int, *, won: bool, words: Words) -> str:
    side = side_of(seat, game.settings.players)
    others = [score for each, score in enumerate(game.scores, 1) if each != side]
    told = " – ".join(number(score) for score in (game.scores[side - 1], *others))
    return words.say("replay.you-won" if won else "replay.you-lost", scores=told)


async def forget_ask(visit: Visit) -> Response:
    """Ask whether one's name is to be removed: from one game or from all."""
    watch = visit.request.query_params.get("game")
    games = await own_games(visit, MOST_GAMES) if watch is None else [await _one(visit, watch)]
    return visit.html(
        "replay/forget.html",
        watch=watch,
        count=sum(game.named for game in games),
        title=games[0].title if watch is not None else "",
    )


async def _one(visit: Visit, watch: str) -> OwnGame:
    """One of the reader's games by its link."""
    table = _table(visit, watch)
    room = await visit.site.hall.room(table)
    if room.table.seat_of(visit.guest.id) is None:
        raise NotSeatedHere
    address = f"{HOME}/game/{watch}"
    for game in await own_games(visit, MOST_GAMES):
        if game.address == address:
            return game
    raise NoSuchReplay


def _table(visit: Visit, watch: str) -> str:
    try:
        return visit.site.watch_links.table(watch)
    except NoSuchTable:
        raise NoSuchReplay from None


async def forget(visit: Visit) -> Response:
    """Remove one's name."""
    form = await visit.form()
    visit.site.acting.take(visit.guest.id)
    if form.get("sure") is None:
        raise NotSure
    watch = form.get("game")
    hall, guest = visit.site.hall, visit.guest.id
    if isinstance(watch, str) and watch:
        tables = [_table(visit, watch)]
    else:
        games = await hall.games_of(guest, MOST_GAMES)
        tables = [
            id for id, game in games if game.seat is not None and game.seats[game.seat - 1].person
        ]
    for table in tables:
        try:
            await hall.remove_name(table, guest)
        except NoSuchTable:
            raise NoSuchReplay from None
    log("names removed", games=len(tables))
    return visit.back_to(MINE, visit.words.say_n("replay.forgotten", len(tables)))
