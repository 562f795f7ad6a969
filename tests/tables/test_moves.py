import asyncio
import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar, cast

import pytest

from sniffi import fast
from sniffi.bots import BOTS, BotKind, KernelMissing, Parameter
from sniffi.bots import registry as bots_registry
from sniffi.rules import DRAW, PASS, Action, GameView, Phase, Place, RoundView, Tile
from sniffi.tables import FIRST_LEGAL, BotStoodIn, Fault, HallSettings, Table
from sniffi.tables.clock import SystemClock
from sniffi.tables.moves import WARMS_UP, bot_seed, think_of_move
from sniffi.tables.seating import clean_bot
from sniffi.tables.thinkers import Thinkers
from tests.tables.clock import FakeClock, spin
from tests.tables.company import a_hall, legal, quiet, seated, table_of
from tests.tables.made import SEED, guest, positions, started

Choose = Callable[[GameView], Any]


class Chooses:
    """A bot that does what a test says."""

    def __init__(self, choose: Choose) -> None:
        self._choose = choose

    def choose(self, view: RoundView | GameView) -> Action:
        assert isinstance(view, GameView)
        chosen: Action = self._choose(view)
        return chosen


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Puts bots that do what a test says into the registry."""

    def put(**chooses: Choose) -> None:
        def kind(name: str, choose: Choose) -> BotKind:
            return BotKind(name, lambda _: Chooses(choose))

        made = {name: kind(name, choose) for name, choose in chooses.items()}
        monkeypatch.setattr(bots_registry, "BOTS", {**BOTS, **made})

    return put


def a_choice(bot: str) -> Table:
    """A table where the bot has a choice."""
    for table in positions(started(2, 10_000, bots={1: "random"}), 3):
        game = table.game
        assert game is not None
        opened = game.round is not None and game.round.layout.tiles
        if table.to_act == 1 and opened and len(game.legal_actions()) > 2:
            return replace(table, seats=(replace(table.seat(1), bot=bot), table.seat(2)))
    raise AssertionError


def think(table: Table, limit: float = 10) -> Any:
    async def run() -> Any:
        thinkers = Thinkers(1, SystemClock())
        try:
            return await think_of_move(table, SEED, thinkers, limit)
        finally:
            thinkers.close()

    return asyncio.run(run())


def fail(view: GameView) -> Any:
    raise ValueError(f"hand {view.round.hand if view.round else None}")


def leave(_: GameView) -> Any:
    raise SystemExit(1)


class AsIfLegal(Place):
    """It says of itself that it equals any action."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


class Breaks:
    """It cannot even be compared."""

    def __eq__(self, other: object) -> bool:
        raise OSError

    def __hash__(self) -> int:
        return 0


def always(chosen: object) -> Choose:
    return lambda _: chosen


def test_a_bot_gets_its_seats_view_and_nothing_else(registry: Callable[..., None]) -> None:
    seen: list[GameView] = []

    def watch(view: GameView) -> Action:
        seen.append(view)
        return view.legal_actions()[-1]

    registry(watch=watch)
    table = a_choice("watch")
    move = think(table)
    assert table.game is not None
    assert seen == [table.game.seen_by(1)]
    assert move.action == table.game.legal_actions()[-1]
    assert (move.seat, move.at, move.stood_in) == (1, table.told, ())


def test_the_same_position_gives_a_bot_the_same_seed() -> None:
    table = a_choice("random")
    assert think(table) == think(table)
    seeds = {bot_seed(seed, seat, at) for seed in (SEED, bytes(32)) for seat in (1, 2)
             for at in (4, 5)}  # fmt: skip
    assert len(seeds) == 8


@pytest.mark.parametrize(
    ("choose", "reason"),
    [
        (fail, Fault.ERROR),
        (leave, Fault.ERROR),
        (always(PASS), Fault.ILLEGAL),
        (always(DRAW), Fault.ILLEGAL),
        (always(None), Fault.ILLEGAL),
        (always("14"), Fault.ILLEGAL),
        (lambda view: Place(view.round.layout.tiles[0]), Fault.ILLEGAL),
        (lambda view: AsIfLegal(view.round.layout.tiles[0]), Fault.ILLEGAL),
        (always(Breaks()), Fault.ILLEGAL),
        (always(Place(cast(Tile, Breaks()))), Fault.ILLEGAL),
    ],
)
def test_a_bot_that_fails_is_replaced_by_a_simple_one_for_that_move(
    registry: Callable[..., None],
    choose: Choose,
    reason: Fault,
    caplog: pytest.LogCaptureFixture,
) -> None:
    registry(broken=choose)
    table = a_choice("broken")
    with caplog.at_level(logging.WARNING):
        move = think(table)
    assert table.game is not None
    assert move.stood_in == (BotStoodIn(1, "broken", "greedy", reason),)
    assert move.action in table.game.legal_actions()
    assert "broken" in caplog.text
    assert table.id in caplog.text
    # What the bot said may tell tiles, so it is not repeated.
    assert "hand" not in caplog.text
    assert "Tile" not in caplog.text


