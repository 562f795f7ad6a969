"""Other browsers see at once what happens, and whoever was away comes back to just the present."""

from __future__ import annotations

import signal
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from sniffi.rules import Place
from sniffi.tables.settings import Settings
from sniffi.tables.table import Table
from sniffi.web.watching import WatchLinks
from tests.e2e import hands
from tests.e2e.conftest import HEARTBEAT, Visits
from tests.e2e.screenshots import PAIR, at_once, several_spots, turn
from tests.e2e.stage import Server, Staged, sit_down, visit

pytestmark = pytest.mark.e2e
BEGUN = 7
"""A seed whose round goes on for a while."""


def begun(table: Table) -> bool:
    return turn(table, Place, 3)


def two(visits: Visits, running: Server) -> tuple[Staged, Page, Page]:
    """A table with two people, and the pages of both; it is the first one's turn."""
    staged = running.stage(BEGUN, begun, people=PAIR)
    first, second = (sit_down(visits(staged.guests[seat]), staged) for seat in (1, 2))
    return staged, first, second


def move(page: Page) -> int:
    """Make a move, draws first when there must be some; how many entries there are then."""
    assert hands.until_yours(page)
    while page.locator(".actions button.draw").count():
        before = hands.number(page)
        page.locator(".actions button.draw").click()
        hands.past(page, before)
    before = hands.number(page)
    hands.place_by_press(page)
    hands.past(page, before)
    return hands.number(page)


def shows(page: Page, number: int) -> None:
    expect(hands.live(page)).to_have_attribute("data-number", str(number))


def told(page: Page) -> list[int]:
    """The numbers of the events that were told to a screen reader since the page was loaded."""
    lines = page.locator("#told p[data-n]").all()
    return [int(line.get_attribute("data-n") or 0) for line in lines]


def tells(page: Page, number: int) -> None:
    """Wait until that event is told."""
    page.locator(f'#told p[data-n="{number}"]').wait_for(state="attached")


def test_two_browsers_see_each_others_moves(visits: Visits, running: Server) -> None:
    _, first, second = two(visits, running)
    shows(second, move(first))
    shows(first, move(second))
    assert told(first) == told(second)
    assert len(told(first)) == len(set(told(first))) > 0


def test_the_heading_and_the_links_are_those_of_the_table_now(
    visits: Visits, running: Server
) -> None:
    staged = running.stage(1, at_once, people={1: "Aino"}, settings=Settings.of(2))
    first = sit_down(visits(staged.guests[1], language="en"), staged)
    second = sit_down(visits(language="en"), staged)
    for page in (first, second):
        expect(page.locator("h1")).to_have_text("Table: Aino and Seat 2")
        expect(page.locator("#invite-link")).to_be_visible()
    expect(second.locator("a[href$='/device'], form[action$='/leave']")).to_have_count(0)
    second.locator(".sit input[name=name]").fill("Eero")
    second.locator(".sit button").click()
    for page in (first, second):
        expect(page.locator("h1")).to_have_text("Table: Aino and Eero")
        expect(page.locator("#invite-link")).to_have_count(0)
        expect(page.locator(".links a[href$='/device']")).to_have_count(1)
        expect(page.locator(".links form[action$='/leave']")).to_have_count(1)
        expect(page.locator(".links a[download]")).to_have_count(1)


def test_what_happened_last_is_in_sight_wherever_its_list_was_scrolled(
    visits: Visits, running: Server
) -> None:
    _, first, second = two(visits, running)
    recent = second.locator(".recent")
    recent.evaluate("part => part.scrollTo(0, part.scrollHeight)")
    assert recent.evaluate("part => part.scrollTop") > 0
    shows(second, move(first))
    expect(recent.locator("li").first).to_be_in_viewport(ratio=1)


def test_a_spectator_sees_moves_and_no_hand(visits: Visits, running: Server) -> None:
    staged, first, _ = two(visits, running)
    page = visits().new_page()
    page.goto(watch_path(running, staged))
    shows(page, move(first))
    assert page.locator(".held").count() == 0
    seen = set(page.locator("[data-tile]").evaluate_all("all => all.map(e => e.dataset.tile)"))
    on_table = set(
        first.locator(".layout [data-tile]").evaluate_all("all => all.map(e => e.dataset.tile)")
    )
    assert seen == on_table


