import asyncio
import random

import pytest

from sniffi.tables import (
    Hall,
    HallSettings,
    MemoryLog,
    Notice,
    Patience,
    Presence,
    SeatKind,
    Settings,
    StillHere,
    Subscription,
)
from sniffi.tables.presence import Attendance
from tests.tables.clock import FakeClock, spin
from tests.tables.company import AT_ONCE, Listener, a_hall, legal, play_on, quiet, seated, table_of
from tests.tables.made import guest

HERE, AWAY, LONG_AWAY = Presence.HERE, Presence.AWAY, Presence.LONG_AWAY
PATIENCE = Patience(blink=5, quiet=90, grace=60)


def test_who_has_a_stream_is_here_however_long_nothing_is_heard() -> None:
    people = Attendance(PATIENCE, 0)
    people.came("a", 0)
    people.came("a", 10)
    assert people.presence("a", 10_000) is HERE
    assert people.next_change(["a"], 0) is None
    people.went("a", 10_000)
    assert people.presence("a", 20_000) is HERE


def test_a_closed_stream_is_away_after_a_blink_and_long_away_after_the_grace_period() -> None:
    people = Attendance(PATIENCE, 0)
    people.came("a", 0)
    people.went("a", 100)
    assert [people.presence("a", at) for at in (100, 104.9, 105, 159.9, 160)] == [
        HERE,
        HERE,
        AWAY,
        AWAY,
        LONG_AWAY,
    ]
    assert [people.next_change(["a"], at) for at in (100, 105, 160)] == [105, 160, None]
    people.came("a", 200)
    assert people.presence("a", 200) is HERE


def test_without_a_stream_one_is_here_for_a_while_after_asking_for_something() -> None:
    people = Attendance(PATIENCE, 0)
    people.asked("a", 100)
    assert people.presence("a", 189) is HERE
    # Who has been quiet for longer than the grace period is long away at once.
    assert people.presence("a", 190) is LONG_AWAY
    people.asked("a", 200)
    assert people.presence("a", 200) is HERE


def test_asking_does_not_lengthen_the_blink_of_a_stream() -> None:
    people = Attendance(PATIENCE, 0)
    people.came("a", 0)
    people.asked("a", 50)
    people.went("a", 100)
    assert people.presence("a", 106) is AWAY


def test_after_a_new_start_everybody_has_a_while_to_come_back() -> None:
    people = Attendance(PATIENCE, 1000)
    assert people.presence("a", 1089) is HERE
    assert people.presence("a", 1090) is LONG_AWAY
    assert people.next_change(["a", "b"], 1000) == 1090


def test_whose_page_beats_is_here_only_as_long_as_beats_come() -> None:
    people = Attendance(PATIENCE, 0)
    people.came("a", 0)
    assert people.presence("a", 10_000) is HERE
    people.beat("a", 10_000)
    assert [people.presence("a", 10_000 + after) for after in (44, 45, 59, 60)] == [
        HERE,
        AWAY,
        AWAY,
        LONG_AWAY,
    ]
    people.beat("a", 20_000)
    assert people.presence("a", 20_044) is HERE
    # A press says as much as a beat.
    people.asked("a", 20_040)
    assert people.presence("a", 20_084) is HERE
    assert people.next_change(["a"], 20_040) == 20_085


def test_a_hidden_page_may_sleep_for_longer() -> None:
    people = Attendance(PATIENCE, 0)
    people.came("a", 0)
    people.beat("a", 0, hidden=True)
    assert [people.presence("a", at) for at in (89, 90)] == [HERE, LONG_AWAY]
    people.beat("a", 100)
    assert people.presence("a", 145) is AWAY


def test_beats_end_with_the_last_stream() -> None:
    people = Attendance(PATIENCE, 0)
    for at in (0, 1):
        people.came("a", at)
    people.beat("a", 10)
    people.went("a", 20)
    assert people.presence("a", 64) is HERE
    people.went("a", 30)
    assert people.presence("a", 35) is AWAY
    # The next page may be of those that do not beat.
    people.came("a", 40)
    assert people.presence("a", 10_000) is HERE
    people.went("a", 10_000)
    # Without a stream it is no more than to ask for something.
    people.beat("a", 20_000)
    assert people.presence("a", 20_089) is HERE
    people.came("a", 20_089)
    assert people.presence("a", 30_000) is HERE


def test_the_end_of_a_stream_that_was_kept_for_nobody_is_no_sign_of_life() -> None:
    people = Attendance(PATIENCE, 0)
    people.came("a", 0)
    people.beat("a", 0)
    people.went("a", 1000)
    assert people.presence("a", 1000) is LONG_AWAY


def test_strangers_are_forgotten_when_they_stop_listening() -> None:
    people = Attendance(PATIENCE, 0)
    for who in ("a", "b", "c"):
        people.came(who, 0)
    people.went("a", 1)
    people.went("b", 1)
    people.forget_but(["a"])
    assert sorted(people._people) == ["a", "c"]


