"""Positions made to measure."""

import random
from collections.abc import Sequence

from sniffi.rules import (
    FULL_SET,
    HAND_SIZE,
    Action,
    Deducted,
    Draw,
    Ending,
    Game,
    Layout,
    Pass,
    Phase,
    Place,
    Placed,
    Round,
    Spot,
    Tile,
    parse_placements,
    parse_tiles,
)

LOW_HAND = "00 01 02 03 04 11 12"
"""Seven tiles of 0 to 4, so nothing for [6|6] nor for [5|5]."""


def layout(placements: str) -> Layout:
    return Layout.of(*parse_placements(placements))


def spot(text: str) -> Spot:
    return Spot.parse(text)


def place(text: str) -> Place:
    return Place.parse(text)


def order_of(hands: Sequence[str], boneyard: str = "") -> list[Tile]:
    """A dealing order with these hands; the boneyard begins as told, the rest in ascending order.

    A hand may be told shorter than the deal: tiles told nowhere fill it up, lowest first.
    """
    told = [list(parse_tiles(hand)) for hand in hands]
    first = list(parse_tiles(boneyard))
    used = {tile for part in (*told, first) for tile in part}
    rest = [tile for tile in FULL_SET if tile not in used]
    size = HAND_SIZE[len(hands)]
    for hand in told:
        while len(hand) < size:
            hand.append(rest.pop(0))
    return [tile for hand in told for tile in hand] + first + rest


def deal(*hands: str, boneyard: str = "", starter: int = 1, target: int | None = None) -> Round:
    return Round.deal(order_of(hands, boneyard), len(hands), starter, target=target)


def act(round: Round, *actions: str) -> Round:
    """The round after actions in placement notation, ``draw`` and ``pass``."""
    words: dict[str, Action] = {"draw": Draw(), "pass": Pass()}
    for text in " ".join(actions).split():
        round = round.act(words.get(text) or Place.parse(text))
    return round


def random_order(rng: random.Random) -> list[Tile]:
    order = list(FULL_SET)
    rng.shuffle(order)
    return order


def play_on(round: Round, rng: random.Random) -> Round:
    """The round played to its end at random."""
    while round.result is None:
        round = round.act(rng.choice(round.legal_actions()))
    return round


def random_round(players: int, rng: random.Random) -> Round:
    starter = rng.randrange(players) + 1
    return play_on(Round.deal(random_order(rng), players, starter), rng)


def step(game: Game, rng: random.Random) -> Game:
    """The game one lot, deal or action later, at random."""
    match game.phase:
        case Phase.LOT:
            return game.draw_lot(random_order(rng)[: len(game.contenders)])
        case Phase.DEAL:
            return game.deal(random_order(rng))
        case _:
            return game.act(rng.choice(game.legal_actions()))


def random_game(players: int, rng: random.Random, target: int | None = None) -> Game:
    game = Game.new(players, target)
    while game.phase is not Phase.OVER:
        game = step(game, rng)
    return game


def first_round(players: int, ending: Ending, seed: int = 0) -> Round:
    """The first of the random rounds from ``seed`` on that ends like this."""
    rng = random.Random(seed)
    while True:
        round = random_round(players, rng)
        if round.result is not None and round.result.ending is ending:
            return round


def placed(round: Round) -> list[Placed]:
    return [event for event in round.events if isinstance(event, Placed)]


def deducted(round: Round) -> list[Deducted]:
    return [event for event in round.events if isinstance(event, Deducted)]