def test_the_focus_and_a_half_made_choice_stay_when_others_move(
    visits: Visits, running: Server
) -> None:
    staged, first, second = two(visits, running)
    hands.tile(second, second.locator(".held").last.get_attribute("data-tile") or "").focus()
    focused = second.evaluate("document.activeElement.dataset.tile")
    shows(second, move(first))
    assert second.evaluate("document.activeElement.dataset.tile") == focused
    assert hands.until_yours(second)
    assert second.evaluate("document.activeElement.dataset.tile") == focused
    # Somebody else's coming and going makes the page new and leaves a choice as it is.
    name = hands.first_playable(second) if second.locator(".held.playable").count() else None
    if name is not None:
        hands.tile(second, name).click()
        first.context.close()
        expect(second.locator(".seat.away")).to_have_count(1)
        expect(hands.options(second).first).to_be_visible()
        expect(hands.tile(second, name)).to_have_attribute("aria-current", "true")
    assert staged.table.number < hands.number(second)


def test_what_was_missed_is_told_once_after_a_reload(visits: Visits, running: Server) -> None:
    staged, first, second = two(visits, running)
    number = move(first)
    tells(second, number)
    before = told(second)
    second.reload()
    shows(second, number)
    second.goto("/help")
    number = move_for(staged, visits)
    second.goto(staged.path)
    shows(second, number)
    tells(second, number)
    after = told(second)
    assert after == list(range(after[0], number + 1))
    assert not set(before) & set(after)
    second.reload()
    shows(second, number)
    # The next event is told alone: what was told before is not told again.
    number = move_for(staged, visits)
    tells(second, number)
    assert told(second) == list(range(after[-1] + 1, number + 1))


def move_for(staged: Staged, visits: Visits) -> int:
    """A move by whoever's turn it is, from a browser without script that comes and goes."""
    for seat in staged.guests:
        page = sit_down(visits(staged.guests[seat], script=False), staged)
        while page.locator(".live[data-your-turn]").count():
            forced = page.locator(".actions button.draw, .actions button.pass")
            if forced.count():
                hands.submit(forced)
                continue
            hands.submit(page.locator(".held.playable").first)
            if page.locator("#choose").count():
                hands.submit(page.locator("#choose button[name=action]").first)
            return hands.number(page)
        page.close()
    raise AssertionError("it is nobody's turn")


def test_a_second_tab_shares_the_stream(visits: Visits, running: Server) -> None:
    staged, first, second = two(visits, running)
    other = second.context.new_page()
    streams: list[str] = []
    other.on(
        "request", lambda request: streams.append(request.url) if "/events" in request.url else None
    )
    with other.expect_event("requestfailed", lambda request: "/events" in request.url):
        # It asks once what came between the page and the first message from the other tab,
        # and hangs up.
        other.goto(staged.path)
    number = move(first)
    shows(second, number)
    shows(other, number)
    assert told(other)[-1] == number
    assert len(streams) == 1
    # The tab that had the stream goes; the other one takes it.
    second.close()
    shows(other, move(other))
    shows(other, move(first))
    assert len(streams) > 1


def test_ten_tabs_of_one_browser_stay_live(visits: Visits, running: Server) -> None:
    mine = visits()
    tabs = []
    for seed in range(BEGUN, BEGUN + 10):
        staged = running.stage(seed, begun, people=PAIR)
        # Each tab has its own table; they share the browser's six connections.
        page = mine.new_page()
        page.goto(watch_path(running, staged))
        tabs.append((staged, page))
    numbers = [move_for(staged, visits) for staged, _ in tabs]
    for (_, page), number in zip(tabs, numbers, strict=True):
        shows(page, number)


def watch_path(running: Server, staged: Staged) -> str:
    return f"/w/{WatchLinks(running.secret).of(staged.id)}"


def test_a_stream_that_died_without_a_word_is_opened_again(visits: Visits, running: Server) -> None:
    staged = running.stage(BEGUN, begun, people=PAIR)
    context = visits(staged.guests[2])
    held: list[Route] = []

    def hold_the_first(route: Route) -> None:
        if held:
            route.continue_()
        else:
            # It is neither answered nor refused.
            held.append(route)

    context.route("**/events*", hold_the_first)
    page = sit_down(context, staged)
    page.wait_for_function("() => document.documentElement.classList.contains('scripted')")
    number = move_for(staged, visits)
    shows(page, number)
    tells(page, number)
    assert told(page).count(number) == 1


