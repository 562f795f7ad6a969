"""Stories of rounds of which not every tile is known: what is possible is followed, what can be
proven impossible is refused."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sniffi.rules import (
    DRAW,
    FULL_SET,
    PASS,
    Blocked,
    Dealt,
    Deducted,
    Drew,
    Ending,
    EventMismatch,
    Game,
    GameView,
    Layout,
    LotDrawn,
    MaybeTile,
    MustPlace,
    NotASeat,
    NotTheFullSet,
    Passed,
    Place,
    Placed,
    Round,
    RoundEvent,
    RoundView,
    Tile,
    TileNotInHand,
    WentOut,
    next_seat,
    parse_tiles,
    pips,
    rounded_to_five,
)
from tests.rules.made import (
    LOW_HAND,
    act,
    deal,
    deducted,
    first_round,
    random_order,
    random_round,
)

BLANK = Dealt(1, 1, ((None,) * 7,) * 2, (None,) * 14)


def follow(view: RoundView, events: Iterable[RoundEvent]) -> RoundView:
    for event in events:
        view = view.follow(event)
    return view


def told(dealt: Dealt, *words: str) -> RoundView:
    """The story of two players told in placement notation; ``draw`` and ``pass`` tell no tile,
    ``draw:14`` does."""
    return told_on(RoundView.begin(dealt), *words)


def told_on(view: RoundView, *words: str) -> RoundView:
    for word in " ".join(words).split():
        view = view.follow(next_event(view, word))
    return view


def next_event(view: RoundView, word: str) -> RoundEvent:
    seat = view.to_act
    if word == "pass":
        return Passed(seat)
    if word.startswith("draw"):
        return Drew(seat, Tile.parse(word[5:]) if word[4:] else None)
    place = Place.parse(word)
    made = view.layout.place(place.tile, place.spot)
    score = view.game_scores[seat - 1] + made.points
    return Placed(seat, place.tile, place.spot, made.counted, made.total, made.points, score)


def hide(tiles: Sequence[MaybeTile], share: float, rng: random.Random) -> tuple[MaybeTile, ...]:
    return tuple(None if rng.random() < share else tile for tile in tiles)


def hidden_in_part(event: RoundEvent, share: float, rng: random.Random) -> RoundEvent:
    match event:
        case Dealt():
            hands = tuple(hide(hand, share, rng) for hand in event.hands)
            return replace(event, hands=hands, boneyard=hide(event.boneyard, share, rng))
        case Drew():
            return replace(event, tile=hide([event.tile], share, rng)[0])
    return event


@given(players=st.sampled_from([2, 3, 4]), seed=st.integers(0, 2**32), share=st.floats(0, 1))
def test_r1_4_every_round_is_followed_whatever_is_hidden(
    players: int, seed: int, share: float
) -> None:
    rng = random.Random(seed)
    round = random_round(players, rng)
    dealt, *events = round.events
    assert isinstance(dealt, Dealt)
    hidden = hidden_in_part(dealt, share, rng)
    assert isinstance(hidden, Dealt)
    view = RoundView.begin(hidden)
    for event in events:
        if isinstance(event, Deducted):
            # A hand may be told by its pips alone, or with some of its tiles.
            held = view.hands[event.seat - 1]
            shown = hide(event.hand, share, rng)
            hand = [
                tile if tile in held else seen for tile, seen in zip(event.hand, shown, strict=True)
            ]
            event = replace(event, hand=tuple(hand))
        view = view.follow(hidden_in_part(event, share, rng))
    assert (view.scores, view.result, view.layout) == (round.scores, round.result, round.layout)
    assert view.settled


@pytest.mark.parametrize("players", [2, 3, 4])
def test_d2_a_block_may_be_told_at_once_or_after_everyone_passed(players: int) -> None:
    round = first_round(players, Ending.BLOCK, seed=9)
    dealt, *events = (event.seen_by(None) for event in round.events)
    assert isinstance(dealt, Dealt)
    at = events.index(Blocked())
    view = follow(RoundView.begin(dealt), events[:at])
    assert follow(view, events[at:]).scores == round.scores
    for _ in range(players):
        view = view.follow(Passed(view.to_act))
    with pytest.raises(EventMismatch) as refused:
        view.follow(Passed(view.to_act))
    assert refused.value.expected == Blocked()
    assert follow(view, events[at:]).scores == round.scores


def with_empty_boneyard(players: int, seed: int = 0) -> Round:
    """A random round that goes on with an empty boneyard, though the seat to act can but pass."""
    rng = random.Random(seed)
    while True:
        round = Round.deal(random_order(rng), players, 1)
        while round.result is None:
            if round.legal_actions() == (PASS,):
                return round
            round = round.act(rng.choice(round.legal_actions()))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r6_4_no_block_while_a_tile_that_fits_is_left_whoever_holds_it(players: int) -> None:
    # Every hand is hidden, yet with the boneyard empty all that is left is in one of them.
    view = with_empty_boneyard(players).seen_by(None)
    with pytest.raises(EventMismatch) as refused:
        view.follow(Blocked())
    assert refused.value.expected is None


@pytest.mark.parametrize("players", [3, 4])
def test_r6_1_not_everyone_can_pass_while_a_tile_that_fits_is_left(players: int) -> None:
    view = with_empty_boneyard(players).seen_by(None)
    for _ in range(players - 1):
        view = view.follow(Passed(view.to_act))
    with pytest.raises(EventMismatch) as refused:
        view.follow(Passed(view.to_act))
    assert refused.value.rule == "R6.1"


def test_r6_1_a_hand_is_known_when_its_tiles_can_be_nowhere_else() -> None:
    # Seat 1 sees its own hand; with the boneyard empty the rest is in that of seat 2.
    round = with_empty_boneyard(2)
    me, other = round.to_act, next_seat(round.to_act, 2)
    view = round.seen_by(me).follow(Passed(me))
    with pytest.raises(MustPlace) as refused:
        view.follow(Passed(other))
    assert set(refused.value.legal) == set(round.act(PASS).legal_actions())


def test_r6_2_what_fitted_when_the_seat_drew_was_not_in_its_hand() -> None:
    # Seat 2 drew to [6|6] and placed [2|6]: [3|6] in its first hand would have been placed.
    story = "66 draw 26@66.line_a 06@66.line_b"
    view = told(BLANK, story)
    with pytest.raises(EventMismatch) as refused:
        view.follow(next_event(view, "36@66.branch_a"))
    assert refused.value.rule == "R6.2"
    told(BLANK, story, "24@26.low")
    # Of two tiles that it drew, the one that did not end its drawing does not fit either.
    told(BLANK, "66 draw draw 26@66.line_a")


def test_r6_2_a_tile_drawn_later_may_be_one_that_had_fitted() -> None:
    story = "66 draw 26@66.line_a 02@26.low draw 00@02.low 06@66.line_b"
    view = told(BLANK, story)
    # Its one hidden place filled since the first draw gave [0|0] already.
    with pytest.raises(EventMismatch):
        view.follow(next_event(view, "36@66.branch_a"))


def test_r6_2_only_the_drawn_tile_is_placed_even_when_it_was_told_not_to_fit() -> None:
    view = told(BLANK, "66 draw:13")
    with pytest.raises(EventMismatch):
        view.follow(next_event(view, "26@66.line_a"))
    told(BLANK, "66 draw:13 draw 26@66.line_a")


def test_r6_2_a_shown_hand_is_one_with_which_the_seat_could_not_place() -> None:
    # Seat 2 drew [2|6] to [6|6], so it held no other tile with a six before it.
    hands = (parse_tiles("66 16 11 01 04 44 46"), BLANK.hands[1])
    story = "66 draw 26@66.line_a 16@66.line_b 12@26.low 11@16.low 13@12.low 01@11.line_b"
    view = told(replace(BLANK, hands=hands), story, "03@13.high 04@01.low 02@03.low")
    view = told_on(view, "44@04.high 22@02.high 46@44.line_b")
    view = view.follow(WentOut(1)).follow(Deducted(1, (), 0, 0, view.scores[0]))
    assert view.hand_sizes == (0, 2)
    assert view.follow(told_hand(view, 2, parse_tiles("23 33"))).settled
    with pytest.raises(EventMismatch) as refused:
        view.follow(told_hand(view, 2, parse_tiles("23 36")))
    assert (refused.value.rule, refused.value.expected) == ("R6.2", None)


def told_hand(view: RoundView, seat: int, hand: tuple[MaybeTile, ...], held: int = 0) -> Deducted:
    held = held or pips(tile for tile in hand if tile is not None)
    cost = rounded_to_five(held)
    return Deducted(seat, hand, held, cost, view.game_scores[seat - 1] - cost)


def test_r6_2_a_told_boneyard_is_drawn_in_its_order() -> None:
    order = act(deal("66", LOW_HAND, boneyard="13 14 26"), "66")
    dealt = order.events[0]
    assert isinstance(dealt, Dealt)
    view = told(replace(dealt, hands=BLANK.hands), "66")
    with pytest.raises(EventMismatch) as refused:
        view.follow(Drew(2, Tile(1, 4)))
    assert refused.value.expected == Drew(2, Tile(1, 3))
    # A draw that is not told is known all the same.
    view = follow(view, [Drew(2, None)] * 3)
    assert view.drawn is Tile(2, 6)
    assert view.known_hand(2) == parse_tiles("13 14 26")


def test_r6_2_a_tile_told_to_be_in_the_boneyard_is_in_no_hand() -> None:
    dealt = replace(BLANK, boneyard=(*parse_tiles("13"), *[None] * 12, *parse_tiles("26")))
    view = told(dealt, "66 draw")
    with pytest.raises(TileNotInHand):
        view.follow(next_event(view, "26@66.line_a"))
    with pytest.raises(NotTheFullSet):
        view.follow(Drew(2, Tile(2, 6)))


def after_going_out() -> tuple[Round, RoundView]:
    """A round that seat 1 ended by going out, and a spectator's view of it before the hands."""
    rng = random.Random(2)
    while True:
        round = random_round(2, rng)
        if round.result is not None and round.result.seat == 1 and len(round.boneyard) > 4:
            break
    dealt, *events = (event.seen_by(None) for event in round.events)
    assert isinstance(dealt, Dealt)
    view = follow(RoundView.begin(dealt), events[: events.index(WentOut(1)) + 2])
    return round, view


