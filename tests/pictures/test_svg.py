"""What the pictures of layouts, tiles and hands say, read back from their SVG."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sniffi.pictures.geometry import arrange
from sniffi.pictures.style import COLOURS
from sniffi.pictures.svg import STYLE, hand_svg, layout_legend_svg, layout_svg, tile_svg
from sniffi.rules import FULL_SET, Layout, Port, Spot, Tile, parse_placements
from sniffi.words import LANGUAGES, Words
from tests.pictures.layouts import STYLES, layouts

SVG = "{http://www.w3.org/2000/svg}"
ROOT = Path(__file__).parents[2]
EXAMPLES = json.loads((ROOT.parent / "shared" / "examples.json").read_text(encoding="utf-8"))
WORKED = "14 11@14.low 44@14.high 34@44.line_b 12@11.line_b 15@11.branch_a"
IN_EACH = pytest.mark.parametrize("language", LANGUAGES)


def read(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def having(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    """The elements of a class."""
    return [each for each in root.iter() if name in each.get("class", "").split()]


def of(text: str) -> Layout:
    return Layout.of(*parse_placements(text))


def example_layout(example: dict[str, object]) -> Layout:
    layout = Layout()
    joins = {join["new"]: join for join in example["joins"]}  # type: ignore[attr-defined]
    for name in example["tiles"]:  # type: ignore[attr-defined]
        join = joins.get(name)
        spot = join and Spot(Tile.parse(join["tile"]), Port(join["port"]))
        layout = layout.place(Tile.parse(name), spot)
    return layout


def check_names(root: ElementTree.Element) -> tuple[str, str]:
    """The title and the description, which have to be what the picture is called by."""
    ids = {each.get("id"): each for each in root.iter() if each.get("id")}
    texts = [ids[name] for name in root.get("aria-labelledby", "").split()]
    assert [each.tag for each in texts] == [SVG + "title", SVG + "desc"][: len(texts)]
    assert list(root)[: len(texts)] == texts
    title, *desc = [each.text or "" for each in texts]
    assert title
    assert title.count("\n") == 0
    return title, "".join(desc)


def check_layout(layout: Layout, root: ElementTree.Element) -> None:
    tiles = having(root, "pic-tile")
    assert [each.get("data-tile") for each in tiles] == [str(tile) for tile in layout.tiles]
    assert [each.get("data-order") for each in tiles] == [
        str(order) for order in range(1, len(tiles) + 1)
    ]
    for tile, drawn in zip(layout.tiles, tiles, strict=True):
        assert sum(pip_places(drawn).values()) == tile.pips
    sniffs = [each.get("data-tile") for each in having(root, "pic-sniff")]
    assert sniffs == ([str(layout.spinner)] if layout.spinner else [])
    spots = having(root, "pic-spot")
    assert [(each.get("data-tile"), each.get("data-port")) for each in spots] == [
        (str(spot.tile), str(spot.port)) for spot in layout.spots
    ]
    counted = {(str(c.tile), str(c.port)): str(c.value) for c in layout.counted}
    for spot in spots:
        here = (spot.get("data-tile", ""), spot.get("data-port", ""))
        shown = [number.text for number in having(spot, "pic-number")]
        assert shown == ([counted[here]] if here in counted else [])
        assert len(having(spot, "pic-dot")) == len(shown)
        assert len(having(spot, "pic-ring")) == 1 - len(shown)
    assert len(having(root, "pic-corners")) == (1 if layout.tiles else 0)


@IN_EACH
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: "-".join(example["tiles"]))
def test_the_shared_examples_show_what_they_count(
    example: dict[str, object], language: str
) -> None:
    layout = example_layout(example)
    root = read(layout_svg(layout, Words(language)))
    check_layout(layout, root)
    numbers = [int(number.text or "") for number in having(root, "pic-number")]
    assert sum(numbers) == example["total"]
    legal = [(spot["tile"], spot["port"]) for spot in example["legal"]]  # type: ignore[attr-defined]
    spots = [(each.get("data-tile"), each.get("data-port")) for each in having(root, "pic-spot")]
    assert spots == legal


@given(seed=st.integers(0, 2**32 - 1), style=st.sampled_from(sorted(STYLES)), whole=st.booleans())
@settings(max_examples=60)
def test_every_layout_shows_its_tiles_spots_and_counted_values(
    seed: int, style: str, whole: bool
) -> None:
    layout = layouts(style, seed)[-1]
    check_layout(layout, read(layout_svg(layout, Words("en"), whole_board=whole)))


@IN_EACH
def test_a_layout_has_a_title_and_the_whole_position_as_its_description(language: str) -> None:
    words = Words(language)
    layout = of(WORKED)
    root = read(layout_svg(layout, words))
    title, description = check_names(root)
    assert words.sum(layout) in title
    assert "6" in title
    assert description.split("\n") == words.position(layout)
    assert (root.get("role"), root.get("lang")) == ("img", language)


@IN_EACH
def test_the_empty_table_has_a_picture(language: str) -> None:
    root = read(layout_svg(Layout(), Words(language)))
    check_layout(Layout(), root)
    title, description = check_names(root)
    assert title != description
    assert len(having(root, "pic-board")) == 1


def test_ids_are_unique_by_their_beginning() -> None:
    texts = [layout_svg(of("14"), Words("fi"), ident=ident) for ident in ("one", "two")]
    ids = [re.findall(r'\bid="([^"]+)"', text) for text in texts]
    assert [len(each) for each in ids] == [2, 2]
    assert not set(ids[0]) & set(ids[1])


@pytest.mark.parametrize("ident", ["", "1", "a b", 'a"', "ä"])
def test_what_cannot_begin_an_id_is_refused(ident: str) -> None:
    with pytest.raises(ValueError, match="id"):
        layout_svg(of("14"), Words("fi"), ident=ident)


@IN_EACH
def test_pictures_hold_nothing_that_a_strict_page_forbids(language: str) -> None:
    words = Words(language)
    pictures = [
        layout_svg(of(WORKED), words, interactive=True, offered=of(WORKED).spots),
        hand_svg([Tile(1, 4), None], words, fits=[Tile(1, 4)]),
        tile_svg(Tile(1, 4), words),
        layout_legend_svg(words),
    ]
    for text in pictures:
        root = read(text)
        own = {f"#{each.get('id')}" for each in root.iter() if each.get("id")}
        for each in root.iter():
            assert each.tag.removeprefix(SVG) in (
                *("svg", "title", "desc", "style", "g", "rect", "circle", "path", "text"),
                *("defs", "use"),
            )
            for name, value in each.attrib.items():
                assert name != "style"
                assert not name.startswith("on")
                assert "href" not in name or value in own
                assert "url(" not in value
        assert "url(" not in STYLE
        assert "@import" not in STYLE


def test_the_style_sheet_can_be_left_to_the_page() -> None:
    words = Words("fi")
    with_it, without = (layout_svg(of(WORKED), words, style=style) for style in (True, False))
    assert with_it.count("<style>") == 1
    assert "<style>" not in without
    assert [style.text for style in read(with_it).iter(SVG + "style")] == [STYLE]


def test_every_class_that_is_drawn_has_a_style_and_every_colour_has_its_dark_one() -> None:
    words = Words("fi")
    drawn: set[str] = set()
    for text in (
        layout_svg(of("22"), words, interactive=True, offered=of("22").spots),
        layout_svg(of(WORKED), words),
        hand_svg([Tile(1, 4), None], words),
        layout_legend_svg(words),
    ):
        for each in read(text).iter():
            if each.tag in (SVG + "rect", SVG + "circle", SVG + "path", SVG + "text"):
                drawn |= set(each.get("class", "").split())
    assert drawn
    for name in drawn:
        assert f".{name}" in STYLE, name
    for colour in COLOURS:
        assert STYLE.count(f"--sniffi-{colour},") == 2
        assert STYLE.count(f"var(--_{colour})") >= 1


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("one", "other", "least"),
    [
        ("pip", "tile", 7),
        ("number", "mark", 4.5),
        ("mark", "table", 4.5),
        ("edge", "tile", 3),
        ("sniff", "tile", 3),
        ("sniff", "table", 3),
        ("last", "table", 3),
    ],
)
def test_what_has_to_be_told_apart_differs_in_brightness(
    one: str, other: str, least: float, scheme: int
) -> None:
    values = dict(re.findall(r"--sniffi-(\w+),(#\w{6})\)", STYLE.split("@media (prefers")[scheme]))
    light, dark = sorted((luminance(values[one]), luminance(values[other])), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= least


def test_orange_is_the_colour_of_the_sniff_alone() -> None:
    uses = re.findall(r"([^{}\n]*)\{[^{}]*var\(--_sniff\)", STYLE)
    assert uses == [".pic-sniff .pic-body"]


def pip_places(root: ElementTree.Element) -> Counter[tuple[float, float]]:
    return Counter(
        (float(x), float(y))
        for path in having(root, "pic-pips")
        for x, y in re.findall(r"M(\S+) (\S+)h0", path.get("d", ""))
    )


@pytest.mark.parametrize("tile", FULL_SET, ids=str)
def test_pips_are_many_and_in_even_pictures(tile: Tile) -> None:
    places = pip_places(read(tile_svg(tile, Words("fi"), upright=False)))
    assert sum(places.values()) == tile.pips
    assert max(places.values(), default=1) == 1
    left = sum(count for (x, _), count in places.items() if x < 0)
    assert left == tile.low
    # A half looks the same upside down.
    for middle, half in ((-10, tile.low), (10, tile.high)):
        mine = {(round(x - middle, 3), y) for x, y in places if (x < 0) == (middle < 0)}
        assert len(mine) == half
        assert {(-x, -y) for x, y in mine} == mine


def test_the_rows_of_a_six_run_along_the_tile() -> None:
    places = pip_places(read(tile_svg(Tile(0, 6), Words("fi"), upright=False)))
    assert {y for _, y in places} == {-5.2, 5.2}
    turned = having(read(tile_svg(Tile(0, 6), Words("fi"))), "pic-body")
    assert turned


def test_tiles_are_turned_as_the_arrangement_says() -> None:
    for seed in range(12):
        layout = layouts("anything", seed)[-1]
        arrangement = arrange(layout, 1.0)
        root = read(layout_svg(layout, Words("en"), aspect=1.0, whole_board=True))
        for laid, drawn in zip(arrangement.tiles, having(root, "pic-tile"), strict=True):
            x, y = laid.rect.centre
            assert drawn.get("transform") == f"translate({x * 10:g} {y * 10:g})"
            [turned] = [each for each in drawn if each.tag == SVG + "g"]
            quarters = int(re.sub(r"\D", "", turned.get("transform", "0"))) // 90
            lies = quarters % 2 == 0
            assert (laid.rect.width > laid.rect.height) is lies
            if not laid.tile.is_double:
                assert quarters == laid.facing


def test_the_picture_of_the_whole_board_keeps_its_frame_while_the_scale_stays() -> None:
    frames: dict[str, set[str]] = {}
    for layout in layouts("anything", 3):
        root = read(layout_svg(layout, Words("fi"), whole_board=True))
        frames.setdefault(root.get("data-step", ""), set()).add(root.get("viewBox", ""))
    assert frames
    assert all(len(boxes) == 1 for boxes in frames.values())
    assert len(set.union(*frames.values())) == len(frames)


def test_everything_is_inside_the_frame() -> None:
    for style in STYLES:
        layout = layouts(style, 7)[-1]
        root = read(layout_svg(layout, Words("fi")))
        left, top, width, height = map(float, root.get("viewBox", "").split())
        arrangement = arrange(layout)
        for laid in arrangement.tiles:
            assert left <= laid.rect.left * 10 - 5
            assert laid.rect.right * 10 + 5 <= left + width
            assert top <= laid.rect.top * 10 - 5
            assert laid.rect.bottom * 10 + 5 <= top + height


def test_corners_mark_the_last_placement_only_when_asked() -> None:
    assert not having(read(layout_svg(of(WORKED), Words("fi"), mark_last=False)), "pic-corners")


@IN_EACH
def test_offered_spots_are_marked_and_an_interactive_picture_names_its_spots(
    language: str,
) -> None:
    words = Words(language)
    layout = of(WORKED)
    offered = layout.fits(Tile(2, 3))
    root = read(layout_svg(layout, words, offered=offered, interactive=True))
    assert root.get("role") == "group"
    marked = [(s.get("data-tile"), s.get("data-port")) for s in having(root, "pic-offered")]
    assert marked == [(str(spot.tile), str(spot.port)) for spot in offered]
    spots = having(root, "pic-spot")
    assert [spot.get("aria-label") for spot in spots] == [words.spot(s) for s in layout.spots]
    assert all(len(having(spot, "pic-hit")) == 1 for spot in spots)


@IN_EACH
def test_r1_4_a_hand_shows_backs_for_the_tiles_that_are_hidden(language: str) -> None:
    hand = [Tile(1, 4), None, Tile(6, 6)]
    root = read(hand_svg(hand, Words(language), fits=[Tile(6, 6)]))
    tiles = having(root, "pic-tile")
    assert [each.get("data-tile") for each in tiles] == ["14", None, "66"]
    assert [sum(pip_places(each).values()) for each in tiles] == [5, 0, 12]
    assert [bool(having(each, "pic-corners")) for each in tiles] == [False, False, True]
    title, _ = check_names(root)
    assert "[1|4] [6|6]" in title
    assert "1" in title


@IN_EACH
def test_an_empty_hand_and_a_back_have_pictures(language: str) -> None:
    for text in (hand_svg([], Words(language)), tile_svg(None, Words(language))):
        root = read(text)
        check_names(root)
        assert not having(root, "pic-pips")


@IN_EACH
def test_the_legend_tells_each_sign_of_a_layout(language: str) -> None:
    root = read(layout_legend_svg(Words(language)))
    texts = [each.text for each in having(root, "pic-text")]
    _, description = check_names(root)
    assert description.split("\n") == texts
    for sign in ("pic-sniff", "pic-dot", "pic-ring", "pic-corners"):
        assert len(having(root, sign)) == 1


def test_the_picture_in_the_docs_is_that_of_the_worked_layout() -> None:
    text = (ROOT / "docs" / "img" / "layout.svg").read_text(encoding="utf-8")
    check_layout(of(WORKED), read(text))
    assert text == layout_svg(of(WORKED), Words("en")), (
        f"write it again: sniffi explain {WORKED} --lang en --svg docs/img/layout.svg"
    )
