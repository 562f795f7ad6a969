import asyncio
import random
from typing import Any

import pytest

from sniffi.tables import (
    AlreadyDone,
    BotSat,
    HallClosed,
    HallSettings,
    MemoryLog,
    NoSuchTable,
    NotStarted,
    NotStored,
    Opened,
    PersonSat,
    Ready,
    Settings,
    Stage,
    Summary,
)
from tests.tables.clock import FakeClock, spin
from tests.tables.company import (
    Listener,
    a_hall,
    play_on,
    quiet,
    seated,
    table_of,
)
from tests.tables.made import guest


def test_every_command_is_stored_before_anybody_is_told() -> None:
    told: list[str] = []

    class Watched(MemoryLog):
        async def append(self, *args: Any) -> None:
            told.append("begin")
            await asyncio.sleep(0)
            await super().append(*args)
            told.append("stored")

    async def run() -> None:
        async with a_hall(Watched()) as hall:
            id = await hall.open(Settings.of(2))
            listener = Listener(hall, id, None)
            await listener.begin(0)
            await listener.hear()

            async def listen() -> None:
                subscription = listener._subscription
                assert subscription is not None
                assert await subscription.next() is not None
                told.append("told")

            listening = asyncio.create_task(listen())
            await hall.sit(id, guest(1), "Aino")
            await listening
            assert told == ["begin", "stored", "told"]

    asyncio.run(run())


def test_one_who_no_longer_waits_has_acted_all_the_same() -> None:
    class Slow(MemoryLog):
        held = False

        async def append(self, *args: Any) -> None:
            if self.held:
                at_work.set()
                await go.wait()
            await super().append(*args)

    at_work, go = asyncio.Event(), asyncio.Event()

    async def run() -> None:
        log = Slow()
        async with a_hall(log) as hall:
            id = await seated(hall)
            await quiet(hall)
            table = await table_of(hall, id)
            seat = table.to_act
            assert seat is not None
            assert table.game is not None
            action = table.game.legal_actions()[0]
            log.held = True
            acting = asyncio.create_task(hall.act(id, guest(seat), seat, action, table.told))
            await at_work.wait()
            acting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await acting
            go.set()
            await spin()
            assert (await table_of(hall, id)).told == table.told + 1
            with pytest.raises(AlreadyDone):
                await hall.act(id, guest(seat), seat, action, table.told)

    asyncio.run(run())


def test_a_bots_move_that_could_not_be_stored_is_tried_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Failing(MemoryLog):
        fails_from = 10**9
        failed = 0

        async def append(self, *args: Any) -> None:
            if args[1] >= self.fails_from:
                self.failed += 1
                raise NotStored
            await super().append(*args)

    async def run() -> None:
        log, clock = Failing(), FakeClock()
        async with a_hall(log, clock=clock) as hall:
            id = await seated(hall, 2, 10_000, {2: "greedy"})
            await quiet(hall)
            table = await table_of(hall, id)
            log.fails_from = table.number + 1
            assert table.game is not None
            await hall.act(id, guest(1), 1, table.game.legal_actions()[0], table.told)
            for times in (1, 2, 3):
                # Until the bot, who thinks in a thread, has come to its move.
                while log.failed < times:
                    await asyncio.sleep(0)
                assert (await table_of(hall, id)).number == table.number + 1
                # Its pause began somewhere between the last two stops of the clock.
                await clock.go_on(2**times - 1.5)
                assert log.failed == times
                if times == 3:
                    log.fails_from = 10**9
                await clock.go_on(2)
            await quiet(hall)
            assert (await table_of(hall, id)).to_act == 1
            assert (await table_of(hall, id)).number > table.number + 1

    asyncio.run(run())
    assert "tables.not-stored" in caplog.text


def test_history_and_record_are_those_of_the_view() -> None:
    async def run() -> None:
        async with a_hall() as hall:
            id = await hall.open(Settings.of(2), bots={2: "greedy"})
            with pytest.raises(NotStarted):
                await hall.record(id)
            await hall.sit(id, "me", "Aino")
            await quiet(hall)
            table = await table_of(hall, id)
            assert await hall.history(id) == table.told_to(None)
            assert await hall.history(id, "me", 3) == table.told_to(1, 3)
            assert [type(entry) for entry in await hall.history(id)][:3] == [
                Opened,
                BotSat,
                PersonSat,
            ]
            assert await hall.record(id, "me") == table.record(1)
            assert (await hall.record(id, None, ["A", "B"])).names == ("A", "B")

    asyncio.run(run())


def test_deserted_tables_hide_none_where_somebody_waits() -> None:
    async def run() -> None:
        clock = FakeClock()
        async with a_hall(MemoryLog(), clock=clock) as hall:
            public = Settings.of(2, visibility="open")
            waited_at = await hall.open(public)
            await hall.sit(waited_at, guest(1), "Aino")
            for _ in range(4):
                await clock.go_on(1)
                await hall.open(public)
            for most in (1, 3):
                assert [id for id, _ in await hall.open_tables(most)] == [waited_at]

    asyncio.run(run())


