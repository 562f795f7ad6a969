"""A name that somebody takes away from a finished game, and games in short."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sniffi.record import dumps, loads, verify
from sniffi.rules import Game
from sniffi.tables import NotOver, NotSeatedHere, PersonSat, RematchMade, Table, digest_of
from sniffi.tables.seating import open_rematch, remove_name
from tests.tables.made import SEED, finished, guest, started


@settings(max_examples=10)
@given(players=st.integers(2, 4), seed=st.integers(0, 2**32), data=st.data())
def test_nobody_is_told_a_removed_name_and_the_deals_can_still_be_checked(
    players: int, seed: int, data: st.DataObject
) -> None:
    table = finished(players, seed=seed)
    seat = data.draw(st.integers(1, players))
    name = table.names[seat - 1]
    after = table.after(remove_name(table, guest(seat)))
    for reader in (None, *range(1, players + 1)):
        assert name not in repr(after.told_to(reader))
        assert name not in repr(after.seen_by(reader))
    others = [other for other in table.names if other != name]
    assert all(other in repr(after.told_to(None)) for other in others)
    assert verify(after.record(None)).ok == verify(table.record(None)).ok
    assert name not in dumps([after.record(None)])
    assert len(loads(dumps([after.record(None)]))) == 1
    # Once is enough, and the log gives back the same table.
    assert remove_name(after, guest(seat)) == ()
    assert Table.replay(table.id, after.entries) == after
    assert Table.replay(table.id, (*table.entries, after.entries[-1])) == after


def test_only_who_sat_there_can_remove_a_name_and_only_at_the_end() -> None:
    with pytest.raises(NotOver):
        remove_name(started(), guest(1))
    with pytest.raises(NotSeatedHere):
        remove_name(finished(), "a stranger")


def test_people_without_names_are_not_named_at_the_next_table() -> None:
    table = finished()
    after = table.after([*remove_name(table, guest(1)), RematchMade("next")])
    told = open_rematch(after, SEED, 0)
    assert table.names[0] not in repr(told)
    assert table.names[1] in repr(told)


@settings(max_examples=10)
@given(players=st.integers(2, 4), seed=st.integers(0, 2**32))
def test_a_game_in_short_says_what_the_game_says(players: int, seed: int) -> None:
    table = finished(players, seed=seed)
    assert isinstance(table.game, Game)
    for seat in range(1, players + 1):
        short = digest_of(table.entries, guest(seat))
        assert short.seat == seat
        assert (short.scores, short.winner) == (table.game.scores, table.game.winner)
        assert short.rounds == (table.game.round.number if table.game.round else 0)
        assert [each.person for each in short.seats] == [each.person for each in table.seats]
    assert digest_of(table.entries).seat is None
    assert any(isinstance(entry, PersonSat) for entry in table.entries)
