"""The place to learn the game: its addresses."""

from sniffi.web.learning.addresses import PAGES

__all__ = ["PAGES"]
