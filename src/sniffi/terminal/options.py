"""What was asked for on the command line, before any question is asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """The wishes of ``sniffi play``. What is None is asked, and Enter takes a default."""

    players: int | None = None
    """2, 3 or 4."""
    bots: Mapping[int, str] | None = None
    """The seats (from 1) that bots play, with the bots' names in the registry; people play the
    other seats. None asks for every seat, {} makes everybody a person."""
    names: tuple[str, ...] | None = None
    """A name for each seat, or one for each person, in the order of the seats; () gives everybody
    the default."""
    lang: str | None = None
    """``fi`` or ``en``."""
    target: int | None = None
    """Raw points that win the game; that of R7.1 when None (never asked)."""
    seed: bytes | None = None
    """The secret of the deals, 32 bytes; a new one when None (never asked)."""
    nonces: tuple[str, ...] | None = None
    """The players' shuffle texts (see ``sniffi.deal``); () for none."""
    save: Path | None = None
    """The file that the running game is kept in; the usual one when None (never asked)."""
    record: Path | None = None
    """The file that the finished game's record is written to; a new one in the ``games`` folder
    beside the save when None (never asked)."""
    resume: bool | None = None
    """True goes on with the saved game, False begins a new one and sets an unfinished one aside;
    None asks if there is one."""
    hints: bool = True
    """Whether hints may be asked for."""
    colour: bool | None = None
    """None: when the output is a terminal and NO_COLOR is not set."""
