"""Where compiled code is kept, and what can be asked of the kernel before it is there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from types import SimpleNamespace

import pytest

import sniffi.fast
from sniffi.fast import NotInstalled, cache

SOURCES = Path(cache.__file__).parent
PATIENCE = 900
"""Seconds: compiling gives way to whatever else the machine does."""


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A home of its own, without settings for caches."""
    for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    # What was looked up in another test.
    cache.installed.cache_clear()
    return tmp_path


def missing(_package: str) -> str:
    raise PackageNotFoundError


def run(code: str, *, fails: bool = False) -> str:
    """What a Python prints that runs this code."""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE
    )
    assert (done.returncode != 0) == fails, done.stderr
    return done.stdout


def test_the_folder_is_in_the_user_s_cache(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert cache.folder() == home / ".cache" / "sniffi" / f"kernel-{cache.digest()}"
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / "x"))
    assert cache.folder() == home / "x" / "sniffi" / f"kernel-{cache.digest()}"
    monkeypatch.setenv("XDG_CACHE_HOME", "x")
    assert cache.root() == home / ".cache" / "sniffi"
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(home / "n"))
    assert cache.folder() == home / "n" / f"kernel-{cache.digest()}"


def test_nobody_else_can_write_into_the_folder() -> None:
    before = os.umask(0)
    try:
        path = cache.folder()
    finally:
        os.umask(before)
    assert path is not None
    assert path.stat().st_mode & 0o077 == 0


