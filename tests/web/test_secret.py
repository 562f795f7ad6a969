"""The secret's file, the keys made from it, and what they sign."""

from __future__ import annotations

import stat
from pathlib import Path
from threading import Barrier, Thread

import pytest

from sniffi.tables.errors import NoSuchTable
from sniffi.web.errors import BadSecret
from sniffi.web.secret import SECRET_BYTES, derived, secret_in
from sniffi.web.watching import WatchLinks


def test_it_is_made_once_and_kept_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "data" / "secret"
    secret = secret_in(file)
    assert len(secret) == SECRET_BYTES
    assert secret_in(file) == secret
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in file.parent.iterdir()] == ["secret"]


def test_servers_that_start_at_once_share_it(tmp_path: Path) -> None:
    found: list[bytes] = []
    gate = Barrier(8)

    def start() -> None:
        gate.wait()
        found.append(secret_in(tmp_path / "secret"))

    threads = [Thread(target=start) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert len(set(found)) == 1


@pytest.mark.parametrize("text", ["", "00", "not hexadecimal", "ä"])
def test_another_file_is_refused_and_left_as_it_is(tmp_path: Path, text: str) -> None:
    file = tmp_path / "secret"
    file.write_text(text, "utf-8")
    with pytest.raises(BadSecret):
        secret_in(file)
    assert file.read_text("utf-8") == text


def test_keys_differ_by_purpose_and_secret() -> None:
    keys = {derived(secret, purpose) for secret in (b"a", b"b") for purpose in ("x", "y")}
    assert len(keys) == 4


def test_a_spectators_link_leads_to_its_table_and_does_not_show_it() -> None:
    links = WatchLinks(bytes(32))
    for table in ("a", "kX3-9_fQzB72LmPa", "x" * 32):
        watch = links.of(table)
        assert links.table(watch) == table
        assert table not in watch or table == "a"
        assert links.of(table) == watch
    assert links.of("kX3-9_fQzB72LmPa") != WatchLinks(b"1" * 32).of("kX3-9_fQzB72LmPa")


def test_a_forged_spectators_link_leads_nowhere() -> None:
    links = WatchLinks(bytes(32))
    watch = links.of("kX3-9_fQzB72LmPa")
    forged = [watch[:at] + ("A" if watch[at] != "A" else "B") + watch[at + 1 :] for at in range(9)]
    other = WatchLinks(b"1" * 32).of("kX3-9_fQzB72LmPa")
    for text in ["", "a", "äö", "====", "A" * 500, watch[:-2], watch + "AA", other, *forged]:
        with pytest.raises(NoSuchTable):
            links.table(text)
