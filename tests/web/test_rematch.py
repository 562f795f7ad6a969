"""Playing again over HTTP: people press at once, leave, and come late."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import permutations

import httpx2 as httpx

from sniffi.tables import MemoryLog, PersonSat, SeatKind, Summary, Table
from tests.tables.clock import FakeClock
from tests.tables.made import SEED, finished
from tests.web.server import Browser, World, in_loop, table_of, world

GUESTS = tuple(f"{seat:032x}" for seat in (1, 2))
OLD = "old-table"
ENTRIES = tuple(
    replace(entry, guest=GUESTS[entry.seat - 1]) if isinstance(entry, PersonSat) else entry
    for entry in finished(2, 20).entries
)


@asynccontextmanager
async def the_end(clock: FakeClock | None = None) -> AsyncIterator[tuple[World, list[Browser]]]:
    """Two who have played a game to its end."""
    log = MemoryLog()
    await log.create(OLD, SEED, ENTRIES, Summary.of(Table.replay(OLD, ENTRIES)))
    async with world(log=log, clock=clock) as site:
        yield site, [site.browser(guest) for guest in GUESTS]


def tables_of(site: World) -> list[str]:
    return sorted(site.site.hall._log._tables)  # type: ignore[attr-defined]


@in_loop
async def test_two_press_at_once_and_one_leaves_in_whatever_order() -> None:
    presses = [(0, "rematch"), (1, "rematch"), (1, "leave")]
    for order in permutations(presses):
        async with the_end() as (site, people):
            stranger = site.browser()

            async def press(who: Browser, what: str) -> httpx.Response:
                return await who.press(f"/t/{OLD}/{what}", name="Olli")

            answers = await asyncio.gather(
                *(press(people[who], what) for who, what in order), press(stranger, "sit")
            )
            assert len(tables_of(site)) == 2
            arrived = {
                table_of(answer)
                for (_, what), answer in zip(order, answers[:3], strict=True)
                if what == "rematch"
            }
            (new,) = arrived
            assert new in tables_of(site)
            assert new != OLD
            # Who pressed sits there, also the one who left the old table; no stranger can.
            table = (await site.site.hall.room(new)).table
            assert [seat.guest for seat in table.seats] == list(GUESTS)
            assert table.people == (1, 2)
            assert (await stranger.script(f"/t/{new}/sit", name="Olli")).status_code == 409
            # And whoever comes by the old link once more is led there.
            for one in people:
                assert table_of(await one.press(f"/t/{OLD}/rematch")) == new


@in_loop
async def test_who_comes_late_and_is_no_longer_waited_for_gets_there_all_the_same() -> None:
    clock = FakeClock()
    async with the_end(clock) as (site, (aino, eero)):
        new = table_of(await aino.press(f"/t/{OLD}/rematch"))
        await clock.go_on(100)
        answer = await aino.script(f"/t/{new}/seat-bot", seat="2", bot="greedy")
        assert answer.status_code == 200
        page = await eero.press(f"/t/{OLD}/rematch")
        assert page.status_code == 200
        assert table_of(page) == new
        seats = (await site.site.hall.room(new)).table.seats
        assert [seat.kind for seat in seats] == [SeatKind.PERSON, SeatKind.BOT]


@in_loop
async def test_who_only_watches_is_led_to_watch_the_rematch_and_learns_no_table() -> None:
    async with the_end() as (site, (aino, _)):
        link = f"/w/{site.site.watch_links.of(OLD)}"
        watcher = site.browser()
        before = await watcher.visit(link)
        assert before.text.count("/w/") == before.text.count(link)
        new = table_of(await aino.press(f"/t/{OLD}/rematch"))
        led = f'href="/w/{site.site.watch_links.of(new)}"'
        for address in (link, f"{link}/fragment", f"/t/{OLD}"):
            page = await watcher.visit(address)
            assert led in page.text, address
            assert new not in page.text, address
        page = await watcher.visit(led.split('"')[1])
        assert page.status_code == 200
        assert new not in page.text
        assert (
            await watcher.script(f"{led.split(chr(34))[1]}/sit", name="Olli")
        ).status_code >= 400
        # Its players have the button that leads them to their seats, and no such link.
        assert led not in (await aino.visit(f"/t/{OLD}")).text
