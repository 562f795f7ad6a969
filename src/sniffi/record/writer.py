"""Writing games as text (docs/record-format.md)."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from os import PathLike
from typing import BinaryIO

from sniffi.record.disk import whole_file
from sniffi.record.lines import lines_of, with_comments
from sniffi.record.model import BadGame, GameRecord
from sniffi.record.referee import retold


def dump(records: Iterable[GameRecord | BadGame], file: BinaryIO) -> None:
    """Write games to a file opened for writing bytes, one at a time, and the line that closes.

    Each is replayed first: nothing is written that could not be read again. After an error the
    closing line is missing, so that the file shows that it is not whole.

    Raises:
        SniffiError: a game is not one by the rules, or is a ``BadGame``, whose error it is.
        OSError: the file takes no more.
    """
    count = 0
    for record in records:
        if isinstance(record, BadGame):
            raise record.error
        retold(record.players, record.target, record.events)
        file.write(_game(record).encode())
        count += 1
    file.write(_closing(count).encode())


def _game(record: GameRecord) -> str:
    lines = with_comments(lines_of(record), record.comments)
    return "".join(f"{line}\n" for line in (*lines, ""))


def _closing(count: int) -> str:
    return f"games {count}\n"


def dumps(records: Iterable[GameRecord | BadGame]) -> str:
    """The games as text (see ``dump``).

    Raises:
        SniffiError: a game is not one by the rules.
    """
    file = BytesIO()
    dump(records, file)
    return file.getvalue().decode()


def dumps_played(record: GameRecord) -> str:
    """What ``dumps`` gives for this one game, without the replay: for a record that was just made
    of a ``Game`` and is written after every event."""
    return _game(record) + _closing(1)


def save(path: str | PathLike[str], records: Iterable[GameRecord | BadGame]) -> None:
    """Write games to the file ``path``, wholly or not at all.

    They go to a new file in the same folder, which is on the disk before it takes the name. So
    what the file held before is there until then, and ``records`` may be read from it.

    Raises:
        SniffiError: a game is not one by the rules.
        NotSaved: the system refused; what the file held is as it was.
    """
    with whole_file(path) as file:
        dump(records, file)
