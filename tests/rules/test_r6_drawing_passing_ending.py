"""R6, D2 to D4: drawing, passing, and the ends of a round."""

import random

import pytest

from sniffi.rules import (
    DRAW,
    PASS,
    Blocked,
    BoneyardEmpty,
    Draw,
    Drew,
    Ending,
    MustDraw,
    MustPlace,
    MustPlaceDrawn,
    Pass,
    Passed,
    Round,
    RoundOver,
    RoundResult,
    Tile,
    WentOut,
    cost_of,
    parse_tiles,
    pips,
    rounded_to_five,
    side_of,
    sides,
)
from tests.rules.made import (
    LOW_HAND,
    act,
    deal,
    deducted,
    first_round,
    order_of,
    place,
    placed,
    random_order,
    random_round,
)


def test_r6_1_who_can_place_must_place() -> None:
    round = act(deal("66", "56 00"), "66")
    assert round.legal_actions() == (place("56@66.line_a"), place("56@66.line_b"))


@pytest.mark.parametrize("refused_action", [Draw(), Pass()])
def test_r6_1_no_draw_and_no_pass_while_able_to_place(refused_action: Draw | Pass) -> None:
    round = act(deal("66", "56 00"), "66")
    with pytest.raises(MustPlace) as refused:
        round.act(refused_action)
    assert refused.value.rule == "R6.1"
    assert refused.value.action == refused_action
    assert refused.value.legal == round.legal_actions()


def test_r6_1_no_draw_instead_of_the_opening() -> None:
    with pytest.raises(MustPlace):
        deal("66", "").act(DRAW)


def test_r6_2_who_cannot_place_draws_one_tile_at_a_time() -> None:
    round = act(deal("66", LOW_HAND, boneyard="13 14 26"), "66")
    assert round.legal_actions() == (DRAW,)
    round = round.act(DRAW)
    assert round.hands[1] == (*parse_tiles(LOW_HAND), Tile(1, 3))
    assert (round.to_act, round.legal_actions(), len(round.boneyard)) == (2, (DRAW,), 13)


def test_r6_2_drawing_stops_at_the_first_tile_that_can_be_placed() -> None:
    round = act(deal("66", LOW_HAND, boneyard="13 26 36"), "66 draw draw")
    assert round.drawn is Tile(2, 6)
    for refused_action in (DRAW, PASS):
        with pytest.raises(MustPlaceDrawn) as refused:
            round.act(refused_action)
        assert refused.value.rule == "R6.2"
        assert refused.value.fields["drawn"] is Tile(2, 6)


def test_r6_2_that_very_tile_is_placed_at_any_spot_it_fits() -> None:
    round = act(deal("66", LOW_HAND, boneyard="26"), "66 draw")
    assert round.legal_actions() == (place("26@66.line_a"), place("26@66.line_b"))
    after = act(round, "26@66.line_b")
    assert (after.to_act, after.drawn) == (1, None)


def test_r6_2_no_other_tile_instead_of_the_drawn_one() -> None:
    round = act(deal("66", LOW_HAND, boneyard="26"), "66 draw")
    for other in ("00@66.line_a", "01"):
        with pytest.raises(MustPlaceDrawn) as refused:
            round.act(place(other))
        assert refused.value.legal == round.legal_actions()


def test_r6_3_no_pass_while_the_boneyard_has_tiles() -> None:
    round = act(deal("66", LOW_HAND), "66")
    with pytest.raises(MustDraw) as refused:
        round.act(PASS)
    assert refused.value.rule == "R6.3"
    assert refused.value.legal == (DRAW,)


def before_a_pass(players: int = 2) -> Round:
    """A random round where the seat to act can only pass."""
    rng = random.Random(1)
    while True:
        round = Round.deal(random_order(rng), players, 1)
        while round.result is None:
            if round.legal_actions() == (PASS,):
                return round
            round = round.act(rng.choice(round.legal_actions()))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r6_3_a_pass_is_legal_only_when_nothing_can_be_placed_or_drawn(players: int) -> None:
    round = before_a_pass(players)
    assert round.boneyard == ()
    assert not any(round.layout.fits(tile) for tile in round.hand)
    assert round.legal_actions() == (PASS,)
    with pytest.raises(BoneyardEmpty) as refused:
        round.act(DRAW)
    assert refused.value.rule == "R6.3"
    after = round.act(PASS)
    assert after.events[-1] == Passed(round.to_act)
    assert (after.layout, after.hands, after.scores) == (round.layout, round.hands, round.scores)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r6_4_blocked_when_the_boneyard_is_empty_and_nobody_can_place(players: int) -> None:
    round = first_round(players, Ending.BLOCK)
    assert round.boneyard == ()
    assert not any(round.layout.fits(tile) for hand in round.hands for tile in hand)
    assert round.result == RoundResult(Ending.BLOCK, None)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r6_5_going_out_ends_the_round(players: int) -> None:
    round = first_round(players, Ending.OUT)
    assert round.result is not None
    seat = placed(round)[-1].seat
    assert round.result == RoundResult(Ending.OUT, seat)
    assert round.hands[seat - 1] == ()


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("ending", [Ending.OUT, Ending.BLOCK])
def test_r6_5_every_hand_is_shown_and_deducted_on_its_own(players: int, ending: Ending) -> None:
    round = first_round(players, ending)
    told = deducted(round)
    assert [event.seat for event in told] == list(range(1, players + 1))
    assert tuple(event.hand for event in told) == round.hands
    for event in told:
        assert event.pips == pips(event.hand)  # type: ignore[arg-type]
        assert event.cost == rounded_to_five(event.pips)
    for side in sides(players):
        gained = sum(e.points for e in placed(round) if side_of(e.seat, players) == side)
        lost = sum(e.cost for e in told if side_of(e.seat, players) == side)
        assert round.scores[side - 1] == gained - lost


