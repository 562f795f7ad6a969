import random
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sniffi.record import verify
from sniffi.rules import GameView, Phase, seats
from sniffi.tables import (
    BadEntry,
    BotLeft,
    BotSat,
    BotStoodIn,
    BotTookOver,
    Entry,
    Fault,
    NameRemoved,
    NotStarted,
    Opened,
    PersonLeft,
    PersonReturned,
    PersonSat,
    Ready,
    RematchMade,
    SeatKept,
    SeatKind,
    SeedRevealed,
    Settings,
    Stage,
    Table,
    Told,
)
from sniffi.tables.playing import go_on
from tests.tables.made import SEED, finished, full, opened, positions, started


@settings(max_examples=4)
@given(players=st.integers(2, 4), seed=st.integers(0, 2**32))
def test_a_table_is_the_fold_of_its_log(players: int, seed: int) -> None:
    for table in positions(full(players, 30), seed):
        assert Table.replay(table.id, table.entries) == table
        assert table.number == len(table.entries)
        if table.game is not None:
            assert table.told == len(table.game.events)


@settings(max_examples=10)
@given(players=st.integers(2, 4), seed=st.integers(0, 2**32), data=st.data())
def test_a_log_with_an_entry_left_out_or_told_twice_is_refused(
    players: int, seed: int, data: st.DataObject
) -> None:
    entries = finished(players, seed=seed).entries
    at = data.draw(st.integers(0, len(entries) - 2))
    with pytest.raises(BadEntry):
        Table.replay("table", entries[:at] + entries[at + 1 :])
    with pytest.raises(BadEntry) as refused:
        Table.replay("table", (*entries[: at + 1], entries[at], *entries[at + 1 :]))
    assert refused.value.fields["number"] >= at + 2


def test_a_log_begins_by_opening_and_only_once() -> None:
    with pytest.raises(BadEntry):
        Table.replay("table", [Ready(1)])
    with pytest.raises(BadEntry):
        Table.replay("table", [])
    table = opened()
    with pytest.raises(BadEntry) as refused:
        table.follow(table.entries[0])
    assert refused.value.fields == {"number": 2, "why": "opened"}


PERSON = PersonSat(1, "Aino", "guest", "nonce")


@pytest.mark.parametrize(
    "entry",
    [
        BotLeft(1),
        PersonLeft(1),
        PersonReturned(1),
        BotTookOver(1, "greedy"),
        BotStoodIn(1, "greedy", "random", Fault.SLOW),
        Ready(1),
        SeedRevealed(SEED),
        RematchMade("next"),
        NameRemoved("guest"),
        PersonSat(1, "Aino", None, "nonce"),
        PersonSat(1, "Aino", "guest", None),
        PersonSat(1, "Aino", "guest", "no nonce"),
        SeatKept(1, "Aino", None),
        PersonSat(0, "Aino", "guest", "nonce"),
        PersonSat(3, "Aino", "guest", "nonce"),
    ],
    ids=repr,
)
def test_entries_that_cannot_stand_at_an_empty_table(entry: Entry) -> None:
    with pytest.raises(BadEntry):
        opened().follow(entry)


@pytest.mark.parametrize(
    "entry",
    [PERSON, SeatKept(1, "Aino", "guest"), BotSat(1, "greedy"), BotLeft(1), PersonReturned(1)],
    ids=repr,
)
def test_a_persons_seat_is_nobody_elses(entry: Entry) -> None:
    with pytest.raises(BadEntry):
        opened().follow(PERSON).follow(entry)


def test_a_kept_seat_is_for_whom_it_is_kept() -> None:
    table = opened().follow(SeatKept(1, "Aino", "guest"))
    assert table.kept_for("guest") == 1
    assert table.kept_for("other") is table.kept_for(None) is None
    with pytest.raises(BadEntry):
        table.follow(PersonSat(1, "Eero", "other", "nonce"))
    table = table.follow(PERSON)
    assert table.seat_of("guest") == 1
    assert table.kept_for("guest") is None


def test_no_game_begins_before_every_seat_is_taken() -> None:
    table = started()
    event = next(entry for entry in table.entries if isinstance(entry, Told))
    with pytest.raises(BadEntry):
        opened().follow(event)
    assert full().stage is Stage.PLAYING
    assert full().follow(event).told == 1


