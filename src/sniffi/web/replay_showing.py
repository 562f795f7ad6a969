"""Makes a replay's pages: a position of the game as one saw it, and all that happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from sniffi.record import Outcome
from sniffi.record.sheets import FromSheet
from sniffi.rules import (
    Deducted,
    Drew,
    Event,
    Passed,
    Placed,
    side_of,
    sides,
)
from sniffi.web.days import day_in_words
from sniffi.web.drawing import Drawing
from sniffi.web.position import Position
from sniffi.web.replay_game import ReplayGame, Span
from sniffi.web.replay_plot import plot, sample
from sniffi.web.replay_shown import (
    Column,
    EventsPage,
    GamePage,
    Hand,
    Head,
    Link,
    Mark,
    Player,
    RoundTold,
    Row,
    SumsPage,
    Then,
    Told,
)
from sniffi.web.tiles import face_of
from sniffi.words import Words
from sniffi.words.catalogue import number

MOST_ROWS = 40
"""Rounds that a page lists at a time."""
MOST_LINES = 200
"""Events that the page of all events lists at a time; a round is not divided."""
MOST_COMMENTS = 30
MOST_ENTRIES = 100
"""Entries of a sheet of sums that its page shows."""
LONGEST_COMMENT = 300
OPEN = "open"
MARKS = {
    Outcome.MATCH: ("fine", "replay.mark-match"),
    Outcome.PARTLY: ("fine", "replay.mark-partly"),
    Outcome.MISMATCH: ("wrong", "replay.mark-mismatch"),
    Outcome.NO_SEED: ("none", "replay.mark-no-seed"),
}


class Replaying:
    """Makes the pages of a game for one reader.

    Args:
        names: what the players are called, by seat.
        address: of the game's page.
    """

    def __init__(self, game: ReplayGame, names: Sequence[str], words: Words, address: str) -> None:
        self.game = game
        self.names = names
        self.words = words
        self.address = address
        self.players = game.record.players
        self.side_names = tuple(
            words.side(side, names, self.players) for side in sides(self.players)
        )

    def at(self, n: int, seat: int | None = None) -> str:
        """The address of a position."""
        return f"{self.address}?at={n}" + (f"&view={seat}" if seat is not None else "")

    def head(self) -> Head:
        """What every page begins with; nothing in it depends on a hidden tile."""
        words, record = self.words, self.game.record
        day = record.tag("Date")
        tags = (day and day_in_words(day, words), record.tag("Place"), record.tag("Event"))
        facts = [fact for fact in tags if fact]
        facts.append(words.say("replay.target", target=record.target))
        sheet = self.game.sheet
        notes = []
        if sheet is not None and sheet.sums:
            notes.append(words.say("replay.sums-alone"))
        elif sheet is not None and sheet.scores is not None:
            notes.append(words.say("replay.sheet-goes-on"))
        elif not record.over:
            notes.append(words.say("replay.broken-off"))
        if sheet is not None and sheet.scores is not None and not sheet.sums:
            told = zip(self.side_names, map(number, sheet.scores), strict=True)
            scores = ", ".join(f"{name} {score}" for name, score in told)
            notes.append(words.say("replay.sheet-scores", scores=scores))
        if not record.known:
            notes.append(words.say("replay.partly-known"))
        return Head(self.address, self.title(), tuple(facts), self.mark(), tuple(notes))

    def title(self) -> str:
        """Who played."""
        return " – ".join(self.side_names)

    def mark(self) -> Mark:
        """Whether the deals are as promised, in a sentence."""
        game = self.game
        kind, key = MARKS[game.outcome]
        if game.outcome is Outcome.NO_SEED and game.record.commitment is None:
            key = "replay.mark-no-promise" if game.sheet is None else "replay.mark-sheet"
        return Mark(kind, self.words.say(key))

    # A position ------------------------------------------------------------------------------

    def page(
        self, drawing: Drawing, n: int, seat: int | None, *, shape: str | None = None
    ) -> GamePage:
        """The page of the position after event ``n`` as ``seat`` saw it; with all hands open when
        that is None."""
        game, words = self.game, self.words
        position = Position(game.after(n, seat), self.names, words)
        rows, some = self._rows(n, seat)
        comments = game.record.comments if seat is None else ()
        return GamePage(
            head=self.head(),
            n=n,
            last=game.last,
            view=OPEN if seat is None else str(seat),
            views=self._views(n, seat),
            view_note=words.say(self._view_note(seat)),
            steps=self._steps(n, seat),
            place=self._place(n),
            text=self._event(n, seat) if n else words.say("replay.nothing"),
            then=self._then(position, drawing, shape),
            round_heading=words.say("replay.round", round=self._round_number(n)),
            events=tuple(self._round_events(n, seat)),
            rows=rows,
            columns=tuple(
                Column(side, name, sample(side)) for side, name in enumerate(self.side_names, 1)
            ),
            some_rows=some,
            plot=plot(game, n, self.side_names, words) if game.last else None,
            players=tuple(self._player(seat) for seat in range(1, self.players + 1)),
            comments=tuple(_cut(comment.text) for comment in comments[:MOST_COMMENTS]),
            more_comments=max(len(comments) - MOST_COMMENTS, 0),
            picture=f"{self.address}/position.svg?at={n}" if position.layout.tiles else None,
            here=self.at(n, seat),
        )

    def sums(self, drawing: Drawing, sheet: FromSheet) -> SumsPage:
        """The page of a game that is a sheet of sums: there are no positions to step through."""
        record, words = self.game.record, self.words
        view = self.game.after(self.game.last, None)
        winner = next(
            (
                side
                for side, score in zip(sides(self.players), sheet.scores or (), strict=False)
                if score >= record.target
            ),
            None,
        )
        standing = replace(view, scores=sheet.scores or view.scores, winner=winner)
        told = [self._event(n, None) for n in range(1, self.game.last + 1)]
        told += [_cut(comment.text) for comment in record.comments]
        return SumsPage(
            self.head(),
            words.say("web.scores", target=record.target),
            Position(standing, self.names, words).sides(drawing),
            tuple(told[:MOST_ENTRIES]),
            max(len(told) - MOST_ENTRIES, 0),
        )

    def _then(self, position: Position, drawing: Drawing, shape: str | None) -> Then:
        words, layout = self.words, position.layout
        return Then(
            scores_heading=words.say("web.scores", target=self.game.record.target),
            sides=position.sides(drawing),
            sum=position.sum(),
            pictures=drawing.layouts(layout, words, shape),
            arms=tuple(words.arms(layout)) if layout.tiles else (),
            boneyard=position.boneyard(),
            hands=tuple(self._hands(position)),
            lot=position.lot(),
            leftovers=position.leftovers(),
        )

    def _hands(self, position: Position) -> Iterator[Hand]:
        for seat, known, size in position.known_hands():
            hidden = size - len(known)
            name = self.names[seat - 1]
            yield Hand(
                seat=seat,
                name=name,
                known=tuple(face_of(tile) for tile in known),
                unknown=hidden,
                text=self.words.hand(name, (*known, *(None,) * hidden)),
                turn=position.game.to_act == seat,
            )

    def _view_note(self, seat: int | None) -> str:
        if seat is not None:
            return "replay.view-seat-what"
        return "replay.view-open-what" if self.game.record.known else "replay.view-known-what"

    def _views(self, n: int, seat: int | None) -> tuple[Link, ...]:
        everything = Link(OPEN, self.words.say("replay.view-open"), self.at(n), seat is None)
        of_seats = (
            Link(str(each), name, self.at(n, each), each == seat)
            for each, name in enumerate(self.names, 1)
        )
        return (everything, *of_seats)

    def _steps(self, n: int, seat: int | None) -> tuple[Link, ...]:
        game, words = self.game, self.words
        last = game.last
        first = min(1, last)
        here = game.round_at(n) if n else 0
        spans = game.spans
        before = spans[here].first if n and n > spans[here].first else None
        if before is None and n and here:
            before = spans[here - 1].first
        after = spans[here + 1].first if here + 1 < len(spans) else None
        wanted = (
            ("first", words.say("replay.step-first"), first if n > first else None),
            ("round-back", words.say("replay.step-round-back"), before),
            ("prev", words.say("replay.step-back"), n - 1 if n > first else None),
            ("next", words.say("replay.step-on"), n + 1 if n < last else None),
            ("round-on", words.say("replay.step-round-on"), after),
            ("last", words.say("replay.step-last"), last if n < last else None),
        )
        return tuple(
            Link(name, label, None if to is None else self.at(to, seat))
            for name, label, to in wanted
        )

    def _round_number(self, n: int) -> int:
        spans = self.game.spans
        return spans[self.game.round_at(n)].number if n else 1

    def _place(self, n: int) -> str:
        return self.words.say(
            "replay.place-of", number=n, last=self.game.last, round=self._round_number(n)
        )

    def _event(self, n: int, seat: int | None) -> str:
        return self.words.event(self.game.seen_by(seat)[n - 1], self.names, self.players)

    def _told(self, n: int, now: int | None, seat: int | None) -> Told:
        """An event of a list. Who looks with a seat's eyes is not told what is still to come: by
        it hidden tiles may show."""
        event = self.game.record.events[n - 1]
        to_come = seat is not None and now is not None and n > now
        text = self.words.say("replay.event", number=n) if to_come else self._event(n, seat)
        kind = "to-come" if to_come else event.name
        return Told(n, kind, text, self.at(n, seat), n == now)

    def _round_events(self, n: int, seat: int | None) -> Iterator[Told]:
        if n:
            span = self.game.spans[self.game.round_at(n)]
            for each in range(span.first, span.last + 1):
                yield self._told(each, n, seat)

    def _rows(self, n: int, seat: int | None) -> tuple[tuple[Row, ...], str]:
        """The rounds around the present one, and a sentence when these are not all."""
        spans, words = self.game.spans, self.words
        here = self.game.round_at(n) if n else 0
        first = max(min(here - MOST_ROWS // 2, len(spans) - MOST_ROWS), 0)
        shown = spans[first : first + MOST_ROWS]
        rows = tuple(
            Row(
                label=words.say("replay.round", round=span.number),
                how=self._how(span),
                address=self.at(span.first, seat),
                current=bool(n) and at == here,
                scores=tuple(map(number, self.game.scores_after(span.last))),
            )
            for at, span in enumerate(shown, first)
        )
        if len(shown) == len(spans):
            return rows, ""
        told = {"first": shown[0].number, "last": shown[-1].number, "all": spans[-1].number}
        return rows, words.say("replay.some-rounds", **told)

    def _how(self, span: Span) -> str:
        ending = self.game.ending(span)
        if ending is None:
            return self.words.say("replay.round-goes-on")
        return self.words.event(ending, self.names, self.players)

    def _player(self, seat: int) -> Player:
        """What one did that everybody saw."""
        words, said = self.words, self.words.say
        own = [event for event in self.game.record.events if getattr(event, "seat", 0) == seat]
        placed = [event for event in own if isinstance(event, Placed)]
        cost = sum(event.cost for event in own if isinstance(event, Deducted))
        facts = (
            (said("replay.placed"), str(len(placed))),
            (said("replay.scored"), words.points(sum(event.points for event in placed))),
            (said("replay.best"), words.points(max((e.points for e in placed), default=0))),
            (said("replay.drew"), str(sum(isinstance(event, Drew) for event in own))),
            (said("replay.passed"), str(sum(isinstance(event, Passed) for event in own))),
            (said("replay.cost"), words.points(cost)),
        )
        return Player(self.names[seat - 1], facts, f"{self.address}/events?of={seat}")

    # All events ------------------------------------------------------------------------------

    def events(self, part: int, of: int | None, seat: int | None) -> EventsPage | None:
        """A part of all that happened, of what one player did when ``of`` names a seat; None when
        there is no such part."""
        game, words = self.game, self.words
        rounds = [(span, self._numbers(span, of)) for span in game.spans]
        parts = list(_parts([(span, numbers) for span, numbers in rounds if numbers]))
        if not 1 <= part <= max(len(parts), 1):
            return None
        shown = parts[part - 1] if parts else []
        heading = words.say("replay.all-events")
        if of is not None:
            heading = words.say("replay.events-of", name=self.names[of - 1])
        return EventsPage(
            head=self.head(),
            heading=heading,
            filters=self._filters(of, seat),
            rounds=tuple(
                RoundTold(
                    words.say("replay.round", round=span.number),
                    tuple(self._told(n, None, seat) for n in numbers),
                )
                for span, numbers in shown
            ),
            parts=tuple(
                Link(
                    str(at),
                    words.say("replay.part", first=some[0][0].number, last=some[-1][0].number),
                    self._events_at(at, of, seat),
                    at == part,
                )
                for at, some in enumerate(parts, 1)
                if len(parts) > 1
            ),
        )

    def _numbers(self, span: Span, of: int | None) -> list[int]:
        events = self.game.record.events
        return [
            n
            for n in range(span.first, span.last + 1)
            if of is None or _is_of(events[n - 1], of, self.players)
        ]

    def _events_at(self, part: int, of: int | None, seat: int | None) -> str:
        asked = {"part": None if part == 1 else part, "of": of, "view": seat}
        told = "&".join(f"{name}={value}" for name, value in asked.items() if value is not None)
        return f"{self.address}/events" + (f"?{told}" if told else "")

    def _filters(self, of: int | None, seat: int | None) -> tuple[Link, ...]:
        everybody = self.words.say("replay.everybody")
        return (
            Link("all", everybody, self._events_at(1, None, seat), of is None),
            *(
                Link(str(each), name, self._events_at(1, each, seat), each == of)
                for each, name in enumerate(self.names, 1)
            ),
        )


def _is_of(event: Event, seat: int, players: int) -> bool:
    """Whether it is the seat's doing, or its side's victory."""
    side = getattr(event, "side", None)
    if side is not None:
        return bool(side_of(seat, players) == side)
    return getattr(event, "seat", None) == seat


def _parts(
    rounds: Sequence[tuple[Span, list[int]]],
) -> Iterator[list[tuple[Span, list[int]]]]:
    """Whole rounds together, as many as a page bears."""
    part: list[tuple[Span, list[int]]] = []
    size = 0
    for span, numbers in rounds:
        if part and size + len(numbers) > MOST_LINES:
            yield part
            part, size = [], 0
        part.append((span, numbers))
        size += len(numbers)
    if part:
        yield part


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_COMMENT else f"{text[: LONGEST_COMMENT - 1]}…"
