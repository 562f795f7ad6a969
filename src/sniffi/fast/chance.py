"""Random numbers for compiled code: a generator of two words, explicit as every seed here."""

# To mypy whatever comes out of an array may be anything; here it is a number.
# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import numpy as np

from sniffi.fast.compiling import Generator, Ints, inlined, inner


def seeded(seed: int) -> Generator:
    """A generator of random numbers: the same seed, the same numbers."""
    return np.random.SeedSequence(seed).generate_state(2, np.uint64) | np.uint64(1)


@inlined
def stepped(first: np.uint64, second: np.uint64) -> tuple[np.uint64, np.uint64]:
    """The next two words of a generator whose random word is the sum of the two.

    It is xoroshiro128+ by Blackman and Vigna, who gave it to the public domain.
    """
    second ^= first
    first = (first << np.uint64(24) | first >> np.uint64(40)) ^ second ^ second << np.uint64(16)
    return first, second << np.uint64(37) | second >> np.uint64(27)


@inlined
def random_word(generator: Generator) -> np.uint64:
    """64 random bits, the upper ones the best."""
    word = generator[0] + generator[1]
    generator[0], generator[1] = stepped(generator[0], generator[1])
    return word


@inlined
def scaled(half: np.uint64, number: int) -> int:
    """32 random bits made a number from 0 to ``number`` - 1."""
    return int(np.int64(half * np.uint64(number) >> np.uint64(32)))


@inlined
def below(generator: Generator, number: int) -> int:
    """A random number from 0 to ``number`` - 1. (What bias there is is under number / 2**32.)"""
    return scaled(random_word(generator) >> np.uint64(32), number)


@inlined
def unit(generator: Generator) -> float:
    """A random number from 0 up to 1, which it never is; 53 random bits."""
    return (random_word(generator) >> np.uint64(11)) * (1.0 / (1 << 53))


@inner
def shuffle(order: Ints, generator: Generator) -> None:
    """Put ``order`` in random order; each word of random bits is good for two places."""
    last = len(order) - 1
    while last > 0:
        word = random_word(generator)
        other = scaled(word >> np.uint64(32), last + 1)
        order[last], order[other] = order[other], order[last]
        last -= 1
        if last > 0:
            other = scaled(word & np.uint64(0xFFFFFFFF), last + 1)
            order[last], order[other] = order[other], order[last]
            last -= 1
