"""The house rules of the repository itself."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).parent.parent
PROJECT: dict[str, Any] = tomllib.loads(ROOT.joinpath("pyproject.toml").read_text("utf-8"))
LISTS = sorted(ROOT.glob("requirements/*.in"))
LOCKS = sorted(ROOT.glob("requirements/*.txt"))

# Written in pieces, so that this file passes its own check.
NOT_IN_ANY_FILE = [
    rf"-{{2}}(extra-)?index{'-url'}",
    rf"-{{2}}trusted{'-host'}",
    rf"-{{2}}find{'-links'}",
    rf"{'python'}hosted|{'pypi'}\.org|registry\.{'npm'}js|deb\.{'deb'}ian\.org",
    rf"(?<![\w.}}\])/])/({'home'}|{'root'}|{'work'}|{'opt'}|{'Users'})/\w",
]


def normal(name: str) -> str:
    """A package's name as an index compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def listed(path: Path) -> set[str]:
    """The packages that a list names itself."""
    lines = (line.strip() for line in path.read_text("utf-8").splitlines())
    return {normal(line) for line in lines if line and line[0] not in "#-"}


def test_every_link_of_the_readme_leads_to_a_file() -> None:
    # Those of the pages are checked by building them.
    links = re.findall(r"\]\((?!https?:|#)([^)#\s]+)", (ROOT / "README.md").read_text("utf-8"))
    assert "docs/rules.md" in links
    assert not [link for link in links if not (ROOT / link).exists()]


def files_in_git() -> list[Path]:
    """All tracked files that are still there."""
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    paths = [ROOT / name for name in done.stdout.decode().split("\0") if name]
    return [path for path in paths if path.is_file()]


def test_no_file_names_an_index_or_a_place_on_this_machine() -> None:
    here = re.escape(str(ROOT))
    unwanted = re.compile("|".join([*NOT_IN_ANY_FILE, rf"{here}(?!\w)"]).encode())
    found = []
    for path in files_in_git():
        for number, line in enumerate(path.read_bytes().splitlines(), 1):
            # script/lock has to name the options that keep these things out.
            if unwanted.search(re.sub(rb"--no-emit-[a-z-]+", b"", line)):
                found.append(f"{path.relative_to(ROOT)}:{number}")
    assert found == []


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_every_locked_version_has_hashes(lock: Path) -> None:
    logical = lock.read_text("utf-8").replace("\\\n", " ").splitlines()
    entries = [line for line in logical if line.strip() and not line.lstrip().startswith("#")]
    assert entries
    bad = [line for line in entries if not re.match(r"\S+==\S+( ;.*)? +--hash=sha256:", line)]
    assert bad == []


def test_every_list_has_its_lock_and_every_lock_its_list() -> None:
    assert [path.stem for path in LISTS] == [path.stem for path in LOCKS]


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.name)
def test_a_lock_has_what_its_list_asks_for(path: Path) -> None:
    locked = {
        normal(match[1])
        for match in re.finditer(r"^([\w.-]+)==", path.with_suffix(".txt").read_text("utf-8"), re.M)
    }
    assert listed(path) <= locked


def test_the_locks_agree_on_versions() -> None:
    versions: dict[str, set[str]] = {}
    for lock in LOCKS:
        for name, version in re.findall(r"^([\w.-]+)==(\S+)", lock.read_text("utf-8"), re.M):
            versions.setdefault(name, set()).add(version)
    assert {name: found for name, found in versions.items() if len(found) > 1} == {}


def test_dependency_groups_name_what_the_lists_name() -> None:
    for group, names in PROJECT["dependency-groups"].items():
        own = {normal(name) for name in names if isinstance(name, str)}
        assert own == listed(ROOT / "requirements" / f"{group}.in"), group


def test_every_direct_dependency_is_explained() -> None:
    page = ROOT.joinpath("docs", "dependencies.md").read_text("utf-8")
    explained = {normal(name) for name in re.findall(r"^\| ([\w.-]+) \|", page, re.M)} - {"name"}
    assert explained == set().union(*map(listed, LISTS))


def test_every_part_of_the_house_is_in_the_layers_contract() -> None:
    (contract,) = (
        contract
        for contract in PROJECT["tool"]["importlinter"]["contracts"]
        if contract.get("exhaustive")
    )
    placed = set(re.findall(r"\w+", " ".join(contract["layers"])))
    house = ROOT / "src" / "sniffi"
    parts = {path.name for path in house.iterdir() if any(path.glob("*.py"))}
    modules = {path.stem for path in house.glob("*.py")} - {"__init__"}
    assert parts | modules <= placed


def test_rules_import_only_themselves_and_the_standard_library() -> None:
    found = []
    for path in ROOT.glob("src/sniffi/rules/**/*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                names = [node.module or ""]
            elif isinstance(node, ast.ImportFrom):
                # A relative import must not climb out of the rules.
                depth = len(path.relative_to(ROOT / "src" / "sniffi" / "rules").parents)
                names = ["sniffi.rules" if node.level <= depth else f"{'.' * node.level}"]
            found += [
                f"{path.name}: {name}"
                for name in names
                if not re.match(r"sniffi\.rules(\.|$)", name)
                and name.split(".")[0] not in sys.stdlib_module_names
            ]
    assert found == []


def test_a_wheel_has_every_file_of_the_house_that_is_in_git() -> None:
    # Data that a bot plays by is of no use in the checkout alone.
    packed = {file.distribution_path for file in WheelBuilder(str(ROOT)).recurse_included_files()}
    kept = [path for path in files_in_git() if path.is_relative_to(ROOT / "src" / "sniffi")]
    assert {path.suffix for path in kept} >= {".py", ".po", ".json", ".npy"}
    assert {path.relative_to(ROOT / "src").as_posix() for path in kept} - packed == set()


def test_the_commands_can_be_run() -> None:
    for name in ("script/play", "script/test", "script/setup", "script/lock", ".ci/run"):
        assert ROOT.joinpath(name).stat().st_mode & 0o111 == 0o111, name
