"""A table by forms alone: whole games, and what its page shows on the way."""

from __future__ import annotations

import re

import pytest

from sniffi.deal import commitment
from sniffi.record import loads, verify
from sniffi.rules import Game
from sniffi.tables.playing import ready
from sniffi.web.showing import Showing
from sniffi.words import Words
from tests.tables.made import full, guest, positions
from tests.web.server import (
    UNLIMITED,
    actions_on,
    at_of,
    cookies_of,
    in_loop,
    play,
    play_behind,
    state_of,
    table_of,
    world,
)

ASSERTED_PARTS = ("status", "players", "board", "hand", "actions", "recent", "deal")


@pytest.mark.parametrize(
    ("players", "lang"), [(2, "fi"), (4, "en"), pytest.param(3, "fi", marks=pytest.mark.slow)]
)
def test_a_whole_game_is_played_by_forms(players: int, lang: str) -> None:
    async def test() -> None:
        async with world() as site:
            guest = site.browser(headers={"Accept-Language": lang})
            bots = {f"seat{seat}": "greedy" for seat in (2, 3, 4)}
            page = await guest.press(
                "/tables",
                name="Aino",
                players=str(players),
                access="private",
                language=lang,
                pace="quick",
                **bots,
            )
            table = table_of(page)
            await site.settle(table)
            page = await play(site, guest, table)
            look = await site.site.hall.look(table)
            game = look.view.game
            assert game is not None
            assert game.winner is not None
            assert state_of(page) == "over"
            for score in game.scores:
                assert f'data-points="{score}"' in page.text

            record = await guest.get(f"/t/{table}/record.sniff")
            (made,) = loads(record.text)
            assert isinstance(made.game(), Game)
            assert verify(made).ok
            check = await guest.visit(f"/t/{table}/verify")
            assert check.text.count('class="match"') == len(verify(made).checks)
            assert "mismatch" not in check.text

            again = await guest.press(f"/t/{table}/rematch")
            assert table_of(again) != table
            new = (await site.site.hall.look(table_of(again))).view
            assert [seat.person for seat in new.seats] == [seat.person for seat in look.view.seats]

    in_loop(test)()


@in_loop
async def test_the_page_shows_the_game_in_parts_with_headings() -> None:
    async with world() as site:
        guest = site.browser()
        table = table_of(await guest.press("/play"))
        await site.settle(table)
        page = (await guest.visit(f"/t/{table}")).text
        for part in ASSERTED_PARTS:
            section = re.search(rf'<section class="{part}[^>]*aria-labelledby="([\w-]+)"', page)
            assert section is not None, part
            assert f'id="{section[1]}"' in page
        assert page.count("<h1") == 1
        assert "<main" in page
        assert 'class="skip" href="#main"' in page


@in_loop
async def test_the_lot_is_shown_tile_by_tile_until_the_opening() -> None:
    async with world() as site:
        guest = site.browser()
        table = table_of(await guest.press("/play"))
        await site.settle(table)
        game = (await site.site.hall.look(table)).view.game
        assert game is not None
        page = await guest.visit(f"/t/{table}")
        if actions_on(page) and "data-order" not in page.text:
            lot = re.search(r'<section class="lot.*?</section>', page.text, re.DOTALL)
            assert lot is not None
            draws = [event for event in game.events if hasattr(event, "draws")]
            assert lot[0].count("data-tile") == sum(len(event.draws) for event in draws)
        page = await play_behind(site, guest, table, until="resting")
        assert '<section class="lot' not in page.text


@in_loop
async def test_leftover_hands_are_shown_one_by_one_and_the_next_starter_named() -> None:
    async with world() as site:
        guest = site.browser(headers={"Accept-Language": "en"})
        table = table_of(await guest.press("/play"))
        await site.settle(table)
        page = await play_behind(site, guest, table, until="resting")
        leftovers = re.search(r'<section class="leftovers.*?</section>', page.text, re.DOTALL)
        assert leftovers is not None
        game = (await site.site.hall.look(table)).view.game
        assert game is not None
        assert game.round is not None
        assert leftovers[0].count("<h3>") == 2
        tiles = re.findall(r'data-tile="(\d\d)"', leftovers[0])
        held = [str(tile) for seat in (1, 2) for tile in game.round.known_hand(seat)]
        assert tiles == held
        assert "starts the next round" in leftovers[0] or "by lot" in leftovers[0]


