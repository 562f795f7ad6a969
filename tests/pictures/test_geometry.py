"""What must hold of every arrangement, looked at from outside: rectangles and ports alone."""

from __future__ import annotations

import math
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sniffi.pictures.geometry import (
    HALF,
    MARK_RADIUS,
    STEPS,
    Arrangement,
    Heading,
    LaidTile,
    arrange,
)
from sniffi.rules import BRANCHES, LINES, Join, Layout, Port, Tile, parse_placements
from tests.pictures.layouts import ASPECTS, STYLES, layouts

Point = tuple[float, float]

GAP = 1
FORWARD = {Heading.EAST: (1, 0), Heading.SOUTH: (0, 1), Heading.WEST: (-1, 0)}
FORWARD[Heading.NORTH] = (0, -1)
SEEDS = st.integers(min_value=0, max_value=2**32 - 1)


def contact(laid: LaidTile, port: Port) -> Point:
    """The middle of the square half by half with which the tile touches at a port: a half, or the
    middle of a double."""
    x, y = laid.rect.centre
    dx, dy = FORWARD[laid.facing]
    if port in LINES:
        return x, y
    if port in BRANCHES:
        dx, dy = (dy, -dx) if port is Port.BRANCH_A else (-dy, dx)
        return x + dx, y + dy
    side = 1 if port is Port.HIGH else -1
    return x + side * dx, y + side * dy


def way_out(laid: LaidTile, port: Port) -> Point:
    """The direction in which an end of the tile that is no bend leaves it at a port."""
    dx, dy = FORWARD[laid.facing]
    return {
        Port.HIGH: (dx, dy),
        Port.LOW: (-dx, -dy),
        Port.LINE_B: (dx, dy),
        Port.LINE_A: (-dx, -dy),
        Port.BRANCH_A: (dy, -dx),
        Port.BRANCH_B: (-dy, dx),
    }[port]


def step_over(arrangement: Arrangement, join: Join) -> Point:
    """The direction from a tile to the one joined to it, one half long."""
    tiles = {laid.tile: laid for laid in arrangement.tiles}
    x0, y0 = contact(tiles[join.tile], join.port)
    x1, y1 = contact(tiles[join.new], join.new_port)
    return (x1 - x0) / HALF, (y1 - y0) / HALF


def check_tiles(layout: Layout, arrangement: Arrangement) -> None:
    assert tuple(laid.tile for laid in arrangement.tiles) == layout.tiles
    joined = {frozenset((join.tile, join.new)) for join in layout.joins}
    for laid in arrangement.tiles:
        rect = laid.rect
        along_x = laid.facing in (Heading.EAST, Heading.WEST)
        lies = along_x is not laid.tile.is_double
        assert (rect.width, rect.height) == ((2 * HALF, HALF) if lies else (HALF, 2 * HALF))
        assert min(rect.left, rect.top) >= GAP, laid
        assert rect.right <= arrangement.width - GAP, laid
        assert rect.bottom <= arrangement.height - GAP, laid
    for one, other in combinations(arrangement.tiles, 2):
        gap = one.rect.gap(other.rect)
        if frozenset((one.tile, other.tile)) in joined:
            assert gap == 0, (one, other)
        else:
            assert gap >= GAP, (one, other)


def check_joins(layout: Layout, arrangement: Arrangement) -> None:
    tiles = {laid.tile: laid for laid in arrangement.tiles}
    for join in layout.joins:
        laid, new = tiles[join.tile], tiles[join.new]
        over = step_over(arrangement, join)
        # The touching squares stand side by side with a whole edge in common, straight on from
        # where the arm came to.
        assert over == way_out(laid, join.port), join
        assert (new.joined_to, new.bend == 0) == (
            join.tile,
            over == tuple(-d for d in way_out(new, join.new_port)),
        )
        if new.bend:
            assert not laid.tile.is_double
            assert not new.tile.is_double


