import pytest

from sniffi.bots import UnknownBot
from sniffi.deal import BadNonce, commitment
from sniffi.rules import NotASeat
from sniffi.tables import (
    AlreadySeated,
    AlreadyStarted,
    BotLeft,
    BotPlaysAlready,
    BotSat,
    BotTookOver,
    GameOver,
    NameEmpty,
    NameTaken,
    NoSeatForPeople,
    NotABotsSeat,
    NotAGuest,
    NotAPersonsSeat,
    NotOver,
    NotSeatedHere,
    NotStarted,
    Opened,
    OwnSeat,
    PersonLeft,
    PersonReturned,
    PersonSat,
    RematchMade,
    SeatKept,
    SeatKind,
    SeatTaken,
    Settings,
    StillHere,
    Table,
    TableFull,
)
from sniffi.tables import seating as do
from tests.tables.made import SEED, TIME, finished, full, guest, opened, started


def test_a_new_table_has_its_commitment_bots_and_kept_seats() -> None:
    settings = Settings.of(3)
    entries = do.open_table(
        settings, SEED, TIME, bots={3: "greedy"}, kept={1: ("guest", " Aino ")}, before="old"
    )
    assert entries == (
        Opened(settings, commitment(SEED), TIME, "old"),
        SeatKept(1, "Aino", "guest"),
        BotSat(3, "greedy"),
    )
    assert Table.replay("t", entries).free == (2,)


@pytest.mark.parametrize(
    ("bots", "kept", "error"),
    [
        ({1: "greedy", 2: "greedy"}, {}, NoSeatForPeople),
        ({3: "greedy"}, {}, NotASeat),
        ({1: "nobody"}, {}, UnknownBot),
        # A guest's bot plays as it is, for as long as it is meant to.
        ({1: "greedy:"}, {}, UnknownBot),
        ({1: "master:worlds=100000,seconds=60"}, {}, UnknownBot),
        ({1: "greedy"}, {1: ("guest", "Aino")}, SeatTaken),
        ({}, {1: ("guest", "Aino"), 2: ("guest", "Eero")}, AlreadySeated),
        ({}, {1: ("guest", "Aino"), 2: ("other", "AINO")}, NameTaken),
        ({}, {1: ("guest", "")}, NameEmpty),
        ({}, {1: ("", "Aino")}, NotAGuest),
    ],
)
def test_what_a_new_table_cannot_have(
    bots: dict[int, str], kept: dict[int, tuple[str, str]], error: type[Exception]
) -> None:
    with pytest.raises(error):
        do.open_table(Settings.of(2), SEED, TIME, bots=bots, kept=kept)


def test_a_person_takes_any_free_seat_or_the_one_asked_for() -> None:
    table = opened(3)
    assert do.sit(table, "a", "nonce", "Aino") == (PersonSat(1, "Aino", "a", "nonce"),)
    table = table.after(do.sit(table, "a", "nonce", " Aino ", 2))
    assert table.seat_of("a") == 2
    assert do.sit(table, "b", "nonce", "Eero") == (PersonSat(1, "Eero", "b", "nonce"),)


def test_who_cannot_sit() -> None:
    table = opened(2)
    table = table.after(do.sit(table, "a", "nonce", "Aino", 1))
    for guest_id, nonce, name, seat, error in (
        ("a", "nonce", "Aino", None, AlreadySeated),
        ("b", "nonce", "Eero", 1, SeatTaken),
        ("b", "nonce", "Eero", 3, NotASeat),
        ("b", "nonce", "aino", 2, NameTaken),
        ("b", "nonce", None, 2, NameEmpty),
        ("b", "no nonce", "Eero", 2, BadNonce),
        ("b b", "nonce", "Eero", 2, NotAGuest),
    ):
        with pytest.raises(error):
            do.sit(table, guest_id, nonce, name, seat)
    with pytest.raises(AlreadyStarted):
        do.sit(full(), "c", "nonce", "Kaisa")
    with pytest.raises(AlreadyStarted):
        do.sit(started(), "c", "nonce", "Kaisa")


def test_a_kept_seat_is_taken_by_whom_it_is_kept_for_by_the_kept_or_a_new_name() -> None:
    table = Table.replay("t", do.open_table(Settings.of(2), SEED, TIME, kept={2: ("b", "Eero")}))
    assert do.sit(table, "b", "nonce") == (PersonSat(2, "Eero", "b", "nonce"),)
    assert do.sit(table, "b", "nonce", "Olli", 1) == (PersonSat(2, "Olli", "b", "nonce"),)
    assert do.sit(table, "b", "nonce", "EERO") == (PersonSat(2, "EERO", "b", "nonce"),)
    table = table.after(do.sit(table, "a", "nonce", "Aino"))
    with pytest.raises(TableFull):
        do.sit(table, "c", "nonce", "Kaisa")
    with pytest.raises(SeatTaken):
        do.sit(table, "c", "nonce", "Kaisa", 2)


