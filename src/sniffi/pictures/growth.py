"""A layout that grows on a board tile by tile: which way each next tile lies."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from sniffi.pictures.board import BENDS, Board, Move
from sniffi.pictures.outlook import Outlook, Scout, territories
from sniffi.pictures.plane import Heading, Rect, turned
from sniffi.rules import BRANCHES, ENDS, FULL_SET, LINES, Join, Port, Spot, Tile


@dataclass(frozen=True, slots=True)
class Temper:
    """What the choice between straight on, left and right looks at."""

    ahead: int = 3
    """How many tiles are tried out at the end of each arm."""
    straight: float = 0.1
    """How much risk straight on may bring above a bend, a risk of 1 being one arm stuck."""
    land: float = 0.03
    """What land around the ends is worth."""
    close: float = 0.05
    """Choices further apart than that are not worth a look at the land."""
    zigzag: float = 0.6
    """What two bends to different sides cost, one right after the other."""
    near_zigzag: float = 0.3
    """The same with one straight tile between."""
    turn_back: float = 0.1
    """What two bends to the same side cost, one right after the other."""
    third_alike: float = 0.05
    """What it costs when a third arm of the Sniff turns the way the two before it turned."""


CALM = Temper()
TEMPERS = (CALM, Temper(ahead=4, straight=0.02), Temper(ahead=5, straight=0.0))
"""In the order they are tried when all is laid anew."""


@dataclass(frozen=True, slots=True)
class LaidTile:
    """A tile on the plane."""

    tile: Tile
    rect: Rect
    facing: Heading
    """From the low half to the high one; of a double from line A to line B, across its length.
    Branch A is then to the left (R3.4)."""
    bend: int
    """0 when it lies straight on; -1 and 1 when the arm turns left and right in it."""
    joined_to: Tile | None
    """The tile before it on its arm; None for the opening tile."""


@dataclass(frozen=True, slots=True)
class End:
    """A place where an arm can go on, now or, at the Sniff's branches, later (R4.3)."""

    spot: Spot
    cell: int
    """Of the point in the middle of the edge that the next tile will touch."""
    heading: Heading
    own: int
    """The cells of the spot's tile."""
    first_bend: int = 0
    """The first bend on the way here from the Sniff, or from the opening tile when there is no
    Sniff: -1 left, 1 right, 0 none yet."""

    @property
    def beyond_double(self) -> bool:
        """Whether the next tile has to lie straight on."""
        return self.spot.tile.is_double


@dataclass(frozen=True, slots=True)
class Growth:
    """The tiles laid on a board so far. It never changes: ``grown`` gives the next one."""

    board: Board
    laid: tuple[LaidTile, ...]
    ends: tuple[End, ...]
    occupied: int
    sniff: Tile | None
    left: tuple[int, ...]
    """How many tiles not laid yet have a half of that value."""
    doubles: int
    """How many doubles are not laid yet."""
    outlooks: dict[Spot, Outlook]
    risk: float = 0.0
    """The arms that are likely to get stuck, as a number of arms."""

    def has(self, tile: Tile) -> bool:
        """Whether the tile is laid."""
        return any(laid.tile is tile for laid in self.laid)

    def blocked_for(self, end: End) -> int:
        """The cells that the next tile at ``end`` has to keep away from: all tiles but the one it
        joins, the edge, and the marks of the other ends."""
        blocked = (self.occupied | self.board.border) & ~end.own
        for other in self.ends:
            if other is not end:
                shape = self.board.shapes[other.heading][Move.MARK]
                blocked |= shape.body << other.cell + shape.body_at
        return blocked


@dataclass(frozen=True, slots=True)
class Start:
    """Where the opening tile lies."""

    across: float = 0.5
    """From left to right, as a part of the board's width."""
    down: float = 0.5
    along: bool = True
    """Whether the tile's arms run along the longer side of the board."""


STARTS = (
    Start(),
    Start(along=False),
    Start(across=0.3),
    Start(across=0.7),
    Start(down=0.3),
    Start(down=0.7),
)
"""In the order they are tried when all is laid anew."""


def opened(board: Board, tile: Tile, start: Start = STARTS[0]) -> Growth | None:
    """The opening tile on the board; None if there is no room for it."""
    wide = board.width >= board.height
    heading = Heading.EAST if wide is start.along else Heading.SOUTH
    move, ports = (Move.CROSS, LINES) if tile.is_double else (Move.STRAIGHT, ENDS[::-1])
    shape = board.shapes[heading][move]
    back = (shape.rect.width if heading is Heading.EAST else shape.rect.height) // 2
    x, y = turned(-back, 0, heading)
    x += int(board.width * start.across)
    y += int(board.height * start.down)
    cell = board.cell(x, y)
    rect = shape.rect.shifted(x, y)
    own = board.cells(rect)
    ends = [
        End(Spot(tile, ports[0]), cell, heading.turned(2), own),
        End(Spot(tile, ports[1]), cell + shape.end_at, heading, own),
    ]
    if tile.is_double:
        ends += _branches(board, tile, cell, heading, own)
    growth = Growth(
        board=board,
        laid=(LaidTile(tile, rect, heading, 0, None),),
        ends=tuple(ends),
        occupied=own,
        sniff=tile if tile.is_double else None,
        left=_left((7,) * 7, tile),
        doubles=7 - tile.is_double,
        outlooks={},
    )
    return _weighed(growth, {}, CALM) if board.holds(rect) else None


