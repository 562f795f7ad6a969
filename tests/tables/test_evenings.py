"""Whole games at a hall: people come, play, lose their network, leave and return."""

import asyncio
import random
from collections.abc import Awaitable

from hypothesis import given, settings
from hypothesis import strategies as st

from sniffi.record import verify
from sniffi.tables import (
    AlreadyDone,
    BotStoodIn,
    Hall,
    MemoryLog,
    SeedRevealed,
    Settings,
    Stage,
    Table,
    TableError,
    Told,
)
from tests.tables.clock import FakeClock
from tests.tables.company import (
    Listener,
    a_hall,
    legal,
    play_on,
    quiet,
    seated,
    table_of,
)
from tests.tables.made import guest


class Evening:
    """A whole game at a hall: people come, play, press twice, lose their network, leave, return,
    and let bots play for each other."""

    def __init__(self, hall: Hall, id: str, clock: FakeClock, rng: random.Random) -> None:
        self.hall, self.id, self.clock, self.rng = hall, id, clock, rng
        self.listeners: list[Listener] = []
        self.people: tuple[int, ...] = ()

    async def begin(self) -> None:
        self.people = (await table_of(self.hall, self.id)).people
        guests = [guest(seat) for seat in self.people]
        self.listeners = [Listener(self.hall, self.id, who) for who in (*guests, None, "stranger")]
        for listener in self.listeners:
            await listener.begin()

    async def to_the_end(self) -> Table:
        for _ in range(5000):
            await quiet(self.hall)
            table = await table_of(self.hall, self.id)
            if table.seed is not None:
                break
            await self.something(table)
            for listener in self.listeners:
                if listener.listens and self.rng.random() < 0.5:
                    await listener.hear()
        else:
            raise AssertionError("the game froze")
        for listener in self.listeners:
            await listener.begin()
            await listener.hear()
        return table

    async def something(self, table: Table) -> None:
        chance = self.rng.random()
        if chance < 0.05:
            await self.reconnect()
        elif chance < 0.08:
            await self.try_to(self.hall.leave(self.id, guest(self.rng.choice(self.people))))
        elif chance < 0.16:
            await self.try_to(self.hall.return_(self.id, guest(self.rng.choice(self.people))))
        elif chance < 0.24:
            one, other = self.rng.choices(self.people, k=2)
            await self.try_to(self.hall.take_over(self.id, guest(one), other, "random"))
        elif chance < 0.26:
            await self.clock.go_on(self.rng.choice([1.0, 50.0, 100.0]))
        elif chance < 0.32:
            await self.press_twice(table)
        elif not await play_on(self.hall, self.id, self.rng):
            # All who could play have left: somebody comes back.
            seat = self.rng.choice(self.people)
            await self.hall.return_(self.id, guest(seat))
            await self.listeners[self.people.index(seat)].begin()

    async def reconnect(self) -> None:
        listener = self.rng.choice(self.listeners)
        if listener.listens and self.rng.random() < 0.5:
            listener.stop()
        else:
            await listener.begin(self.rng.randint(0, len(listener.entries)))

    async def press_twice(self, table: Table) -> None:
        seat = table.to_act
        if seat is None or not table.seat(seat).played_by_person or table.game is None:
            return
        action = self.rng.choice(table.game.legal_actions())
        done = await asyncio.gather(
            *(self.hall.act(self.id, guest(seat), seat, action, table.told) for _ in range(3)),
            return_exceptions=True,
        )
        assert [type(one) for one in done[1:]] == [AlreadyDone, AlreadyDone]
        assert not isinstance(done[0], BaseException)

    async def try_to(self, command: Awaitable[object]) -> None:
        try:
            await command
        except TableError:
            return


async def an_evening(players: int, bots: dict[int, str], seed: int) -> None:
    rng = random.Random(seed)
    clock, log = FakeClock(), MemoryLog()
    async with a_hall(log, clock=clock) as hall:
        id = await seated(hall, players, 40, bots)
        evening = Evening(hall, id, clock, rng)
        await evening.begin()
        table = await evening.to_the_end()
        for listener in evening.listeners:
            seat = table.seat_of(listener.guest)
            assert tuple(listener.entries) == table.told_to(seat)
        stored = await log.load(id)
        assert stored.entries == table.entries
        assert Table.replay(id, stored.entries) == table
        assert all(check.outcome == "match" for check in verify(table.record(None)).checks)
        assert not any(isinstance(entry, BotStoodIn) for entry in table.entries)


@settings(max_examples=15)
@given(
    players=st.integers(2, 4),
    bots=st.lists(st.sampled_from(["greedy", "random", None]), min_size=4, max_size=4),
    seed=st.integers(0, 2**32),
)
def test_whole_games_reach_everybody_once_and_in_order(
    players: int, bots: list[str | None], seed: int
) -> None:
    chosen = {seat: bot for seat, bot in enumerate(bots[:players], 1) if bot}
    if len(chosen) == players:
        del chosen[1 + seed % players]
    asyncio.run(an_evening(players, chosen, seed))


def test_the_same_seeds_give_the_same_bots_after_a_new_start() -> None:
    async def play(breaks: bool) -> tuple[object, ...]:
        log = MemoryLog()
        async with a_hall(log) as hall:
            id = await seated(hall, 3, 40, {2: "random", 3: "random"})
            await quiet(hall)
        table = Table.replay(id, (await log.load(id)).entries)
        while table.seed is None:
            async with a_hall(log) as hall:
                await hall.look(id, guest(1))
                for _ in range(3 if breaks else 1000):
                    if not await play_on(hall, id, random.Random(table.number)):
                        break
                    table = await table_of(hall, id)
                await quiet(hall)
                table = await table_of(hall, id)
        return table.entries

    first = asyncio.run(play(breaks=True))
    assert any(isinstance(entry, SeedRevealed) for entry in first)
    assert first == asyncio.run(play(breaks=True))


def test_one_tap_to_a_game_against_bots() -> None:
    async def run() -> None:
        async with a_hall() as hall:
            id = await hall.open(Settings.of(2), bots={2: "greedy"}, kept={1: ("me", "Aino")})
            look = await hall.look(id, "me")
            assert look.kept == 1
            assert look.view.stage is Stage.WAITING
            assert look.view.seat is None
            assert len(look.view.commitment) == 64
            view = await hall.sit(id, "me")
            assert (view.seat, view.stage) == (1, Stage.PLAYING)
            await quiet(hall)
            view = (await hall.look(id, "me")).view
            assert view.your_turn
            assert len(view.nonces) == 1
            view = await hall.act(id, "me", 1, legal(view)[0], view.at)
            assert view.at > 2

    asyncio.run(run())


def test_events_are_those_of_the_round_that_they_name() -> None:
    async def run() -> None:
        async with a_hall() as hall:
            id = await seated(hall, 2, 60)
            while await play_on(hall, id, random.Random(5)):
                pass
            table = await table_of(hall, id)
            rounds = [entry.round for entry in table.entries if isinstance(entry, Told)]
            assert rounds == sorted(rounds)
            assert rounds[-1] == (table.game.round_number if table.game else 0) > 1

    asyncio.run(run())
