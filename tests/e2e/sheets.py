"""Sheets that stand where a test wants them, and what their keepers do by finger or by forms."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count

from playwright.sync_api import Page, expect

from sniffi.referee import SheetEntry
from sniffi.referee.facts import Block, Draws, Fact, Holds, Lot, Passes, Places, Scores, Starts
from sniffi.store import open_store
from tests.e2e.stage import Server

_NUMBERS = count(1)


def staged(running: Server, entries: Sequence[SheetEntry], *, over: bool = False) -> str:
    """The address of a sheet with these entries."""
    id = f"sheet{next(_NUMBERS):08}"

    async def write() -> None:
        store = open_store(running.database)
        await store.create_sheet(id, entries[:1])
        if entries[1:]:
            await store.append_to_sheet(id, 1, entries[1:], over=over)
        await store.close()

    # In a thread of its own: the browsers' driver has a loop in this one.
    with ThreadPoolExecutor(1) as aside:
        aside.submit(asyncio.run, write()).result()
    return f"/referee/{id}"


def begin(page: Page, *names: str, way: str = "full", target: int | None = None) -> str:
    """A new sheet by the form; its address."""
    page.goto("/referee")
    for seat, name in enumerate(names, 1):
        page.fill(f"#name{seat}", name)
    page.check(f"input[name=way][value={way}]")
    if target is not None:
        page.fill("#target", str(target))
    page.click("form[action='/referee'] button.main")
    page.wait_for_selector("#sheet")
    return address(page)


def address(page: Page) -> str:
    return page.get_attribute("#sheet", "data-address") or ""


def entries(page: Page) -> int:
    return int(page.get_attribute("#sheet", "data-n") or 0)


def past(page: Page, before: int) -> None:
    """Wait until the page shows another number of entries."""
    page.wait_for_selector(f'#sheet:not([data-n="{before}"])')


def press(page: Page, selector: str) -> None:
    """Press a button that writes an entry."""
    before = entries(page)
    page.click(selector)
    past(page, before)


def undo(page: Page) -> None:
    press(page, "form[action$='/undo'] button")


def redo(page: Page) -> None:
    press(page, "form[action$='/redo'] button")


def tap(page: Page, tile: str, spot: str | None = None) -> int:
    """Place a tile; how many taps it took."""
    before = entries(page)
    page.click(f"button.cell[value='{tile}']")
    page.wait_for_selector(f"#sheet:not([data-n='{before}']), .choosing-spot")
    if entries(page) != before:
        return 1
    page.click(f".choosing-spot button[data-spot='{spot}']")
    past(page, before)
    return 2


def tell(page: Page, fact: Fact) -> int:
    """Write down a fact as a keeper does; how many taps it took."""
    match fact:
        case Lot(draws):
            if not page.locator("details[data-keep='lot-tiles'][open]").count():
                page.click("details[data-keep='lot-tiles'] summary")
            for seat, tile in draws:
                page.select_option(f"#draw{seat}", str(tile))
            press(page, "details[data-keep='lot-tiles'] button")
        case Starts(seat):
            press(page, f".people button[name=seat][value='{seat}']")
        case Places(_, tile, spot):
            return tap(page, str(tile), None if spot is None else str(spot))
        case Draws(_, drawn):
            if drawn > 1:
                page.select_option("#count", str(drawn))
            press(page, ".draws-button")
        case Passes():
            press(page, ".turns button[value=passes]")
        case Block():
            press(page, ".turns button[value=block]")
        case Holds(_, tiles, pips):
            for tile in tiles:
                if not page.is_checked(f".hand-form input[value='{tile}']"):
                    page.check(f".hand-form input[value='{tile}']")
            if pips is not None:
                page.fill("#pips", str(pips))
            press(page, ".hand-form button")
        case Scores(seat, total):
            page.check(f".score-form input[name=seat][value='{seat}']")
            press(page, f".score-form button[value='{total}']")
    return 1


def tell_all(page: Page, facts: Iterable[Fact]) -> list[int]:
    return [tell(page, fact) for fact in facts]


def scores(page: Page) -> tuple[int, ...]:
    found = page.locator(".standing .points")
    return tuple(int(each.get_attribute("data-points") or 0) for each in found.all())


def expect_scores(page: Page, *points: int) -> None:
    for at, each in enumerate(points):
        shown = page.locator(".standing .points").nth(at)
        expect(shown).to_have_attribute("data-points", str(each))


def record(page: Page) -> str:
    """The record, downloaded by the page's link."""
    answer = page.request.get(f"{re.sub('[?#].*', '', page.url)}/record.sniff")
    assert answer.ok
    return answer.text()