@in_loop
async def test_a_tile_that_fits_several_spots_asks_which_and_then_goes_there() -> None:
    async with world() as site:
        guest = site.browser()
        table = table_of(await guest.press("/play"))
        await site.settle(table)
        for _ in range(400):
            page = await guest.visit(f"/t/{table}")
            if state_of(page) == "resting":
                await guest.press(f"/t/{table}/ready")
            elif state_of(page) == "yours":
                several = [action for action in actions_on(page) if re.fullmatch(r"\d\d", action)]
                game = (await site.site.hall.look(table, site.guest_of(guest))).view.game
                assert game is not None
                if several and game.round is not None and game.round.layout.tiles:
                    break
                await guest.press(f"/t/{table}/act", at=at_of(page), action=actions_on(page)[0])
            await site.settle(table)
        asked = await guest.press(f"/t/{table}/act", at=at_of(page), action=several[0])
        assert asked.url.params["tile"] == several[0]
        assert asked.url.fragment == "choose"
        assert at_of(asked) == at_of(page)
        chosen = re.search(r'id="choose".*?</form>', asked.text, re.DOTALL)
        assert chosen is not None
        spots = re.findall(r'name="action" value="([^"]+)"', chosen[0])
        assert len(spots) > 1
        assert all(spot.startswith(several[0] + "@") for spot in spots)
        assert "pic-offered" in asked.text
        done = await guest.press(f"/t/{table}/act", at=at_of(asked), action=spots[-1])
        assert at_of(done) > at_of(asked)


@in_loop
async def test_two_people_play_and_each_sees_the_own_hand_alone() -> None:
    async with world() as site:
        aino, eero = site.browser(), site.browser()
        page = await aino.press(
            "/tables",
            name="Aino",
            players="2",
            seat2="person",
            access="private",
            language="fi",
            pace="quick",
        )
        table = table_of(page)
        assert state_of(page) == "waiting"
        assert f"http://sniffi.test/t/{table}" in page.text
        assert 'class="qr-code"' in page.text
        join = await eero.visit(f"/t/{table}")
        assert f'action="/t/{table}/sit"' in join.text
        await eero.press(f"/t/{table}/sit", name="Eero", seat="2", nonce="my-own-words")
        await site.settle(table)
        for seat, browser in ((1, aino), (2, eero)):
            view = (await site.site.hall.look(table, site.guest_of(browser))).view
            assert view.seat == seat
            assert view.game is not None
            assert view.game.round is not None
            page = await browser.visit(f"/t/{table}")
            shown = re.findall(r'class="held[^>]*data-tile="(\d\d)"', page.text)
            assert shown == [str(tile) for tile in view.game.round.hand]
        assert "my-own-words" in (await aino.visit(f"/t/{table}/verify")).text


@in_loop
async def test_a_bot_can_be_put_on_a_free_seat_and_taken_away() -> None:
    async with world() as site:
        guest = site.browser()
        page = await guest.press(
            "/tables",
            name="Aino",
            players="3",
            seat2="person",
            seat3="person",
            access="private",
            language="fi",
            pace="quick",
        )
        table = table_of(page)
        page = await guest.press(f"/t/{table}/seat-bot", seat="3", bot="random")
        assert f'action="/t/{table}/unseat-bot"' in page.text
        page = await guest.press(f"/t/{table}/unseat-bot", seat="3")
        assert f'action="/t/{table}/unseat-bot"' not in page.text
        await guest.press(f"/t/{table}/seat-bot", seat="3", bot="random")
        page = await guest.press(f"/t/{table}/seat-bot", seat="2", bot="greedy")
        await site.settle(table)
        assert state_of(await guest.visit(f"/t/{table}")) in ("yours", "theirs")


@in_loop
async def test_who_leaves_before_the_game_frees_the_seat() -> None:
    async with world() as site:
        aino, eero = site.browser(), site.browser()
        page = await aino.press(
            "/tables",
            name="Aino",
            players="2",
            seat2="person",
            access="private",
            language="fi",
            pace="quick",
        )
        table = table_of(page)
        page = await aino.press(f"/t/{table}/leave")
        assert page.url.path == "/"
        assert f"/t/{table}" not in page.text
        page = await eero.visit(f"/t/{table}")
        assert page.text.count(f'action="/t/{table}/sit"') == 2


@in_loop
async def test_who_leaves_a_game_is_replaced_by_a_bot_and_may_return() -> None:
    async with world() as site:
        aino, eero = site.browser(), site.browser(headers={"Accept-Language": "en"})
        page = await aino.press(
            "/tables",
            name="Aino",
            players="2",
            seat2="person",
            access="private",
            language="fi",
            pace="quick",
        )
        table = table_of(page)
        await eero.press(f"/t/{table}/sit", name="Eero", seat="2")
        await site.settle(table)
        left = await aino.press(f"/t/{table}/leave")
        assert f"/t/{table}" in left.text
        page = await eero.visit(f"/t/{table}")
        assert f'action="/t/{table}/take-over"' in page.text
        page = await eero.press(f"/t/{table}/take-over", seat="1")
        assert "a bot plays" in page.text
        await site.settle(table)
        page = await aino.visit(f"/t/{table}")
        assert f'action="/t/{table}/return"' in page.text
        assert actions_on(page) == []
        await aino.press(f"/t/{table}/return")
        view = (await site.site.hall.look(table, site.guest_of(aino))).view
        assert view.seats[0].played_by_person


