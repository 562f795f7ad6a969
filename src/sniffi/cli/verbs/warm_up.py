"""``sniffi warm-up``: compile the kernel ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sniffi.cli.grammar import Arguments, Verb
from sniffi.cli.text import shown_file
from sniffi.cli.trouble import KernelMissing, Status

if TYPE_CHECKING:
    from sniffi.cli.console import Console


def make_kernel_ready(console: Console, *, tell: bool) -> None:
    """Compile and load the kernel.

    Args:
        tell: whether to show a line for each part that is compiled.

    Raises:
        KernelMissing: its packages are not installed.
    """
    from sniffi import fast

    def report(part: str, number: int, count: int) -> None:
        line = console.words.say(
            "cli.warm-up-part", number=str(number), count=str(count), part=part
        )
        console.line(line)
        console.flush()

    try:
        fast.warm_up(report if tell and not fast.cached() else None)
    except fast.NotInstalled as error:
        raise KernelMissing(why=console.words.refusal(error)) from error


def run(arguments: Arguments, console: Console) -> int:  # noqa: ARG001
    """Compile what is not compiled yet, and tell where it is."""
    make_kernel_ready(console, tell=True)
    from sniffi.fast import cache

    folder = cache.folder()
    if folder is None:
        console.line(console.words.say("cli.warm-up-not-kept"))
    else:
        console.line(console.words.say("cli.warm-up-kept", folder=shown_file(str(folder))))
    return Status.FINE


VERB = Verb(
    name="warm-up",
    about="cli.warm-up-about",
    run=run,
    examples=("warm-up",),
)
