"""What no person does at a table: bots' moves, lots, deals, the seed at the end."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from sniffi.rules import LotDrawn
from sniffi.tables import playing
from sniffi.tables.clock import wait_for
from sniffi.tables.errors import Conflict, HallClosed, NoSuchTable, NotStored
from sniffi.tables.moves import ID_SHOWN, Move, think_of_move
from sniffi.tables.playing import Due, due
from sniffi.tables.room import Room
from sniffi.tables.thinkers import Thinkers

if TYPE_CHECKING:
    from sniffi.tables.rooms import Rooms

logger = logging.getLogger(__name__)

LONGEST_PAUSE_AFTER_A_FAULT = 30.0


class Driver:
    """Keeps tables going. A table has a task of its own as long as there is something to do."""

    def __init__(self, rooms: Rooms, thinkers: Thinkers, quick: Thinkers) -> None:
        self._rooms = rooms
        self._thinkers = thinkers
        self._quick = quick

    def start(self, room: Room) -> None:
        """Let the table go on, if that is not for people and somebody is there to see it."""
        if self._wanted(room) and (room.driver is None or room.driver.done()):
            room.driver = asyncio.create_task(self._drive(room))

    def _wanted(self, room: Room) -> bool:
        if self._rooms.closed or room.gone:
            return False
        match due(room.table):
            case Due.SEED:
                return True
            case Due.BOT | Due.CHANCE:
                return self._awake(room)
            case Due.READY:
                return self._awake(room) and self._somebody_waits(room)
        return False

    def _awake(self, room: Room) -> bool:
        return room.awake(self._rooms.clock.now())

    def _somebody_waits(self, room: Room) -> bool:
        return any(seat.ready for seat in room.table.seats)

    async def _drive(self, room: Room) -> None:
        faults = 0
        while self._wanted(room):
            room.changed.clear()
            try:
                await self._step(room)
                faults = 0
                continue
            except (NoSuchTable, HallClosed):
                return
            except (NotStored, Conflict) as error:
                logger.warning("table %s waits: %s", room.table.id[:ID_SHOWN], error)
            except Exception as error:
                # Only its type: what it says may tell tiles.
                logger.error("table %s waits: %s", room.table.id[:ID_SHOWN], type(error))
            faults += 1
            pause = min(2.0**faults, LONGEST_PAUSE_AFTER_A_FAULT)
            await wait_for(room.changed, pause, self._rooms.clock)

    async def _step(self, room: Room) -> None:
        match due(room.table):
            case Due.SEED:
                await self._go_on(room)
            case Due.CHANCE:
                await self._chance(room)
            case Due.READY:
                await self._rest(room)
            case Due.BOT:
                await self._bot(room)

    async def _chance(self, room: Room) -> None:
        game = room.table.game
        if game is not None and isinstance(game.events[-1], LotDrawn):
            await self._pause(self._rooms.pace.lot_pause * room.table.settings.pace.factor)
        await self._go_on(room)

    async def _rest(self, room: Room) -> None:
        """Between two rounds somebody is ready: wait for the others, but not for ever."""
        now, told = self._rooms.clock.now(), room.table.told
        if room.rest is None or room.rest[0] != told:
            room.rest = (told, now + self._rooms.pace.ready_wait)
        left = room.rest[1] - now
        if not await wait_for(room.changed, left, self._rooms.clock):
            await self._go_on(room)

    async def _bot(self, room: Room) -> None:
        turn = _turn(room)
        asked = self._rooms.clock.now()
        move = await self._thought(room, turn)
        if move is None:
            return
        took = self._rooms.clock.now() - asked
        pause = self._rooms.pace.bot_pause * room.table.settings.pace.factor
        await self._pause(pause - took)
        await self._rooms.commit(
            room.table.id,
            lambda room: (
                playing.bot_move(room.table, move.seat, move.action, move.at, move.stood_in)
                if self._wanted(room) and _turn(room) == turn
                else ()
            ),
        )

    async def _thought(self, room: Room, turn: object) -> Move | None:
        """The move of the bot whose turn it is; None once it is no longer that bot's turn, so that
        nobody waits for a bot whose person has come back."""
        limit = self._rooms.pace.bot_limit
        thinking = asyncio.ensure_future(
            think_of_move(room.table, room.seed, self._thinkers, limit, self._quick)
        )
        try:
            while _turn(room) == turn:
                room.changed.clear()
                changed = asyncio.ensure_future(room.changed.wait())
                await asyncio.wait((thinking, changed), return_when=asyncio.FIRST_COMPLETED)
                changed.cancel()
                if thinking.done():
                    return thinking.result()
            return None
        finally:
            thinking.cancel()

    async def _go_on(self, room: Room) -> None:
        told = room.table.told
        await self._rooms.commit(
            room.table.id,
            lambda room: (
                playing.go_on(room.table, room.deck)
                if room.table.told == told and self._wanted(room)
                else ()
            ),
        )

    async def _pause(self, seconds: float) -> None:
        if seconds > 0:
            await self._rooms.clock.sleep(seconds)


def _turn(room: Room) -> object:
    """Which bot is to move where: another that plays the same seat is another turn."""
    return playing.bot_to_act(room.table), room.table.told
