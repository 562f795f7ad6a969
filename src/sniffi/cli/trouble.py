"""What the command refuses or cannot do, as typed errors, and its exit statuses.

The codes are keys of the catalogue ``cli``, and every field is text that is safe to show.
"""

from __future__ import annotations

import errno
from enum import IntEnum
from typing import ClassVar

from sniffi.rules.errors import SniffiError


class Status(IntEnum):
    """The exit statuses (docs/cli.md)."""

    FINE = 0
    FAILED = 1
    """What was checked does not hold, or what was asked could not be done."""
    MISUSE = 2
    """The command line, or a placement on it, is not what it should be."""
    INTERRUPTED = 130
    """As shells tell of SIGINT."""
    NO_READER = 141
    """As shells tell of SIGPIPE: whoever read the output went away."""


class CommandError(SniffiError):
    """What ends the command: one sentence and an exit status."""

    status: ClassVar[Status]


class Misuse(CommandError):
    """Something is wrong with the command line."""

    status = Status.MISUSE
    points_to_help: ClassVar[bool] = True
    """Whether the sentence ends by telling where help is."""


class VerbMissing(Misuse, code="cli.verb-missing"):
    """No verb at all; ``verbs`` are those that there are."""


class UnknownVerb(Misuse, code="cli.unknown-verb"):
    """There is no such ``verb``."""


class MeantVerb(Misuse, code="cli.unknown-verb-meant"):
    """There is no such ``verb``, but one much like it, ``meant``."""


class UnknownOption(Misuse, code="cli.unknown-option"):
    """The verb takes no such ``option``."""


class MeantOption(Misuse, code="cli.unknown-option-meant"):
    """The verb takes no such ``option``, but one much like it, ``meant``."""


class ValueMissing(Misuse, code="cli.value-missing"):
    """After ``option`` its ``value`` is missing."""


class TakesNoValue(Misuse, code="cli.takes-no-value"):
    """``option`` was given a value and takes none."""


class GivenTwice(Misuse, code="cli.given-twice"):
    """``option`` was given twice, and one value would be dropped."""


class NotTogether(Misuse, code="cli.not-together"):
    """``option`` and ``other`` contradict each other."""


class NotAChoice(Misuse, code="cli.not-a-choice"):
    """``value`` is none of the ``choices`` of ``option``."""


class NotASeatAndBot(Misuse, code="cli.not-a-seat-and-bot"):
    """``value`` of ``option`` is not of the form SEAT=NAME."""


class NotAFileName(Misuse, code="cli.not-a-file-name"):
    """The value of ``option`` can be no file's name."""


class ValueRefused(Misuse, code="cli.value-refused"):
    """The value of ``option`` cannot be used; ``why`` does not say itself what it is about."""


class NotACount(Misuse, code="cli.not-a-count"):
    """``value`` of ``option`` is no whole number from 1 to ``most``."""


class NeedsOption(Misuse, code="cli.needs-option"):
    """``option`` means nothing without ``other``."""


class OperandMissing(Misuse, code="cli.operand-missing"):
    """The verb needs an ``operand``."""


class OperandTooMany(Misuse, code="cli.operand-too-many"):
    """``operand`` is one more than the verb takes."""


class PlacementRefused(Misuse, code="cli.placement-refused"):
    """``placement``, as it was typed, is not legal; ``why`` says by which rule."""

    points_to_help = False


class DealRefused(Misuse, code="cli.deal-refused"):
    """In ``line`` of ``file`` is no deal; ``why`` is the sentence."""

    points_to_help = False


class Failed(CommandError):
    """What was asked could not be done."""

    status = Status.FAILED


class CannotRead(Failed, code="cli.cannot-read"):
    """``file`` cannot be read; ``why`` is the sentence."""


class BadGameFound(Failed, code="cli.bad-game"):
    """A game of ``file`` is not one, or cannot be read; ``why`` says where and what."""


class NoGames(Failed, code="cli.no-games"):
    """There is no game in ``file``, so nothing holds of it."""


class CannotWrite(Failed, code="cli.cannot-write"):
    """``file`` cannot be written; ``why`` is the sentence."""


class NoOutput(Failed, code="cli.no-output"):
    """The standard output takes nothing; ``why`` is the sentence."""


class KernelMissing(Failed, code="cli.kernel-missing"):
    """The compiled kernel cannot be used; ``why`` is the sentence."""


class SystemRefused(Failed, code="cli.system-refused"):
    """The system refused something else; ``why`` is the sentence."""


# The system's own sentences are in the language of its locale, which is not always the reader's.
REASONS: dict[int, str] = {
    errno.ENOENT: "cli.reason-not-there",
    errno.EACCES: "cli.reason-not-allowed",
    errno.EPERM: "cli.reason-not-allowed",
    errno.EROFS: "cli.reason-read-only",
    errno.EISDIR: "cli.reason-a-folder",
    errno.ENOTDIR: "cli.reason-not-a-folder",
    errno.ENOSPC: "cli.reason-full",
    errno.EDQUOT: "cli.reason-full",
    errno.EFBIG: "cli.reason-too-big",
    errno.ENAMETOOLONG: "cli.reason-name-too-long",
    errno.ELOOP: "cli.reason-links-in-a-circle",
    errno.EBADF: "cli.reason-closed",
    errno.ENOTSUP: "cli.reason-no-ordinary-file",
    errno.EIO: "cli.reason-device",
    errno.EADDRINUSE: "cli.reason-address-in-use",
    errno.EADDRNOTAVAIL: "cli.reason-address-not-here",
}
