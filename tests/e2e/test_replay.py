"""Replays in a browser: files, steps by keys and without scripts, one's own games, one's name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Page, ViewportSize, expect

from sniffi.record import dumps, loads
from sniffi.rules import Dealt
from sniffi.tables.settings import Settings
from sniffi.tables.table import Table
from sniffi.web.watching import WatchLinks
from tests.e2e.conftest import Visits
from tests.e2e.stage import LAPTOP, PHONE, Server, Staged
from tests.e2e.test_everybody import faults
from tests.web.test_replay import partly_known, recorded

pytestmark = pytest.mark.e2e
SIZES = pytest.mark.parametrize("viewport", [PHONE, LAPTOP], ids=["phone", "laptop"])
MOST_BYTES = 150_000
TOUCH = 44
PEOPLE = {2: {1: "Aino", 2: "Väinö"}, 4: {1: "Aino", 2: "Väinö", 3: "Maija", 4: "Pekka"}}


def over(table: Table) -> bool:
    return table.seed is not None


def staged(running: Server, players: int = 2, seed: int = 5) -> Staged:
    """A table whose game is over."""
    return running.stage(
        seed,
        over,
        people=PEOPLE[players],
        settings=Settings.of(players, 60, pace="quick"),
    )


def replay_of(running: Server, table: Staged) -> str:
    return f"/replay/game/{WatchLinks(running.secret).of(table.id)}"


def bring(page: Page, *texts: str, name: str = "games.sniff") -> None:
    page.goto("/replay")
    payload = FilePayload(name=name, mimeType="text/plain", buffer="".join(texts).encode())
    page.set_input_files("#file", payload)
    page.locator("form[data-bring] button").click()


def ready(page: Page) -> None:
    """Wait until keys are listened to: the script has put the player where the steps are."""
    expect(page.locator("#replay [data-player]")).to_be_visible()


def expect_at(page: Page, n: int) -> None:
    expect(page.locator("#replay")).to_have_attribute("data-n", str(n))
    expect(page.locator("[aria-current='step']")).to_have_attribute("value", str(n))


def no_wider_than_the_window(page: Page) -> bool:
    return bool(
        page.evaluate(
            "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        )
    )


@SIZES
def test_a_good_file_is_stepped_through_by_keys(viewport: ViewportSize, visits: Visits) -> None:
    record = recorded()
    page = visits(viewport=viewport, touch=viewport is PHONE, language="en").new_page()
    bring(page, dumps([record]))
    ready(page)
    expect_at(page, 1)
    last = len(record.events)
    second = [n for n, e in enumerate(record.events, 1) if isinstance(e, Dealt)][1]
    for key, n in (
        ("ArrowRight", 2),
        ("ArrowRight", 3),
        ("ArrowLeft", 2),
        ("PageDown", second),
        ("PageUp", 1),
        ("End", last),
        ("ArrowRight", last),
        ("ArrowLeft", last - 1),
        ("Home", 1),
    ):
        page.keyboard.press(key)
        expect_at(page, n)
        # The address, the title and what is told go along.
        if not (key == "ArrowRight" and n == last):
            expect(page).to_have_url(re.compile(rf"at={n}$"))
            expect(page.locator("#heard")).to_contain_text(f"event {n} of {last}")
            assert f"event {n} of {last}" in page.title()
    # Keys that come quicker than pages are all taken.
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowLeft", "Home"):
        page.keyboard.press(key)
    page.keyboard.press("ArrowRight")
    expect_at(page, 2)
    page.keyboard.press("Home")
    expect_at(page, 1)
    expect(page.locator("#link")).to_have_value(re.compile(r"at=1$"))
    assert faults(page) == []


@SIZES
def test_a_step_keeps_the_focus_and_the_finger(viewport: ViewportSize, visits: Visits) -> None:
    page = visits(viewport=viewport).new_page()
    bring(page, dumps([recorded()]))
    ready(page)
    step = page.locator("a[data-step='next']")
    step.scroll_into_view_if_needed()
    before = step.bounding_box()
    step.click()
    expect_at(page, 2)
    step.click()
    expect_at(page, 3)
    assert page.evaluate("document.activeElement.dataset.step") == "next"
    assert step.bounding_box() == before
    for box in [each.bounding_box() for each in page.locator(".steps :is(a, .off)").all()]:
        assert box is not None
        assert min(box["width"], box["height"]) >= TOUCH
    page.locator("[data-view='2']").click()
    expect(page.locator("[data-view='2']")).to_have_attribute("aria-current", "true")
    expect(page).to_have_url(re.compile(r"at=3&view=2$"))
    expect(page.locator(".unknown").first).to_be_visible()


def test_it_plays_by_itself_until_it_is_stopped_or_over(visits: Visits) -> None:
    page = visits(language="en").new_page()
    record = recorded(target=20)
    bring(page, dumps([record]))
    ready(page)
    page.locator("[data-speed]").select_option("300")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("button", name="Pause")).to_be_focused()
    expect(page.locator("#replay")).to_have_attribute("data-n", re.compile(r"^([4-9]|\d\d)$"))
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    expect_at(page, len(record.events) - 1)
    page.get_by_role("button", name="Play").click()
    expect_at(page, len(record.events))
    expect(page.get_by_role("button", name="Play")).to_be_visible()


@pytest.mark.parametrize("language", ["fi", "en"])
@SIZES
def test_everything_works_without_scripts(
    viewport: ViewportSize, language: str, visits: Visits
) -> None:
    page = visits(viewport=viewport, language=language, script=False).new_page()
    record = recorded(3, 5)
    bring(page, dumps([record]))
    assert page.locator("html").get_attribute("lang") == language
    expect(page.locator("[data-player]")).to_be_hidden()
    page.locator("a[data-step='next']").click()
    page.locator("a[data-step='next']").click()
    expect_at(page, 3)
    page.locator("[data-view='3']").click()
    expect_at(page, 3)
    expect(page.locator(".unknown").first).to_be_visible()
    page.locator("#jump").fill("9")
    page.locator(".jump button").click()
    expect_at(page, 9)
    expect(page.locator("[data-view='3']")).to_have_attribute("aria-current", "true")
    page.locator("[data-view='open']").click()
    expect(page.locator(".unknown")).to_have_count(0)
    page.locator("a[data-step='round-on']").click()
    page.locator("a[data-step='last']").click()
    expect_at(page, len(record.events))
    with page.expect_download() as download:
        page.locator("a[href$='/record.sniff']").click()
    assert loads(Path(download.value.path()).read_bytes()) == [record]
    page.locator("a.more[href$='/events']").click()
    page.locator(".told a").first.click()
    expect_at(page, 1)


@SIZES
def test_broken_and_mixed_files(viewport: ViewportSize, visits: Visits) -> None:
    good = [dumps([recorded(seed=seed)]) for seed in (1, 2)]
    for language, line in (("fi", "Rivi"), ("en", "Line")):
        page = visits(viewport=viewport, language=language).new_page()
        bring(page, '[Sniffi "1"]\n[Players "9"]\n')
        expect(page.locator(".faults li").first).to_contain_text(f"{line} 2")
        assert faults(page) == []
        broken = good[1].replace("deal, ", "dealt, ", 1)
        bring(page, good[0], broken)
        expect(page.locator(".own-games li")).to_have_count(1)
        expect(page.locator(".faults li").first).to_contain_text(re.compile(rf"{line} \d+"))
        assert faults(page) == []
        assert no_wider_than_the_window(page)
        page.locator(".own-games a").click()
        expect_at(page, 1)
        bring(page, '{"format": "sniffi",\n "version": 2}', name="a.json")
        expect(page.locator(".faults li").first).to_contain_text(f"{line} ")


def test_a_file_that_is_let_fall_on_the_page_is_shown(visits: Visits) -> None:
    page = visits().new_page()
    page.goto("/replay")
    text = dumps([recorded()])
    dropped = page.evaluate_handle(
        """text => {
            const data = new DataTransfer();
            data.items.add(new File([text], "a.sniff", {type: "text/plain"}));
            return data;
        }""",
        text,
    )
    page.dispatch_event("main", "dragover", {"dataTransfer": dropped})
    page.dispatch_event("main", "drop", {"dataTransfer": dropped})
    expect_at(page, 1)


@SIZES
def test_a_partly_known_game_shows_what_is_not_known(
    viewport: ViewportSize, visits: Visits
) -> None:
    page = visits(viewport=viewport, language="en", dark=True).new_page()
    bring(page, dumps([partly_known(recorded(3, 5))]))
    ready(page)
    page.keyboard.press("ArrowRight")
    expect_at(page, 2)
    expect(page.locator(".unknown")).to_have_count(18)
    expect(page.locator(".game-head")).to_contain_text("Not all tiles were written down")
    assert faults(page) == []
    assert no_wider_than_the_window(page)


@SIZES
def test_from_the_end_of_a_game_to_its_replay_and_ones_own_games(
    viewport: ViewportSize, visits: Visits, running: Server
) -> None:
    table = staged(running)
    page = visits(table.guests[1], viewport=viewport, touch=viewport is PHONE).new_page()
    page.goto(table.path)
    page.locator("a.replay").click()
    expect_at(page, 1)
    assert page.url.endswith(replay_of(running, table))
    page.goto(f"{table.path}/history")
    page.locator("a[href$='/replay']").last.click()
    expect_at(page, 1)
    page.goto("/")
    page.locator("header a[href='/replay']").click()
    expect(page.locator(".own-games")).to_contain_text("Väinö")
    page.locator("a[href='/replay/mine']").click()
    page.locator(".own-games a").first.click()
    expect_at(page, 1)


@pytest.mark.parametrize("script", [True, False], ids=["scripts", "no-scripts"])
def test_a_name_is_removed_after_a_form(script: bool, visits: Visits, running: Server) -> None:
    table = staged(running, seed=8)
    address = replay_of(running, table)
    page = visits(table.guests[1], script=script, language="en").new_page()
    page.goto(address)
    expect(page.locator("h1")).to_have_text("Aino – Väinö")
    page.locator("a[href^='/replay/forget']").click()
    page.locator("input[name=sure]").check()
    page.locator(".forget button").click()
    expect(page.locator("#notice")).to_contain_text("Your name was removed from one game.")
    other = visits(script=script).new_page()
    other.goto(address)
    expect(other.locator("h1")).to_have_text("Poistettu – Väinö")
    assert "Aino" not in other.content()
    expect(other.locator(".mark.fine")).to_be_visible()


@pytest.mark.parametrize(
    ("viewport", "dark"), [(PHONE, False), (LAPTOP, True)], ids=["phone-light", "laptop-dark"]
)
def test_pages_are_small_fit_the_window_and_axe_finds_nothing(
    viewport: ViewportSize, dark: bool, visits: Visits, running: Server
) -> None:
    table = staged(running, 4, 6)
    assert table.table.game is not None
    base, last = replay_of(running, table), len(table.table.game.events)
    page = visits(table.guests[1], viewport=viewport, dark=dark).new_page()
    for address in (
        "/replay",
        "/replay/mine",
        "/replay/forget",
        base,
        f"{base}?at={last}",
        f"{base}?at={last // 2}&view=3",
        f"{base}/events",
        f"{base}/check",
    ):
        answer = page.goto(address)
        assert answer is not None
        assert answer.status == 200
        assert len(answer.body()) < MOST_BYTES
        assert faults(page) == [], address
        assert no_wider_than_the_window(page), address
