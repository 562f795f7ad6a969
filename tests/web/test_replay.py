"""Replays: what is shown of a finished game and of a file, to whom, and what is refused."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace

import httpx2 as httpx
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sniffi.deal import Deck
from sniffi.record import GameRecord, dumps, loads, verify
from sniffi.record.plain import record_from_json, record_to_json
from sniffi.rules import Dealt, Drew, Game, Phase, SniffiError
from sniffi.web.drawing import Drawing
from sniffi.web.limits import Rate
from sniffi.web.replay_errors import FileGone
from sniffi.web.replay_game import ReplayGame
from sniffi.web.replay_json import read_json
from sniffi.web.replay_reading import read_file
from sniffi.web.replay_shelf import MINUTE, Shelf
from sniffi.web.replay_showing import Replaying
from sniffi.words import Words
from tests.twins import twin
from tests.web.server import UNLIMITED, Browser, World, in_loop, play_behind, table_of, world

NAMES = ("Aino", "Eero", "Kaisa", "Olli")
MOST_BYTES = 150_000


def played(players: int, seed: int, target: int | None = None, most: int = 10_000) -> Game:
    """A game of the deck of that seed with random moves, broken off after so many."""
    chance, deck = random.Random(seed), Deck(seed.to_bytes(32))
    game = Game.new(players, target)
    for _ in range(most):
        match game.phase:
            case Phase.LOT:
                drawn = deck.lot(game.round_number, game.stage, len(game.contenders))
                game = game.draw_lot(drawn)
            case Phase.DEAL:
                game = game.deal(deck.deal(game.round_number))
            case Phase.PLAY:
                game = game.act(chance.choice(game.legal_actions()))
            case Phase.OVER:
                break
    return game


def recorded(players: int = 2, seed: int = 1, target: int | None = 60) -> GameRecord:
    game = played(players, seed, target)
    return GameRecord.of(
        game, NAMES[:players], deck=Deck(seed.to_bytes(32)), tags={"Date": "2026-03-04"}
    )


def partly_known(record: GameRecord) -> GameRecord:
    """As a referee writes it down, who sees no hand and no tile that is drawn."""
    return replace(record.seen_by(None), tags=record.tags)


async def bring(browser: Browser, data: str | bytes, name: str = "a.sniff") -> httpx.Response:
    if not browser.csrf:
        await browser.visit("/replay")
    raw = data.encode() if isinstance(data, str) else data
    return await browser.post(
        "/replay", data={"csrf": browser.csrf}, files={"file": (name, raw, "text/plain")}
    )


def english(site: World) -> Browser:
    return site.browser(headers={"Accept-Language": "en"})


async def finished_table(site: World, browser: Browser) -> str:
    """The id of a table where the browser's guest has played to the end against a bot."""
    page = await browser.press(
        "/tables",
        name="Aino",
        players="2",
        seat2="greedy",
        seat3="person",
        seat4="person",
        target="60",
        access="private",
        language="en",
    )
    table = table_of(page)
    await play_behind(site, browser, table)
    return table


# A table that was played at here -----------------------------------------------------------------


@in_loop
async def test_from_the_table_to_the_replay_for_players_and_spectators() -> None:
    async with world() as site:
        browser = english(site)
        table = await finished_table(site, browser)
        for address in (f"/t/{table}", f"/t/{table}/history"):
            assert f'href="/t/{table}/replay"' in (await browser.visit(address)).text
        page = await browser.visit(f"/t/{table}/replay")
        assert page.status_code == 200
        assert page.url.path.startswith("/replay/game/")
        # The address lets nobody join, and gives nothing away of the table's own.
        assert table not in page.text
        watch = site.site.watch_links.of(table)
        other = english(site)
        seen = await other.visit(f"/w/{watch}/replay")
        assert seen.url.path == page.url.path
        assert "as promised" in seen.text
        # Only who sat there can have a name removed.
        assert "/replay/forget?game=" in page.text
        assert "/replay/forget?game=" not in seen.text