def test_r6_5_a_hidden_hand_has_pips_that_its_number_of_tiles_can_have() -> None:
    round, view = after_going_out()
    size = len(round.hands[1])
    unknown = (None,) * size
    lowest = sum(sorted(tile.pips for tile in view.unseen)[:size])
    assert view.follow(told_hand(view, 2, unknown, lowest)).settled
    for impossible in (lowest - 1, 200):
        with pytest.raises(EventMismatch) as refused:
            view.follow(told_hand(view, 2, unknown, impossible))
        # The cost told was right for such pips: nothing of the kind is expected.
        assert (refused.value.rule, refused.value.expected) == ("R6.5", None)


def test_r6_5_a_wrong_cost_is_told_with_the_right_one() -> None:
    round, view = after_going_out()
    right = deducted(round)[1]
    with pytest.raises(EventMismatch) as refused:
        view.follow(replace(right, cost=right.cost + 5))
    assert (refused.value.rule, refused.value.expected) == ("R6.5", right)


def test_r6_5_with_the_boneyard_empty_the_hands_have_all_pips_that_are_left() -> None:
    round = first_round(2, Ending.BLOCK)
    dealt, *events = (event.seen_by(None) for event in round.events)
    assert isinstance(dealt, Dealt)
    view = follow(RoundView.begin(dealt), events[:-2])
    one, two = deducted(round)
    hidden = [replace(event, hand=(None,) * len(event.hand)) for event in (one, two)]
    assert follow(view, hidden).scores == round.scores
    view = view.follow(hidden[0])
    with pytest.raises(EventMismatch):
        view.follow(told_hand(view, 2, hidden[1].hand, two.pips + 1))


