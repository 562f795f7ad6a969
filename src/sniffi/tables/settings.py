"""What is chosen when a table is opened."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from sniffi.record.model import BIGGEST_TARGET
from sniffi.rules.seats import check_players, check_target
from sniffi.tables.errors import BadSetting
from sniffi.words import LANGUAGES


class Visibility(StrEnum):
    """Who finds the table."""

    OPEN = "open"
    """Everybody: it is in the list of tables."""
    PRIVATE = "private"
    """Who has the link."""


class Pace(StrEnum):
    """How quickly bots move and lots are drawn, so that people can follow."""

    SLOW = "slow"
    NORMAL = "normal"
    QUICK = "quick"

    @property
    def factor(self) -> float:
        """What a pause of the normal pace is multiplied by."""
        return {Pace.SLOW: 2.0, Pace.NORMAL: 1.0, Pace.QUICK: 0.25}[self]


_Choice = TypeVar("_Choice", Visibility, Pace)


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a table; they stay as they are (see ``Settings.of``)."""

    players: int
    target: int
    visibility: Visibility
    language: str
    """The language that the table was opened in: ``fi`` or ``en``."""
    hints: bool
    """Whether hints may be asked for while playing."""
    pace: Pace

    @classmethod
    def of(
        cls,
        players: int = 2,
        target: int | None = None,
        *,
        visibility: str = Visibility.PRIVATE,
        language: str = "fi",
        hints: bool = True,
        pace: str = Pace.NORMAL,
    ) -> Settings:
        """Settings, each checked.

        Args:
            players: 2, 3 or 4.
            target: raw points to win; that of R7.1 when left out.

        Raises:
            NotPlayers, NotATarget, BadSetting: a value is not what it should be.
        """
        target = check_target(target, check_players(players))
        if target > BIGGEST_TARGET:
            raise BadSetting("target", target, (f"1–{BIGGEST_TARGET}",))
        if language not in LANGUAGES:
            raise BadSetting("language", language, tuple(LANGUAGES))
        return cls(
            players,
            target,
            _one_of("visibility", Visibility, visibility),
            language,
            bool(hints),
            _one_of("pace", Pace, pace),
        )


def _one_of(setting: str, kind: type[_Choice], value: str) -> _Choice:
    try:
        return kind(value)
    except ValueError:
        raise BadSetting(setting, value, tuple(kind)) from None
