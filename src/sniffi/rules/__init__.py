"""The rules of American Sniff and nothing else: positions, actions, events, errors.

Positions are immutable, actions are intent, events are facts. Standard library only.
"""

from sniffi.rules.actions import DRAW, PASS, Action, Draw, Pass, Place
from sniffi.rules.errors import *  # noqa: F403  (every error is public)
from sniffi.rules.events import (
    EVENT_TYPES,
    Blocked,
    Dealt,
    Deducted,
    Drew,
    Event,
    LotDrawn,
    MaybeTile,
    Passed,
    Placed,
    RoundEvent,
    WentOut,
    Won,
)
from sniffi.rules.game import Game
from sniffi.rules.layout import CountedValue, Join, Layout
from sniffi.rules.lot import lot_drawn
from sniffi.rules.outcome import Ending, Phase, RoundResult
from sniffi.rules.placements import parse_placements
from sniffi.rules.round import Round
from sniffi.rules.scoring import cost_of, points_for, rounded_to_five
from sniffi.rules.seats import HAND_SIZE, TARGET, next_seat, seats, seats_of, side_of, sides
from sniffi.rules.spot import BRANCHES, ENDS, LINES, Port, Spot, ports_of
from sniffi.rules.tile import FULL_SET, Tile, parse_tiles, pips
from sniffi.rules.view import GameView, RoundView
