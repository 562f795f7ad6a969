"""Reading the lines that tell what happened in a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from sniffi.record.errors import Fault
from sniffi.record.header import GameLines
from sniffi.record.lines import IN_PROGRESS, NOTHING, OVER, UNKNOWN
from sniffi.record.referee import PlacedLine, Retelling, Told
from sniffi.record.scanner import Scanner
from sniffi.rules import (
    FULL_SET,
    HAND_SIZE,
    Blocked,
    Dealt,
    Deducted,
    Drew,
    Event,
    EventMismatch,
    LotDrawn,
    MaybeTile,
    NotTheFullSet,
    Passed,
    SniffiError,
    Spot,
    Tile,
    WentOut,
    Won,
)
from sniffi.rules.seats import seats

Place: TypeAlias = tuple[int, int]
"""A line and a column, both from 1."""
Parts: TypeAlias = dict[str, Place]
"""Where an event's fields stand, by their names; and where a tile that is dealt twice stands for
the second time."""


def place_of(why: SniffiError, event: Place, parts: Parts) -> Place:
    """Where in what tells an event that is what ``why`` is about."""
    if isinstance(why, NotTheFullSet):
        wrong = [*map(str, why.fields["twice"]), "hands", "boneyard"]
    elif isinstance(why, EventMismatch) and type(why.found) is type(why.expected):
        wrong = [
            name
            for name in parts
            if getattr(why.found, name, None) != getattr(why.expected, name, None)
        ]
    else:
        wrong = []
    return next((parts[name] for name in wrong if name in parts), event)


# Which lines may follow which. A turn may begin with draws alone when nothing comes after them.
_BETWEEN_TURNS = ("turn", "block", "win", "round", "end")
_FOLLOWS: dict[str, tuple[str, ...]] = {
    "header": ("round", "end"),
    "round": ("lot", "deal"),
    "lot": ("lot", "deal", "end"),
    "deal": _BETWEEN_TURNS,
    "turn": _BETWEEN_TURNS,
    "block": _BETWEEN_TURNS,
    "draws": ("block", "end"),
    "win": ("over",),
}

_OPENINGS = {
    "round": "round ",
    "lot": "lot ",
    "deal": "deal, ",
    "block": "block",
    "win": "side ",
    "end": IN_PROGRESS,
    "over": OVER,
}
"""What lines begin with; a turn begins with its seat."""


class Body:
    """The body of one game, read line by line, each event checked as soon as it is told."""

    def __init__(self, players: int, target: int) -> None:
        self._told = Retelling(players, target)
        self._players = players
        self._round = 0

    def read(self, lines: GameLines) -> tuple[Event, ...]:
        """The events up to the end line, which is read too.

        Raises:
            TextError: a line is not what it should be.
        """
        before = "header"
        while True:
            line = lines.next()
            kind = self._kind(line, _FOLLOWS[before])
            if kind not in _READERS:
                line.end()
                try:
                    return self._told.end()
                except SniffiError as why:
                    raise line.fault(why, 0) from None
            before = _READERS[kind](self, line, lines)

    def _kind(self, line: Scanner, kinds: tuple[str, ...]) -> str:
        """Which of these kinds the line is, its opening words read."""
        for kind in kinds:
            if kind == "turn":
                if line.text[:1].isdigit():
                    return kind
            elif line.accept(_OPENINGS[kind]):
                return kind
        openings = [_OPENINGS[kind] for kind in kinds if kind != "turn"]
        if "turn" in kinds:
            openings = [f"{seat} " for seat in seats(self._players)] + openings
        raise line.unexpected(*openings)

    def _say(self, told: Told, line: Scanner, at: int = 0, parts: Parts | None = None) -> None:
        """Add an event that is told from the place ``at`` of a line on."""
        try:
            self._told.tell(told)
        except SniffiError as why:
            raise Fault(*place_of(why, (line.line, at + 1), parts or {}), why) from None

    def _read_round(self, line: Scanner, _: GameLines) -> str:
        line.expect(str(self._round + 1))
        line.end()
        self._round += 1
        return "round"

    def _read_lot(self, line: Scanner, _: GameLines) -> str:
        parts = {"stage": line.place}
        stage = line.number()
        line.expect(": ")
        draws = [self._read_draw_of(line, line.seat(self._players))]
        starter = None
        while True:
            line.expect(", ")
            parts["starter"] = line.place
            if line.accept("tie"):
                break
            seat = line.seat(self._players)
            if line.accept(" starts"):
                starter = seat
                break
            draws.append(self._read_draw_of(line, seat, " starts"))
        line.end()
        self._say(LotDrawn(self._round, stage, tuple(draws), starter), line, 0, parts)
        return "lot"

    def _read_draw_of(self, line: Scanner, seat: int, *instead: str) -> tuple[int, Tile]:
        if not line.accept(" draws "):
            raise line.unexpected(" draws ", *instead)
        return seat, line.tile()

    def _read_deal(self, line: Scanner, lines: GameLines) -> str:
        parts = {"starter": line.place}
        starter = line.seat(self._players)
        line.expect(" starts")
        line.end()
        seen: set[MaybeTile] = set()

        def dealt(opening: str, size: int) -> tuple[MaybeTile, ...]:
            """The tiles of the next line."""
            part = lines.next()
            part.expect(opening)
            if part.accept(UNKNOWN):
                part.end()
                return (None,) * size
            start = part.at
            tiles = []
            while True:
                place = part.place
                tile = part.maybe_tile()
                if tile is not None and tile in seen:
                    parts.setdefault(str(tile), place)
                seen.add(tile)
                tiles.append(tile)
                if not part.accept(" "):
                    break
            part.end()
            if all(tile is None for tile in tiles):
                part.at = start
                raise part.unexpected(UNKNOWN)
            if len(tiles) != size:
                parts.setdefault("hands" if opening.startswith("hand") else "boneyard", place)
            return tuple(tiles)

        size = HAND_SIZE[self._players]
        hands = tuple(dealt(f"hand {seat}: ", size) for seat in seats(self._players))
        boneyard = dealt("boneyard: ", len(FULL_SET) - self._players * size)
        self._say(Dealt(self._round, starter, hands, boneyard), line, 0, parts)
        return "deal"

    def _read_turn(self, line: Scanner, _: GameLines) -> str:
        seat = line.seat(self._players)
        line.expect(" ")
        at = line.at
        doing = line.expect("places ", "draws ", "passes", "opens ", "goes out", "holds ")
        if doing == "draws ":
            if not self._read_draws(line, seat):
                return "draws"
            at = line.at
            doing = line.expect("places ", "passes", "opens ")
        if doing == "places ":
            tile = line.tile()
            line.expect(" on ")
            self._read_placed(line, at, seat, tile, line.spot())
        elif doing == "opens ":
            self._read_placed(line, at, seat, line.tile(), None)
        elif doing == "holds ":
            self._read_held(line, at, seat)
        else:
            line.end()
            self._say(Passed(seat) if doing == "passes" else WentOut(seat), line, at)
        return "turn"

    def _read_draws(self, line: Scanner, seat: int) -> bool:
        """Read what was drawn; whether the turn goes on."""
        while True:
            at = line.at
            self._say(Drew(seat, line.maybe_tile()), line, at)
            if line.at == len(line.text):
                return False
            if line.expect(" ", ", ") == ", ":
                return True

    def _read_placed(
        self, line: Scanner, at: int, seat: int, tile: Tile, spot: Spot | None
    ) -> None:
        parts: Parts = {}
        total = self._figure(line, ", sum ", "total", parts, least=0)
        # Without points nothing is told of them, and they are missed at the end of the line.
        parts["points"] = line.place
        points, score = 0, None
        if line.at < len(line.text):
            points = self._figure(line, ", scores ", "points", parts, least=1)
            score = self._figure(line, ", has ", "score", parts)
            line.end()
        self._say(PlacedLine(seat, tile, spot, total, points, score), line, at, parts)

    def _read_held(self, line: Scanner, at: int, seat: int) -> None:
        parts = {"hand": line.place}
        hand = () if line.accept(NOTHING) else line.tiles()
        pips = self._figure(line, ", pips ", "pips", parts, least=0)
        cost = self._figure(line, ", costs ", "cost", parts, least=0)
        score = self._figure(line, ", has ", "score", parts)
        line.end()
        self._say(Deducted(seat, hand, pips, cost, score), line, at, parts)

    def _figure(
        self,
        line: Scanner,
        before: str,
        name: str,
        parts: Parts,
        *,
        least: int | None = None,
    ) -> int:
        """A number of at least ``least`` after the words ``before``, which tells the event's
        field ``name``."""
        line.expect(before)
        parts[name] = line.place
        return line.number(least)

    def _read_block(self, line: Scanner, _: GameLines) -> str:
        line.end()
        self._say(Blocked(), line)
        return "block"

    def _read_win(self, line: Scanner, _: GameLines) -> str:
        parts = {"side": line.place}
        side = line.number()
        score = self._figure(line, " wins with ", "score", parts)
        line.end()
        self._say(Won(side, score), line, 0, parts)
        return "win"


_READERS: dict[str, Callable[[Body, Scanner, GameLines], str]] = {
    "round": Body._read_round,
    "lot": Body._read_lot,
    "deal": Body._read_deal,
    "turn": Body._read_turn,
    "block": Body._read_block,
    "win": Body._read_win,
}
"""What reads the rest of a line of a kind; each gives the kind that the next line comes after."""