@pytest.mark.parametrize(
    ("held", "cost"),
    [(0, 0), (1, 0), (2, 0), (3, 5), (4, 5), (5, 5), (6, 5), (7, 5), (8, 10), (13, 15), (168, 170)],
)
def test_r6_5_pips_are_rounded_to_the_nearest_five(held: int, cost: int) -> None:
    assert rounded_to_five(held) == cost


def test_r6_5_both_hands_of_a_pair_are_rounded_before_they_are_subtracted() -> None:
    # Two hands of 3 pips cost 10, not 5 for 6 pips together.
    assert cost_of(parse_tiles("03")) + cost_of(parse_tiles("12")) == 10
    assert cost_of(parse_tiles("03 12")) == 5
    rng = random.Random(3)
    while True:
        round = random_round(4, rng)
        costs = {event.seat: event.cost for event in deducted(round)}
        held = {event.seat: event.pips for event in deducted(round)}
        together = {side: held[side] + held[side + 2] for side in (1, 2)}
        apart = {side: costs[side] + costs[side + 2] for side in (1, 2)}
        if any(rounded_to_five(together[side]) != apart[side] for side in (1, 2)):
            break
    for side in (1, 2):
        gained = sum(e.points for e in placed(round) if side_of(e.seat, 4) == side)
        assert round.scores[side - 1] == gained - apart[side]


def test_r6_5_a_partners_hand_costs_its_own_pair_when_the_other_went_out() -> None:
    round = first_round(4, Ending.OUT)
    assert round.result is not None
    assert round.result.seat is not None
    partner = (round.result.seat + 1) % 4 + 1
    told = {event.seat: event for event in deducted(round)}
    assert told[round.result.seat].cost == 0
    assert told[partner].cost == cost_of(round.hands[partner - 1]) > 0


def test_r6_6_who_went_out_is_recorded() -> None:
    round = first_round(3, Ending.OUT)
    assert round.result is not None
    assert WentOut(placed(round)[-1].seat) in round.events
    assert round.result.rule == "R6.5"


def test_r6_6_a_block_has_no_winner_and_no_bonus() -> None:
    round = first_round(2, Ending.BLOCK)
    assert round.result is not None
    assert (round.result.seat, round.result.rule) == (None, "R6.4")
    for side in (1, 2):
        gained = sum(event.points for event in placed(round) if event.seat == side)
        assert round.scores[side - 1] == gained - cost_of(round.hands[side - 1])


def test_r6_6_scores_may_go_below_zero() -> None:
    rng = random.Random(4)
    assert any(min(random_round(2, rng).scores) < 0 for _ in range(20))


def test_nothing_is_legal_after_the_round() -> None:
    round = first_round(2, Ending.OUT)
    assert round.legal_actions() == ()
    with pytest.raises(RoundOver) as refused:
        round.act(DRAW)
    assert refused.value.rule == "R6.5"


def test_d2_a_block_is_found_at_once_also_right_after_the_last_draw() -> None:
    rng = random.Random(0)
    befores = set()
    for _ in range(4000):
        round = random_round(4, rng)
        if round.result == RoundResult(Ending.BLOCK, None):
            at = round.events.index(Blocked())
            befores.add(type(round.events[at - 1]))
    # Never after a pass: the placement or the draw before it had blocked the round already.
    assert Drew in befores
    assert Passed not in befores


def test_d3_what_was_drawn_is_secret_and_how_many_is_public() -> None:
    round = act(deal("66", LOW_HAND, boneyard="13 14 26"), "66 draw draw")
    seen = round.seen_by(1)
    assert seen.events[-2:] == (Drew(2, None), Drew(2, None))
    assert (seen.hand_sizes, seen.boneyard_size) == ((6, 9), 12)
    assert round.seen_by(2).events[-1] == Drew(2, Tile(1, 4))


def test_d3_that_a_drawn_tile_fits_is_secret_until_it_is_placed() -> None:
    fits = act(deal("66", LOW_HAND, boneyard="26 13"), "66 draw")
    does_not = act(deal("66", LOW_HAND, boneyard="13 26"), "66 draw")
    assert fits.drawn is not None
    assert does_not.drawn is None
    assert fits.seen_by(1) == does_not.seen_by(1)


def test_d4_a_forced_action_is_an_event_of_its_own() -> None:
    round = act(deal("66", LOW_HAND, boneyard="13 56"), "66 draw draw 56@66.line_a")
    assert [event.name for event in round.events] == ["dealt", "placed", "drew", "drew", "placed"]
    passing = before_a_pass()
    assert passing.act(PASS).events[:-1] == passing.events


def test_made_orders_are_deals() -> None:
    order = order_of(["66", LOW_HAND], "13 14")
    assert sorted(tile.index for tile in order) == list(range(28))
