import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sniffi.deal import Deck
from sniffi.record import GameRecord, Outcome, Subject, loads, verify
from sniffi.record.lines import lines_of
from sniffi.rules import (
    Dealt,
    Drew,
    Game,
    LotDrawn,
    Placed,
    Tile,
)
from tests.record.made import NAMES, NONCES, SEED, at_a_table, played, whole
from tests.rules.made import random_game


@given(st.integers(0, 2**32), st.integers(2, 4), st.integers(0, 4))
@settings(max_examples=15)
def test_a_game_dealt_from_its_seed_verifies(seed: int, players: int, nonces: int) -> None:
    rng = random.Random(seed)
    deck = Deck(rng.randbytes(32), NONCES[: min(nonces, players)])
    game = played(players, rng, deck, target=60)
    record = GameRecord.of(game, NAMES[:players], deck=deck)
    verified = verify(record)
    assert verified.ok
    assert verified.committed
    assert verified.outcome is Outcome.MATCH
    lots = [event for event in game.events if isinstance(event, LotDrawn)]
    rounds = [event for event in game.events if isinstance(event, Dealt)]
    assert [check.subject for check in verified.checks].count(Subject.LOT) == len(lots)
    assert [check.round for check in verified.checks if check.subject is Subject.ROUND] == list(
        range(1, len(rounds) + 1)
    )
    for check in verified.checks:
        assert check.told == check.due
    # What a seat saw of it, and what a table wrote down, is checked as far as it is known.
    for seat in (None, 1, players):
        partly = replace(record.seen_by(seat), seed=deck.seed)
        assert verify(partly).outcome is Outcome.PARTLY
    table = replace(record, events=at_a_table(game, rng))
    assert verify(table).outcome is Outcome.PARTLY


