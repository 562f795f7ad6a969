"""Sessions in memory: no disk, no terminal; and words that show what comes from a catalogue."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from sniffi.rules import Dealt, Deducted, Drew, GameView, LotDrawn, Placed, Tile
from sniffi.terminal.console import Console, EndOfInput, Style
from sniffi.terminal.match import Match
from sniffi.terminal.plan import Plan
from sniffi.terminal.session import LeftTheTable, Session
from sniffi.words import Words
from tests.terminal.players import TILE, Keyboard

SEED = bytes(range(32))
NAMES = ("Aino", "Eero", "Liisa", "Kalle")
TYPED = ("command-", "port-", "language", "person", "yes", "no")


class MarkedWords(Words):
    """Puts every text that comes from a catalogue between ⟦ and ⟧, but for what is to be typed."""

    def say(self, key: str, /, **values: object) -> str:
        said = super().say(key, **values)
        domain, _, name = key.partition(".")
        if domain == "terminal" and (name in TYPED or name.startswith(("command-", "port-"))):
            return said
        return f"⟦{said}⟧"

    def say_n(self, key: str, n: int, /, **values: object) -> str:
        return f"⟦{super().say_n(key, n, **values)}⟧"


def outside_of_texts(line: str) -> str:
    """What of a line no catalogue has said."""
    inner = re.compile(r"⟦[^⟦⟧]*⟧")
    while inner.search(line):
        line = inner.sub("", line)
    return line.strip()


@dataclass
class Heard:
    """A line, and whose eyes it was for."""

    line: str
    reader: int | None
    view: GameView


@dataclass
class Listener(Console):
    """A console that remembers for whom each line was."""

    screen: io.StringIO
    keyboard: io.StringIO
    heard: list[Heard] = field(default_factory=list)
    session: Session | None = None

    def __post_init__(self) -> None:
        super().__init__(self.keyboard, self.screen)

    def say(self, text: str, style: Style = Style.PLAIN) -> None:
        self._note(text)
        super().say(text, style)

    def ask(self, prompt: str) -> str:
        self._note(prompt)
        return super().ask(prompt)

    def _note(self, line: str) -> None:
        if self.session is not None:
            reader, game = self.session._reader, self.session.match.game
            last = self.heard[-1] if self.heard else None
            if last and last.reader == reader and len(last.view.events) == len(game.events):
                self.heard.append(Heard(line, reader, last.view))
            else:
                self.heard.append(Heard(line, reader, game.seen_by(reader)))


@dataclass
class Played:
    """What came of a session."""

    session: Session
    heard: list[Heard]
    over: bool

    @property
    def lines(self) -> list[str]:
        return [heard.line for heard in self.heard]


def plan(players: int, people: Iterable[int], bot: str = "greedy", target: int = 50) -> Plan:
    people = tuple(people)
    bots = tuple(None if seat in people else bot for seat in range(1, players + 1))
    return Plan(NAMES[:players], bots, target)


def play(
    plan: Plan,
    answer: Callable[[list[str]], str | None],
    words: Words,
    *,
    seed: bytes = SEED,
    keep: Callable[[Match], None] = lambda _: None,
    match: Match | None = None,
) -> Played:
    """Play until the game is over or ``answer`` gives None."""
    screen = io.StringIO()
    console = Listener(screen, Keyboard(screen, answer))
    session = Session(match or Match.begin(plan, seed), console, words, keep)
    console.session = session
    try:
        session.play()
    except (EndOfInput, LeftTheTable):
        return Played(session, console.heard, over=False)
    return Played(session, console.heard, over=True)


def tiles_in(line: str) -> set[Tile]:
    """The tiles that a line names."""
    return {Tile(int(a), int(b)) for a, b in TILE.findall(line)}


def known_to(view: GameView) -> set[Tile]:
    """The tiles that a view shows of the round, and of the lot when that came last."""
    known: set[Tile | None] = set()
    for event in view.events:
        match event:
            case LotDrawn():
                known |= {tile for _, tile in event.draws}
            case Dealt():
                known = {tile for hand in event.hands for tile in hand}
            case Placed() | Drew():
                known.add(event.tile)
            case Deducted():
                known |= set(event.hand)
    return {tile for tile in known if tile is not None}
