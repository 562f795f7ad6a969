"""What each of the easy bots sees, and what it overlooks."""

from sniffi.rules import Place
from tests.bots.positions import view_of
from tests.bots.test_simple import choices


def test_beginner_sees_a_five_or_a_ten_of_two_ends() -> None:
    # 16 makes 10; 46 makes 7.
    assert choices("beginner", "14", "46 16") == {"16@14.low": 1000}


def test_beginner_lays_the_first_scoring_tile_of_its_hand() -> None:
    # 00 makes 5, 55 makes 10.
    assert choices("beginner", "05", "00 55") == {"00@05.low": 1000}
    assert choices("beginner", "05", "55 00") == {"55@05.high": 1000}


def test_beginner_does_not_see_fifteen() -> None:
    # 14 at 44 would make 15: it lays the heavier one.
    assert set(choices("beginner", "44 46@44.line_a", "14 45")) == {"45@44.line_b"}
    assert set(choices("casual", "44 46@44.line_a", "14 45")) == {"14@44.line_b"}


def test_beginner_does_not_add_more_than_two_values() -> None:
    # 46 at 16 makes 4+4 and the two halves of the Sniff: 10.
    layout = "11 16@11.line_a 14@11.line_b"
    assert choices("greedy", layout, "46 66") == {"46@16.high": 1000}
    assert choices("beginner", layout, "46 66") == {"66@16.high": 1000}


def test_beginner_lays_doubles_first_then_what_is_heavy() -> None:
    assert choices("beginner", "12", "26 11 22") == {"22@12.high": 1000}
    assert choices("beginner", "12", "23 26 25") == {"26@12.high": 1000}


def test_casual_overlooks_the_branches() -> None:
    # 15 on a branch makes 5+6+3+1 = 15; 36 makes 14 at 13, and 8 at 16.
    layout = "11 16@11.line_a 13@11.line_b"
    assert set(choices("greedy", layout, "15 36")) == {"15@11.branch_a", "15@11.branch_b"}
    assert set(choices("casual", layout, "15 36")) == {"36@13.high", "36@16.high"}
    # When nothing else fits, it joins there all the same.
    assert set(choices("casual", layout, "15 12")) == {"15@11.branch_a", "15@11.branch_b"}


def test_casual_plays_the_first_score_it_finds_up_to_fifteen() -> None:
    # 00 makes 5, 55 makes 10.
    assert choices("casual", "05", "00 55") == {"00@05.low": 1000}
    # 66 makes 20, which it does not see, so it lays the first that fits.
    assert choices("greedy", "44 46@44.line_a", "14 66") == {"66@46.high": 1000}
    assert choices("casual", "44 46@44.line_a", "14 66") == {"14@44.line_b": 1000}


def test_careful_leaves_few_scoring_tiles_and_lets_points_go() -> None:
    layout = "44 46@44.line_a"
    view = view_of(layout, "14 66")
    left = {
        str(place): sum(
            any(after.place(p.tile, p.spot).points for p in after.placements(tile))
            for tile in view.unseen
        )
        for place in view.legal_actions()
        if isinstance(place, Place)
        for after in [view.layout.place(place.tile, place.spot)]
    }
    assert left["14@44.line_b"] < left["66@46.high"], left
    # 66 scores 20, and 14 scores 15.
    assert choices("greedy", layout, "14 66") == {"66@46.high": 1000}
    assert choices("careful", layout, "14 66") == {"14@44.line_b": 1000}


def test_careful_takes_the_points_with_its_last_tile() -> None:
    assert choices("careful", "14", "16") == {"16@14.low": 1000}
