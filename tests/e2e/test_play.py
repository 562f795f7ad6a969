"""A round played in every way that people play: keys, fingers, dragging, forms without script."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from sniffi.rules import Draw, Place
from sniffi.tables.table import Table
from tests.e2e import hands
from tests.e2e.conftest import Visits
from tests.e2e.screenshots import PAIR, hand_of, opening, several_spots, turn
from tests.e2e.stage import PHONE, Server, sit_down

pytestmark = pytest.mark.e2e
BOT = {2: "greedy"}


def fits_once(table: Table) -> bool:
    """Whether seat 1 has a tile that fits at one spot only, and another that does not fit."""
    if not turn(table, Place, 4):
        return False
    assert table.game is not None
    tiles = [action.tile for action in table.game.legal_actions() if isinstance(action, Place)]
    return any(tiles.count(tile) == 1 for tile in tiles)


def test_a_game_against_a_bot_is_one_tap_away(visits: Visits) -> None:
    page = visits(viewport=PHONE, touch=True).new_page()
    page.goto("/")
    page.locator(".play-now button").tap()
    expect(page.locator(".hand .held")).to_have_count(7)
    assert re.search(r"/t/[\w-]+$", page.url)


def test_a_round_by_keys_alone(visits: Visits, running: Server) -> None:
    staged = running.stage(101, opening, people={1: "Aino"}, bots=BOT)
    page = sit_down(visits(staged.guests[1]), staged)
    for _ in range(hands.MOST_TURNS):
        if not hands.until_yours(page):
            break
        before = hands.number(page)
        _turn_by_keys(page)
        hands.past(page, before)
    assert hands.ended(page)


def _turn_by_keys(page: Page) -> None:
    forced = page.locator(".actions button.draw, .actions button.pass")
    if forced.count():
        _tab_to(page, ".actions button")
        page.keyboard.press("Enter")
        return
    _tab_to(page, ".held")
    page.keyboard.press("Home")
    for _ in range(page.locator(".held").count()):
        if page.evaluate("document.activeElement.matches('.playable')"):
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(hands.options(page).first).to_be_visible()
    # The second press places the tile, or goes on to its spots when there are several.
    several = hands.options(page).count() > 1
    page.keyboard.press("Enter")
    if several:
        expect(hands.options(page).first).to_be_focused()
        page.keyboard.press("ArrowRight")
        expect(hands.options(page).nth(1)).to_be_focused()
        page.keyboard.press("Enter")


def _tab_to(page: Page, selector: str) -> None:
    for _ in range(60):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no Tab leads to {selector}")


def test_a_round_by_forms_without_script(visits: Visits, running: Server) -> None:
    staged = running.stage(102, opening, people={1: "Aino"}, bots=BOT)
    page = sit_down(visits(staged.guests[1], script=False), staged)
    for _ in range(10 * hands.MOST_TURNS):
        if hands.ended(page):
            break
        forced = page.locator(".actions button.draw, .actions button.pass")
        if not page.locator(".live[data-your-turn]").count():
            page.goto(staged.path)
        elif forced.count():
            hands.submit(forced)
        else:
            hands.submit(page.locator(".held.playable").first)
            if page.locator("#choose").count():
                hands.submit(page.locator("#choose button[name=action]").first)
    expect(page.locator(".leftovers, .side.winner").first).to_be_visible()


def test_a_round_by_touch_on_a_small_phone(visits: Visits, running: Server) -> None:
    staged = running.stage(103, opening, people={1: "Aino"}, bots=BOT)
    page = sit_down(visits(staged.guests[1], viewport=PHONE, touch=True), staged)
    for _ in range(hands.MOST_TURNS):
        if not hands.until_yours(page):
            break
        before = hands.number(page)
        forced = page.locator(".actions button.draw, .actions button.pass")
        if forced.count():
            forced.tap()
        else:
            hands.tile(page, hands.first_playable(page)).tap()
            spot = hands.options(page).first.get_attribute("data-spot")
            if spot is None:
                hands.options(page).first.tap()
            else:
                at, port = spot.split(".")
                found = f'.layout:visible .pic-spot[data-tile="{at}"][data-port="{port}"]'
                box = page.locator(found).bounding_box()
                assert box is not None
                page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        hands.past(page, before)
    assert hands.ended(page)


def test_a_tile_is_dragged_to_its_spot_and_to_no_other_place(
    visits: Visits, running: Server
) -> None:
    staged = running.stage(3, several_spots, people=PAIR)
    page = sit_down(visits(staged.guests[1]), staged)
    name = hands.with_options(page, 2)
    before = hands.number(page)
    held = hands.tile(page, name).bounding_box()
    board = page.locator(".board .table").bounding_box()
    assert held is not None
    assert board is not None
    start = held["x"] + held["width"] / 2, held["y"] + held["height"] / 2
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(board["x"] + 5, board["y"] + 5, steps=4)
    expect(page.locator(".ghost")).to_be_visible()
    expect(page.locator(".ghost.snapped")).to_have_count(0)
    page.mouse.up()
    expect(page.locator(".ghost")).to_have_count(0)
    assert hands.number(page) == before
    spot = page.locator(".layout:visible .pic-offered").first.bounding_box()
    assert spot is not None
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(spot["x"] - 10, spot["y"] - 10, steps=6)
    expect(page.locator(".ghost.snapped")).to_be_visible()
    page.mouse.up()
    hands.expect_tile(page, name)


def test_a_finger_drags_a_tile_too(visits: Visits, running: Server) -> None:
    staged = running.stage(3, several_spots, people=PAIR)
    page = sit_down(visits(staged.guests[1], viewport=PHONE, touch=True), staged)
    name = hands.with_options(page, 2)
    held = hands.tile(page, name).bounding_box()
    assert held is not None
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        finger.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]},
        )

    x, y = held["x"] + held["width"] / 2, held["y"] + held["height"] / 2
    touch("touchStart", (x, y))
    touch("touchMove", (x, y - 20))
    touch("touchMove", (x, y - 60))
    expect(page.locator(".ghost")).to_be_visible()
    spot = page.locator(".layout:visible .pic-offered").first.bounding_box()
    assert spot is not None
    at = spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2
    touch("touchMove", at)
    expect(page.locator(".ghost.snapped")).to_be_visible()
    touch("touchEnd")
    hands.expect_tile(page, name)


def test_escape_ends_a_choice_and_gives_the_focus_back(visits: Visits, running: Server) -> None:
    staged = running.stage(3, several_spots, people=PAIR)
    page = sit_down(visits(staged.guests[1]), staged)
    name = hands.with_options(page, 2)
    hands.tile(page, name).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(hands.options(page).first).to_be_focused()
    page.keyboard.press("Escape")
    expect(hands.options(page)).to_have_count(0)
    expect(hands.tile(page, name)).to_be_focused()


def test_the_focus_goes_on_after_a_draw_and_after_a_placement(
    visits: Visits, running: Server
) -> None:
    staged = running.stage(3, lambda table: turn(table, Draw, 4, 2), people=PAIR)
    page = sit_down(visits(staged.guests[1]), staged)
    _tab_to(page, ".actions button")
    while page.locator(".actions button.draw").count():
        before = hands.number(page)
        expect(page.locator(".actions button.draw")).to_be_focused()
        page.keyboard.press("Enter")
        hands.past(page, before)
    if page.locator(".held.drawn").count():
        expect(page.locator(".held.drawn")).to_be_focused()
        before = hands.number(page)
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        if hands.options(page).count() > 1:
            page.keyboard.press("Enter")
        hands.past(page, before)
        assert page.evaluate("document.activeElement.matches('.held')")


def test_one_press_chooses_and_places_nothing(visits: Visits, running: Server) -> None:
    staged = running.stage(7, fits_once, people=PAIR)
    page = sit_down(visits(staged.guests[1]), staged)
    name = hands.with_options(page, 1, 1)
    hands.tile(page, name).click()
    expect(hands.options(page)).to_have_count(1)
    expect(page.locator(".layout:visible .pic-offered")).to_have_count(1)
    expect(hands.placed(page, name)).to_have_count(0)


def test_a_double_press_places_once(visits: Visits, running: Server) -> None:
    staged = running.stage(7, fits_once, people=PAIR)
    page = sit_down(visits(staged.guests[1]), staged)
    name = hands.with_options(page, 1, 1)
    posts = []
    page.on("request", lambda request: posts.append(request) if request.method == "POST" else None)
    hands.tile(page, name).click(click_count=4)
    hands.expect_tile(page, name)
    assert len(posts) == 1
    # The opponent is a person who has not moved, so nothing but the one placement has come.
    assert hands.number(page) == staged.table.number + 1


def test_a_press_that_comes_late_is_refused_kindly(visits: Visits, running: Server) -> None:
    staged = running.stage(7, fits_once, people=PAIR)
    late = sit_down(visits(staged.guests[1], script=False), staged)
    page = sit_down(visits(staged.guests[1]), staged)
    hands.place_by_press(page)
    hands.past(page, staged.table.number)
    hands.submit(late.locator(".held.playable").last)
    if late.locator("#choose").count():
        hands.submit(late.locator("#choose button[name=action]").first)
    expect(late.locator("#notice")).not_to_be_empty()
    expect(late.locator(".live")).to_have_attribute("data-number", str(staged.table.number + 1))


def test_a_late_press_with_script_tells_why_and_shows_the_present(
    visits: Visits, running: Server
) -> None:
    staged = running.stage(7, fits_once, people=PAIR)
    late = sit_down(visits(staged.guests[1]), staged)
    page = sit_down(visits(staged.guests[1], script=False), staged)
    # The late page hears nothing: its stream and its fragments are cut off.
    late.route("**/events*", lambda route: route.abort())
    late.route("**/fragment*", lambda route: route.abort())
    late.reload()
    name = hands.with_options(page, 1, 1)
    hands.tile(page, name).click()
    late.unroute("**/fragment*")
    other = late.locator(f'.held.playable:not([data-tile="{name}"])').first
    pressed = other if other.count() else hands.tile(late, name)
    pressed.click()
    hands.options(late).first.click()
    if other.count():
        expect(late.locator("#message")).to_be_visible()
    hands.expect_tile(late, name)


def test_a_long_hand_is_scrolled_to_the_tile_that_fits(visits: Visits, running: Server) -> None:
    staged = running.stage(24, lambda table: hand_of(table, 14), people=PAIR)
    page = sit_down(visits(staged.guests[1], viewport=PHONE, touch=True), staged)
    playable = page.locator(".held.playable").first
    expect(playable).to_be_in_viewport(ratio=0.9)
    playable.tap()
    expect(hands.options(page).first).to_be_visible()