def test_people_put_bots_on_free_seats_and_take_them_away_before_the_game() -> None:
    table = opened(4, bots={4: "random"})
    with pytest.raises(NotSeatedHere):
        do.seat_bot(table, "a", 2, "greedy", absent=False, grace=60)
    table = table.after(do.sit(table, "a", "nonce", "Aino"))
    assert do.seat_bot(table, "a", 2, "greedy", absent=False, grace=60) == (BotSat(2, "greedy"),)
    for seat, error in ((1, SeatTaken), (4, SeatTaken), (5, NotASeat)):
        with pytest.raises(error):
            do.seat_bot(table, "a", seat, "greedy", absent=True, grace=60)
    assert do.unseat_bot(table, "a", 4) == (BotLeft(4),)
    for seat, refusal in ((1, NotABotsSeat), (2, NotABotsSeat), (0, NotASeat)):
        with pytest.raises(refusal):
            do.unseat_bot(table, "a", seat)
    with pytest.raises(NotSeatedHere):
        do.unseat_bot(table, "b", 4)
    playing = started(2, bots={2: "greedy"})
    with pytest.raises(AlreadyStarted):
        do.unseat_bot(playing, guest(1), 2)
    with pytest.raises(AlreadyStarted):
        do.seat_bot(playing, guest(1), 2, "random", absent=True, grace=60)


def test_a_bot_gets_a_kept_seat_when_its_person_does_not_come() -> None:
    table = Table.replay("t", do.open_table(Settings.of(2), SEED, TIME, kept={2: ("b", "Eero")}))
    table = table.after(do.sit(table, "a", "nonce", "Aino"))
    with pytest.raises(StillHere) as refused:
        do.seat_bot(table, "a", 2, "greedy", absent=False, grace=60)
    assert refused.value.fields == {"seat": 2, "seconds": 60}
    assert do.seat_bot(table, "a", 2, "greedy", absent=True, grace=60) == (BotSat(2, "greedy"),)


def test_leaving_and_returning() -> None:
    table = started()
    assert do.return_(table, guest(1)) == ()
    assert do.leave(table, guest(1)) == (PersonLeft(1),)
    table = table.follow(PersonLeft(1))
    assert do.leave(table, guest(1)) == ()
    assert do.return_(table, guest(1)) == (PersonReturned(1),)
    for command in (do.leave, do.return_):
        with pytest.raises(NotSeatedHere):
            command(table, "stranger")


def test_others_let_a_bot_play_for_one_who_is_away_or_has_left() -> None:
    table = started(3, bots={3: "random"})
    took = (BotTookOver(2, "greedy"),)
    with pytest.raises(StillHere) as refused:
        do.take_over(table, guest(1), 2, "greedy", absent=False, grace=60)
    assert refused.value.fields == {"seat": 2, "seconds": 60}
    assert do.take_over(table, guest(1), 2, "greedy", absent=True, grace=60) == took
    left = table.follow(PersonLeft(2))
    assert do.take_over(left, guest(1), 2, "greedy", absent=False, grace=60) == took
    for asks, seat, error in (
        ("stranger", 2, NotSeatedHere),
        (guest(1), 1, OwnSeat),
        (guest(1), 3, NotAPersonsSeat),
        (guest(1), 4, NotASeat),
    ):
        with pytest.raises(error):
            do.take_over(table, asks, seat, "greedy", absent=True, grace=60)
    with pytest.raises(UnknownBot):
        do.take_over(table, guest(1), 2, "nobody", absent=True, grace=60)
    with pytest.raises(BotPlaysAlready):
        do.take_over(left.after(took), guest(1), 2, "greedy", absent=True, grace=60)
    with pytest.raises(NotStarted):
        do.take_over(full(), guest(1), 2, "greedy", absent=True, grace=60)
    with pytest.raises(GameOver):
        do.take_over(finished(), guest(1), 2, "greedy", absent=True, grace=60)
    assert do.return_(left.after(took), guest(2)) == (PersonReturned(2),)


def test_a_rematch_keeps_people_bots_seats_and_settings() -> None:
    before = finished(3)
    with pytest.raises(NotOver):
        do.rematch(started(), guest(1), "next")
    with pytest.raises(NotSeatedHere):
        do.rematch(before, "stranger", "next")
    made = do.rematch(before, guest(2), "next")
    assert made == (RematchMade("next"),)
    assert do.rematch(before.after(made), guest(1), "later") == ()
    again = Table.replay("next", do.open_rematch(before, bytes(32), TIME))
    assert again.settings == before.settings
    assert again.commitment != before.commitment
    assert again.before == before.id
    assert [seat.kind for seat in again.seats] == 3 * [SeatKind.KEPT]
    for seat in (3, 1, 2):
        again = again.after(do.sit(again, guest(seat), f"new-{seat}"))
    assert again.names == before.names
    assert again.nonces == ("new-1", "new-2", "new-3")


def test_a_rematch_after_a_bot_played_for_a_person_keeps_the_seat_for_the_person() -> None:
    table = finished(2).follow(PersonLeft(2))
    again = Table.replay("next", do.open_rematch(table, bytes(32), TIME))
    assert again.kept_for(guest(2)) == 2
