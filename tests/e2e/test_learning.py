"""The place to learn in a browser: steps by keys and by links, exercises, the day's, the sheets."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Response, ViewportSize, expect

from sniffi.learn.kinds import KINDS
from sniffi.learn.rule_pages import RULE_PAGES
from sniffi.learn.seeds import exercise_of_day
from sniffi.web.learning.exercising import this_day
from sniffi.words import Words
from tests.e2e.conftest import Visits, Watch
from tests.e2e.stage import LAPTOP, PHONE, Server, visit
from tests.e2e.test_everybody import LARGE_TEXT, faults
from tests.e2e.test_pages import MOST_BYTES

pytestmark = pytest.mark.e2e

SCREENS = pytest.mark.parametrize("viewport", [PHONE, LAPTOP], ids=["phone", "laptop"])
LANGUAGES = pytest.mark.parametrize("language", ["fi", "en"])
FINNISH_PHONE_ENGLISH_LAPTOP = pytest.mark.parametrize(
    ("viewport", "language"), [(PHONE, "fi"), (LAPTOP, "en")], ids=["phone-fi", "laptop-en"]
)
WRONG_NUMBER = "998"
ADDRESSES = [
    "/learn",
    *(f"/learn/rules/{page.name}" for page in RULE_PAGES),
    "/learn/glossary",
    "/learn/elsewhere",
    "/learn/print/rules",
    "/learn/print/scores?sides=3",
    *(f"/learn/exercises/{kind}/8" for kind in KINDS),
    "/learn/exercises/sum/8?answer=998",
    "/learn/exercises/fits/8?answer=none",
    "/learn/daily",
]


def shown(page: Page, example: str) -> list[str]:
    """The steps of an example that are seen."""
    return [
        str(step.get_attribute("data-step"))
        for step in page.locator(f"#{example} > .step:visible").all()
    ]


@SCREENS
@LANGUAGES
def test_the_arrow_keys_step_through_an_example(
    visits: Visits, viewport: ViewportSize, language: str
) -> None:
    page = visits(viewport=viewport, language=language).new_page()
    page.goto("/learn/rules/sniff")
    assert shown(page, "branches") == ["1"]
    on = page.locator("#branches .shown .step-on")
    on.focus()
    words = Words(language)
    for number, total in ((2, 14), (3, 15), (4, 13)):
        page.keyboard.press("ArrowRight")
        expect(page.locator(f"#branches-{number}")).to_be_visible()
        assert shown(page, "branches") == [str(number)]
        # What is new is told, and the focus stays on what was pressed.
        expect(page.locator("#branches [data-told]")).to_contain_text(f"= {total}")
        expect(page.locator(f"#branches-{number} .step-on")).to_be_focused()
        assert page.url.endswith(f"#branches-{number}")
    page.keyboard.press("ArrowLeft")
    assert shown(page, "branches") == ["3"]
    assert shown(page, "later") == ["1"], "the other example is left alone"
    page.locator("#branches-3 .step-all").press("Enter")
    assert shown(page, "branches") == ["1", "2", "3", "4", "5", "6"]
    expect(page.get_by_role("link", name=words.say("learn.step-one"))).to_be_focused()
    page.keyboard.press("Enter")
    assert shown(page, "branches") == ["1"]
    for _ in range(9):
        page.keyboard.press("ArrowRight")
    assert shown(page, "branches") == ["6"]


def test_stepping_moves_nothing_under_the_finger(visits: Visits) -> None:
    page = visits(viewport=PHONE, touch=True).new_page()
    page.goto("/learn/rules/sniff")
    page.locator("#later-1 .step-on").scroll_into_view_if_needed()
    places = []
    for number in (1, 2, 3, 4, 5):
        link = page.locator(f"#later-{number} .step-on")
        places.append(link.bounding_box())
        link.tap()
        expect(page.locator(f"#later-{number + 1}")).to_be_visible()
    assert all(each is not None and places[0] is not None for each in places)
    tops = {round(each["y"]) for each in places if each is not None}
    assert max(tops) - min(tops) <= 1, tops


def test_an_address_of_a_step_shows_it(visits: Visits) -> None:
    page = visits().new_page()
    page.goto("/learn/rules/sniff#branches-4")
    assert shown(page, "branches") == ["4"]
    assert shown(page, "later") == ["1"]
    page.goto("/learn/rules/sniff#later")
    page.reload()
    assert len(shown(page, "later")) == 6


@SCREENS
def test_steps_work_by_links_without_a_script(visits: Visits, viewport: ViewportSize) -> None:
    page = visits(viewport=viewport, script=False).new_page()
    page.goto("/learn/rules/sniff")
    assert shown(page, "branches") == ["1"]
    page.locator("#branches-1 .step-on").click()
    assert shown(page, "branches") == ["2"]
    page.locator("#branches-2 .step-on").click()
    assert shown(page, "branches") == ["3"]
    page.locator("#branches-3 .step-back").click()
    assert shown(page, "branches") == ["2"]
    assert shown(page, "later") == ["1"]
    page.locator("#branches-2 .step-all").click()
    assert len(shown(page, "branches")) == 6
    page.locator("#branches .step-one").click()
    assert shown(page, "branches") == ["1"]


def fill(page: Page, kind: str, seed: int, *, right: bool) -> None:
    """Answer the form by the keyboard alone."""
    task = KINDS[kind].task(seed)
    if not task.choices(Words("en")):
        (answer,) = task.right()[0]
        page.locator("#answer").focus()
        page.keyboard.type(answer if right else WRONG_NUMBER)
        page.keyboard.press("Enter")
        return
    values = [choice.value for choice in task.choices(Words("en"))]
    chosen = (
        sorted(task.right()[0])
        if right
        else [next(each for each in values if frozenset({each}) not in task.right())]
    )
    for value in chosen:
        field = page.locator(f'.answer input[value="{value}"]')
        field.focus()
        page.keyboard.press("Space")
        expect(field).to_be_checked()
    page.locator(".answer button").press("Enter")


@FINNISH_PHONE_ENGLISH_LAPTOP
@pytest.mark.parametrize("kind", KINDS)
def test_an_exercise_is_answered_by_keys_right_and_wrong(
    visits: Visits, kind: str, viewport: ViewportSize, language: str
) -> None:
    page = visits(viewport=viewport, language=language).new_page()
    words = Words(language)
    for seed, right in ((21, True), (22, False)):
        page.goto(f"/learn/exercises/{kind}/{seed}")
        expect(page.get_by_role("group").first).to_be_visible()
        fill(page, kind, seed, right=right)
        result = page.locator("#result")
        expect(result).to_be_focused()
        verdict = words.say("learn.right") if right else words.say("learn.wrong", solution="")[:6]
        expect(result).to_contain_text(verdict)
        expect(result.locator("li").first).to_be_visible()
        expect(result).to_have_attribute("role", "status")
    told = words.say("learn.progress", right=1, tried=2)
    expect(page.locator("[data-progress]")).to_have_text(told)
    page.locator(".next").click()
    expect(page).to_have_url(re.compile(rf"/learn/exercises/{kind}/23$"))


@pytest.mark.parametrize("kind", KINDS)
def test_an_exercise_works_without_a_script(visits: Visits, kind: str) -> None:
    page = visits(viewport=PHONE, script=False, language="fi").new_page()
    for seed, right in ((21, True), (22, False)):
        page.goto(f"/learn/exercises/{kind}/{seed}")
        fill(page, kind, seed, right=right)
        expect(page.locator(f"#result.{'right' if right else 'wrong'}")).to_be_visible()
    expect(page.locator("[data-progress]")).to_be_hidden()


def test_only_the_first_answer_counts_and_the_count_can_be_forgotten(visits: Visits) -> None:
    page = visits(language="en").new_page()
    for right in (False, True, True):
        page.goto("/learn/exercises/sum/31")
        fill(page, "sum", 31, right=right)
        expect(page.locator("#result")).to_be_focused()
    expect(page.locator("[data-progress]")).to_have_text("Right 0, answered 1.")
    page.goto("/learn")
    expect(page.locator('[data-progress="sum"]')).to_have_text("Right 0, answered 1.")
    expect(page.locator('[data-progress="fits"]')).to_be_hidden()
    page.locator("[data-forget]").click()
    expect(page.locator('[data-progress="sum"]')).to_be_hidden()
    page.reload()
    expect(page.locator('[data-progress="sum"]')).to_be_hidden()


def test_a_broken_count_begins_anew(visits: Visits) -> None:
    page = visits(language="en").new_page()
    odd = '{"kinds": {"sum": 3, "x": null}, "done": 4, "days": [1]}'
    for kept in ("not JSON", "null", "[]", "7", odd):
        page.goto("/learn")
        page.evaluate("kept => localStorage.setItem('sniffi-learn', kept)", kept)
        page.goto("/learn/exercises/sum/31")
        fill(page, "sum", 31, right=True)
        expect(page.locator("[data-progress]"), kept).to_have_text("Right 1, answered 1.")


@pytest.mark.parametrize("script", [True, False])
def test_the_exercise_of_the_day(visits: Visits, script: bool) -> None:
    page = visits(viewport=PHONE, script=script, language="en").new_page()
    page.goto("/learn")
    page.locator(".daily a").click()
    exercise = exercise_of_day(this_day())
    expect(page.locator(f'[data-exercise="{exercise.key}"]')).to_be_visible()
    fill(page, exercise.kind.name, exercise.seed, right=True)
    expect(page.locator("#result.right")).to_be_visible()
    page.goto("/learn")
    done = page.locator("[data-daily-done]")
    expect(done).to_be_visible() if script else expect(done).to_be_hidden()


def loaded(page: Page, address: str) -> dict[str, int]:
    """Everything that a page loads, by its weight."""
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    page.goto(address, wait_until="networkidle")
    return {answer.url: len(answer.body()) for answer in answers if answer.ok}


@pytest.mark.parametrize("address", ADDRESSES)
def test_pages_are_clean_light_and_narrow_enough(
    visits: Visits, watch: Watch, address: str
) -> None:
    found = []
    for viewport, dark, language in ((PHONE, False, "fi"), (LAPTOP, True, "en")):
        page = visits(viewport=viewport, dark=dark, language=language).new_page()
        if viewport == PHONE:
            sizes = loaded(page, address)
            assert len(sizes) > 3
            assert sum(sizes.values()) < MOST_BYTES, sizes
        else:
            page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
        # Closed on the phone, open on the laptop.
        if viewport == LAPTOP and page.locator(".step-all").count():
            page.locator(".step-all:visible").first.click()
            page.locator("details").first.locator("summary").click()
        found += faults(page)
        page.evaluate(LARGE_TEXT)
        # A step that has just been swapped in may still be on its way.
        page.wait_for_function(
            "width => document.documentElement.scrollWidth <= width", arg=viewport["width"]
        )
    assert found == []
    assert watch.complaints == []


SMALL = """() => [...document.querySelectorAll(
      "button, select, summary, input, nav a, .topics a, .onward a, .daily a, .step a")]
    .map(part => part.labels?.[0]?.contains(part) ? part.labels[0] : part)
    .filter(part => part.getClientRects().length)
    .filter(part => part.getBoundingClientRect().height < 43.5)
    .map(part => part.outerHTML.slice(0, 200))"""


def test_what_is_pressed_is_large_enough(visits: Visits) -> None:
    page = visits(viewport=PHONE, touch=True).new_page()
    for address in ADDRESSES:
        page.goto(address)
        assert page.evaluate(SMALL) == [], address


@LANGUAGES
@pytest.mark.parametrize(
    ("address", "pages"),
    [("rules", 2), *((f"scores?sides={sides}", 1) for sides in (2, 3, 4))],
)
def test_sheets_fill_as_many_pages_as_they_should(
    browser: Browser, running: Server, tmp_path: Path, address: str, pages: int, language: str
) -> None:
    for dark in (False, True):
        context = visit(browser, running, language=language, dark=dark)
        page = context.new_page()
        page.goto(f"/learn/print/{address}")
        file = tmp_path / "sheet.pdf"
        page.pdf(path=file, prefer_css_page_size=True)
        context.close()
        assert len(re.findall(rb"/Type\s*/Page\b", file.read_bytes())) == pages


def test_the_print_button_prints(visits: Visits) -> None:
    page = visits().new_page()
    page.add_init_script("window.printed = 0; window.print = () => { window.printed += 1; };")
    page.goto("/learn/print/scores")
    page.locator("[data-print]").click()
    assert page.evaluate("window.printed") == 1
    plain = visits(script=False).new_page()
    plain.goto("/learn/print/scores")
    expect(plain.locator("[data-print]")).to_be_hidden()


def test_the_front_page_leads_here(visits: Visits) -> None:
    page = visits(language="en").new_page()
    page.goto("/")
    page.get_by_role("link", name=Words("en").say("learn.learn"), exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Learn")
