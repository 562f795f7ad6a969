import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sniffi.rules import (
    DRAW,
    PASS,
    Draw,
    Game,
    NotASeat,
    NotNow,
    NotYourTurn,
    Phase,
    Place,
    Refused,
    next_seat,
)
from sniffi.tables import (
    AheadOfTable,
    AlreadyDone,
    AnotherSeat,
    BotPlaysYourSeat,
    BotStoodIn,
    BotTookOver,
    Fault,
    GameOver,
    NotBetweenRounds,
    NotSeatedHere,
    NotStarted,
    PersonLeft,
    PersonReturned,
    Ready,
    SeedRevealed,
    StalePress,
    Table,
    Told,
)
from sniffi.tables.playing import Due, act, bot_move, bot_to_act, due, go_on, ready
from tests.tables.made import SEED, finished, first, full, guest, opened, positions, started


def turn(table: Table) -> int:
    assert table.to_act is not None
    return table.to_act


def resting(players: int = 2) -> Table:
    """A table between two rounds."""
    return next(table for table in positions(full(players, 10_000), 1) if table.resting)


def test_an_action_gives_the_events_that_come_of_it() -> None:
    table = started()
    seat, action = turn(table), first(table)
    entries = act(table, guest(seat), seat, action, table.told)
    assert table.game is not None
    game = table.game.act(action)
    assert entries == tuple(Told(1, event) for event in game.events[table.told :])
    assert table.after(entries).game == game


@settings(max_examples=20)
@given(players=st.integers(2, 4), seed=st.integers(0, 2**32))
def test_a_press_is_for_one_position_only(players: int, seed: int) -> None:
    rng = random.Random(seed)
    table = started(players, 40)
    for after in positions(table, seed):
        before, table = table, after
        if before.to_act is None or after.told == before.told or rng.random() < 0.7:
            continue
        assert before.game is not None
        seat = before.to_act
        for action in before.game.legal_actions():
            # Whatever is pressed once more, the position is another: nothing is done.
            with pytest.raises(StalePress) as refused:
                act(after, guest(seat), seat, action, before.told)
            assert refused.value.fields == {"at": before.told, "now": after.told}
            last = after.entries[-1]
            if isinstance(last, Told) and after.told == before.told + 1:
                done = before.game.act(action).events[before.told] == last.event
                assert isinstance(refused.value, AlreadyDone) == done


def test_a_double_press_that_won_the_game_is_told_as_done() -> None:
    *_, before, won, _ = positions(full(2, 30), 1)
    assert won.game is not None
    assert won.game.phase is Phase.OVER
    placed = won.game.events[before.told]
    seat = turn(before)
    action = Place(placed.tile, placed.spot)  # type: ignore[union-attr, arg-type]
    with pytest.raises(AlreadyDone):
        act(won, guest(seat), seat, action, before.told)
    with pytest.raises(StalePress) as refused:
        act(won, guest(seat), seat, DRAW, before.told)
    assert type(refused.value) is StalePress


def test_who_may_not_act() -> None:
    table = started(3, bots={3: "greedy"})
    action = first(table)
    for who, seat, error in (
        ("stranger", 1, NotSeatedHere),
        (guest(1), 2, AnotherSeat),
        (guest(1), 3, AnotherSeat),
        (guest(1), 4, NotASeat),
        (guest(1), 0, NotASeat),
    ):
        with pytest.raises(error):
            act(table, who, seat, action, table.told)


def test_when_nobody_may_act() -> None:
    table = started()
    seat, action = turn(table), first(table)
    with pytest.raises(NotStarted):
        act(full(), guest(1), 1, action, 0)
    with pytest.raises(AheadOfTable) as refused:
        act(table, guest(seat), seat, action, table.told + 1)
    assert refused.value.fields == {"at": table.told + 1, "now": table.told}
    with pytest.raises(StalePress):
        act(table, guest(seat), seat, action, -1)
    other = next_seat(seat, 2)
    with pytest.raises(NotYourTurn):
        act(table, guest(other), other, action, table.told)
    rest = resting()
    with pytest.raises(NotNow):
        act(rest, guest(1), 1, action, rest.told)
    over = finished()
    for seat in (1, 2):
        with pytest.raises(GameOver):
            act(over, guest(seat), seat, action, over.told)


def test_what_the_rules_refuse_is_refused_with_what_is_legal() -> None:
    table = started()
    seat = turn(table)
    assert table.game is not None
    for action in (DRAW, PASS):
        with pytest.raises(Refused) as refused:
            act(table, guest(seat), seat, action, table.told)
        assert refused.value.legal == table.game.legal_actions()