def test_without_a_place_to_write_nothing_is_kept(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.joinpath("file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / "file"))
    assert cache.folder() is None
    cache.mark_complete()
    with cache.alone():
        assert not cache.complete()


def test_another_place_and_other_sources_have_another_folder(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = {cache.digest()}
    monkeypatch.setattr(cache, "digest", cache.digest.__wrapped__)
    shutil.copytree(SOURCES, home / "fast", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(cache, "_HERE", home / "fast")
    names.add(cache.digest())
    assert len(names) == 2
    assert cache.digest() in names
    for source in sorted(home.glob("fast/*.py")):
        source.write_bytes(source.read_bytes() + b"\n")
        names.add(cache.digest())
    assert len(names) == 2 + len(list(SOURCES.glob("*.py")))
    monkeypatch.setattr(cache, "version", lambda package: f"{package} 1")
    names.add(cache.digest())
    assert len(names) == 3 + len(list(SOURCES.glob("*.py")))


def test_what_old_versions_left_is_dropped_but_for_the_newest() -> None:
    path = cache.folder()
    assert path is not None
    others = [path.with_name(f"kernel-{number}") for number in range(7)]
    for number, other in enumerate(others):
        other.mkdir()
        (other / "file").touch()
        os.utime(other, (number, number))
    path.with_name("something-else").mkdir()
    assert not cache.complete()
    cache.mark_complete()
    assert cache.complete()
    left = {other.name for other in path.parent.iterdir()}
    assert left == {path.name, "something-else", *(other.name for other in others[-cache.KEPT :])}


def test_one_process_compiles_at_a_time() -> None:
    order = []
    inside = threading.Event()

    def wait() -> None:
        inside.wait()
        with cache.alone():
            order.append("second")

    thread = threading.Thread(target=wait)
    thread.start()
    with cache.alone():
        inside.set()
        thread.join(0.2)
        order.append("first")
    thread.join()
    assert order == ["first", "second"]


def test_asking_imports_no_numba() -> None:
    code = """
import sys
from sniffi import fast
print(fast.ready(), fast.cached(), fast.installed())
print(sorted({"numba", "numpy", "llvmlite"} & set(sys.modules)))
"""
    assert run(code) == "False False True\n[]\n"


def test_importing_the_kernel_compiles_nothing() -> None:
    code = """
import sniffi.fast.solver, sniffi.fast.playouts
from sniffi.fast import compiling, ready
print(ready(), any(compiled.signatures for _, compiled, _ in compiling._entries))
"""
    assert run(code) == "False False\n"


def test_without_its_packages_the_kernel_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "digest", cache.digest.__wrapped__)
    monkeypatch.setattr(cache, "version", missing)
    monkeypatch.setattr(sniffi.fast, "_ready", threading.Event())
    assert not sniffi.fast.installed()
    assert not sniffi.fast.cached()
    with pytest.raises(NotInstalled) as refused:
        sniffi.fast.warm_up()
    assert refused.value.fields == {"package": "numba"}
    sniffi.fast.prepare()
    assert sniffi.fast._preparing == []


def test_warming_up_tells_its_steps_and_makes_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[tuple[int, int]] = []
    monkeypatch.setattr(sniffi.fast, "_ready", threading.Event())
    sniffi.fast.warm_up(lambda _, number, count: steps.append((number, count)))
    assert sniffi.fast.ready()
    assert sniffi.fast.cached()
    assert steps == [(number, len(steps)) for number in range(1, len(steps) + 1)]
    assert len(steps) > 5


@pytest.mark.parametrize("on_disk", [False, True])
def test_preparing_compiles_elsewhere_and_loads_here(
    on_disk: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    happened: list[str] = []
    loaded = threading.Event()

    @contextmanager
    def compiled_elsewhere(command: list[str], **_more: object) -> Iterator[object]:
        assert command[0] == sys.executable
        compile(command[2], "command", "exec")
        happened.append("compiled")
        yield SimpleNamespace(stdout=["1 2\n", "2 2\n"])

    def load() -> None:
        happened.append("loaded")
        loaded.set()

    monkeypatch.setattr(sniffi.fast, "_ready", threading.Event())
    monkeypatch.setattr(sniffi.fast, "_preparing", [])
    monkeypatch.setattr(sniffi.fast, "cached", lambda: on_disk)
    monkeypatch.setattr(sniffi.fast, "warm_up", load)
    monkeypatch.setattr(subprocess, "Popen", compiled_elsewhere)
    parts: list[tuple[int, int]] = []
    sniffi.fast.prepare(lambda number, count: parts.append((number, count)))
    sniffi.fast.prepare()
    assert loaded.wait(60)
    assert happened == (["loaded"] if on_disk else ["compiled", "loaded"])
    assert parts == ([] if on_disk else [(1, 2), (2, 2)])


ONE_ENTRY = """
from sniffi import fast
from sniffi.fast import compiling, kernel, playouts, thinking, three_players, two_sides, worlds
compiling._entries[:] = [entry for entry in compiling._entries if entry[0] == "legal"]
"""
"""The kernel, of which one part alone is compiled, as that takes seconds."""
WARM = """
fast.warm_up()
(_, compiled, _), = compiling._entries
print(fast.ready(), fast.cached(), bool(compiled.stats.cache_hits))
"""
COMPILED, LOADED, NOT_KEPT = "True True False\n", "True True True\n", "True False False\n"


@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
def test_what_is_damaged_on_the_disk_is_compiled_anew(suffix: str) -> None:
    assert run(ONE_ENTRY + WARM) == COMPILED
    folder = cache.folder()
    assert folder is not None
    (damaged,) = folder.rglob(f"*{suffix}")
    os.truncate(damaged, damaged.stat().st_size // 2)
    assert run(ONE_ENTRY + WARM) == COMPILED
    assert run(ONE_ENTRY + WARM) == LOADED


def test_a_full_disk_keeps_nothing_and_stops_nobody() -> None:
    full = """
from numba.core.caching import IndexDataCacheFile
def save(self, key, data):
    raise OSError(28, "No space left on device")
IndexDataCacheFile.save = save
"""
    assert run(ONE_ENTRY + full + WARM) == NOT_KEPT


def test_nobody_compiles_elsewhere_what_cannot_be_kept(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.joinpath("file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / "file"))
    loaded = threading.Event()
    monkeypatch.setattr(sniffi.fast, "_ready", threading.Event())
    monkeypatch.setattr(sniffi.fast, "_preparing", [])
    monkeypatch.setattr(sniffi.fast, "warm_up", loaded.set)
    monkeypatch.setattr(subprocess, "Popen", None)
    sniffi.fast.prepare()
    assert loaded.wait(60)


@pytest.mark.exhaustive
def test_a_fresh_machine_compiles_once_into_its_cache_alone() -> None:
    before = set(SOURCES.rglob("*"))
    code = """
import time
from sniffi import fast
from sniffi.fast import compiling
fast.prepare()
while not fast.ready():
    time.sleep(0.1)
print(sum(compiled.stats.cache_hits != {} for _, compiled, _ in compiling._entries))
print(len(compiling._entries))
"""
    loaded, entries = map(int, run(code).split())
    assert loaded == entries > 5
    folder = cache.folder()
    assert folder is not None
    assert len(list(folder.rglob("*.nbi"))) == entries
    assert {path for path in SOURCES.rglob("*") if path.suffix in (".nbi", ".nbc")} <= before
    # What was loaded works.
    deal = "13 46 26 35 45 25 01 36 66 02 04 16 05 24 55 12 11 06 56 23 34 22 15 00 33 44 14 03"
    assert (
        run(
            "from sniffi.rules import Round, parse_tiles\n"
            "from sniffi.fast.solver import solve\n"
            f"print(type(solve(Round.deal(parse_tiles({deal!r}), 2, 1))).__name__)"
        )
        == "Solved\n"
    )
