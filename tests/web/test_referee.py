"""The referee's pages without a browser: who may write, what is refused, what is kept."""

from __future__ import annotations

import asyncio
import random
import re
from functools import partial

import httpx2 as httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sniffi.record import dumps, loads
from sniffi.referee import Begun, MemorySheets, Noted, SheetEntry, sheet_of
from sniffi.referee.errors import NoSuchSheet, StaleSheet
from sniffi.referee.facts import Scores, Starts
from sniffi.referee.recording import record_of
from sniffi.referee.writing import correct
from sniffi.rules import SniffiError
from sniffi.web.limits import Rate
from sniffi.web.referee_desk import DAY, Desk, Kept
from sniffi.web.referee_showing import SheetDrawing, SheetShowing
from sniffi.web.referee_words import line_text
from sniffi.web.settings import ServeSettings
from sniffi.words import LANGUAGES, Words
from tests.referee.made import NAMES, facts_of, head, played, scores_of, written
from tests.web.server import Browser, in_loop, world

DRAWING = SheetDrawing()
NEW = {"name1": "Aino", "name2": "Eero", "way": "full", "target": ""}


async def sheet(browser: Browser, **more: str) -> str:
    """The address of a new sheet."""
    page = await browser.press("/referee", **{**NEW, **more})
    assert page.status_code == 200, page.text
    return page.url.path


def at(page: httpx.Response) -> str:
    found = re.search(r'data-n="(\d+)"', page.text)
    assert found is not None
    return found[1]


async def write(browser: Browser, address: str, what: str, **fields: str) -> httpx.Response:
    page = await browser.visit(address)
    return await browser.press(f"{address}/write", at=at(page), what=what, **fields)


@in_loop
async def test_a_sheet_is_written_on_by_forms_and_never_kept_by_the_browser() -> None:
    async with world() as running:
        browser = running.browser()
        address = await sheet(browser)
        await write(browser, address, "starts", seat="1")
        page = await write(browser, address, "places", action="55")
        assert 'data-points="10"' in page.text
        assert page.headers["cache-control"] == "no-store"
        assert "script-src 'self'" in page.headers["content-security-policy"]
        assert not re.search(r"<script(?![^>]* src=)|style=|onclick=", page.text)


@in_loop
async def test_a_damaged_sheet_of_ones_own_hides_no_other() -> None:
    async with world() as running:
        browser = running.browser()
        damaged, whole = [await sheet(browser) for _ in range(2)]
        desk = running.site.desk
        assert isinstance(desk._log, MemorySheets)
        kept = desk._log._sheets[damaged.rpartition("/")[2]].entries
        begun = kept.pop()
        desk._kept.clear()
        home = await browser.visit("/referee")
        assert home.status_code == 200
        assert f'href="{whole}"' in home.text
        assert f'href="{damaged}"' not in home.text
        assert (await browser.visit(damaged)).status_code == 500
        # It was not forgotten: once mended, it is there again.
        kept.append(begun)
        assert f'href="{damaged}"' in (await browser.visit("/referee")).text


@in_loop
async def test_a_press_without_the_forms_token_writes_nothing() -> None:
    async with world() as running:
        browser = running.browser()
        address = await sheet(browser)
        for path in ("/write", "/undo", "/redo", "/correct/2"):
            answer = await browser.post(address + path, data={"at": "1", "what": "passes"})
            assert answer.status_code == 403, path
        assert (await browser.post("/referee", data=NEW)).status_code == 403
        assert (await browser.get(f"{address}/state")).json() == {"n": 1}


@pytest.mark.parametrize(
    "name", ["A\u0000ino", "A\u202eino", "x" * 41, "\u200b", "A\nino"], ids=ascii
)
def test_a_name_that_hides_or_has_no_bounds_is_refused(name: str) -> None:
    @in_loop
    async def run() -> None:
        async with world() as running:
            browser = running.browser()
            page = await browser.press("/referee", **{**NEW, "name2": name})
            assert page.url.path == "/referee"
            assert 'id="notice"' in page.text

    run()


@in_loop
async def test_no_sheet_has_a_target_that_its_record_could_not_tell() -> None:
    async with world() as running:
        browser = running.browser()
        refused = await browser.press("/referee", **{**NEW, "target": "1000001"})
        assert refused.url.path == "/referee"
        assert "1000000" in refused.text
        address = await sheet(browser, target="1000000")
        assert (await browser.get(f"{address}/record.sniff")).status_code == 200


@in_loop
async def test_two_pairs_are_kept_apart_in_the_heading_of_a_sheet() -> None:
    async with world() as running:
        browser = running.browser()
        four = await browser.visit(await sheet(browser, name3="Saima", name4="Tauno"))
        assert re.search(r"<h1[^>]*>Aino ja Saima – Eero ja Tauno</h1>", four.text)
        two = await browser.visit(await sheet(browser))
        assert re.search(r"<h1[^>]*>Aino ja Eero</h1>", two.text)