def test_a_page_that_slept_comes_back(visits: Visits, running: Server) -> None:
    staged, first, second = two(visits, running)
    number = move(first)
    tells(second, number)
    sleep = second.context.new_cdp_session(second)
    sleep.send("Page.setWebLifecycleState", {"state": "frozen"})
    second.context.set_offline(True)
    number = move_for(staged, visits)
    second.context.set_offline(False)
    sleep.send("Page.setWebLifecycleState", {"state": "active"})
    shows(second, number)
    tells(second, number)
    assert len(told(second)) == len(set(told(second)))


def test_a_lost_network_is_told_and_mended(visits: Visits, running: Server) -> None:
    staged, first, second = two(visits, running)
    second.context.set_offline(True)
    second.evaluate("window.dispatchEvent(new Event('online'))")
    expect(second.locator("#message")).to_be_visible()
    number = move_for(staged, visits)
    second.context.set_offline(False)
    shows(second, number)
    expect(second.locator("#message")).to_be_hidden()
    assert first.locator(".live").count() == 1


def test_a_lost_network_is_told_soon_and_a_blip_is_not(visits: Visits, running: Server) -> None:
    _, _, second = two(visits, running)
    second.evaluate("""() => {
        const message = document.getElementById("message");
        window.shown = [];
        const note = () => window.shown.push(!message.hidden);
        new MutationObserver(note).observe(message, { attributes: true });
    }""")
    for _ in range(3):
        second.context.set_offline(True)
        second.wait_for_timeout(300)
        second.context.set_offline(False)
        second.wait_for_timeout(300)
    assert True not in second.evaluate("window.shown")
    second.context.set_offline(True)
    expect(second.locator("#message")).to_be_visible()
    second.context.set_offline(False)
    expect(second.locator("#message")).to_be_hidden()


def test_only_one_of_the_tabs_beats_and_not_often(visits: Visits, running: Server) -> None:
    staged = running.stage(BEGUN, begun, people=PAIR)
    context = visits(staged.guests[1])
    beats: list[str] = []
    context.on("request", lambda one: beats.append(one.url) if "/beat" in one.url else None)
    pages = [sit_down(context, staged)]
    with pages[0].expect_response("**/beat*"):
        pass
    pages += [sit_down(context, staged) for _ in range(3)]
    expect(pages[-1].locator("#message")).to_be_hidden()
    # One as the stream opened, and one for each time that another tab hid the first.
    assert len(beats) <= len(pages)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL], ids=["stopped", "killed"])
def test_a_server_that_starts_again_goes_on(browser: Browser, how: signal.Signals) -> None:
    with TemporaryDirectory() as folder, Server(Path(folder), "--heartbeat", HEARTBEAT) as own:
        staged = own.stage(BEGUN, several_spots, people=PAIR)
        contexts = [visit(browser, own, staged.guests[seat]) for seat in (1, 2)]
        first, second = (sit_down(context, staged) for context in contexts)
        number = move(first)
        tells(second, number)
        before = told(second)
        own.stop(how)
        own.start()
        shows(second, number)
        number = move(second)
        shows(first, number)
        tells(second, number)
        after = told(second)
        assert after[: len(before)] == before
        assert after == list(range(after[0], number + 1))
        for context in contexts:
            context.close()


LISTEN = """() => {
  window.notes = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    window.notes.push(this.frequency.value);
    return start.apply(this, when);
  };
}"""


def test_sounds_are_off_until_asked_for_and_never_repeated(visits: Visits, running: Server) -> None:
    staged = running.stage(BEGUN, begun, people=PAIR)
    context = visits(staged.guests[2])
    context.add_init_script(f"({LISTEN})()")
    page = sit_down(context, staged)
    number = move_for(staged, visits)
    tells(page, number)
    assert page.evaluate("window.notes") == []
    page.locator('.site a[href="/help"]').click()
    page.locator('#settings input[name="sound"]').check()
    page.keyboard.press("Escape")
    # One note of the placing that the setting lets one hear.
    assert len(page.evaluate("window.notes")) == 1
    other = sit_down(context, staged)
    move(page)
    number = move_for(staged, visits)
    tells(page, number)
    tells(other, number)
    page.wait_for_function("() => window.notes.length >= 3")
    assert other.evaluate("window.notes") == []
    page.reload()
    number = move_for(staged, visits)
    tells(page, number)
    assert len(page.evaluate("window.notes")) <= 3
