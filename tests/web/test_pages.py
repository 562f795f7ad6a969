"""What holds of every page: language, safety, and that it is a whole document."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

import sniffi.web
from sniffi.web.assets import FOLDER, JOINED, Assets
from sniffi.web.headers import CONTENT_SECURITY_POLICY
from sniffi.web.languages import accepted
from tests.web.server import (
    UNLIMITED,
    Browser,
    World,
    at_of,
    in_loop,
    play_behind,
    table_of,
    world,
)

SOURCE = Path(sniffi.web.__file__).parent
VOID = {"meta", "link", "input", "br", "hr", "img"}
FOREIGN = {"circle", "rect", "path", "line", "use", "polyline", "polygon", "ellipse", "stop"}
MOST_BYTES = 150_000


class Page(HTMLParser):
    """Reads a page strictly enough to find what must not be there."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.faults: list[str] = []
        self.ids: list[str] = []
        self.headings: list[int] = []
        self.labelled: set[str] = set()
        self.fields: list[dict[str, str | None]] = []
        self.addresses: list[str] = []
        self.lang: str | None = None
        self.title = ""
        self.feed(text)
        if self.open:
            self.faults.append(f"open at the end: {self.open}")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        if tag == "html":
            self.lang = told.get("lang")
        for name, value in attrs:
            if name.startswith("on") or name == "style":
                self.faults.append(f"{tag} {name}")
            if name in ("href", "src", "action") and value is not None:
                self.addresses.append(value)
            if name == "id" and value is not None:
                self.ids.append(value)
        if tag == "style" or (tag == "script" and "src" not in told):
            self.faults.append(f"inline {tag}")
        if re.fullmatch(r"h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag == "label" and told.get("for"):
            self.labelled.add(str(told["for"]))
        is_field = tag in ("input", "select", "textarea") and told.get("type") != "hidden"
        if is_field and "label" not in self.open:
            self.fields.append(told)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes nothing")

    def handle_data(self, data: str) -> None:
        if self.open[-1:] == ["title"] and "svg" not in self.open:
            self.title += data


@asynccontextmanager
async def pages(lang: str) -> AsyncIterator[tuple[World, Browser, dict[str, str]]]:
    """Every kind of page there is, in one language, by a name."""
    found = {}
    async with world() as site:
        guest, other = (site.browser(headers={"Accept-Language": lang}) for _ in range(2))

        async def look(name: str, address: str, browser: Browser = guest) -> str:
            found[name] = (await browser.visit(address)).text
            return found[name]

        await look("front", "/")
        await look("help", "/help")
        await look("missing", "/nothing")
        form = {"name": "Aino", "players": "2", "access": "open", "language": lang}
        waiting = table_of(await guest.press("/tables", seat2="person", **form))
        await look("waiting", f"/t/{waiting}")
        await look("join", f"/t/{waiting}", other)
        await look("front with tables", "/", other)
        table = table_of(await guest.press("/play"))
        await site.settle(table)
        page = await look("playing", f"/t/{table}")
        tile = re.search(r'class="held[^"]*playable[^>]*data-tile="(\d\d)"', page)
        if tile is not None:
            await look("choosing", f"/t/{table}?tile={tile[1]}")
        stranger = f"/w/{site.site.watch_links.of(table)}"
        await look("watching", stranger, other)
        await look("verify early", f"/t/{table}/verify")
        await look("device", f"/t/{table}/device")
        token = site.site.guests.device_token(site.site.guests._guest("0" * 32, new=False), table)
        await look("device here", f"/device/{token}")
        await play_behind(site, guest, table, until="resting")
        await look("resting", f"/t/{table}")
        await look("history", f"/t/{table}/history")
        await look("history then", f"/t/{table}/history?at=12")
        await look("history watching", f"{stranger}/history?at=12", other)
        found["notice"] = (await guest.press(f"/t/{table}/act", at=0, action="draw")).text
        await play_behind(site, guest, table)
        await look("over", f"/t/{table}")
        await look("verify", f"/t/{table}/verify")
        yield site, guest, found


@pytest.mark.parametrize("lang", ["fi", "en"])
def test_every_page_is_whole_named_and_in_one_language(lang: str) -> None:
    async def test() -> None:
        async with pages(lang) as (_, _, found):
            for name, text in found.items():
                page = Page(text)
                assert page.faults == [], name
                assert page.lang == lang, name
                assert page.title.strip(), name
                assert len(page.ids) == len(set(page.ids)), name
                assert page.headings.count(1) == 1, name
                assert page.headings[0] == 1, name
                steps = zip(page.headings, page.headings[1:], strict=False)
                assert all(after <= before + 1 for before, after in steps), (name, page.headings)
                for field in page.fields:
                    named = field.get("aria-label") or field.get("id") in page.labelled
                    assert named, (name, field)
                assert not re.search(r"[{}]|None|web\.[a-z]", text), name
            if lang == "en":
                for name, text in found.items():
                    plain = re.sub(r'lang="fi".*?</button>|value="fi".*?</option>', "", text)
                    assert not re.search(r"[äöÄÖ]", plain), name

    in_loop(test)()


@in_loop
async def test_no_page_asks_for_anything_from_elsewhere() -> None:
    async with pages("fi") as (site, guest, found):
        asked = set()
        for name, text in found.items():
            for address in Page(text).addresses:
                assert address.startswith(("/", "#")), (name, address)
                assert not address.startswith("//"), (name, address)
                if address.startswith("/static/"):
                    asked.add(address)
        total = len((await guest.get("/")).content)
        for address in asked:
            answer = await guest.get(address)
            assert answer.status_code == 200
            assert "immutable" in answer.headers["cache-control"]
            total += len(answer.content)
        assert total < MOST_BYTES
        assert site.site.assets.version in next(iter(asked))


@in_loop
async def test_every_answer_has_the_headers_that_keep_it_safe() -> None:
    async with world() as site:
        guest = site.browser()
        table = table_of(await guest.press("/play"))
        await site.settle(table)
        page = await guest.visit(f"/t/{table}")
        answers = [
            await guest.get("/"),
            await guest.get("/nothing"),
            await guest.get("/healthz"),
            await guest.get(site.site.assets.address("icon.svg")),
            await guest.get(f"/t/{table}/fragment"),
            await guest.get(f"/t/{table}/record.sniff"),
            await guest.post("/play"),
            *(await guest.press(f"/t/{table}/act", at=at_of(page), action="x")).history,
        ]
        for answer in answers:
            assert answer.headers["content-security-policy"] == CONTENT_SECURITY_POLICY
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["referrer-policy"] == "no-referrer"
            assert "camera=()" in answer.headers["permissions-policy"]
            assert "server" not in answer.headers
        for answer in answers[:3]:
            assert answer.headers["cache-control"] == "no-store"


def test_the_policy_allows_nothing_inline_and_nothing_from_elsewhere() -> None:
    rules = dict(rule.split(" ", 1) for rule in CONTENT_SECURITY_POLICY.split("; "))
    assert rules["default-src"] == rules["frame-ancestors"] == rules["base-uri"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == "'self'"
    assert rules["form-action"] == "'self'"
    for unwanted in ("unsafe", "http", "*"):
        assert unwanted not in CONTENT_SECURITY_POLICY


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "fi"),
        ("fi", "fi"),
        ("en", "en"),
        ("en-US,en;q=0.9,fi;q=0.8", "en"),
        ("sv-FI,sv;q=0.9,fi;q=0.8,en;q=0.7", "fi"),
        ("de,fr;q=0.8", "fi"),
        ("en;q=0", "fi"),
        ("EN-gb", "en"),
        ("en;q=x,fi;q=0.1", "fi"),
        (";;;,,,q=1", "fi"),
        ("en," * 5000, "en"),
    ],
)
def test_the_language_is_the_best_that_the_browser_asks_for(header: str, language: str) -> None:
    assert accepted(header) == language


