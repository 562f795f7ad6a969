"""Guests, their cookies, and moving to another device."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from sniffi.web.guests import Guests
from sniffi.web.memories import MOST_TABLES, Memory
from sniffi.web.visit import own_path
from tests.web.server import SECRET, UNLIMITED, actions_on, in_loop, table_of, world


def flags(header: str) -> set[str]:
    return {part.strip().lower() for part in header.split(";")[1:]}


@in_loop
async def test_cookies_are_out_of_reach_of_scripts_and_other_sites() -> None:
    async with world() as site:
        guest = site.browser()
        answers = [await guest.get("/")]
        guest.csrf = (await guest.visit("/")).text.split('name="csrf" value="')[1][:32]
        answers += (await guest.press("/play")).history
        answers += (await guest.press("/language", language="en", back="/help")).history
        set_cookies = [
            header for answer in answers for header in answer.headers.get_list("set-cookie")
        ]
        assert {header.partition("=")[0] for header in set_cookies} == {
            "sniffi_guest",
            "sniffi_memory",
            "sniffi_language",
        }
        for header in set_cookies:
            assert {"httponly", "samesite=lax", "path=/"} <= flags(header)
            assert "secure" not in flags(header)


@in_loop
async def test_cookies_are_for_https_alone_when_the_site_is() -> None:
    async with world(replace(UNLIMITED, public_url="https://sniffi.example")) as site:
        answer = await site.browser().get("/", headers={"Host": "sniffi.example"})
        assert "secure" in flags(answer.headers["set-cookie"])
        assert "max-age=" in answer.headers["strict-transport-security"]


@in_loop
async def test_a_seat_moves_to_another_device_by_its_link_and_a_press() -> None:
    async with world() as site:
        phone, laptop = site.browser(), site.browser()
        table = table_of(await laptop.press("/play"))
        await site.settle(table)
        page = await laptop.visit(f"/t/{table}/device")
        link = re.search(r'value="(http://sniffi\.test/device/[^"]+)"', page.text)
        assert link is not None
        assert 'class="qr-code"' in page.text
        asked = await phone.visit(link[1])
        assert asked.status_code == 200
        # Looking at the link, as messengers do, takes nothing.
        assert 'class="held' not in (await phone.visit(f"/t/{table}")).text
        taken = await phone.press(link[1])
        assert taken.url.path == f"/t/{table}"
        assert site.guest_of(phone) == site.guest_of(laptop)
        assert f"/t/{table}" in (await phone.visit("/")).text
        both = [await browser.visit(f"/t/{table}") for browser in (phone, laptop)]
        assert actions_on(both[0]) == actions_on(both[1])


@in_loop
async def test_a_forged_or_old_link_takes_nothing() -> None:
    async with world(replace(UNLIMITED, device_minutes=0)) as site:
        laptop, phone = site.browser(), site.browser()
        table = table_of(await laptop.press("/play"))
        token = site.site.guests.device_token(site.site.guests._guest("0" * 32, new=False), table)
        for forged in (token[:-2] + "AA", "x", "a.b.c", "A" * 300):
            assert (await phone.visit(f"/device/{forged}")).status_code == 403
            assert (await phone.press(f"/device/{forged}")).status_code == 403


def test_a_device_link_is_good_for_its_time_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    from itsdangerous import TimestampSigner

    from sniffi.web.errors import BadLink

    guests = Guests(SECRET, device_seconds=600)
    now = [1_000_000]
    monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda _: now[0])
    token = guests.device_token(guests._guest("0" * 32, new=False), "table")
    now[0] += 600
    assert guests.from_device(token) == ("0" * 32, "table")
    now[0] += 1
    with pytest.raises(BadLink):
        guests.from_device(token)


@in_loop
async def test_only_who_sits_at_the_table_has_a_device_link() -> None:
    async with world() as site:
        guest, stranger = site.browser(), site.browser()
        table = table_of(await guest.press("/play"))
        assert (await stranger.visit(f"/t/{table}/device")).status_code == 403


@in_loop
async def test_what_one_cookie_signs_is_worth_nothing_as_another() -> None:
    async with world() as site:
        guest = site.browser()
        await guest.press("/play")
        memory, own = guest.cookies["sniffi_memory"], guest.cookies["sniffi_guest"]
        thief = site.browser(cookies={"sniffi_guest": memory, "sniffi_memory": own})
        assert "/t/" not in (await thief.visit("/")).text


def test_a_memory_keeps_the_latest_tables() -> None:
    memory = Memory()
    for number in range(MOST_TABLES + 3):
        memory = memory.with_table(str(number), "Aino")
    assert len(memory.tables) == MOST_TABLES
    assert memory.tables[0] == str(MOST_TABLES + 2)
    assert memory.with_table("5", "Aino").tables[0] == "5"
    assert len(set(memory.with_table("5", "Aino").tables)) == MOST_TABLES


@pytest.mark.parametrize(
    "elsewhere",
    ["https://evil.example", "//evil.example", "/\\evil.example", "javascript:x", "", None, "t",
     "/ /evil", "/\n/evil"],
)  # fmt: skip
def test_no_form_leads_to_another_site(elsewhere: str | None) -> None:
    assert own_path(elsewhere) == "/"


@in_loop
async def test_the_language_is_chosen_and_kept_and_leads_back() -> None:
    async with world() as site:
        guest = site.browser(headers={"Accept-Language": "fi"})
        page = await guest.press("/language", language="en", back="/help?x=1")
        assert (page.url.path, page.url.query) == ("/help", b"x=1")
        assert '<html lang="en">' in page.text
        assert (await guest.press("/language", language="sv", back="/")).url.path == "/"
        assert '<html lang="en">' in (await guest.visit("/")).text
