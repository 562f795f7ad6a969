"""The games of a file, one by one; those that cannot be read are told and passed over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sniffi.cli.files import opened
from sniffi.cli.text import shown_file
from sniffi.cli.trouble import BadGameFound
from sniffi.rules.seats import sides

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sniffi.cli.console import Console
    from sniffi.record import GameRecord, RecordError
    from sniffi.words import Words


class Games:
    """The games of the file ``name``, to go through once."""

    def __init__(self, name: str, console: Console) -> None:
        self.all_good = True
        """Whether all that was gone through so far could be read."""
        self.count = 0
        """How many games were given."""
        self._name = name
        self._console = console
        self._told_last = ""

    def __iter__(self) -> Iterator[tuple[int, GameRecord]]:
        """The games that can be read, each with its number in the file, from 1.

        Raises:
            CannotRead: the system does not give the file.
        """
        from sniffi.record import BadGame, load
        from sniffi.record.errors import NotARecord

        with opened(self._name, self._console.words) as file:
            for number, game in enumerate(load(file, strict=False), 1):
                if not isinstance(game, BadGame):
                    self.count += 1
                    yield number, game
                    continue
                self.all_good = False
                self._tell(game.error)
                if isinstance(game.error, NotARecord):
                    # What else is wrong with it is of no use.
                    return

    def _tell(self, error: RecordError) -> None:
        words = self._console.words
        sentence = words.say(
            BadGameFound.code, file=shown_file(self._name), why=words.refusal(error)
        )
        # Of a file that is cut off the last game is bad, and then the end, for the same reason.
        if sentence != self._told_last:
            # In its place between the games, also where both outputs go to one file.
            self._console.flush()
            self._console.trouble(sentence)
        self._told_last = sentence


def heading(number: int, record: GameRecord, words: Words) -> str:
    """A line that tells which game of the file it is, who plays and for how many points."""
    players = record.players
    who = " – ".join(words.side(side, record.names, players) for side in sides(players))
    return words.say("cli.game", number=number, players=who, target=words.points(record.target))
