"""The live stream: in order, each once, from any number on; and what it counts."""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any

from sniffi.tables.hall import HallSettings
from sniffi.tables.presence import Patience
from sniffi.web.settings import ServeSettings
from tests.tables.clock import FakeClock
from tests.web.server import (
    UNLIMITED,
    Browser,
    Listener,
    World,
    cookies_of,
    in_loop,
    play_behind,
    table_of,
    world,
)


async def two_at_a_table(site: World) -> tuple[str, Browser, Browser]:
    aino, eero = site.browser(), site.browser()
    page = await aino.press(
        "/tables", name="Aino", players="2", seat2="person", access="private", language="en"
    )
    table = table_of(page)
    await eero.press(f"/t/{table}/sit", name="Eero", seat="2")
    await site.settle(table)
    return table, aino, eero


async def act(site: World, table: str, *browsers: Browser) -> None:
    view = (await site.site.hall.look(table)).view
    assert view.game is not None
    assert view.game.to_act is not None
    browser = browsers[view.game.to_act - 1]
    action = await site.legal(table)
    answer = await browser.script(f"/t/{table}/act", at=view.at, action=action)
    assert answer.status_code == 200


def numbers(events: list[dict[str, Any]]) -> list[int]:
    return [int(event["id"]) for event in events if "id" in event]


@in_loop
async def test_all_entries_are_told_in_order_and_each_once() -> None:
    async with world() as site:
        table, aino, eero = await two_at_a_table(site)
        number = (await site.site.hall.look(table)).view.number
        async with Listener(site.app, f"/t/{table}/events?after=0", cookies_of(aino)) as stream:
            assert stream.status == 200
            first = await stream.events(number + 1)
            assert numbers(first) == list(range(1, number + 1))
            assert first[-1]["event"] == "presence"
            await act(site, table, aino, eero)
            after = (await site.site.hall.look(table)).view.number
            assert numbers(await stream.events(after - number)) == list(
                range(number + 1, after + 1)
            )


@in_loop
async def test_who_comes_back_is_told_the_rest_and_nothing_twice() -> None:
    async with world() as site:
        table, aino, eero = await two_at_a_table(site)
        number = (await site.site.hall.look(table)).view.number
        await act(site, table, aino, eero)
        now = (await site.site.hall.look(table)).view.number
        for known in range(number + 1):
            header = {"last-event-id": str(known)}
            address = f"/t/{table}/events?after=0"
            async with Listener(site.app, address, cookies_of(aino), header) as stream:
                events = await stream.events(now - known + 1)
                assert numbers(events) == list(range(known + 1, now + 1))
        # Without a number only what comes is told.
        async with Listener(site.app, f"/t/{table}/events", cookies_of(aino)) as stream:
            (presence,) = await stream.events(1)
            assert presence["event"] == "presence"
            assert presence["data"]["n"] == now


@in_loop
async def test_an_event_says_what_happened_and_whose_it_is() -> None:
    async with world() as site:
        table, aino, eero = await two_at_a_table(site)
        number = (await site.site.hall.look(table)).view.number
        await act(site, table, aino, eero)
        told = {}
        watch = f"/w/{site.site.watch_links.of(table)}"
        for name, address, browser in (
            ("aino", f"/t/{table}", aino),
            ("eero", f"/t/{table}", eero),
            ("watcher", watch, aino),
        ):
            address = f"{address}/events?after={number}"
            async with Listener(site.app, address, cookies_of(browser)) as stream:
                (event, _) = await stream.events(2)
                told[name] = event["data"]
        assert all(data["kind"] == "placed" and data["game"] for data in told.values())
        assert len({data["say"] for data in told.values()}) == 1
        assert sorted(data["yours"] for data in told.values()) == [False, False, True]
        assert not told["watcher"]["yours"]
        assert told["aino"]["points"] == told["eero"]["points"]
        assert told["aino"]["n"] == number + 1


@in_loop
async def test_a_hand_is_told_to_its_seat_alone() -> None:
    async with world() as site:
        table, aino, eero = await two_at_a_table(site)
        watch = f"/w/{site.site.watch_links.of(table)}/events?after=0"
        number = (await site.site.hall.look(table)).view.number
        said = []
        for address, browser in ((f"/t/{table}/events?after=0", aino), (watch, eero)):
            async with Listener(site.app, address, cookies_of(browser)) as stream:
                events = await stream.events(number)
                said.append(next(e["data"]["say"] for e in events if e["data"]["kind"] == "dealt"))
        game = (await site.site.hall.look(table, site.guest_of(aino))).view.game
        assert game is not None
        assert game.round is not None
        for tile in game.round.hand:
            assert f"[{tile.low}|{tile.high}]" in said[0]
        assert "[" not in said[1]


