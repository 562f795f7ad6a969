"""``sniffi play``: from the options to the end of the game or of the input."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TextIO

from sniffi.terminal.options import PlayOptions


def play(
    options: PlayOptions,
    *,
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
    environ: Mapping[str, str] | None = None,
) -> int:
    """Play a game, or go on with a saved one, until it or the input ends.

    Args:
        options: what need not be asked.
        stdin, stdout: where lines come from and go to; the process's own when None.
        environ: XDG_STATE_HOME, HOME, NO_COLOR, TERM and the locale; the process's own when None.

    Returns:
        The exit code: 0 for a game that ended or is saved to go on, 130 after Ctrl-C.

    Raises:
        SniffiError: an option or the save cannot be used; nothing was changed. The caller says it
            by ``words.refusal`` and gives 2.
    """
    raise NotImplementedError