@in_loop
async def test_a_page_reloads_itself_only_when_asked_and_only_while_waiting() -> None:
    async with world() as site:
        guest = site.browser()
        page = await guest.press(
            "/tables", name="Aino", players="2", seat2="person", access="private", language="fi"
        )
        address = f"/t/{table_of(page)}"
        assert "http-equiv" not in page.text
        assert f"{address}?reload=10" in page.text
        page = await guest.visit(f"{address}?reload=10")
        assert '<noscript><meta http-equiv="refresh" content="10"></noscript>' in page.text
        for wrong in ("1", "x", "99999"):
            assert (await guest.visit(f"{address}?reload={wrong}")).status_code == 400


def test_no_template_has_a_sentence_of_its_own() -> None:
    for path in sorted(SOURCE.glob("templates/**/*.html")):
        text = re.sub(r"{% block page %}.*?{% endblock %}", "", path.read_text("utf-8"))
        text = re.sub(r"{#.*?#}|{%.*?%}|{{.*?}}", " ", text, flags=re.DOTALL)
        text = re.sub(r"<!doctype html>|<[^>]*>", " ", text, flags=re.DOTALL)
        assert not re.search(r"[^\W\d_]{2,}", text), (path.name, re.findall(r"[^\W\d_]{2,}", text))


def test_a_changed_file_has_another_address(tmp_path: Path) -> None:
    sheet = tmp_path / "look" / "a.css"
    sheet.parent.mkdir()
    sheet.write_text("a{}", "utf-8")
    (tmp_path / "b.js").write_text("1", "utf-8")
    addresses = {Assets(tmp_path, {"look": ("a",)}).address("b.js")}
    (tmp_path / "b.js").write_text("2", "utf-8")
    addresses.add(Assets(tmp_path, {"look": ("a",)}).address("b.js"))
    sheet.write_text("a{top:0}", "utf-8")
    addresses.add(Assets(tmp_path, {"look": ("a",)}).address("b.js"))
    assert len(addresses) == 3


def test_every_style_sheet_is_served_once() -> None:
    for folder, names in JOINED.items():
        sheets = [path.stem for path in (FOLDER / folder).glob("*.css")]
        assert sorted(names) == sorted(sheets), folder
    assert {path.parent.name for path in FOLDER.glob("*/*.css")} == set(JOINED)


@in_loop
async def test_a_file_under_an_old_address_is_asked_for_again_each_time() -> None:
    async with world() as site:
        guest = site.browser()
        now = await guest.get(site.site.assets.address("icon.svg"))
        old = await guest.get("/static/0/icon.svg")
        assert old.content == now.content
        assert old.headers["cache-control"] == "no-cache"
        tag = {"If-None-Match": now.headers["etag"]}
        assert (await guest.get("/static/0/icon.svg", headers=tag)).status_code == 304
        for path in ("/static/0/../app.py", "/static/0/%2e%2e/app.py", "/static/0//etc/passwd"):
            assert (await guest.get(path)).status_code == 404


@in_loop
async def test_links_for_others_have_the_public_address() -> None:
    async with world(replace(UNLIMITED, public_url="https://sniffi.example")) as site:
        guest = site.browser()
        guest.base_url = "https://sniffi.example"
        page = await guest.press(
            "/tables", name="Aino", players="2", seat2="person", access="private", language="fi"
        )
        assert f'value="https://sniffi.example/t/{table_of(page)}"' in page.text