def check_marks(layout: Layout, arrangement: Arrangement) -> None:
    tiles = {laid.tile: laid for laid in arrangement.tiles}
    assert tuple(mark.spot for mark in arrangement.marks) == layout.spots
    assert tuple(m.counted for m in arrangement.marks if m.counted) == layout.counted
    for mark in arrangement.marks:
        laid = tiles[mark.spot.tile]
        x, y = contact(laid, mark.spot.port)
        dx, dy = way_out(laid, mark.spot.port)
        assert (mark.heading.dx, mark.heading.dy) == (dx, dy)
        assert (mark.x, mark.y) == (x + dx * 2.125, y + dy * 2.125)
        assert mark.counted is None or mark.counted.port is mark.spot.port
        assert MARK_RADIUS <= mark.x <= arrangement.width - MARK_RADIUS
        assert MARK_RADIUS <= mark.y <= arrangement.height - MARK_RADIUS
        for other in arrangement.tiles:
            rect = other.rect
            across = max(rect.left - mark.x, 0, mark.x - rect.right)
            down = max(rect.top - mark.y, 0, mark.y - rect.bottom)
            assert math.hypot(across, down) >= MARK_RADIUS + 0.25, (mark, other)
    for one, two in combinations(arrangement.marks, 2):
        assert math.dist((one.x, one.y), (two.x, two.y)) >= 2 * MARK_RADIUS + 0.5, (one, two)


def first_turns(layout: Layout, arrangement: Arrangement) -> list[int]:
    """For each arm of the Sniff: how it turns first, -1 left, 1 right, 0 not at all."""
    steps: dict[Tile, list[tuple[Port, Tile, Point]]] = {tile: [] for tile in layout.tiles}
    for join in layout.joins:
        dx, dy = step_over(arrangement, join)
        steps[join.tile].append((join.port, join.new, (dx, dy)))
        steps[join.new].append((join.new_port, join.tile, (-dx, -dy)))
    turns = []
    assert layout.spinner
    for _, tile, step in steps[layout.spinner]:
        before, way, turn = layout.spinner, step, 0
        while turn == 0:
            onward = [(new, s) for _, new, s in steps[tile] if new is not before]
            if not onward:
                break
            before, (tile, now) = tile, onward[0]
            turn = int(way[0] * now[1] - way[1] * now[0])
        turns.append(turn)
    return turns


def check(layout: Layout, arrangement: Arrangement) -> None:
    check_tiles(layout, arrangement)
    check_joins(layout, arrangement)
    check_marks(layout, arrangement)


@given(seed=SEEDS, style=st.sampled_from(sorted(STYLES)), aspect=st.sampled_from(ASPECTS))
@settings(max_examples=120)
def test_tiles_joins_and_marks_lie_rightly_after_every_placement(
    seed: int, style: str, aspect: float
) -> None:
    for layout in layouts(style, seed):
        check(layout, arrange(layout, aspect))


@pytest.mark.exhaustive
@given(seed=SEEDS, style=st.sampled_from(sorted(STYLES)), aspect=st.floats(0.4, 2.5))
@settings(max_examples=4000)
def test_layouts_of_every_kind_lie_rightly_on_boards_of_any_form(
    seed: int, style: str, aspect: float
) -> None:
    for layout in layouts(style, seed)[9::9]:
        check(layout, arrange(layout, aspect))


@given(seed=SEEDS, style=st.sampled_from(sorted(STYLES)), aspect=st.sampled_from(ASPECTS))
@settings(max_examples=60)
def test_tiles_move_only_when_the_scale_changes(seed: int, style: str, aspect: float) -> None:
    before = Arrangement(0, 0, 0, (), ())
    for layout in layouts(style, seed):
        after = arrange(layout, aspect)
        assert after.step >= before.step
        if after.step == before.step:
            assert after.tiles[:-1] == before.tiles
        before = after


@given(seed=SEEDS, style=st.sampled_from(sorted(STYLES)))
@settings(max_examples=30)
def test_on_the_last_board_everything_is_straight(seed: int, style: str) -> None:
    layout = layouts(style, seed)[-1]
    arrangement = arrange(layout, 16 / 9, first_step=STEPS - 1)
    assert arrangement.step == STEPS - 1
    assert not any(laid.bend for laid in arrangement.tiles)
    check(layout, arrangement)


@given(seed=SEEDS, style=st.sampled_from(sorted(STYLES)), aspect=st.sampled_from(ASPECTS))
@settings(max_examples=60)
def test_the_arms_of_the_sniff_never_turn_all_the_same_way(
    seed: int, style: str, aspect: float
) -> None:
    layout = layouts(style, seed)[-1]
    if layout.spinner:
        turns = first_turns(layout, arrange(layout, aspect))
        assert abs(sum(turns)) < 4, turns