def test_when_the_simple_one_fails_too_the_first_legal_action_is_taken(
    registry: Callable[..., None],
) -> None:
    for choose, reason in ((fail, Fault.ERROR), (always(PASS), Fault.ILLEGAL)):
        registry(broken=fail, greedy=choose)
        table = a_choice("broken")
        move = think(table)
        assert table.game is not None
        assert move.action == table.game.legal_actions()[0]
        assert move.stood_in == (
            BotStoodIn(1, "broken", "greedy", Fault.ERROR),
            BotStoodIn(1, "greedy", FIRST_LEGAL, reason),
        )


def test_a_bot_of_an_older_sniffi_that_is_no_longer_known_is_replaced() -> None:
    table = a_choice("clever:depth=3")
    assert think(table).stood_in == (BotStoodIn(1, "clever:depth=3", "greedy", Fault.ERROR),)
    assert table.names[0] == "clever"


def test_where_there_is_no_choice_no_bot_is_asked(registry: Callable[..., None]) -> None:
    registry(broken=fail)
    for table in positions(started(2, 10_000, bots={1: "random"}), 3):
        if table.to_act == 1 and table.game is not None and table.game.legal_actions() == (DRAW,):
            assert think(table).stood_in == ()
            return
    raise AssertionError


def test_nobody_moves_for_people() -> None:
    assert think(started()) is None


class Timed:
    """A bot that is told how long to think."""

    asked: ClassVar[list[float]] = []

    def __init__(self, _seed: int, seconds: float) -> None:
        self.asked.append(seconds)

    def choose(self, view: RoundView | GameView) -> Action:
        return view.legal_actions()[-1]


def a_kind(name: str, choose: Choose, **rest: Any) -> BotKind:
    return BotKind(name, lambda _: Chooses(choose), **rest)


def test_while_the_kernel_is_made_a_simpler_bot_plays_and_it_is_no_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ready, asked = threading.Event(), []
    monkeypatch.setattr(fast, "ready", ready.is_set)
    monkeypatch.setattr(fast, "installed", lambda: True)
    monkeypatch.setattr(fast, "prepare", lambda: asked.append(1))
    strong = a_kind("strong", lambda view: view.legal_actions()[-1], needs_kernel=True)
    monkeypatch.setattr(bots_registry, "BOTS", {**BOTS, "strong": strong})
    table = a_choice("strong")
    assert table.game is not None
    view = table.game.seen_by(1)
    simpler = bots_registry.make(WARMS_UP, bot_seed(SEED, 1, table.told)).choose(view)
    move = think(table)
    assert (move.action, move.stood_in) == (simpler, ())
    assert asked
    ready.set()
    move = think(table)
    assert (move.action, move.stood_in) == (view.legal_actions()[-1], ())


def test_without_the_kernels_packages_a_bot_that_needs_it_is_replaced_and_not_seated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fast, "installed", lambda: False)
    strong = a_kind("strong", fail, needs_kernel=True)
    monkeypatch.setattr(bots_registry, "BOTS", {**BOTS, "strong": strong})
    assert "strong" not in bots_registry.offered()
    with pytest.raises(KernelMissing):
        clean_bot("strong", 2)
    assert think(a_choice("strong")).stood_in == (BotStoodIn(1, "strong", "greedy", Fault.ERROR),)


