"""Replaying told events one by one, so that each fault is found at the event that has it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeAlias

from sniffi.record.model import tiles_known
from sniffi.rules import (
    DRAW,
    PASS,
    Blocked,
    CountedValue,
    Dealt,
    Deducted,
    Drew,
    Event,
    EventMismatch,
    Game,
    GameView,
    Layout,
    LotDrawn,
    Passed,
    Place,
    Placed,
    Refused,
    Spot,
    Tile,
    WentOut,
    Won,
    side_of,
)


@dataclass(frozen=True, slots=True)
class PlacedLine:
    """A placement as a line tells it: without the counted values, and with the side's new score
    only when it changed."""

    seat: int
    tile: Tile
    spot: Spot | None
    total: int
    points: int
    score: int | None

    def event(self, counted: tuple[CountedValue, ...], score: int) -> Placed:
        """The event, completed by what the rules give; ``score`` for a line that told none."""
        told = score if self.score is None else self.score
        return Placed(self.seat, self.tile, self.spot, counted, self.total, self.points, told)


Told: TypeAlias = Event | PlacedLine

RULES: dict[type[Event], str] = {
    LotDrawn: "R2.1",
    Dealt: "R1.3",
    Placed: "R5.1",
    Drew: "R6.2",
    Passed: "R6.3",
    WentOut: "R6.5",
    Blocked: "R6.4",
    Deducted: "R6.5",
    Won: "R7.2",
}
"""The rule that gives an event."""


class Retelling:
    """A game told again, event by event.

    As long as every tile is told, each event must be the very one that the rules give. From the
    first unknown tile on it must be possible as far as what is known goes.
    """

    def __init__(self, players: int, target: int) -> None:
        self.events: list[Event] = []
        """What was told, complete."""
        self._players = players
        self._target = target
        self._referee: _Knowing | _Watching = _Knowing(Game.new(players, target))

    def tell(self, told: Told) -> None:
        """Add what happened next.

        Raises:
            SniffiError: it is not what the rules give or allow here.
        """
        if not tiles_known((told,)) and isinstance(self._referee, _Knowing):
            self._referee = _Watching(GameView.new(self._players, self._target))
            for event in self.events:
                self._referee.follow(event)
        self.events.append(self._referee.follow(told))

    def end(self) -> tuple[Event, ...]:
        """All events, when the game can stand like this.

        Raises:
            EventMismatch: the rules say that something more has happened.
        """
        due = self._referee.due
        if due is not None:
            raise EventMismatch(None, due, RULES[type(due)])
        return tuple(self.events)


def retold(players: int, target: int, events: Iterable[Event]) -> tuple[Event, ...]:
    """The same events, each checked.

    Raises:
        SniffiError: one is not what the rules give or allow at its place.
    """
    retelling = Retelling(players, target)
    for event in events:
        retelling.tell(event)
    return retelling.end()


class _Knowing:
    """Sees every tile: each event must be the very one that the rules give."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._due: deque[Event] = deque()

    @property
    def due(self) -> Event | None:
        """What has happened by the rules and was not told yet."""
        return self._due[0] if self._due else None

    def follow(self, told: Told) -> Event:
        if not self._due:
            self._step(told)
        expected = self._due.popleft()
        if not isinstance(told, PlacedLine):
            event: Event = told
        elif isinstance(expected, Placed):
            event = told.event(expected.counted, expected.score)
        else:
            event = told.event((), 0)
        if event != expected:
            raise EventMismatch(event, expected, RULES[type(expected)])
        return expected

    def _step(self, told: Told) -> None:
        game = self._game
        match told:
            case LotDrawn():
                after = game.draw_lot([tile for _, tile in told.draws])
            case Dealt():
                # A round's events are enough to find what is new; a long game stays quick.
                game = replace(game, events=())
                tiles = [tile for part in (*told.hands, told.boneyard) for tile in part]
                after = game.deal([tile for tile in tiles if tile is not None])
            case PlacedLine() | Placed():
                after = game.act(Place(told.tile, told.spot), seat=told.seat)
            case Drew():
                after = game.act(DRAW, seat=told.seat)
            case Passed():
                after = game.act(PASS, seat=told.seat)
            case _:
                raise EventMismatch(told, None, RULES[type(told)])
        self._due.extend(after.events[len(game.events) :])
        self._game = after


class _Watching:
    """Sees what was written down: each event must be possible as far as that goes."""

    due = None
    """Whoever writes down what a table tells may stop anywhere."""

    def __init__(self, view: GameView) -> None:
        self._view = view

    def follow(self, told: Told) -> Event:
        view = self._view
        if isinstance(told, Dealt):
            view = replace(view, events=())
        event = self._completed(told) if isinstance(told, PlacedLine) else told
        self._view = view.follow(event)
        return event

    def _completed(self, told: PlacedLine) -> Placed:
        view = self._view
        try:
            layout = view.round.layout if view.round is not None else Layout()
            counted = layout.place(told.tile, told.spot).counted
        except Refused:
            # The view knows better why: it may not even be the seat's turn.
            counted = ()
        return told.event(counted, view.scores[side_of(told.seat, view.players) - 1] + told.points)
