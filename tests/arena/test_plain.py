"""The JSON of a comparison: its keys, their order and their kinds."""

from __future__ import annotations

import json

import jsonschema

from sniffi.arena import compare, comparison_to_json

NUMBER = {"type": ["number", "null"]}


def closed(**properties: object) -> dict[str, object]:
    """An object with exactly these keys."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def array(items: object) -> dict[str, object]:
    return {"type": "array", "items": items, "minItems": 2, "maxItems": 4}


AVERAGE = closed(mean={"type": "number"}, error=NUMBER, low=NUMBER, high=NUMBER)
MILLISECONDS = {"type": "number", "minimum": 0}
SCHEMA = closed(
    bots=array({"type": "string"}),
    players={"enum": [2, 3, 4]},
    games={"type": "boolean"},
    seed={"type": "integer", "minimum": 0},
    deals={"type": "integer", "minimum": 1},
    plays={"type": "integer", "minimum": 2},
    results=array(
        closed(
            bot={"type": "string"},
            margin=AVERAGE,
            won=AVERAGE,
            decisions={"type": "integer", "minimum": 0},
        )
    ),
    times=closed(
        seconds={"type": "number", "exclusiveMinimum": 0},
        plays_per_second={"type": "number", "exclusiveMinimum": 0},
        bots=array(
            closed(
                bot={"type": "string"},
                mean_ms=MILLISECONDS,
                within_99_percent_ms=MILLISECONDS,
                max_ms=MILLISECONDS,
            )
        ),
    ),
)


def keys(schema: object, value: object) -> None:
    """Keys come in the order of the schema."""
    if isinstance(value, list) and isinstance(schema, dict):
        for item in value:
            keys(schema["items"], item)
    elif isinstance(value, dict) and isinstance(schema, dict):
        assert list(value) == schema["required"]
        for key, item in value.items():
            keys(schema["properties"][key], item)


def test_it_has_the_keys_of_the_schema_in_their_order() -> None:
    for bots, rounds, games in (
        (["greedy", "random"], 3, False),
        (["greedy", "random"], 1, True),
        (["greedy", "random", "random"], 1, False),
    ):
        plain = comparison_to_json(compare(bots, rounds=rounds, games=games))
        jsonschema.validate(plain, SCHEMA)
        keys(SCHEMA, plain)


def test_it_says_what_the_comparison_says() -> None:
    found = compare(["greedy", "random"], rounds=20, seed=3)
    plain = json.loads(json.dumps(comparison_to_json(found)))
    margin = found.results[0].margin
    told = plain["results"][0]["margin"]
    assert told == {
        "mean": round(margin.mean, 6),
        "error": round(margin.error or 0, 6),
        "low": round(margin.low or 0, 6),
        "high": round(margin.high or 0, 6),
    }
    assert (plain["bots"], plain["deals"], plain["plays"], plain["seed"]) == (
        ["greedy", "random"],
        20,
        40,
        3,
    )


def test_a_single_deal_has_no_error() -> None:
    plain = comparison_to_json(compare(["greedy", "random"], rounds=1))
    margin = plain["results"][0]["margin"]
    assert (margin["error"], margin["low"], margin["high"]) == (None, None, None)