async def told(subscription: Subscription) -> tuple[Presence | None, ...]:
    """The presence that comes next."""
    notice = await asyncio.wait_for(subscription.next(), 10)
    assert isinstance(notice, Notice)
    return notice.presence


async def now(hall: Hall, id: str) -> tuple[Presence | None, ...]:
    return (await hall.look(id)).presence


def test_the_table_says_who_goes_away_and_who_comes_back() -> None:
    async def run() -> None:
        clock = FakeClock()
        async with a_hall(clock=clock) as hall:
            id = await seated(hall, 3, bots={3: "greedy"})
            await quiet(hall)
            aino, eero = Listener(hall, id, guest(1)), Listener(hall, id, guest(2))
            await aino.begin()
            await eero.begin()
            async with hall.subscribe(id) as notices:
                assert await told(notices) == (HERE, HERE, None)
                eero.stop()
                waiting = asyncio.create_task(told(notices))
                await clock.go_on(4)
                assert not waiting.done()
                await clock.go_on(2)
                assert await waiting == (HERE, AWAY, None)
                waiting = asyncio.create_task(told(notices))
                await clock.go_on(53)
                assert not waiting.done()
                await clock.go_on(2)
                assert await waiting == (HERE, LONG_AWAY, None)
                await eero.begin()
                assert await told(notices) == (HERE, HERE, None)
            assert await now(hall, id) == (HERE, HERE, None)
            aino.stop()
            eero.stop()

    asyncio.run(run())


def test_a_phone_that_is_silent_behind_a_proxy_is_told_and_may_be_played_for() -> None:
    async def run() -> None:
        clock = FakeClock()
        async with a_hall(clock=clock) as hall:
            id = await seated(hall)
            await quiet(hall)
            aino, eero = Listener(hall, id, guest(1)), Listener(hall, id, guest(2))
            await aino.begin()
            await eero.begin()
            async with hall.subscribe(id) as notices:
                assert await told(notices) == (HERE, HERE)
                waiting = asyncio.create_task(told(notices))
                for _ in range(10):
                    await hall.beat(id, guest(2))
                    await clock.go_on(15)
                assert not waiting.done()
                # The proxy keeps its stream open.
                await clock.go_on(31)
                assert await waiting == (HERE, AWAY)
                await clock.go_on(30)
                assert await told(notices) == (HERE, LONG_AWAY)
                await hall.beat(id, guest(2))
                assert await told(notices) == (HERE, HERE)
            await clock.go_on(61)
            await hall.take_over(id, guest(1), 2, "greedy")
            aino.stop()
            eero.stop()

    asyncio.run(run())


def test_a_table_whose_last_page_has_fallen_silent_sleeps_until_it_beats_again() -> None:
    async def run() -> None:
        clock = FakeClock()
        async with a_hall(clock=clock) as hall:
            id = await seated(hall, 2, 10_000, {2: "greedy"})
            aino = Listener(hall, id, guest(1))
            await aino.begin()
            await hall.beat(id, guest(1))
            await quiet(hall)
            await clock.go_on(60)
            room = await hall.room(id)
            assert not room.awake(clock.now())
            await hall.beat(id, guest(1))
            assert room.awake(clock.now())
            aino.stop()

    asyncio.run(run())


def test_a_look_at_what_is_new_is_no_coming_and_no_going() -> None:
    async def run() -> None:
        clock = FakeClock()
        async with a_hall(clock=clock) as hall:
            id = await seated(hall)
            await quiet(hall)
            async with hall.subscribe(id, None) as notices:
                await told(notices)
                waiting = asyncio.create_task(told(notices))
                for _ in range(10):
                    async with hall.subscribe(id, guest(2), 0, moment=True) as own:
                        notice = await own.next()
                        assert notice is not None
                        assert notice.view.seat == 2
                    async with hall.subscribe(id, guest(1), moment=True):
                        pass
                    await clock.go_on(15)
                assert not waiting.done()
                await clock.go_on(90)
                assert await waiting == (LONG_AWAY, LONG_AWAY)

    asyncio.run(run())


def test_a_reload_is_not_told_as_leaving() -> None:
    async def run() -> None:
        clock = FakeClock()
        async with a_hall(clock=clock) as hall:
            id = await seated(hall, 2)
            await quiet(hall)
            eero = Listener(hall, id, guest(2))
            await eero.begin()
            async with hall.subscribe(id, guest(1)) as notices:
                await told(notices)
                waiting = asyncio.create_task(told(notices))
                for _ in range(10):
                    eero.stop()
                    await clock.go_on(3)
                    await eero.begin()
                assert not waiting.done()
                waiting.cancel()
            eero.stop()

    asyncio.run(run())


