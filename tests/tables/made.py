"""Tables made to measure, without a hall."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

from sniffi.rules import Action
from sniffi.tables import Entry, Settings, Stage, Table
from sniffi.tables.playing import Due, act, bot_move, due, go_on
from sniffi.tables.seating import open_table, sit

SEED = bytes(range(32))
TIME = 1_700_000_000
NAMES = ("Aino", "Eero", "Kaisa", "Olli")


def guest(seat: int) -> str:
    """The guest of a seat of these tables."""
    return f"guest-{seat}"


def opened(
    players: int = 2, target: int | None = None, *, bots: dict[int, str] | None = None
) -> Table:
    """A table that waits for people."""
    settings = Settings.of(players, target, visibility="open")
    return Table.replay("table", open_table(settings, SEED, TIME, bots=bots))


def full(
    players: int = 2, target: int | None = None, *, bots: dict[int, str] | None = None
) -> Table:
    """A table with people on all seats that are not bots', before the first lot."""
    table = opened(players, target, bots=bots)
    for seat in table.free:
        entries = sit(table, guest(seat), f"nonce-{seat}", NAMES[seat - 1], seat)
        table = table.after(entries)
    return table


def started(
    players: int = 2, target: int | None = None, *, bots: dict[int, str] | None = None
) -> Table:
    """A table where a seat is to act."""
    table = full(players, target, bots=bots)
    while table.to_act is None:
        table = table.after(go_on(table, table.deck(SEED)))
    return table


def first(table: Table) -> Action:
    """The first legal action."""
    assert table.game is not None
    return table.game.legal_actions()[0]


def step(table: Table, choose: Callable[[tuple[Action, ...]], Action]) -> tuple[Entry, ...]:
    """What comes next at a table that waits for no visitor: everybody acts at once."""
    if due(table) is Due.NOTHING:
        return ()
    seat = table.to_act
    if seat is None:
        return go_on(table, table.deck(SEED))
    assert table.game is not None
    action = choose(table.game.legal_actions())
    if due(table) is Due.BOT:
        return bot_move(table, seat, action, table.told)
    return act(table, guest(seat), seat, action, table.told)


def positions(table: Table, seed: int) -> Iterable[Table]:
    """The table and all that come of random play, step by step, to the end of the game."""
    rng = random.Random(seed)
    yield table
    while entries := step(table, rng.choice):
        table = table.after(entries)
        yield table


def finished(players: int = 2, target: int = 30, *, seed: int = 1) -> Table:
    """A table where all is over and told."""
    *_, last = positions(full(players, target), seed)
    assert last.stage is Stage.OVER
    return last
