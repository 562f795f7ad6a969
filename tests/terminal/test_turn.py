"""One decision, step by step: nothing is chosen silently, and what is refused changes nothing."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sniffi.rules import (
    DRAW,
    FULL_SET,
    PASS,
    Action,
    DoesNotFit,
    MustDraw,
    MustPlace,
    MustPlaceDrawn,
    Place,
    Port,
    Round,
    SniffiError,
    Spot,
    SpotTaken,
    Tile,
    TileAlreadyPlaced,
    TileNotInHand,
    parse_tiles,
)
from sniffi.terminal.commands import Command, Enter, Number, Word
from sniffi.terminal.turn import (
    FitsNowhere,
    NothingToTakeBack,
    NotOnTheList,
    OneNumberAlone,
    TileAwaited,
    Turn,
)
from sniffi.words import LANGUAGES, Words


def dealt(hand: str, other: str, boneyard: str = "") -> Round:
    """A round of two in which seat 1 has ``hand``, seat 2 ``other``, and seat 1 opens; the tiles
    of ``boneyard`` are drawn first."""
    named = [*parse_tiles(hand), *parse_tiles(other), *parse_tiles(boneyard)]
    return Round.deal([*named, *(t for t in FULL_SET if t not in named)], players=2, starter=1)


def decided(round: Round, *commands: Command) -> Action | None:
    turn = turn_of(round)
    for command in commands:
        turn.take(command)
    return turn.decided


def turn_of(round: Round) -> Turn:
    return Turn(round.seen_by(round.to_act), round.refusal)


def place(text: str) -> Place:
    return Place.parse(text)


OPENED = dealt("22 00 01 03 04 05 06", "23 24 12 55 56 66 45", "33").act(place("22"))
"""[2|2] lies alone: both its lines are open."""


def test_opening_needs_no_spot() -> None:
    round = dealt("22 00 01 03 04 05 06", "23 24 12 55 56 66 45")
    assert decided(round, Tile(0, 3)) == place("03")


def test_r3_2_two_spots_of_the_same_value_are_asked() -> None:
    turn = turn_of(OPENED)
    turn.take(Tile(2, 3))
    assert turn.decided is None
    assert turn.places == (place("23@22.line_a"), place("23@22.line_b"))
    turn.take(Number(2))
    assert turn.decided == place("23@22.line_b")


def test_one_spot_is_taken_at_once() -> None:
    round = OPENED.act(place("23@22.line_a"))
    # Seat 1 holds [0|3] only for the end of [2|3].
    assert decided(round, Tile(0, 3)) == place("03@23.high")


def test_a_whole_placement_decides() -> None:
    assert decided(OPENED, place("12@22.line_b")) == place("12@22.line_b")


@pytest.mark.parametrize("number", [0, 3, 9])
def test_a_number_off_the_list_is_refused(number: int) -> None:
    turn = turn_of(OPENED)
    turn.take(Tile(2, 3))
    with pytest.raises(NotOnTheList):
        turn.take(Number(number))
    assert turn.tile is Tile(2, 3)
    assert turn.decided is None


def test_another_tile_can_be_chosen_instead() -> None:
    turn = turn_of(OPENED)
    turn.take(Tile(2, 3))
    turn.take(Tile(2, 4))
    assert turn.tile is Tile(2, 4)
    turn.take(Word.BACK)
    assert turn.places == ()
    with pytest.raises(NothingToTakeBack):
        turn.take(Word.BACK)


@pytest.mark.parametrize(
    ("command", "error", "rule"),
    [
        (Tile(0, 0), TileNotInHand, "R3.1"),
        (Tile(2, 2), TileAlreadyPlaced, "R1.2"),
        (Tile(5, 5), FitsNowhere, "R3.2"),
        (place("55@22.line_a"), DoesNotFit, "R3.2"),
        (Word.DRAW, MustPlace, "R6.1"),
        (Word.PASS, MustPlace, "R6.1"),
        (Number(5), OneNumberAlone, None),
        (Enter(), TileAwaited, None),
        (Word.BACK, NothingToTakeBack, None),
    ],
)
def test_what_is_refused_says_why_and_changes_nothing(
    command: Command, error: type[SniffiError], rule: str | None
) -> None:
    turn = turn_of(OPENED)
    with pytest.raises(error) as refused:
        turn.take(command)
    assert refused.value.rule == rule
    assert (turn.decided, turn.tile) == (None, None)
    turn.take(place("23@22.line_a"))
    assert turn.decided == place("23@22.line_a")


def test_a_taken_spot_names_what_lies_there() -> None:
    round = OPENED.act(place("23@22.line_a"))
    with pytest.raises(SpotTaken):
        turn_of(round).take(place("03@22.line_a"))


NOTHING_FITS = dealt("22 00 01 03 04 05 06", "13 14 15 55 56 66 45", "11 12").act(place("22"))
"""Seat 2 holds no tile with a 2 and will draw [1|1], then [1|2]."""


@pytest.mark.parametrize("command", [Enter(), Word.DRAW])
def test_r6_2_enter_or_the_word_draws(command: Command) -> None:
    turn = turn_of(NOTHING_FITS)
    assert turn.draws
    turn.take(command)
    assert turn.decided == DRAW


@pytest.mark.parametrize(
    ("command", "error"),
    [(Word.PASS, MustDraw), (Tile(1, 3), FitsNowhere), (Number(1), OneNumberAlone)],
)
def test_r6_2_nothing_else_will_do(command: Command, error: type[SniffiError]) -> None:
    with pytest.raises(error):
        turn_of(NOTHING_FITS).take(command)


def test_r6_2_the_drawn_tile_is_placed_and_its_spot_asked() -> None:
    drawn = NOTHING_FITS.act(DRAW)
    assert turn_of(drawn).draws
    turn = turn_of(drawn.act(DRAW))
    assert turn.forced
    assert turn.tile is Tile(1, 2)
    assert turn.decided is None
    for command in (Word.BACK, Word.DRAW, Word.PASS, Tile(1, 3), place("13@22.line_a")):
        with pytest.raises(MustPlaceDrawn):
            turn.take(command)
    turn.take(Enter())
    assert turn.decided is None
    turn.take(Number(1))
    assert turn.decided == place("12@22.line_a")


def test_what_fits_nowhere_names_the_values_that_are_open() -> None:
    with pytest.raises(FitsNowhere) as refused:
        turn_of(OPENED).take(Tile(5, 6))
    assert refused.value.fields["values"] == (2,)
    for language in LANGUAGES:
        said = Words(language).refusal(refused.value)
        assert "[5|6]" in said
        assert "R3.2" in said
        assert "[2|3]" in said, "what would be legal"


COMMANDS = st.one_of(
    st.sampled_from(FULL_SET),
    st.builds(
        Place,
        st.sampled_from(FULL_SET),
        st.builds(Spot, st.sampled_from(FULL_SET), st.sampled_from(Port)),
    ),
    st.builds(Number, st.integers(0, 9)),
    st.just(Enter()),
    st.sampled_from([Word.DRAW, Word.PASS, Word.BACK]),
)


@given(st.randoms(use_true_random=False), st.lists(COMMANDS, max_size=6), st.integers(0, 25))
def test_whatever_is_typed_only_legal_actions_are_decided(
    random: Random, commands: list[Command], plies: int
) -> None:
    order = list(FULL_SET)
    random.shuffle(order)
    round = Round.deal(order, players=random.choice((2, 3, 4)), starter=1)
    for _ in range(plies):
        if round.result is None:
            round = round.act(random.choice(round.legal_actions()))
    if round.result is not None or round.legal_actions() == (PASS,):
        return
    turn = turn_of(round)
    for command in commands:
        if turn.decided is not None:
            break
        before = turn.tile
        try:
            turn.take(command)
        except SniffiError:
            assert turn.tile is before
    assert turn.decided is None or turn.decided in round.legal_actions()
