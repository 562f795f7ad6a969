"""Hints at a table: who gets one, who does not and why, and what stands on the page."""

from __future__ import annotations

import html
import re
import threading
from dataclasses import replace

import httpx2 as httpx
import pytest

from sniffi.analysis import HintWords, guess, hint
from sniffi.bots.evaluation import Evaluation
from sniffi.rules import RoundView
from sniffi.tables import advice
from sniffi.web.limits import Rate
from sniffi.web.showing import names_of
from sniffi.words import Words
from tests.web.server import (
    UNLIMITED,
    Browser,
    Listener,
    World,
    at_of,
    cookies_of,
    in_loop,
    play_behind,
    state_of,
    table_of,
    world,
)

SCRIPT = {"X-Requested-With": "sniffi"}
EN = {"Accept-Language": "en"}
MADE = {"name": "Aino", "players": "2", "access": "private", "language": "en", "pace": "quick"}


async def to_choose(site: World, guest: Browser, table: str) -> RoundView:
    """Play until the guest has a choice; what the guest sees then."""
    hall, id = site.site.hall, site.guest_of(guest)
    for _ in range(200):
        await site.settle(table)
        view = (await hall.look(table, id)).view
        if view.resting:
            await hall.ready(table, id)
        elif view.your_turn and view.game is not None and view.game.round is not None:
            legal = view.game.legal_actions()
            if len(legal) > 1 and view.game.round.layout.tiles:
                return view.game.round
            await hall.act(table, id, view.seat or 0, legal[0], view.at)
    raise AssertionError("there is never a choice")


def text_in(page: str) -> str:
    return html.unescape(re.sub(r"\s+", " ", page))


@pytest.mark.parametrize("language", ["fi", "en"])
def test_who_is_to_act_gets_a_hint_on_the_page(language: str) -> None:
    async def test() -> None:
        async with world() as site:
            guest = site.browser(headers={"Accept-Language": language})
            table = table_of(await guest.press("/play"))
            view = await to_choose(site, guest, table)
            plain = await guest.visit(f"/t/{table}")
            assert f'action="/t/{table}/hint"' in plain.text
            assert 'class="advice"' not in plain.text
            page = await guest.visit(f"/t/{table}/hint")
            assert page.status_code == 200
            assert "no-store" in page.headers["cache-control"]
            words = Words(language)
            seats = (await site.site.hall.look(table)).view.seats
            said = HintWords(words, names_of(seats, words))
            told = hint(view, guess)
            text = text_in(page.text)
            for suggestion in told.suggestions:
                assert said.placement(suggestion) in text
                assert said.worth(suggestion) in text
                for reason in said.reasons(suggestion):
                    assert reason in text
            assert said.verdict(told) in text
            best = told.suggestions[0].place
            assert f'data-mark-tile="{best.tile}" data-mark-spot="{best.spot}"' in page.text
            assert re.search(rf'class="held[^"]* hinted"[^>]*data-tile="{best.tile}"', page.text)
            assert page.text.count("hinted") == 1
            offered = re.findall(r"pic-offered", page.text)
            assert len(offered) == plain.text.count('class="layout ')
            # It is no press: the table is as it was.
            assert at_of(await guest.visit(f"/t/{table}")) == at_of(page)

    in_loop(test)()


@in_loop
async def test_a_script_gets_the_part_alone() -> None:
    async with world() as site:
        guest = site.browser(headers=EN)
        table = table_of(await guest.press("/play"))
        await to_choose(site, guest, table)
        page = await guest.get(f"/t/{table}/hint", headers=SCRIPT)
        assert page.status_code == 200
        assert page.text.strip().startswith('<section class="advice"')
        assert page.text.strip().endswith("</section>")
        whole = await guest.visit(f"/t/{table}/hint")
        assert text_in(page.text).strip() in text_in(whole.text)


