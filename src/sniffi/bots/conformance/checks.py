"""A bot is asked in many positions, more than once in each, and what it does is compared."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import TypeAlias, cast

from sniffi.bots.bot import Bot
from sniffi.bots.conformance.positions import Position, View, over, round_in, twin, view_of
from sniffi.bots.conformance.report import Demand, Failure, Report
from sniffi.bots.errors import NotInTurn
from sniffi.rules import HAND_SIZE, Action, Draw, Game, GameView, Pass, Place
from sniffi.words import Words

Factory: TypeAlias = Callable[[int], Bot]
"""Makes a bot whose chance comes from the seed: a class, a function, or ``BotKind.make``."""

LONGEST_SHOWN = 60
# A bot that ends the program must not end the check, which would pass for an answer.
RAISED = (Exception, SystemExit)


def check(
    factory: Factory,
    *,
    players: Iterable[int] = tuple(HAND_SIZE),
    positions: int = 40,
    seed: int = 1,
    time_limit: float | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> Report:
    """Ask the bot and see whether it is what a bot must be (see ``Demand``).

    Args:
        factory: makes the bot; called many times.
        players: the numbers of players that it can play with.
        positions: in how many positions to ask it for each of these.
        seed: the first position is made from this, the next one from the next number, and so on.
        time_limit: seconds that a move may take; None for any.
        clock: what tells seconds.
    """
    asked = _Asked(factory, seed, time_limit, clock)
    places = [Position(number, seed + place) for number in players for place in range(positions)]
    for place in places:
        asked.out_of_turn(place)
    asked.in_turn(places)
    return Report(len(places), asked.moves, asked.slowest, tuple(asked.failures))


def assert_conforms(
    factory: Factory,
    *,
    players: Iterable[int] = tuple(HAND_SIZE),
    positions: int = 40,
    seed: int = 1,
    time_limit: float | None = None,
) -> None:
    """For tests: ``check``.

    Raises:
        AssertionError: the bot does not conform; it tells every failure.
    """
    report = check(factory, players=players, positions=positions, seed=seed, time_limit=time_limit)
    if not report.conforms:
        raise AssertionError("\n".join(report.lines(Words("en"))))


class _Asked:
    """The asking, and what came of it so far."""

    def __init__(
        self,
        factory: Factory,
        seed: int,
        time_limit: float | None,
        clock: Callable[[], float],
    ) -> None:
        self._factory = factory
        self._seed = seed
        self._time_limit = time_limit
        self._clock = clock
        self.failures: list[Failure] = []
        self.moves = 0
        self.slowest = 0.0

    def in_turn(self, places: Sequence[Position]) -> None:
        """Ask in every position: new bots, and one that is asked in all of them."""
        first: dict[Position, str | None] = {}
        for place in places:
            state = place.state()
            first[place] = self._new(place, view_of(state))
            if first[place] is None:
                continue
            again = self._new(place, view_of(state))
            self._compare(Demand.SAME_SEED, place, first[place], again)
            other = twin(state, Random(place.seed))
            blind = self._new(place, view_of(other))
            self._compare(Demand.BLIND, place, first[place], blind)
            if isinstance(state, Game):
                # Whoever has only the round asks too.
                self._new(place, view_of(round_in(state)))
        # One that was never asked well is told of once.
        good = [place for place in places if first[place] is not None]
        one = self._made(good[0]) if good else None
        for place in (*good, *reversed(good)):
            if one is not None:
                found = self._choice(one, place, view_of(place.state()))
                self._compare(Demand.NO_MEMORY, place, first[place], found)

    def out_of_turn(self, place: Position) -> None:
        """Ask where the seat has nothing to choose."""
        state = place.state()
        ended = over(state)
        waiting = state.to_act or 0
        waiting = waiting % place.players + 1
        views: list[View] = [
            state.seen_by(waiting),
            state.seen_by(None),
            round_in(ended).seen_by(round_in(ended).to_act),
            GameView.new(place.players, seat=1),
        ]
        for view in views:
            bot = self._made(place)
            if bot is None:
                return
            try:
                chosen = bot.choose(view)
            except NotInTurn:
                continue
            except RAISED as error:
                self._fail(Demand.IN_TURN, place, type(error).__name__)
            else:
                self._fail(Demand.IN_TURN, place, _shown(chosen))

    def _new(self, place: Position, view: View) -> str | None:
        """What a new bot chooses; None when that was nothing legal."""
        bot = self._made(place)
        return None if bot is None else self._choice(bot, place, view)

    def _made(self, place: Position) -> Bot | None:
        try:
            bot = cast(Bot | None, self._factory(self._seed))
        except RAISED as error:
            self._fail(Demand.ANSWERS, place, type(error).__name__)
            return None
        if bot is None:
            # Nothing would be asked then, and nothing found wrong.
            self._fail(Demand.ANSWERS, place, "None")
        return bot

    def _choice(self, bot: Bot, place: Position, view: View) -> str | None:
        """What the bot chooses, as text; None, and a failure, when that was nothing legal."""
        # An object may equal itself whatever was done to it, so what it looks like is compared.
        before, legal = repr(view), view.legal_actions()
        started = self._clock()
        try:
            chosen: object = bot.choose(view)
        except RAISED as error:
            self._fail(Demand.ANSWERS, place, type(error).__name__)
            return None
        took = self._clock() - started
        self.moves += 1
        self.slowest = max(self.slowest, took)
        if self._time_limit is not None and took > self._time_limit:
            self._fail(Demand.IN_TIME, place, f"{took:.3f}")
        if repr(view) != before:
            self._fail(Demand.NO_TRACE, place, _shown(chosen))
        if not _is_one_of(chosen, legal):
            self._fail(Demand.LEGAL, place, _shown(chosen))
            return None
        return str(chosen)

    def _compare(self, demand: Demand, place: Position, one: str | None, other: str | None) -> None:
        if one is not None and other is not None and one != other:
            self._fail(demand, place, f"{one}, {other}")

    def _fail(self, demand: Demand, place: Position, detail: str) -> None:
        failure = Failure(demand, place, detail)
        if not any((f.demand, f.position) == (demand, place) for f in self.failures):
            self.failures.append(failure)


def _is_one_of(chosen: object, legal: Sequence[Action]) -> bool:
    """Whether a bot chose one of these. What is no action may say of itself that it equals one."""
    try:
        return type(chosen) in (Place, Draw, Pass) and chosen in legal
    except RAISED:
        return False


def _shown(chosen: object) -> str:
    """What a bot chose, for a line of a report, whatever it is."""
    try:
        text = str(chosen)
    except RAISED:
        return type(chosen).__name__
    if len(text) > LONGEST_SHOWN:
        text = text[: LONGEST_SHOWN - 1] + "…"
    return text if text.isprintable() else repr(text)
