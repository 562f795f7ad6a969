"""The save of a running game: whole or not there at all, one process at a time, nobody else's."""

from __future__ import annotations

import errno
import json
import multiprocessing
import os
import stat
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sniffi.bots import UnknownBot
from sniffi.rules import Phase, SniffiError
from sniffi.terminal import savefile
from sniffi.terminal.files import free_name
from sniffi.terminal.match import Match
from sniffi.terminal.plan import Plan
from sniffi.terminal.savefile import (
    DiskFull,
    NotAllowed,
    Saved,
    SaveDamaged,
    SaveFile,
    SaveInUse,
    SaveRefused,
    SaveTooNew,
    decode,
    encode,
)
from sniffi.words import LANGUAGES, Words
from tests.terminal.stage import NAMES, SEED, plan

FILE = Path("game.save")


def played(steps: int, players: int = 2, seed: int = 0, plan: Plan | None = None) -> Match:
    """A game after so many steps, with anybody's choices at random."""
    random = Random(seed)
    plan = plan or Plan(NAMES[:players], ("greedy", None, None, "random")[:players], 60)
    match = Match.begin(plan, SEED)
    for _ in range(steps):
        game = match.game
        if game.phase is Phase.OVER:
            break
        if game.to_act is None:
            match = match.after_chance()
        else:
            match = match.after(random.choice(game.legal_actions()), game.to_act)
    return match


SAVED = Saved(played(20), "fi")


@settings(max_examples=30)
@given(st.integers(0, 120), st.integers(2, 4), st.integers(0, 1000), st.sampled_from(LANGUAGES))
def test_what_was_saved_is_read_again(steps: int, players: int, seed: int, language: str) -> None:
    saved = Saved(played(steps, players, seed), language)
    assert decode(encode(saved), FILE) == saved


def test_a_finished_game_is_saved_too() -> None:
    saved = Saved(played(10_000), "en")
    assert saved.match.game.phase is Phase.OVER
    assert decode(encode(saved), FILE) == saved


def test_names_and_nonces_and_settings_of_bots_survive() -> None:
    plan = Plan(("Äiti “Ä” \\", "日本"), (None, "greedy"), 7, ("noppa-7", "x"))
    saved = Saved(played(9, plan=plan), "fi")
    assert decode(encode(saved), FILE) == saved


def test_the_seed_is_not_in_the_record_while_the_game_goes_on() -> None:
    body = json.loads(encode(SAVED))["sniffi-save"]
    assert SEED.hex() not in body["record"]
    assert "Commitment" in body["record"]
    assert body["seed"] == SEED.hex()


# Damage ------------------------------------------------------------------------------------------

WHOLE = encode(SAVED)


def outcome(data: bytes) -> Saved | SniffiError:
    try:
        return decode(data, FILE)
    except SniffiError as error:
        return error


@settings(max_examples=200)
@given(st.integers(0, len(WHOLE) - 1), st.integers(1, 255))
def test_any_changed_byte_is_noticed(at: int, by: int) -> None:
    spoilt = bytearray(WHOLE)
    spoilt[at] ^= by
    found = outcome(bytes(spoilt))
    # A blank of the JSON may become another blank.
    assert isinstance(found, SaveDamaged | SaveTooNew) or found == SAVED


@pytest.mark.parametrize("length", [0, 1, 10, len(WHOLE) // 2, len(WHOLE) - 3])
def test_a_save_cut_off_is_noticed(length: int) -> None:
    assert isinstance(outcome(WHOLE[:length]), SaveDamaged)


@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xfe",
        b"[]",
        b"{}",
        b"null",
        b'{"sniffi-save": 1, "sum": 2}',
        b'{"sniffi-save": {}, "sum": ""}',
        b"[" * 100_000,
        b'{"sniffi-save": {"version": NaN}}',
    ],
)
def test_anything_else_is_no_save(data: bytes) -> None:
    assert isinstance(outcome(data), SaveDamaged)


def with_sum(change: Callable[[dict[str, object]], object]) -> bytes:
    """The save changed by somebody who also mends its sum."""
    whole = json.loads(WHOLE)
    change(whole["sniffi-save"])
    whole["sum"] = savefile._sum(whole["sniffi-save"])
    return json.dumps(whole).encode()


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("seed", "00" * 32),
        ("seed", "x"),
        ("language", "sv"),
        ("bots", ["greedy"]),
        ("bots", ["greedy", "random"]),
        ("bots", [1, None]),
        ("record", "games 0\n"),
        ("record", 5),
    ],
)
def test_parts_that_do_not_belong_together_are_no_save(key: str, value: object) -> None:
    found = outcome(with_sum(lambda body: body.update({key: value})))
    assert isinstance(found, SaveDamaged)


