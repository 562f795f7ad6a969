"""Rounds told tile by tile: what is refused, and what is kept as it was."""

from __future__ import annotations

import pytest

from sniffi.referee import Sheet
from sniffi.referee.errors import (
    HandCount,
    HandImpossible,
    HeldBefore,
    NotAContender,
    NotBlocked,
    NotThatHand,
    NotThisWay,
    SomebodyFits,
)
from sniffi.referee.facts import Block, Draws, Fact, Holds, Lot, Passes, Places, Scores, Starts
from sniffi.referee.writing import note
from sniffi.rules import (
    DoesNotFit,
    Ending,
    MustDraw,
    NotALot,
    NotNow,
    NotYourTurn,
    Place,
    Tile,
    TileAlreadyPlaced,
    parse_tiles,
)
from tests.referee.made import facts_of, head, played, sheet


def places(text: str, seat: int, total: int | None = None) -> Places:
    placed = Place.parse(text)
    return Places(seat, placed.tile, placed.spot, total)


OPENED = (Starts(1), places("44", 1), places("46@44.line_a", 2), places("14@44.line_b", 1))


def test_r5_1_sums_and_points_come_from_the_layout() -> None:
    told = sheet(head(), *OPENED)
    assert told.position.scores == (15, 0)
    assert told.position.to_act == 2
    laid = told.position.laid
    assert laid is not None
    assert laid.view.hand_sizes == (5, 6)
    assert len(laid.unseen) == 25


REFUSED: list[tuple[Fact, type[Exception], str | None]] = [
    (places("11@46.high", 2), DoesNotFit, "R3.2"),
    (places("46@14.low", 2), TileAlreadyPlaced, "R1.2"),
    (places("11@14.low", 1), NotYourTurn, "R2.2"),
    (Passes(2), MustDraw, "R6.3"),
    (Block(), NotBlocked, "R6.4"),
    (Holds(2, (), 5), NotThatHand, "R6.5"),
    (Scores(2, 5), NotThisWay, None),
    (Starts(2), NotNow, None),
]


@pytest.mark.parametrize(
    ("fact", "error", "rule"), REFUSED, ids=[each[1].__name__ for each in REFUSED]
)
def test_what_cannot_be_is_refused_with_its_rule(
    fact: Fact, error: type[Exception], rule: str | None
) -> None:
    with pytest.raises(error) as caught:
        note(sheet(head(), *OPENED), fact)
    assert getattr(caught.value, "rule", None) == rule


def test_r6_2_a_tile_that_was_in_hand_when_its_player_drew() -> None:
    told = sheet(head(), *OPENED, Draws(2, 2), places("11@14.low", 2), places("66@46.high", 1))
    laid = told.position.laid
    assert laid is not None
    assert laid.view.hand_sizes == (4, 7)
    # The ends were 6 and 1: what fits them and shows later must have been the last one drawn.
    with pytest.raises(HeldBefore) as caught:
        note(sheet(head(), *OPENED, Draws(2, 1), places("11@14.low", 2), places("66@46.high", 1)),
             places("16@66.line_b", 2))  # fmt: skip
    assert caught.value.rule == "R6.2"


def test_r2_1_a_lot_by_hand_that_ties_is_drawn_again_by_the_tied() -> None:
    three = head(3)
    first = Lot(((1, Tile(3, 3)), (2, Tile(0, 6)), (3, Tile(0, 1))), on_screen=False)
    tied = sheet(three, first)
    assert tied.position.contenders == (1, 2)
    with pytest.raises(NotALot):
        note(tied, Lot(((1, Tile(3, 3)),), on_screen=False))
    with pytest.raises(NotAContender):
        note(tied, Starts(3))
    then = sheet(three, first, Lot(((1, Tile(0, 0)), (2, Tile(0, 1))), on_screen=True))
    assert then.position.to_act == 2


def test_r7_2_the_win_is_at_once_and_nothing_is_deducted() -> None:
    won = sheet(head(target=15), *OPENED)
    assert won.over
    assert won.position.winner == 1
    assert won.position.due_hand is None
    with pytest.raises(NotNow):
        note(won, places("11@14.low", 2))


def leftover(players: int, ending: Ending) -> tuple[Sheet, list[Fact], int]:
    """A round that ended so, told up to the first leftover hand, and the hands to come."""
    for seed in range(10_000):
        game = played(players, seed, 500, most_events=2)
        while game.round is not None and game.round.result is None:
            game = game.act(game.legal_actions()[0])
        if game.round is not None and game.round.result is not None:
            result = game.round.result
            if result.ending is ending:
                facts = list(facts_of(game.events))
                hands: list[Fact] = [fact for fact in facts if isinstance(fact, Holds)]
                told = [fact for fact in facts if not isinstance(fact, Holds)]
                return sheet(head(players, target=500), *told), hands, seed
    raise AssertionError("no such round")


