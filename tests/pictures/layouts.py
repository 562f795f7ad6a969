"""Layouts for tests, each the last of a list that grows tile by tile."""

from __future__ import annotations

import random
from collections.abc import Callable

from sniffi.rules import FULL_SET, Layout, Place, Port, Round, Spot, Tile

Option = tuple[Tile, Spot]

ASPECTS = (0.56, 1.0, 4 / 3, 16 / 9)
"""A phone held upright, a square, two screens."""


def of_a_round(players: int, rng: random.Random) -> list[Layout]:
    """The layouts of a round in which everybody does anything legal."""
    order = list(FULL_SET)
    rng.shuffle(order)
    round_ = Round.deal(order, players=players, starter=rng.randint(1, players))
    layouts = []
    while round_.result is None:
        action = rng.choice(round_.legal_actions())
        round_ = round_.act(action)
        if isinstance(action, Place):
            layouts.append(round_.layout)
    return layouts


def made(wish: Callable[[Layout, Option], int], rng: random.Random) -> list[Layout]:
    """Layouts that take any tile that is left until none fits, those of the lowest wish first."""
    tiles = list(FULL_SET)
    rng.shuffle(tiles)
    tiles.sort(key=lambda tile: wish(Layout(), (tile, Spot(tile, _any_port(tile)))))
    layouts = [Layout().place(tiles.pop(0))]
    while True:
        layout = layouts[-1]
        options = [(tile, spot) for tile in tiles for spot in layout.fits(tile)]
        if not options:
            return layouts
        wishes = {option: wish(layout, option) for option in options}
        lowest = min(wishes.values())
        tile, spot = rng.choice([option for option in options if wishes[option] == lowest])
        tiles.remove(tile)
        layouts.append(layout.place(tile, spot))


def _any_port(tile: Tile) -> Port:
    return Port.LINE_A if tile.is_double else Port.LOW


def _one_arm(layout: Layout, option: Option) -> int:
    return 0 if layout.tiles and option[1].tile is layout.tiles[-1] else 1


def _all_arms(layout: Layout, option: Option) -> int:
    return layout.tiles.index(option[1].tile) if layout.tiles else 0


STYLES: dict[str, Callable[[random.Random], list[Layout]]] = {
    "round for 2": lambda rng: of_a_round(2, rng),
    "round for 3": lambda rng: of_a_round(3, rng),
    "round for 4": lambda rng: of_a_round(4, rng),
    "anything": lambda rng: made(lambda _layout, _option: 0, rng),
    "one arm": lambda rng: made(_one_arm, rng),
    "all arms": lambda rng: made(_all_arms, rng),
    "doubles first": lambda rng: made(lambda _, option: not option[0].is_double, rng),
    "doubles last": lambda rng: made(lambda _, option: option[0].is_double, rng),
}
"""Ways to make the layouts of a test, from a generator with a seed."""


def layouts(style: str, seed: int) -> list[Layout]:
    """The growing layouts of that style and seed."""
    return STYLES[style](random.Random(seed))
