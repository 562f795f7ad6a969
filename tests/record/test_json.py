import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from sniffi.record import GameRecord, JsonError, dumps, loads
from sniffi.record.plain import (
    event_from_json,
    event_to_json,
    layout_to_json,
    numbered,
    record_from_json,
    record_to_json,
    schema,
)
from sniffi.rules import EVENT_TYPES, Layout, Place
from sniffi.words import LANGUAGES, Words
from tests.record.made import records, whole

EXAMPLES = Path(__file__).parents[3] / "shared" / "examples.json"
VALIDATOR = Draft202012Validator(schema())
KEYS = ["tiles", "spinner", "joins", "legal", "counted", "total", "points"]


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(schema())


@given(records())
@settings(max_examples=40)
def test_every_record_fits_the_schema_and_survives_json(record: GameRecord) -> None:
    value = json.loads(json.dumps(record_to_json(record)))
    VALIDATOR.validate(value)
    assert record_from_json(value) == record
    assert json.dumps(record_to_json(record_from_json(value))) == json.dumps(value)


@given(records())
@settings(max_examples=30)
def test_one_event_a_line_says_its_round_its_seat_and_its_name_first(record: GameRecord) -> None:
    for number, event in numbered(record.events):
        line = event_to_json(event, number)
        assert list(line)[:3] == ["round", "seat", "event"]
        assert EVENT_TYPES[line["event"]] is type(event)
        assert line["seat"] == getattr(event, "seat", None)
        assert event_from_json(json.loads(json.dumps(line))) == event


def test_events_are_numbered_by_round() -> None:
    record = whole(seed=2)
    numbers = [number for number, _ in numbered(record.events)]
    assert numbers[0] == 1
    assert numbers == sorted(numbers)
    text = dumps([record])
    assert numbers[-1] == text.count("\nround ")


def examples() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(EXAMPLES.read_text("utf-8"))
    return found


@pytest.mark.parametrize("example", examples(), ids=lambda example: " ".join(example["tiles"]))
def test_a_layout_is_told_as_explain_tells_it(example: dict[str, Any]) -> None:
    layout = Layout().place(Place.parse(example["tiles"][0]).tile)
    for join in example["joins"]:
        place = Place.parse(f"{join['new']}@{join['tile']}.{join['port']}")
        layout = layout.place(place.tile, place.spot)
    told = layout_to_json(layout)
    assert list(told) == KEYS
    assert told == {key: example[key] for key in KEYS}
    assert all(list(part) == ["tile", "value"] for part in told["counted"])
    assert all(list(part) == ["tile", "port", "value"] for part in told["legal"])


def test_a_table_with_no_tile_on_it() -> None:
    assert layout_to_json(Layout()) == {
        "tiles": [], "spinner": None, "joins": [], "legal": [], "counted": [], "total": 0,
        "points": 0,
    }  # fmt: skip


GOOD = record_to_json(whole(seed=4))
AT = {
    name: next(at for at, event in enumerate(GOOD["events"]) if event["event"] == name)
    for name in ("lot-drawn", "dealt", "placed", "drew", "deducted", "won", "went-out")
}


def changed(path: str, value: object) -> Any:
    """The good record with another value at a path such as ``events.3.tile``."""
    new = copy.deepcopy(GOOD)
    *way, last = path.split(".")
    inside: Any = new
    for key in way:
        inside = inside[int(key)] if isinstance(inside, list) else inside[key]
    inside[int(last) if isinstance(inside, list) else last] = value
    return new


def without(path: str, key: str) -> Any:
    new = copy.deepcopy(GOOD)
    inside: Any = new
    for part in path.split("."):
        inside = inside[int(part)] if isinstance(inside, list) else inside[part] if part else inside
    del inside[key]
    return new


def refused(value: object) -> JsonError:
    with pytest.raises(JsonError) as caught:
        record_from_json(value)
    for language in LANGUAGES:
        assert caught.value.code not in Words(language).refusal(caught.value)
    return caught.value


PLACED, DREW, LEFT = AT["placed"], AT["drew"], AT["deducted"]


