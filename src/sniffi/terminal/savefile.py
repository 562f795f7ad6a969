"""The file that a running game is kept in: the game so far, and what nobody may know yet.

It is a JSON object. In ``sniffi-save`` stand the game as a ``.sniff`` text without the seed
(``record``), the ``seed``, the ``bots`` and the ``language``. ``sum`` is a SHA-256 of that, so that
a file that was damaged or changed by hand is told from a whole one.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sniffi.bots import BadParameter, NotAParameter, UnknownBot, parse_bot
from sniffi.deal import Deck, parse_seed
from sniffi.record import dumps_played, loads
from sniffi.rules import Game, SniffiError
from sniffi.terminal.files import (
    OWNER_ONLY,
    free_name,
    remove_quietly,
    replace_file,
    sync_folder,
    write_scratch,
)
from sniffi.terminal.match import Match
from sniffi.terminal.plan import Plan
from sniffi.words import LANGUAGES

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


VERSION: Final = 1
LARGEST: Final = 64 * 1024 * 1024
"""Bytes; a file larger than any game is not read."""


class SaveTrouble(SniffiError):
    """Something about the save ``file``."""

    def __init__(self, file: Path, **fields: Any) -> None:
        super().__init__(file=file, **fields)


class SaveDamaged(SaveTrouble, code="terminal.save-damaged"):
    """The file is not a whole save; it was left as it is."""


class SaveTooNew(SaveTrouble, code="terminal.save-too-new"):
    """The file was written by a later Sniffi; it was left as it is."""


class SaveMissing(SaveTrouble, code="terminal.save-missing"):
    """There is no such file, so no game to go on with."""


class SaveInUse(SaveTrouble, code="terminal.save-in-use"):
    """The game of this file is being played in another terminal."""


class NotASaveFile(SaveTrouble, code="terminal.not-a-save-file"):
    """A folder, a device or a pipe has the name; a save would take its place."""


class SaveRefused(SaveTrouble, code="terminal.save-refused"):
    """The system does not read or write the file, for the reason ``name``; it is as it was."""

    def __init__(self, file: Path, reason: OSError) -> None:
        number = reason.errno or 0
        super().__init__(file, name=errno.errorcode.get(number, type(reason).__name__))


class DiskFull(SaveRefused, code="terminal.save-disk-full"):
    """There is no room for it."""


class NotAllowed(SaveRefused, code="terminal.save-not-allowed"):
    """It is not the user's to read or write."""


_REFUSALS = {
    errno.ENOSPC: DiskFull,
    errno.EDQUOT: DiskFull,
    errno.EFBIG: DiskFull,
    errno.EACCES: NotAllowed,
    errno.EPERM: NotAllowed,
    errno.EROFS: NotAllowed,
}


def refused(file: Path, reason: OSError) -> SaveRefused:
    """What the system's refusal means for the save."""
    return _REFUSALS.get(reason.errno or 0, SaveRefused)(file, reason)


@dataclass(frozen=True, slots=True)
class Saved:
    """What a save holds."""

    match: Match
    language: str


def encode(saved: Saved) -> bytes:
    """The save as bytes."""
    match = saved.match
    body = {
        "version": VERSION,
        "language": saved.language,
        "bots": list(match.plan.bots),
        "seed": match.deck.seed.hex(),
        "record": dumps_played(match.record()),
    }
    return _json({"sniffi-save": body, "sum": _sum(body)}) + b"\n"


def decode(data: bytes, file: Path) -> Saved:
    """The save that these bytes are.

    Raises:
        SaveDamaged, SaveTooNew: they are none.
        UnknownBot, NotAParameter, BadParameter: there is no such bot any more.
    """
    try:
        whole = json.loads(data)
        body = whole["sniffi-save"]
        if body["version"] > VERSION:
            raise SaveTooNew(file)
        if whole["sum"] != _sum(body):
            raise SaveDamaged(file)
        return _saved(body)
    except (SaveTrouble, UnknownBot, NotAParameter, BadParameter):
        raise
    except (SniffiError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as why:
        raise SaveDamaged(file) from why


def _saved(body: dict[str, Any]) -> Saved:
    """The save that a body tells.

    Raises:
        SniffiError, ValueError, LookupError, TypeError: it tells none.
    """
    (record,) = loads(body["record"])
    game = record.game()
    deck = Deck(parse_seed(body["seed"]), record.nonces)
    bots = tuple(None if bot is None else str(parse_bot(bot)) for bot in body["bots"])
    if not isinstance(game, Game) or len(bots) != game.players or body["language"] not in LANGUAGES:
        raise ValueError(body)
    match = Match(Plan(record.names, bots, game.target, record.nonces), deck, game)
    if match.record() != record:
        # The tags, or the promise of another seed.
        raise ValueError(record)
    return Saved(match, body["language"])


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True).encode()


def _sum(body: object) -> str:
    return hashlib.sha256(_json(body)).hexdigest()


class SaveFile:
    """A save on the disk, which one process at a time has to itself."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Keep other processes away, from here to the end of the block or of the process.

        Raises:
            NotASaveFile: the name is that of something else than a file.
            SaveInUse: another process has it.
            SaveRefused: the folder cannot be made, or takes no file.
        """
        if os.path.exists(self.path) and not os.path.isfile(self.path):
            raise NotASaveFile(self.path)
        lock = self.path.with_name(f".{self.path.name}.lock")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(lock, os.O_RDWR | os.O_CREAT, OWNER_ONLY)
        except OSError as error:
            raise refused(self.path, error) from error
        try:
            _lock(handle)
        except (BlockingIOError, PermissionError) as error:
            os.close(handle)
            raise SaveInUse(self.path) from error
        except OSError:
            # A file system without locks: better a game without one than none.
            pass
        try:
            yield
        finally:
            os.close(handle)

    def read(self) -> Saved | None:
        """What the file holds; None when there is no file.

        Raises:
            SaveDamaged, SaveTooNew, SaveRefused: it cannot be used.
        """
        try:
            with self.path.open("rb") as file:
                data = file.read(LARGEST + 1)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise refused(self.path, error) from error
        if len(data) > LARGEST:
            raise SaveDamaged(self.path)
        return decode(data, self.path)

    def write(self, saved: Saved) -> None:
        """Put this save in the place of the old one, wholly or not at all.

        Raises:
            SaveRefused: the system did not take it; the old one is as it was.
        """
        with self._refusals():
            replace_file(self.path, encode(saved), OWNER_ONLY)

    def begin(self, saved: Saved) -> Path | None:
        """Write the first save of a new game; what the file held gets another name, given back.

        Raises:
            SaveRefused: the system did not take it; all is as it was.
        """
        with self._refusals():
            scratch = write_scratch(self.path, encode(saved), OWNER_ONLY)
            aside = free_name(self.path) if self.path.exists() else None
            try:
                if aside is not None:
                    os.rename(self.path, aside)
                try:
                    os.replace(scratch, self.path)
                except OSError:
                    if aside is not None:
                        os.rename(aside, self.path)
                    raise
            except OSError:
                remove_quietly(scratch)
                raise
            sync_folder(self.path)
        return aside

    def remove(self) -> None:
        """Take the file away: its game is over and written down elsewhere.

        Raises:
            SaveRefused: the system did not allow it.
        """
        with self._refusals():
            self.path.unlink(missing_ok=True)
            sync_folder(self.path)

    @contextlib.contextmanager
    def _refusals(self) -> Iterator[None]:
        """Tells what the system refuses as an error of the save."""
        try:
            yield
        except OSError as error:
            raise refused(self.path, error) from error
