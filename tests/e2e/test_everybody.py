"""For everybody: axe finds nothing, large text breaks nothing, keys speak, targets are large."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest
from playwright.sync_api import Page, expect

from sniffi.rules import Place
from tests.e2e import hands
from tests.e2e.conftest import Visits
from tests.e2e.screenshots import PAIR, SCENES, opened, several_spots, turn
from tests.e2e.stage import LAPTOP, PHONE, Server, sit_down

pytestmark = pytest.mark.e2e
AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
LARGE_TEXT = "document.documentElement.style.fontSize = '200%'"
PLAYED = ("your-turn", "choosing", "drawing", "pairs", "many-tiles", "round-end", "win")


def faults(page: Page) -> list[str]:
    """What axe finds, by rule and place."""
    page.evaluate(AXE)
    found = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{violation['id']}: {node['html'][:200]} {json.dumps(node['any'] or node['all'])[:300]}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


@pytest.mark.parametrize("name", SCENES)
def test_axe_finds_nothing(name: str, visits: Visits, running: Server) -> None:
    guest, path = opened(running, SCENES[name])
    found = []
    for viewport, dark in ((PHONE, False), (LAPTOP, True)):
        page = visits(guest, viewport=viewport, dark=dark).new_page()
        page.goto(path)
        SCENES[name].prepare(page)
        found += faults(page)
    assert found == []


@pytest.mark.parametrize("name", PLAYED)
def test_text_of_twice_the_size_breaks_nothing(name: str, visits: Visits, running: Server) -> None:
    guest, path = opened(running, SCENES[name])
    for viewport in (PHONE, LAPTOP):
        page = visits(guest, viewport=viewport).new_page()
        page.goto(path)
        page.evaluate(LARGE_TEXT)
        SCENES[name].prepare(page)
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= viewport["width"], viewport
        # Nothing that tells something lies under something else.
        assert page.evaluate(OVERLAPS) == [], viewport
        for held in page.locator(".held.playable").all():
            held.scroll_into_view_if_needed()
            expect(held).to_be_in_viewport()


OVERLAPS = """() => {
  const parts = [...document.querySelectorAll(
    ".what, .side, .formula, .worth, .board .table, .boneyard, .zoom, .actions button, " +
    ".hand .tiles, .leftovers")]
    .filter(part => part.getBoundingClientRect().width > 0);
  const found = [];
  parts.forEach((a, i) => parts.slice(i + 1).forEach(b => {
    if (a.contains(b) || b.contains(a)) return;
    const [p, q] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
    const across = Math.min(p.right, q.right) - Math.max(p.left, q.left);
    const down = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
    if (across > 1 && down > 1) found.push(a.className + " and " + b.className);
  }));
  return found;
}"""


@pytest.mark.parametrize("name", ["front", "join", *PLAYED])
def test_what_is_pressed_is_large_enough(name: str, visits: Visits, running: Server) -> None:
    guest, path = opened(running, SCENES[name])
    page = visits(guest, viewport=PHONE, touch=True).new_page()
    page.goto(path)
    SCENES[name].prepare(page)
    small = page.evaluate(
        """() => [...document.querySelectorAll("button, select, summary, .site a, input")]
            .map(part => part.labels?.[0]?.contains(part) ? part.labels[0] : part)
            .filter(part => part.getClientRects().length)
            .filter(part => {
              const {width, height} = part.getBoundingClientRect();
              return width < 43.5 && !part.closest("nav") || height < 43.5;
            })
            .map(part => part.outerHTML.slice(0, 200))"""
    )
    assert small == []


def test_nothing_moves_for_who_wants_no_motion(visits: Visits, running: Server) -> None:
    staged = running.stage(3, several_spots, people=PAIR)
    page = sit_down(visits(staged.guests[1], motion=False), staged)
    page.evaluate("() => { document.startViewTransition = () => { throw new Error('it moved') } }")
    name = hands.with_options(page, 2)
    hands.tile(page, name).click()
    hands.options(page).first.click()
    hands.expect_tile(page, name)


def test_a_placed_tile_moves_for_who_likes_it(visits: Visits, running: Server) -> None:
    staged = running.stage(3, several_spots, people=PAIR)
    page = sit_down(visits(staged.guests[1], motion=True), staged)
    page.evaluate(
        """() => {
          const start = document.startViewTransition.bind(document);
          window.moved = [];
          document.startViewTransition = update => {
            window.moved.push([...document.querySelectorAll(".held .tile")]
              .map(tile => tile.style.viewTransitionName).filter(Boolean).join());
            return start(update);
          };
        }"""
    )
    name = hands.with_options(page, 2)
    hands.tile(page, name).click()
    hands.options(page).first.click()
    hands.expect_tile(page, name)
    assert page.evaluate("window.moved") == [f"tile-{name}"]
    expect(page.locator(".flyer")).to_have_count(0)


SPOKEN = {
    "fi": {"t": "Sinun vuorosi", "s": "=", "k": "sopii", "l": "[", "m": "Nostopakka", "p": "Aino"},
    "en": {"t": "Your turn", "s": "=", "h": "fits", "l": "[", "c": "Boneyard", "p": "Aino"},
}


@pytest.mark.parametrize("language", SPOKEN)
def test_single_keys_speak(language: str, visits: Visits, running: Server) -> None:
    staged = running.stage(7, lambda table: turn(table, Place, 4), people=PAIR)
    page = sit_down(visits(staged.guests[1], language=language), staged)
    for key, said in SPOKEN[language].items():
        page.keyboard.press(key)
        expect(page.locator("#answer")).to_contain_text(said)
    # Each score once and nothing of what is only for the eye: no target, no strokes.
    points = page.locator(".points").all_inner_texts()
    spoken = f"{PAIR[1]}: {points[0]}. {PAIR[2]}: {points[1]}."
    expect(page.locator("#answer")).to_have_text(spoken)
    page.keyboard.press("v" if language == "fi" else "m")
    last = page.locator(".events li").first.inner_text().split(".")[0]
    tile = last[last.index("[") : last.index("]") + 1]
    expect(page.locator("#answer")).to_contain_text(tile)


def test_an_answer_is_gone_once_it_holds_no_longer(visits: Visits, running: Server) -> None:
    staged = running.stage(7, lambda table: turn(table, Place, 4), people=PAIR)
    page = sit_down(visits(staged.guests[1], language="en"), staged)
    name = hands.with_options(page, 1, 1)
    hands.tile(page, name).click()
    expect(page.locator("#answer")).to_contain_text("Press again")
    hands.tile(page, name).click()
    hands.expect_tile(page, name)
    expect(page.locator("#answer")).to_be_empty()


def test_keys_can_be_switched_off_and_stay_so(visits: Visits, running: Server) -> None:
    staged = running.stage(7, lambda table: turn(table, Place, 4), people=PAIR)
    page = sit_down(visits(staged.guests[1]), staged)
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    page.locator('#settings input[name="keys"]').uncheck()
    page.keyboard.press("Escape")
    expect(page.locator("#help")).to_be_hidden()
    page.keyboard.press("s")
    page.reload()
    page.keyboard.press("s")
    # A choice is told in the same place; so it would have held the sum before.
    name = hands.first_playable(page)
    hands.tile(page, name).click()
    expect(page.locator("#answer")).to_contain_text(f"[{name[0]}|{name[1]}]")
    page.locator('.site a[href="/help"]').click()
    expect(page.locator('#settings input[name="keys"]')).not_to_be_checked()


def test_events_are_told_briefly_when_asked(visits: Visits, running: Server) -> None:
    staged = running.stage(7, lambda table: turn(table, Place, 4), people=PAIR)
    told = []
    for how in ("full", "brief"):
        page = visits(staged.guests[2]).new_page()
        page.goto(staged.path)
        page.locator('.site a[href="/help"]').click()
        page.locator(f'#settings input[value="{how}"]').check()
        page.keyboard.press("Escape")
        told.append(page)
    mover = sit_down(visits(staged.guests[1]), staged)
    before = hands.number(mover)
    hands.place_by_press(mover)
    hands.past(mover, before)
    line = f'#told p[data-n="{before + 1}"]'
    full, brief = (page.locator(line).text_content() or "" for page in told)
    assert full.startswith("Aino")
    assert brief.startswith("Aino")
    assert len(brief) < len(full)
