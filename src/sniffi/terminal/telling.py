"""What a view of the game is in lines: a seat's view gives what the seat may read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from sniffi.analysis import Evaluator, HintWords, hint
from sniffi.rules import Dealt, Event, GameView, LotDrawn, Passed, Placed, RoundView
from sniffi.terminal.commands import Word
from sniffi.words import Words

RULES_LINES: Final = 9
"""How many texts ``terminal.rules-N`` there are."""


class Teller:
    """Tells one game's views to its players."""

    def __init__(
        self, words: Words, names: Sequence[str], evaluator: Evaluator | None = None
    ) -> None:
        """``evaluator`` gives the values that hints stand on; no hints without one."""
        self.words = words
        self.names = tuple(names)
        self._evaluator = evaluator
        self._answers: Mapping[Word, Callable[[GameView], list[str]]] = {
            Word.HAND: self.hand,
            Word.SPOTS: self.spots,
            Word.TABLE: self.table,
            Word.SUM: self.sum,
            Word.COUNTS: self.counts,
            Word.SCORE: self.scores,
            Word.LAST: self.last,
            Word.HISTORY: self.history,
            Word.HINT: self.hint,
            Word.RULES: self.rules,
            Word.HELP: self.help,
        }

    def name(self, seat: int) -> str:
        """The name of the player in the seat."""
        return self.names[seat - 1]

    def answer(self, word: Word, view: GameView) -> list[str] | None:
        """What a question is answered with; None when the word is no question."""
        answer = self._answers.get(word)
        return None if answer is None else answer(view)

    def event(self, event: Event) -> str:
        """One event, as its sentence."""
        return self.words.event(event, self.names, len(self.names))

    def events(self, events: Sequence[Event]) -> list[str]:
        """Events of a view, one line each."""
        return [self.event(event) for event in events]

    def arms(self, view: GameView) -> list[str]:
        """The layout drawn in text."""
        round = view.round
        return [self._no_round()] if round is None else self.words.arms(round.layout)

    def hand(self, view: GameView) -> list[str]:
        """The viewer's hand, and where each tile fits."""
        round = view.round
        if round is None or view.seat is None:
            return [self.words.say("terminal.no-hand")]
        words = self.words
        size = words.tile_count(len(round.hand))
        lines = [words.say("core.hand-size", name=self.name(view.seat), tiles=size)]
        hand = sorted(round.hand)
        if not round.layout.tiles:
            return [*lines, words.say("terminal.fits-opening", tiles=words.tiles(hand))]
        nowhere = []
        for tile in hand:
            where = [words.at(spot) for spot in round.layout.fits(tile)]
            if where:
                spots = words.listed(where)
                lines.append(words.say("terminal.fits", tile=words.tile(tile), where=spots))
            else:
                nowhere.append(tile)
        if nowhere:
            lines.append(words.say("terminal.no-spot-for", tiles=words.tiles(nowhere)))
        return lines

    def spots(self, view: GameView) -> list[str]:
        """The open spots."""
        round = view.round
        if round is None or not round.layout.tiles:
            return self.arms(view)
        return [
            self.words.say("terminal.open-spot", spot=self.words.spot(spot))
            for spot in round.layout.spots
        ]

    def table(self, view: GameView) -> list[str]:
        """The layout in words and drawn."""
        round = view.round
        if round is None or not round.layout.tiles:
            return self.arms(view)
        return [*self.words.position(round.layout), *self.words.arms(round.layout)]

    def sum(self, view: GameView) -> list[str]:
        """The end sum and its terms, each with the reason why it counts."""
        round = view.round
        if round is None or not round.layout.tiles:
            return self.arms(view)
        layout = round.layout
        return [
            self.words.sum_and_points(layout.counted, layout.total, layout.points),
            *self.words.counted(layout),
        ]

    def counts(self, view: GameView) -> list[str]:
        """How many tiles everybody has."""
        round = view.round
        if round is None:
            return [self._no_round()]
        return self.words.counts(round.hand_sizes, round.boneyard_size, self.names)

    def scores(self, view: GameView) -> list[str]:
        """The scores in numbers and as paper shows them, and the target."""
        told = self.words.scores(view.scores, self.names, view.players)
        lines = [
            self.words.say("terminal.on-paper", score=line, strokes=self.words.strokes(score))
            for line, score in zip(told, view.scores, strict=True)
        ]
        points = self.words.points(view.target)
        return [*lines, self.words.say("terminal.target", points=points)]

    def last(self, view: GameView) -> list[str]:
        """What happened since the viewer's last turn in this round."""
        events = self.since_turn(view)
        return self.events(events) if events else [self.words.say("terminal.nothing-yet")]

    def since_turn(self, view: GameView) -> tuple[Event, ...]:
        """The events after the viewer's last turn in this round; the last one for no seat."""
        events = self._this_round(view)
        if view.seat is None:
            return events[-1:]
        for at in range(len(events) - 1, -1, -1):
            event = events[at]
            if isinstance(event, Placed | Passed) and event.seat == view.seat:
                return events[at + 1 :] or events[at:]
        return events

    def history(self, view: GameView) -> list[str]:
        """All that happened in this round."""
        return self.events(self._this_round(view)) or [self._no_round()]

    def hint(self, view: GameView) -> list[str]:
        """The best placements and why, for who is to act."""
        round = view.round
        if self._evaluator is None:
            return [self.words.say("terminal.hints-off")]
        if round is None or not round.legal_actions():
            return [self.words.say("terminal.hint-not-now")]
        return HintWords(self.words, self.names).lines(hint(round, self._evaluator))

    def _this_round(self, view: GameView) -> tuple[Event, ...]:
        events = view.events
        for at in range(len(events) - 1, -1, -1):
            event = events[at]
            if isinstance(event, LotDrawn) and event.stage == 1:
                return events[at:]
            if isinstance(event, Dealt):
                lot_before = at > 0 and isinstance(events[at - 1], LotDrawn)
                if not lot_before:
                    return events[at:]
        return events

    def rules(self, view: GameView) -> list[str]:  # noqa: ARG002  (every answer takes a view)
        """The rules in short."""
        return [self.words.say(f"terminal.rules-{line}") for line in range(1, RULES_LINES + 1)]

    def help(self, view: GameView) -> list[str]:  # noqa: ARG002
        """Everything that can be typed."""
        words = self.words
        lines = [words.say("terminal.help-tile"), words.say("terminal.help-placement")]
        for word in Word:
            names = words.say(f"terminal.command-{word}").split(", ")
            about = words.say(f"terminal.help-{word}")
            lines.append(words.say("terminal.help-line", names=self.either(names), about=about))
        return [*lines, words.say("terminal.help-other-language")]

    def either(self, names: Sequence[str]) -> str:
        """Names of which any will do."""
        if len(names) < 2:
            return "".join(names)
        return self.words.say("terminal.either", first=", ".join(names[:-1]), last=names[-1])

    def next_round(self, view: GameView) -> str:
        """Who starts the next round (R2.3)."""
        if view.starter is None:
            return self.words.say("terminal.next-by-lot")
        return self.words.say("terminal.next-starter", name=self.name(view.starter))

    def boneyard(self, round: RoundView) -> str:
        """How many tiles there are to draw."""
        tiles = self.words.tile_count(round.boneyard_size)
        return self.words.say("core.boneyard-size", tiles=tiles)

    def _no_round(self) -> str:
        return self.words.say("terminal.no-round")