@in_loop
async def test_a_placement_is_told_about_when_it_is_asked_about() -> None:
    async with world() as site:
        guest = site.browser(headers=EN)
        table = table_of(await guest.press("/play"))
        view = await to_choose(site, guest, table)
        worst = guess(view).placements[-1].place
        page = await guest.get(f"/t/{table}/hint", params={"about": str(worst)}, headers=SCRIPT)
        assert Words("en").action(worst) in text_in(page.text)
        for about, status in (("99", 400), ("14@", 400), (str(view.layout.tiles[0]), 422)):
            refused = await guest.get(
                f"/t/{table}/hint", params={"about": about}, headers={**SCRIPT, **EN}
            )
            assert refused.status_code == status, about
            assert refused.json()["say"]


@in_loop
async def test_where_nothing_is_to_choose_a_hint_says_so() -> None:
    async with world() as site:
        guest = site.browser(headers=EN)
        table = table_of(await guest.press("/play"))
        hall, id = site.site.hall, site.guest_of(guest)
        for _ in range(300):
            await site.settle(table)
            view = (await hall.look(table, id)).view
            if view.resting:
                await hall.ready(table, id)
                continue
            assert view.game is not None
            legal = view.game.legal_actions()
            if len(legal) == 1:
                break
            await hall.act(table, id, 1, legal[0], view.at)
        page = await guest.get(f"/t/{table}/hint", headers=SCRIPT)
        assert page.status_code == 200
        assert "No hint is needed" in page.text
        assert "<details" not in page.text


def refusal(answer: httpx.Response, status: int, code: str) -> None:
    assert (answer.status_code, answer.json()["error"]) == (status, code)
    assert answer.json()["say"]


@in_loop
async def test_none_is_given_where_they_are_off_and_the_page_says_so() -> None:
    async with world() as site:
        guest = site.browser(headers=EN)
        page = await guest.press("/tables", **MADE, seat2="greedy", hints="off")
        table = table_of(page)
        await to_choose(site, guest, table)
        page = await guest.visit(f"/t/{table}")
        assert "/hint" not in page.text
        refusal(await guest.get(f"/t/{table}/hint", headers=SCRIPT), 409, "tables.hints-off")
        page = await guest.visit(f"/t/{table}/hint")
        assert page.url.path == f"/t/{table}"
        assert "Hints are switched off at this table." in page.text


@in_loop
async def test_none_is_given_to_spectators_strangers_or_who_is_not_to_act() -> None:
    async with world() as site:
        aino, eero, other = (site.browser(headers=EN) for _ in range(3))
        page = await aino.press("/tables", **MADE, seat2="person", hints="on")
        table = table_of(page)
        refusal(await aino.get(f"/t/{table}/hint", headers=SCRIPT), 409, "tables.not-started")
        await eero.press(f"/t/{table}/sit", name="Eero", seat="2")
        await site.settle(table)
        game = (await site.site.hall.look(table)).view.game
        assert game is not None
        acts, waits = (aino, eero) if game.to_act == 1 else (eero, aino)
        assert (await acts.get(f"/t/{table}/hint", headers=SCRIPT)).status_code == 200
        refusal(await waits.get(f"/t/{table}/hint", headers=SCRIPT), 409, "tables.hint-not-now")
        assert f"/t/{table}/hint" not in (await waits.visit(f"/t/{table}")).text
        refusal(await other.get(f"/t/{table}/hint", headers=SCRIPT), 403, "tables.not-seated-here")
        watch = f"/w/{site.site.watch_links.of(table)}/hint"
        for browser in (acts, other):
            refusal(await browser.get(watch, headers=SCRIPT), 403, "tables.not-seated-here")
            page = await browser.visit(watch)
            assert page.status_code == 403
            assert "<h1>" in page.text


