"""A person comes or goes while a bot thinks: its late move is nobody else's."""

import asyncio
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from sniffi.rules import Action, Placed
from sniffi.tables import Hall, MemoryLog, Summary, Table, TableError, Told
from sniffi.tables.playing import Due, bot_to_act, due
from tests.tables.clock import FakeClock, spin
from tests.tables.company import AT_ONCE, Listener, a_hall, table_of
from tests.tables.made import SEED, guest, positions, started

EERO, BOT_SEAT = 2, 3
FIRST, SECOND = "greedy", "random"
"""Two bots for Eero's seat: the first chooses the first legal action, the second the last."""


class Thinker:
    """Thinks until a test says what each bot has thought of."""

    def __init__(self) -> None:
        self.hall: Hall
        self.thoughts: list[tuple[asyncio.Future[Action], Action]] = []

    async def think(self, *_: Any, **__: Any) -> Action:
        table = await table_of(self.hall, "t")
        turn = bot_to_act(table)
        assert turn is not None
        thought: asyncio.Future[Action] = asyncio.get_running_loop().create_future()
        self.thoughts.append((thought, choice(table, turn[1])))
        return await asyncio.shield(thought)

    def answer(self) -> None:
        """Every bot that thinks, also one whom nobody waits for any more, comes to its move."""
        for thought, action in self.thoughts:
            if not thought.done():
                thought.set_result(action)


def choice(table: Table, bot: str) -> Action:
    assert table.game is not None
    return table.game.legal_actions()[0 if bot == FIRST else -1]


def a_choice_of(seat: int) -> Table:
    """A table of three, with a bot at the last seat, where that seat has a choice."""
    for table in positions(started(3, 10_000, bots={BOT_SEAT: SECOND}), 7):
        game = table.game
        if game is not None and game.round is not None and game.round.layout.tiles:
            legal = game.legal_actions() if table.to_act == seat else ()
            if len(legal) > 2 and legal[0] != legal[-1]:
                return table
    raise AssertionError


EEROS, BOTS = a_choice_of(EERO), a_choice_of(BOT_SEAT)


async def do(hall: Hall, thinker: Thinker, what: str) -> None:
    try:
        match what:
            case "leave":
                await hall.leave("t", guest(EERO))
            case "return":
                await hall.return_("t", guest(EERO))
            case "answer":
                thinker.answer()
            case "bot":
                await hall.take_over("t", guest(1), EERO, FIRST)
            case "another":
                await hall.leave("t", guest(EERO))
                await hall.return_("t", guest(EERO))
                await hall.leave("t", guest(EERO))
                await hall.take_over("t", guest(1), EERO, SECOND)
    except TableError:
        # Not now: another order tries it when it can be.
        return


async def an_order(table: Table, order: tuple[str, ...], *, settled: bool, pause: float) -> None:
    """These things happen one after the other, each at once or when all before has settled."""
    log, thinker, clock = MemoryLog(), Thinker(), FakeClock()
    await log.create("t", SEED, table.entries, Summary.of(table))
    async with a_hall(log, replace(AT_ONCE, bot_pause=pause), clock) as hall:
        thinker.hall = hall
        hall._driver._quick = thinker  # type: ignore[assignment]
        aino = Listener(hall, "t", guest(1))
        await aino.begin(0)
        for what in order:
            if settled:
                await spin()
            await do(hall, thinker, what)
        await spin()
        for _ in range(100):
            # Whatever came before, the table goes on as far as bots can take it.
            if due(await table_of(hall, "t")) is not Due.BOT:
                break
            thinker.answer()
            await clock.go_on(1)
        after = await table_of(hall, "t")
        aino.stop()
    assert due(after) is not Due.BOT, "a bot is waited for"
    check(table, after)


def check(before: Table, after: Table) -> None:
    """Every move since was made by the bot that played the seat then, as that bot chooses."""
    table = before
    for entry in after.entries[before.number :]:
        if isinstance(entry, Told) and isinstance(entry.event, Placed) and table.to_act is not None:
            turn = bot_to_act(table)
            assert turn is not None, "a move was played for a person"
            assert (entry.event.tile, entry.event.spot) == (
                getattr(choice(table, turn[1]), "tile", None),
                getattr(choice(table, turn[1]), "spot", None),
            ), "a move of another bot was played"
        table = table.follow(entry)


ORDERS = tuple(product(("leave", "return", "bot", "another", "answer"), repeat=3))


@pytest.mark.parametrize(("settled", "pause"), [(True, 0), (True, 1), (False, 0)])
def test_a_late_move_is_never_played_for_a_person_or_for_another_bot(
    settled: bool, pause: float
) -> None:
    async def run() -> None:
        for order in ORDERS:
            await an_order(EEROS, ("leave", "bot", *order), settled=settled, pause=pause)

    asyncio.run(run())


@pytest.mark.parametrize(("settled", "pause"), [(True, 0), (True, 1), (False, 0)])
def test_a_bot_that_thinks_moves_whoever_comes_and_goes_at_another_seat(
    settled: bool, pause: float
) -> None:
    async def run() -> None:
        for order in ORDERS:
            await an_order(BOTS, ("leave", *order), settled=settled, pause=pause)

    asyncio.run(run())


def test_nobody_waits_for_a_bot_whose_person_has_come_back() -> None:
    async def run() -> None:
        log, thinker = MemoryLog(), Thinker()
        await log.create("t", SEED, EEROS.entries, Summary.of(EEROS))
        async with a_hall(log, AT_ONCE, FakeClock()) as hall:
            thinker.hall = hall
            hall._driver._quick = thinker  # type: ignore[assignment]
            await hall.leave("t", guest(EERO))
            await hall.take_over("t", guest(1), EERO, FIRST)
            await spin()
            assert len(thinker.thoughts) == 1
            await hall.return_("t", guest(EERO))
            await hall.act("t", guest(EERO), EERO, choice(EEROS, SECOND), EEROS.told)
            await spin()
            # The first bot still thinks, and the table has gone on to the next one all the same.
            assert not thinker.thoughts[0][0].done()
            after = await table_of(hall, "t")
            assert len(thinker.thoughts) == 2 or after.told > EEROS.told + 1
            thinker.answer()

    asyncio.run(run())