@in_loop
async def test_spectators_see_the_table_and_no_way_to_join_it() -> None:
    async with world() as site:
        guest, watcher = site.browser(), site.browser()
        page = await guest.press(
            "/tables",
            name="Aino",
            players="2",
            seat2="person",
            access="private",
            language="fi",
            pace="quick",
        )
        table = table_of(page)
        link = re.search(r'href="(/w/[^"]+)"', page.text)
        assert link is not None
        await guest.press(f"/t/{table}/seat-bot", seat="2", bot="greedy")
        await site.settle(table)
        for _ in range(2):
            for path in ("", "/history", "/fragment", "/verify", "/record.sniff", "/history?at=3"):
                page = await watcher.visit(link[1] + path)
                assert page.status_code == 200
                assert table not in page.text
                assert "/sit" not in page.text
                assert "Held" not in page.text
            for path in ("/sit", "/act", "/leave", "/rematch", "/device"):
                answer = await watcher.post(link[1] + path, data={"csrf": watcher.csrf})
                assert answer.status_code == 404
            await play_behind(site, guest, table)
            await guest.press(f"/t/{table}/rematch")


@in_loop
async def test_history_steps_through_every_position() -> None:
    async with world() as site:
        guest = site.browser(headers={"Accept-Language": "en"})
        table = table_of(await guest.press("/play"))
        await site.settle(table)
        await play_behind(site, guest, table, until="resting")
        number = (await site.site.hall.look(table)).view.number
        page = await guest.visit(f"/t/{table}/history?at=1")
        for n in range(1, number + 1):
            last = n == number
            assert ("The position now" if last else f"After event {n} of {number}") in page.text
            assert page.text.count('aria-current="step"') == 1
            onward = re.search(r'href="([^"]+)" rel="next"', page.text)
            assert (onward is None) == last
            if onward is not None:
                page = await guest.visit(onward[1].replace("&amp;", "&"))
        assert (await guest.visit(f"/t/{table}/history?at={number + 1}")).status_code == 409
        assert (await guest.visit(f"/t/{table}/history?at=0")).status_code == 400
        # The present comes first.
        assert "The position now" in (await guest.visit(f"/t/{table}/history")).text


@in_loop
async def test_the_commitment_is_shown_from_the_start_and_the_seed_at_the_end() -> None:
    async with world() as site:
        guest = site.browser()
        table = table_of(await guest.press("/play"))
        await site.settle(table)
        seed = (1).to_bytes(32)
        page = (await guest.visit(f"/t/{table}/verify")).text
        assert commitment(seed) in page
        assert seed.hex() not in page
        await play_behind(site, guest, table)
        assert seed.hex() in (await guest.visit(f"/t/{table}/verify")).text


@in_loop
async def test_the_fragment_is_what_changes_of_the_page_and_told_once() -> None:
    async with world() as site:
        guest = site.browser()
        table = table_of(await guest.press("/play"))
        await site.settle(table)
        page = await guest.visit(f"/t/{table}")
        part = await guest.get(f"/t/{table}/fragment")
        table_now, aside, links = part.text.partition("<aside")
        assert table_now.strip() in page.text
        assert (aside + links).strip() in page.text
        assert "<html" not in part.text
        assert at_of(part) == at_of(page)
        tag = part.headers["etag"]
        same = await guest.get(f"/t/{table}/fragment", headers={"If-None-Match": tag})
        assert (same.status_code, same.content) == (304, b"")
        other = await guest.get(
            f"/t/{table}/fragment", headers={"If-None-Match": tag, "Accept-Language": "en"}
        )
        assert other.status_code == 200
        await guest.press(f"/t/{table}/act", at=at_of(page), action=await site.legal(table))
        later = await guest.get(f"/t/{table}/fragment", headers={"If-None-Match": tag})
        assert later.status_code == 200


@in_loop
async def test_a_script_gets_the_part_that_changed_and_no_redirect() -> None:
    async with world(UNLIMITED) as site:
        guest = site.browser()
        table = table_of(await guest.press("/play"))
        await site.settle(table)
        page = await guest.visit(f"/t/{table}")
        answer = await guest.script(
            f"/t/{table}/act",
            headers={"Accept": "text/html", "X-Requested-With": "fetch"},
            at=at_of(page),
            action=await site.legal(table),
        )
        assert answer.status_code == 200
        assert answer.text.lstrip().startswith('<div class="live')
        assert at_of(answer) > at_of(page)
        assert cookies_of(guest)


def test_between_rounds_it_is_said_who_is_waited_for() -> None:
    table = next(table for table in positions(full(2), 1) if table.resting)
    said = []
    for seat in (1, 2, None):
        said.append(Showing(table.seen_by(1), Words("en"), "/t/x").status())
        if seat is not None:
            table = table.after(ready(table, guest(seat)))
    assert said == [
        "The round is over. Go on when you are ready.",
        "Waiting for the next round. Not ready yet: Eero.",
        "The next round begins.",
    ]
