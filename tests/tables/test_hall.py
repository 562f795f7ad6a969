import asyncio
import random
from collections.abc import Awaitable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sniffi.record import verify
from sniffi.tables import (
    AheadOfTable,
    AlreadyDone,
    BotSat,
    BotStoodIn,
    Hall,
    HallClosed,
    HallSettings,
    MemoryLog,
    NoSuchTable,
    Notice,
    NotStarted,
    NotStored,
    Opened,
    PersonSat,
    Ready,
    SeedRevealed,
    Settings,
    Stage,
    StalePress,
    Summary,
    Table,
    TableError,
    Told,
)
from tests.tables.clock import FakeClock, spin
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


def test_a_stale_or_foreign_press_tells_nobody_anything() -> None:
    async def run() -> None:
        async with a_hall() as hall:
            id = await seated(hall)
            await quiet(hall)
            table = await table_of(hall, id)
            assert table.game is not None
            listener = Listener(hall, id, None)
            await listener.begin(0)
            await listener.hear()
            action = table.game.legal_actions()[0]
            seat = table.to_act
            assert seat is not None
            for who, at in (("stranger", table.told), (guest(3 - seat), table.told)):
                with pytest.raises(TableError):
                    await hall.act(id, who, seat, action, at)
            for at in (table.told - 1, table.told + 1):
                with pytest.raises((StalePress, AheadOfTable)):
                    await hall.act(id, guest(seat), seat, action, at)
            count = len(listener.notices)
            await listener.hear()
            assert len(listener.notices) == count
            assert await table_of(hall, id) is table

    asyncio.run(run())


def test_listening_begins_where_it_is_asked_to() -> None:
    async def run() -> None:
        async with a_hall() as hall:
            id = await seated(hall)
            await quiet(hall)
            table = await table_of(hall, id)
            for after in (0, 1, table.number - 1, table.number, None):
                async with hall.subscribe(id, None, after) as notices:
                    notice = await notices.next()
                    assert notice is not None
                    known = table.number if after is None else after
                    assert notice.after == known
                    assert notice.entries == table.told_to(None, known)
                    assert notice.number == table.number
            for after in (table.number + 1, -1):
                with pytest.raises(AheadOfTable):
                    async with hall.subscribe(id, None, after):
                        pass
            with pytest.raises(NoSuchTable):
                async with hall.subscribe("nowhere"):
                    pass

    asyncio.run(run())


def test_one_who_is_far_behind_is_told_where_the_table_is() -> None:
    async def run() -> None:
        async with a_hall(settings=HallSettings(bot_pause=0, lot_pause=0, backlog=3)) as hall:
            id = await seated(hall)
            await quiet(hall)
            table = await table_of(hall, id)
            async with hall.subscribe(id, None, 0) as notices:
                notice = await notices.next()
                assert notice is not None
                assert notice.resync
                assert notice.entries == ()
                assert notice.number == table.number
            async with hall.subscribe(id, None, table.number - 3) as notices:
                notice = await notices.next()
                assert notice is not None
                assert not notice.resync
                assert len(notice.entries) == 3

    asyncio.run(run())


def test_a_guest_who_sits_down_while_listening_sees_the_seat_from_then_on() -> None:
    async def run() -> None:
        async with a_hall() as hall:
            id = await hall.open(Settings.of(2), bots={2: "greedy"})
            async with hall.subscribe(id, "me", 0) as notices:
                notice = await notices.next()
                assert notice is not None
                assert notice.view.seat is None
                await hall.sit(id, "me", "Aino")
                await quiet(hall)
                notice = await notices.next()
                assert notice is not None
                assert notice.view.seat == 1
                assert notice.view.game is not None
                assert notice.view.game.round is not None
                assert len(notice.view.game.round.hand) >= 1

    asyncio.run(run())


def test_nothing_for_a_while_is_told_as_such_and_loses_nothing() -> None:
    async def run() -> None:
        clock = FakeClock()
        async with a_hall(clock=clock) as hall:
            id = await hall.open(Settings.of(2))
            async with hall.subscribe(id, None, 0) as notices:
                assert isinstance(await notices.next(15), Notice)
                waiting = asyncio.create_task(notices.next(15))
                await clock.go_on(14)
                assert not waiting.done()
                await clock.go_on(2)
                assert await waiting is None
                assert not notices.ended
                await hall.sit(id, guest(1), "Aino")
                notice = await notices.next(15)
                assert notice is not None
                assert [type(entry) for entry in notice.entries] == [PersonSat]

    asyncio.run(run())


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
