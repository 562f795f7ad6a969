"""What a seat has seen, as the compiled code wants it (docs/kernel.md, "What is hidden").

The deal gives each tile a *place*: those of seat 1's hand, of seat 2's and so on, then the
boneyard's in drawing order. All orders of the tiles are equally likely. What a seat has seen since
tells which tile is at some of the places, and of the others which tiles may be there.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from sniffi.fast import kernel
from sniffi.fast.compiling import Ints
from sniffi.fast.convert import hand_of, public_state
from sniffi.fast.errors import NotASeatsView
from sniffi.fast.worlds import CAME_OUT, NOBODY, ORDER, UNKNOWN
from sniffi.rules import FULL_SET, Dealt, Drew, Passed, Placed, Port, RoundView

_TILES = len(FULL_SET)
_ALL = (1 << _TILES) - 1
_VALUES = tuple(1 << tile.low | 1 << tile.high for tile in FULL_SET)
"""The values of each tile's halves, a bit for each."""
_WITHOUT = tuple(
    sum(1 << tile.index for tile in FULL_SET if not _VALUES[tile.index] & values)
    for values in range(1 << 7)
)
"""For each set of values the tiles that have none of them, a bit for each."""


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What a seat has seen, for the functions of ``sniffi.fast.worlds``."""

    state: Ints
    """The kernel's state, without the tiles of hidden hands and of the boneyard."""
    facts: Ints
    """What is known of each place, and of the tiles that came out of hidden hands: the rows are
    told in ``sniffi.fast.worlds``."""

    @property
    def unseen(self) -> Ints:
        """The tiles that may be in a hidden hand or the boneyard, by their indices."""
        return np.setdiff1d(np.arange(_TILES), self.facts[[ORDER, CAME_OUT]])


@dataclass(slots=True)
class _Hidden:
    """The places of a seat's tiles that are, or were, hidden: a bit for each."""

    places: int
    unable: list[tuple[int, int]] = field(default_factory=list)
    """For each time when the seat could not place: the places it had, the open spots' values."""

    def behind(self, tile: int) -> int:
        """The places where a tile may have been that comes out now."""
        values = _VALUES[tile]
        for places, open_values in reversed(self.unable):
            if values & open_values:
                # It came later, or it would have been placed then (R6.1).
                return self.places & ~places
        return self.places


def evidence_of(view: RoundView) -> Evidence:
    """What the seat of a view has seen.

    Raises:
        NotASeatsView: it is nobody's view, or not every tile of the seat is known, or a tile that
            is hidden from the seat is.
    """
    seat, dealt = view.seat, view.events[0]
    if seat is None or not isinstance(dealt, Dealt):
        raise NotASeatsView
    size = len(dealt.hands[0])
    first = size * view.players
    order, holder = [UNKNOWN] * _TILES, [NOBODY] * _TILES
    acquired, may_hold = [0] * _TILES, [0] * _TILES
    came_out: list[int] = []
    came_from: list[int] = []
    for owner, hand in enumerate(dealt.hands):
        holder[size * owner : size * (owner + 1)] = [owner] * size
        if owner + 1 == seat:
            order[size * owner : size * seat] = [_own(tile) for tile in hand]
    hidden = [_Hidden((1 << size) - 1 << size * owner) for owner in range(view.players)]
    hidden[seat - 1].places = 0
    placed: Placed | None = None
    drawn = False
    """Whether the last event is a draw."""
    seen = values = 0
    place = first
    """The next one to be drawn."""
    for number, event in enumerate(view.events):
        if isinstance(event, Placed):
            tile = event.tile.index
            seen |= 1 << tile
            if event.seat != seat:
                if drawn:
                    # R6.2: it is the very tile that was drawn.
                    order[place - 1] = tile
                    hidden[event.seat - 1].places &= ~(1 << place - 1)
                else:
                    came_out.append(tile)
                    came_from.append(hidden[event.seat - 1].behind(tile))
            placed, values, drawn = event, 0, False
        elif isinstance(event, Drew | Passed):
            told = hidden[event.seat - 1]
            if event.seat != seat and placed is not None:
                values = values or _open_values(placed)
                told.unable.append((told.places, values))
            drawn = isinstance(event, Drew)
            if isinstance(event, Drew):
                holder[place], acquired[place] = event.seat - 1, number
                if event.seat == seat:
                    order[place] = _own(event.tile)
                else:
                    told.places |= 1 << place
                place += 1
    for owner, hand in enumerate(view.hands, 1):
        if owner == seat:
            for own in hand:
                seen |= 1 << _own(own)
        elif hand.count(None) < len(hand):
            raise NotASeatsView
    if dealt.boneyard.count(None) < len(dealt.boneyard):
        raise NotASeatsView
    for told in hidden:
        _fill(may_hold, told, _ALL & ~seen)
    left = _TILES - place
    acquired[place:] = [len(view.events)] * left
    may_hold[place:] = [_ALL & ~seen] * left

    state = public_state(view)
    state[kernel.HANDS + seat - 1] = hand_of(view.hand)
    if view.drawn is not None:
        state[kernel.BONEYARD] = view.drawn.index
    # As ``state_of`` has it; a hidden tile that was drawn last may be one to be placed, too.
    state[kernel.NEXT] = on_top = view.drawn is not None or (
        drawn and view.result is None and view.to_act != seat
    )
    state[kernel.SIZE] = on_top + left
    out = [UNKNOWN] * (_TILES - len(came_out))
    rows = [order, holder, acquired, may_hold, came_out + out, came_from + [0] * len(out)]
    return Evidence(state, np.array(rows, np.int64))


def _own(tile: object) -> int:
    """The index of a tile that the viewer must know."""
    index = getattr(tile, "index", None)
    if not isinstance(index, int):
        raise NotASeatsView
    return index


def _open_values(placed: Placed) -> int:
    """The values of the open spots after a placement, a bit for each."""
    values = 0
    for part in placed.counted:
        values |= 1 << (part.tile.low if part.port is Port.LOW else part.tile.high)
    return values


def _fill(may_hold: list[int], told: _Hidden, unseen: int) -> None:
    """Tell for each place of a hidden hand which tiles may be there still.

    Those fit no spot that was open when the seat could not place after it had that tile.
    """
    places, barred = told.places, 0
    for had, open_values in [*reversed(told.unable), (0, 0)]:
        newer = places & ~had
        places &= had
        while newer:
            lowest = newer & -newer
            may_hold[lowest.bit_length() - 1] = _WITHOUT[barred] & unseen
            newer ^= lowest
        barred |= open_values
