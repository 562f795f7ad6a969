"""The game in a terminal: people at one keyboard and bots, in plain lines (docs/terminal.md)."""

from sniffi.terminal.options import PlayOptions
from sniffi.terminal.play import play

__all__ = ["PlayOptions", "play"]
