"""Chi-square tests over a fixed seed: the same figures on every run."""

from collections import Counter
from itertools import pairwise
from math import sqrt

import pytest

from sniffi.deal import Deck
from sniffi.rules import FULL_SET, Tile

pytestmark = pytest.mark.slow

ROUNDS = 100_000
TILES = len(FULL_SET)
PAIRS = TILES * (TILES - 1)
DECK = Deck(bytes(range(32)), ("aino", "eero"))


def assert_as_chance_has_it(statistic: float, freedom: int) -> None:
    """Within four standard deviations either way: too even is no chance either."""
    assert abs(statistic - freedom) < 4 * sqrt(2 * freedom), (statistic, freedom)


def assert_even(counts: Counter[tuple[Tile, Tile]], cells: int) -> None:
    expected = counts.total() / cells
    seen = sum((count - expected) ** 2 / expected for count in counts.values())
    unseen = (cells - len(counts)) * expected
    assert_as_chance_has_it(seen + unseen, cells - 1)


@pytest.fixture(scope="module")
def deals() -> list[tuple[Tile, ...]]:
    return [DECK.deal(number) for number in range(1, ROUNDS + 1)]


@pytest.fixture(scope="module")
def lots() -> list[list[tuple[Tile, ...]]]:
    """The first and the second stage of each round's lot, of four contenders."""
    return [[DECK.lot(number, s, 4) for number in range(1, ROUNDS + 1)] for s in (1, 2)]


def test_every_tile_is_as_often_at_every_position(deals: list[tuple[Tile, ...]]) -> None:
    counts = Counter((place, tile) for order in deals for place, tile in enumerate(order))
    expected = ROUNDS / TILES
    statistic = sum(
        (counts[place, tile] - expected) ** 2 / expected
        for place in range(TILES)
        for tile in FULL_SET
    )
    # Rows and columns both add up to the number of rounds, which stretches the statistic so.
    assert_as_chance_has_it(statistic * (TILES - 1) / TILES, (TILES - 1) ** 2)


def test_every_pair_of_first_tiles_is_as_often_dealt(deals: list[tuple[Tile, ...]]) -> None:
    assert_even(Counter((order[0], order[1]) for order in deals), PAIRS)


def test_every_pair_of_last_tiles_is_as_often_dealt(deals: list[tuple[Tile, ...]]) -> None:
    assert_even(Counter((order[-2], order[-1]) for order in deals), PAIRS)


def test_every_pair_of_first_tiles_is_as_often_drawn_in_a_lot(
    lots: list[list[tuple[Tile, ...]]],
) -> None:
    for stage in lots:
        assert_even(Counter((drawn[0], drawn[1]) for drawn in stage), PAIRS)


def test_every_contender_leads_as_often(lots: list[list[tuple[Tile, ...]]]) -> None:
    leads: Counter[int] = Counter()
    for drawn in lots[0]:
        best = max(tile.pips for tile in drawn)
        leading = [seat for seat, tile in enumerate(drawn) if tile.pips == best]
        if len(leading) == 1:
            leads[leading[0]] += 1
    expected = leads.total() / 4
    deviation = sqrt(leads.total() * 0.25 * 0.75)
    assert all(abs(leads[seat] - expected) < 4 * deviation for seat in range(4)), leads


def test_a_redraw_owes_nothing_to_the_draw_before(lots: list[list[tuple[Tile, ...]]]) -> None:
    pairs = zip(*lots, strict=True)
    assert_even(Counter((first[0], second[0]) for first, second in pairs), TILES**2)


def test_a_deal_owes_nothing_to_its_lot_or_to_the_deal_before(
    deals: list[tuple[Tile, ...]], lots: list[list[tuple[Tile, ...]]]
) -> None:
    pairs = zip(lots[0], deals, strict=True)
    assert_even(Counter((lot[0], deal[0]) for lot, deal in pairs), TILES**2)
    assert_even(Counter((one[0], other[0]) for one, other in pairwise(deals)), TILES**2)
