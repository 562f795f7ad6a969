"""R8: paper scoring."""

from hypothesis import given
from hypothesis import strategies as st

from sniffi.rules import FIFTY_MARK, STROKE, Tally


def test_r8_1_a_stroke_is_five_points_and_a_fifty_mark_ten_strokes() -> None:
    assert STROKE * FIFTY_MARK == 50
    assert Tally.of(45) == Tally(minus=False, fifty_marks=0, strokes=9, remainder=0)
    assert Tally.of(50) == Tally(minus=False, fifty_marks=1, strokes=0, remainder=0)
    assert Tally.of(235) == Tally(minus=False, fifty_marks=4, strokes=7, remainder=0)


def test_r8_2_a_remainder_and_a_minus_are_kept_beside_the_marks() -> None:
    assert Tally.of(-68) == Tally(minus=True, fifty_marks=1, strokes=3, remainder=3)
    assert Tally.of(0) == Tally(minus=False, fifty_marks=0, strokes=0, remainder=0)


@given(st.integers(-10_000, 10_000))
def test_r8_2_the_score_stays_exact(points: int) -> None:
    tally = Tally.of(points)
    assert tally.points == points
    assert 0 <= tally.strokes < FIFTY_MARK
    assert 0 <= tally.remainder < STROKE
