"""A file is written wholly or not at all."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from types import ModuleType

import pytest

from sniffi.cli import files
from sniffi.cli.trouble import CannotWrite
from sniffi.record import disk
from sniffi.words import Words

WORDS = Words("en")


def refusal(path: Path | str) -> str:
    with pytest.raises(CannotWrite) as refused:
        files.write(str(path), b"new", WORDS)
    return str(refused.value.fields["why"])


def test_a_new_file_is_made_and_nothing_else(tmp_path: Path) -> None:
    files.write(str(tmp_path / "new"), b"new", WORDS)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"new": b"new"}


def test_a_file_is_replaced_and_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "old"
    path.write_bytes(b"old")
    path.chmod(0o640)
    files.write(str(path), b"new", WORDS)
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    path, link = tmp_path / "file", tmp_path / "link"
    link.symlink_to(path)
    files.write(str(link), b"new", WORDS)
    assert link.is_symlink()
    assert path.read_bytes() == b"new"


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    assert refusal(tmp_path / "missing" / "new") == WORDS.say("cli.reason-not-there")
    assert list(tmp_path.iterdir()) == []


def test_a_file_where_a_folder_should_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"old")
    assert refusal(tmp_path / "file" / "new") == WORDS.say("cli.reason-not-a-folder")
    assert (tmp_path / "file").read_bytes() == b"old"


def test_a_folder_is_not_replaced(tmp_path: Path) -> None:
    assert refusal(tmp_path) == WORDS.say("cli.reason-a-folder")
    assert refusal(f"{tmp_path}/missing/") == WORDS.say("cli.reason-a-folder")


def test_a_device_is_not_replaced() -> None:
    before = os.stat(os.devnull)
    assert refusal(os.devnull) == WORDS.say("cli.reason-no-ordinary-file")
    assert os.stat(os.devnull) == before


@pytest.mark.parametrize(
    ("module", "step", "number", "reason"),
    [
        (disk, "open", errno.EACCES, "cli.reason-not-allowed"),
        (disk, "open", errno.EROFS, "cli.reason-read-only"),
        (os, "fsync", errno.ENOSPC, "cli.reason-full"),
        (os, "replace", errno.EPERM, "cli.reason-not-allowed"),
    ],
    ids=["may not", "read only", "full", "may not replace"],
)
def test_a_system_that_refuses_leaves_the_old_file(
    module: ModuleType,
    step: str,
    number: int,
    reason: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / "old"
    path.write_bytes(b"old")

    def refusing(*_: object) -> None:
        raise OSError(number, "in the language of the system")

    with monkeypatch.context() as patch:
        patch.setattr(module, step, refusing, raising=False)
        assert refusal(path) == WORDS.say(reason)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"old": b"old"}