def grown(growth: Growth, join: Join, temper: Temper = CALM) -> Growth | None:
    """The tile of ``join`` laid where it looks best; None if the board has no place for it."""
    choices: list[tuple[float, Growth]] = []
    for move, choice in _choices(growth, join):
        weighed = _weighed(choice, growth.outlooks, temper)
        if weighed is None:
            continue
        if move is Move.STRAIGHT and not weighed.risk:
            return weighed
        choices.append((_worth(growth, join, move, weighed, temper), weighed))
    if not choices:
        return None
    best = max(worth for worth, _ in choices)
    close = [each for each in choices if each[0] > best - temper.close]
    if len(close) == 1:
        return close[0][1]
    # The first of equals, which is straight on if it is among them.
    return max(close, key=lambda each: each[0] + temper.land * _land(each[1]))[1]


def carried(growth: Growth, board: Board, join: Join) -> Growth | None:
    """All that is laid moved to the middle of a larger board, or a little aside if that is better
    for the arms, and the tile of ``join`` laid there; None if it has no place."""
    rects = [laid.rect for laid in growth.laid]
    dx = (board.width - min(r.left for r in rects) - max(r.right for r in rects)) // 2
    dy = (board.height - min(r.top for r in rects) - max(r.bottom for r in rects)) // 2
    best: tuple[float, Growth] | None = None
    for aside, down in _SHIFTS:
        moved = _moved(growth, board, dx + aside, dy + down)
        after = moved and grown(moved, join)
        if after:
            cost = after.risk + _SHIFT_COST * (abs(aside) + abs(down))
            if best is None or cost < best[0]:
                best = cost, after
    return best[1] if best else None


_SHIFTS = [(aside, down) for aside in (0, -4, 4) for down in (0, -4, 4)]
_SHIFT_COST = 0.02
"""In risk, for each unit off the middle."""


def _moved(growth: Growth, board: Board, dx: int, dy: int) -> Growth | None:
    if not all(board.holds(each.rect.shifted(dx, dy)) for each in growth.laid):
        return None
    laid = tuple(replace(each, rect=each.rect.shifted(dx, dy)) for each in growth.laid)
    cells = {each.tile: board.cells(each.rect) for each in laid}
    ends = []
    for end in growth.ends:
        x, y = growth.board.point(end.cell)
        ends.append(replace(end, cell=board.cell(x + dx, y + dy), own=cells[end.spot.tile]))
    occupied = sum(cells.values())
    return replace(growth, board=board, laid=laid, ends=tuple(ends), occupied=occupied, outlooks={})


def _branches(board: Board, tile: Tile, cell: int, heading: Heading, own: int) -> list[End]:
    return [
        End(Spot(tile, port), cell + offset, branch, own)
        for port, (offset, branch) in zip(BRANCHES, board.branches[heading], strict=True)
    ]


def _left(left: tuple[int, ...], tile: Tile) -> tuple[int, ...]:
    return tuple(count - tile.has(half) for half, count in enumerate(left))


def _choices(growth: Growth, join: Join) -> Iterator[tuple[Move, Growth]]:
    """Each way to lay the tile that touches nothing wrongly, straight on first."""
    board, tile = growth.board, join.new
    end = next(
        each for each in growth.ends if each.spot.tile is join.tile and each.spot.port is join.port
    )
    others = [each for each in growth.ends if each is not end]
    blocked = growth.blocked_for(end)
    is_sniff = tile.is_double and growth.sniff is None
    outer = _outer(join)
    left = _left(growth.left, tile)
    x, y = board.point(end.cell)
    for move in _moves(tile, end):
        shape = board.shapes[end.heading][move]
        if shape.wide << end.cell + shape.wide_at & blocked:
            continue
        own = shape.body << end.cell + shape.body_at
        first_bend = 0 if is_sniff else end.first_bend or move.turn
        new = End(Spot(tile, outer), end.cell + shape.end_at, shape.heading, own, first_bend)
        ends = [*others, new]
        if is_sniff:
            back = _first_bend_back(growth, join.tile)
            ends = [replace(each, first_bend=back or each.first_bend) for each in others]
            ends += [new, *_branches(board, tile, end.cell, end.heading, own)]
        if _whirls(ends):
            continue
        facing = shape.heading.turned(2) if join.new_port is Port.HIGH else shape.heading
        laid = LaidTile(tile, shape.rect.shifted(x, y), facing, move.turn, join.tile)
        yield (
            move,
            Growth(
                board=board,
                laid=(*growth.laid, laid),
                ends=tuple(ends),
                occupied=growth.occupied | own,
                sniff=tile if is_sniff else growth.sniff,
                left=left,
                doubles=growth.doubles - tile.is_double,
                outlooks={},
            ),
        )


