"""A hint asked for on a phone, by keys on a laptop, and where no script runs."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import hands
from tests.e2e.conftest import Visits
from tests.e2e.screenshots import PAIR, place_at
from tests.e2e.stage import PHONE, Server, Staged, sit_down
from tests.e2e.test_everybody import faults

pytestmark = pytest.mark.e2e


@pytest.fixture
def staged(running: Server) -> Staged:
    return running.stage(3, place_at(5), people=PAIR)


def expect_hint(page: Page) -> None:
    """A placement in words with a reason, and its tile and spot marked."""
    expect(page.locator(".advice h2")).to_contain_text(re.compile(r"Vihje: \[\d\|\d\]"))
    expect(page.locator(".advice > .worth")).to_contain_text("95 %")
    expect(page.locator(".advice > .reasons li").first).to_be_visible()
    tile = page.locator(".advice").get_attribute("data-mark-tile")
    expect(page.locator(".held.hinted")).to_have_attribute("data-tile", tile or "")


def test_a_hint_on_a_small_phone_names_marks_and_goes_with_the_turn(
    visits: Visits, staged: Staged
) -> None:
    page = sit_down(visits(staged.guests[1], viewport=PHONE, touch=True), staged)
    page.locator(".ask-hint button").tap()
    expect_hint(page)
    expect(page.locator(".advice h2")).to_be_focused()
    expect(page.locator(".advice h2")).to_be_in_viewport()
    expect(page.locator(".held.hinted")).to_be_in_viewport()
    spot = page.locator(".advice").get_attribute("data-mark-spot") or ""
    tile, port = spot.split(".")
    marked = page.locator(".layout:visible .pic-hinted")
    expect(marked).to_have_attribute("data-tile", tile)
    expect(marked).to_have_attribute("data-port", port)
    expect(marked).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator(".advice summary").tap()
    assert faults(page) == []
    # The other person is not told.
    other = sit_down(visits(staged.guests[2]), staged)
    expect(other.locator(".advice, .ask-hint, .hinted, .pic-hinted")).to_have_count(0)
    # Once the tile is placed there is nothing left of it.
    before = hands.number(page)
    hands.place_by_press(page)
    hands.past(page, before)
    expect(page.locator(".advice, .hinted, .pic-hinted")).to_have_count(0)


def test_a_hint_by_keys_is_closed_by_a_key_and_the_focus_comes_back(
    visits: Visits, staged: Staged
) -> None:
    page = sit_down(visits(staged.guests[1]), staged)
    page.keyboard.press("i")
    expect_hint(page)
    expect(page.locator(".advice h2")).to_be_focused()
    assert faults(page) == []
    page.keyboard.press("Tab")
    expect(page.locator(".advice .close")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".advice, .hinted, .pic-hinted")).to_have_count(0)
    expect(page.locator(".ask-hint button")).to_be_focused()
    page.keyboard.press("Enter")
    expect_hint(page)


def test_a_hint_stays_while_only_the_others_come_and_go(visits: Visits, staged: Staged) -> None:
    page = sit_down(visits(staged.guests[1]), staged)
    page.keyboard.press("i")
    expect_hint(page)
    coming = sit_down(visits(staged.guests[2]), staged)
    expect(coming.locator(".live")).to_be_visible()
    expect(page.locator('.seat[data-seat="2"].away')).to_have_count(0)
    expect_hint(page)
    expect(page.locator(".layout:visible .pic-hinted")).to_have_count(1)


def test_a_hint_without_script_is_a_page_of_the_table(visits: Visits, staged: Staged) -> None:
    page = sit_down(visits(staged.guests[1], viewport=PHONE, script=False), staged)
    hands.submit(page.locator(".ask-hint button"))
    assert page.url.endswith(f"{staged.path}/hint?") or page.url.endswith(f"{staged.path}/hint")
    expect_hint(page)
    expect(page.locator(".layout:visible .pic-offered")).to_have_count(1)
    hands.submit(page.locator(".advice .close"))
    assert page.url.endswith(staged.path)
    expect(page.locator(".advice")).to_have_count(0)