def test_who_acts_after_leaving_has_returned_but_not_while_a_bot_plays() -> None:
    table = started()
    seat = turn(table)
    table = table.follow(PersonLeft(seat))
    entries = act(table, guest(seat), seat, first(table), table.told)
    assert entries[0] == PersonReturned(seat)
    assert not table.after(entries).seat(seat).left
    table = table.follow(BotTookOver(seat, "greedy"))
    with pytest.raises(BotPlaysYourSeat):
        act(table, guest(seat), seat, first(table), table.told)


def test_the_next_round_waits_for_all_people_who_play() -> None:
    table = resting(3)
    assert due(table) is Due.READY
    table = table.after(ready(table, guest(1)))
    assert ready(table, guest(1)) == ()
    table = table.follow(PersonLeft(2))
    assert due(table) is Due.READY
    table = table.after(ready(table, guest(3)))
    assert due(table) is Due.CHANCE
    assert ready(table, guest(2)) == (PersonReturned(2), Ready(2))


def test_who_may_not_be_ready() -> None:
    rest = resting()
    with pytest.raises(NotSeatedHere):
        ready(rest, "stranger")
    with pytest.raises(NotStarted):
        ready(full(), guest(1))
    with pytest.raises(NotBetweenRounds):
        ready(started(), guest(1))
    with pytest.raises(GameOver):
        ready(finished(), guest(1))
    with pytest.raises(BotPlaysYourSeat):
        ready(rest.follow(BotTookOver(1, "greedy")), guest(1))


def test_what_a_table_waits_for() -> None:
    assert due(opened()) is Due.PEOPLE
    assert due(full()) is Due.CHANCE
    assert due(started()) is Due.PEOPLE
    assert due(finished()) is Due.NOTHING
    *_, before, _ = positions(full(2, 30), 1)
    assert due(before) is Due.SEED
    assert go_on(before, before.deck(SEED)) == (SeedRevealed(SEED),)
    table = started(2, bots={2: "greedy"})
    while table.to_act != 2:
        table = table.after(act(table, guest(1), 1, first(table), table.told))
    assert due(table) is Due.BOT
    assert go_on(table, table.deck(SEED)) == ()
    assert go_on(opened(), opened().deck(SEED)) == ()
    assert bot_to_act(table) == (2, "greedy")
    assert bot_to_act(started()) is None


def test_lots_and_deals_come_one_step_at_a_time_from_the_deck() -> None:
    table = full(4)
    deck = table.deck(SEED)
    assert deck.nonces == ("nonce-1", "nonce-2", "nonce-3", "nonce-4")
    names = []
    while table.to_act is None:
        (entry,) = go_on(table, deck)
        assert isinstance(entry, Told)
        names.append(entry.event.name)
        table = table.follow(entry)
    assert names[-1] == "dealt"
    assert set(names[:-1]) == {"lot-drawn"}
    assert table.game is not None
    assert table.game == Game.replay(4, table.game.events)


def test_a_bots_move_counts_only_where_the_bot_was_asked() -> None:
    table = started(2, bots={1: "greedy"})
    while due(table) is not Due.BOT:
        table = table.after(act(table, guest(2), 2, first(table), table.told))
    stood_in = (BotStoodIn(1, "greedy", "first-legal", Fault.ERROR),)
    entries = bot_move(table, 1, first(table), table.told, stood_in)
    assert entries[0] == stood_in[0]
    after = table.after(entries)
    assert bot_move(after, 1, first(table), table.told) == ()
    assert bot_move(table, 2, first(table), table.told) == ()
    assert bot_move(finished(), 1, first(table), table.told) == ()
    with pytest.raises(Refused):
        bot_move(table, 1, PASS, table.told)


def test_a_bot_stops_where_the_person_returns() -> None:
    table = started()
    seat = turn(table)
    table = table.follow(BotTookOver(seat, "greedy"))
    assert due(table) is Due.BOT
    back = table.follow(PersonReturned(seat))
    assert bot_move(back, seat, first(back), back.told) == ()


def test_draws_and_passes_are_told_from_each_other_in_double_presses() -> None:
    for table in positions(started(2, 10_000), 4):
        if table.game is None or table.game.legal_actions() != (DRAW,):
            continue
        seat, at = turn(table), table.told
        after = table.after(act(table, guest(seat), seat, DRAW, at))
        with pytest.raises(AlreadyDone):
            act(after, guest(seat), seat, Draw(), at)
        with pytest.raises(StalePress) as refused:
            act(after, guest(seat), seat, PASS, at)
        assert type(refused.value) is StalePress
        return
    raise AssertionError("nobody drew")
