"""A game being played: tells what happens, asks people, lets bots choose, keeps every event."""

from __future__ import annotations

from collections.abc import Callable

from sniffi.analysis import Evaluator, evaluate
from sniffi.rules import (
    PASS,
    Action,
    Dealt,
    Deducted,
    Drew,
    GameView,
    LotDrawn,
    Phase,
    Placed,
    RoundView,
    SniffiError,
    Won,
)
from sniffi.terminal.commands import Command, Enter, Parser, Word
from sniffi.terminal.console import Console, Style
from sniffi.terminal.match import Match
from sniffi.terminal.telling import Teller
from sniffi.terminal.turn import Turn
from sniffi.words import Words


class EnterAwaited(SniffiError, code="terminal.enter-awaited"):
    """Only Enter, or a question, says something here."""


class LeftTheTable(Exception):
    """A person asked to stop for now."""


class Session:
    """Plays one game to its end, with its people at one keyboard.

    Nothing is told that ``seen_by`` of the seat that reads does not give. With one person the
    screen is theirs all the time; with several it is nobody's between two turns.
    """

    def __init__(
        self,
        match: Match,
        console: Console,
        words: Words,
        keep: Callable[[Match], None],
        evaluator: Evaluator | None = evaluate,
    ) -> None:
        """A game with its people.

        Args:
            keep: puts the game on disk; it is called before anybody is told what happened.
            evaluator: gives the values that hints stand on; no hints when it is None.
        """
        self.match = match
        self._console = console
        self._words = words
        self._keep = keep
        self._parser = Parser(words)
        self._teller = Teller(words, match.plan.names, evaluator)
        self._people = match.plan.people
        self._shared = len(self._people) > 1
        self._reader = self._people[0] if len(self._people) == 1 else None
        self._told = len(match.game.events)
        self._on_screen = self._told
        """Events before this one are no longer on the screen when people share it."""

    @property
    def _view(self) -> GameView:
        """What may stand on the screen now."""
        return self.match.seen_by(self._reader)

    def play(self) -> None:
        """Play until the game is over.

        Raises:
            EndOfInput: there is nothing more to read.
            LeftTheTable: somebody asked to stop.
        """
        while (game := self.match.game).phase is not Phase.OVER:
            if game.to_act is None:
                self._go_on(self.match.after_chance())
            elif game.to_act in self._people:
                self._persons_turn(game.to_act)
            else:
                action = self.match.bots_action(game.to_act)
                self._go_on(self.match.after(action, game.to_act))

    def catch_up(self) -> None:
        """Tell people who come back to their game how it stands."""
        view = self._view
        self._console.say_all(self._teller.scores(view))
        if view.events:
            self._console.say(self._words.say("terminal.last-events"), Style.HEADING)
            self._console.say_all(self._teller.last(view))

    # What happens ---------------------------------------------------------------------------

    def _go_on(self, match: Match) -> None:
        self._keep(match)
        self.match = match
        self._tell()

    def _tell(self) -> None:
        """Tell the events that have not been told yet."""
        view = self._view
        events = view.events[self._told :]
        self._told = len(view.events)
        for event in events:
            scored = isinstance(event, Placed) and event.points > 0
            style = Style.POINTS if scored or isinstance(event, Won) else Style.PLAIN
            self._console.say(self._teller.event(event), style)
        if any(isinstance(event, Deducted) for event in events):
            self._console.say(self._teller.next_round(view))
            self._console.say_all(self._teller.scores(view))
            if self._people:
                self._wait(self._words.say("terminal.press-for-round"))

    # A person's turn ------------------------------------------------------------------------

    def _persons_turn(self, seat: int) -> None:
        """Let the person in the seat play until the turn is another's."""
        name = self._teller.name(seat)
        began = len(self.match.game.events)
        if self.match.game.legal_actions() == (PASS,):
            # Everybody may know this, so the keyboard need not change hands.
            self._say_pass(name)
            self._go_on(self.match.after(PASS, seat))
            return
        if self._shared:
            self._hand_over(seat)
        self._console.say(self._words.say("terminal.your-turn", name=name), Style.HEADING)
        self._console.say_all(self._teller.arms(self._view))
        self._console.say_all(self._teller.hand(self._view))
        while self.match.game.to_act == seat:
            match = self.match.after(self._choose(), seat)
            self._keep(match)
            self.match = match
            if self._shared and match.game.to_act != seat:
                self._clear_the_table(began)
            self._tell()

    def _hand_over(self, seat: int) -> None:
        """Wait until the person of the seat is at the screen, then tell what they missed."""
        self._wait(self._words.say("terminal.hand-over", name=self._teller.name(seat)))
        self._reader = seat
        view = self._view
        since = len(view.events) - len(self._teller.since_turn(view))
        missed = [
            event
            for event in view.events[since : self._on_screen]
            if not isinstance(event, LotDrawn | Dealt)
        ]
        if missed:
            self._console.say(self._words.say("terminal.meanwhile"), Style.HEADING)
            self._console.say_all(self._teller.events(missed))

    def _clear_the_table(self, began: int) -> None:
        """Push the hand out of sight. The turn, from its first event on, is told again, now as
        everybody may know it."""
        self._console.push_out_of_sight()
        self._reader = None
        self._told = self._on_screen = began

    # What a person types --------------------------------------------------------------------

    def _choose(self) -> Action:
        """The legal action that the person whose turn it is chooses."""
        game = self.match.game
        round = self._view.round
        assert round is not None
        assert game.round is not None
        turn = Turn(round, game.round.refusal)
        passes = turn.decided == PASS
        if turn.draws or turn.forced or passes:
            self._console.say(self._teller.boneyard(round))
        if passes:
            # The last tile was drawn, and it does not fit either.
            self._say_pass(self._teller.name(round.to_act))
        if turn.tile is not None:
            tile = self._words.tile(turn.tile)
            self._console.say(self._words.say("terminal.drawn-fits", tile=tile))
        while (action := turn.decided) is None:
            try:
                turn.take(self._read(self._prompt(turn, round)))
            except SniffiError as error:
                self._refuse(error)
        return action

    def _say_pass(self, name: str) -> None:
        self._console.say(self._words.say("terminal.nothing-but-pass", name=name))

    def _prompt(self, turn: Turn, round: RoundView) -> str:
        """What is asked now; a list that belongs to it is told."""
        words = self._words
        if turn.tile is not None:
            self._console.say(words.say("terminal.spots-of", tile=words.tile(turn.tile)))
            for number, place in enumerate(turn.places, 1):
                assert place.spot is not None
                where, value = words.at(place.spot), place.spot.value
                self._console.say(
                    words.say("terminal.choice", number=number, where=where, value=value)
                )
            key = "terminal.which-spot" if turn.forced else "terminal.which-spot-or-back"
            return words.say(key, most=len(turn.places))
        if not turn.draws:
            return words.say("terminal.which-tile")
        drew = isinstance(round.events[-1], Drew)
        return words.say("terminal.draw-again" if drew else "terminal.draw")

    def _wait(self, prompt: str) -> None:
        """Wait for Enter."""
        while not isinstance(self._read(prompt), Enter):
            self._refuse(EnterAwaited())

    def _read(self, prompt: str) -> Command:
        """The next command that is no question; questions are answered.

        Raises:
            EndOfInput, LeftTheTable: the game stops here for now.
        """
        while True:
            try:
                command = self._parser.parse(self._console.ask(prompt))
            except SniffiError as error:
                self._refuse(error)
                continue
            if command is Word.QUIT:
                raise LeftTheTable
            answer = self._teller.answer(command, self._view) if isinstance(command, Word) else None
            if answer is None:
                return command
            self._console.say_all(answer)

    def _refuse(self, error: SniffiError) -> None:
        self._console.say(self._words.refusal(error, self.match.plan.names), Style.REFUSAL)