def half_widths(layouts: list[Layout]) -> list[float]:
    """Pixels, on a phone 360 by 640 pixels large."""
    arrangements = [arrange(layout, 360 / 640) for layout in layouts]
    return [HALF * 360 / arrangement.width for arrangement in arrangements]


def test_rounds_fit_a_phone_with_halves_of_18_pixels() -> None:
    ends = [layouts(f"round for {n}", seed)[-1] for n in (2, 3, 4) for seed in range(100, 140)]
    widths = half_widths(ends)
    assert min(widths) >= 18
    assert sum(widths) / len(widths) >= 25


def test_28_tiles_fit_a_phone_with_halves_of_16_pixels_and_mostly_18() -> None:
    ends = [layouts(style, seed)[-1] for style in sorted(STYLES) for seed in range(100, 160)]
    widths = half_widths([layout for layout in ends if len(layout.tiles) >= 26])
    assert len(widths) > 100
    assert min(widths) >= 16
    assert sum(width >= 18 for width in widths) >= 0.95 * len(widths)


def test_a_picture_is_scaled_seldom() -> None:
    ends = [layouts(style, seed)[-1] for style in sorted(STYLES) for seed in range(30)]
    steps = [arrange(layout).step for layout in ends]
    assert sum(steps) / len(steps) < 2


def test_boards_grow_and_keep_their_form() -> None:
    for aspect in ASPECTS:
        boards = [arrange(Layout(), aspect, first_step=step) for step in range(STEPS)]
        assert [board.step for board in boards] == list(range(STEPS))
        for smaller, larger in pairwise(boards):
            assert smaller.width < larger.width
            assert smaller.height < larger.height
        for board in boards:
            assert board.width / board.height == pytest.approx(aspect, rel=0.05)


@pytest.mark.parametrize("aspect", [1e-9, 0.1, 10.0, 1e9])
def test_boards_are_at_most_four_times_as_long_as_wide(aspect: float) -> None:
    layout = layouts("anything", 1)[-1]
    arrangement = arrange(layout, aspect)
    assert 0.24 < arrangement.width / arrangement.height < 4.1
    check(layout, arrangement)


@pytest.mark.parametrize("aspect", [0.0, -1.0, math.inf, math.nan])
def test_what_is_no_aspect_ratio_is_refused(aspect: float) -> None:
    with pytest.raises(ValueError, match="aspect"):
        arrange(Layout(), aspect)


@pytest.mark.parametrize("step", [-1, STEPS])
def test_a_step_that_the_scale_has_not_is_refused(step: int) -> None:
    with pytest.raises(ValueError, match="step"):
        arrange(Layout(), first_step=step)


def test_the_opening_tile_lies_in_the_middle_along_the_longer_side() -> None:
    for aspect, facing in ((16 / 9, Heading.EAST), (9 / 16, Heading.SOUTH)):
        for name in ("14", "66"):
            arrangement = arrange(Layout.of(*parse_placements(name)), aspect)
            [laid] = arrangement.tiles
            assert laid.facing is facing
            x, y = laid.rect.centre
            assert abs(2 * x - arrangement.width) <= 1
            assert abs(2 * y - arrangement.height) <= 1


def test_r5_2_a_lone_double_has_two_marks_and_one_counted_value() -> None:
    arrangement = arrange(Layout.of(*parse_placements("22")))
    first, second = arrangement.marks
    assert first.counted
    assert first.counted.value == 4
    assert second.counted is None


def test_the_bounds_hold_all_tiles_and_marks() -> None:
    layout = layouts("anything", 2)[-1]
    arrangement = arrange(layout)
    bounds = arrangement.bounds
    for laid in arrangement.tiles:
        assert bounds.left <= laid.rect.left
        assert bounds.bottom >= laid.rect.bottom
    for mark in arrangement.marks:
        assert bounds.top <= mark.y - MARK_RADIUS
        assert bounds.right >= mark.x + MARK_RADIUS
    empty = arrange(Layout())
    assert (empty.bounds.width, empty.bounds.height) == (empty.width, empty.height)
