"""What the command writes to: its output, and one line of trouble."""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import TextIO

from sniffi.cli.trouble import REASONS, NoOutput
from sniffi.words import Words

COMMAND = "sniffi"


def speak_utf8() -> None:
    """Write UTF-8 whatever the locale; what it cannot say is escaped, never an error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def why(error: OSError, words: Words) -> str:
    """What the system refused, in the reader's language."""
    key = REASONS.get(error.errno or 0)
    if key is not None:
        return words.say(key)
    name = errno.errorcode.get(error.errno or 0, type(error).__name__)
    return words.say("cli.reason-other", name=name)


class Console:
    """The output of one run of the command, in the reader's language."""

    def __init__(self, words: Words, wanted_language: str | None = None) -> None:
        """``words`` speaks the language of everything; ``wanted_language`` was asked for."""
        self.words = words
        self.wanted_language = wanted_language
        self.verb: str | None = None

    @property
    def command(self) -> str:
        """The command with its verb, as messages name it."""
        return COMMAND if self.verb is None else f"{COMMAND} {self.verb}"

    def line(self, text: str = "") -> None:
        """Write one line to the output.

        Raises:
            BrokenPipeError: nobody reads any more.
            NoOutput: it cannot be written.
        """
        self._write(text + "\n")

    def flush(self) -> None:
        """Hand everything over to the system, or raise what ``line`` raises."""
        self._write("", flush=True)

    def trouble(self, sentence: str) -> None:
        """Write one line to the error output; that it cannot be written is no second trouble."""
        if sys.stderr is None:
            return
        try:
            print(f"{self.command}: {' '.join(sentence.splitlines())}", file=sys.stderr, flush=True)
        except (OSError, ValueError):
            give_up(sys.stderr)

    def _write(self, text: str, *, flush: bool = False) -> None:
        try:
            if sys.stdout is None:
                raise OSError(errno.EBADF, "closed")
            sys.stdout.write(text)
            if flush:
                sys.stdout.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise NoOutput(why=why(error, self.words)) from error


def give_up(stream: TextIO | None) -> None:
    """Let what is still in ``stream`` go nowhere, or Python would complain of it at its end."""
    if stream is None:
        return
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
    except (OSError, ValueError):
        # No file of the system's, as under a test: nothing is left over.
        return
