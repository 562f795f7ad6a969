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
    RoundView,
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
_ENDS = {index: end_of(spot) for index, spot in _SPOTS.items()}
_LINE_A = {spot.tile: spot.index for spot in _SPOTS.values() if spot.port is Port.LINE_A}


def state_of(round: Round) -> Ints:
    """The kernel's state of a round."""
    state = public_state(round)
    drawn = () if round.drawn is None else (round.drawn,)
    state[kernel.NEXT] = len(drawn)
    state[kernel.SIZE] = len(drawn) + len(round.boneyard)
    for place, tile in enumerate(drawn + round.boneyard):
        state[kernel.BONEYARD + place] = tile.index
    for seat, hand in enumerate(round.hands):
        state[kernel.HANDS + seat] = hand_of(hand)
    return state


def public_state(position: Round | RoundView) -> Ints:
    """The kernel's state as far as everybody sees it, with the tile that is known to be drawn:
    hands and boneyard are empty."""
    state = [0] * kernel.STATE
    result, layout, drawn = position.result, position.layout, position.drawn
    state[kernel.PLAYERS] = position.players
    state[kernel.SEAT] = position.to_act - 1
    state[kernel.ENDING] = _KERNEL_ENDINGS[result.ending if result else None]
    state[kernel.DRAWN] = kernel.NOTHING if drawn is None else drawn.index
    sniff = layout.spinner
    state[kernel.LINE] = kernel.NO_LINE if sniff is None else _LINE_A[sniff]
    state[kernel.TOTAL] = layout.total
    state[kernel.ENDS : kernel.ENDS + 4] = [NO_END] * 4
    for place, spot in enumerate(layout.spots):
        state[kernel.ENDS + place] = _ENDS[spot.index]
    state[kernel.LIMITS : kernel.LIMITS + 4] = [kernel.NEVER] * 4
    for side, points in enumerate(position.scores):
        state[kernel.SCORES + side] = points
        if position.target is not None:
            state[kernel.LIMITS + side] = position.target - position.scores_before[side]
    return np.array(state, np.int64)


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
