"""What is refused: each with its status, a sentence in the reader's language, and no change."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

import httpx2 as httpx
import pytest

from sniffi.rules import FULL_SET, Tile
from sniffi.web.limits import Rate
from tests.web.server import (
    UNLIMITED,
    Browser,
    World,
    at_of,
    in_loop,
    play_behind,
    state_of,
    table_of,
    world,
)


@dataclass
class Table:
    """A table of two people at which Aino or Eero is to act."""

    site: World
    id: str
    acts: Browser
    waits: Browser
    seat: int
    """Of the one who is to act."""

    @property
    def address(self) -> str:
        return f"/t/{self.id}"

    async def number(self) -> int:
        return (await self.site.site.hall.look(self.id)).view.number

    async def at(self) -> int:
        return (await self.site.site.hall.look(self.id)).view.at

    async def hand(self) -> tuple[Tile, ...]:
        game = (await self.site.site.hall.room(self.id)).table.game
        assert game is not None
        assert game.round is not None
        return game.round.hand


@asynccontextmanager
async def table_of_two() -> AsyncIterator[Table]:
    async with world() as site:
        browsers = [site.browser(headers={"Accept-Language": "en"}) for _ in range(2)]
        page = await browsers[0].press(
            "/tables",
            name="Aino",
            players="2",
            seat2="person",
            access="private",
            language="en",
        )
        id = table_of(page)
        await browsers[1].press(f"/t/{id}/sit", name="Eero", seat="2")
        await site.settle(id)
        pages = [await browser.visit(f"/t/{id}") for browser in browsers]
        first = state_of(pages[0]) == "yours"
        acts, waits = browsers if first else browsers[::-1]
        yield Table(site, id, acts, waits, 1 if first else 2)


def said(answer: httpx.Response, status: int, code: str) -> str:
    assert answer.status_code == status, answer.text
    told = answer.json()
    assert told["error"] == code
    return str(told["say"])


@in_loop
async def test_a_stale_press_changes_nothing_and_says_so_kindly() -> None:
    async with table_of_two() as table:
        at, action = await table.at(), await table.site.legal(table.id)
        await table.acts.press(f"{table.address}/act", at=at, action=action)
        before = await table.number()
        other = await table.site.legal(table.id)
        answer = await table.waits.script(f"{table.address}/act", at=at, action=other)
        said(answer, 409, "tables.stale-press")
        page = await table.waits.press(f"{table.address}/act", at=at, action=other)
        assert page.url.path == table.address
        assert 'id="notice"' in page.text
        assert answer.json()["say"] in page.text
        assert await table.number() == before
        # The sentence is for one page alone.
        assert 'id="notice"' not in (await table.waits.visit(table.address)).text


@in_loop
async def test_a_double_press_plays_once_and_complains_of_nothing() -> None:
    async with table_of_two() as table:
        at, action = await table.at(), await table.site.legal(table.id)
        first = await table.acts.script(f"{table.address}/act", at=at, action=action)
        number = await table.number()
        again = await table.acts.script(f"{table.address}/act", at=at, action=action)
        assert (first.status_code, again.status_code) == (200, 200)
        page = await table.acts.press(f"{table.address}/act", at=at, action=action)
        assert 'id="notice"' not in page.text
        assert await table.number() == number


@in_loop
async def test_an_illegal_action_is_refused_with_its_rule() -> None:
    async with table_of_two() as table:
        at, hand = await table.at(), await table.hand()
        absent = next(tile for tile in FULL_SET if tile not in hand)
        for action, rule in (("draw", "R6.1"), ("pass", "R6.1"), (str(absent), "R3.1")):
            answer = await table.acts.script(f"{table.address}/act", at=at, action=action)
            assert answer.status_code == 422
            assert answer.json()["rule"] == rule
            assert rule in answer.json()["say"]
            assert set(answer.json()["legal"]) == {str(tile) for tile in hand}
        page = await table.acts.press(f"{table.address}/act", at=at, action="draw")
        assert "R6.1" in page.text
        assert await table.at() == at


@in_loop
async def test_out_of_turn_is_refused_and_shows_nothing_of_the_other_hand() -> None:
    async with table_of_two() as table:
        at = await table.at()
        answer = await table.waits.script(f"{table.address}/act", at=at, action="draw")
        assert "Aino" in said(answer, 422, "not-your-turn")
        assert answer.json()["legal"] == []


@in_loop
async def test_another_seats_action_is_refused() -> None:
    async with table_of_two() as table:
        at, action = await table.at(), await table.site.legal(table.id)
        fields = {"at": at, "action": action, "seat": table.seat}
        answer = await table.waits.script(f"{table.address}/act", **fields)
        said(answer, 403, "tables.another-seat")
        stranger = table.site.browser()
        answer = await stranger.script(f"{table.address}/act", **fields)
        said(answer, 403, "tables.not-seated-here")
        page = await stranger.press(f"{table.address}/act", **fields)
        assert page.status_code == 403
        assert await table.at() == at


@in_loop
async def test_a_forged_or_missing_token_is_refused() -> None:
    async with table_of_two() as table:
        at, action = await table.at(), await table.site.legal(table.id)
        for token in ("", "0" * 32, table.waits.csrf, "ä"):
            for path in ("act", "sit", "leave", "ready", "take-over", "return", "rematch"):
                fields = {"csrf": token, "at": at, "action": action}
                answer = await table.acts.script(f"{table.address}/{path}", **fields)
                said(answer, 403, "web.bad-token")
        bare = await table.acts.post(f"{table.address}/act", data={"at": at, "action": action})
        assert bare.status_code == 403
        for path in ("/play", "/tables", "/language"):
            assert (await table.acts.post(path, data={})).status_code == 403
        assert await table.at() == at
        header = {"X-CSRF-Token": table.acts.csrf, "Accept": "application/json"}
        fine = await table.acts.post(
            f"{table.address}/act", data={"at": at, "action": action}, headers=header
        )
        assert fine.status_code == 200


@in_loop
async def test_a_forged_cookie_is_another_guests() -> None:
    async with table_of_two() as table:
        cookie = table.acts.cookies["sniffi_guest"]
        for forged in (cookie[:-1] + ("A" if cookie[-1] != "A" else "B"), "x", "", '"0"', "a.b"):
            thief = table.site.browser(cookies={"sniffi_guest": forged})
            page = await thief.visit(table.address)
            assert 'class="held' not in page.text
            answer = await thief.script(f"{table.address}/act", at=0, action="draw")
            said(answer, 403, "tables.not-seated-here")


@in_loop
async def test_a_number_from_the_future_is_refused() -> None:
    async with table_of_two() as table:
        at, action = await table.at(), await table.site.legal(table.id)
        answer = await table.acts.script(f"{table.address}/act", at=at + 1, action=action)
        said(answer, 409, "tables.ahead-of-table")
        for address, headers in (
            (f"{table.address}/events?after=9999", {}),
            (f"{table.address}/events", {"Last-Event-ID": "9999"}),
        ):
            answer = await table.acts.get(address, headers=headers)
            assert answer.status_code == 409
        assert await table.at() == at


@in_loop
async def test_nothing_is_played_after_the_end() -> None:
    async with world() as site:
        guest = site.browser()
        table = table_of(await guest.press("/play"))
        await site.settle(table)
        page = await play_behind(site, guest, table)
        answer = await guest.script(f"/t/{table}/act", at=at_of(page), action="draw")
        said(answer, 410, "tables.game-over")
        said(await guest.script(f"/t/{table}/ready"), 410, "tables.game-over")


@pytest.mark.parametrize(
    ("path", "fields", "status"),
    [
        ("act", {"action": "14"}, 400),
        ("act", {"at": "x", "action": "14"}, 400),
        ("act", {"at": "-1", "action": "14"}, 400),
        ("act", {"at": "1"}, 400),
        ("act", {"at": "1", "action": "41"}, 400),
        ("act", {"at": "1", "action": "14@"}, 400),
        ("act", {"at": "1", "action": "14@11.middle"}, 400),
        ("act", {"at": "1", "action": "<script>"}, 400),
        ("act", {"at": "1", "action": "x" * 9000}, 400),
        ("act", {"at": "1", "action": "14", "seat": "0"}, 400),
        ("act", {"at": "1", "action": "14", "seat": "9"}, 400),
        ("sit", {"name": "Ilta"}, 409),
        ("ready", {}, 409),
        ("rematch", {}, 409),
        ("take-over", {"seat": "9"}, 400),
        ("take-over", {}, 400),
        ("seat-bot", {"seat": "1"}, 400),
        ("seat-bot", {"seat": "1", "bot": "nobody"}, 400),
        ("seat-bot", {"seat": "1", "bot": "greedy"}, 409),
        ("unseat-bot", {"seat": "1"}, 409),
    ],
)
def test_bad_input_has_its_status(path: str, fields: dict[str, str], status: int) -> None:
    async def test() -> None:
        async with table_of_two() as table:
            before = await table.number()
            answer = await table.acts.script(f"{table.address}/{path}", **fields)
            assert answer.status_code == status
            assert len(answer.json()["say"]) > 10
            assert await table.number() == before

    in_loop(test)()


@in_loop
async def test_who_is_here_is_not_taken_over() -> None:
    async with table_of_two() as table:
        seat = 3 - table.seat
        answer = await table.acts.script(f"{table.address}/take-over", seat=seat)
        said(answer, 409, "tables.still-here")
        answer = await table.acts.script(f"{table.address}/take-over", seat=table.seat)
        said(answer, 409, "tables.own-seat")


@pytest.mark.parametrize(
    ("field", "value", "address"),
    [
        ("limit_make", Rate(2, 60), "/play"),
        ("limit_join", Rate(2, 60), "/t/table-0000000001/sit"),
        ("limit_act", Rate(2, 60), "/t/table-0000000001/ready"),
    ],
)
def test_who_asks_too_often_is_told_when_to_come_again(
    field: str, value: Rate, address: str
) -> None:
    async def test() -> None:
        chosen: dict[str, Any] = {field: value}
        settings = replace(UNLIMITED, **chosen)
        async with world(settings) as site:
            guest = site.browser()
            answers = [await guest.script(address, name="Aino") for _ in range(3)]
            assert 429 not in [answer.status_code for answer in answers[:2]]
            said(answers[2], 429, "web.too-often")
            assert 1 <= int(answers[2].headers["retry-after"]) <= 60
            page = await guest.press(address, name="Aino")
            assert page.status_code == 429
            assert "<h1>" in page.text
            # Another address, and another guest, is not held back.
            other = await site.browser().script(address, name="Aino")
            assert other.status_code != 429

    in_loop(test)()


@in_loop
async def test_pages_have_a_limit_for_an_address_but_health_has_none() -> None:
    async with world(replace(UNLIMITED, limit_pages=Rate(3, 60))) as site:
        guest = site.browser()
        statuses = [(await guest.get("/help")).status_code for _ in range(4)]
        assert statuses == [200, 200, 200, 429]
        assert (await guest.get("/healthz")).status_code == 200


@in_loop
async def test_an_address_brings_only_so_many_new_guests() -> None:
    async with world(replace(UNLIMITED, limit_guests=Rate(2, 60))) as site:
        known = site.browser()
        assert (await known.get("/help")).status_code == 200
        for _ in range(5):
            assert (await known.get("/help")).status_code == 200
        known.cookies.clear()
        assert (await known.get("/help")).status_code == 200
        known.cookies.clear()
        refused = await known.get("/help", headers={"Accept-Language": "en"})
        assert refused.status_code == 429
        assert 1 <= int(refused.headers["retry-after"]) <= 60
        assert "too many requests" in refused.text
        # Nor does a refusal make a guest.
        assert "sniffi_guest" not in refused.headers.get("set-cookie", "")
        assert "sniffi_guest" not in known.cookies
        assert (await site.browser().get("/help")).status_code == 200


@in_loop
async def test_a_body_too_big_is_refused_told_or_not() -> None:
    async with world(replace(UNLIMITED, body_bytes=1000)) as site:
        guest = site.browser()
        await guest.visit("/")
        header = {"Accept": "application/json"}
        answer = await guest.post(
            "/play", data={"csrf": guest.csrf, "x": "x" * 1000}, headers=header
        )
        said(answer, 413, "web.too-much")

        async def untold() -> AsyncIterator[bytes]:
            for _ in range(20):
                yield b"x=" + b"y" * 100 + b"&"

        form = {"Content-Type": "application/x-www-form-urlencoded"}
        answer = await guest.post("/play", content=untold(), headers=header | form)
        said(answer, 413, "web.too-much")
        # Blanks around the length mean nothing.
        sent = f"csrf={guest.csrf}".encode()
        length = {"Content-Length": f" {len(sent)}\t"}
        answer = await guest.post("/play", content=sent, headers=header | form | length)
        assert answer.status_code == 201, answer.text


@in_loop
async def test_only_forms_are_read() -> None:
    async with world() as site:
        guest = site.browser()
        await guest.visit("/")
        headers = {"Accept": "application/json", "X-CSRF-Token": guest.csrf}
        sent: list[dict[str, object]] = [
            {"content": b"\xff\xfe", "headers": headers | {"Content-Type": "multipart/form-data"}},
            {"json": {"name": "Aino"}, "headers": headers},
            {"files": {"name": b"Aino"}, "headers": headers},
            {"data": {f"f{n}": "x" for n in range(100)}, "headers": headers},
        ]
        for request in sent:
            answer = await guest.post("/tables", **request)  # type: ignore[arg-type]
            assert answer.status_code == 400, request


@pytest.mark.parametrize("charset", ["unicode_escape", "raw_unicode_escape", "undefined"])
def test_a_form_of_half_characters_is_refused(charset: str) -> None:
    @in_loop
    async def run() -> None:
        async with world() as site:
            guest = site.browser()
            await guest.visit("/")
            part = 'Content-Disposition: form-data; name="{}"\r\n\r\n{}\r\n--a'
            parts = [part.format("csrf", guest.csrf), part.format("name", "\\ud800x")]
            answer = await guest.post(
                "/tables",
                content=("--a\r\n" + "\r\n".join(parts) + "--\r\n").encode(),
                headers={
                    "Accept": "application/json",
                    "Content-Type": f"multipart/form-data; boundary=a; charset={charset}",
                },
            )
            said(answer, 400, "web.bad-input")

    run()


@in_loop
async def test_what_is_not_there_says_so_in_the_readers_language() -> None:
    async with world() as site:
        for lang, sentence in (("fi", "Tässä osoitteessa ei ole mitään."), ("en", "nothing at")):
            guest = site.browser(headers={"Accept-Language": lang})
            for address in ("/nothing", "/t", "/t/x/nothing", "/static/0/none.css", "/w/"):
                page = await guest.visit(address)
                assert page.status_code == 404
                assert sentence in page.text
                assert f'<html lang="{lang}">' in page.text
            page = await guest.visit("/t/nosuchtable")
            assert page.status_code == 404
            for address in ("/w/nosuchtable", "/w/" + "A" * 40, "/t/%00", "/t/" + "x" * 2000):
                assert (await guest.visit(address)).status_code == 404
            for method, address, allowed in (("GET", "/play", "POST"), ("POST", "/help", "GET")):
                answer = await guest.request(method, address)
                assert answer.status_code == 405
                assert allowed in answer.headers["allow"].split(", ")


@in_loop
async def test_a_failure_of_ours_tells_a_number_and_nothing_of_the_code() -> None:
    async with world() as site:
        guest = site.browser(headers={"Accept-Language": "en"})

        async def broken(*_: object) -> object:
            raise RuntimeError("the secret of Aino")

        site.site.hall.open_tables = broken  # type: ignore[assignment]
        page = await guest.visit("/")
        assert page.status_code == 500
        assert "Something failed" in page.text
        for unwanted in ("Traceback", "RuntimeError", "Aino", ".py"):
            assert unwanted not in page.text
        answer = await guest.get("/", headers={"Accept": "application/json"})
        said(answer, 500, "web.our-fault")


@in_loop
async def test_a_hall_that_is_closed_answers_503() -> None:
    async with table_of_two() as table:
        at, action = await table.at(), await table.site.legal(table.id)
        await table.site.site.hall.close()
        answer = await table.acts.script(f"{table.address}/act", at=at, action=action)
        said(answer, 503, "tables.hall-closed")


@in_loop
async def test_other_hosts_are_refused_when_the_own_is_known() -> None:
    async with world(replace(UNLIMITED, public_url="https://sniffi.example")) as site:
        for host, status in (
            ("sniffi.example", 200),
            ("SNIFFI.example:443", 200),
            ("127.0.0.1:8686", 200),
            ("evil.example", 421),
            ("sniffi.example.evil.example", 421),
            ("", 421),
        ):
            answer = await site.browser().get("/help", headers={"Host": host})
            assert answer.status_code == status, host
    async with world() as site:
        assert (await site.browser().get("/help", headers={"Host": "any"})).status_code == 200
