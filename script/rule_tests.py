"""Writes docs/rule-tests.md: for each rule and decision, the tests that hold it.

``python script/rule_tests.py`` rewrites the page; a test fails while it is out of date.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "rule-tests.md"

RULES = {
    "R1.1": "two to four players, four as two fixed pairs",
    "R1.2": "the double-six set, each tile once",
    "R1.3": "hands of 7, 6 or 5, the rest is the boneyard",
    "R1.4": "hands are secret until they are counted",
    "R2.1": "the first starter is drawn by lot",
    "R2.2": "play goes clockwise",
    "R2.3": "who went out starts next; after a block a new lot",
    "R3.1": "the starter opens with any tile in hand",
    "R3.2": "a tile joins an open spot with an equal half",
    "R3.3": "a double counts both halves at an end, nothing inside",
    "R3.4": "ports: low and high, lines and branches",
    "R4.1": "the first double is the Sniff, the only one that branches",
    "R4.2": "the Sniff counts both halves until both lines are filled",
    "R4.3": "then both branches may be opened; each unopened counts one half",
    "R4.4": "opening a branch takes away that one half",
    "R4.5": "with both branches open only the four ends count",
    "R4.6": "a branch grows without limit",
    "R5.1": "a positive sum divisible by five scores itself",
    "R5.2": "spot and counted value are two things",
    "R6.1": "who can place must place",
    "R6.2": "draw until a tile fits, and place that very tile",
    "R6.3": "a pass needs an empty boneyard and nothing to place",
    "R6.4": "blocked when nobody can place and the boneyard is empty",
    "R6.5": "every leftover hand is rounded and subtracted on its own",
    "R6.6": "who went out is recorded; a block has no winner; minus is possible",
    "R7.1": "targets, in raw points",
    "R7.2": "reaching the target wins at once",
    "R8.1": "strokes and fifty marks",
    "R8.2": "remainder and minus are kept beside",
    "D1": "the lot: highest tile, ties draw again, all recorded",
    "D2": "a block is found the moment it holds",
    "D3": "drawn tiles are secret, their number is public",
    "D4": "forced actions are events",
    "D5": "no limit of rounds",
}

_TEST = re.compile(r"^\s*def (test_(r\d_\d|d\d)_\w+)", re.MULTILINE)


def tests_by_rule() -> dict[str, list[tuple[str, str]]]:
    """For each rule number the tests named after it: file (from the root) and function."""
    found: dict[str, list[tuple[str, str]]] = {rule: [] for rule in RULES}
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        for name, number in _TEST.findall(file.read_text(encoding="utf-8")):
            rule = number.upper().replace("_", ".")
            found[rule].append((file.relative_to(ROOT).as_posix(), name))
    return found


def page() -> str:
    """The page's text."""
    lines = [
        "# Rules and their tests",
        "",
        "Every rule and decision of the game, by its number, with the tests that hold it. The page",
        "is written by `python script/rule_tests.py`; what holds at every ply of every game is",
        "checked by the state machines of `tests/rules/test_always.py`.",
    ]
    for rule, meaning in RULES.items():
        lines += ["", f"## {rule}: {meaning}", ""]
        lines += [f"- `{name}` ({file})" for file, name in tests_by_rule()[rule]]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    sys.stdout.write(f"{PAGE.relative_to(ROOT)}\n")
