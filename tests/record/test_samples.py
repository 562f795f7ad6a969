"""The sample records are what their script writes, and show what they are there to show."""

import subprocess
import sys
from pathlib import Path

import pytest

from sniffi.record import Outcome, dumps, loads, verify
from sniffi.rules import Blocked, Drew, Game, GameView, Phase

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
OUTCOMES = {
    "two-players": Outcome.MATCH,
    "pairs": Outcome.MATCH,
    "several": Outcome.MATCH,
    "blocked-round": Outcome.NO_SEED,
    "real-table": Outcome.NO_SEED,
    "in-progress": Outcome.NO_SEED,
}


def test_the_script_writes_what_is_there(tmp_path: Path) -> None:
    subprocess.run([sys.executable, ROOT / "script" / "samples.py", tmp_path], check=True)
    written = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert written == {path.name: path.read_bytes() for path in EXAMPLES.glob("*.sniff")}
    assert {Path(name).stem for name in written} == set(OUTCOMES)


@pytest.mark.parametrize("name", OUTCOMES)
def test_every_sample_is_read_replayed_and_verified(name: str) -> None:
    text = EXAMPLES.joinpath(f"{name}.sniff").read_text("utf-8")
    records = loads(text)
    assert dumps(records) == text
    for record in records:
        assert isinstance(record.game(), Game if record.known else GameView)
        assert verify(record).outcome is OUTCOMES[name]


def test_the_samples_show_what_they_are_there_for() -> None:
    found = {name: loads(EXAMPLES.joinpath(f"{name}.sniff").read_bytes()) for name in OUTCOMES}
    assert [len(found[name]) for name in OUTCOMES] == [1, 1, 3, 1, 1, 1]
    assert found["pairs"][0].players == 4
    assert any(isinstance(event, Blocked) for event in found["blocked-round"][0].events)
    assert found["blocked-round"][0].game().phase is Phase.LOT
    assert found["real-table"][0].commitment is None
    assert not found["real-table"][0].known
    assert isinstance(found["in-progress"][0].events[-1], Drew)
