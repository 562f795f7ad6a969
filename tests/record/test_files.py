"""Files of many games: cut off, spoilt in part, joined, too big for memory, full disks."""

import errno
import gc
import os
import random
import stat
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from io import BytesIO
from itertools import cycle, islice
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sniffi.deal import Deck
from sniffi.record import (
    BadGame,
    Comment,
    GameRecord,
    NotSaved,
    RecordError,
    TextError,
    dump,
    dumps,
    load,
    loads,
    save,
)
from sniffi.rules import EventMismatch, NotNow, Passed
from tests.record.made import NAMES, played, records, whole


def short(seed: int, steps: int = 9) -> GameRecord:
    """A game of some steps, with comments."""
    rng = random.Random(seed)
    players = 2 + seed % 3
    game = played(players, rng, Deck(rng.randbytes(32)), steps=steps)
    return GameRecord.of(game, NAMES[:players], comments=[Comment(1, "Ä"), Comment(6, "so far")])


SOME = [short(1, steps=5), short(2, steps=0), whole(3, target=5), short(4, steps=3)]
SAMPLE = dumps(SOME)
CLOSING = f"games {len(SOME)}\n"
ENDS = [len(dumps(SOME[:count]).encode()) - len(CLOSING) for count in range(len(SOME) + 1)]
"""After how many bytes of the sample so many games are whole."""


def without_closing(text: str) -> str:
    return text.rpartition("games ")[0]


def test_a_text_cut_off_at_any_byte_is_noticed() -> None:
    content = SAMPLE.encode()
    for length in range(len(content)):
        with pytest.raises(TextError):
            loads(content[:length])


def test_what_was_whole_before_the_cut_is_still_read() -> None:
    content = SAMPLE.encode()
    for length in range(0, len(content), 5):
        *games, last = loads(content[:length], strict=False)
        assert games == SOME[: sum(end <= length for end in ENDS) - 1]
        assert isinstance(last, BadGame)
        assert isinstance(last.error, TextError)


@pytest.mark.parametrize("spoilt", range(len(SOME)))
@pytest.mark.parametrize("line", [0, 1, 4, 6, -2])
def test_a_bad_game_costs_no_other(spoilt: int, line: int) -> None:
    texts = [without_closing(dumps([record])) for record in SOME]
    lines = texts[spoilt].splitlines(keepends=True)
    lines[line] = "What is this?\n"
    texts[spoilt] = "".join(lines)
    text = "".join(texts) + CLOSING
    items = loads(text, strict=False)
    assert [item for item in items if isinstance(item, GameRecord)] == [
        record for number, record in enumerate(SOME) if number != spoilt
    ]
    bad = items[spoilt]
    assert isinstance(bad, BadGame)
    told = text.splitlines(keepends=True)[bad.first - 1 : bad.last]
    assert "".join(told) == texts[spoilt]
    assert bad.first <= bad.error.fields["line"] <= bad.last
    with pytest.raises(type(bad.error)):
        loads(text)


def test_games_before_a_fault_are_given_before_it() -> None:
    games = load(BytesIO(SAMPLE.replace("end of game", "end of the game").encode()))
    assert [next(games), next(games)] == SOME[:2]
    with pytest.raises(TextError):
        next(games)


def test_lines_between_games_are_told_and_cost_no_game() -> None:
    texts = [without_closing(dumps([record])) for record in SOME]
    items = loads("junk\n\n".join(["", *texts]) + CLOSING, strict=False)
    # Before the first game it makes the file begin with something else.
    assert [type(item) for item in items] == [BadGame, GameRecord] * len(SOME)


