"""Reading records and events from plain data, as strictly as from text."""

from __future__ import annotations

from sniffi.deal import check_nonce, parse_seed
from sniffi.record.lines import FORMAT_VERSION
from sniffi.record.model import (
    Comment,
    GameRecord,
    check_comment,
    check_commitment,
    check_tag,
)
from sniffi.record.plain import FORMAT
from sniffi.record.referee import Retelling
from sniffi.record.strict import Json
from sniffi.record.text import check_name
from sniffi.rules import (
    EVENT_TYPES,
    Blocked,
    CountedValue,
    Dealt,
    Deducted,
    Drew,
    Event,
    LotDrawn,
    MaybeTile,
    Passed,
    Placed,
    Port,
    Spot,
    Tile,
    WentOut,
    Won,
)
from sniffi.rules.seats import HAND_SIZE, check_players, check_seat, check_target, sides

_KEYS: dict[type[Event], tuple[str, ...]] = {
    LotDrawn: ("stage", "draws", "starter"),
    Dealt: ("starter", "hands", "boneyard"),
    Placed: ("tile", "spot", "counted", "total", "points", "score"),
    Drew: ("tile",),
    Passed: (),
    WentOut: (),
    Blocked: (),
    Deducted: ("hand", "pips", "cost", "score"),
    Won: ("side", "score"),
}
"""What an event has beside its round, seat and name."""
MOST_SIDES = 3
"""Three players are a side each, four are two pairs."""
_OF_NO_SEAT = (LotDrawn, Dealt, Blocked, Won)


def read_record(value: Json) -> GameRecord:
    """The record in a JSON value.

    Raises:
        JsonError: something in it is not what it should be.
    """
    (
        form, version, players, target, names, tags, commitment, nonces, seed, comments, events
    ) = value.fields(
        "format", "version", "players", "target", "names", "tags", "commitment", "nonces", "seed",
        "comments", "events",
    )  # fmt: skip
    form.one_of((FORMAT,))
    if version.integer() != FORMAT_VERSION:
        raise version.unlike(str(FORMAT_VERSION))
    with players.checked():
        check_players(players.integer())
    with target.checked():
        check_target(target.integer(), players.integer())
    told = _read_events(events, players.integer(), target.integer())
    with value.checked():
        return GameRecord(
            players.integer(),
            target.integer(),
            tuple(name.of(check_name) for name in names.array()),
            told,
            commitment.maybe(check_commitment),
            tuple(nonce.of(check_nonce) for nonce in nonces.array()),
            None if seed.is_null else _read_seed(seed),
            tuple(_read_tag(name, tag) for name, tag in tags.pairs()),
            tuple(_read_comment(comment) for comment in comments.array()),
        )


def _read_seed(value: Json) -> bytes:
    seed = value.of(parse_seed)
    value.one_of((seed.hex(),))
    return seed


def _read_tag(name: str, value: Json) -> tuple[str, str]:
    return value.of(lambda text: check_tag(name, text))


def _read_comment(value: Json) -> Comment:
    line, text = value.fields("line", "text")
    return Comment(line.integer(), text.of(check_comment))


def _read_events(value: Json, players: int, target: int) -> tuple[Event, ...]:
    told = Retelling(players, target)
    round_number = 1
    for item in value.array():
        event = read_event(item, players)
        with item.checked():
            told.tell(event)
        if isinstance(event, LotDrawn | Dealt):
            round_number = event.round
        round = item.member("round")
        if round.integer() != round_number:
            raise round.unlike(str(round_number))
    with value.checked():
        return told.end()


def read_event(value: Json, players: int = max(HAND_SIZE)) -> Event:
    """The event in a JSON value, of a game of no more players than so many.

    Raises:
        JsonError: something in it is not what it should be.
    """
    kind = EVENT_TYPES[value.member("event").one_of(EVENT_TYPES)]
    round, seat, _, *details = value.fields("round", "seat", "event", *_KEYS[kind])
    number = round.integer()
    if kind in _OF_NO_SEAT:
        if not seat.is_null:
            raise seat.kind_error("null")
        owner = 0
    else:
        owner = _read_seat(seat, players)
    if kind is LotDrawn:
        stage, draws, starter = details
        drawn = tuple(_read_draw(draw, players) for draw in draws.array())
        first = None if starter.is_null else _read_seat(starter, players)
        return LotDrawn(number, stage.integer(), drawn, first)
    if kind is Dealt:
        starter, hands, boneyard = details
        dealt = tuple(_read_tiles(hand) for hand in hands.array())
        with hands.checked():
            check_players(len(dealt))
        return Dealt(number, _read_seat(starter, players), dealt, _read_tiles(boneyard))
    if kind is Placed:
        tile, spot, counted, total, points, score = details
        return Placed(
            owner,
            tile.of(Tile.parse),
            None if spot.is_null else _read_spot(spot),
            tuple(_read_counted(part) for part in counted.array()),
            total.integer(),
            points.integer(),
            score.integer(),
        )
    if kind is Drew:
        return Drew(owner, details[0].maybe(Tile.parse))
    if kind is Deducted:
        hand, *figures = details
        pips, cost, score_left = (figure.integer() for figure in figures)
        return Deducted(owner, _read_tiles(hand), pips, cost, score_left)
    if kind is Won:
        side, reached = details
        if side.integer() not in sides(min(players, MOST_SIDES)):
            raise side.unlike(*map(str, sides(min(players, MOST_SIDES))))
        return Won(side.integer(), reached.integer())
    if kind is Blocked:
        return Blocked()
    return Passed(owner) if kind is Passed else WentOut(owner)


def _read_draw(value: Json, players: int) -> tuple[int, Tile]:
    seat, tile = value.fields("seat", "tile")
    return _read_seat(seat, players), tile.of(Tile.parse)


def _read_seat(value: Json, players: int) -> int:
    """The number of a seat: a sentence about any other could not say whose it is."""
    with value.checked():
        return check_seat(value.integer(), players)


def _read_tiles(value: Json) -> tuple[MaybeTile, ...]:
    return tuple(tile.maybe(Tile.parse) for tile in value.array())


def _read_spot(value: Json) -> Spot:
    tile, port = value.fields("tile", "port")
    return Spot(tile.of(Tile.parse), port.of(Port.parse))


def _read_counted(value: Json) -> CountedValue:
    tile, port, worth = value.fields("tile", "port", "value")
    return CountedValue(tile.of(Tile.parse), port.of(Port.parse), worth.integer())
