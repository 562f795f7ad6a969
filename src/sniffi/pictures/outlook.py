"""How much room the ends of the arms have: the next few tiles, and the land around."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sniffi.pictures.board import BENDS, Board, Move
from sniffi.pictures.plane import Heading

DOUBLE_COMES = 0.12
"""How likely a tile not seen yet is a double, roughly: of the tiles with a half of some value one
in seven is, and most layouts have some of the doubles already."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """How likely an end takes the next tiles, when the next is plain and when it is a double.

    ``seen`` are the cells that were asked about, ``taken`` those of them that were not free:
    while both stay the same, so does the outlook.
    """

    plain: float
    cross: float
    seen: int
    taken: int
    terms: tuple[int, bool, bool]
    """How many tiles ahead, whether doubles may come, whether there is a Sniff."""


class Scout:
    """Tries out the next tiles at an end, the player's choice of tile being chance and the
    picture's choice of bend the best."""

    def __init__(self, board: Board, doubles: bool) -> None:
        self.shapes = board.shapes
        self.branches = board.branches
        self.chance = DOUBLE_COMES if doubles else 0.0
        self.seen = 0

    def free(self, cell: int, heading: int, move: Move, blocked: int) -> bool:
        """Whether the place is free of ``blocked``, with its gap."""
        shape = self.shapes[heading][move]
        wide = shape.wide << cell + shape.wide_at
        self.seen |= wide
        return not wide & blocked

    def plain(
        self,
        cell: int,
        heading: int,
        blocked: int,
        own: int,
        ahead: int,
        sniff: bool,
        moves: Sequence[Move] = (Move.STRAIGHT, *BENDS),
    ) -> float:
        """The chance to take ``ahead`` tiles, at best, when the next is plain.

        ``own`` is the tile that has the end, ``blocked`` all else that is taken.
        """
        best = 0.0
        everything = blocked | own
        shapes = self.shapes[heading]
        for move in moves:
            shape = shapes[move]
            wide = shape.wide << cell + shape.wide_at
            self.seen |= wide
            if wide & blocked:
                continue
            chance = self.any(
                cell + shape.end_at,
                shape.heading,
                everything,
                shape.body << cell + shape.body_at,
                ahead - 1,
                sniff,
            )
            if chance > best:
                best = chance
                if best == 1.0:
                    break
        return best

    def cross(
        self, cell: int, heading: int, blocked: int, own: int, ahead: int, sniff: bool
    ) -> float:
        """The same when the next is a double; without a Sniff it is one, and its branches need
        room too (R4.1)."""
        shape = self.shapes[heading][Move.CROSS]
        wide = shape.wide << cell + shape.wide_at
        self.seen |= wide
        if wide & blocked:
            return 0.0
        everything = blocked | own
        body = shape.body << cell + shape.body_at
        chance = self.beyond_double(
            cell + shape.end_at, shape.heading, everything, body, ahead - 1, True
        )
        if sniff:
            return chance
        for offset, branch in self.branches[heading]:
            if not chance:
                break
            chance *= self.beyond_double(cell + offset, branch, everything, body, ahead - 1, True)
        return chance

    def beyond_double(
        self, cell: int, heading: int, blocked: int, own: int, ahead: int, sniff: bool
    ) -> float:
        """The chance at an end of a double: what comes next is plain and lies straight on."""
        if ahead <= 0:
            return 1.0 if self.free(cell, heading, Move.LONG, blocked) else 0.0
        return self.plain(cell, heading, blocked, own, ahead, sniff, (Move.STRAIGHT,))

    def any(
        self, cell: int, heading: int, blocked: int, own: int, ahead: int, sniff: bool
    ) -> float:
        """The chance at an end of a plain tile, whatever comes."""
        if ahead <= 0:
            return 1.0 if self.free(cell, heading, Move.MARK, blocked) else 0.0
        chance = self.plain(cell, heading, blocked, own, ahead, sniff)
        if self.chance:
            double = self.cross(cell, heading, blocked, own, ahead, sniff)
            chance += self.chance * (double - chance)
        return chance


def territories(board: Board, occupied: int, ends: Sequence[tuple[int, Heading]]) -> list[int]:
    """How many places for a half each end reaches sooner than the others, all walking at once."""
    stride = board.stride
    taken = occupied | board.border
    # A half takes two by two cells, its gap makes it four by four.
    taken |= taken >> 1
    taken |= taken >> 2
    taken <<= 1
    taken |= taken >> stride
    taken |= taken >> 2 * stride
    taken <<= stride
    free = board.inside & ~taken
    fronts = []
    for cell, heading in ends:
        start = cell + board.shapes[heading][Move.MARK].body_at
        step = board.steps[heading]
        # The first places touch the end's own tile, so they are not free.
        fronts.append(1 << start | 1 << start + step | (1 << start + 2 * step) & free)
    reached = [0] * len(ends)
    walking = list(range(len(ends)))
    while walking:
        for number in walking:
            front = fronts[number]
            front = (front << 1 | front >> 1 | front << stride | front >> stride) & free
            free &= ~front
            fronts[number] = front
            reached[number] += front.bit_count()
        walking = [number for number in walking if fronts[number]]
    return reached