def test_two_games_run_together_are_both_bad_only_if_both_are() -> None:
    texts = [without_closing(dumps([record])) for record in SOME]
    headless = texts[1][texts[1].index("[Players") :]
    items = loads(texts[0] + headless + "".join(texts[2:]) + CLOSING, strict=False)
    assert [type(item) for item in items] == [GameRecord, BadGame, GameRecord, GameRecord]
    # A lost end line, and the game after it is read all the same.
    endless = texts[2].replace("end of game\n\n", "")
    items = loads("".join([*texts[:2], endless, texts[3]]) + CLOSING, strict=False)
    assert [type(item) for item in items] == [GameRecord, GameRecord, BadGame, GameRecord]
    assert isinstance(items[2], BadGame)
    assert items[2].error.code == "record.game-cut-off"


@pytest.mark.parametrize(("said", "bad"), [(3, True), (4, False), (5, True)])
def test_the_closing_line_counts_bad_games_too(said: int, bad: bool) -> None:
    text = SAMPLE.replace("end of game", "end of the game").replace(CLOSING, f"games {said}\n")
    items = loads(text, strict=False)
    assert len(items) == len(SOME) + bad


def test_joined_texts_are_one_text() -> None:
    joined = dumps(SOME[:1]) + dumps([]) + dumps(SOME[1:])
    assert loads(joined) == SOME
    assert dumps(loads(joined)) == SAMPLE


MUTATIONS = ("flip", "put", "cut", "delete", "double", "swap")


@given(st.lists(records(steps=20), min_size=1, max_size=2), st.data())
@settings(max_examples=60)
def test_a_mutated_text_is_refused_or_means_what_it_says(
    told: list[GameRecord], data: st.DataObject
) -> None:
    check_mutated(told, data)


@pytest.mark.exhaustive
@given(st.lists(records(), min_size=1, max_size=3), st.data())
@settings(max_examples=2000, suppress_health_check=[HealthCheck.too_slow])
def test_no_mutation_at_all_is_read_as_something_else(
    told: list[GameRecord], data: st.DataObject
) -> None:
    check_mutated(told, data)


def check_mutated(told: list[GameRecord], data: st.DataObject) -> None:
    content = bytearray(dumps(told).encode())
    for _ in range(data.draw(st.integers(1, 3))):
        lines = bytes(content).splitlines(keepends=True)
        at = data.draw(st.integers(0, len(content) - 1))
        line = data.draw(st.integers(0, len(lines) - 1))
        match data.draw(st.sampled_from(MUTATIONS)):
            case "flip":
                content[at] ^= 1 << data.draw(st.integers(0, 7))
            case "put":
                content.insert(at, data.draw(st.sampled_from(b' 0123456789?#,."\n[')))
            case "cut":
                del content[at]
            case "delete":
                content = bytearray(b"".join(lines[:line] + lines[line + 1 :]))
            case "double":
                content = bytearray(b"".join(lines[: line + 1] + lines[line:]))
            case "swap":
                other = data.draw(st.integers(0, len(lines) - 1))
                lines[line], lines[other] = lines[other], lines[line]
                content = bytearray(b"".join(lines))
        if not content:
            return
    text = bytes(content)
    try:
        read = loads(text)
    except RecordError:
        items = loads(text, strict=False)
        assert any(isinstance(item, BadGame) for item in items)
        return
    # A text may have become several; written again they are one.
    closings = [line for line in text.splitlines(keepends=True) if line.startswith(b"games ")]
    if len(closings) == 1:
        assert dumps(read).encode() == text
    else:
        assert loads(dumps(read)) == read


def many(count: int) -> Iterator[GameRecord]:
    return islice(cycle([short(seed, steps=12) for seed in range(6)]), count)


def written_and_read(count: int, path: Path) -> None:
    with path.open("wb") as file:
        dump(many(count), file)
    with path.open("rb") as file:
        assert sum(1 for _ in load(file)) == count


