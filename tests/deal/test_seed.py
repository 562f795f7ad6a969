import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sniffi.deal import NotASeed, commitment, new_seed, parse_seed


def test_a_new_seed_is_256_bits_and_another_every_time() -> None:
    made = {new_seed() for _ in range(100)}
    assert len(made) == 100
    assert {len(seed) for seed in made} == {32}


@given(st.binary(min_size=32, max_size=32))
def test_the_commitment_is_the_sha_256_of_the_seeds_bytes(seed: bytes) -> None:
    assert commitment(seed) == hashlib.sha256(seed).hexdigest()


@given(st.binary(min_size=32, max_size=32))
def test_a_seed_is_read_from_its_digits_in_either_case(seed: bytes) -> None:
    assert parse_seed(seed.hex()) == parse_seed(seed.hex().upper()) == seed


@pytest.mark.parametrize(
    "text",
    ["", "00", "0" * 63, "0" * 65, "0" * 63 + "g", "0" * 64 + "\n", " " + "0" * 63, "٠" * 64],
)
def test_other_digits_are_no_seed(text: str) -> None:
    with pytest.raises(NotASeed):
        parse_seed(text)


def test_the_refusal_of_a_seed_does_not_repeat_it() -> None:
    slip = "5ec7e7" * 10
    with pytest.raises(NotASeed) as caught:
        parse_seed(slip)
    assert "5ec7e7" not in str(caught.value) + repr(caught.value)
    assert caught.value.fields == {"bytes": 32, "digits": 64}