@in_loop
async def test_names_are_shown_as_they_are_and_never_as_markup() -> None:
    async with world() as running:
        browser = running.browser()
        address = await sheet(browser, name1="<b>Aino</b>", name2='"&amp;')
        await write(browser, address, "starts", seat="1")
        for path in ("", "/lines", "/links", "/correct/2"):
            page = await browser.visit(address + path)
            assert "<b>Aino" not in page.text
        record = await browser.visit(f"{address}/record.sniff")
        assert '[Name1 "<b>Aino</b>"]' in record.text
        assert "attachment" in record.headers["content-disposition"]


@in_loop
async def test_only_the_right_links_lead_to_a_sheet() -> None:
    async with world() as running:
        browser = running.browser()
        address = await sheet(browser)
        links = await browser.visit(f"{address}/links")
        watch = re.search(r'id="watch-link" readonly value="http://sniffi.test([^"]+)"', links.text)
        assert watch is not None
        stranger = running.browser()
        page = await stranger.visit(watch[1])
        assert page.status_code == 200
        assert address.rpartition("/")[2] not in page.text
        changed = watch[1][:-1] + ("A" if watch[1][-1] != "A" else "B")
        for path in (changed, "/referee/nothing-here", "/referee/watch/x", "/referee/" + "x" * 99):
            assert (await stranger.visit(path)).status_code == 404, path
        # A spectators' link writes nothing, nor does one of a table lead here.
        answer = await stranger.press(f"{watch[1]}/write", at="1", what="starts", seat="1")
        assert answer.status_code in (404, 405)
        assert (await stranger.visit("/w/" + watch[1].rpartition("/")[2])).status_code == 404


WRONG = [
    {"what": "nothing"},
    {"what": "places", "action": "99"},
    {"what": "places", "action": "14@"},
    {"what": "draws", "count": "x"},
    {"what": "starts", "seat": "7"},
    {"what": "scores", "seat": "1", "total": "5"},
    {"what": "lot", "draw1": "14"},
    {"what": "holds", "seat": "1", "pips": "5"},
    {"what": "starts", "seat": "1", "at": "99"},
    {"what": "starts", "seat": "1", "at": "0"},
]


@pytest.mark.parametrize("fields", WRONG, ids=str)
def test_what_makes_no_sense_is_refused_with_a_sentence_and_changes_nothing(
    fields: dict[str, str],
) -> None:
    @in_loop
    async def run() -> None:
        async with world() as running:
            browser = running.browser()
            address = await sheet(browser)
            answer = await browser.press(f"{address}/write", **{"at": "1", **fields})
            assert answer.status_code == 200
            assert 'id="notice"' in answer.text
            assert (await browser.get(f"{address}/state")).json() == {"n": 1}

    run()


@in_loop
async def test_a_block_that_nobody_agreed_to_is_not_written_where_tiles_are_not_told() -> None:
    async with world() as running:
        browser = running.browser()
        address = await sheet(browser, way="scores")
        await write(browser, address, "starts", seat="1")
        page = await write(browser, address, "block")
        assert 'id="notice"' in page.text
        assert at(page) == "2"
        page = await write(browser, address, "block", agreed="on")
        assert 'data-state="hand"' in page.text
        assert at(page) == "3"


@in_loop
async def test_addresses_that_make_no_sense_are_refused() -> None:
    async with world() as running:
        browser = running.browser()
        address = await sheet(browser)
        for query in ("tile=99", "try=x", "sum=x&seat=1", "sum=5&seat=9", "reload=1"):
            assert (await browser.visit(f"{address}?{query}")).status_code == 400, query
        for line in ("1", "99"):
            assert (await browser.visit(f"{address}/correct/{line}")).status_code == 404
        for path in ("correct/x", "lines?page=0", "lines?page=2", "lines?page=x"):
            assert (await browser.visit(f"{address}/{path}")).status_code == 400


@in_loop
async def test_a_double_press_is_one_and_a_late_one_is_told() -> None:
    async with world() as running:
        browser = running.browser()
        address = await sheet(browser)
        lot = {"at": "1", "what": "lot-on-screen"}
        pages = await asyncio.gather(*(browser.press(f"{address}/write", **lot) for _ in range(3)))
        assert {at(page) for page in pages} == {"2"}
        assert all('id="notice"' not in page.text for page in pages)
        late = await browser.press(f"{address}/write", at="1", what="starts", seat="2")
        assert 'id="notice"' in late.text
        assert at(late) == "2"


