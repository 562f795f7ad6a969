"""R4: the Sniff."""

import pytest

from sniffi.rules import BranchNotOpen, NotTheSniff, SpotTaken, Tile
from tests.rules.made import layout

BOTH_LINES = "44 46@44.line_a 14@44.line_b"


def spots(placements: str) -> list[str]:
    return [str(open_spot) for open_spot in layout(placements).spots]


def counted(placements: str) -> list[tuple[str, int]]:
    return [(str(part.tile), part.value) for part in layout(placements).counted]


@pytest.mark.parametrize(
    ("placements", "sniff"),
    [
        ("44", "44"),
        ("14 11@14.low", "11"),
        ("14 11@14.low 44@14.high", "11"),
        ("14 34@14.high 33@34.low", "33"),
        ("01 00@01.low", "00"),
    ],
)
def test_r4_1_the_first_double_is_the_sniff(placements: str, sniff: str) -> None:
    assert str(layout(placements).spinner) == sniff


def test_r4_1_no_sniff_without_a_double() -> None:
    assert layout("14 34@14.high").spinner is None


def test_r4_1_no_later_double_branches() -> None:
    line = "11 14@11.line_a 44@14.high 34@44.line_b"
    assert spots(line) == ["11.line_b", "34.low"]
    with pytest.raises(NotTheSniff) as refused:
        layout(f"{line} 24@44.branch_a")
    assert refused.value.rule == "R4.1"
    assert refused.value.fields["sniff"] is Tile(1, 1)


def test_r4_2_a_lone_sniff_counts_both_halves_once() -> None:
    assert counted("22") == [("22", 4)]


@pytest.mark.parametrize("line", ["line_a", "line_b"])
def test_r4_2_with_one_line_filled_it_still_counts_both_halves(line: str) -> None:
    assert counted(f"44 46@44.{line}") == [("44", 8), ("46", 6)]


def test_r4_2_a_sniff_that_joined_an_end_counts_both_halves() -> None:
    assert counted("14 11@14.low") == [("11", 2), ("14", 4)]


def test_r4_3_no_branch_before_both_lines_are_filled() -> None:
    for placements in ("44 14@44.branch_a", "44 46@44.line_a 14@44.branch_a"):
        with pytest.raises(BranchNotOpen) as refused:
            layout(placements)
        assert refused.value.rule == "R4.3"


def test_r4_3_both_branches_may_be_opened_once_both_lines_are_filled() -> None:
    assert spots(BOTH_LINES) == ["14.low", "44.branch_a", "44.branch_b", "46.high"]


def test_r4_3_unopened_branch_counts_one_half() -> None:
    assert counted(BOTH_LINES) == [("14", 1), ("44", 4), ("44", 4), ("46", 6)]
    assert (layout(BOTH_LINES).total, layout(BOTH_LINES).points) == (15, 15)


def test_r4_3_the_line_by_which_the_sniff_joined_is_filled() -> None:
    # [1|1] joined by line A, so filling line B opens the branches.
    assert "11.branch_a" in spots("14 11@14.low 12@11.line_b")


@pytest.mark.parametrize("branch", ["branch_a", "branch_b"])
def test_r4_4_opening_a_branch_takes_away_that_half_only(branch: str) -> None:
    placements = f"{BOTH_LINES} 24@44.{branch}"
    assert counted(placements) == [("14", 1), ("24", 2), ("44", 4), ("46", 6)]
    assert (layout(placements).total, layout(placements).points) == (13, 0)


def test_r4_4_a_double_on_a_branch_counts_both_halves() -> None:
    placements = f"{BOTH_LINES} 24@44.branch_a 22@24.low"
    assert counted(placements) == [("14", 1), ("22", 4), ("44", 4), ("46", 6)]


def test_r4_5_with_both_branches_open_only_the_four_ends_count() -> None:
    placements = f"{BOTH_LINES} 24@44.branch_a 45@44.branch_b"
    assert counted(placements) == [("14", 1), ("24", 2), ("45", 5), ("46", 6)]
    with pytest.raises(SpotTaken):
        layout(f"{placements} 34@44.branch_a")


def test_r4_6_a_branch_grows_without_limit() -> None:
    grown = f"{BOTH_LINES} 24@44.branch_a 22@24.low 12@22.line_b 11@12.low 13@11.line_b 36@13.high"
    assert spots(grown) == ["14.low", "36.high", "44.branch_b", "46.high"]