@in_loop
async def test_none_is_given_when_the_game_is_over() -> None:
    async with world() as site:
        guest = site.browser(headers=EN)
        table = table_of(await guest.press("/play"))
        await site.settle(table)
        assert state_of(await play_behind(site, guest, table)) == "over"
        refusal(await guest.get(f"/t/{table}/hint", headers=SCRIPT), 410, "tables.game-over")


@in_loop
async def test_nobody_else_hears_of_it() -> None:
    async with world() as site:
        guest = site.browser(headers=EN)
        table = table_of(await guest.press("/play"))
        await to_choose(site, guest, table)
        look = await site.site.hall.look(table)
        number = look.view.number
        address = f"/w/{site.site.watch_links.of(table)}/events?after={number}"
        async with Listener(site.app, address, cookies_of(guest)) as stream:
            (first,) = await stream.events(1)
            assert first["event"] == "presence"
            await guest.get(f"/t/{table}/hint", headers=SCRIPT)
            assert (await site.site.hall.look(table)).view.number == number
            await guest.press(f"/t/{table}/leave")
            # The next that is told has the next number.
            event: dict[str, object] = {}
            while "id" not in event:
                (event,) = await stream.events(1)
            assert event["id"] == str(number + 1)


@in_loop
async def test_who_asks_too_often_is_told_when_to_come_again() -> None:
    async with world(replace(UNLIMITED, limit_hint=Rate(2, 60))) as site:
        guest = site.browser(headers=EN)
        table = table_of(await guest.press("/play"))
        await to_choose(site, guest, table)
        answers = [await guest.get(f"/t/{table}/hint", headers=SCRIPT) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert 1 <= int(answers[2].headers["retry-after"]) <= 60


@in_loop
async def test_one_that_takes_too_long_or_fails_is_told_to_be_missing() -> None:
    async with world() as site:
        guest = site.browser(headers=EN)
        table = table_of(await guest.press("/play"))
        await to_choose(site, guest, table)
        enough = threading.Event()

        def slow(view: RoundView) -> Evaluation:
            enough.wait()
            return guess(view)

        def broken(view: RoundView) -> Evaluation:
            raise RuntimeError(str(view.hand))

        hall = site.site.hall
        hall._evaluator = slow
        refusal(await guest.get(f"/t/{table}/hint", headers=SCRIPT), 503, "tables.no-hint")
        enough.set()
        hall._evaluator = broken
        refusal(await guest.get(f"/t/{table}/hint", headers=SCRIPT), 503, "tables.no-hint")
        hall._evaluator = guess
        assert (await guest.get(f"/t/{table}/hint", headers=SCRIPT)).status_code == 200


@pytest.mark.parametrize(
    ("wish", "second", "hints"),
    [
        (None, "greedy", True),
        (None, "person", False),
        ("auto", "greedy", True),
        ("auto", "person", False),
        ("on", "person", True),
        ("off", "greedy", False),
    ],
)
def test_who_opens_a_table_chooses_and_bots_alone_bring_them(
    wish: str | None, second: str, hints: bool
) -> None:
    async def test() -> None:
        async with world() as site:
            guest = site.browser()
            fields = {} if wish is None else {"hints": wish}
            page = await guest.press("/tables", **MADE, seat2=second, **fields)
            look = await site.site.hall.look(table_of(page))
            assert look.view.settings.hints == hints

    in_loop(test)()


@in_loop
async def test_the_form_offers_the_choice_and_no_other_is_taken() -> None:
    async with world() as site:
        guest = site.browser(headers=EN)
        front = await guest.visit("/")
        form = re.search(r'<select id="make-hints".*?</select>', front.text, re.DOTALL)
        assert form is not None
        assert re.findall(r'value="(\w+)"', form[0]) == ["auto", "on", "off"]
        answer = await guest.script("/tables", **MADE, seat2="greedy", hints="perhaps")
        refusal(answer, 400, "web.bad-input")


def test_a_hint_takes_a_second_at_most() -> None:
    assert advice.LIMIT <= 1
