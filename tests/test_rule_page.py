"""Every rule has a test named after it, and the page that lists them is up to date."""

import importlib.util
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
_spec = importlib.util.spec_from_file_location("rule_tests", ROOT / "script" / "rule_tests.py")
assert _spec is not None
assert _spec.loader is not None
rule_tests = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(rule_tests)


def test_every_rule_has_a_test_named_after_it() -> None:
    without = [rule for rule, tests in rule_tests.tests_by_rule().items() if not tests]
    assert without == []


def test_the_page_lists_every_numbered_rule_of_the_game() -> None:
    text = (ROOT.parent / "shared" / "rules.md").read_text(encoding="utf-8")
    chapters = re.split(r"^## R(\d)", text, flags=re.MULTILINE)[1:]
    numbered = {
        f"R{chapter}.{rule}"
        for chapter, body in zip(chapters[::2], chapters[1::2], strict=True)
        for rule in re.findall(r"^(\d)\. ", body.split("\n## ")[0], flags=re.MULTILINE)
    }
    decisions = set(re.findall(r"^- (D\d) ", text, flags=re.MULTILINE))
    assert set(rule_tests.RULES) == numbered | decisions


def test_the_page_is_up_to_date() -> None:
    written = rule_tests.PAGE.read_text(encoding="utf-8")
    assert written == rule_tests.page(), "run: python script/rule_tests.py"
