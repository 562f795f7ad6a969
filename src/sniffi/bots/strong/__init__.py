"""The strong bots: they play every placement on in worlds that fit what their seat has seen.

Importing this imports Numba.
"""

from sniffi.bots.strong.bot import StrongBot, evaluate
from sniffi.bots.strong.mind import Plan

__all__ = ["Plan", "StrongBot", "evaluate"]
