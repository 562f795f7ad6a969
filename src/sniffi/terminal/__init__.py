"""The game in a terminal: people at one keyboard and bots, in plain lines (docs/terminal.md)."""

from sniffi.terminal.options import PERSON, PlayOptions
from sniffi.terminal.play import play

__all__ = ["PERSON", "PlayOptions", "play"]
