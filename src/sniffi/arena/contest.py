"""What is played: a deal in every arrangement, by bots whose chance is their own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from time import perf_counter

from sniffi.arena.chance import bot_seed, deck_of, starter_of
from sniffi.arena.errors import CannotTake
from sniffi.arena.figures import Timing
from sniffi.arena.playing import play_game, play_round
from sniffi.arena.seating import Arrangement, arrangements, sides_of
from sniffi.bots import BotChoice
from sniffi.rules import Game, Round

MARGIN_UNIT = 2
"""Margins are counted in halves: with three players two others have a mean."""
SHARE_UNIT = 6
"""Shares of what is won are counted in sixths: two or three sides may be level."""


@dataclass(frozen=True, slots=True)
class DealResult:
    """What a deal came to, a number for each bot: sums over all its arrangements."""

    margins: tuple[int, ...]
    """Points ahead of the others, in units of 1 / ``MARGIN_UNIT``."""
    shares: tuple[int, ...]
    """Rounds or games won, in units of 1 / ``SHARE_UNIT``."""
    decisions: tuple[int, ...]
    """Choices between two actions or more."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """What some deals in a row came to, and how long that took."""

    deals: tuple[DealResult, ...]
    timings: tuple[Timing, ...]
    """One for each bot."""
    seconds: float


@dataclass(frozen=True, slots=True)
class Contest:
    """What is to be compared, and from which seed: all that a deal's result depends on.

    Raises:
        NotPlayers, CannotSeat, CannotTake: these bots cannot meet with so many players.
    """

    bots: tuple[BotChoice, ...]
    players: int
    seed: int
    games: bool = False
    """Whether whole games are played, instead of rounds that stand alone."""

    def __post_init__(self) -> None:
        arrangements(len(self.bots), self.players)
        for bot in self.bots:
            if self.players not in bot.kind.players:
                raise CannotTake(str(bot), self.players)

    @property
    def arrangements(self) -> tuple[Arrangement, ...]:
        """The ways to sit in which each deal is played."""
        return arrangements(len(self.bots), self.players)

    @property
    def needs_kernel(self) -> bool:
        """Whether a bot plays at its full strength only with the compiled kernel."""
        return any(bot.kind.needs_kernel for bot in self.bots)

    def play(self, deals: Iterable[int]) -> Chunk:
        """Play these deals, which are numbered from 1."""
        if self.needs_kernel:
            from sniffi import fast

            # Before the clock runs, and lest a bot without it plays otherwise than one with it.
            fast.warm_up()
        started = perf_counter()
        times: tuple[list[int], ...] = tuple([] for _ in self.bots)
        results = tuple(self._play_deal(deal, times) for deal in deals)
        return Chunk(results, tuple(map(Timing.of, times)), perf_counter() - started)

    def _play_deal(self, deal: int, times: Sequence[list[int]]) -> DealResult:
        deck = deck_of(self.seed, deal)
        order = () if self.games else deck.deal(1)
        margins = [0] * len(self.bots)
        shares = [0] * len(self.bots)
        before = [len(own) for own in times]
        for arrangement in self.arrangements:
            bots = [
                self.bots[who].make(bot_seed(self.seed, deal, seat))
                for seat, who in enumerate(arrangement, 1)
            ]
            clocks = [times[who] for who in arrangement]
            if self.games:
                played = play_game(Game.new(self.players), deck, bots, clocks)
            else:
                starter = starter_of(deal, self.players)
                played = play_round(Round.deal(order, self.players, starter), bots, clocks)
            for who in range(len(self.bots)):
                own = sides_of(who, arrangement)
                margins[who] += margin(played.scores, own)
                won = sum(side in own for side in played.best)
                shares[who] += SHARE_UNIT // len(played.best) * won
        decisions = [len(own) - had for own, had in zip(times, before, strict=True)]
        return DealResult(tuple(margins), tuple(shares), tuple(decisions))


def margin(scores: Sequence[int], own: Sequence[int]) -> int:
    """The mean score of the sides ``own`` less that of the other sides, times ``MARGIN_UNIT``."""
    mine = [score for side, score in enumerate(scores, 1) if side in own]
    theirs = [score for side, score in enumerate(scores, 1) if side not in own]
    return sum(mine) * MARGIN_UNIT // len(mine) - sum(theirs) * MARGIN_UNIT // len(theirs)
