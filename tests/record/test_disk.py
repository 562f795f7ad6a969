"""What takes no file in its place is left alone."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from sniffi.record import NotSaved, save
from sniffi.record.disk import whole_file


def test_a_device_is_not_replaced() -> None:
    before = os.stat(os.devnull)
    with pytest.raises(NotSaved) as refused:
        save(os.devnull, [])
    assert refused.value.fields["errno"] == errno.ENOTSUP
    assert os.stat(os.devnull) == before


@pytest.mark.parametrize("name", [".", "missing/"])
def test_a_folder_is_not_replaced(name: str, tmp_path: Path) -> None:
    with pytest.raises(NotSaved) as refused:
        save(f"{tmp_path}/{name}", [])
    assert refused.value.fields["errno"] == errno.EISDIR
    assert list(tmp_path.iterdir()) == []


def test_what_goes_wrong_while_writing_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "old"
    path.write_bytes(b"old")

    def break_off() -> None:
        with whole_file(path) as file:
            file.write(b"new")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        break_off()
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"old": b"old"}
