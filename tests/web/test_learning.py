"""The place to learn over HTTP: pages, answers by form, refusals, weights."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import httpx2 as httpx
import pytest

from sniffi.learn.errors import LearnError, NotADay, NotAKind, NotAnAnswer, NotAnExercise
from sniffi.learn.kinds import KINDS
from sniffi.learn.rule_pages import RULE_PAGES, all_rules
from sniffi.learn.seeds import exercise_of_day
from sniffi.web.learning.exercising import this_day
from sniffi.web.statuses import status_of
from sniffi.words import Words
from tests.web.server import Browser, in_loop, table_of, world
from tests.web.test_pages import MOST_BYTES, Page

ADDRESSES = [
    "/learn",
    *(f"/learn/rules/{page.name}" for page in RULE_PAGES),
    "/learn/glossary",
    "/learn/elsewhere",
    "/learn/print/rules",
    "/learn/print/scores",
    "/learn/print/scores?sides=3",
    "/learn/daily",
    *(f"/learn/exercises/{kind}/{seed}" for kind in KINDS for seed in (1, 2, 3)),
]
MOST_LEARNING_BYTES = 120_000
"""Of a page with all that it loads: room below what pages may weigh, for the rules to grow."""


@asynccontextmanager
async def reader(lang: str = "en") -> AsyncIterator[Browser]:
    async with world() as site:
        yield site.browser(headers={"Accept-Language": lang})


def answer_to(kind: str, seed: int, *, right: bool) -> str:
    """The query of a right or a wrong answer."""
    task = KINDS[kind].task(seed)
    values = [choice.value for choice in task.choices(Words("en"))] or ["998"]
    given = (
        sorted(task.right()[0])
        if right
        else [next(each for each in values if frozenset({each}) not in task.right())]
    )
    return "&".join(f"answer={value}" for value in given)


@pytest.mark.parametrize("lang", ["fi", "en"])
def test_every_page_is_whole_named_and_in_one_language(lang: str) -> None:
    async def test() -> None:
        async with reader(lang) as browser:
            for address in [
                *ADDRESSES,
                *(f"/learn/exercises/{kind}/1?{answer_to(kind, 1, right=False)}" for kind in KINDS),
            ]:
                answer = await browser.visit(address)
                assert answer.status_code == 200, address
                page = Page(answer.text)
                assert page.faults == [], address
                assert page.lang == lang
                assert page.title.strip()
                assert len(page.ids) == len(set(page.ids)), address
                assert page.headings.count(1) == 1 == page.headings[0], address
                steps = zip(page.headings, page.headings[1:], strict=False)
                assert all(after <= before + 1 for before, after in steps), address
                for field in page.fields:
                    assert field.get("id") in page.labelled, (address, field)
                assert not re.search(r"[{}]|None|learn\.[a-z]", answer.text), address
                for link in page.addresses:
                    assert link.startswith(("/", "#")), (address, link)
                if lang == "en":
                    plain = re.sub(r'lang="fi".*?</(?:button|th)>|Väinö', "", answer.text)
                    assert not re.search(r"[äöÄÖ]", plain), address

    in_loop(test)()


@in_loop
async def test_no_page_weighs_more_than_it_may_with_all_that_it_loads() -> None:
    async with reader("fi") as browser:
        weights: dict[str, int] = {}
        for address in ADDRESSES:
            answer = await browser.visit(address)
            total = len(answer.content)
            files = {each for each in Page(answer.text).addresses if each.startswith("/static/")}
            found: set[str] = set()
            while files - found:
                file = (files - found).pop()
                found.add(file)
                if file not in weights:
                    weights[file] = len((await browser.get(file)).content)
                    # Modules that a module imports.
                text = (await browser.get(file)).text if file.endswith(".js") else ""
                files |= {
                    f"{file.rpartition('/')[0]}/{name}"
                    for name in re.findall(r'from "\./([\w-]+\.js)"', text)
                }
            total += sum(weights[file] for file in found)
            assert total < MOST_LEARNING_BYTES < MOST_BYTES, (address, total)


@in_loop
async def test_every_picture_of_a_layout_is_described_by_words_of_its_page() -> None:
    async with reader() as browser:
        described = 0
        for page in RULE_PAGES:
            text = (await browser.visit(f"/learn/rules/{page.name}")).text
            lists = dict(re.findall(r'<ul id="([\w-]+-words-\d+)">(.*?)</ul>', text, re.DOTALL))
            for picture in re.findall(r'<svg [^>]*class="sniffi-picture pic-layout"[^>]*>', text):
                by = re.search(r'aria-describedby="([\w-]+)"', picture)
                assert by, picture
                assert "<li>" in lists[by[1]]
                described += 1
        assert described


@in_loop
async def test_links_between_the_pages_lead_somewhere() -> None:
    async with reader() as browser:
        links: set[str] = set()
        anchors: dict[str, list[str]] = {}
        for address in ADDRESSES:
            page = Page((await browser.visit(address)).text)
            anchors[address] = page.ids
            links |= {
                link if link.startswith("/") else address + link
                for link in page.addresses
                if not link.startswith("/static/") and link != "/language"
            }
        for link in sorted(links):
            path, _, anchor = link.partition("#")
            if path not in anchors:
                answer = await browser.get(path)
                assert answer.status_code == 200, link
                anchors[path] = Page(answer.text).ids
            # An answer comes with its result.
            assert not anchor or anchor == "result" or anchor in anchors[path], link


@in_loop
async def test_every_rule_has_an_anchor_by_its_number() -> None:
    async with reader() as browser:
        found = [
            number
            for page in RULE_PAGES
            for number in Page((await browser.visit(f"/learn/rules/{page.name}")).text).ids
        ]
        assert {rule.number for rule in all_rules()} <= set(found)


@pytest.mark.parametrize("kind", KINDS)
def test_an_answer_is_judged_and_explained(kind: str) -> None:
    async def test() -> None:
        async with reader() as browser:
            for right in (True, False):
                address = f"/learn/exercises/{kind}/5?{answer_to(kind, 5, right=right)}"
                page = (await browser.visit(address)).text
                assert f'data-right="{"yes" if right else "no"}"' in page
                assert ("Right!" in page) is right
                assert ("The right answer:" in page) is not right
                assert 'role="status"' in page
                assert f'href="/learn/exercises/{kind}/6"' in page
            asked = (await browser.visit(f"/learn/exercises/{kind}/5")).text
            assert 'id="result"' not in asked
            assert "data-right" not in asked

    in_loop(test)()


@in_loop
async def test_an_exercise_shows_the_same_to_everybody() -> None:
    async with world() as site:
        one, other = (site.browser(headers={"Accept-Language": "en"}) for _ in range(2))
        for kind in KINDS:
            address = f"/learn/exercises/{kind}/12"
            hide = re.compile(r'name="csrf" value="\w+"')
            texts = [hide.sub("", (await b.visit(address)).text) for b in (one, other)]
            assert texts[0] == texts[1]


REFUSED = {
    "/learn/rules/nothing": 404,
    "/learn/nothing": 404,
    "/learn/exercises/nothing": 404,
    "/learn/exercises/nothing/1": 404,
    "/learn/exercises/sum/0": 404,
    "/learn/exercises/sum/-1": 404,
    "/learn/exercises/sum/x": 404,
    "/learn/exercises/sum/99999999999999": 404,
    "/learn/daily/2026-02-30": 404,
    "/learn/daily/9999-01-01": 404,
    "/learn/daily/1999-01-01": 404,
    "/learn/exercises/sum/1?answer=": 400,
    "/learn/exercises/sum/1?answer=x": 400,
    "/learn/exercises/sum/1?answer=1&answer=2": 400,
    "/learn/exercises/fits/1?sent=yes": 400,
    "/learn/exercises/fits/1?answer=none&answer=none": 400,
    "/learn/exercises/draw/1?answer=fly": 400,
    "/learn/exercises/best/1?answer=%00": 400,
    "/learn/print/scores?sides=4": 400,
    "/learn/print/scores?sides=x": 400,
}


@pytest.mark.parametrize("lang", ["fi", "en"])
def test_what_is_not_there_is_refused_with_a_sentence(lang: str) -> None:
    async def test() -> None:
        async with reader(lang) as browser:
            for address, status in REFUSED.items():
                answer = await browser.visit(address)
                assert answer.status_code == status, address
                page = Page(answer.text)
                assert page.faults == [], address
                assert not re.search(r"learn\.[a-z]|None", answer.text)

    in_loop(test)()


def test_every_refusal_of_this_place_has_a_status_of_its_own() -> None:
    refusals = (NotAKind(), NotAnExercise(1), NotADay("2026-01-01"), NotAnAnswer())
    assert {type(each) for each in refusals} == set(LearnError.__subclasses__())
    assert [int(status_of(each)) for each in refusals] == [404, 404, 404, 400]


@in_loop
async def test_a_day_has_its_exercise_and_leads_to_the_day_before() -> None:
    async with reader() as browser:
        today = await browser.visit("/learn/daily")
        day = this_day()
        assert today.url.path == f"/learn/daily/{day.isoformat()}"
        assert f"{day.day} {day:%B} {day.year}</h1>" in today.text
        exercise = exercise_of_day(day)
        assert f'data-exercise="{exercise.key}"' in today.text
        assert f"/learn/daily/{(day - timedelta(days=1)).isoformat()}" in today.text
        tomorrow = f"/learn/daily/{(day + timedelta(days=1)).isoformat()}"
        assert tomorrow not in today.text
        assert (await browser.visit(tomorrow)).status_code == 404
        answered = answer_to(exercise.kind.name, exercise.seed, right=True)
        right = await browser.visit(f"{today.url.path}?{answered}")
        assert 'data-right="yes"' in right.text


@in_loop
async def test_a_kind_alone_leads_to_an_exercise_with_an_address() -> None:
    async with reader() as browser:
        for kind in KINDS:
            addresses = {(await browser.visit(f"/learn/exercises/{kind}")).url.path for _ in "ab"}
            assert len(addresses) == 2
            for address in addresses:
                assert re.fullmatch(rf"/learn/exercises/{kind}/[1-9]\d*", address)


@in_loop
async def test_the_front_page_and_tables_lead_here() -> None:
    async with world() as site:
        guest = site.browser()
        front = await guest.visit("/")
        playing = await guest.press("/play")
        watching = f"/w/{site.site.watch_links.of(table_of(playing))}"
        pages: list[httpx.Response] = [
            front,
            playing,
            await guest.visit(watching),
            await guest.visit(f"/t/{table_of(playing)}/history"),
        ]
        for page in pages:
            nav = page.text[page.text.index("<nav") : page.text.index("</nav>")]
            assert 'href="/learn"' in nav, page.url
        assert front.text.count('href="/learn"') > 1


@in_loop
async def test_the_language_may_change_in_the_middle_of_an_exercise() -> None:
    async with reader("fi") as browser:
        address = f"/learn/exercises/sum/5?{answer_to('sum', 5, right=True)}"
        page = await browser.visit(address)
        assert "Oikein!" in page.text
        back = await browser.press("/language", language="en", back=address)
        assert back.url.path == "/learn/exercises/sum/5"
        assert "Right!" in back.text
