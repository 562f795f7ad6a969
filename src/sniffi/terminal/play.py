"""``sniffi play``: from the options to the end of the game or of the input."""

from __future__ import annotations

import io
import os
import shlex
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TextIO

from sniffi.analysis import evaluate
from sniffi.deal import commitment, new_seed
from sniffi.record import GameRecord, dumps, verify
from sniffi.rules import SniffiError, sides
from sniffi.terminal.console import Console, EndOfInput, Style, wants_colour
from sniffi.terminal.files import FOR_ALL, free_name, replace_file
from sniffi.terminal.match import Match
from sniffi.terminal.options import PlayOptions
from sniffi.terminal.plan import Plan
from sniffi.terminal.questions import (
    Asker,
    NoGame,
    ask_language,
    ask_nonces,
    check_options,
    make_plan,
)
from sniffi.terminal.savefile import (
    Saved,
    SaveFile,
    SaveMissing,
    SaveRefused,
    refused,
)
from sniffi.terminal.session import LeftTheTable, Session
from sniffi.terminal.telling import Teller
from sniffi.terminal.warming import warm_up
from sniffi.words import Words, choose_language

FINE = 0
FAILED = 1
INTERRUPTED = 130
COMMITMENT_DIGITS = 12
"""How much of the commitment is in the name of a record; enough to tell games apart."""


class SettingsOfAnotherGame(SniffiError, code="terminal.settings-of-another-game"):
    """A saved game goes on with its own players, bots, target and deals."""


class NoHome(SniffiError, code="terminal.no-home"):
    """No option and no variable says where the game is to be kept."""


class NoSuchFolder(SniffiError, code="terminal.no-such-folder"):
    """The record is to go to ``folder``, which is none."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder=folder)


class IsAFolder(SniffiError, code="terminal.is-a-folder"):
    """The record is to be the ``file``, which is a folder."""

    def __init__(self, file: Path) -> None:
        super().__init__(file=file)


def usual_save(environ: Mapping[str, str]) -> Path:
    """The file that a game is kept in when nothing else is said (XDG base directories).

    Raises:
        NoHome: there is no home folder to keep it in.
    """
    state = Path(environ.get("XDG_STATE_HOME", ""))
    if not state.is_absolute():
        try:
            home = Path(environ["HOME"] if "HOME" in environ else Path.home())
        except RuntimeError:
            raise NoHome from None
        if not home.is_absolute():
            raise NoHome
        state = home / ".local" / "state"
    return state / "sniffi" / "game.save"


def play(
    options: PlayOptions,
    *,
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
    environ: Mapping[str, str] | None = None,
) -> int:
    """Play a game, or go on with a saved one, until it or the input ends.

    Args:
        options: what need not be asked.
        stdin, stdout: where lines come from and go to; the process's own when None.
        environ: XDG_STATE_HOME, HOME, NO_COLOR, TERM and the locale; the process's own when None.

    Returns:
        The exit code: 0 for a game that ended or is kept to go on, 130 after Ctrl-C, 1 when the
        game could not be kept.

    Raises:
        SniffiError: an option or the save cannot be used; nothing was changed.
        OSError: the output takes no more; the game is kept.
    """
    environ = os.environ if environ is None else environ
    stdout = stdout or sys.stdout
    console = Console(
        stdin or _standard_input(), stdout, colour=wants_colour(options.colour, stdout, environ)
    )
    file = SaveFile(options.save or usual_save(environ))
    if options.record is not None:
        if not options.record.parent.is_dir():
            raise NoSuchFolder(options.record.parent)
        if options.record.is_dir():
            raise IsAFolder(options.record)
    with file.held():
        return Play(options, console, environ, file).run()


def _standard_input() -> TextIO:
    """The process's input, in which bytes that are no text do no harm."""
    if sys.stdin is None:
        return io.StringIO()
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    return sys.stdin


