"""Pictures of every screen, on a phone and a laptop, light and dark: ``script/screenshots``."""

from __future__ import annotations

import argparse
import shutil
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from sniffi.rules import Draw, LotDrawn, Phase, Place
from sniffi.tables import seating
from sniffi.tables.entries import Entry
from sniffi.tables.settings import Settings
from sniffi.tables.table import Table
from sniffi.web.watching import WatchLinks
from tests.e2e.stage import LAPTOP, PHONE, After, Server, Staged, launch, server, visit

SCREENS = {"phone": PHONE, "laptop": LAPTOP}
NAMES = {1: "Aino", 2: "Väinö", 3: "Maija", 4: "Pekka"}
PAIR = {seat: NAMES[seat] for seat in (1, 2)}
Prepare = Callable[[Page], None]


def tiles(table: Table) -> int:
    round = table.game.round if table.game is not None else None
    return len(round.layout.tiles) if round is not None and round.result is None else 0


def turn(table: Table, kind: type[Place] | type[Draw], least: int, rounds: int = 1) -> bool:
    """Whether seat 1 is to do something of that kind with so many tiles on the table."""
    game = table.game
    return (
        game is not None
        and game.to_act == 1
        and game.round_number >= rounds
        and tiles(table) >= least
        and isinstance(game.legal_actions()[0], kind)
    )


def several_spots(table: Table) -> bool:
    """Whether a tile of seat 1 fits at three spots or more."""
    if not turn(table, Place, 6, 2):
        return False
    assert table.game is not None
    places = [action for action in table.game.legal_actions() if isinstance(action, Place)]
    return any(sum(p.tile is q.tile for q in places) >= 3 for p in places)


def hand_of(table: Table, least: int) -> bool:
    game = table.game
    round = game.round if game is not None else None
    return turn(table, Place, 3) and round is not None and len(round.hands[0]) >= least


def nothing(page: Page) -> None:
    page.wait_for_load_state()


def choose(page: Page) -> None:
    """Press the tile that fits at the most spots."""
    forms = page.locator("form.choosing").all()
    most = max(forms, key=lambda form: form.locator("button").count())
    best = most.get_attribute("data-for")
    page.locator(f'.held[data-tile="{best}"]').click()


def open_help(page: Page) -> None:
    page.locator('.site a[href="/help"]').click()


def open_why(page: Page) -> None:
    page.locator("details.why summary").click()


def zoomed(page: Page) -> None:
    page.locator('[data-zoom="in"]').click()


def resting(table: Table) -> bool:
    return table.resting and table.game is not None and table.game.round_number >= 2


def opening(table: Table) -> bool:
    game = table.game
    return game is not None and game.phase is Phase.PLAY and game.to_act == 1 and tiles(table) == 0


@dataclass(frozen=True)
class Scene:
    """A screen: where a table stands, the page of it, who looks, and what is done first."""

    until: Callable[[Table], bool] | None = None
    seed: int = 1
    people: Mapping[int, str] = field(default_factory=lambda: PAIR)
    page: str = "/t/{table}"
    seat: int | None = 1
    prepare: Prepare = nothing
    settings: Settings | None = None
    after: After | None = None


THREE = {seat: NAMES[seat] for seat in (1, 2, 3)}
OPEN_FOUR = Settings.of(4, visibility="open")
ALONE = {1: NAMES[1]}


def at_once(table: Table) -> bool:  # noqa: ARG001
    return True


def place_at(least: int, rounds: int = 1) -> Callable[[Table], bool]:
    return lambda table: turn(table, Place, least, rounds)


def tied_lot(table: Table) -> bool:
    game = table.game
    lots = [event for event in game.events if isinstance(event, LotDrawn)] if game else []
    return opening(table) and bool(lots) and lots[-1].stage > 1


def second_left(table: Table, guests: Mapping[int, str]) -> tuple[Entry, ...]:
    return seating.leave(table, guests[2])


def bot_for_first(table: Table, guests: Mapping[int, str]) -> tuple[Entry, ...]:
    return seating.take_over(table, guests[2], 1, "greedy", absent=True, grace=60)


def send_wrong(page: Page) -> None:
    page.locator("#make-name").fill("Aino")
    page.locator("#make-target").fill("12345")
    page.locator(".make button[type=submit]").click()
    page.locator(".refused").scroll_into_view_if_needed()


def take_device(page: Page) -> None:
    page.goto(page.locator("#device-link").input_value())


def open_end(page: Page) -> None:
    page.locator(".leftovers").scroll_into_view_if_needed()


def is_over(table: Table) -> bool:
    return table.seed is not None


