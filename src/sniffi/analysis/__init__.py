"""What each move is worth and why: hints, from a seat's view alone (docs/hints.md)."""

from sniffi.analysis.evaluators import Evaluator, evaluate, guess
from sniffi.analysis.facts import FACTS, Fact
from sniffi.analysis.hints import Hint, Interval, Suggestion, Verdict, hint
from sniffi.analysis.sentences import HintWords

__all__ = [
    "FACTS",
    "Evaluator",
    "Fact",
    "Hint",
    "HintWords",
    "Interval",
    "Suggestion",
    "Verdict",
    "evaluate",
    "guess",
    "hint",
]