@given(st.integers(0, 2**32), st.integers(0, 255))
@settings(max_examples=12)
def test_another_seed_nonce_or_commitment_does_not_verify(seed: int, at: int) -> None:
    record = whole(seed % 50, target=30)
    other = bytearray(SEED)
    other[at // 8] ^= 1 << at % 8
    verified = verify(replace(record, seed=bytes(other)))
    assert not verified.ok
    assert {check.subject for check in verified.mismatches} == set(Subject)
    verified = verify(replace(record, nonces=("aino", "Eero")))
    assert verified.outcome is Outcome.MISMATCH
    assert {check.subject for check in verified.mismatches} == {Subject.LOT, Subject.ROUND}
    verified = verify(replace(record, commitment="0" * 64))
    assert [check.subject for check in verified.mismatches] == [Subject.COMMITMENT]


def test_a_deal_that_was_tampered_with_is_told_by_its_round() -> None:
    deck = Deck(SEED)
    rng = random.Random(3)
    game = played(2, rng, deck, target=100)
    at = [at for at, event in enumerate(game.events) if isinstance(event, Dealt)][2]
    dealt = game.events[at]
    assert isinstance(dealt, Dealt)
    # The last two tiles of the boneyard, which nobody drew.
    swapped = replace(dealt, boneyard=dealt.boneyard[:-2] + dealt.boneyard[:-3:-1])
    events = (*game.events[:at], swapped, *game.events[at + 1 :])
    record = GameRecord(2, 100, NAMES[:2], events, commitment=deck.commitment, seed=deck.seed)
    record.game()
    (wrong,) = verify(record).mismatches
    assert (wrong.subject, wrong.round) == (Subject.ROUND, 3)
    assert wrong.told != wrong.due


def test_games_from_elsewhere_do_not_verify() -> None:
    game = random_game(3, random.Random(9), target=30)
    record = GameRecord.of(game, NAMES[:3], deck=Deck(SEED))
    verified = verify(record)
    assert verified.checks[0].outcome is Outcome.MATCH
    assert all(check.outcome is Outcome.MISMATCH for check in verified.checks[1:])


def test_without_a_seed_nothing_can_be_checked_yet() -> None:
    record = replace(whole(2), seed=None)
    verified = verify(record)
    assert not verified.ok
    assert verified.committed
    assert {check.outcome for check in verified.checks} == {Outcome.NO_SEED}
    assert len(verified.checks) == len(verify(whole(2)).checks)
    assert not verify(GameRecord.of(Game.new(2), NAMES[:2])).committed


def test_a_deal_of_too_few_tiles_does_not_verify() -> None:
    record = whole(2)
    events = list(record.events)
    at = next(at for at, event in enumerate(events) if isinstance(event, Dealt))
    dealt = events[at]
    assert isinstance(dealt, Dealt)
    events[at] = replace(dealt, boneyard=dealt.boneyard[:-1])
    spoilt = replace(record, events=tuple(events))
    assert [check.round for check in verify(spoilt).mismatches] == [1]


def hidden(record: GameRecord) -> GameRecord:
    """The record with no tile known that was not placed or shown."""
    return replace(record.seen_by(None), seed=record.seed)


def spoil_draw(record: GameRecord) -> GameRecord:
    """A known draw that is not the next tile of the boneyard."""
    events = list(record.events)
    at = next(at for at, event in enumerate(events) if isinstance(event, Drew))
    later = [event.tile for event in whole(4).events[at + 1 :] if isinstance(event, Drew)]
    event = events[at]
    assert isinstance(event, Drew)
    events[at] = replace(event, tile=later[0])
    return replace(record, events=tuple(events))


def test_a_draw_that_is_known_must_be_the_tile_that_lay_there() -> None:
    record = hidden(whole(4))
    assert verify(record).outcome is Outcome.PARTLY
    assert [check.subject for check in verify(spoil_draw(record)).mismatches] == [Subject.ROUND]


def test_tiles_that_came_to_light_must_be_those_of_their_seat() -> None:
    """Two seeds, one play: the hidden deal of the one cannot have been that of the other."""
    record = hidden(whole(4))
    assert record.seed is not None
    other = Deck(bytes(32), record.nonces)
    verified = verify(replace(record, seed=other.seed, commitment=other.commitment))
    assert {check.subject for check in verified.mismatches} == {Subject.LOT, Subject.ROUND}


@pytest.mark.parametrize("kind", ["more", "fewer", "pips"])
def test_a_hand_that_is_shown_must_be_what_was_left(kind: str) -> None:
    record = hidden(whole(4))
    (first, *_) = [check for check in verify(record).checks if check.subject is Subject.ROUND]
    assert first.outcome is Outcome.PARTLY
    events = list(record.events)
    at = next(at for at, e in enumerate(events) if e.name == "deducted" and e.hand)  # type: ignore[union-attr]
    event = events[at]
    hand: tuple[Tile | None, ...] = event.hand  # type: ignore[union-attr]
    changes: dict[str, dict[str, object]] = {
        "more": {"hand": (*hand, None)},
        "fewer": {"hand": hand[1:]},
        "pips": {"hand": (None,) * len(hand), "pips": 1},
    }
    events[at] = replace(event, **changes[kind])  # type: ignore[arg-type]
    spoilt = replace(record, events=tuple(events))
    assert [check.round for check in verify(spoilt).mismatches] == [1]


def test_a_block_told_where_the_tiles_of_the_seed_make_none() -> None:
    record = hidden(whole(4))
    events = list(record.events)
    at = next(at for at, event in enumerate(events) if event.name == "went-out")
    last = max(n for n in range(at) if isinstance(events[n], Placed))
    spoilt = replace(record, events=(*events[:last], *events[at:]))
    assert 1 in [check.round for check in verify(spoilt).mismatches]


def test_a_record_read_from_text_verifies_as_well() -> None:
    record = whole(6, players=4)
    from sniffi.record import dumps

    assert verify(loads(dumps([record]))[0]) == verify(record)
    assert any(line.startswith("[Seed ") for line in lines_of(record))
