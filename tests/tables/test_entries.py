import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sniffi.record import JsonError
from sniffi.rules import Dealt, Drew, Tile
from sniffi.tables import (
    ENTRY_TYPES,
    FIRST_LEGAL,
    BotLeft,
    BotSat,
    BotStoodIn,
    BotTookOver,
    Entry,
    Fault,
    NameRemoved,
    Opened,
    PersonLeft,
    PersonReturned,
    PersonSat,
    Ready,
    RematchMade,
    SeatKept,
    SeedRevealed,
    Settings,
    Told,
    entry_from_json,
    entry_to_json,
)
from sniffi.tables.plain import entry_from_text, entry_to_text
from tests.tables.made import SEED, finished

EVERY_KIND: list[Entry] = [
    Opened(Settings.of(3, 70, visibility="open", pace="quick", hints=False), 64 * "a", 5, "t"),
    Opened(Settings.of(2), 64 * "b", 0, None),
    SeatKept(1, "Väinö", "guest"),
    PersonSat(2, "Åke ”x”", "guest", "nonce"),
    BotSat(2, "greedy"),
    BotLeft(2),
    PersonLeft(1),
    BotTookOver(1, "random"),
    PersonReturned(1),
    BotStoodIn(3, "greedy", FIRST_LEGAL, Fault.SLOW),
    Ready(4),
    Told(2, Drew(1, Tile(2, 3))),
    SeedRevealed(SEED),
    RematchMade("other"),
    NameRemoved("guest"),
]


def test_every_kind_of_entry_is_among_the_examples() -> None:
    assert {type(entry) for entry in EVERY_KIND} == set(ENTRY_TYPES.values())


@pytest.mark.parametrize("entry", EVERY_KIND, ids=lambda entry: entry.name)
def test_json_gives_the_same_entry_back(entry: Entry) -> None:
    text = entry_to_text(entry)
    assert entry_from_text(text) == entry
    assert text.isascii()
    assert "\n" not in text
    assert json.loads(text) == entry_to_json(entry)


@settings(max_examples=10)
@given(players=st.integers(2, 4), seed=st.integers(0, 2**32))
def test_json_gives_the_whole_log_of_a_game_back(players: int, seed: int) -> None:
    table = finished(players, seed=seed)
    assert [entry_from_text(entry_to_text(entry)) for entry in table.entries] == list(table.entries)


@pytest.mark.parametrize("entry", EVERY_KIND, ids=lambda entry: entry.name)
def test_json_with_a_key_more_or_less_or_of_another_kind_is_refused(entry: Entry) -> None:
    value = entry_to_json(entry)
    with pytest.raises(JsonError):
        entry_from_json(value | {"more": 1})
    for key, old in value.items():
        with pytest.raises(JsonError):
            entry_from_json({name: rest for name, rest in value.items() if name != key})
        other: object = 7 if old is None or type(old) is str else "?"
        for wrong in (True, 1.0, [], other):
            with pytest.raises(JsonError):
                entry_from_json(value | {key: wrong})


@pytest.mark.parametrize("value", [None, [], "opened", {"entry": "nothing"}, {"seat": 1}])
def test_json_that_is_no_entry_is_refused(value: object) -> None:
    with pytest.raises(JsonError):
        entry_from_json(value)


@pytest.mark.parametrize("seat", [None, 1, 2])
def test_nobody_sees_guests_ids_or_nonces_in_entries(seat: int | None) -> None:
    for entry in (SeatKept(1, "Aino", "secret"), PersonSat(1, "Aino", "secret", "nonce")):
        assert "secret" not in repr(entry)
        seen = entry.seen_by(seat)
        assert seen.guest is None
        assert "nonce" not in json.dumps(entry_to_json(seen)).replace('"nonce": null', "")


def test_only_who_sits_at_a_table_sees_ids_of_tables() -> None:
    opened = Opened(Settings.of(2), 64 * "a", 0, "before")
    assert opened.seen_by(1) == opened
    assert opened.seen_by(None).before is None
    assert RematchMade("next").seen_by(2) == RematchMade("next")
    assert RematchMade("next").seen_by(None) == RematchMade(None)


def test_hidden_tiles_are_not_in_what_others_see() -> None:
    drew = Told(1, Drew(1, Tile(2, 3)))
    assert drew.seen_by(1) == drew
    assert drew.seen_by(2) == drew.seen_by(None) == Told(1, Drew(1, None))
    dealt = next(entry for entry in finished().entries if isinstance(entry, Told)
                 and isinstance(entry.event, Dealt))  # fmt: skip
    seen = dealt.seen_by(None)
    assert isinstance(seen.event, Dealt)
    assert {tile for hand in seen.event.hands for tile in hand} == {None}
