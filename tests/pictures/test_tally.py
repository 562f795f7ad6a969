"""R8: a score as strokes, read back from its SVG."""

from __future__ import annotations

import itertools
import re
from xml.etree import ElementTree

import pytest

from sniffi.pictures.svg import tally_legend_svg, tally_svg
from sniffi.words import LANGUAGES, Words
from tests.pictures.test_svg import SVG, check_names, having, read

IN_EACH = pytest.mark.parametrize("language", LANGUAGES)


def points_of(root: ElementTree.Element) -> int:
    """What the drawn strokes and the notes beside them are worth."""
    strokes = [s for s in having(root, "pic-stroke") if "pic-minus" not in s.get("class", "")]
    beside = sum(int(text.text or "") for text in having(root, "pic-text"))
    size = 5 * len(strokes) + beside
    return -size if having(root, "pic-minus") else size


@IN_EACH
def test_r8_2_every_score_can_be_read_back_exactly(language: str) -> None:
    words = Words(language)
    for points in range(-300, 501):
        root = read(tally_svg(points, words))
        assert points_of(root) == points
        title, _ = check_names(root)
        assert title == f"{words.points(points)}: {words.strokes(points)}"
        assert len(having(root, "pic-five")) < 10
        beside = [int(text.text or "") for text in having(root, "pic-text")]
        assert beside == ([abs(points) % 5] if points % 5 or points == 0 else [])


def test_r8_1_a_fifty_mark_is_a_large_x_with_a_small_one_in_each_gap() -> None:
    [mark] = having(read(tally_svg(50, Words("fi"))), "pic-fifty")
    paths = [path.get("d", "") for path in mark.iter(SVG + "path")]
    lines = [tuple(map(float, re.findall(r"-?\d+\.?\d*", path))) for path in paths]
    crosses: dict[tuple[float, float], list[float]] = {}
    for x, y, dx, dy in lines:
        assert abs(dx) == abs(dy)
        crosses.setdefault((x + dx / 2, y + dy / 2), []).append(abs(dx))
    assert len(lines) == 10
    assert [len(strokes) for strokes in crosses.values()] == [2] * 5
    (middle, size), *gaps = ((at, strokes[0]) for at, strokes in crosses.items())
    assert all(small < size / 2 for _, small in gaps)
    out = {(x - middle[0], y - middle[1]) for (x, y), _ in gaps}
    assert out == {(0, -9.5), (9.5, 0), (0, 9.5), (-9.5, 0)}


def test_signs_stand_side_by_side_inside_the_frame() -> None:
    for points in (-298, 49, 253, 500):
        root = read(tally_svg(points, Words("fi")))
        width = float(root.get("viewBox", "").split()[2])
        starts = [
            float(re.findall(r"-?\d+\.?\d*", path.get("d", ""))[0])
            for path in having(root, "pic-five")
        ]
        assert all(later - earlier >= 5 for earlier, later in itertools.pairwise(starts))
        assert all(2 <= start <= width - 2 for start in starts)


@IN_EACH
def test_the_legend_tells_the_two_signs(language: str) -> None:
    root = read(tally_legend_svg(Words(language)))
    texts = [each.text or "" for each in having(root, "pic-text")]
    assert len(texts) == 2
    assert "5" in texts[0]
    assert "10" in texts[1]
    assert len(having(root, "pic-five")) == len(having(root, "pic-fifty")) == 1