@pytest.mark.parametrize(
    ("path", "value", "code", "inside"),
    [
        ("format", "pgn", "json-value", None),
        ("version", 2, "json-value", None),
        ("version", True, "json-kind", None),
        ("version", 1.0, "json-kind", None),
        ("version", "1", "json-kind", None),
        ("players", 5, "json-fault", "not-players"),
        ("players", None, "json-kind", None),
        ("target", 0, "json-fault", "not-a-target"),
        ("target", 100.0, "json-kind", None),
        ("names", "Aino", "json-kind", None),
        ("names.0", 7, "json-kind", None),
        ("names.0", "", "json-fault", "record.text-empty"),
        ("names.0", "a" * 10_000, "json-fault", "record.text-too-long"),
        ("names.0", "Ai\nno", "json-fault", "record.text-character"),
        ("tags", [], "json-kind", None),
        ("tags", {"club": "x"}, "json-fault", "record.bad-tag-name"),
        ("tags", {"Seed": "x"}, "json-fault", "record.bad-tag-name"),
        ("tags", {"Date": "today"}, "json-fault", "record.not-a-date"),
        ("tags", {"Club": 1}, "json-kind", None),
        ("tags", {1: "x"}, "json-kind", None),
        ("commitment", "00", "json-fault", "record.not-a-commitment"),
        ("commitment", 0, "json-kind", None),
        ("nonces.0", "a b", "json-fault", "deal.not-a-nonce-character"),
        ("seed", "00", "json-fault", "deal.not-a-seed"),
        ("seed", GOOD["seed"].upper(), "json-value", None),
        ("comments", [{"line": 0}], "json-key-missing", None),
        ("comments", [{"line": 0, "text": "a "}], "json-fault", "record.text-blank-at-edge"),
        ("events", {}, "json-kind", None),
        ("events.0", None, "json-kind", None),
        ("events.0.event", "lot", "json-value", None),
        ("events.0.seat", 1, "json-kind", None),
        ("events.0.round", 2, "json-fault", "event-mismatch"),
        (f"events.{AT['lot-drawn']}.draws.0.tile", "53", "json-fault", "not-a-tile"),
        (f"events.{AT['dealt']}.boneyard.0", "??", "json-fault", "not-a-tile"),
        (f"events.{AT['dealt']}.hands.0", [], "json-fault", "not-the-full-set"),
        (f"events.{PLACED}.round", 2, "json-value", None),
        (f"events.{PLACED}.seat", None, "json-kind", None),
        (
            f"events.{PLACED}.seat",
            3 - GOOD["events"][PLACED]["seat"],
            "json-fault",
            "not-your-turn",
        ),
        (f"events.{PLACED}.seat", 5, "json-fault", "not-a-seat"),
        (f"events.{PLACED}.seat", 10**18, "json-fault", "not-a-seat"),
        (f"events.{PLACED}.seat", 0, "json-fault", "not-a-seat"),
        (f"events.{AT['lot-drawn']}.draws.0.seat", 7, "json-fault", "not-a-seat"),
        (f"events.{AT['lot-drawn']}.starter", -1, "json-fault", "not-a-seat"),
        (f"events.{AT['dealt']}.starter", 7, "json-fault", "not-a-seat"),
        (f"events.{AT['dealt']}.hands", [[]] * 5, "json-fault", "not-players"),
        (f"events.{AT['dealt']}.hands", [], "json-fault", "not-players"),
        (f"events.{AT['won']}.side", 66, "json-value", None),
        (f"events.{PLACED}.total", 99, "json-fault", "event-mismatch"),
        (f"events.{PLACED}.points", 5.0, "json-kind", None),
        (f"events.{PLACED}.counted", [], "json-fault", "event-mismatch"),
        (f"events.{PLACED + 1}.spot", None, "json-fault", "spot-not-named"),
        (f"events.{PLACED + 1}.spot", "44.low", "json-kind", None),
        (f"events.{PLACED + 1}.spot.port", "side", "json-fault", "not-a-port"),
        (f"events.{DREW}.tile", 5, "json-kind", None),
        (f"events.{DREW}.extra", 5, "json-key-unknown", None),
        (f"events.{LEFT}.cost", 100, "json-fault", "event-mismatch"),
        ("extra", 5, "json-key-unknown", None),
    ],
)
def test_a_fault_is_told_with_its_path(
    path: str, value: object, code: str, inside: str | None
) -> None:
    error = refused(changed(path, value))
    assert error.code == f"record.{code}"
    if inside is not None:
        assert error.fields["why"].code == inside
    for language in LANGUAGES:
        assert "{" not in Words(language).refusal(error)
    found = error.fields["path"].removeprefix("$.").replace("[", ".").replace("]", "")
    # An event that the rules refuse is told as a whole.
    assert path.startswith(found) or found.startswith(path) or code == "json-key-unknown"