class Play:
    """One run of the command."""

    def __init__(
        self, options: PlayOptions, console: Console, environ: Mapping[str, str], file: SaveFile
    ) -> None:
        self._options = options
        self._console = console
        self._file = file
        self._words = Words(choose_language(options.lang, environ))
        self._match: Match | None = None
        """The game, once it has begun."""
        self._kept = True

    def run(self) -> int:
        """Play; the exit code."""
        try:
            session = self._resumed() or self._begun()
            warm_up(session.match.plan.bots, self._say)
            session.play()
            return self._finish(session.match)
        except (EndOfInput, NoGame, LeftTheTable):
            return self._leave(FINE)
        except KeyboardInterrupt:
            self._console.say("")
            return self._leave(INTERRUPTED)

    def _say(self, key: str, style: Style = Style.PLAIN, **values: object) -> None:
        self._console.say(self._words.say(key, **values), style)

    # Before the game ------------------------------------------------------------------------

    def _resumed(self) -> Session | None:
        """The saved game, when there is one that is to go on."""
        options = self._options
        if options.resume is False:
            return None
        saved = self._file.read()
        if saved is None:
            if options.resume:
                raise SaveMissing(self._file.path)
            return None
        if options.lang is None:
            self._words = Words(saved.language)
        self._match = match = saved.match
        if options.resume is None:
            self._tell_players("terminal.saved-game", match.plan)
            if not Asker(self._console, self._words).yes(self._words.say("terminal.ask-resume")):
                self._match = None
                return None
            if self._has_settings:
                self._say("terminal.settings-not-used")
        elif self._has_settings:
            raise SettingsOfAnotherGame
        session = self._session(match)
        self._tell_players("terminal.resumed", match.plan)
        session.catch_up()
        return session

    @property
    def _has_settings(self) -> bool:
        """Whether the options say something that only a new game can heed."""
        options = self._options
        settings = (options.players, options.bots, options.names, options.target, options.seed)
        return any(setting is not None for setting in settings) or bool(options.nonces)

    def _begun(self) -> Session:
        """A new game, once its questions are answered."""
        options = self._options
        if options.lang is None:
            check_options(options, self._words)
            self._words = ask_language(self._console, self._words.language)
        self._say("terminal.welcome", Style.HEADING)
        asker = Asker(self._console, self._words)
        plan = make_plan(options, asker)
        seed = new_seed() if options.seed is None else options.seed
        self._say("terminal.commitment", commitment=commitment(seed))
        nonces = options.nonces
        if nonces is None:
            # Who brings the seed or does not play needs no other part in the shuffle.
            nonces = ask_nonces(asker) if options.seed is None and plan.people else ()
        match = Match.begin(replace(plan, nonces=nonces), seed)
        # Made now, for it refuses what a record cannot hold.
        match.record()
        aside = self._file.begin(Saved(match, self._words.language))
        self._match = match
        if aside is not None:
            self._say("terminal.set-aside", file=aside)
        self._say("terminal.keeping", file=self._file.path)
        self._tell_players("terminal.players", plan)
        self._say("terminal.target", points=self._words.points(plan.target))
        return self._session(match)

    def _session(self, match: Match) -> Session:
        evaluator = evaluate if self._options.hints else None
        return Session(match, self._console, self._words, self._keep, evaluator)

    def _tell_players(self, key: str, plan: Plan) -> None:
        """A sentence with who plays, in the order of the seats; of four, which two are a pair."""
        words = self._words
        players = [
            words.say("terminal.a-person" if bot is None else "terminal.a-bot", name=name)
            for name, bot in zip(plan.names, plan.bots, strict=True)
        ]
        self._say(key, Style.HEADING, players=words.listed(players))
        if len(sides(plan.players)) < plan.players:
            first, second = (
                words.side(side, plan.names, plan.players) for side in sides(plan.players)
            )
            self._say("terminal.pairs", first=first, second=second)

    # While it is played ---------------------------------------------------------------------

    def _keep(self, match: Match) -> None:
        """Save the game; when the disk refuses, say so once and play on."""
        self._match = match
        try:
            self._file.write(Saved(match, self._words.language))
        except SaveRefused as error:
            if self._kept:
                self._refuse(error)
                self._say("terminal.will-try-again")
            self._kept = False
        else:
            if not self._kept:
                self._say("terminal.kept-again")
            self._kept = True

    def _refuse(self, error: SniffiError) -> None:
        self._console.say(self._words.refusal(error), Style.REFUSAL)

    # The end --------------------------------------------------------------------------------

    def _leave(self, code: int) -> int:
        """Say farewell for now, and how to go on."""
        if self._match is None:
            self._say("terminal.no-game")
            return code
        if not self._kept:
            self._keep(self._match)
        if not self._kept:
            self._say("terminal.not-kept", Style.REFUSAL)
            return FAILED
        command = ["sniffi", "play", "--resume"]
        if self._options.save is not None:
            command += ["--save", str(self._file.path)]
        self._say("terminal.go-on-by", command=shlex.join(command))
        return code

    def _finish(self, match: Match) -> int:
        """Show that the deals were as promised, and write the game down."""
        teller = Teller(self._words, match.plan.names)
        self._console.say_all(teller.scores(match.seen_by(None)))
        record = match.record()
        self._say("terminal.seed", seed=match.deck.seed.hex())
        self._say("terminal.verified" if verify(record).ok else "terminal.not-verified")
        try:
            path = self._write(record)
            self._file.remove()
        except SaveRefused as error:
            self._refuse(error)
            self._leave(FAILED)
            return FAILED
        self._say("terminal.recorded", file=path)
        self._say("terminal.verify-by", command=shlex.join(["sniffi", "verify", str(path)]))
        return FINE

    def _write(self, record: GameRecord) -> Path:
        """Write the finished game to a file that holds nothing else; its path.

        Raises:
            SaveRefused: the system did not take it.
        """
        digits = (record.commitment or "")[:COMMITMENT_DIGITS]
        path = self._options.record or self._file.path.with_name("games") / f"{digits}.sniff"
        try:
            path.parent.mkdir(exist_ok=True)
            told = dumps([record]).encode()
            if path.exists():
                if path.read_bytes() == told:
                    # By a process that was killed before it could take the save away.
                    return path
                path = free_name(path)
            replace_file(path, told, FOR_ALL)
        except OSError as error:
            raise refused(path, error) from error
        return path