@in_loop
async def test_a_quiet_stream_gives_signs_of_life_without_a_number() -> None:
    async with world(replace(UNLIMITED, heartbeat=0.001)) as site:
        table, aino, _ = await two_at_a_table(site)
        async with Listener(site.app, f"/t/{table}/events", cookies_of(aino)) as stream:
            events = await stream.events(4)
        assert [event["event"] for event in events[1:]] == ["heartbeat"] * 3
        assert all("id" not in event for event in events)


@in_loop
async def test_who_goes_away_and_comes_back_is_told_in_words() -> None:
    hall = HallSettings(bot_pause=0, lot_pause=0, patience=Patience(blink=0, quiet=0, grace=0))
    async with world(hall=hall) as site:
        table, aino, eero = await two_at_a_table(site)
        watch = f"/t/{table}/events"
        async with Listener(site.app, watch, cookies_of(aino)) as stream:
            first = await stream.named("presence")
            assert first["data"]["seats"][0] == "here"
            async with Listener(site.app, watch, cookies_of(eero)):
                came = await stream.named("presence")
                assert came["data"]["seats"] == ["here", "here"]
                assert came["data"]["say"] == ["Eero is back."]
            went = await stream.named("presence")
            assert went["data"]["seats"] == ["here", "long-away"]
            assert went["data"]["say"] == ["Eero is away."]
            assert "id" not in went
            page = await aino.visit(f"/t/{table}")
            assert f'action="/t/{table}/take-over"' in page.text


@in_loop
async def test_presence_follows_the_beats_of_a_page() -> None:
    clock = FakeClock()
    async with world(clock=clock) as site:
        table, aino, eero = await two_at_a_table(site)
        address = f"/t/{table}/events"
        async with (
            Listener(site.app, address, cookies_of(eero)),
            Listener(site.app, address, cookies_of(aino)) as stream,
        ):
            first = await stream.named("presence")
            assert first["data"]["seats"] == ["here", "here"]
            answer = await eero.get(f"/t/{table}/beat")
            assert (answer.status_code, answer.text) == (204, "")
            await clock.go_on(46)
            assert (await stream.named("presence"))["data"]["say"] == ["Eero is away."]
            await eero.get(f"/t/{table}/beat?hidden")
            assert (await stream.named("presence"))["data"]["say"] == ["Eero is back."]
            await clock.go_on(89)
            room = await site.site.hall.room(table)
            assert [str(one) for one in room.presence] == ["here", "here"]
            await clock.go_on(2)
            assert [str(one) for one in room.presence] == ["here", "long-away"]
            watch = f"/w/{site.site.watch_links.of(table)}/beat"
            assert (await eero.get(watch)).status_code == 204
            assert [str(one) for one in room.presence] == ["here", "long-away"]
        assert (await eero.get("/t/nosuchtable/beat")).status_code == 404


@in_loop
async def test_a_glance_at_the_stream_is_not_told_as_coming_and_going() -> None:
    clock = FakeClock()
    async with world(clock=clock) as site:
        table, _, eero = await two_at_a_table(site)
        room = await site.site.hall.room(table)
        for _ in range(3):
            await clock.go_on(60)
            glance = Listener(site.app, f"/t/{table}/events?after=0&moment", cookies_of(eero))
            async with glance as stream:
                assert numbers(await stream.events(2)) == [1, 2]
            await clock.go_on(10)
            assert str(room.presence_of(clock.now())[1]) == "here"


@in_loop
async def test_far_too_much_is_told_as_where_the_table_is() -> None:
    async with world(hall=HallSettings(bot_pause=0, lot_pause=0, backlog=3)) as site:
        table, aino, _ = await two_at_a_table(site)
        look = (await site.site.hall.look(table)).view
        async with Listener(site.app, f"/t/{table}/events?after=0", cookies_of(aino)) as stream:
            (resync, presence) = await stream.events(2)
        assert (resync["event"], resync["id"]) == ("resync", str(look.number))
        assert resync["data"] == {"n": look.number, "at": look.at}
        assert presence["event"] == "presence"


