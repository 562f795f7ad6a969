"""R5: scoring a placement."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from sniffi.rules import Layout, Spot, Tile, WentOut, points_for
from tests.rules.made import act, deal, layout, placed, random_round

EXAMPLES = json.loads(
    (Path(__file__).parents[3] / "shared" / "examples.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("total", range(80))
def test_r5_1_a_positive_sum_divisible_by_five_scores_itself(total: int) -> None:
    assert points_for(total) == (total if total in range(5, 80, 5) else 0)


def test_r5_1_the_opening_scores() -> None:
    assert act(deal("14", ""), "14").scores == (5, 0)


def test_r5_1_the_last_tile_of_a_hand_scores_before_hands_are_deducted() -> None:
    rng = random.Random(9)
    while True:
        round = random_round(2, rng)
        last = placed(round)[-1]
        if round.hands[last.seat - 1] == () and last.points:
            break
    before = sum(event.points for event in placed(round)[:-1] if event.seat == last.seat)
    assert last.score == before + last.points
    assert isinstance(round.events[round.events.index(last) + 1], WentOut)


def test_r5_1_zeros_are_added_and_a_sum_of_zero_scores_nothing() -> None:
    assert [part.value for part in layout("00").counted] == [0]
    assert (layout("00").total, layout("00").points) == (0, 0)
    assert [part.value for part in layout("05 00@05.low").counted] == [0, 5]
    assert layout("05 00@05.low").points == 5


def test_r5_1_points_go_to_the_side_of_the_player() -> None:
    round = act(deal("06", "56", ""), "06 56@06.high")
    assert round.scores == (0, 5, 0)


def test_r5_2_an_opening_double_has_two_spots_and_counts_once() -> None:
    opening = layout("22")
    assert [str(spot) for spot in opening.spots] == ["22.line_a", "22.line_b"]
    assert [part.value for part in opening.counted] == [4]


@pytest.mark.parametrize(
    ("placements", "total", "points"),
    [
        ("44", 8, 0),
        ("44 46@44.line_a", 14, 0),
        ("44 46@44.line_a 14@44.line_b", 15, 15),
        ("44 46@44.line_a 14@44.line_b 24@44.branch_a", 13, 0),
        ("44 46@44.line_a 14@44.line_b 24@44.branch_b", 13, 0),
    ],
)
def test_r5_the_worked_sums(placements: str, total: int, points: int) -> None:
    assert (layout(placements).total, layout(placements).points) == (total, points)


def as_object(layout: Layout) -> dict[str, Any]:
    return {
        "tiles": [str(tile) for tile in layout.tiles],
        "spinner": None if layout.spinner is None else str(layout.spinner),
        "joins": [
            {
                "tile": str(join.tile),
                "port": str(join.port),
                "new": str(join.new),
                "new_port": str(join.new_port),
            }
            for join in layout.joins
        ],
        "legal": [
            {"tile": str(spot.tile), "port": str(spot.port), "value": spot.value}
            for spot in layout.spots
        ],
        "counted": [{"tile": str(part.tile), "value": part.value} for part in layout.counted],
        "total": layout.total,
        "points": layout.points,
    }


@pytest.mark.parametrize("example", EXAMPLES, ids=[" ".join(e["tiles"]) for e in EXAMPLES])
def test_r5_every_example_comes_out_exactly(example: dict[str, Any]) -> None:
    first, *_ = example["tiles"]
    made = Layout().place(Tile.parse(first))
    for join in example["joins"]:
        made = made.place(Tile.parse(join["new"]), Spot.parse(f"{join['tile']}.{join['port']}"))
    assert as_object(made) == {key: value for key, value in example.items() if key != "placed"}
    assert str(made.tiles[-1]) == example["placed"]
