"""Listening to a table, from any number on."""

import asyncio

import pytest

from sniffi.tables import (
    AheadOfTable,
    HallSettings,
    NoSuchTable,
    Notice,
    PersonSat,
    Settings,
    StalePress,
    TableError,
)
from tests.tables.clock import FakeClock
from tests.tables.company import (
    Listener,
    a_hall,
    quiet,
    seated,
    table_of,
)
from tests.tables.made import guest


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
