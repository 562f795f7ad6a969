"""The front page: play now, new tables, lists of tables."""

from __future__ import annotations

import re

import pytest
from markupsafe import escape

from sniffi.bots import BOTS
from sniffi.tables.log import MemoryLog
from tests.web.server import in_loop, state_of, table_of, world

MADE = {"name": "Aino", "players": "2", "access": "private", "language": "fi", "pace": "quick"}
SEATS = {"seat2": "person", "seat3": "person", "seat4": "person"}


@in_loop
async def test_one_press_and_the_game_begins() -> None:
    async with world() as site:
        guest = site.browser()
        page = await guest.press("/play")
        table = table_of(page)
        await site.settle(table)
        page = await guest.visit(f"/t/{table}")
        assert page.status_code == 200
        assert state_of(page) == "yours"
        front = await guest.visit("/")
        assert f'href="/t/{table}"' in front.text


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_table_has_the_seats_that_were_asked_for(players: int) -> None:
    async def test() -> None:
        async with world() as site:
            guest = site.browser()
            seats = SEATS | {f"seat{players}": "greedy"}
            page = await guest.press("/tables", **(MADE | seats | {"players": str(players)}))
            look = await site.site.hall.look(table_of(page))
            assert [seat.person for seat in look.view.seats[:1]] == ["Aino"]
            assert len(look.view.seats) == players
            assert look.view.seats[-1].bot == "greedy"
            assert look.view.settings.pace == "quick"
            assert look.view.settings.hints == (players == 2)

    in_loop(test)()


@pytest.mark.parametrize(("typed", "target"), [("", 200), ("100", 100), (" 5 ", 5), ("1000", 1000)])
def test_a_table_has_the_target_that_was_asked_for(typed: str, target: int) -> None:
    async def test() -> None:
        async with world() as site:
            fields = MADE | SEATS | {"players": "3", "target": typed}
            page = await site.browser().press("/tables", **fields)
            look = await site.site.hall.look(table_of(page))
            assert look.view.settings.target == target

    in_loop(test)()


@pytest.mark.parametrize(
    "wrong",
    [{"target": each} for each in ("4", "1001", "ten", "-5", "1e2", "٣٠")]
    + [{"name": " "}, {"name": "x" * 41}, {"seat2": "nobody"}, {"pace": "never"}],
    ids=str,
)
def test_a_form_that_cannot_be_comes_back_as_it_was_sent(wrong: dict[str, str]) -> None:
    async def test() -> None:
        async with world() as site:
            guest = site.browser()
            fields = MADE | SEATS | {"name": "Aino <3", "seat3": "greedy", "players": "3"}
            fields |= {"access": "open", "target": "120", "language": "en"} | wrong
            page = await guest.press("/tables", **fields)
            assert page.status_code == 400
            assert 'role="alert"' in page.text
            form = page.text[page.text.index('action="/tables"') :]
            for name in {"name", "target"}:
                assert f'name="{name}" value="{escape(fields[name])}"' in form
            for value in ("3", "open"):
                assert f'value="{value}" checked' in form
            for value in ("greedy", "en", "quick")[: 2 if "pace" in wrong else 3]:
                assert re.search(f'value="{value}"[^>]* selected', form), value
            # Nothing was made, and the page can be left by every link on it.
            assert (await site.site.hall.open_tables(9)) == []
            assert 'name="back" value="/"' in page.text

    in_loop(test)()


@in_loop
async def test_an_open_table_is_listed_for_others_and_a_private_one_is_not() -> None:
    async with world() as site:
        aino, eero = site.browser(), site.browser()
        for access in ("private", "open"):
            await aino.press("/tables", **(MADE | SEATS | {"access": access}))
        private, open_table = "table-0000000001", "table-0000000002"
        front = (await eero.visit("/")).text
        assert f"/t/{open_table}" in front
        assert f"/t/{private}" not in front
        page = await eero.press(f"/t/{open_table}/sit", name="Eero", seat="2")
        await site.settle(open_table)
        assert state_of(page) in ("yours", "theirs")
        assert f"/t/{open_table}" not in (await site.browser().visit("/")).text