def _moves(tile: Tile, end: End) -> tuple[Move, ...]:
    if tile.is_double:
        return (Move.CROSS,)
    return (Move.STRAIGHT,) if end.beyond_double else (Move.STRAIGHT, *BENDS)


def _outer(join: Join) -> Port:
    """The port away from the join (R3.2, R3.4)."""
    if join.new.is_double:
        return Port.LINE_B
    return Port.LOW if join.new_port is Port.HIGH else Port.HIGH


def _first_bend_back(growth: Growth, tile: Tile) -> int:
    """The first bend on the way from ``tile`` back to the opening tile, as it turns on that way."""
    laid = {each.tile: each for each in growth.laid}
    at: Tile | None = tile
    while at is not None:
        if laid[at].bend:
            return -laid[at].bend
        at = laid[at].joined_to
    return 0


def _whirls(ends: list[End]) -> bool:
    """Whether all four arms of the Sniff turn the same way, which would draw a hooked cross."""
    return len(ends) == 4 and abs(sum(end.first_bend for end in ends)) == 4


def _weighed(growth: Growth, before: dict[Spot, Outlook], temper: Temper) -> Growth | None:
    """The growth with its outlooks and its risk; None if a mark has no free place."""
    outlooks: dict[Spot, Outlook] = {}
    risk = 0.0
    for end in growth.ends:
        blocked = growth.blocked_for(end)
        mark = growth.board.shapes[end.heading][Move.MARK]
        if mark.wide << end.cell + mark.wide_at & blocked:
            return None
        left = growth.left[end.spot.value]
        if not left:
            continue
        outlook = _outlook(growth, end, blocked, before.get(end.spot), temper)
        outlooks[end.spot] = outlook
        chance = outlook.plain
        if not end.beyond_double and not growth.has(Tile(end.spot.value, end.spot.value)):
            chance += (outlook.cross - chance) / left
        # An end that few tiles fit is less likely to need its room.
        risk += (1 - chance) * min(1.0, left / 4)
    return replace(growth, outlooks=outlooks, risk=risk)


def _outlook(
    growth: Growth, end: End, blocked: int, before: Outlook | None, temper: Temper
) -> Outlook:
    ahead = min(temper.ahead, len(FULL_SET) - len(growth.laid))
    terms = ahead, growth.doubles > 0, growth.sniff is not None
    if before and before.terms == terms and before.seen & blocked == before.taken:
        return before
    scout = Scout(growth.board, growth.doubles > 0)
    place = end.cell, end.heading, blocked, end.own, ahead, growth.sniff is not None
    cross = 0.0
    if end.beyond_double:
        plain = scout.beyond_double(*place)
    else:
        plain = scout.plain(*place)
        if not growth.has(Tile(end.spot.value, end.spot.value)):
            cross = scout.cross(*place)
    return Outlook(plain, cross, scout.seen, scout.seen & blocked, terms)


def _worth(growth: Growth, join: Join, move: Move, choice: Growth, temper: Temper) -> float:
    worth = -choice.risk
    if move is Move.STRAIGHT:
        worth += temper.straight
    else:
        worth -= _unrest(growth, join.tile, move.turn, temper)
        alike = [end.first_bend for end in choice.ends if end.first_bend]
        if choice.sniff and len(alike) == 3 and abs(sum(alike)) == 3:
            worth -= temper.third_alike
    return worth


def _land(growth: Growth) -> float:
    """The land around the ends, each end's as a logarithm, so that none gets all."""
    ends = [end for end in growth.ends if growth.left[end.spot.value]]
    land = territories(growth.board, growth.occupied, [(end.cell, end.heading) for end in ends])
    return sum(
        math.log(reached + 10) * min(1.0, growth.left[end.spot.value] / 4)
        for end, reached in zip(ends, land, strict=True)
    )


def _unrest(growth: Growth, tile: Tile, turn: int, temper: Temper) -> float:
    """What a bend costs after the bends in ``tile`` and in the one before it."""
    laid = {each.tile: each for each in growth.laid}
    last = laid[tile]
    if last.bend:
        return temper.turn_back if last.bend == turn else temper.zigzag
    before = laid[last.joined_to] if last.joined_to else None
    return temper.near_zigzag if before and before.bend == -turn else 0.0
