"""The referee's sheet in a browser: whole games, mistakes of the table, and everybody's needs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Response, ViewportSize, expect

from sniffi.record import GameRecord, loads, verify
from sniffi.referee import SheetEntry
from sniffi.referee.facts import Block, Fact, GoesOut, Holds, Passes, Scores, Starts
from sniffi.rules import Ending, Game, GameView
from tests.e2e import sheets
from tests.e2e.conftest import Visits
from tests.e2e.stage import LAPTOP, PHONE, Server
from tests.e2e.test_everybody import faults
from tests.referee.made import facts_of, head, played, scores_of, written
from tests.referee.test_laid import OPENED, leftover, places

pytestmark = pytest.mark.e2e
MOST_BYTES = 150_000
TOUCH = 44
SIZES = pytest.mark.parametrize("viewport", [PHONE, LAPTOP], ids=["phone", "laptop"])


def won_in_mid_round(players: int, target: int) -> tuple[Game, int]:
    """A short game of two rounds or more that a placement won, with tiles left in all hands."""
    for seed in range(1000):
        game = played(players, seed, target)
        if game.round is None or not 2 <= game.round.number <= 3 or len(game.events) > 60:
            continue
        if game.round.result and game.round.result.ending is Ending.WIN and all(game.round.hands):
            return game, seed
    raise AssertionError("no such game")


def opened(page: Page, running: Server, entries: tuple[SheetEntry, ...]) -> str:
    address = sheets.staged(running, entries)
    page.goto(address)
    return address


@SIZES
def test_a_whole_game_of_two_told_tile_by_tile_and_won_in_mid_round(
    viewport: ViewportSize, visits: Visits
) -> None:
    game, seed = won_in_mid_round(2, 40)
    page = visits(viewport=viewport, touch=viewport is PHONE).new_page()
    sheets.begin(page, "Aino", "Eero", target=40)
    taps = sheets.tell_all(page, facts_of(game.events))
    assert max(taps) <= 2, seed
    expect(page.locator("#sheet")).to_have_attribute("data-state", "over")
    sheets.expect_scores(page, *game.scores)
    (again,) = loads(sheets.record(page))
    assert isinstance(again, GameRecord)
    replayed = again.game()
    assert isinstance(replayed, GameView)
    assert (replayed.scores, replayed.winner) == (game.scores, game.winner), seed
    assert verify(again) is not None


@SIZES
def test_a_block_with_four_and_every_hand_on_its_own(
    viewport: ViewportSize, visits: Visits, running: Server
) -> None:
    told, hands, seed = leftover(4, Ending.BLOCK)
    facts: list[Fact] = [line.fact for line in told.lines if not isinstance(line.fact, Block)]
    page = visits(viewport=viewport, touch=viewport is PHONE).new_page()
    opened(page, running, written(head(4, target=500), facts))
    # One press tells the block: the page knows that nobody can place.
    sheets.tell(page, Block())
    position = told.position
    for hand in hands:
        position, _ = position.after(hand)
        sheets.tell(page, hand)
    sheets.expect_scores(page, *position.scores)
    # After a block a new lot is drawn, here on the screen.
    expect(page.locator("#sheet"), str(seed)).to_have_attribute("data-state", "lot")
    while page.get_attribute("#sheet", "data-state") == "lot":
        sheets.press(page, "button[value=lot-on-screen]")
    assert page.locator(".sheet-lot .draws li").count() >= 4
    expect(page.locator(".sheet-lot .outcome").last).to_be_visible()


def test_scores_alone_and_a_sum_that_is_asked_about(visits: Visits) -> None:
    page = visits(viewport=PHONE, touch=True).new_page()
    sheets.begin(page, "Aino", "Eero", way="scores", target=30)
    sheets.tell_all(page, [Starts(1), Scores(1, 15), Scores(2, 0)])
    page.fill("#other-total", "14")
    page.click(".other-sum button")
    expect(page.locator("#question")).to_contain_text("14")
    page.click("#question a.button")
    sheets.expect_scores(page, 15, 0)
    page.fill("#other-total", "50")
    page.click(".other-sum button")
    sheets.press(page, "#question button")
    sheets.expect_scores(page, 15, 0)
    expect(page.locator(".lines li").first).to_contain_text("50")
    # Going out, the other's hand by its pips, and the win at once.
    page.click("details[data-keep=ending] summary")
    sheets.press(page, "details[data-keep=ending] .people button[value='2']")
    sheets.tell(page, Holds(1, (), 13))
    sheets.expect_scores(page, 0, 0)
    expect(page.locator(".what")).to_contain_text("Eero")
    sheets.tell(page, Scores(2, 30))
    expect(page.locator("#sheet")).to_have_attribute("data-state", "over")


def test_a_block_in_scores_alone_asks_for_its_condition(visits: Visits, running: Server) -> None:
    page = visits(script=False).new_page()
    opened(page, running, written(head(full=False), [Starts(1)]))
    page.click("details[data-keep=ending] summary")
    page.click("details[data-keep=ending] button[value=block]")
    # The browser itself asks for the tick.
    expect(page.locator("#sheet")).to_have_attribute("data-state", "play")
    page.check("input[name=agreed]")
    sheets.press(page, "details[data-keep=ending] button[value=block]")
    expect(page.locator("#sheet")).to_have_attribute("data-state", "hand")


def test_undo_and_redo_across_rounds(visits: Visits, running: Server) -> None:
    page = visits(viewport=PHONE, touch=True).new_page()
    facts: list[Fact] = [Starts(1), Scores(1, 15), GoesOut(1), Holds(2, (), 8), Scores(1, 20)]
    opened(page, running, written(head(full=False), facts))
    seen = [sheets.scores(page)]
    for _ in range(4):
        sheets.undo(page)
        seen.append(sheets.scores(page))
    assert seen == [(35, -10), (15, -10), (15, 0), (15, 0), (0, 0)]
    expect(page.locator(".changed")).to_be_visible()
    for points in reversed(seen[:-1]):
        sheets.redo(page)
        assert sheets.scores(page) == points


def test_an_earlier_entry_is_corrected_and_what_changed_is_told(
    visits: Visits, running: Server
) -> None:
    page = visits(viewport=PHONE, touch=True).new_page()
    facts: list[Fact] = [*OPENED, places("11@14.low", 2), places("66@46.high", 1)]
    opened(page, running, written(head(), facts))
    page.click(".lines li[data-line='4'] a")
    page.select_option("#tile", "45")
    page.click("button.main")
    page.wait_for_selector(".changed")
    sheets.expect_scores(page, 0, 15)
    changed = page.locator(".changed")
    expect(changed).to_contain_text("Ei enää mahdollinen")
    expect(changed).to_contain_text("Pisteitä ennen 15, nyt 0")
    marked = page.locator(".lines li.marked")
    expect(marked).to_have_count(1)
    expect(marked).to_contain_text("[6|6]")
    sheets.undo(page)
    sheets.expect_scores(page, 15, 0)
    expect(page.locator(".lines li.marked")).to_have_count(0)
    # Correcting to what it was changes nothing.
    page.click(".lines li[data-line='5'] a")
    page.click("button.main")
    page.wait_for_selector(".changed")
    sheets.expect_scores(page, 15, 0)


def test_what_is_to_be_told_next_is_in_sight_after_a_press_far_down(visits: Visits) -> None:
    page = visits(viewport=PHONE, touch=True).new_page()
    sheets.begin(page, "Aino", "Eero", "Iida")
    page.click("details[data-keep=lot-tiles] summary")
    for seat, tile in ((1, "56"), (2, "66"), (3, "45")):
        page.select_option(f"#draw{seat}", tile)
    sheets.press(page, "details[data-keep=lot-tiles] button[type=submit]")
    expect(page.locator(".what")).to_contain_text("Eero")
    expect(page.locator(".what")).to_be_in_viewport(ratio=1)
    expect(page.locator(".standing")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    ("full", "fields"),
    [
        (
            True,
            {
                "places": ["seat", "tile", "spot"],
                "draws": ["seat", "count"],
                "passes": ["seat"],
                "block": [],
            },
        ),
        (False, {"scores": ["seat", "total"], "goes-out": ["seat"], "block": ["agreed"]}),
    ],
    ids=["tiles", "sums"],
)
def test_a_correction_asks_for_what_its_kind_of_entry_needs_and_no_more(
    full: bool, fields: dict[str, list[str]], visits: Visits, running: Server
) -> None:
    page = visits(viewport=PHONE, touch=True, script=False).new_page()
    facts: list[Fact] = [Starts(1), places("55", 1) if full else Scores(1, 10)]
    page.goto(f"{sheets.staged(running, written(head(full=full), facts))}/correct/3")
    form = page.locator("main form").first
    shown = form.locator("input:visible, select:visible")
    for kind, wanted in fields.items():
        page.check(f"input[name=what][value={kind}]")
        names = [each.get_attribute("name") or "" for each in shown.all()]
        assert [name for name in names if name not in ("what", "as_was")] == wanted, kind
    if full:
        # What was counted is asked where it did not go by the rules.
        page.check("input[name=what][value=places]")
        expect(page.locator("#total")).to_be_hidden()
        page.check("input[name=as_was]")
        expect(page.locator("#total")).to_be_visible()


def test_a_tile_that_does_not_fit_is_refused_or_kept_as_it_was(
    visits: Visits, running: Server
) -> None:
    page = visits(viewport=PHONE, touch=True, language="en").new_page()
    opened(page, running, written(head(), OPENED))
    page.click("button.cell[value='33']")
    expect(page.locator("#refusal")).to_contain_text("R3.2")
    page.click("#refusal a.button")
    expect(page.locator(".unseen")).to_be_visible()
    page.click("button.cell[value='33']")
    page.fill("#refused-total", "10")
    sheets.press(page, "#refusal button")
    sheets.expect_scores(page, 15, 10)
    expect(page.locator(".aside")).to_contain_text("[3|3]")
    expect(page.locator("button.cell[value='33']")).to_have_count(0)
    expect(page.locator(".lines li.marked")).to_have_count(1)
    text = sheets.record(page)
    assert "scores 15, has 15\n# From here on" in text
    assert loads(text)
    # A pass that the rules refuse is told in a sentence, and can be told as it was all the same.
    page.click("details[data-keep=odd] summary")
    page.check("details[data-keep=odd] input[value=passes]")
    sheets.press(page, "details[data-keep=odd] button")
    expect(page.locator(".what")).to_contain_text("Eero")


def test_watchers_see_it_live_and_learn_no_way_to_write(visits: Visits, running: Server) -> None:
    keeper, watcher = visits().new_page(), visits(viewport=PHONE, touch=True).new_page()
    address = opened(keeper, running, written(head(), OPENED[:3]))
    keeper.goto(f"{address}/links")
    watch = keeper.input_value("#watch-link")
    assert keeper.input_value("#write-link").endswith(address)
    keeper.goto(address)
    watcher.goto(watch)
    assert watcher.locator("#sheet form").count() == 0
    assert address.rpartition("/")[2] not in watcher.content()
    sheets.tap(keeper, "14")
    sheets.expect_scores(watcher, 15, 0)
    assert watcher.request.get(f"{watch}/correct/2").status == 404


def test_a_reload_and_another_phone_show_the_same_and_an_old_press_is_harmless(
    visits: Visits, running: Server
) -> None:
    first, second = visits(script=False).new_page(), visits(viewport=PHONE, script=False).new_page()
    address = opened(first, running, written(head(), OPENED[:3]))
    second.goto(address)
    sheets.tap(first, "14")
    first.reload()
    sheets.expect_scores(first, 15, 0)
    # The second phone's page is old: the same press again does nothing, another one is refused.
    second.click("button.cell[value='14']")
    sheets.expect_scores(second, 15, 0)
    assert sheets.entries(second) == 5
    sheets.undo(first)
    second.click("button.cell[value='01']")
    expect(second.locator("#notice")).to_be_visible()
    sheets.expect_scores(second, 0, 0)


def test_a_round_without_scripts(visits: Visits) -> None:
    game = played(3, 5, 500, most_events=2)
    while game.round is not None and game.round.result is None:
        game = game.act(game.legal_actions()[0])
    page = visits(script=False, viewport=PHONE).new_page()
    sheets.begin(page, "Aino", "Eero", "Iida", target=500)
    sheets.tell_all(page, facts_of(game.events))
    sheets.expect_scores(page, *game.scores)


def test_a_whole_game_by_sums_without_scripts(visits: Visits) -> None:
    game, seed = won_in_mid_round(2, 30)
    page = visits(script=False).new_page()
    sheets.begin(page, "Aino", "Eero", way="scores", target=30)
    for fact in scores_of(game.events):
        if isinstance(fact, Scores) and fact.total % 5:
            continue
        if isinstance(fact, GoesOut):
            page.click("details[data-keep=ending] summary")
            sheets.press(page, f"details[data-keep=ending] .people button[value='{fact.seat}']")
        elif isinstance(fact, Block):
            page.click("details[data-keep=ending] summary")
            page.check("input[name=agreed]")
            sheets.press(page, "details[data-keep=ending] button[value=block]")
        else:
            sheets.tell(page, fact)
    sheets.expect_scores(page, *game.scores)
    expect(page.locator("#sheet"), str(seed)).to_have_attribute("data-state", "over")


def test_a_spot_is_tapped_on_the_picture(visits: Visits, running: Server) -> None:
    page = visits(viewport=PHONE, touch=True).new_page()
    opened(page, running, written(head(), OPENED[:2]))
    before = sheets.entries(page)
    page.click("button.cell[value='46']")
    page.wait_for_selector(".choosing-spot")
    page.locator(".laid-picture [data-port=line_b]").tap()
    sheets.past(page, before)
    expect(page.locator(".lines li").first).to_contain_text("linjalle B")


def test_two_presses_at_once_are_one(visits: Visits, running: Server) -> None:
    page = visits(viewport=PHONE, touch=True).new_page()
    opened(page, running, written(head(), OPENED[:3]))
    page.evaluate(
        """() => {
          const button = document.querySelector("button.cell[value='14']");
          button.click();
          button.click();
        }"""
    )
    sheets.past(page, 4)
    sheets.expect_scores(page, 15, 0)
    assert sheets.entries(page) == 5


def scenes() -> Iterator[tuple[str, tuple[SheetEntry, ...], str, str]]:
    """Name, sheet, what is added to its address, what must be there."""
    full, alone = written(head(4), [Starts(1)]), written(head(3, full=False), [Starts(1)])
    mid = written(head(), [*OPENED, places("33", 2, total=10)])
    told, _, _ = leftover(2, Ending.OUT)
    yield "lot", (head(4),), "", ".people"
    yield "opening", full, "", ".unseen"
    yield "play", mid, "", ".aside"
    blocked, hands, _ = leftover(4, Ending.BLOCK)
    again = [*(line.fact for line in blocked.lines), *hands, Starts(4)]
    yield "next-round", written(head(4, target=500), again), "", ".ended"
    yield "choose", written(head(), OPENED[:2]), "?tile=46", ".choosing-spot"
    yield "refusal", written(head(), OPENED), "?try=33&seat=2", "#refusal"
    yield "hand", written(head(target=500), [line.fact for line in told.lines]), "", ".hand-form"
    yield "scores", alone, "", ".sums"
    yield "question", alone, "?sum=14&seat=1", "#question"
    yield "correct", mid, "/correct/4", "#tile"
    yield (
        "correct-hand",
        written(head(full=False), [Starts(1), Block(), Holds(1, (), 8)]),
        ("/correct/4"),
        "#pips",
    )
    yield "lines", mid, "/lines", ".lines"
    yield "links", mid, "/links", ".qr"
    yield "replay", mid, "/replay", "#replay"
    yield "replay-sums", alone, "/replay", ".scores"
    yield "over", written(head(target=15), OPENED), "", ".winner"


SCENES = {name: (entries, more, there) for name, entries, more, there in scenes()}


@pytest.mark.parametrize("name", SCENES)
def test_axe_finds_nothing(name: str, visits: Visits, running: Server) -> None:
    entries, more, there = SCENES[name]
    address = sheets.staged(running, entries)
    found = []
    for viewport, dark, language in ((PHONE, False, "fi"), (LAPTOP, True, "en")):
        page = visits(viewport=viewport, dark=dark, language=language).new_page()
        page.goto(address + more)
        expect(page.locator(there).first).to_be_visible()
        found += faults(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert found == []


def test_axe_finds_nothing_where_sheets_begin(visits: Visits) -> None:
    for viewport, dark, language in ((PHONE, True, "fi"), (LAPTOP, False, "en")):
        page = visits(viewport=viewport, dark=dark, language=language).new_page()
        page.goto("/")
        page.click("main a[href='/referee']")
        expect(page.locator("#name1")).to_be_visible()
        assert faults(page) == []


@pytest.mark.parametrize("name", ["opening", "play", "choose", "next-round"])
def test_a_phone_has_all_of_a_turn_in_one_window(
    name: str, visits: Visits, running: Server
) -> None:
    entries, more, _ = SCENES[name]
    page = visits(viewport=PHONE, touch=True).new_page()
    page.goto(sheets.staged(running, entries) + more)
    for part in page.locator(".keep > *").all():
        box = part.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= PHONE["height"] + 1, part.get_attribute("class")
    buttons = page.locator(".keep button, .keep select, .keep a.button")
    for button in buttons.all():
        box = button.bounding_box()
        assert box is not None
        assert box["width"] >= TOUCH, button.text_content()
        assert box["height"] >= TOUCH, button.text_content()


def test_pages_are_light(visits: Visits, running: Server) -> None:
    game = played(4, 3, 200)
    facts = list(facts_of(game.events))
    address = sheets.staged(running, written(head(4, target=200), facts[:-3]))
    for path in (address, f"{address}/lines", f"{address}/lines?page=2", "/referee"):
        sizes = weighed(visits().new_page(), path)
        assert sum(sizes.values()) < MOST_BYTES, sizes


def weighed(page: Page, path: str) -> dict[str, int]:
    """The bytes of everything that a page has."""
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    page.goto(path, wait_until="load")
    page.wait_for_selector("main")
    return {answer.url: len(answer.body()) for answer in answers if answer.ok}


def test_the_screen_stays_on_when_its_switch_is_on(visits: Visits, running: Server) -> None:
    context = visits(viewport=PHONE, touch=True)
    # Headless browsers have no screen to keep on; what the page asks for is what counts.
    context.add_init_script(
        """(() => {
          const lock = new EventTarget();
          lock.released = false;
          lock.release = async () => { lock.released = true; };
          Object.defineProperty(navigator, "wakeLock", {
            value: { request: async (kind) => { window.asked = kind; return lock; } },
          });
        })()"""
    )
    page = context.new_page()
    opened(page, running, written(head(), OPENED))
    switch = page.locator("#wake")
    expect(switch).to_have_attribute("aria-checked", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "true")
    assert page.evaluate("window.asked") == "screen"
    # It stays where it is, and on, when something is written.
    sheets.press(page, ".draws-button")
    expect(switch).to_have_attribute("aria-checked", "true")
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "false")


def test_everybody_passing_in_turn_tells_a_block(visits: Visits, running: Server) -> None:
    told, _, _ = leftover(3, Ending.BLOCK)
    facts: list[Fact] = [line.fact for line in told.lines if not isinstance(line.fact, Block)]
    page = visits(viewport=PHONE, touch=True).new_page()
    opened(page, running, written(head(3, target=500), facts))
    sheets.tell_all(page, [Passes(1), Passes(2), Passes(3)])
    expect(page.locator("#sheet")).to_have_attribute("data-state", "hand")
