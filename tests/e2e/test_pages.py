"""What pages weigh, and what pure parts of the script do."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, Response, expect

from tests.e2e.conftest import Visits, Watch

pytestmark = pytest.mark.e2e
MOST_BYTES = 150_000


def test_the_first_page_is_light_and_asks_nobody_else(visits: Visits, watch: Watch) -> None:
    page = visits().new_page()
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    page.goto("/", wait_until="networkidle")
    sizes = {answer.url: len(answer.body()) for answer in answers if answer.ok}
    assert len(sizes) > 5
    assert sum(sizes.values()) < MOST_BYTES, sizes
    assert len(watch.requests) == len(answers)


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_a_new_table_has_seats_for_its_players(script: bool, visits: Visits) -> None:
    page = visits(script=script).new_page()
    page.goto("/")
    for players in (2, 4, 3):
        page.locator(f'input[name="players"][value="{players}"]').check()
        expect(page.locator("[data-seat]:visible")).to_have_count((players if script else 4) - 1)
        # What becomes of the others is said only where they are seen.
        expect(page.locator("[data-extra]")).to_be_visible(visible=not script)


@pytest.fixture
def modules(visits: Visits) -> Page:
    page = visits().new_page()
    page.goto("/")
    return page


def call(page: Page, module: str, script: str, argument: Any = None) -> Any:
    """What a function of the script's module gives: ``script`` takes the module and an argument."""
    return page.evaluate(
        f"""async ([module, argument]) => {{
          const base = document.querySelector("script[type=module]").src;
          return ({script})(await import(new URL(module, base)), argument);
        }}""",
        [module, argument],
    )


LAYOUTS = [
    # What is in use, the view before, and what is seen then: a wider one only when it is needed.
    ("inside stays", (-100, -100, 100, 100), (-140, -140, 140, 140), (-140, -140, 140, 140)),
    (
        "near the edge widens",
        (-135, -100, 100, 100),
        (-140, -140, 140, 140),
        (-165, -140, 140, 140),
    ),
    ("never past the board", (-390, -100, 100, 100), None, (-402, -138.9, 130, 138.9)),
]


@pytest.mark.parametrize(
    ("content", "before", "seen"), [each[1:] for each in LAYOUTS], ids=[each[0] for each in LAYOUTS]
)
def test_the_view_of_a_layout(
    modules: Page,
    content: tuple[float, ...],
    before: tuple[float, ...] | None,
    seen: tuple[float, ...],
) -> None:
    names = ("left", "top", "right", "bottom")
    board = dict(zip(names, (-400, -400, 400, 400), strict=True))
    given = [dict(zip(names, rect, strict=True)) if rect else None for rect in (content, before)]
    found = call(modules, "camera.js", "(camera, given) => camera.view(...given)", [*given, board])
    assert tuple(found[name] for name in names) == pytest.approx(seen, abs=0.1)


def test_few_tiles_are_larger_on_a_small_board(modules: Page) -> None:
    few = {"left": -20, "top": -20, "right": 20, "bottom": 20}
    board = {"left": -400, "top": -400, "right": 400, "bottom": 400}
    for side, half in ((0, 0.072), (250, 28 / 250), (700, 0.072)):
        script = "(camera, given) => camera.view(...given)"
        seen = call(modules, "camera.js", script, [few, None, board, side])
        assert 20 / (seen["right"] - seen["left"]) == pytest.approx(half)


# The last entry told by an earlier page, the last one shown, what comes: what is told, what sounds.
HEARD = [
    ("a first visit tells what is new", None, 5, [4, 5, 6, 7], [6, 7], [6, 7]),
    ("what was missed is told without a sound", 3, 5, [3, 4, 5, 6], [4, 5, 6], [6]),
    ("nothing is told twice", 5, 5, [6, 6, 5, 6, 7], [6, 7], [6, 7]),
    ("a number from another game is not believed", 90, 5, [6], [6], [6]),
]


@pytest.mark.parametrize(
    ("told", "shown", "come", "heard", "sounds"),
    [e[1:] for e in HEARD],
    ids=[each[0] for each in HEARD],
)
def test_what_is_told(
    modules: Page,
    told: int | None,
    shown: int,
    come: list[int],
    heard: list[int],
    sounds: list[int],
) -> None:
    script = """({Teller}, [told, shown, come]) => {
      let kept = null;
      const teller = new Teller(told, shown, n => { kept = n; });
      const heard = come.map(n => teller.hear({n})).filter(Boolean);
      return [heard.map(e => e.n), heard.filter(e => e.fresh).map(e => e.n), kept];
    }"""
    found = call(modules, "teller.js", script, [told, shown, come])
    assert found == [heard, sounds, max(come)]


@pytest.mark.parametrize(
    ("stored", "sound", "announce"),
    [
        (None, False, "full"),
        ('{"sound": true, "announce": "brief", "other": 1}', True, "brief"),
        ('{"sound": "yes"}', False, "full"),
        ("not JSON", False, "full"),
        ("null", False, "full"),
    ],
)
def test_settings_are_read_with_care(
    modules: Page, stored: str | None, sound: bool, announce: str
) -> None:
    found = call(modules, "settings.js", "(module, text) => module.readSettings(text)", stored)
    assert found == {"sound": sound, "keys": True, "announce": announce}
