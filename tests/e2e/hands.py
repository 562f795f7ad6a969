"""What people do at a table's page: by keys, by fingers, by forms."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

ROUND_ENDED = ('.live[data-state="resting"]', '.live[data-state="over"]')
MOST_TURNS = 60


def live(page: Page) -> Locator:
    return page.locator(".live")


def number(page: Page) -> int:
    """How many entries the page shows."""
    return int(live(page).get_attribute("data-number") or 0)


def ended(page: Page) -> bool:
    return page.locator(", ".join(ROUND_ENDED)).count() > 0


def until_yours(page: Page) -> bool:
    """Wait until it is the reader's turn; false when the round is over instead."""
    page.locator(", ".join((".live[data-your-turn]", *ROUND_ENDED))).wait_for()
    return not ended(page)


def past(page: Page, before: int) -> None:
    """Wait until the page shows more than ``before`` entries."""
    page.wait_for_function(
        "before => Number(document.querySelector('.live').dataset.number) > before", arg=before
    )


def submit(button: Locator) -> None:
    """Press a button of a page without script, and wait for the page that answers."""
    with button.page.expect_navigation():
        button.click()


def options(page: Page) -> Locator:
    """The spots of the chosen tile, as buttons."""
    return page.locator("form.choosing:not([hidden]) button[name=action]")


def tile(page: Page, name: str) -> Locator:
    return page.locator(f'.held[data-tile="{name}"]')


def first_playable(page: Page) -> str:
    name = page.locator(".held.playable").first.get_attribute("data-tile")
    assert name is not None
    return name


def with_options(page: Page, least: int, most: int = 9) -> str:
    """A tile that fits at so many spots."""
    for form in page.locator("form.choosing").all():
        if least <= form.locator("button[name=action]").count() <= most:
            return form.get_attribute("data-for") or ""
    raise AssertionError(f"no tile fits at {least} spots")


def placed(page: Page, name: str) -> Locator:
    """The tile on the table, in the picture that is seen."""
    return page.locator(f'.layout:visible .pic-tile[data-tile="{name}"]')


def place_by_press(page: Page) -> None:
    """Place, draw or pass by pressing."""
    forced = page.locator(".actions button.draw, .actions button.pass")
    if forced.count():
        forced.click()
        return
    tile(page, first_playable(page)).click()
    options(page).first.click()


def expect_tile(page: Page, name: str) -> None:
    expect(placed(page, name)).to_have_count(1)
