"""Which bots the forms offer, by their labels; they work without scripts."""

from __future__ import annotations

from html import unescape

import pytest

from sniffi.bots import USUAL, offered
from sniffi.words import Words
from tests.web.server import in_loop, table_of, world


@pytest.mark.parametrize("bot", ["random", "positional", None])
def test_the_form_to_play_at_once_lists_the_bots_and_takes_one(bot: str | None) -> None:
    async def test() -> None:
        async with world() as site:
            guest = site.browser()
            front = await guest.visit("/")
            form = unescape(front.text.partition('action="/play"')[2].partition("</form>")[0])
            words = Words("fi" if '<html lang="fi"' in front.text else "en")
            assert f'<option value="{USUAL}" selected>' in form
            for name in offered():
                assert f'<option value="{name}"' in form
                assert words.say(f"bots.{name}-about") in form
            strongest = words.say("bots.strongest", title=words.say(f"bots.{[*offered()][-1]}"))
            assert strongest in form
            page = await guest.press("/play", **({} if bot is None else {"bot": bot}))
            look = await site.site.hall.look(table_of(page))
            assert look.view.seats[1].bot == (bot or USUAL)

    in_loop(test)()


@in_loop
async def test_a_bot_that_there_is_not_opens_no_table() -> None:
    async with world() as site:
        guest = site.browser()
        page = await guest.press("/play", bot="nobody")
        assert "nobody" in page.text
        assert "/t/" not in page.url.path


@in_loop
async def test_a_free_seat_proposes_the_usual_bot() -> None:
    async with world() as site:
        guest = site.browser()
        page = await guest.press(
            "/tables",
            name="Aino",
            players="2",
            seat2="person",
            access="private",
            language="fi",
        )
        page = await guest.visit(f"/t/{table_of(page)}")
        assert f'<option value="{USUAL}" selected>' in page.text