def test_where_many_wait_each_thinks_for_less_and_none_is_replaced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seconds = Parameter("seconds", 1.0, 0.01, 10.0)
    timed = BotKind("timed", Timed, parameters=(seconds,), budget=1.0)
    monkeypatch.setattr(bots_registry, "BOTS", {**BOTS, "timed": timed})
    monkeypatch.setattr(Timed, "asked", [])
    table = a_choice("timed")

    async def run() -> list[Any]:
        thinkers = Thinkers(1, FakeClock())
        go = threading.Event()
        held = asyncio.create_task(thinkers.think(go.wait, 60))
        await asyncio.sleep(0)
        waiting = [asyncio.create_task(think_of_move(table, SEED, thinkers, 10)) for _ in range(20)]
        await spin()
        go.set()
        await held
        moves = await asyncio.gather(*waiting)
        thinkers.close()
        return moves

    moves = asyncio.run(run())
    assert all(move.stood_in == () for move in moves)
    # 20 wait, then 19, and so on; half the limit is shared among them.
    assert Timed.asked == [min(1.0, 5 / left) for left in range(20, 0, -1)]


def test_a_bot_whose_turn_to_think_does_not_come_moves_without_and_it_is_no_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    timed = BotKind("timed", lambda _: Chooses(fail), budget=1.0)
    monkeypatch.setattr(bots_registry, "BOTS", {**BOTS, "timed": timed})
    table = a_choice("timed")
    assert table.game is not None
    view = table.game.seen_by(1)

    async def run() -> Any:
        clock, go = FakeClock(), threading.Event()
        thinkers = Thinkers(1, clock)
        held = asyncio.create_task(thinkers.think(go.wait, 60))
        await spin()
        waiting = asyncio.create_task(think_of_move(table, SEED, thinkers, 10))
        await clock.go_on(10.1)
        move = await waiting
        go.set()
        await held
        thinkers.close()
        return move

    move = asyncio.run(run())
    quick = bots_registry.make(WARMS_UP, bot_seed(SEED, 1, table.told)).choose(view)
    assert (move.action, move.stood_in) == (quick, ())


def test_a_bot_that_needs_no_time_waits_for_none_that_does() -> None:
    table = a_choice("greedy")

    async def run() -> Any:
        thinkers, quick = Thinkers(1, SystemClock()), Thinkers(1, SystemClock(), give_way=False)
        go = threading.Event()
        held = asyncio.create_task(thinkers.think(go.wait, 60))
        move = await think_of_move(table, SEED, thinkers, 10, quick)
        assert not held.done()
        go.set()
        await held
        thinkers.close()
        quick.close()
        return move

    assert asyncio.run(run()).stood_in == ()


def test_a_slow_bot_is_replaced_and_the_table_goes_on(registry: Callable[..., None]) -> None:
    begun, go = threading.Event(), threading.Event()

    def slow(view: GameView) -> Action:
        begun.set()
        go.wait(20)
        return view.legal_actions()[0]

    registry(slow=slow)

    async def run() -> None:
        clock = FakeClock()
        patient = HallSettings(bot_pause=0, lot_pause=0, bot_limit=5, bot_threads=1)
        async with a_hall(None, patient, clock) as hall:
            id = await seated(hall, 2, 10_000, {2: "slow"})
            for _ in range(200):
                if begun.is_set():
                    break
                await asyncio.sleep(0)
                view = (await hall.look(id, guest(1))).view
                if view.your_turn:
                    await hall.act(id, guest(1), 1, legal(view)[0], view.at)
            await asyncio.to_thread(begun.wait, 10)
            waits = await table_of(hall, id)
            assert waits.to_act == 2
            await clock.go_on(5.1)
            await quiet(hall)
            table = await table_of(hall, id)
            stood_in = [entry for entry in table.entries if isinstance(entry, BotStoodIn)]
            assert stood_in[0] == BotStoodIn(2, "slow", "greedy", Fault.SLOW)
            assert table.told > waits.told
            go.set()

    asyncio.run(run())


def test_a_broken_bot_never_keeps_a_game_from_its_end(registry: Callable[..., None]) -> None:
    registry(broken=fail)

    async def run() -> None:
        async with a_hall() as hall:
            id = await seated(hall, 2, 30, {2: "broken"})
            for _ in range(2000):
                await quiet(hall)
                view = (await hall.look(id, guest(1))).view
                if view.your_turn:
                    await hall.act(id, guest(1), 1, legal(view)[0], view.at)
                elif view.resting:
                    await hall.ready(id, guest(1))
                elif view.seed is not None:
                    break
            table = await table_of(hall, id)
            assert table.game is not None
            assert table.game.phase is Phase.OVER
            assert any(isinstance(entry, BotStoodIn) for entry in table.entries)
            assert Table.replay(id, table.entries) == table

    asyncio.run(run())
