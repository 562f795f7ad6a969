"""A small phone's screen holds what is needed: tiles to read, everybody's names, the game's end."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from sniffi.rules import Place
from tests.e2e import hands
from tests.e2e.conftest import Visits
from tests.e2e.screenshots import (
    NAMES,
    PAIR,
    SCENES,
    hand_of,
    is_over,
    opened,
    opening,
    resting,
    several_spots,
    tiles,
    turn,
)
from tests.e2e.stage import LAPTOP, PHONE, Server, sit_down

pytestmark = pytest.mark.e2e
LONG_NAMES = {1: "Maximiliana Kustaava", 2: "Wolfgang-Amadeus Möö", 3: "Äijälä-Öysti Ville-V"}
LONG_NAMES |= {4: "Ingegerd Mannerström"}
SMALLEST_HALF = 9.5
"""Pixels; that of the worst of 300 layouts by chance is about 11 where the hand has one row."""
HALVES = """() => [...document.querySelectorAll(".layout .pic-body")]
    .map(part => part.getBoundingClientRect()).filter(({width}) => width)
    .map(({width, height}) => Math.min(width, height))"""


def test_long_layouts_can_be_read(visits: Visits, running: Server) -> None:
    for seed in random.Random(3).sample(range(1, 10_000), 4):
        try:
            staged = running.stage(seed, lambda table: tiles(table) >= 24, people=PAIR)
        except AssertionError:
            continue
        page = sit_down(visits(staged.guests[1], viewport=PHONE, touch=True), staged)
        halves = page.evaluate(HALVES)
        assert len(halves) >= 24, seed
        assert min(halves) > SMALLEST_HALF, seed


SHAPES: dict[str, ViewportSize] = {
    "tall": {"width": 390, "height": 844},
    "even": PHONE,
    "wide": LAPTOP,
}


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
@pytest.mark.parametrize("shape", SHAPES)
def test_the_layout_is_drawn_for_the_shape_of_its_place(
    shape: str, script: bool, visits: Visits, running: Server
) -> None:
    staged = running.stage(7, lambda table: turn(table, Place, 4), people=PAIR)
    page = sit_down(visits(staged.guests[1], viewport=SHAPES[shape], script=script), staged)
    expect(page.locator(".layout:visible")).to_have_class(f"layout {shape}")


def test_a_turned_phone_has_the_layout_drawn_anew(visits: Visits, running: Server) -> None:
    staged = running.stage(7, lambda table: turn(table, Place, 4), people=PAIR)
    page = sit_down(visits(staged.guests[1], viewport=PHONE), staged)
    before = page.locator(".layout:visible").get_attribute("class")
    page.set_viewport_size({"width": 844, "height": 390})
    expect(page.locator(".layout:visible")).to_have_class("layout wide")
    assert before == "layout even"


@pytest.mark.parametrize("language", ["fi", "en"])
def test_four_long_names_fit(language: str, visits: Visits, running: Server) -> None:
    staged = running.stage(9, lambda table: turn(table, Place, 11), people=LONG_NAMES)
    page = sit_down(visits(staged.guests[1], viewport=PHONE, language=language), staged)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for name in LONG_NAMES.values():
        shown = page.locator(".seat .name", has_text=name)
        expect(shown).to_be_visible()
        # All of it, in one line or two.
        assert shown.evaluate("part => part.scrollWidth <= part.clientWidth + 1")
    assert page.locator(".players").evaluate("part => part.offsetHeight") <= 140
    expect(page.locator(".held.playable").first).to_be_in_viewport(ratio=1)


SHOUTED = {1: 40 * "W", 2: 40 * "X", 3: "Maximiliana Kustaava von Schwarzenegger-"}


@pytest.mark.parametrize("screen", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_the_longest_names_push_no_page_wider(
    screen: ViewportSize, visits: Visits, running: Server
) -> None:
    for until in (opening, lambda table: turn(table, Place, 6), resting, is_over):
        staged = running.stage(4, until, people=SHOUTED)
        page = visits(staged.guests[1], viewport=screen).new_page()
        for path in ("", "/history?at=9"):
            page.goto(f"{staged.path}{path}")
            assert page.evaluate("document.documentElement.scrollWidth") <= screen["width"], path


BROKEN = """name => {
  const text = name.firstChild, range = document.createRange();
  return [...text.data.matchAll(/[^\\s-]+-?/g)].filter(word => {
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return range.getClientRects().length > 1;
  }).map(String);
}"""


def test_the_lot_of_four_breaks_no_name(visits: Visits, running: Server) -> None:
    staged = running.stage(1, opening, people=LONG_NAMES)
    page = sit_down(visits(staged.guests[1], viewport=PHONE), staged)
    names = page.locator(".draws .name").all()
    assert len(names) >= 4
    assert [broken for name in names for broken in name.evaluate(BROKEN)] == []


def test_a_hand_of_two_rows_is_seen_whole_and_leaves_the_layout_room(
    visits: Visits, running: Server
) -> None:
    staged = running.stage(24, lambda table: hand_of(table, 9), people=PAIR)
    page = sit_down(visits(staged.guests[1], viewport=PHONE, touch=True), staged)
    tiles = page.locator(".held")
    assert tiles.count() >= 9
    for tile in tiles.all():
        expect(tile).to_be_in_viewport(ratio=1)
        assert tile.evaluate("tile => Math.min(tile.offsetWidth, tile.offsetHeight)") >= 44
    assert page.locator(".board .table").evaluate("part => part.offsetHeight") >= 250


@pytest.mark.parametrize("language", ["fi", "en"])
def test_the_end_of_a_game_is_on_one_screen(language: str, visits: Visits, running: Server) -> None:
    for people in (PAIR, NAMES):
        staged = running.stage(6, is_over, people=people)
        page = sit_down(visits(staged.guests[1], viewport=PHONE, language=language), staged)
        for part in (".what", ".side.winner", ".rematch", "a.verify", ".after a[download]"):
            expect(page.locator(part)).to_be_in_viewport(ratio=1)
        for strokes in page.locator('.points:not([data-points="0"]) ~ .strokes').all():
            expect(strokes).to_be_in_viewport(ratio=1)
        page.locator("a.verify").click()
        expect(page.locator("#checks")).to_be_in_viewport(ratio=1)


def test_a_spot_is_chosen_without_script_in_sight_of_the_layout(
    visits: Visits, running: Server
) -> None:
    staged = running.stage(3, several_spots, people=PAIR)
    page = sit_down(visits(staged.guests[1], viewport=PHONE, script=False), staged)
    hands.submit(hands.tile(page, hands.with_options(page, 2)))
    expect(page.locator("#choose button[name=action]").first).to_be_in_viewport(ratio=1)
    expect(page.locator(".layout:visible")).to_be_in_viewport(ratio=1)


BUTTONS = ("drawing", "round-end", "win", "away", "stand-in", "your-turn", "waiting")
SQUEEZED = """() => [...document.querySelectorAll("button:not(.held)")]
    .filter(button => button.getClientRects().length)
    .filter(button => button.scrollWidth > button.clientWidth + 1
      || button.scrollHeight > button.clientHeight + 1
      || button.textContent.trim().split(/\\s+/).some(word => word.length > 2)
        && button.clientWidth < 1.5 * parseFloat(getComputedStyle(button).fontSize))
    .map(button => button.outerHTML.slice(0, 200))"""


@pytest.mark.parametrize("language", ["fi", "en"])
@pytest.mark.parametrize("name", BUTTONS)
def test_no_button_is_squeezed(name: str, language: str, visits: Visits, running: Server) -> None:
    guest, path = opened(running, SCENES[name])
    page = visits(guest, viewport=PHONE, language=language).new_page()
    page.goto(path)
    for size in ("100%", "200%"):
        page.evaluate("size => { document.documentElement.style.fontSize = size }", size)
        assert page.evaluate(SQUEEZED) == [], size
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], size


def drawn(page: Page) -> list[str]:
    return page.locator("#told p").all_inner_texts()


def test_what_happened_is_told_before_what_is_to_be_done(visits: Visits, running: Server) -> None:
    guest, path = opened(running, SCENES["drawing"])
    page = visits(guest, language="en").new_page()
    page.goto(path)
    while page.locator(".actions button.draw").count():
        before = hands.number(page)
        page.locator(".actions button.draw").click()
        hands.past(page, before)
    # In this scene's boneyard there is a tile that fits.
    assert page.locator(".live[data-your-turn]").count()
    expect(page.locator("#told")).to_contain_text("fits")
    lines = drawn(page)
    told = next(n for n, line in enumerate(lines) if "fits" in line)
    assert "draws" in lines[told - 1], lines


def test_the_history_is_stepped_through_by_keys(visits: Visits, running: Server) -> None:
    staged = running.stage(7, lambda table: turn(table, Place, 4), people=PAIR)
    page = sit_down(visits(staged.guests[1], language="en"), staged)
    last = hands.number(page)
    page.locator('.site a[href$="/history"]').click()
    heading = page.locator("#then-heading")
    expect(heading).to_have_text("The position now")
    for key, said in (("ArrowLeft", last - 1), ("ArrowLeft", last - 2), ("Home", 1)):
        page.keyboard.press(key)
        expect(heading).to_have_text(f"After event {said} of {last}")
    page.keyboard.press("End")
    expect(heading).to_have_text("The position now")
    page.keyboard.press("Escape")
    expect(page.locator(".hand")).to_be_visible()
