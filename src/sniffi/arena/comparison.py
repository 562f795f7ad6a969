"""Compare bots: play the deals, add up, tell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from math import isfinite
from time import perf_counter

from sniffi.arena.contest import MARGIN_UNIT, SHARE_UNIT, Chunk, Contest, DealResult
from sniffi.arena.errors import BadNumber, NotPositive
from sniffi.arena.figures import Average, Sums, Timing
from sniffi.arena.spread import Pace, Spread, chunks, here, over_cluster, over_processes
from sniffi.bots import BotChoice, parse_bot

BLOCK = 50
"""After so many deals, and after each multiple of it, an early stop is thought of."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a bot did."""

    bot: str
    margin: Average
    """Points by which it was ahead of the others, a round (or a game)."""
    won: Average
    """The share of the rounds (or games) that it won, from 0 to 1."""
    decisions: int
    """Choices between two actions or more."""


@dataclass(frozen=True, slots=True)
class Speed:
    """How long it all took. The only part of a comparison that differs from run to run."""

    seconds: float
    bots: tuple[Timing, ...]
    """How long each bot thought, in the order of the results."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """What came of a comparison."""

    players: int
    games: bool
    """Whether whole games were played, or rounds that stand alone."""
    seed: int
    deals: int
    """How many deals (with ``games``, how many games' decks) were played."""
    plays: int
    """How many rounds (or games) that made: each deal was played in every arrangement."""
    results: tuple[Result, ...]
    """The bots in the order in which they were named."""
    speed: Speed


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a comparison is."""

    deals: int
    of: int
    """How many deals are to be played at most."""
    seconds: float
    """Since it began."""
    results: tuple[Result, ...]
    """As they stand."""

    @property
    def seconds_left(self) -> float:
        """How long the rest will take if it goes on as it has."""
        return self.seconds / self.deals * (self.of - self.deals)


class Standing:
    """The sums so far."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self.deals = 0
        bots = range(len(contest.bots))
        self._margins = [Sums() for _ in bots]
        self._shares = [Sums() for _ in bots]
        self._decisions = [0 for _ in bots]

    def add(self, deal: DealResult) -> None:
        """Take the next deal in."""
        self.deals += 1
        for who in range(len(self._margins)):
            self._margins[who].add(deal.margins[who])
            self._shares[who].add(deal.shares[who])
            self._decisions[who] += deal.decisions[who]

    @property
    def results(self) -> tuple[Result, ...]:
        """What the sums say of each bot."""
        plays = len(self.contest.arrangements)
        return tuple(
            Result(
                str(bot),
                self._margins[who].average(MARGIN_UNIT * plays),
                self._shares[who].average(SHARE_UNIT * plays),
                self._decisions[who],
            )
            for who, bot in enumerate(self.contest.bots)
        )

    def is_sure(self, error: float) -> bool:
        """Whether every standard error is at most ``error``: of the points a round, or of the
        share of games."""
        averages = [result.won if self.contest.games else result.margin for result in self.results]
        return all(average.error is not None and average.error <= error for average in averages)


def compare(
    bots: Sequence[str | BotChoice],
    *,
    rounds: int = 1000,
    seed: int = 1,
    players: int | None = None,
    games: bool = False,
    processes: int = 1,
    dask: str | None = None,
    until_error: float | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> Comparison:
    """Let bots play each deal in every arrangement of seats, and tell who is better by how much.

    The result depends on the bots, ``rounds``, ``seed``, ``players``, ``games`` and
    ``until_error`` alone; its times on everything.

    Args:
        bots: two to four, each as ``sniffi.bots.parse_bot`` reads it or as it gives it.
        rounds: how many deals; each is played as often as there are arrangements.
        seed: what all chance comes from, 0 or more.
        players: how many play a round; as many as there are bots when left out.
        games: whether whole games are played, up to the target (R7.1).
        processes: in how many processes of this machine to play.
        dask: the address of a Dask cluster's scheduler, to play there instead.
        until_error: stop at the end of a block of ``BLOCK`` deals when every standard error is at
            most this: of the points a round, or with ``games`` of the share of games won.
        on_progress: told now and then how far it is, in this process.

    Raises:
        UnknownBot, NotABot, NotAParameter, BadParameter: a bot is none.
        NotContestants, NotPlayers, CannotSeat, CannotTake: these bots cannot meet.
        BadNumber, NotPositive: a number is too small.
        CannotSpread, NoCluster, NoWorkers: there is nobody else to play.
        sniffi.fast.NotInstalled: a bot needs the kernel.
    """
    choices = tuple(parse_bot(bot) if isinstance(bot, str) else bot for bot in bots)
    contest = Contest(choices, len(choices) if players is None else players, seed, games)
    _check("rounds", rounds, 1)
    _check("seed", seed, 0)
    _check("processes", processes, 1)
    if until_error is not None and not (until_error > 0 and isfinite(until_error)):
        raise NotPositive("until_error", until_error)
    spread: Spread = here
    if dask is not None:
        spread = over_cluster(dask)
    elif min(processes, rounds) > 1:
        spread = over_processes(min(processes, rounds))
    if contest.needs_kernel and dask is None:
        from sniffi import fast

        # Compiled once, here; other processes load it.
        fast.warm_up()
    return _played(contest, rounds, spread, until_error, on_progress)


def _check(name: str, value: object, least: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise BadNumber(name, value, least)


def _add(chunk: Chunk, standing: Standing, until_error: float | None) -> bool:
    """Take a chunk's deals in, one by one: whether that is enough, and then not the rest.

    When to stop must depend on nothing but the deals, and chunks are cut by the clock.
    """
    for deal in chunk.deals:
        standing.add(deal)
        if (
            until_error is not None
            and standing.deals % BLOCK == 0
            and standing.is_sure(until_error)
        ):
            return True
    return False


def _played(
    contest: Contest,
    rounds: int,
    spread: Spread,
    until_error: float | None,
    on_progress: Callable[[Progress], None] | None,
) -> Comparison:
    started = perf_counter()
    standing, pace = Standing(contest), Pace()
    timings = tuple(Timing() for _ in contest.bots)
    with closing(spread(contest, chunks(rounds, pace))) as played:
        for chunk in played:
            pace.note(chunk)
            for timing, more in zip(timings, chunk.timings, strict=True):
                timing.add(more)
            enough = _add(chunk, standing, until_error)
            if on_progress is not None:
                seconds = perf_counter() - started
                on_progress(Progress(standing.deals, rounds, seconds, standing.results))
            if enough:
                break
    return Comparison(
        players=contest.players,
        games=contest.games,
        seed=contest.seed,
        deals=standing.deals,
        plays=standing.deals * len(contest.arrangements),
        results=standing.results,
        speed=Speed(perf_counter() - started, timings),
    )
