"""What a table refuses; the codes are messages of the catalogue ``tables``."""

from __future__ import annotations

from sniffi.rules import SniffiError


class TableError(SniffiError):
    """Something that a table, or the hall of them, does not do."""


# What is asked for ---------------------------------------------------------------------------


class NotAGuest(TableError, code="tables.not-a-guest"):
    """A guest is known by a text of 1 to ``longest`` characters. What was given is not kept."""

    def __init__(self, longest: int) -> None:
        super().__init__(longest=longest)


class BadName(TableError):
    """A name that a person cannot have at a table."""


class NameEmpty(BadName, code="tables.name-empty"):
    """There is nothing in it that can be seen."""


class NameTooLong(BadName, code="tables.name-too-long"):
    """It has ``length`` characters, more than ``longest``."""

    def __init__(self, length: int, longest: int) -> None:
        super().__init__(length=length, longest=longest)


class NameCharacter(BadName, code="tables.name-character"):
    """At its ``column`` is ``character`` (U+…): a control character, one that turns the direction
    of writing, or one that shows nothing."""

    def __init__(self, character: str, column: int) -> None:
        super().__init__(character=f"U+{ord(character):04X}", column=column)


class NameTaken(BadName, code="tables.name-taken"):
    """The one at ``seat`` has a name that looks the same."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat=seat)


class BadSetting(TableError, code="tables.bad-setting"):
    """The setting ``setting`` is one of ``values``, and not ``value``."""

    def __init__(self, setting: str, value: object, values: tuple[str, ...]) -> None:
        super().__init__(setting=setting, value=str(value), values=values)


class NoSeatForPeople(TableError, code="tables.no-seat-for-people"):
    """Bots sit on every seat."""


class BotNotForPlayers(TableError, code="tables.bot-not-for-players"):
    """The bot ``bot`` does not play with ``players`` players."""

    def __init__(self, bot: str, players: int) -> None:
        super().__init__(bot=bot, players=players)


# Who sits where ------------------------------------------------------------------------------


class NotSeatedHere(TableError, code="tables.not-seated-here"):
    """The guest has no seat at this table."""


class AnotherSeat(TableError, code="tables.another-seat"):
    """The guest has the seat ``own``, not ``seat``."""

    def __init__(self, seat: int, own: int) -> None:
        super().__init__(seat=seat, own=own)


class SeatTaken(TableError, code="tables.seat-taken"):
    """Somebody has the seat ``seat``, or it is kept for somebody."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat=seat)


class TableFull(TableError, code="tables.table-full"):
    """No seat is free."""


class AlreadySeated(TableError, code="tables.already-seated"):
    """The guest has the seat ``seat`` at this table already."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat=seat)


class AlreadyStarted(TableError, code="tables.already-started"):
    """The game has begun, and seats are no longer changed in this way."""


class NotABotsSeat(TableError, code="tables.not-a-bots-seat"):
    """No bot sits at ``seat``."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat=seat)


class NotAPersonsSeat(TableError, code="tables.not-a-persons-seat"):
    """No person sits at ``seat``."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat=seat)


class OwnSeat(TableError, code="tables.own-seat"):
    """One does not let a bot play one's own seat ``seat``; the others may."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat=seat)


class StillHere(TableError, code="tables.still-here"):
    """The one at ``seat`` is here, or has not been away for ``seconds`` seconds yet."""

    def __init__(self, seat: int, seconds: int) -> None:
        super().__init__(seat=seat, seconds=seconds)


class BotPlaysAlready(TableError, code="tables.bot-plays-already"):
    """A bot plays the seat ``seat`` already."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat=seat)


# What is played ------------------------------------------------------------------------------


class NotStarted(TableError, code="tables.not-started"):
    """The game has not begun."""


class GameOver(TableError, code="tables.game-over"):
    """The game is over."""


class NotOver(TableError, code="tables.not-over"):
    """The game is not over yet."""


class NotBetweenRounds(TableError, code="tables.not-between-rounds"):
    """No next round is being waited for."""


class BotPlaysYourSeat(TableError, code="tables.bot-plays-your-seat"):
    """A bot plays the guest's seat ``seat`` until the guest takes it back."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat=seat)


class StalePress(TableError, code="tables.stale-press"):
    """The press was for the position after ``at`` events, and there are ``now`` already. Nothing
    was changed."""

    def __init__(self, at: int, now: int) -> None:
        super().__init__(at=at, now=now)


class AlreadyDone(StalePress, code="tables.already-done"):
    """The press was for the position after ``at`` events, and that very thing was done there by
    the same seat: a double press. It was not done again."""


class AheadOfTable(TableError, code="tables.ahead-of-table"):
    """Something was asked about number ``at``, and the table has come to ``now`` only."""

    def __init__(self, at: int, now: int) -> None:
        super().__init__(at=at, now=now)


class HintsOff(TableError, code="tables.hints-off"):
    """The table was opened without hints."""


class HintNotNow(TableError, code="tables.hint-not-now"):
    """Hints are given to who is to act."""


class NoHint(TableError, code="tables.no-hint"):
    """No hint was found in time; another try in a moment may do."""


# Where tables are kept -----------------------------------------------------------------------


class NoSuchTable(TableError, code="tables.no-such-table"):
    """There is no table of that name; it may have been cleared away."""


class TableExists(TableError, code="tables.table-exists"):
    """There is a table of that name already."""


class Conflict(TableError, code="tables.conflict"):
    """Others were quicker: the log of the table has gone on from ``after``. Nothing was added."""

    def __init__(self, after: int) -> None:
        super().__init__(after=after)


class NotStored(TableError, code="tables.not-stored"):
    """What was done could not be stored, so it was not done and nobody was told."""


class LogFull(NotStored, code="tables.log-full"):
    """It could not be stored because the disk is full."""


class LogBusy(NotStored, code="tables.log-busy"):
    """It could not be stored because another program holds the database."""


class NotRead(TableError, code="tables.not-read"):
    """What is stored could not be read."""


class BadEntry(TableError, code="tables.bad-entry"):
    """Entry ``number`` of the table's log is none that can stand there; ``why`` is a term for
    logs. The cause is the ``__cause__``, if there is one."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(number=number, why=why)


class HallClosed(TableError, code="tables.hall-closed"):
    """The server is stopping; another try in a moment will do."""
