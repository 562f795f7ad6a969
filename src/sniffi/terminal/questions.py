"""The questions before a game: what the options left open, each with an answer for Enter."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, count
from typing import TypeVar

from sniffi.bots import USUAL, KernelMissing, bots_listing, parse_bot
from sniffi.deal import check_nonce
from sniffi.record import check_name
from sniffi.record.errors import TooManyNonces
from sniffi.rules import SniffiError, seats
from sniffi.rules.seats import check_players, check_seat, check_target
from sniffi.terminal.commands import Vocabulary, Word, clean, folded, quoted
from sniffi.terminal.console import Console, EndOfInput, Style
from sniffi.terminal.options import PlayOptions
from sniffi.terminal.plan import Plan
from sniffi.words import LANGUAGES, Words

Answer = TypeVar("Answer")


class NotAnAnswer(SniffiError, code="terminal.not-an-answer"):
    """``text`` is none of the possible ``answers``."""

    def __init__(self, text: str, answers: Sequence[object]) -> None:
        super().__init__(text=quoted(text), answers=tuple(map(str, answers)))


class NameTaken(SniffiError, code="terminal.name-taken"):
    """Another player is called ``name`` already."""

    def __init__(self, name: str) -> None:
        super().__init__(name=name)


class NamesDoNotMatch(SniffiError, code="terminal.names-do-not-match"):
    """``names`` names are neither one for each of ``players`` nor one for each of ``people``."""

    def __init__(self, names: int, players: int, people: int) -> None:
        super().__init__(names=names, players=players, people=people)


class NotForSoMany(SniffiError, code="terminal.not-for-so-many"):
    """The ``bot`` does not play with ``players`` players."""

    def __init__(self, bot: str, players: int) -> None:
        super().__init__(bot=bot, players=players)


class NoGame(Exception):
    """Somebody changed their mind before the game began."""


class Asker:
    """Puts questions to whoever sits at the keyboard."""

    def __init__(self, console: Console, words: Words) -> None:
        self.console = console
        self.words = words
        self._quit = Vocabulary([(Word.QUIT, f"terminal.command-{Word.QUIT}")], words)

    def ask(self, prompt: str, read: Callable[[str], Answer], default: Answer) -> Answer:
        """The answer as ``read`` understands it; ``default`` for Enter.

        Raises:
            EndOfInput, NoGame: there is no answer.
        """
        while True:
            text = clean(self.console.ask(prompt))
            if not text:
                return default
            if self._quit.find(text):
                raise NoGame
            if text == "?":
                self.console.say(self.words.say("terminal.help-questions"))
                continue
            try:
                return read(text)
            except SniffiError as error:
                self.console.say(self.words.refusal(error), Style.REFUSAL)

    def yes(self, prompt: str) -> bool:
        """Whether the answer is yes, which Enter says too."""
        answers = Vocabulary([("yes", "terminal.yes"), ("no", "terminal.no")], self.words)

        def read(text: str) -> bool:
            found = answers.find(text)
            if found is None:
                names = [self.words.say(f"terminal.{key}").split(", ")[0] for key in ("yes", "no")]
                raise NotAnAnswer(text, names)
            return found == "yes"

        return self.ask(prompt, read, default=True)


def ask_language(console: Console, default: str) -> Words:
    """The language of the game, asked in each of them."""
    spoken = {language: Words(language) for language in LANGUAGES}
    ordered = [spoken.pop(default), *spoken.values()]
    by_answer: dict[str, Words] = {}
    for number, words in enumerate(ordered, 1):
        console.say(words.say("terminal.language-choice", number=number))
        for name in (str(number), words.language, *words.say("terminal.language").split(", ")):
            by_answer[folded(name)] = words

    def read(text: str) -> Words:
        found = by_answer.get(folded(text))
        if found is None:
            raise NotAnAnswer(text, range(1, len(ordered) + 1))
        return found

    prompt = " / ".join(words.say("terminal.ask-language") for words in ordered)
    return Asker(console, ordered[0]).ask(prompt, read, ordered[0])


def make_plan(options: PlayOptions, asker: Asker) -> Plan:
    """Who plays: what the options leave open is asked.

    Raises:
        SniffiError: an option cannot be used, and why. All are looked at before the first question
            that could depend on them.
        EndOfInput, NoGame: a question was not answered.
    """
    bots = options.bots
    for bot in bots.values() if bots else ():
        parse_bot(bot)
    for name in options.names or ():
        check_name(name)
    players = options.players
    if players is None:
        players = _ask_players(asker, max(2, *(bots or (2,))))
    check_players(players)
    target = check_target(options.target, players)
    for seat in bots or ():
        check_seat(seat, players)
    if len(options.nonces or ()) > players:
        raise TooManyNonces(len(options.nonces or ()), players)
    if bots is None:
        kinds = _ask_seats(asker, players)
    else:
        kinds = tuple(
            _usable(bots[seat], players) if seat in bots else None for seat in seats(players)
        )
    return Plan(_names(options.names, kinds, asker), kinds, target)


def check_options(options: PlayOptions, words: Words) -> None:
    """Refuse options that cannot be used whatever is answered, before anything is asked.

    Raises:
        SniffiError: an option cannot be used, and why.
    """
    with contextlib.suppress(EndOfInput):
        make_plan(options, Asker(Console(io.StringIO(), io.StringIO()), words))


def ask_nonces(asker: Asker) -> tuple[str, ...]:
    """A text from the players by which they take part in the shuffle; perhaps none."""
    nonce = asker.ask(asker.words.say("terminal.ask-nonce"), check_nonce, None)
    return () if nonce is None else (nonce,)


def _usable(bot: str, players: int) -> str:
    """The bot with its settings, when it plays with so many players."""
    choice = parse_bot(bot)
    if players not in choice.kind.players:
        raise NotForSoMany(choice.kind.name, players)
    if not choice.kind.available:
        raise KernelMissing(choice.kind.name)
    return str(choice)


def _ask_players(asker: Asker, default: int) -> int:
    def read(text: str) -> int:
        if text not in ("2", "3", "4"):
            raise NotAnAnswer(text, (2, 3, 4))
        return int(text)

    return asker.ask(asker.words.say("terminal.ask-players", default=default), read, default)


def _ask_seats(asker: Asker, players: int) -> tuple[str | None, ...]:
    """Who plays each seat: None for a person, or a bot."""
    words, say = asker.words, asker.console.say
    bots = [bot for bot in bots_listing(words) if players in bot.players]
    say(words.say("terminal.seat-choices"))
    say(words.say("terminal.seat-person", number=0))
    for number, bot in enumerate(bots, 1):
        say(
            words.say(
                "terminal.seat-bot",
                number=number,
                title=bot.label,
                name=bot.name,
                about=bot.about,
            )
        )
    person = Vocabulary([("person", "terminal.person")], words)

    def read(text: str) -> str | None:
        if text == "0" or person.find(text):
            return None
        for number, bot in enumerate(bots, 1):
            if text == str(number) or folded(text) in (folded(bot.name), folded(bot.title)):
                return bot.name
        if text.isdecimal():
            raise NotAnAnswer(text, range(len(bots) + 1))
        return _usable(text, players)

    usual = next(bot for bot in bots if bot.name == USUAL)
    answers: list[str | None] = []
    for seat in seats(players):
        if seat == 1:
            prompt = words.say("terminal.ask-seat-person", seat=seat)
        else:
            prompt = words.say("terminal.ask-seat-bot", seat=seat, bot=usual.title)
        answers.append(asker.ask(prompt, read, None if seat == 1 else usual.name))
    return tuple(answers)


def _names(
    given: tuple[str, ...] | None, kinds: Sequence[str | None], asker: Asker
) -> tuple[str, ...]:
    """A name for each seat, all different."""
    words = asker.words
    everybody = range(1, len(kinds) + 1)
    people = [seat for seat in everybody if kinds[seat - 1] is None]
    names: dict[int, str] = {}

    def read(text: str) -> str:
        if text.casefold() in map(str.casefold, names.values()):
            raise NameTaken(text)
        return check_name(text)

    if given:
        if len(given) not in (len(kinds), len(people)):
            raise NamesDoNotMatch(len(given), len(kinds), len(people))
        for seat, name in zip(
            everybody if len(given) == len(kinds) else people, given, strict=True
        ):
            names[seat] = read(name)
    titles = {bot.name: bot.title for bot in bots_listing(words)}
    # Bots last: a person may have the name that a bot has.
    for seat in sorted(everybody, key=lambda seat: kinds[seat - 1] is not None):
        if seat in names:
            continue
        kind = kinds[seat - 1]
        if kind is not None:
            names[seat] = _distinct(titles[parse_bot(kind).kind.name], names.values())
            continue
        key = "terminal.player" if len(people) == 1 else "terminal.player-of-seat"
        usual = _distinct(words.say(key, seat=seat), names.values())
        if given is None:
            usual = asker.ask(words.say("terminal.ask-name", seat=seat, default=usual), read, usual)
        names[seat] = usual
    return tuple(names[seat] for seat in everybody)


def _distinct(name: str, taken: Iterable[str]) -> str:
    """The name, with a number after it when it is taken."""
    folded_taken = {other.casefold() for other in taken}
    numbered = (f"{name} {number}" for number in count(2))
    return next(n for n in chain([name], numbered) if n.casefold() not in folded_taken)
