"""A view of a table is all that a page may be made from, so nothing hidden may be in it."""

import json
import random

import pytest

from sniffi.rules import Dealt, Drew, NotASeat, Tile
from sniffi.tables import (
    BadEntry,
    Entry,
    RematchMade,
    Table,
    TableView,
    Told,
    entry_to_json,
    view_to_json,
)
from tests.tables.made import SEED, finished, full, opened, positions, started


def test_a_view_says_what_everybody_knows_of_the_seats() -> None:
    table = started(3, bots={3: "greedy"})
    view = table.seen_by(1)
    assert [seat.person for seat in view.seats] == ["Aino", "Eero", None]
    assert [seat.bot for seat in view.seats] == [None, None, "greedy"]
    assert view.at == table.told
    assert view.number == table.number
    assert [table.seen_by(seat).your_turn for seat in (1, 2, 3)] == [
        table.to_act == seat for seat in (1, 2)
    ] + [False]
    assert not table.seen_by(None).your_turn
    assert opened().seen_by(None).at == 0
    with pytest.raises(NotASeat):
        table.seen_by(4)


def test_no_view_or_shown_entry_has_ids_of_guests_and_nonces_come_with_the_game() -> None:
    for table in positions(full(2, 30), 1):
        for seat in (None, 1, 2):
            view = table.seen_by(seat)
            shown = repr(view) + json.dumps(view_to_json(view)) + repr(table.told_to(seat))
            assert "guest-" not in shown
            assert ("nonce-" in shown) == (table.game is not None)
            assert view.nonces == (() if table.game is None else table.nonces)


def test_the_seed_is_in_no_view_until_it_is_revealed() -> None:
    for table in positions(full(2, 30), 1):
        shown = "".join(repr(table.seen_by(seat)) for seat in (None, 1, 2))
        assert (repr(SEED) in shown) == (table.seed is not None)


def test_ids_of_tables_are_not_for_spectators() -> None:
    table = finished().follow(RematchMade("next-table"))
    assert table.seen_by(1).rematch == "next-table"
    view = table.seen_by(None)
    assert "next-table" not in repr(view) + json.dumps(view_to_json(view))
    assert "next-table" not in repr(table.told_to(None))
    assert table.id not in repr(view)


def swapped(entry: Entry, swap: dict[Tile, Tile]) -> Entry:
    """The deal, or what was drawn, with other tiles where they are hidden."""
    if not isinstance(entry, Told):
        return entry
    event = entry.event
    if isinstance(event, Dealt):
        hands = tuple(tuple(swap.get(t, t) if t else t for t in hand) for hand in event.hands)
        boneyard = tuple(swap.get(t, t) if t else t for t in event.boneyard)
        return Told(entry.round, Dealt(event.round, event.starter, hands, boneyard))
    if isinstance(event, Drew) and event.tile is not None:
        return Told(entry.round, Drew(event.seat, swap.get(event.tile, event.tile)))
    return entry


def other_worlds(table: Table, seat: int | None, rng: random.Random) -> list[Table]:
    """Tables whose running round differs in tiles that are hidden from the seat alone, as far as
    the rules allow it for what was done."""
    game = table.game
    assert game is not None
    round = game.round
    assert round is not None
    first = max(
        number
        for number, entry in enumerate(table.entries)
        if isinstance(entry, Told) and isinstance(entry.event, Dealt)
    )
    hidden = [*round.boneyard]
    for owner, hand in enumerate(round.hands, 1):
        if owner != seat:
            hidden += hand
    dealt = Table.replay(table.id, table.entries[:first])
    found = []
    for _ in range(6):
        if len(hidden) < 2:
            break
        one, other = rng.sample(hidden, 2)
        swap = {one: other, other: one}
        try:
            found.append(dealt.after(swapped(entry, swap) for entry in table.entries[first:]))
        except BadEntry:
            # With these tiles somebody would have had to do something else.
            continue
    return found


def payloads(table: Table, seat: int | None) -> list[str]:
    """Every kind of thing that is made for a seat."""
    view = table.seen_by(seat)
    entries = table.told_to(seat)
    return [
        repr(view),
        json.dumps(view_to_json(view)),
        repr(entries),
        json.dumps([entry_to_json(entry) for entry in entries]),
        repr(table.record(seat)),
    ]


def test_tiles_hidden_from_a_seat_change_no_byte_of_what_it_gets() -> None:
    rng = random.Random(7)
    different = 0
    for players in (2, 3, 4):
        for seed in range(3):
            for table in positions(started(players, 10_000), seed):
                if table.number > 90:
                    break
                playing = table.game is not None and table.to_act is not None
                if not playing or rng.random() < 0.85:
                    continue
                seat = rng.choice([None, *range(1, players + 1)])
                for world in other_worlds(table, seat, rng):
                    different += world != table
                    assert payloads(world, seat) == payloads(table, seat)
    assert different > 60


def test_views_of_one_position_are_made_once() -> None:
    table = started()
    assert table.seen_by(1) is table.seen_by(1)
    assert isinstance(table.seen_by(None), TableView)


def test_what_a_seat_sees_is_what_the_rules_let_it_see() -> None:
    for table in positions(full(3, 30), 2):
        game = table.game
        for seat in (None, 1, 2, 3):
            view = table.seen_by(seat)
            assert view.game == (None if game is None else game.seen_by(seat))
            assert view.resting == table.resting