@in_loop
async def test_sheets_are_made_and_written_on_no_more_often_than_allowed() -> None:
    rates = ServeSettings(limit_make=Rate(2, 3600), limit_act=Rate(2, 3600))
    async with world(rates) as running:
        browser = running.browser()
        address = await sheet(browser)
        for _ in range(2):
            await browser.press(f"{address}/undo", at="1")
        assert (await browser.press(f"{address}/undo", at="1")).status_code == 429
        await sheet(browser)
        assert (await browser.press("/referee", **NEW)).status_code == 429


@in_loop
async def test_own_sheets_are_listed_until_they_are_no_more() -> None:
    async with world() as running:
        browser = running.browser()
        address = await sheet(browser)
        other = running.browser()
        assert address not in (await other.visit("/referee")).text
        # Whoever had the link open has it in the list too.
        await other.visit(address)
        assert address in (await other.visit("/referee")).text
        assert address in (await browser.visit("/referee")).text
        log = running.site.desk._log
        await log.clear_sheets(2**40)
        assert address not in (await browser.visit("/referee")).text
        assert (await browser.visit(address)).status_code == 404


@in_loop
async def test_a_desk_sees_what_another_wrote_and_clears_what_is_old() -> None:
    clock = [1_700_000_000.0]
    log = MemorySheets(lambda: clock[0])
    one, two = (Desk(log, keep_days=2, time=lambda: clock[0]) for _ in range(2))
    id = await one.make(head(full=False))
    assert (await two.read(id)).sheet.number == 1
    await one.press(id, 1, lambda _: Noted(Starts(1)))
    assert (await two.read(id)).sheet.number == 2
    # Both press at once: one is written, the other is late.
    presses = [
        desk.press(id, 2, lambda _, total=total: Noted(Scores(1, total)))  # type: ignore[misc]
        for desk, total in ((one, 5), (two, 10))
    ]
    come = await asyncio.gather(*presses, return_exceptions=True)
    assert sum(isinstance(each, StaleSheet) for each in come) == 1
    assert (await one.read(id)).entries == (await two.read(id)).entries
    assert sheet_of(await log.read_sheet(id)).number == 3
    clock[0] += 3 * DAY
    await one.make(head())
    with pytest.raises(NoSuchSheet):
        await two.read(id)


async def lines_of(browser: Browser, address: str) -> list[str]:
    page = await browser.visit(f"{address}/lines")
    return re.findall(r'data-line="(\d+)"', page.text)


async def right(browser: Browser, address: str, line: int, **fields: str) -> httpx.Response:
    page = await browser.visit(address)
    return await browser.press(f"{address}/correct/{line}", at=at(page), **fields)


@in_loop
async def test_a_line_is_told_otherwise_or_struck_out() -> None:
    async with world() as running:
        browser = running.browser()
        address = await sheet(browser, way="scores")
        await write(browser, address, "lot", draw1="66", draw2="00")
        await write(browser, address, "scores", seat="1", total="15")
        await write(browser, address, "goes-out", seat="1")
        await write(browser, address, "holds", seat="2", tile="66")
        # A sum that scores nothing is asked about here too.
        asked = await right(browser, address, 3, what="scores", seat="2", total="14")
        assert asked.url.query == b"sum=14&seat=2"
        assert 'id="question"' in asked.text
        page = await right(browser, address, 3, what="scores", seat="2", total="14", sure="on")
        assert re.findall(r'data-points="(-?\d+)"', page.text) == ["0", "-10"]
        page = await right(browser, address, 5, what="holds", seat="2", pips="3")
        assert re.findall(r'data-points="(-?\d+)"', page.text) == ["0", "-5"]
        # A lot that another one won: going out starts the next round all the same.
        page = await right(browser, address, 2, what="lot", draw1="00", draw2="66")
        assert 'class="changed"' in page.text
        page = await right(browser, address, 2, what="starts", seat="2")
        assert page.status_code == 200
        await right(browser, address, 3, strike="on")
        assert await lines_of(browser, address) == ["5", "4", "2"]
        # What cannot be there is refused, and nothing is changed.
        refused = await right(browser, address, 4, what="holds", seat="2", pips="3")
        assert 'id="notice"' in refused.text
        assert await lines_of(browser, address) == ["5", "4", "2"]


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 4), st.booleans(), st.integers(0, 2**32))
def test_every_sheet_has_a_page_in_every_language_and_a_record(
    players: int, full: bool, seed: int
) -> None:
    chance = random.Random(seed)
    game = played(players, seed, 60, most_events=80)
    told = list((facts_of if full else scores_of)(game.events))
    entries: list[SheetEntry] = list(written(head(players, full=full, target=60), told))
    for _ in range(chance.randrange(4)):
        fact = chance.choice([None, *told, chance.choice(told).told_as_was()])
        number = chance.randrange(2, len(told) + 2)
        try:
            entries.append(correct(sheet_of(entries), number, fact, sure=True))
        except SniffiError:
            continue
    kept = Kept.of(tuple(entries))
    for language in LANGUAGES:
        words = Words(language)
        page = SheetShowing(kept, words, "/x", writing=True).page(DRAWING, every_line=True)
        assert len(page.lines) == len(kept.sheet.lines)
        assert all(line.text for line in page.lines)
        made = record_of(
            kept.sheet, partial(line_text, names=NAMES, words=words), stand_in="-", beyond="-"
        )
        assert loads(dumps([made])) == [made]