def test_others_let_a_bot_play_after_the_grace_period_until_the_person_returns() -> None:
    async def run() -> None:
        clock = FakeClock()
        async with a_hall(clock=clock) as hall:
            id = await seated(hall, 2)
            rng = random.Random(1)
            await quiet(hall)
            aino = Listener(hall, id, guest(1))
            await aino.begin()
            while (await table_of(hall, id)).to_act != 2:
                await play_on(hall, id, rng)
            with pytest.raises(StillHere):
                await hall.take_over(id, guest(1), 2, "greedy")
            await clock.go_on(89)
            with pytest.raises(StillHere):
                await hall.take_over(id, guest(1), 2, "greedy")
            await clock.go_on(2)
            view = await hall.take_over(id, guest(1), 2, "greedy")
            assert view.seats[1].stood_in_for
            await quiet(hall)
            table = await table_of(hall, id)
            assert table.to_act == 1
            view = await hall.return_(id, guest(2))
            assert not view.seats[1].stood_in_for
            await play_on(hall, id, rng)
            table = await table_of(hall, id)
            assert table.to_act in (1, 2)
            await clock.go_on(30)
            assert await table_of(hall, id) is table
            aino.stop()

    asyncio.run(run())


def test_who_has_left_is_not_waited_for() -> None:
    async def run() -> None:
        async with a_hall() as hall:
            id = await seated(hall, 2)
            await quiet(hall)
            await hall.leave(id, guest(2))
            view = await hall.take_over(id, guest(1), 2, "greedy")
            assert view.seats[1].left
            assert view.seats[1].bot == "greedy"

    asyncio.run(run())


def test_a_kept_seat_goes_to_a_bot_when_its_person_does_not_come() -> None:
    async def run() -> None:
        clock = FakeClock()
        async with a_hall(clock=clock) as hall:
            id = await hall.open(Settings.of(2), kept={2: (guest(2), "Eero")})
            await hall.sit(id, guest(1), "Aino")
            with pytest.raises(StillHere):
                await hall.seat_bot(id, guest(1), 2, "greedy")
            assert await now(hall, id) == (HERE, HERE)
            await clock.go_on(100)
            view = await hall.seat_bot(id, guest(1), 2, "greedy")
            assert view.seats[1].kind is SeatKind.BOT

    asyncio.run(run())


def test_a_table_without_people_sleeps_and_wakes_where_it_was() -> None:
    async def run() -> None:
        clock = FakeClock()
        pauses = HallSettings(bot_pause=10, lot_pause=0, patience=PATIENCE)
        async with a_hall(None, pauses, clock) as hall:
            id = await seated(hall, 3, 10_000, {2: "greedy", 3: "greedy"})
            aino = Listener(hall, id, guest(1))
            await aino.begin(0)
            await spin()
            while not (await hall.look(id, guest(1))).view.your_turn:
                await clock.go_on(10)
            view = (await hall.look(id, guest(1))).view
            await hall.act(id, guest(1), 1, legal(view)[0], view.at)
            aino.stop()
            spectator = Listener(hall, id, None)
            await spectator.begin(0)
            # The bots' pause is longer than a blink, so neither has moved yet.
            await clock.go_on(1000)
            asleep = await table_of(hall, id)
            assert asleep.to_act == 2
            await aino.begin(0)
            await spin()
            assert await table_of(hall, id) is asleep
            for _ in range(20):
                await clock.go_on(10)
            assert (await table_of(hall, id)).told > asleep.told
            await aino.hear()
            aino.stop()
            spectator.stop()

    asyncio.run(run())


def test_a_table_that_only_strangers_look_at_sleeps_on() -> None:
    async def run() -> None:
        log = MemoryLog()
        async with a_hall(log) as hall:
            id = await seated(hall, 2, 10_000, {2: "greedy"})
            view = (await hall.look(id, guest(1))).view
            await hall.close()
        async with a_hall(log) as hall:
            async with hall.subscribe(id, "stranger") as notices:
                notice = await notices.next()
                assert notice is not None
                # Nobody has had time to come back, so nobody is said to be away either.
                assert notice.presence == (HERE, None)
                await hall.look(id)
                await quiet(hall)
                assert (await table_of(hall, id)).number == view.number
            await hall.look(id, guest(1))
            await quiet(hall)
            assert (await table_of(hall, id)).to_act == 1

    asyncio.run(run())


def test_a_page_without_scripts_keeps_the_table_awake_by_asking() -> None:
    async def run() -> None:
        clock = FakeClock()
        async with a_hall(clock=clock) as hall:
            id = await seated(hall, 2, 10_000, {2: "greedy"})
            for _ in range(20):
                await quiet(hall)
                await clock.go_on(80)
                view = (await hall.look(id, guest(1))).view
                assert (await now(hall, id))[0] is HERE
                if view.your_turn:
                    await hall.act(id, guest(1), 1, legal(view)[0], view.at)
                elif view.resting:
                    await hall.ready(id, guest(1))
            assert (await table_of(hall, id)).told > 20

    asyncio.run(run())


def test_the_grace_period_is_a_setting() -> None:
    assert HallSettings().patience.grace == 60
    assert AT_ONCE.patience == PATIENCE