def test_a_later_format_is_told_as_such() -> None:
    assert isinstance(outcome(with_sum(lambda body: body.update(version=2))), SaveTooNew)


def test_a_bot_that_is_no_more_is_named() -> None:
    found = outcome(with_sum(lambda body: body.update(bots=["gone", None])))
    assert isinstance(found, UnknownBot)


# On the disk -------------------------------------------------------------------------------------


def test_a_save_is_for_its_owner_only(tmp_path: Path) -> None:
    file = SaveFile(tmp_path / "deep" / "down" / "game.save")
    before = os.umask(0)
    try:
        with file.held():
            file.write(SAVED)
            modes = [stat.S_IMODE(path.stat().st_mode) for path in file.path.parent.iterdir()]
    finally:
        os.umask(before)
    assert modes == [0o600, 0o600]
    assert file.read() == SAVED


def test_no_file_is_no_save(tmp_path: Path) -> None:
    assert SaveFile(tmp_path / "game.save").read() is None


def test_two_processes_cannot_have_the_same_save(tmp_path: Path) -> None:
    file = SaveFile(tmp_path / "game.save")
    with file.held():
        context = multiprocessing.get_context("spawn")
        with context.Pool(1) as pool:
            assert pool.apply(holding_fails, (file.path,))
    with file.held():
        pass


def holding_fails(path: Path) -> bool:
    try:
        with SaveFile(path).held():
            return False
    except SaveInUse as error:
        return str(path) in Words("fi").refusal(error)


def test_a_new_game_sets_the_old_save_aside(tmp_path: Path) -> None:
    file = SaveFile(tmp_path / "game.save")
    file.write(SAVED)
    other = Saved(played(5), "en")
    assert file.begin(other) == tmp_path / "game-2.save"
    assert file.read() == other
    assert SaveFile(tmp_path / "game-2.save").read() == SAVED
    assert file.begin(SAVED) == tmp_path / "game-3.save"
    file.remove()
    assert file.begin(SAVED) is None


def test_a_free_name_is_one_that_no_file_has(tmp_path: Path) -> None:
    (tmp_path / "a-2.sniff").touch()
    assert free_name(tmp_path / "a.sniff") == tmp_path / "a-3.sniff"


@pytest.mark.parametrize(
    ("number", "error"),
    [
        (errno.ENOSPC, DiskFull),
        (errno.EDQUOT, DiskFull),
        (errno.EROFS, NotAllowed),
        (errno.EIO, SaveRefused),
    ],
)
@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_refusing_disk_costs_nothing(
    number: int,
    error: type[SaveRefused],
    call: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = SaveFile(tmp_path / "game.save")
    file.write(SAVED)

    def refuse(*_: object) -> None:
        raise OSError(number, "no")

    with monkeypatch.context() as patch:
        patch.setattr(os, call, refuse)
        with pytest.raises(error) as refused:
            file.write(Saved(played(30), "fi"))
        with pytest.raises(error):
            file.begin(Saved(played(30), "fi"))
    assert type(refused.value) is error
    assert file.read() == SAVED
    assert [path.name for path in tmp_path.iterdir()] == ["game.save"]


def test_what_a_killed_writer_left_is_no_hindrance(tmp_path: Path) -> None:
    file = SaveFile(tmp_path / "game.save")
    (tmp_path / ".game.save.tmp").write_bytes(b"half a sa")
    file.write(SAVED)
    assert file.read() == SAVED


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("error", [SaveDamaged, SaveTooNew, SaveInUse, savefile.SaveMissing])
def test_trouble_names_the_file(error: type[SaveDamaged], language: str) -> None:
    path = Path("/", *["some-folder"] * 10, "game.save")
    assert str(path) in Words(language).refusal(error(path))


def test_a_folder_in_the_place_of_a_save_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SaveRefused):
        SaveFile(tmp_path).read()
    (tmp_path / "file").touch()
    with pytest.raises(SaveRefused), SaveFile(tmp_path / "file" / "game.save").held():
        pass


def test_what_is_no_file_is_never_set_aside(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (tmp_path, pipe):
        with pytest.raises(savefile.NotASaveFile), SaveFile(path).held():
            pass
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]


def test_a_plan_knows_its_people() -> None:
    assert plan(4, (1, 3)).people == (1, 3)
    assert plan(3, ()).people == ()
