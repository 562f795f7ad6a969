"""Two servers on one database: neither writes over the other, and neither is stuck."""

import asyncio
import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sniffi.store import open_store
from sniffi.tables import Hall, MemoryLog, Settings, Table, TableError
from tests.tables.clock import FakeClock
from tests.tables.company import AT_ONCE, Listener, a_hall, quiet, seated, table_of
from tests.tables.made import guest

SHARED = replace(AT_ONCE, poll_every=1.0)


async def both_play(halls: list[Hall], id: str, rng: random.Random, steps: int) -> None:
    """Guests of both halls, who see what their own hall knows, do what they can."""
    for _ in range(steps):
        seat = rng.choice((1, 2))
        hall = rng.choice(halls)
        look = await hall.look(id, guest(seat))
        view = look.view
        commands = []
        if view.game is not None and view.your_turn:
            action = rng.choice(view.game.legal_actions())
            commands = [one.act(id, guest(seat), seat, action, view.at) for one in halls]
        elif view.resting:
            commands = [one.ready(id, guest(seat)) for one in halls]
        done = await asyncio.gather(*commands, return_exceptions=True)
        for error in done:
            assert not isinstance(error, BaseException) or isinstance(error, TableError), error
        for one in halls:
            if rng.random() < 0.5:
                await one.refresh(id)
            await quiet(one)


async def an_evening(log: object, seed: int, steps: int) -> None:
    rng = random.Random(seed)
    async with a_hall(log, SHARED) as one, a_hall(log, SHARED) as other:  # type: ignore[arg-type]
        id = await seated(one, 3, 60, {3: "random"})
        listeners = [Listener(hall, id, who) for hall in (one, other) for who in (guest(1), None)]
        for listener in listeners:
            await listener.begin(0)
        await both_play([one, other], id, rng, steps)
        for hall in (one, other):
            await hall.refresh(id)
            await quiet(hall)
            await hall.refresh(id)
        stored = Table.replay(id, (await log.load(id)).entries)  # type: ignore[attr-defined]
        assert stored.told > 5
        for hall in (one, other):
            assert await table_of(hall, id) == stored
        for listener in listeners:
            await listener.hear()
            assert tuple(listener.entries) == stored.told_to(stored.seat_of(listener.guest))
            listener.stop()


@settings(max_examples=10)
@given(seed=st.integers(0, 2**32))
def test_two_halls_play_one_game_together(seed: int) -> None:
    asyncio.run(an_evening(MemoryLog(), seed, 60))


def test_two_halls_play_one_game_together_on_one_database(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_store(f"sqlite:///{tmp_path / 'tables.db'}") as store:
            await an_evening(store, 1, 25)

    asyncio.run(run())


def test_what_another_server_wrote_is_told_at_the_next_look(tmp_path: Path) -> None:
    async def run() -> None:
        url = f"sqlite:///{tmp_path / 'tables.db'}"
        clock = FakeClock()
        async with (
            open_store(url) as one_store,
            open_store(url) as other_store,
            a_hall(one_store, SHARED) as one,
            a_hall(other_store, SHARED, clock) as other,
        ):
            id = await one.open(Settings.of(2))
            async with other.subscribe(id, None, 0) as notices:
                first = await notices.next()
                assert first is not None
                await one.sit(id, guest(1), "Aino")
                await clock.go_on(1.1)
                notice = await notices.next()
                assert notice is not None
                assert notice.view.seats[0].person == "Aino"

    asyncio.run(run())


def test_who_sits_down_at_two_servers_at_once_has_one_seat(tmp_path: Path) -> None:
    async def run() -> None:
        async with (
            open_store(f"sqlite:///{tmp_path / 'tables.db'}") as store,
            a_hall(store, SHARED) as one,
            a_hall(store, SHARED) as other,
        ):
            id = await one.open(Settings.of(3))
            for hall in (one, other):
                await hall.look(id)
            done = await asyncio.gather(
                one.sit(id, "a", "Aino", seat=1),
                other.sit(id, "b", "Eero", seat=1),
                one.sit(id, "c", "Kaisa"),
                other.sit(id, "c", "Kaisa"),
                return_exceptions=True,
            )
            refused = [error for error in done if isinstance(error, BaseException)]
            assert len(refused) == 2
            assert all(isinstance(error, TableError) for error in refused)
            await other.refresh(id)
            table = await table_of(other, id)
            assert len(table.people) == 2
            with pytest.raises(TableError):
                await other.sit(id, "c", "Kaisa")

    asyncio.run(run())
