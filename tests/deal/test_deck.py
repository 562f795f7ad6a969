import hmac
import pickle
from collections import Counter
from collections.abc import Callable
from itertools import chain, repeat
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sniffi.deal import (
    Deck,
    NotANonceCharacter,
    NotARound,
    NotASeed,
    NotAStage,
    NotContenders,
    commitment,
)
from sniffi.deal.deck import _below
from sniffi.rules import FULL_SET, SniffiError

SEED = bytes(range(32))
seeds = st.binary(min_size=32, max_size=32)
nonces = st.lists(st.from_regex(r"[A-Za-z0-9_-]{1,64}", fullmatch=True), max_size=4).map(tuple)
counts = st.integers(1, 1000)


@given(seeds, nonces, counts)
def test_a_deal_is_the_full_set_and_the_same_every_time(
    seed: bytes, nonces: tuple[str, ...], number: int
) -> None:
    order = Deck(seed, nonces).deal(number)
    assert sorted(order) == list(FULL_SET)
    assert Deck(seed, nonces).deal(number) == order


@given(seeds, nonces, counts, counts, st.integers(1, 28))
def test_a_lot_gives_each_contender_a_tile_of_its_own_and_the_same_every_time(
    seed: bytes, nonces: tuple[str, ...], number: int, stage: int, contenders: int
) -> None:
    tiles = Deck(seed, nonces).lot(number, stage, contenders)
    assert len(set(tiles)) == len(tiles) == contenders
    assert Deck(seed, nonces).lot(number, stage, contenders) == tiles


def test_seed_nonces_purpose_round_and_stage_each_change_the_tiles() -> None:
    deck = Deck(SEED, ("aino", "eero"))
    orders = [
        deck.deal(1),
        deck.deal(2),
        deck.lot(1, 1, 28),
        deck.lot(1, 2, 28),
        deck.lot(2, 1, 28),
        # Fields that run together would make these equal to others.
        deck.deal(11),
        deck.lot(1, 11, 28),
        deck.lot(11, 1, 28),
        Deck(SEED, ("eero", "aino")).deal(1),
        Deck(SEED, ("aino", "Eero")).deal(1),
        Deck(SEED, ("aino",)).deal(1),
        Deck(SEED, ("ainoeero",)).deal(1),
        Deck(SEED).deal(1),
        Deck(SEED[::-1], ("aino", "eero")).deal(1),
    ]
    assert len(set(orders)) == len(orders)


@pytest.mark.parametrize("bound", range(2, 29))
def test_a_number_below_a_bound_has_no_bias(bound: int) -> None:
    # Each byte in turn, then a zero for those that are skipped, which is found out by its count.
    skip = 256 // bound * bound
    numbers = Counter(_below(bound, chain([byte], repeat(0))) for byte in range(256))
    numbers[0] -= 256 - skip
    assert set(numbers) == set(range(bound))
    assert set(numbers.values()) == {skip // bound}


def test_a_number_skips_a_byte_that_would_favour_low_ones() -> None:
    assert _below(28, iter([252, 255, 251])) == 27


def test_the_stream_is_one_block_after_another() -> None:
    stream = Deck(SEED, ("aino", "eero"))._stream("lot", 7, 2)
    blocks = [
        hmac.new(SEED, f"sniffi-deal-1/lot/7/2/aino,eero/{counter}".encode(), "sha256").digest()
        for counter in range(12)
    ]
    assert bytes(next(stream) for _ in range(12 * 32)) == b"".join(blocks)


def test_a_deck_shows_its_commitment_and_hides_its_seed() -> None:
    deck = Deck(SEED, ("aino",))
    assert deck.commitment == commitment(SEED)
    assert repr(SEED) not in repr(deck)
    assert SEED.hex() not in repr(deck)
    assert "aino" in repr(deck)


def test_a_deck_can_be_sent_to_another_process() -> None:
    deck = Deck(SEED, ("aino",))
    assert pickle.loads(pickle.dumps(deck)) == deck


@pytest.mark.parametrize(
    ("use", "error", "code"),
    [
        (lambda: Deck(SEED[:-1]), NotASeed, "deal.not-a-seed"),
        (lambda: Deck(SEED + b"\0"), NotASeed, "deal.not-a-seed"),
        (lambda: Deck(cast(bytes, SEED.hex())), NotASeed, "deal.not-a-seed"),
        (lambda: Deck(SEED, ("a,b",)), NotANonceCharacter, "deal.not-a-nonce-character"),
        (lambda: Deck(SEED).deal(0), NotARound, "deal.not-a-round"),
        (lambda: Deck(SEED).deal(True), NotARound, "deal.not-a-round"),
        (lambda: Deck(SEED).lot(0, 1, 2), NotARound, "deal.not-a-round"),
        (lambda: Deck(SEED).lot(1, 0, 2), NotAStage, "deal.not-a-stage"),
        (lambda: Deck(SEED).lot(1, 1, 0), NotContenders, "deal.not-contenders"),
        (lambda: Deck(SEED).lot(1, 1, 29), NotContenders, "deal.not-contenders"),
    ],
)
def test_bad_arguments_are_refused(
    use: Callable[[], object], error: type[SniffiError], code: str
) -> None:
    with pytest.raises(error) as caught:
        use()
    assert type(caught.value) is error
    assert caught.value.code == code
