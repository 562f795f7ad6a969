"""``sniffi arena``: bots against bots."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sniffi.cli.grammar import Arguments, Operand, Option, Verb
from sniffi.cli.text import shown
from sniffi.cli.trouble import NotACount, Status

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sniffi.arena import Average, Comparison, Progress, Timing
    from sniffi.cli.console import Console
    from sniffi.words import Words

INDENT = "    "
ROUNDS = 1000
SEED = 1
MOST_ROUNDS = 10**9
MOST_PROCESSES = 1000
LONGEST_NUMBER = 18
SIGNALLED = 128
"""What a shell adds to the number of the signal that ended a program."""


def count_to(most: int) -> Callable[[str, str], int]:
    """Reads a whole number from 1 to ``most``."""

    def read(option: str, text: str) -> int:
        if not (_is_number(text) and 1 <= int(text) <= most):
            raise NotACount(option=option, value=shown(text), most=str(most))
        return int(text)

    return read


def seed_number(option: str, text: str) -> int:
    """Reads a whole number from 0 up."""
    if not _is_number(text):
        from sniffi.arena import BadNumber

        raise BadNumber(option, shown(text), 0)
    return int(text)


def positive(option: str, text: str) -> float:
    """Reads a number above zero."""
    from math import isfinite

    from sniffi.arena import NotPositive
    from sniffi.bots.parameters import decimal_number

    try:
        value = decimal_number(text)
    except ValueError:
        raise NotPositive(option, shown(text)) from None
    if not (isfinite(value) and value > 0):
        raise NotPositive(option, shown(text))
    return value


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER


def decimal(value: float, digits: int, words: Words) -> str:
    """A number as the reader's language writes it."""
    whole, _, decimals = f"{abs(value):.{digits}f}".partition(".")
    written = words.say("arena.decimal", whole=whole, decimals=decimals)
    return f"−{written}" if value < 0 and float(f"{whole}.{decimals}") else written


def figure(average: Average, scale: float, digits: int, words: Words) -> str:
    """A mean, its standard error and its bounds; the mean alone when there is no error."""
    mean = decimal(average.mean * scale, digits, words)
    if average.error is None or average.low is None or average.high is None:
        return mean
    return words.say(
        "arena.figure",
        mean=mean,
        error=decimal(average.error * scale, digits, words),
        low=decimal(average.low * scale, digits, words),
        high=decimal(average.high * scale, digits, words),
    )


def timing_in_words(timing: Timing, words: Words) -> str:
    """How long a bot thought, in milliseconds."""
    mean, most, longest = (
        decimal(seconds * 1000, 2, words)
        for seconds in (timing.mean, timing.within(0.99), timing.most)
    )
    return words.say_n("arena.decisions", timing.count, mean=mean, most=most, longest=longest)


def comparison_in_words(comparison: Comparison, words: Words) -> Iterator[str]:
    """What came of it, line by line: what was played, then each bot."""
    games = comparison.games
    played = ", ".join(
        (
            words.say_n("arena.players", comparison.players),
            words.say_n("arena.deals", comparison.deals),
            words.say_n("arena.games" if games else "arena.rounds", comparison.plays),
        )
    )
    yield words.say("arena.played", played=played, seed=str(comparison.seed))
    for result, timing in zip(comparison.results, comparison.speed.bots, strict=True):
        yield result.bot
        margin = figure(result.margin, 1, 2, words)
        won = figure(result.won, 100, 1, words)
        yield INDENT + words.say("arena.margin-game" if games else "arena.margin", figure=margin)
        yield INDENT + words.say("arena.won-games" if games else "arena.won", figure=won)
        yield INDENT + timing_in_words(timing, words)


def progress_in_words(progress: Progress, games: bool, words: Words) -> str:
    """How far it is, on one line: the first bot's figure, and the time that is left."""
    first = progress.results[0]
    average = first.won if games else first.margin
    scale, digits = (100, 1) if games else (1, 2)
    error = "?" if average.error is None else decimal(average.error * scale, digits, words)
    minutes, seconds = divmod(round(progress.seconds_left), 60)
    return words.say(
        "arena.progress-games" if games else "arena.progress",
        deals=str(progress.deals),
        of=str(progress.of),
        bot=first.bot,
        mean=decimal(average.mean * scale, digits, words),
        error=error,
        left=f"{minutes}:{seconds:02}",
    )


def run(arguments: Arguments, console: Console) -> int:
    """Play, showing how far it is, and tell what came of it."""
    from sniffi.arena import compare, comparison_to_json, default_processes
    from sniffi.bots import parse_bot
    from sniffi.cli.progress import ProgressLine

    bots = [parse_bot(text) for text in arguments.operands]
    if arguments.dask is None and any(bot.kind.needs_kernel for bot in bots):
        _make_kernel_ready(console)
    with _ended_by_sigterm(), ProgressLine() as line:

        def show(progress: Progress) -> None:
            line.show(lambda: progress_in_words(progress, arguments.games, console.words))

        comparison = compare(
            bots,
            rounds=arguments.rounds or ROUNDS,
            seed=SEED if arguments.seed is None else arguments.seed,
            players=int(arguments.players) if arguments.players else None,
            games=arguments.games,
            processes=arguments.processes or default_processes(),
            dask=arguments.dask,
            until_error=arguments.until_error,
            on_progress=show,
        )
    if arguments.json:
        import json

        console.line(json.dumps(comparison_to_json(comparison), separators=(",", ":")))
    else:
        for text in comparison_in_words(comparison, console.words):
            console.line(text)
    return Status.FINE


@contextmanager
def _ended_by_sigterm() -> Iterator[None]:
    """Have SIGTERM end the program as an error would, so that no process is left behind."""

    import signal
    import threading

    def end(number: int, _frame: object) -> None:
        raise SystemExit(SIGNALLED + number)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _make_kernel_ready(console: Console) -> None:
    from sniffi import fast
    from sniffi.cli.verbs.warm_up import make_kernel_ready

    if sys.stderr is not None and sys.stderr.isatty() and fast.installed() and not fast.cached():
        console.trouble(console.words.say("cli.solve-compiling"))
    make_kernel_ready(console, tell=False)


VERB = Verb(
    name="arena",
    about="arena.about",
    run=run,
    operand=Operand("arena.value-bot", help="arena.bots", many=True),
    own_options=(
        Option(
            "--rounds",
            help="arena.option-rounds",
            value="cli.value-number",
            read=count_to(MOST_ROUNDS),
        ),
        Option("--seed", help="arena.option-seed", value="cli.value-number", read=seed_number),
        Option("--players", help="arena.option-players", choices=("2", "3", "4")),
        Option("--games", help="arena.option-games"),
        Option("--json", help="arena.option-json"),
        Option(
            "--until-error",
            help="arena.option-until_error",
            value="cli.value-number",
            read=positive,
        ),
        Option(
            "--processes",
            help="arena.option-processes",
            value="cli.value-number",
            read=count_to(MOST_PROCESSES),
        ),
        Option("--dask", help="arena.option-dask", value="arena.value-address"),
    ),
    apart=(("--processes", "--dask"),),
    examples=(
        "arena greedy random",
        "arena greedy random --rounds 5000 --seed 1 --json",
        "arena greedy random --games --rounds 200",
        "arena greedy random --players 4 --until-error 0.5",
    ),
)
