"""Whether a bot is what a bot must be (docs/bots.md): for any bot, of this house or of another.

>>> from sniffi.bots.conformance import check
>>> from sniffi.bots.simple import GreedyBot
>>> report = check(GreedyBot, positions=3, seed=1)
>>> report.conforms, report.positions
(True, 9)

From the command line: ``python -m sniffi.bots.conformance MODULE:FACTORY``.
"""

from sniffi.bots.conformance.checks import Factory, assert_conforms, check
from sniffi.bots.conformance.positions import Position
from sniffi.bots.conformance.report import Demand, Failure, Report

__all__ = [
    "Demand",
    "Factory",
    "Failure",
    "Position",
    "Report",
    "assert_conforms",
    "check",
]