def peak(count: int, path: Path) -> int:
    tracemalloc.start()
    try:
        written_and_read(count, path)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_memory_does_not_grow_with_the_number_of_games(tmp_path: Path) -> None:
    path = tmp_path / "many.sniff"
    gc.collect()
    gc.disable()
    try:
        written_and_read(120, path)
        few, a_lot = 30, 120
        # The interpreter keeps freed objects for later use, so a first run takes more.
        peaks = [(peak(few, path), peak(a_lot, path)) for _ in range(3)]
        growth = (peaks[-1][1] - peaks[-1][0]) / (a_lot - few)
    finally:
        gc.enable()
    assert growth < 0.5 * path.stat().st_size / a_lot, "bytes for each game more"


def test_junk_without_end_takes_no_memory() -> None:
    class Junk(BytesIO):
        """Sixty megabytes of nothing."""

        left = 15_000

        def readline(self, size: int | None = -1, /) -> bytes:
            assert size is not None
            assert 0 < size < 10_000
            self.left -= 1
            return b"x" * size if self.left > 0 else b""

    tracemalloc.start()
    try:
        (item,) = load(Junk(), strict=False)
        assert isinstance(item, BadGame)
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


def test_saving_makes_a_file_and_replaces_one(tmp_path: Path) -> None:
    path = tmp_path / "games.sniff"
    save(path, SOME[:1])
    assert path.read_text("utf-8") == dumps(SOME[:1])
    path.chmod(0o640)
    with path.open("rb") as file:
        save(path, [*load(file), *SOME[1:]])
    assert path.read_text("utf-8") == SAMPLE
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert os.listdir(tmp_path) == ["games.sniff"]


def test_saving_through_a_link_keeps_the_link(tmp_path: Path) -> None:
    link = tmp_path / "link.sniff"
    link.symlink_to(tmp_path / "real.sniff")
    save(link, SOME[:1])
    assert link.is_symlink()
    assert (tmp_path / "real.sniff").read_text("utf-8") == dumps(SOME[:1])


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_disk_that_refuses_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    path = tmp_path / "games.sniff"
    save(path, SOME[:1])

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, call, refuse)
    with pytest.raises(NotSaved) as caught:
        save(path, SOME)
    assert caught.value.fields["errno"] == errno.ENOSPC
    assert isinstance(caught.value.__cause__, OSError)
    assert path.read_text("utf-8") == dumps(SOME[:1])
    assert os.listdir(tmp_path) == ["games.sniff"]


FULL = """
import resource, signal, sys
from sniffi.record import NotSaved, load, save
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
with open(sys.argv[1], "rb") as file:
    games = list(load(file))
try:
    save(sys.argv[1], games * 100)
except NotSaved as error:
    print(error.code)
"""


def test_a_file_that_may_not_grow_so_far_is_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "games.sniff"
    save(path, SOME[:1])
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(path)],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert done.stdout == "record.not-saved\n"
    assert path.read_text("utf-8") == dumps(SOME[:1])
    assert os.listdir(tmp_path) == ["games.sniff"]


def test_no_folder_to_save_in(tmp_path: Path) -> None:
    with pytest.raises(NotSaved) as caught:
        save(tmp_path / "nowhere" / "games.sniff", SOME)
    assert caught.value.fields["errno"] == errno.ENOENT


def test_what_is_no_game_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "games.sniff"
    save(path, SOME[:1])
    made_up = GameRecord(2, 250, ("Aino", "Eero"), events=(Passed(1),))
    with pytest.raises(NotNow):
        save(path, [*SOME, made_up])
    unfinished = GameRecord(
        SOME[2].players, SOME[2].target, SOME[2].names, events=SOME[2].events[:-1]
    )
    with pytest.raises(EventMismatch):
        dumps([unfinished])
    bad = loads("junk\n", strict=False)
    with pytest.raises(TextError):
        save(path, bad)
    assert path.read_text("utf-8") == dumps(SOME[:1])
    assert os.listdir(tmp_path) == ["games.sniff"]


def test_a_full_device_is_the_callers_to_handle() -> None:
    with pytest.raises(OSError, match="No space"), open("/dev/full", "wb") as file:
        dump(SOME, file)