def test_r2_3_who_went_out_opens_the_next_round() -> None:
    told, hands, seed = leftover(2, Ending.OUT)
    assert told.position.due_hand == hands[0].seat, seed  # type: ignore[union-attr]
    (hand,) = hands
    assert isinstance(hand, Holds)
    with pytest.raises(HandCount):
        note(told, Holds(hand.seat, hand.tiles[1:]))
    after, _ = told.position.after(hand)
    assert after.number == 2
    assert after.to_act == 3 - hand.seat


@pytest.mark.parametrize("pips_only", [False, True])
def test_r6_5_each_hand_of_a_pair_is_rounded_on_its_own_after_a_block(pips_only: bool) -> None:
    told, hands, _ = leftover(4, Ending.BLOCK)
    position = told.position
    costs = [0, 0]
    for hand in hands:
        assert isinstance(hand, Holds)
        pips = sum(tile.pips for tile in hand.tiles)
        costs[(hand.seat - 1) % 2] += (pips + 2) // 5 * 5
        position, _ = position.after(Holds(hand.seat, (), pips) if pips_only else hand)
    before = told.position.scores
    assert position.scores == (before[0] - costs[0], before[1] - costs[1])
    # After a block there is a new lot.
    assert position.contenders == (1, 2, 3, 4)
    assert position.number == 2


def test_r6_5_a_hand_that_nobody_can_have_is_refused() -> None:
    told, (hand,), _ = leftover(2, Ending.OUT)
    assert isinstance(hand, Holds)
    on_the_table = tuple(line.fact.tile for line in told.lines if isinstance(line.fact, Places))[
        : len(hand.tiles)
    ]
    for wrong in (Holds(hand.seat, (), 168), Holds(hand.seat, on_the_table)):
        with pytest.raises(HandImpossible):
            note(told, wrong)


def test_r6_1_not_everybody_passes_while_a_tile_in_a_hand_fits() -> None:
    for seed in range(1_000):
        game = played(2, seed, 500, most_events=30)
        told = sheet(head(target=500), *facts_of(game.events))
        laid, turn = told.position.laid, told.position.to_act
        if laid is None or turn is None or laid.view.boneyard_size or laid.blocked:
            continue
        passed = sheet(head(target=500), *facts_of(game.events), Passes(turn))
        if passed.lines[-1].error is None:
            with pytest.raises(SomebodyFits) as caught:
                note(passed, Passes(3 - turn))
            fitting = [tile for tile in laid.unseen if laid.layout.fits(tile)]
            assert list(caught.value.fields["tiles"]) == fitting != [], seed
            return
    raise AssertionError("no such round")


def test_d2_a_block_is_found_by_everybody_passing_in_turn() -> None:
    told, _, _ = leftover(3, Ending.BLOCK)
    facts = [line.fact for line in told.lines if not isinstance(line.fact, Block)]
    passing = sheet(head(3, target=500), *facts)
    seat = passing.position.to_act
    assert seat is not None
    for _ in range(3):
        assert passing.position.due_hand is None
        passing = sheet(head(3, target=500), *facts, Passes(seat))
        facts.append(Passes(seat))
        seat = seat % 3 + 1
    assert passing.position.due_hand == 1
    assert passing.position.laid is not None


def test_a_tile_that_does_not_fit_is_kept_as_it_was_and_lies_aside() -> None:
    told = sheet(head(), *OPENED, places("11@46.high", 2, total=10))
    laid = told.position.laid
    assert laid is not None
    assert laid.aside == (Tile(1, 1),)
    assert Tile(1, 1) not in laid.unseen
    assert laid.view.hand_sizes == (5, 5)
    assert told.position.scores == (15, 10)
    assert told.position.to_act == 1
    assert not told.regular
    # The round goes on by what lies on the table.
    with pytest.raises(TileAlreadyPlaced):
        note(told, places("11@14.low", 1))
    after, _ = told.position.after(places("66@46.high", 1))
    assert after.to_act == 2


def test_a_wrong_sum_at_a_right_spot_joins_the_tile() -> None:
    told = sheet(head(), *OPENED[:3], places("14@44.line_b", 1, total=20))
    laid = told.position.laid
    assert laid is not None
    assert laid.aside == ()
    assert laid.layout.tiles[-1] is Tile(1, 4)
    assert told.position.scores == (20, 0)
    assert told.lines[-1].marked


def test_hands_are_counted_after_a_round_that_broke_the_rules() -> None:
    told = sheet(head(), *OPENED, Block(as_was=True), Holds(1, parse_tiles("00 01 02 03 05")))
    assert told.position.due_hand == 2
    assert told.position.scores == (15 - 10, 0)
