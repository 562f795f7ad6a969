"""Every number that the texts of the rules hold: worked out from the rules, typed nowhere."""

from __future__ import annotations

from sniffi.rules import (
    FIFTY_MARK,
    FULL_SET,
    HAND_SIZE,
    STROKE,
    TARGET,
    Layout,
    Tile,
    cost_of,
    parse_tiles,
    rounded_to_five,
    seats_of,
)
from sniffi.rules.tile import HIGHEST_HALF
from sniffi.words import Words

PAIRS = 4
"""The number of players who play as pairs (R1.1)."""
PAIR_HANDS = ("03", "12")
"""Two leftover hands of the same pair that cost more one by one than together (R6.5)."""


def boneyard_size(players: int) -> int:
    """How many tiles nobody is dealt (R1.3)."""
    return len(FULL_SET) - players * HAND_SIZE[players]


def opening_value(tile: Tile) -> int:
    """What a tile counts when it alone lies on the table."""
    return Layout.of((tile, None)).total


def rule_numbers(words: Words) -> dict[str, object]:
    """The placeholders that every text of the rules may use."""
    largest, small = Tile(HIGHEST_HALF, HIGHEST_HALF), Tile(2, 2)
    hands = [parse_tiles(hand) for hand in PAIR_HANDS]
    pips = {sum(tile.pips for tile in hand) for hand in hands}
    assert len(pips) == 1, "the two hands of the text hold equally many pips"
    down = [over for over in range(1, STROKE) if not rounded_to_five(over)]
    up = [over for over in range(1, STROKE) if rounded_to_five(over)]
    return {
        "set": len(FULL_SET),
        "lowest": words.tile(Tile(0, 0)),
        "largest": words.tile(largest),
        "largest_value": opening_value(largest),
        "small": words.tile(small),
        "small_value": opening_value(small),
        "small_wrong": 2 * opening_value(small),
        "hand_two": HAND_SIZE[2],
        "hand_three": HAND_SIZE[3],
        "hand_four": HAND_SIZE[PAIRS],
        "yard_two": boneyard_size(2),
        "yard_three": boneyard_size(3),
        "yard_four": boneyard_size(PAIRS),
        "target_two": TARGET[2],
        "target_more": TARGET[3],
        "pair_one": words.listed([str(seat) for seat in seats_of(1, PAIRS)]),
        "pair_two": words.listed([str(seat) for seat in seats_of(2, PAIRS)]),
        "down": words.say("learn.or", first=down[0], second=down[1]),
        "up": words.say("learn.or", first=up[0], second=up[1]),
        "pair_pips": pips.pop(),
        "pair_cost": sum(cost_of(hand) for hand in hands),
        "pair_wrong": cost_of(tile for hand in hands for tile in hand),
        "stroke": STROKE,
        "fifty": STROKE * FIFTY_MARK,
        "fifty_strokes": FIFTY_MARK,
    }