SCENES = {
    "front": Scene(page="/", seat=None),
    "front-refused": Scene(page="/", seat=None, prepare=send_wrong),
    "help": Scene(page="/help", seat=None),
    "error": Scene(page="/t/no-such-table", seat=None),
    "waiting": Scene(at_once, people=ALONE, settings=OPEN_FOUR),
    "join": Scene(at_once, people=ALONE, settings=OPEN_FOUR, seat=None),
    "lot": Scene(opening),
    "lot-tie": Scene(tied_lot, people=THREE),
    "away": Scene(place_at(5), 3, after=second_left),
    "stand-in": Scene(place_at(5), 3, after=bot_for_first),
    "your-turn": Scene(place_at(5), 3),
    "why": Scene(place_at(5), 3, prepare=open_why),
    "help-dialog": Scene(place_at(5), 3, prepare=open_help),
    "spectator": Scene(place_at(9), 3, page="/w/{watch}", seat=None),
    "choosing": Scene(several_spots, 3, prepare=choose),
    "drawing": Scene(lambda table: turn(table, Draw, 4, 2), 3),
    "full-layout": Scene(lambda table: tiles(table) >= 26, 4),
    "full-layout-closer": Scene(lambda table: tiles(table) >= 26, 4, prepare=zoomed),
    "many-tiles": Scene(lambda table: hand_of(table, 14), 24),
    "three": Scene(place_at(9, 3), 8, THREE),
    "pairs": Scene(place_at(11, 3), 9, NAMES),
    "round-end": Scene(resting, 4),
    "pairs-round-end": Scene(resting, 4, NAMES),
    "leftovers": Scene(resting, 4, NAMES, prepare=open_end),
    "win": Scene(is_over, 6),
    "history": Scene(place_at(5), 3, page="/t/{table}/history?at=9"),
    "history-now": Scene(place_at(5), 3, page="/t/{table}/history"),
    "verify": Scene(is_over, 6, page="/t/{table}/verify"),
    "device": Scene(place_at(5), 3, page="/t/{table}/device"),
    "device-take": Scene(place_at(5), 3, page="/t/{table}/device", prepare=take_device),
}


DOCS = {
    "table-laptop.png": ("pairs", "laptop", False),
    "table-phone.png": ("choosing", "phone", True),
}
"""By the file in docs/img: which scene, on what screen, whether dark."""


def staged(running: Server, scene: Scene) -> Staged | None:
    """The scene's table: the first game by chance, from its seed on, in which it comes to that."""
    if scene.until is None:
        return None
    for seed in range(scene.seed, scene.seed + 500):
        try:
            found = running.stage(
                seed, scene.until, people=scene.people, settings=scene.settings, after=scene.after
            )
        except AssertionError:
            continue
        if seed != scene.seed:
            print(f"screenshots: seed {seed} instead of {scene.seed}")
        return found
    raise AssertionError("no game comes to that")


def opened(running: Server, scene: Scene) -> tuple[str | None, str]:
    """Who looks at a scene, and where it is."""
    table = staged(running, scene)
    if table is None:
        return None, scene.page
    watch = WatchLinks(running.secret).of(table.id)
    guest = None if scene.seat is None else table.guests[scene.seat]
    return guest, scene.page.format(table=table.id, watch=watch)


def shoot(browser: Browser, running: Server, folder: Path, only: list[str]) -> None:
    for name in only or SCENES:
        scene = SCENES[name]
        guest, path = opened(running, scene)
        for screen, viewport in SCREENS.items():
            for dark in (False, True):
                context = visit(
                    browser,
                    running,
                    guest,
                    viewport=viewport,
                    dark=dark,
                    touch=screen == "phone",
                    scale=2 if screen == "phone" else 1,
                )
                page = context.new_page()
                page.goto(path)
                scene.prepare(page)
                page.screenshot(path=folder / f"{name}-{screen}-{'dark' if dark else 'light'}.png")
                context.close()
        print(f"screenshots: {name}", flush=True)


def shoot_for_docs(browser: Browser, running: Server, folder: Path) -> None:
    """The pictures of README.md and docs/browser.md."""
    for file, (name, screen, dark) in DOCS.items():
        scene = SCENES[name]
        guest, path = opened(running, scene)
        phone = screen == "phone"
        context = visit(
            browser,
            running,
            guest,
            viewport=SCREENS[screen],
            language="en",
            dark=dark,
            touch=phone,
            scale=2 if phone else 1,
        )
        page = context.new_page()
        page.goto(path)
        scene.prepare(page)
        page.screenshot(path=folder / file)
        context.close()
        if shutil.which("convert"):
            # A third of the bytes, and nobody sees the difference.
            few = ["convert", file, "+dither", "-colors", "200", "-strip", f"PNG8:{file}"]
            subprocess.run(few, cwd=folder, check=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--to", type=Path, default=Path("screenshots"))
    parser.add_argument("only", nargs="*", help="names of screens; all when none is given")
    parser.add_argument("--docs", action="store_true", help="those of the documentation, there")
    asked = parser.parse_args()
    if not asked.docs:
        asked.to.mkdir(parents=True, exist_ok=True)
    with server() as running, sync_playwright() as playwright:
        browser = launch(playwright)
        if asked.docs:
            shoot_for_docs(browser, running, Path("docs/img"))
        else:
            shoot(browser, running, asked.to, asked.only)
        browser.close()


if __name__ == "__main__":
    main()