@in_loop
async def test_asking_for_the_headers_alone_opens_no_stream() -> None:
    async with world() as site:
        table, aino, _ = await two_at_a_table(site)
        answer = await aino.head(f"/t/{table}/events")
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert site.site.streams.open == 0


@in_loop
async def test_streams_are_counted_and_bounded() -> None:
    async with world(replace(UNLIMITED, most_streams_each=2, most_streams=3)) as site:
        table, aino, eero = await two_at_a_table(site)
        address = f"/t/{table}/events"
        streams = site.site.streams
        async with (
            Listener(site.app, address, cookies_of(aino)),
            Listener(site.app, address, cookies_of(aino)),
        ):
            assert streams.open == 2
            async with Listener(site.app, address, cookies_of(aino)) as third:
                assert third.status == 429
            async with Listener(site.app, address, cookies_of(eero)) as other:
                assert other.status == 200
                async with Listener(site.app, address) as stranger:
                    assert stranger.status == 503
        assert streams.open == 0
        async with Listener(site.app, f"{address}?after=9999", cookies_of(aino)) as refused:
            assert refused.status == 409
        async with Listener(site.app, "/t/nosuchtable/events", cookies_of(aino)) as refused:
            assert refused.status == 404
        assert streams.open == 0
        assert streams._open_of == streams._open_at == {}


@in_loop
async def test_one_address_cannot_take_all_streams_by_being_many_guests() -> None:
    async with world(replace(UNLIMITED, most_streams_address=3)) as site:
        table, *_ = await two_at_a_table(site)
        address = f"/t/{table}/events"
        guests = [f"sniffi_guest={site.cookie_of(f'{number:032x}')}" for number in range(5)]
        async with AsyncExitStack() as stack:
            statuses = []
            for guest in guests:
                stream = Listener(site.app, address, guest, {"accept": "application/json"})
                statuses.append((await stack.enter_async_context(stream)).status)
            assert statuses == [200, 200, 200, 429, 429]
            assert "web.too-many-streams-here" in str(await stream._messages.get())
            # From elsewhere there is room, also for those who were refused.
            other = Listener(site.app, address, guests[-1], client="192.0.2.201")
            assert (await stack.enter_async_context(other)).status == 200
        async with Listener(site.app, address, guests[-1]) as later:
            assert later.status == 200


@in_loop
async def test_a_family_behind_one_address_has_room() -> None:
    usual = ServeSettings()
    people, tabs = 8, 10
    async with world(usual) as site:
        table, *_ = await two_at_a_table(site)
        async with AsyncExitStack() as stack:
            for person in range(people):
                cookie = f"sniffi_guest={site.cookie_of(f'{person:032x}')}"
                for _ in range(tabs):
                    stream = Listener(site.app, f"/t/{table}/events", cookie)
                    assert (await stack.enter_async_context(stream)).status == 200
            assert site.site.streams.open == people * tabs


@in_loop
async def test_streams_end_when_the_server_stops_and_none_begins() -> None:
    async with world() as site:
        table, aino, _ = await two_at_a_table(site)
        address = f"/t/{table}/events"
        async with Listener(site.app, address, cookies_of(aino)) as stream:
            await stream.events(1)
            site.site.streams.close()
            assert await stream.events(1) == []
            assert stream.ended
        async with Listener(site.app, address, cookies_of(aino)) as late:
            assert late.status == 503


@in_loop
async def test_a_stream_tells_a_whole_round_as_its_page_is_played() -> None:
    async with world() as site:
        guest = site.browser()
        table = table_of(await guest.press("/play"))
        async with Listener(site.app, f"/t/{table}/events?after=0", cookies_of(guest)) as stream:
            await play_behind(site, guest, table, until="resting")
            await site.settle(table)
            number = (await site.site.hall.look(table)).view.number
            found: list[dict[str, Any]] = []
            while not numbers(found) or numbers(found)[-1] < number:
                found += await stream.events(1)
        assert numbers(found) == list(range(1, number + 1))
        assert {event["data"]["kind"] for event in found if "id" in event} >= {
            "opened",
            "lot-drawn",
            "dealt",
            "placed",
            "deducted",
        }
