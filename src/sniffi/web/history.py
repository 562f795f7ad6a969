"""Everything that happened at a table, and the position after any of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sniffi.rules import GameView
from sniffi.tables.entries import Entry, Told
from sniffi.tables.errors import AheadOfTable
from sniffi.tables.view import TableView
from sniffi.web.drawing import Drawing
from sniffi.web.errors import BadInput
from sniffi.web.position import Boneyard, Position, Side, Sum
from sniffi.web.showing import names_of
from sniffi.web.telling import RoundLines, by_rounds, sentence
from sniffi.web.tiles import Face, Picture, face_of
from sniffi.words import Words


@dataclass(frozen=True, slots=True)
class Step:
    """A link to another position; to none at either end."""

    label: str
    rel: str
    n: int | None


@dataclass(frozen=True, slots=True)
class KnownHand:
    """What the reader knew of a hand."""

    seat: int
    name: str
    known: tuple[Face, ...]
    hand: str


@dataclass(frozen=True, slots=True)
class Then:
    """The position after an event, with what scores.html and layout.html show."""

    n: int
    heading: str
    text: str
    steps: tuple[Step, ...]
    scores_heading: str
    sides: tuple[Side, ...]
    sum: Sum | None
    pictures: tuple[Picture, ...]
    arms: tuple[str, ...]
    boneyard: Boneyard | None
    people: tuple[KnownHand, ...]


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """All of the page."""

    address: str
    rounds: tuple[RoundLines, ...]
    then: Then | None
    record: bool
    over: bool
    """Whether the whole game can be replayed."""


class History:
    """Makes the page.

    Args:
        view: what the reader's seat sees of the table.
        entries: the table's log as the seat sees it, all of it.
    """

    def __init__(
        self, view: TableView, entries: Sequence[Entry], words: Words, address: str
    ) -> None:
        self.view = view
        self.entries = entries
        self.words = words
        self.address = address
        self.names = names_of(view.seats, words)

    def page(self, drawing: Drawing, at: int | None, *, shape: str | None = None) -> HistoryPage:
        """The page, with the position after entry ``at``, the last one when none is asked for.

        Raises:
            BadInput: entries are numbered from 1.
            AheadOfTable: the table has not come to that entry yet.
        """
        if at is not None and at < 1:
            raise BadInput
        if at is not None and at > len(self.entries):
            raise AheadOfTable(at, len(self.entries))
        return HistoryPage(
            address=self.address,
            rounds=by_rounds(self.entries, self.names, self.words),
            then=self._then(at or len(self.entries), drawing, shape) if self.entries else None,
            record=self.view.game is not None,
            over=self.view.seed is not None,
        )

    def _then(self, n: int, drawing: Drawing, shape: str | None) -> Then:
        settings, words = self.view.settings, self.words
        told = [entry.event for entry in self.entries[:n] if isinstance(entry, Told)]
        game = GameView.replay(settings.players, told, settings.target, seat=self.view.seat)
        position = Position(game, self.names, words)
        people = tuple(
            KnownHand(
                seat=seat,
                name=self.names[seat - 1],
                known=tuple(face_of(tile) for tile in known),
                hand=words.hand(self.names[seat - 1], (*known, *(None,) * (size - len(known)))),
            )
            for seat, known, size in position.known_hands()
        )
        return Then(
            n=n,
            heading=self._heading(n),
            text=sentence(self.entries[n - 1], self.names, words),
            steps=self._steps(n),
            scores_heading=words.say("web.scores", target=settings.target),
            sides=position.sides(drawing),
            sum=position.sum(),
            pictures=drawing.layouts(position.layout, words, shape),
            arms=tuple(words.arms(position.layout)) if position.layout.tiles else (),
            boneyard=position.boneyard(),
            people=people,
        )

    def _heading(self, n: int) -> str:
        last = len(self.entries)
        if n == last:
            return self.words.say("web.then-now")
        return self.words.say("web.then", number=n, last=last)

    def _steps(self, n: int) -> tuple[Step, ...]:
        words, last = self.words, len(self.entries)
        back = n - 1 if n > 1 else None
        on = n + 1 if n < last else None
        return (
            Step(words.say("web.step-first"), "first", None if back is None else 1),
            Step(words.say("web.step-back"), "prev", back),
            Step(words.say("web.step-on"), "next", on),
            Step(words.say("web.step-last"), "last", None if on is None else last),
        )