@pytest.mark.parametrize("key", list(GOOD))
def test_every_key_must_be_there(key: str) -> None:
    assert refused(without("", key)).fields == {"path": "$", "key": key}


@pytest.mark.parametrize("name", [name for name in EVENT_TYPES if name in AT])
def test_every_key_of_an_event_must_be_there(name: str) -> None:
    for key in GOOD["events"][AT[name]]:
        error = refused(without(f"events.{AT[name]}", key))
        assert error.code == "record.json-key-missing"
        assert error.fields == {"path": f"$.events[{AT[name]}]", "key": key}


@pytest.mark.parametrize("value", [None, 1, "x", [], {}, [1], {"format": "sniffi"}, b"x", object()])
def test_what_is_no_record_at_all(value: object) -> None:
    assert refused(value).fields["path"] == "$"


def test_a_record_that_stops_between_an_end_and_its_hands() -> None:
    stopped = changed("seed", None)
    stopped["events"] = stopped["events"][: AT["deducted"]]
    error = refused(stopped)
    assert (error.fields["path"], error.rule) == ("$.events", "R6.5")


def test_the_seed_of_a_game_that_goes_on() -> None:
    stopped = copy.deepcopy(GOOD)
    stopped["events"] = stopped["events"][: AT["placed"]]
    assert refused(stopped).fields["why"].code == "record.seed-too-early"


@given(st.data())
@settings(max_examples=80)
def test_whatever_value_stands_wherever_is_refused_or_means_the_same(data: st.DataObject) -> None:
    new = copy.deepcopy(GOOD)
    places: list[tuple[Any, Any]] = []

    def walk(inside: Any) -> None:
        keys = list(inside) if isinstance(inside, dict) else range(len(inside))
        for key in keys:
            places.append((inside, key))
            if isinstance(inside[key], dict | list):
                walk(inside[key])

    walk(new)
    inside, key = data.draw(st.sampled_from(places))
    inside[key] = data.draw(
        st.none() | st.booleans() | st.integers(-1, 30) | st.floats() | st.text(max_size=3)
        | st.just([]) | st.just({}) | st.sampled_from(["00", "high", "drew", "passed"])
    )  # fmt: skip
    try:
        record = record_from_json(new)
    except JsonError as error:
        # Whatever an event tells, the sentence about it can be made.
        told = [Words(language).refusal(error) for language in LANGUAGES]
        assert all(told)
        return
    assert record_to_json(record) == new
    VALIDATOR.validate(new)
    assert loads(dumps([record])) == [record]


REFUSED_BY_THE_SCHEMA: list[Callable[[], Any]] = [
    lambda: changed("players", 5),
    lambda: changed("players", 3),
    lambda: changed("names", ["Aino"]),
    lambda: changed("names.0", " Aino"),
    lambda: changed("names.0", "Ai\u202eno"),
    lambda: changed("tags", {"Seed": "x"}),
    lambda: changed("tags", {"Date": "x"}),
    lambda: changed("commitment", None),
    lambda: changed("events.0.event", "lot"),
    lambda: changed("events.0.seat", 1),
    lambda: changed(f"events.{PLACED}.tile", "41"),
    lambda: changed(f"events.{PLACED}.points", 4),
    lambda: changed(f"events.{PLACED}.more", 4),
    lambda: without(f"events.{PLACED}", "seat"),
    lambda: without(f"events.{PLACED}", "spot"),
    lambda: without("", "seed"),
]


@pytest.mark.parametrize("made", REFUSED_BY_THE_SCHEMA)
def test_the_schema_refuses_what_the_reader_does(made: Callable[[], Any]) -> None:
    assert not VALIDATOR.is_valid(made())
    refused(made())