def test_open_tables_are_listed_while_somebody_waits_there() -> None:
    async def run() -> None:
        clock, log = FakeClock(), MemoryLog()
        async with a_hall(log, clock=clock) as hall:
            public = Settings.of(3, visibility="open")
            first = await hall.open(public)
            second = await hall.open(public)
            hidden = await hall.open(Settings.of(3))
            for id in (first, second, hidden):
                await hall.sit(id, guest(1), "Aino")
            assert [id for id, _ in await hall.open_tables()] == [second, first]
            assert [id for id, _ in await hall.open_tables(1)] == [second]
            await clock.go_on(100)
            assert await hall.open_tables() == []
            await log.append(second, 2, [Ready(1)], Summary(Stage.WAITING, True, 1))
            hall._rooms.clear()
            await hall.look(first, guest(1))
            ((id, view),) = await hall.open_tables()
            assert (id, view.seat) == (first, None)
            await hall.sit(first, guest(2), "Eero")
            await hall.sit(first, guest(3), "Kaisa")
            assert await hall.open_tables() == []

    asyncio.run(run())


def test_between_rounds_the_first_who_is_ready_waits_for_the_others_but_not_for_ever() -> None:
    async def run() -> None:
        clock = FakeClock()
        async with a_hall(clock=clock) as hall:
            id = await seated(hall, 2, 10_000)
            listeners = [Listener(hall, id, guest(seat)) for seat in (1, 2)]
            for listener in listeners:
                await listener.begin()
            rng = random.Random(2)
            await quiet(hall)
            while not (table := await table_of(hall, id)).resting:
                await play_on(hall, id, rng)
            await clock.go_on(1000)
            assert await table_of(hall, id) is table
            await hall.ready(id, guest(1))
            await clock.go_on(44)
            assert (await table_of(hall, id)).resting
            await clock.go_on(2)
            after = await table_of(hall, id)
            assert after.told > table.told
            assert after.game is not None
            assert after.game.round_number == 2

    asyncio.run(run())


def test_a_table_that_nobody_needs_leaves_memory_and_comes_back() -> None:
    async def run() -> None:
        clock = FakeClock()
        async with a_hall(clock=clock) as hall:
            id = await seated(hall)
            await quiet(hall)
            table = await table_of(hall, id)
            listener = Listener(hall, id, None)
            await listener.begin()
            await clock.go_on(1000)
            assert id in hall._rooms
            listener.stop()
            await clock.go_on(200)
            assert id in hall._rooms
            await clock.go_on(200)
            assert id not in hall._rooms
            again = await asyncio.gather(*(table_of(hall, id) for _ in range(3)))
            assert again[0] == table
            assert again[0] is again[1] is again[2]

    asyncio.run(run())


def test_old_tables_are_cleared_away_and_finished_games_stay() -> None:
    async def run() -> None:
        clock = FakeClock()
        log = MemoryLog(time=clock.time)
        keep = HallSettings(bot_pause=0, lot_pause=0, keep=1000)
        async with a_hall(log, keep, clock) as hall:
            old = await seated(hall)
            over = await seated(hall, 2, 20)
            while await play_on(hall, over, random.Random(1)):
                pass
            listener = Listener(hall, old, None)
            await listener.begin(0)
            await listener.hear()
            await clock.go_on(900)
            young = await hall.open(Settings.of(2))
            await clock.go_on(200)
            subscription = listener._subscription
            assert subscription is not None
            assert subscription.ended
            assert await subscription.next() is None
            with pytest.raises(NoSuchTable):
                await hall.look(old)
            with pytest.raises(NoSuchTable):
                await hall.sit(old, "me", "Aino")
            assert (await hall.look(over)).view.stage is Stage.OVER
            assert (await hall.look(young)).view.stage is Stage.WAITING

    asyncio.run(run())


def test_a_closed_hall_refuses_and_ends_all_listening() -> None:
    async def run() -> None:
        async with a_hall() as hall:
            id = await seated(hall)
            listener = Listener(hall, id, guest(1))
            await listener.begin()
            await listener.hear()
            subscription = listener._subscription
            assert subscription is not None
            waiting = asyncio.create_task(subscription.next())
            await spin()
            await hall.close()
            assert await waiting is None
            assert subscription.ended
            assert [notice async for notice in subscription] == []
            listener.stop()
            with pytest.raises(HallClosed):
                await hall.leave(id, guest(1))
            with pytest.raises(HallClosed):
                await hall.look(id)
            with pytest.raises(HallClosed):
                await hall.open(Settings.of(2))

    asyncio.run(run())


def test_lots_are_looked_at_before_anything_follows() -> None:
    async def run() -> None:
        clock = FakeClock()
        pauses = HallSettings(bot_pause=0, lot_pause=2)
        async with a_hall(None, pauses, clock) as hall:
            id = await seated(hall, 4)
            await spin()
            assert (await table_of(hall, id)).told == 1
            await clock.go_on(1.9)
            assert (await table_of(hall, id)).told == 1
            await clock.go_on(0.2)
            assert (await table_of(hall, id)).told == 2

    asyncio.run(run())
