"""Between the rules' rounds and actions and the kernel's states and codes."""

from __future__ import annotations

import numpy as np

from sniffi.fast import kernel
from sniffi.fast.compiling import Ints
from sniffi.fast.tables import GRID, NO_END, NO_SPOT, VALUE, end_of
from sniffi.rules import (
    DRAW,
    FULL_SET,
    PASS,
    Action,
    Ending,
    Pass,
    Place,
    Port,
    Round,
    Spot,
    Tile,
    ports_of,
)

ENDINGS = {
    kernel.RUNS: None,
    kernel.OUT: Ending.OUT,
    kernel.BLOCK: Ending.BLOCK,
    kernel.WIN: Ending.WIN,
}
"""The kernel's endings and the rules'."""
_KERNEL_ENDINGS = {ending: code for code, ending in ENDINGS.items()}
_SPOTS = {
    spot.index: spot for tile in FULL_SET for port in ports_of(tile) for spot in [Spot(tile, port)]
}


def state_of(round: Round) -> Ints:
    """The kernel's state of a round."""
    state = np.zeros(kernel.STATE, np.int64)
    state[kernel.PLAYERS] = round.players
    state[kernel.SEAT] = round.to_act - 1
    state[kernel.ENDING] = _KERNEL_ENDINGS[round.result.ending if round.result else None]
    state[kernel.DRAWN] = round.drawn.index if round.drawn else kernel.NOTHING
    drawn = () if round.drawn is None else (round.drawn,)
    state[kernel.NEXT] = len(drawn)
    state[kernel.SIZE] = len(drawn) + len(round.boneyard)
    for place, tile in enumerate(drawn + round.boneyard):
        state[kernel.BONEYARD + place] = tile.index
    sniff = round.layout.spinner
    state[kernel.LINE] = Spot(sniff, Port.LINE_A).index if sniff else kernel.NO_LINE
    state[kernel.TOTAL] = round.layout.total
    for seat, hand in enumerate(round.hands):
        state[kernel.HANDS + seat] = hand_of(hand)
    state[kernel.ENDS : kernel.ENDS + 4] = NO_END
    for place, spot in enumerate(round.layout.spots):
        state[kernel.ENDS + place] = end_of(spot)
    state[kernel.LIMITS : kernel.LIMITS + 4] = kernel.NEVER
    for side, points in enumerate(round.scores):
        state[kernel.SCORES + side] = points
        if round.target is not None:
            state[kernel.LIMITS + side] = round.target - round.scores_before[side]
    return state


def hand_of(tiles: tuple[Tile, ...]) -> int:
    """A hand as the kernel has it."""
    return int(sum(GRID[tile.index] for tile in tiles))


def tiles_of(hand: int) -> tuple[Tile, ...]:
    """The tiles of one of the kernel's hands, in ascending order."""
    return tuple(tile for tile in FULL_SET if hand & int(GRID[tile.index]))


def spots_of(state: Ints) -> tuple[Spot, ...]:
    """The open spots of a state, in the order of the rules."""
    ends = [int(end) for end in state[kernel.ENDS : kernel.ENDS + 4]]
    return tuple(_SPOTS[index] for index in sorted(end & NO_SPOT for end in ends if end != NO_END))


def action_of(code: int) -> Action:
    """The action that the kernel has this code for."""
    if code == kernel.DRAW:
        return DRAW
    if code == kernel.PASS:
        return PASS
    tile, spot = FULL_SET[code >> VALUE], code & NO_SPOT
    return Place(tile, None if spot == NO_SPOT else _SPOTS[spot])


def code_of(action: Action) -> int:
    """The kernel's code of an action."""
    if isinstance(action, Place):
        spot = NO_SPOT if action.spot is None else action.spot.index
        return action.tile.index << VALUE | spot
    return kernel.PASS if isinstance(action, Pass) else kernel.DRAW


def legal_actions(state: Ints) -> tuple[Action, ...]:
    """All legal actions of a state (the same as ``Round.legal_actions``, in another order)."""
    codes = np.empty(kernel.MOST_ACTIONS, np.int64)
    return tuple(action_of(int(code)) for code in codes[: kernel.legal(state, codes)])