@in_loop
async def test_the_language_of_a_new_table_is_the_readers_from_then_on() -> None:
    async with world() as site:
        guest = site.browser(headers={"Accept-Language": "fi"})
        page = await guest.press("/tables", **(MADE | SEATS | {"language": "en"}))
        assert '<html lang="en">' in page.text
        assert '<html lang="en">' in (await guest.visit("/")).text


@in_loop
async def test_a_table_that_is_gone_leaves_the_list() -> None:
    async with world() as site:
        guest = site.browser()
        await guest.press("/tables", **(MADE | SEATS))
        assert "/t/table-0000000001" in (await guest.visit("/")).text
        hall = site.site.hall
        await hall._log.clear(hall.clock.time() + 1000)
        hall._rooms.clear()
        assert "/t/table-0000000001" not in (await guest.visit("/")).text
        assert "sniffi_memory" in guest.cookies


@in_loop
async def test_every_bot_can_be_put_on_a_seat() -> None:
    async with world() as site:
        guest = site.browser()
        page = (await guest.visit("/")).text
        for name in BOTS:
            assert f'<option value="{name}">' in page


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": "5"},
        {"players": "two"},
        {"players": "99999999999999999999"},
        {"name": ""},
        {"name": " \t "},
        {"name": "A\u0007ino"},
        {"name": "Ai\u202eno"},
        {"name": 41 * "x"},
        {"access": "secret"},
        {"language": "sv"},
        {"pace": "at once"},
        {"seat2": "nobody"},
        {"seat2": "greedy:depth=3"},
        {"seat2": "greedy\u0000"},
    ],
    ids=str,
)
def test_a_form_with_a_mistake_opens_no_table_and_says_so(wrong: dict[str, str]) -> None:
    async def test() -> None:
        async with world() as site:
            guest = site.browser(headers={"Accept-Language": "en"})
            answer = await guest.script("/tables", **(MADE | SEATS | wrong))
            assert answer.status_code == 400
            assert answer.json()["say"]
            page = await guest.press("/tables", **(MADE | SEATS | wrong))
            assert page.status_code == 400
            assert answer.json()["say"].split("“")[0][:20] in page.text.replace("&#39;", "'")
            assert await site.site.hall.open_tables() == []
            assert site.site.hall._rooms == {}

    in_loop(test)()


@pytest.mark.parametrize("missing", ["name", "players", "access", "language", "seat2"])
def test_a_form_that_lacks_a_field_is_refused(missing: str) -> None:
    async def test() -> None:
        async with world() as site:
            form = {name: value for name, value in (MADE | SEATS).items() if name != missing}
            assert (await site.browser().script("/tables", **form)).status_code == 400

    in_loop(test)()


@in_loop
async def test_names_are_escaped_everywhere() -> None:
    async with world() as site:
        aino, eero = site.browser(), site.browser()
        name = "<b>\"&'{x}</b>"
        page = await aino.press("/tables", **(MADE | SEATS | {"name": name, "access": "open"}))
        table = table_of(page)
        await eero.press(f"/t/{table}/sit", name="Eero", seat="2")
        await site.settle(table)
        watch = site.site.watch_links.of(table)
        addresses = ["/", f"/t/{table}", f"/t/{table}/history", f"/t/{table}/fragment"]
        for browser in (aino, eero, site.browser()):
            for address in [*addresses, f"/w/{watch}", f"/w/{watch}/history"]:
                page = await browser.visit(address)
                assert page.status_code == 200
                assert "<b>" not in page.text
        assert "&lt;b&gt;" in (await eero.visit(f"/t/{table}")).text


@in_loop
async def test_a_damaged_table_of_ones_own_hides_no_other() -> None:
    log = MemoryLog()
    async with world(log=log) as site:
        guest = site.browser()
        damaged, whole = [
            table_of(await guest.press("/tables", **(MADE | {"seat2": "person"}))) for _ in range(2)
        ]
        kept = log._tables[damaged].entries
        entries = list(kept)
        for left in (entries[1:], []):
            kept[:] = left
            site.site.hall._rooms.clear()
            front = await guest.visit("/")
            assert front.status_code == 200
            assert f'href="/t/{whole}"' in front.text
            assert f'href="/t/{damaged}"' not in front.text
            assert (await guest.visit(f"/t/{damaged}")).status_code == 500
        # It was not forgotten: once mended, it is there again.
        kept[:] = entries
        assert f'href="/t/{damaged}"' in (await guest.visit("/")).text