def test_r6_5_a_new_lot_or_deal_waits_until_every_hand_is_told() -> None:
    rng = random.Random(0)
    game = Game.new(2).draw_lot(parse_tiles("35 06"))
    for ending in (Ending.OUT, Ending.BLOCK):
        while True:
            after = game.deal(random_order(rng))
            while after.round is not None and after.round.result is None:
                after = after.act(rng.choice(after.legal_actions()))
            assert after.round is not None
            assert after.round.result is not None
            if after.round.result.ending is ending:
                break
        view = GameView.replay(2, after.events[:-1])
        for early in (
            LotDrawn(2, 1, ((1, Tile(0, 1)), (2, Tile(1, 1))), 2),
            replace(BLANK, round=2),
        ):
            with pytest.raises(EventMismatch) as refused:
                view.follow(early)
            assert refused.value.rule == "R6.5"


def test_r6_a_hand_that_the_viewer_does_not_know_has_no_draw_or_pass_for_sure() -> None:
    assert RoundView.begin(BLANK, seat=1).legal_actions() == ()
    known = replace(BLANK, hands=((Tile(1, 4), *[None] * 6), BLANK.hands[1]))
    assert RoundView.begin(known, seat=1).legal_actions() == (Place(Tile(1, 4)),)


@pytest.mark.parametrize("event", [None, "passed", BLANK, LotDrawn(1, 1, (), 1)])
def test_what_is_no_event_of_a_round_is_refused(event: object) -> None:
    with pytest.raises(EventMismatch):
        RoundView.begin(BLANK).follow(event)  # type: ignore[arg-type]


def test_r1_1_a_told_seat_is_one_of_the_players() -> None:
    with pytest.raises(NotASeat):
        told(BLANK, "66").follow(Passed(3))


@pytest.mark.parametrize("wrong", ["14", 7, []])
def test_r1_2_what_is_dealt_is_tiles(wrong: object) -> None:
    hand = (wrong, *[None] * 6)
    with pytest.raises(NotTheFullSet):
        RoundView.begin(replace(BLANK, hands=(hand, BLANK.hands[1])))  # type: ignore[arg-type]


def test_a_view_keeps_no_list_that_somebody_else_can_change() -> None:
    hand: list[MaybeTile] = [None] * 7
    view = RoundView.begin(Dealt(1, 1, (hand, BLANK.hands[1]), BLANK.boneyard))  # type: ignore[arg-type]
    before = hash(view)
    hand.append(Tile(0, 0))
    assert hash(view) == before
    assert view == RoundView.begin(BLANK)


def test_the_story_of_a_full_deal_is_as_strict_as_the_round() -> None:
    round = act(deal("66", LOW_HAND, boneyard="13 14"), "66")
    dealt = round.events[0]
    assert isinstance(dealt, Dealt)
    view = follow(RoundView.begin(dealt), round.events[1:])
    with pytest.raises(EventMismatch):
        view.follow(Drew(2, FULL_SET[-2]))
    assert view.follow(Drew(2, Tile(1, 3))).hands == round.act(DRAW).hands
    assert view.layout == Layout.of((Tile(6, 6), None))
