"""R3: placing."""

import pytest

from sniffi.rules import (
    DoesNotFit,
    Draw,
    Layout,
    NoSuchPort,
    NotAPort,
    NothingToJoin,
    Place,
    Port,
    Refused,
    Spot,
    SpotNotNamed,
    SpotTaken,
    Tile,
    TileAlreadyPlaced,
    TileNotInHand,
    TileNotInLayout,
    ports_of,
)
from tests.rules.made import act, deal, layout, place, spot


def spots(placements: str) -> list[str]:
    return [str(open_spot) for open_spot in layout(placements).spots]


def counted(placements: str) -> list[tuple[str, int]]:
    return [(str(part.tile), part.value) for part in layout(placements).counted]


def test_r3_1_the_starter_may_open_with_any_tile_in_hand() -> None:
    round = deal("00 13 66 25", "")
    assert round.legal_actions() == tuple(Place(tile) for tile in round.hands[0])


def test_r3_1_the_opening_joins_nothing() -> None:
    with pytest.raises(NothingToJoin):
        Layout().place(Tile(1, 4), spot("44.line_a"))


def test_r3_1_only_a_tile_in_hand() -> None:
    with pytest.raises(TileNotInHand) as refused:
        deal("00", "66").act(place("66"))
    assert refused.value.action == place("66")
    assert place("00") in refused.value.legal


def test_r3_2_a_tile_joins_an_open_spot_with_a_half_of_the_same_value() -> None:
    joined = layout("14 34@14.high")
    assert joined.joins[0].port is Port.HIGH
    assert joined.joins[0].new_port is Port.HIGH
    assert spots("14 34@14.high") == ["14.low", "34.low"]


def test_r3_2_a_half_of_another_value_does_not_fit() -> None:
    with pytest.raises(DoesNotFit) as refused:
        layout("14 35@14.low")
    assert refused.value.rule == "R3.2"
    assert refused.value.fields["value"] == 1
    with pytest.raises(DoesNotFit) as refused:
        layout("14 46@14.low")
    assert refused.value.legal == (place("46@14.high"),)


def test_r3_2_the_other_half_is_the_new_end() -> None:
    assert counted("14 34@14.high") == [("14", 1), ("34", 3)]


def test_r3_2_one_placement_ends_the_turn() -> None:
    round = act(deal("14 34 45", "24"), "14")
    assert round.to_act == 2
    with pytest.raises(TileNotInHand):
        round.act(place("34@14.high"))


def test_r3_2_a_spot_is_joined_once() -> None:
    with pytest.raises(SpotTaken) as refused:
        layout("14 34@14.high 45@14.high")
    assert refused.value.fields["by"] is Tile(3, 4)
    # The half by which a tile itself was joined is taken too.
    with pytest.raises(SpotTaken) as refused:
        layout("14 34@14.high 45@34.high")
    assert refused.value.fields["by"] is Tile(1, 4)


def test_r3_2_the_spot_is_a_tile_on_the_table() -> None:
    with pytest.raises(TileNotInLayout):
        layout("14 34@45.low")


def test_r3_2_the_spot_must_be_named() -> None:
    with pytest.raises(SpotNotNamed) as refused:
        layout("14 34")
    assert refused.value.legal == (place("34@14.high"),)


def test_r3_2_a_tile_lies_once() -> None:
    for again in ("14 14@14.low", "14 14", "14 34@14.high 14@34.low"):
        with pytest.raises(TileAlreadyPlaced) as refused:
            layout(again)
        assert refused.value.rule == "R1.2"


def test_r3_3_a_double_at_an_end_counts_both_halves() -> None:
    assert counted("16 66@16.high") == [("16", 1), ("66", 12)]


def test_r3_3_a_double_inside_counts_nothing() -> None:
    # [1|1] is the Sniff here, so [6|6] is a common double.
    placements = "11 16@11.line_a 66@16.high 26@66.line_b"
    assert counted(placements) == [("11", 2), ("26", 2)]


def test_r3_4_a_plain_tile_has_two_ports_low_and_high() -> None:
    assert ports_of(Tile(1, 4)) == (Port.HIGH, Port.LOW)
    assert spot("14.low").value == 1
    assert spot("14.high").value == 4


def test_r3_4_a_double_has_lines_and_branches() -> None:
    assert ports_of(Tile(4, 4)) == (Port.LINE_A, Port.LINE_B, Port.BRANCH_A, Port.BRANCH_B)
    assert {spot(f"44.{port}").value for port in ports_of(Tile(4, 4))} == {4}


@pytest.mark.parametrize("wrong", ["34@14.line_a", "34@14.branch_b"])
def test_r3_4_a_plain_tile_has_no_lines(wrong: str) -> None:
    with pytest.raises(NoSuchPort) as refused:
        layout(f"14 {wrong}")
    assert refused.value.rule == "R3.4"
    assert refused.value.fields["ports"] == ("high", "low")


def test_r3_4_a_double_has_no_ends() -> None:
    with pytest.raises(NoSuchPort):
        layout("44 14@44.high")


def test_r3_4_a_double_joins_by_its_line_a() -> None:
    joined = layout("14 44@14.high")
    assert joined.joins[0].new_port is Port.LINE_A
    assert spots("14 44@14.high") == ["14.low", "44.line_b"]
    with pytest.raises(SpotTaken):
        layout("14 44@14.high 34@44.line_a")


@pytest.mark.parametrize("line", ["line_a", "line_b"])
def test_r3_4_both_lines_of_an_opening_double_are_open(line: str) -> None:
    assert spots("44") == ["44.line_a", "44.line_b"]
    other = {"line_a": "line_b", "line_b": "line_a"}[line]
    assert spots(f"44 14@44.{line}") == ["14.low", f"44.{other}"]


def test_every_refusal_names_action_rule_and_what_is_legal() -> None:
    with pytest.raises(Refused) as refused:
        act(deal("14 46", "35"), "14").act(place("35@14.low"))
    error = refused.value
    assert error.action == place("35@14.low")
    assert error.rule == "R3.2"
    assert error.legal == act(deal("14 46", "35"), "14").legal_actions()
    assert str(error).startswith("R3.2 does-not-fit (action: 35@14.low, value: 1, legal: ")


def test_r3_4_a_port_may_be_given_by_its_name() -> None:
    named = Spot(Tile(0, 5), "low")  # type: ignore[arg-type]
    assert (named.port, named.value) == (Port.LOW, 0)
    assert named.port is Port.LOW
    assert act(deal("05", "00"), "05").act(Place(Tile(0, 0), named)).scores == (5, 5)


@pytest.mark.parametrize("port", ["lowest", "LOW", "", None, 1])
def test_r3_4_no_other_ports(port: object) -> None:
    with pytest.raises(NotAPort):
        Spot(Tile(0, 5), port)  # type: ignore[arg-type]


@pytest.mark.parametrize("opened", [False, True])
@pytest.mark.parametrize(
    "action",
    [None, "draw", Draw, 14, Place("14"), Place(Tile(0, 0), "05.low")],  # type: ignore[arg-type]
)
def test_what_is_no_action_at_all_is_a_type_error(action: object, opened: bool) -> None:
    round = deal("05", "00")
    with pytest.raises(TypeError, match="not an action"):
        (act(round, "05") if opened else round).act(action)  # type: ignore[arg-type]