@in_loop
async def test_a_tile_that_was_in_hand_before_is_refused_and_its_sum_is_at_hand() -> None:
    async with world() as running:
        browser = running.browser()
        address = await sheet(browser)
        await write(browser, address, "starts", seat="1")
        for action in ("44", "46@44.line_a", "14@44.line_b"):
            await write(browser, address, "places", action=action)
        await write(browser, address, "draws", count="1")
        await write(browser, address, "places", action="11@14.low")
        await write(browser, address, "places", action="66@46.high")
        # [1|6] fitted when Eero drew, and so did the tile placed then: one of them was in hand.
        page = await write(browser, address, "places", action="16@66.line_b")
        assert "R6.2" in page.text
        assert 'name="total" inputmode="numeric" pattern="[0-9]{1,3}" value="11"' in page.text
        page = await write(
            browser, address, "places", tile="16", spot="66.line_b", total="11", as_was="on"
        )
        assert page.url.query == b""
        assert 'class="aside"' not in page.text


@in_loop
async def test_a_sheet_leads_to_its_replay_while_it_goes_on_and_when_it_is_over() -> None:
    async with world() as running:
        browser = running.browser(headers={"Accept-Language": "en"})
        address = await sheet(browser, target="15")
        await write(browser, address, "starts", seat="1")
        await write(browser, address, "places", action="55")
        page = await browser.visit(address)
        link = f"{address}/replay"
        assert f'href="{link}"' in page.text
        replay = await browser.visit(link)
        assert replay.url.path.startswith("/replay/sheet/")
        assert address.rpartition("/")[2] not in replay.text
        assert "The record ends before the game does." in replay.text
        last = re.search(r'data-last="(\d+)"', replay.text)
        assert last is not None
        assert "[5|5]" in (await browser.visit(f"{replay.url.path}?at={last[1]}")).text
        await write(browser, address, "places", action="05@55.line_a")
        await write(browser, address, "places", action="45@55.line_b")
        for part in (
            "",
            "/events",
            "/check",
            "/record.sniff",
            "/record.json",
            "/position.svg?at=4",
        ):
            answer = await browser.get(f"{replay.url.path}{part}")
            assert answer.status_code == 200, part
        # What was written meanwhile is there, too.
        again = await browser.visit(replay.url.path)
        assert f'data-last="{last[1]}"' not in again.text
        watch = re.search(r"/referee/watch/[\w.-]+", (await browser.visit(f"{address}/links")).text)
        assert watch is not None
        spectator = running.browser()
        assert (await spectator.visit(f"{watch[0]}/replay")).url.path == replay.url.path


@in_loop
async def test_the_replay_of_sums_alone_shows_their_scores_and_no_others() -> None:
    async with world() as running:
        browser = running.browser(headers={"Accept-Language": "en"})
        address = await sheet(browser, way="scores")
        await write(browser, address, "starts", seat="1")
        await write(browser, address, "scores", seat="1", total="15")
        replay = await browser.visit(f"{address}/replay")
        assert "Only sums were written" in replay.text
        assert re.findall(r'data-points="(-?\d+)"', replay.text) == ["15", "0"]
        assert "sum 15" in replay.text
        assert "data-step" not in replay.text
        brought = await browser.get(f"{address}/record.sniff")
        page = await browser.post(
            "/replay", data={"csrf": browser.csrf}, files={"file": ("a.sniff", brought.content)}
        )
        assert re.findall(r'data-points="(-?\d+)"', page.text) == ["15", "0"]


@in_loop
async def test_an_old_sheet_whose_target_is_too_big_has_a_sentence_for_a_record() -> None:
    async with world() as running:
        browser = running.browser(headers={"Accept-Language": "en"})
        begun = Begun(NAMES[:2], 2_000_000, full=True, time=0)
        id = await running.site.desk.make(begun)
        assert (await browser.visit(f"/referee/{id}")).status_code == 200
        for part in ("record.sniff", "replay"):
            answer = await browser.visit(f"/referee/{id}/{part}")
            assert answer.status_code == 409, part
            assert "The target of this sheet is above 1000000." in answer.text