def test_an_event_of_another_round_or_position_is_refused() -> None:
    table = full()
    (told,) = go_on(table, table.deck(SEED))
    assert isinstance(told, Told)
    with pytest.raises(BadEntry):
        table.follow(Told(2, told.event))
    *_, dealt = started().entries
    assert isinstance(dealt, Told)
    with pytest.raises(BadEntry) as refused:
        table.follow(dealt)
    assert refused.value.fields["why"] == "not-now"


def test_before_the_game_a_seat_that_is_left_is_free_and_later_it_is_not() -> None:
    table = full().follow(PersonLeft(1))
    assert table.free == (1,)
    assert table.stage is Stage.WAITING
    table = started().follow(PersonLeft(1))
    assert table.seat_of("guest-1") == 1
    assert table.seat(1).left
    assert table.seat(1).kind is SeatKind.PERSON
    table = table.follow(BotTookOver(1, "greedy"))
    assert table.seat(1).stood_in_for
    table = table.follow(PersonReturned(1))
    assert table.seat(1) == started().seat(1)


def test_the_seed_that_is_revealed_is_the_one_that_was_promised() -> None:
    *_, before, after = positions(full(2, 30), 1)
    assert before.stage is Stage.OVER
    assert before.seed is None
    with pytest.raises(BadEntry):
        before.follow(SeedRevealed(bytes(32)))
    assert before.follow(SeedRevealed(SEED)) == after
    assert after.seed == SEED


def test_in_the_middle_of_a_step_a_view_has_what_was_told_alone() -> None:
    table = finished(3)
    told = 0
    for number in range(1, table.number + 1):
        reader = Table.replay("table", table.entries[:number])
        assert reader.number == number
        if reader.game is None:
            continue
        told += isinstance(table.entries[number - 1], Told)
        for seat in (None, 1, 2, 3):
            view = reader.seen_by(seat).game
            assert view is not None
            assert len(view.events) == told
            events = [event.seen_by(seat) for event in reader.game.events[:told]]
            assert view == GameView.replay(3, events, 30, seat=seat)


def test_the_record_is_whole_when_the_seed_is_known_and_a_view_before() -> None:
    with pytest.raises(NotStarted):
        full().record(1)
    for table in positions(full(2, 30), 5):
        if table.game is None:
            continue
        record = table.record(2)
        assert record.names == ("Aino", "Eero")
        assert record.nonces == ("nonce-1", "nonce-2")
        assert record.tag("Date") == date(2023, 11, 14).isoformat()
        if table.seed is None:
            assert record.seed is None
            assert record.events == table.game.seen_by(2).events
            assert record.game().events == record.events
        else:
            assert record.events == table.game.events
            assert record == table.record(None)
            assert all(check.outcome == "match" for check in verify(record).checks)
            assert len(verify(record).checks) > 2
    assert table.record(1, ["A", "B"]).names == ("A", "B")


def test_bots_have_the_registrys_names_in_records() -> None:
    table = started(3, bots={2: "greedy", 3: "random"})
    assert table.names == ("Aino", "greedy", "random")
    assert table.nonces == ("nonce-1",)
    assert opened().names == ("1", "2")


def test_readiness_ends_with_the_next_round() -> None:
    rng = random.Random(3)
    rested = 0
    for table in positions(full(3, 60), rng.randrange(1000)):
        if table.resting and not rested:
            rested += 1
            assert not table.all_ready
            ready = table
            for seat in seats(3):
                ready = ready.follow(Ready(seat))
            assert ready.all_ready
            after = ready.after(go_on(ready, ready.deck(SEED)))
            assert not any(seat.ready for seat in after.seats)
            assert not after.resting
        elif table.game is not None and table.game.phase is Phase.PLAY:
            with pytest.raises(BadEntry):
                table.follow(Ready(1))
    assert rested


def test_settings_and_commitment_are_those_of_the_opening() -> None:
    opening = Opened(Settings.of(2), 64 * "a", 7, "before")
    table = Table.open("id", opening)
    assert (table.settings, table.commitment, table.time, table.before) == (
        opening.settings,
        opening.commitment,
        7,
        "before",
    )
    assert "guest" not in repr(opened().follow(PERSON))
