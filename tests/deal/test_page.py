"""The program and the vectors of docs/deals.md against the code."""

import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sniffi.deal import Deck, commitment, parse_seed

PAGE = Path(__file__).parents[2].joinpath("docs", "deals.md").read_text("utf-8")
PROGRAM = re.findall(r"^```python\n(import .*?)^```", PAGE, re.MULTILINE | re.DOTALL)[0]
VECTORS = re.findall(r"^```text\n(\S+) (\d+)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
SEED = re.findall(r"`([0-9a-f]{64})`", PAGE)[0]
COMMITMENT = re.findall(r"`([0-9a-f]{64})`", PAGE)[1]


def told(deck: Deck, players: int, number: int) -> str:
    """What the program prints of the lots and the deal, from the code."""
    lines = []
    seats, stage = list(range(1, players + 1)), 1
    while len(seats) > 1:
        drawn = dict(zip(seats, deck.lot(number, stage, len(seats)), strict=True))
        lines.append("lot " + " ".join(f"{seat}:{tile}" for seat, tile in drawn.items()))
        best = max(tile.pips for tile in drawn.values())
        seats = [seat for seat, tile in drawn.items() if tile.pips == best]
        stage += 1
    lines.append("deal " + " ".join(map(str, deck.deal(number))))
    return "".join(f"{line}\n" for line in lines)


def run_program(tmp_path: Path, *arguments: str) -> str:
    program = tmp_path / "check.py"
    program.write_text(PROGRAM, "utf-8")
    # -I -S: nothing but the standard library can be imported.
    done = subprocess.run(
        [sys.executable, "-I", "-S", program, *arguments],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return done.stdout


def test_the_program_is_short() -> None:
    assert len(PROGRAM.splitlines()) < 40


@pytest.mark.parametrize(("nonces", "number", "expected"), VECTORS, ids=lambda part: part[:20])
def test_code_and_program_give_the_fixed_vectors(
    tmp_path: Path, nonces: str, number: str, expected: str
) -> None:
    names = tuple(nonces.split(","))
    assert told(Deck(parse_seed(SEED), names), len(names), int(number)) == expected
    assert run_program(tmp_path, SEED, nonces, number) == f"commitment {COMMITMENT}\n{expected}"


def test_the_vectors_have_lots_with_a_tie_and_without() -> None:
    assert {expected.count("lot ") for *_, expected in VECTORS} == {1, 2}
    assert commitment(parse_seed(SEED)) == COMMITMENT


def test_code_and_program_agree_on_random_seeds() -> None:
    program: dict[str, Any] = {"__name__": "check"}
    exec(PROGRAM, program)
    random = Random(20)
    letters = "ABCXYZabcxyz0189-_"
    for _ in range(300):
        seed = random.randbytes(32)
        nonces = ["".join(random.choices(letters, k=random.randint(1, 64))) for _ in range(4)]
        nonces = nonces[: random.randint(1, 4)]
        deck = Deck(seed, tuple(nonces))
        number, stage = random.randint(1, 300), random.randint(1, 5)
        case = (seed.hex(), nonces, number, stage)
        assert program["commitment"](seed.hex()) == deck.commitment, case
        for purpose, at, tiles in (
            ("deal", 0, deck.deal(number)),
            ("lot", stage, deck.lot(number, stage, 28)),
        ):
            found = program["shuffled"](seed.hex(), nonces, purpose, number, at)
            assert found == [str(tile) for tile in tiles], case
