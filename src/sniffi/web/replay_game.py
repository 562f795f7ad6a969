"""A game to be replayed: its rounds, and its position after any event as anybody saw it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby

from sniffi.record import GameRecord, Outcome, verify
from sniffi.record.plain import numbered
from sniffi.record.sheets import FromSheet, from_sheet
from sniffi.record.verification import Verification
from sniffi.rules import (
    Blocked,
    Deducted,
    Event,
    GameView,
    Placed,
    WentOut,
    Won,
    side_of,
    sides,
)


@dataclass(frozen=True, slots=True)
class Span:
    """The events of a round, by their numbers from 1."""

    number: int
    first: int
    last: int


class ReplayGame:
    """A record, prepared for stepping through.

    Positions are views: for a seat of the events as it saw them, so that what was hidden from it
    is not in them, and otherwise of all that is known.
    """

    def __init__(self, record: GameRecord) -> None:
        self.record = record
        self._seen: dict[int | None, tuple[Event, ...]] = {None: record.events}
        self._begun: dict[int | None, list[GameView]] = {}

    @property
    def last(self) -> int:
        """The number of the last event."""
        return len(self.record.events)

    @cached_property
    def spans(self) -> tuple[Span, ...]:
        """The rounds, each from its lot, or its deal when it has none."""
        rounds = [number for number, _ in numbered(self.record.events)]
        spans: list[Span] = []
        at = 1
        for number, events in groupby(rounds):
            count = len(list(events))
            spans.append(Span(number, at, at + count - 1))
            at += count
        return tuple(spans)

    def round_at(self, n: int) -> int:
        """The index of the round that event ``n`` belongs to."""
        return bisect_left(self.spans, n, key=lambda span: span.last)

    def seen_by(self, seat: int | None) -> tuple[Event, ...]:
        """All events as a seat saw them; as they are known, when it is None."""
        if seat not in self._seen:
            self._seen[seat] = tuple(event.seen_by(seat) for event in self.record.events)
        return self._seen[seat]

    def after(self, n: int, seat: int | None) -> GameView:
        """The position after event ``n``. What happened before its round is not in its events."""
        if not n:
            return self._new()
        at = self.round_at(n)
        view = self._beginnings(seat)[at]
        for event in self.seen_by(seat)[self.spans[at].first - 1 : n]:
            view = view.follow(event)
        return view

    def _new(self) -> GameView:
        return GameView.new(self.record.players, self.record.target)

    def _beginnings(self, seat: int | None) -> list[GameView]:
        """The positions before each round."""
        begun = self._begun.get(seat)
        if begun is None:
            begun, view, events = [], self._new(), self.seen_by(seat)
            for span in self.spans:
                # Each round on its own, so that a long game takes no more than its length.
                view = replace(view, events=())
                begun.append(view)
                for event in events[span.first - 1 : span.last]:
                    view = view.follow(event)
            self._begun[seat] = begun
        return begun

    @cached_property
    def scores(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """The score of every side each time one changed: the event's number, and all scores."""
        players = self.record.players
        now = [0] * len(sides(players))
        found = [(0, tuple(now))]
        for n, event in enumerate(self.record.events, 1):
            if isinstance(event, Placed | Deducted):
                side = side_of(event.seat, players) - 1
                if now[side] != event.score:
                    now[side] = event.score
                    found.append((n, tuple(now)))
        return tuple(found)

    def scores_after(self, n: int) -> tuple[int, ...]:
        """The scores after event ``n``."""
        return self.scores[bisect_right(self.scores, n, key=lambda one: one[0]) - 1][1]

    def ending(self, span: Span) -> Event | None:
        """The event that ended a round; None when it was not told to its end."""
        for event in self.record.events[span.first - 1 : span.last]:
            if isinstance(event, WentOut | Blocked | Won):
                return event
        return None

    @cached_property
    def sheet(self) -> FromSheet | None:
        """What the record says of the sheet that it is from."""
        return from_sheet(self.record)

    @cached_property
    def verification(self) -> Verification:
        """Whether its tiles are those that its seed gives."""
        return verify(self.record)

    @property
    def outcome(self) -> Outcome:
        """The worst of all that was checked."""
        return self.verification.outcome