@in_loop
async def test_every_event_has_a_page_that_marks_it() -> None:
    async with world() as site:
        browser = english(site)
        table = await finished_table(site, browser)
        base = f"/replay/game/{site.site.watch_links.of(table)}"
        game = (await site.site.hall.room(table)).table.game
        assert game is not None
        last = len(game.events)
        for n in {1, 2, 3, last // 2, last - 1, last}:
            for view in ("", "&view=1", "&view=2", "&view=open"):
                page = await browser.visit(f"{base}?at={n}{view}")
                assert page.status_code == 200
                assert len(page.content) < MOST_BYTES
                assert len(re.findall(r'aria-current="step"', page.text)) == 1
                marked = re.search(r'<li value="(\d+)"[^>]*aria-current="step"', page.text)
                assert marked is not None
                assert marked[1] == str(n)
        everything = await browser.visit(f"{base}/events")
        numbers = [int(n) for n in re.findall(r'<li value="(\d+)"', everything.text)]
        assert numbers == list(range(1, last + 1))[: len(numbers)]


@in_loop
async def test_downloads_read_back_as_the_game() -> None:
    async with world() as site:
        browser = english(site)
        table = await finished_table(site, browser)
        base = f"/replay/game/{site.site.watch_links.of(table)}"
        text = await browser.get(f"{base}/record.sniff")
        (record,) = loads(text.text)
        assert verify(record).ok
        answer = await browser.get(f"{base}/record.json")
        assert record_from_json(answer.json()) == record
        picture = await browser.get(f"{base}/position.svg?at=9")
        assert picture.headers["content-type"].startswith("image/svg+xml")
        assert picture.text.startswith("<svg")
        for download in (text, answer, picture):
            assert download.headers["content-disposition"].startswith("attachment")


@in_loop
async def test_a_game_that_goes_on_is_not_shown() -> None:
    async with world() as site:
        browser = english(site)
        table = table_of(await browser.press("/play"))
        await site.settle(table)
        page = await browser.visit(f"/t/{table}/replay")
        assert page.status_code == 409
        assert "The game is not over" in page.text
        assert "/replay" not in (await browser.visit(f"/t/{table}")).text.split("<main")[1]
        for part in ("", "/events", "/check", "/record.sniff", "/record.json", "/position.svg"):
            watch = site.site.watch_links.of(table)
            assert (await browser.get(f"/replay/game/{watch}{part}")).status_code == 409


@in_loop
async def test_bad_addresses_are_told_in_a_sentence() -> None:
    async with world() as site:
        browser = english(site)
        table = await finished_table(site, browser)
        base = f"/replay/game/{site.site.watch_links.of(table)}"
        for address, status, said in (
            ("/replay/game/nothing", 404, "no such game"),
            (f"/replay/game/{table}", 404, "no such game"),
            ("/replay/file/nothing", 404, "no longer on the server"),
            ("/replay/file/nothing/1", 404, "no longer on the server"),
            (f"{base}?at=0", 404, "no such event"),
            (f"{base}?at=99999", 404, "no such event"),
            (f"{base}?at=x", 400, "has a mistake in it"),
            (f"{base}?at=-1", 400, "has a mistake in it"),
            (f"{base}?view=3", 404, "no such view"),
            (f"{base}?view=x", 404, "no such view"),
            (f"{base}/events?of=9", 404, "no such view"),
            (f"{base}/events?part=99", 404, "There is nothing at this address"),
            (f"{base}/events?part=0", 404, "There is nothing at this address"),
            (f"{base}/position.svg?at=99999", 404, "no such event"),
            ("/replay/mine?part=2", 404, "There is nothing at this address"),
            ("/replay/mine?part=0", 404, "There is nothing at this address"),
        ):
            page = await browser.visit(address)
            assert page.status_code == status, address
            assert said in page.text, address


# Files -------------------------------------------------------------------------------------------


@in_loop
async def test_a_file_with_one_good_game_leads_to_the_game() -> None:
    async with world() as site:
        browser = english(site)
        for data in (dumps([recorded()]), json.dumps(record_to_json(recorded()))):
            page = await bring(browser, data)
            assert page.status_code == 200
            assert re.fullmatch(r"/replay/file/[\w-]{16}/1", page.url.path)
            assert "4 March 2026" in page.text
            assert "as promised" in page.text
            back = await browser.get(f"{page.url.path}/record.sniff")
            assert back.text == dumps([recorded()])
            # Whoever has the link can look, for as long as the file is there.
            assert (await english(site).visit(page.url.path)).status_code == 200


@in_loop
async def test_the_good_games_of_a_mixed_file_are_offered_and_the_faults_told() -> None:
    texts = [dumps([recorded(seed=seed)]) for seed in (1, 2, 3)]
    games = [text[: text.rindex("games 1")] for text in texts]
    games[1] = games[1].replace("sum 10", "sum 11", 1).replace("sum 5", "sum 6", 1)
    async with world() as site:
        for language, word in (("en", "Line"), ("fi", "Rivi")):
            browser = site.browser(headers={"Accept-Language": language})
            page = await bring(browser, "".join(games) + "games 3\n")
            assert page.status_code == 200
            assert len(re.findall(r'href="/replay/file/[\w-]+/\d+"', page.text)) == 2
            assert re.search(rf"{word} \d+, \w+ \d+:", page.text), page.text
            second = await browser.visit(f"{page.url.path}/2")
            assert second.status_code == 200
            assert (await browser.visit(f"{page.url.path}/3")).status_code == 404


@in_loop
async def test_a_file_without_a_good_game_is_told_what_is_wrong_and_not_kept() -> None:
    async with world() as site:
        browser = english(site)
        for data, said in (
            ("", "The file is empty"),
            ("hello", "This is not a Sniffi record"),
            ("games 0\n", "No game is in the file"),
            ("{", "Line 1, column 2"),
            ('{"format":\n "sniffi", "format": 1}', "Line 2, column 12"),
            ('{"a": {"b": 1, "b": 2}, nonsense', "Line 1, column 16"),
            ('{"a": {"b": 1, "b": 2}', "Line 1, column 16"),
            (b"\xff\xfe", "This is not a Sniffi record"),
            (b'{"a": "\xff"}', "Line 1, column 8"),
            ('{"format": NaN}', "not valid JSON"),
            ('{"a": 1,\n "a": 2}', "Line 2, column 2"),
            ('{"a":' * 90_000, "Line 1"),
            ('{"a":' * 800 + "1" + "}" * 800, "Line 1"),
            ("[]", "No game is in the file"),
            ("<script>alert(1)</script>", "&lt;script&gt;"),
        ):
            page = await bring(browser, data)
            assert page.status_code == 422, data
            assert page.url.path == "/replay"
            assert said in page.text, (data, page.text)
            assert "<script>alert" not in page.text


@in_loop
async def test_a_form_without_a_file_or_with_too_much_is_refused() -> None:
    async with world(replace(UNLIMITED, record_bytes=2000)) as site:
        browser = english(site)
        page = await bring(browser, "x" * 3000)
        assert page.status_code == 413
        assert "1 KB at most" in page.text
        assert (await bring(browser, "x" * 30_000)).status_code == 413
        page = await browser.press("/replay")
        assert "Choose a file first" in page.text
        page = await bring(browser, "", "")
        assert "Choose a file first" in page.text
        # Elsewhere a body is as small as ever, and a file comes nowhere else.
        files = {"file": ("a", b"x", "text/plain")}
        answer = await browser.post("/play", data={"csrf": browser.csrf}, files=files)
        assert answer.url.path == "/"
        stranger = english(site)
        assert (await stranger.post("/replay", files=files)).status_code == 403


@in_loop
async def test_an_address_brings_so_many_files() -> None:
    async with world(replace(UNLIMITED, limit_files=Rate(2, 600))) as site:
        browser = english(site)
        for status in (200, 200, 429):
            assert (await bring(browser, dumps([recorded()]))).status_code == status


def test_a_file_is_gone_after_its_time_and_when_others_need_the_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    @in_loop
    async def run() -> None:
        now = 0.0
        shelf = Shelf(10, lambda: now)
        data = dumps([recorded()]).encode()
        first = shelf.put(data, read_file(data))
        now += 5 * MINUTE
        second = shelf.put(data, read_file(data))
        assert len((await shelf.file(first)).games) == 1
        now += 5 * MINUTE
        with pytest.raises(FileGone):
            await shelf.file(first)
        # Read again when it is no longer at hand.
        shelf._read.clear()
        assert (await shelf.file(second)).games == (recorded(),)
        monkeypatch.setattr("sniffi.web.replay_shelf.MOST_BYTES", 2 * shelf._bytes)
        others = [shelf.put(data, read_file(data)) for _ in range(2)]
        with pytest.raises(FileGone):
            await shelf.file(second)
        assert all([len((await shelf.file(other)).games) == 1 for other in others])

    run()


@settings(max_examples=30)
@given(data=st.data())
def test_a_fault_in_json_is_told_at_the_value_that_has_it(data: st.DataObject) -> None:
    whole = record_to_json(recorded(target=20))
    at = data.draw(st.integers(0, len(whole["events"]) - 1))
    key = data.draw(st.sampled_from(sorted(whole["events"][at])))
    whole["events"][at][key] = {"wrong": ["here"]}
    text = json.dumps(whole, indent=data.draw(st.sampled_from([None, 1])))
    (fault,) = read_json(text.encode())
    assert isinstance(fault, SniffiError)
    line, column = fault.fields["line"], fault.fields["column"]
    found = text.split("\n")[line - 1][column - 1 :]
    path = fault.fields["why"].fields["path"]
    expected = {f"$.events[{at}].{key}": "{", f"$.events[{at}]": "{"}
    # What makes an event another kind is found at the key that this kind lacks.
    assert found.startswith(expected.get(path, "")), (path, found[:20])


# Positions ---------------------------------------------------------------------------------------


@settings(max_examples=15, deadline=None)
@given(players=st.integers(2, 4), seed=st.integers(0, 2**16), data=st.data())
def test_a_position_is_what_the_seat_saw_then(players: int, seed: int, data: st.DataObject) -> None:
    game = played(players, seed, 60)
    replayed = ReplayGame(GameRecord.of(game, NAMES[:players]))
    n = data.draw(st.integers(1, len(game.events)))
    seat = data.draw(st.none() | st.integers(1, players))
    then = Game.new(players, 60)
    while len(then.events) < n:
        then = then.after(game.events[len(then.events)])
    shown = replayed.after(n, seat)
    assert shown.scores == replayed.scores_after(n)
    if shown.round is not None and then.round is not None and len(then.events) == n:
        assert shown.round.layout == then.round.layout
        if seat is None:
            assert shown.round.hands == then.round.hands
        else:
            assert shown.round.hands[seat - 1] == then.round.hands[seat - 1]


def page_of(game: Game, n: int, seat: int) -> tuple[object, ...]:
    record = GameRecord.of(game, NAMES[: game.players])
    replayed = Replaying(ReplayGame(record), record.names, Words("en"), "/replay/x")
    drawing = Drawing()
    return (replayed.page(drawing, n, seat), replayed.events(1, None, seat))


@settings(max_examples=15, deadline=None)
@given(players=st.integers(2, 4), seed=st.integers(0, 2**16), data=st.data())
def test_twins_have_the_same_pages_for_who_cannot_tell_them_apart(
    players: int, seed: int, data: st.DataObject
) -> None:
    game = played(players, seed, most=data.draw(st.integers(5, 120)))
    seat = data.draw(st.integers(1, players))
    other = twin(game, seat, random.Random(seed))
    assume(other is not None)
    assert other is not None
    n = data.draw(st.integers(1, len(game.events)))
    assert page_of(game, n, seat) == page_of(other, n, seat)


@settings(max_examples=10, deadline=None)
@given(players=st.integers(2, 4), seed=st.integers(0, 2**16))
def test_no_tile_of_another_hand_is_in_a_seats_page_before_it_was_shown(
    players: int, seed: int
) -> None:
    game = played(players, seed, 60)
    replayed = ReplayGame(GameRecord.of(game, NAMES[:players]))
    shown = Replaying(replayed, NAMES[:players], Words("en"), "/replay/x")
    dealt = next(n for n, e in enumerate(game.events, 1) if isinstance(e, Dealt))
    deal = game.events[dealt - 1]
    assert isinstance(deal, Dealt)
    page = shown.page(Drawing(), dealt, 1)
    told = repr([hand.known for hand in page.then.hands]) + repr([e.text for e in page.events])
    hidden = (*deal.boneyard, *(tile for hand in deal.hands[1:] for tile in hand))
    lot = {drawn for e in game.events[: dealt - 1] for _, drawn in getattr(e, "draws", ())}
    for tile in hidden:
        assert tile is not None
        assert f"[{tile.low}|{tile.high}]" not in told or tile in lot, tile


@in_loop
async def test_partly_known_and_broken_off_games_are_replayed_and_said_to_be_so() -> None:
    whole = recorded(3, seed=5)
    async with world() as site:
        browser = english(site)
        page = await bring(browser, dumps([partly_known(whole)]))
        assert "Not all tiles were written down" in page.text
        assert "the record has no seed" in page.text
        dealt = next(n for n, e in enumerate(whole.events, 1) if isinstance(e, Dealt))
        then = await browser.visit(f"{page.url.path}?at={dealt}")
        assert then.text.count('class="unknown"') >= 3 * 5
        game = played(2, 3, most=20)
        page = await bring(browser, dumps([GameRecord.of(game, NAMES[:2])]))
        assert "ends before the game does" in page.text
        assert "nobody committed" in page.text
        # Nothing has happened at all.
        page = await bring(browser, dumps([GameRecord.of(Game.new(2), NAMES[:2])]))
        assert page.status_code == 200
        assert "Nothing has happened yet" in page.text


@in_loop
async def test_a_record_whose_tiles_are_not_its_seeds_is_said_to_be_so() -> None:
    record = recorded()
    other = GameRecord.of(played(2, 2, 60), NAMES[:2], deck=Deck((2).to_bytes(32)))
    forged = replace(record, events=other.events)
    async with world() as site:
        browser = english(site)
        page = await bring(browser, dumps([forged]))
        assert "not as promised" in page.text
        checks = await browser.visit(f"{page.url.path}/check")
        assert 'class="mismatch"' in checks.text
        assert "All of this is from the file" in checks.text


@in_loop
async def test_a_very_long_game_has_pages_of_the_usual_size() -> None:
    record = recorded(2, seed=4, target=2500)
    assert len(record.events) > 3000
    async with world() as site:
        browser = english(site)
        page = await bring(browser, dumps([record]))
        last = len(record.events)
        for address in (
            f"?at={last // 2}",
            f"?at={last}",
            "/events",
            "/events?part=3",
            "/events?of=1",
            "/check",
        ):
            shown = await browser.visit(f"{page.url.path}{address}")
            assert shown.status_code == 200
            assert len(shown.content) < MOST_BYTES, address


@in_loop
async def test_what_one_player_did_is_listed_alone() -> None:
    record = recorded(2)
    async with world() as site:
        browser = english(site)
        page = await bring(browser, dumps([record]))
        mine = await browser.visit(f"{page.url.path}/events?of=2")
        numbers = [int(n) for n in re.findall(r'<li value="(\d+)"', mine.text)]
        own = [n for n, e in enumerate(record.events, 1) if getattr(e, "seat", None) == 2]
        won = [n for n, e in enumerate(record.events, 1) if getattr(e, "side", None) == 2]
        assert numbers == sorted(own + won)
        drawn = [e for e in record.events if isinstance(e, Drew) and e.seat == 2 and e.tile]
        seen = await browser.visit(f"{page.url.path}/events?of=2&view=1")
        assert seen.text.count("draws a tile") >= len(drawn) > 0


# One's own games ---------------------------------------------------------------------------------


@in_loop
async def test_ones_own_games_come_newest_first_and_to_nobody_else() -> None:
    async with world() as site:
        browser = english(site)
        assert "None of your games" in (await browser.visit("/replay/mine")).text
        tables = [await finished_table(site, browser) for _ in range(2)]
        page = await browser.visit("/replay/mine")
        links = re.findall(r'href="(/replay/game/[\w-]+)"', page.text)
        assert links == [
            f"/replay/game/{site.site.watch_links.of(table)}" for table in reversed(tables)
        ]
        assert re.search(r"You (won|lost) −?\d+ – −?\d+", page.text)
        assert "Against" in page.text
        assert f"Max-Age={365 * 24 * 3600}" in page.headers["set-cookie"]
        assert links[0] in (await browser.visit("/replay")).text
        assert "None of your games" in (await english(site).visit("/replay/mine")).text


@in_loop
async def test_a_name_is_removed_everywhere_once_its_owner_is_sure() -> None:
    async with world() as site:
        browser, other = english(site), english(site)
        tables = [await finished_table(site, browser) for _ in range(2)]
        watch = [site.site.watch_links.of(table) for table in tables]
        everywhere = [
            address
            for table, link in zip(tables, watch, strict=True)
            for address in (
                f"/replay/game/{link}",
                f"/replay/game/{link}/events",
                f"/replay/game/{link}/record.sniff",
                f"/replay/game/{link}/record.json",
                f"/w/{link}",
                f"/w/{link}/history",
                f"/w/{link}/record.sniff",
            )
        ]
        for address in everywhere:
            assert "Aino" in (await other.visit(address)).text, address
        await other.visit("/replay")
        # Others cannot, and without the cross nothing happens.
        for who, fields in ((other, {"sure": "yes", "game": watch[0]}), (browser, {})):
            await who.visit("/help")
            page = await who.press("/replay/forget", **fields)
            assert "Aino" in (await other.visit(everywhere[0])).text
        assert "Confirm first" in page.text
        page = await browser.visit(f"/replay/forget?game={watch[0]}")
        assert "I want to remove my name" in page.text
        page = await browser.press("/replay/forget", sure="yes", game=watch[0])
        assert "Your name was removed from one game." in page.text
        for address in everywhere:
            text = (await other.visit(address)).text
            assert ("Aino" in text) == (watch[0] not in address), address
            assert ("Removed" in text) == (watch[0] in address), address
        page = await browser.press("/replay/forget", sure="yes")
        assert "Your name was removed from one game." in page.text
        for address in everywhere:
            assert "Aino" not in (await other.visit(address)).text, address
        # The deals can still be checked, and the games are still one's own.
        assert "as promised" in (await other.visit(everywhere[0])).text
        assert len(re.findall(r'href="/replay/game/', (await browser.visit("/replay/mine")).text))
        page = await browser.visit("/replay/forget")
        assert "in no finished game any more" in page.text
        for bad in ("nothing", tables[0]):
            assert (await browser.visit(f"/replay/forget?game={bad}")).status_code == 404
        assert (await other.visit(f"/replay/forget?game={watch[0]}")).status_code == 403


@in_loop
async def test_finnish_names_the_removed_in_finnish() -> None:
    async with world() as site:
        browser = english(site)
        table = await finished_table(site, browser)
        await browser.press("/replay/forget", sure="yes")
        finn = site.browser(headers={"Accept-Language": "fi"})
        page = await finn.visit(f"/replay/game/{site.site.watch_links.of(table)}")
        assert "Poistettu" in page.text
        assert "Removed" not in page.text
