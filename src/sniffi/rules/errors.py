"""Everything that the game refuses, as typed errors that carry data and no sentences.

``sniffi.words`` turns an error into a sentence in the reader's language by its ``code`` and its
fields. ``str(error)`` is a terse form for logs, the same in every language.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from sniffi.rules.actions import Action
    from sniffi.rules.events import Event
    from sniffi.rules.spot import Spot
    from sniffi.rules.tile import Tile


def terse(value: object) -> str:
    """A value as a log line shows it: tiles and actions in placement notation."""
    if isinstance(value, tuple | list):
        return " ".join(terse(part) for part in value) or "-"
    try:
        return str(value)
    except ValueError:
        # A whole number of more digits than Python is willing to write.
        return f"{type(value).__name__} too long to write"


class SniffiError(Exception):
    """Anything that Sniffi refuses. ``fields`` hold the data, ``code`` the name of the message."""

    code: ClassVar[str]
    rule: str | None = None
    """Number of the rule in rules.md, where a rule decides."""

    def __init__(self, *, rule: str | None = None, **fields: Any) -> None:
        super().__init__(fields)
        if rule is not None:
            self.rule = rule
        self.fields: dict[str, Any] = fields

    def __init_subclass__(cls, *, code: str | None = None, rule: str | None = None) -> None:
        super().__init_subclass__()
        if code is not None:
            cls.code = code
        if rule is not None:
            cls.rule = rule

    def __str__(self) -> str:
        data = ", ".join(f"{name}: {terse(value)}" for name, value in self.fields.items())
        return " ".join(
            part for part in (self.rule, self.code, f"({data})" if data else "") if part
        )

    def __reduce__(self) -> tuple[Any, ...]:
        # Each class takes arguments of its own, and Exception would call it with the fields: an
        # error must come back whole from another process.
        return _again, (type(self), self.args), self.__dict__


def _again(cls: type[SniffiError], args: tuple[Any, ...]) -> SniffiError:
    """An error as it is before its own data is set again."""
    return cls.__new__(cls, *args)


class NotATile(SniffiError, code="not-a-tile", rule="R1.2"):
    """``text`` names no tile of the double-six set."""

    def __init__(self, text: str) -> None:
        super().__init__(text=text)


class NotAPort(SniffiError, code="not-a-port", rule="R3.4"):
    """``text`` names no port; ``ports`` are the names there are."""

    def __init__(self, text: str, ports: tuple[str, ...]) -> None:
        super().__init__(text=text, ports=ports)


class NotAPlacement(SniffiError, code="not-a-placement", rule="R3.2"):
    """``text`` is not of the form ``TILE`` or ``TILE@TILE.PORT``."""

    def __init__(self, text: str) -> None:
        super().__init__(text=text)


class NotPlayers(SniffiError, code="not-players", rule="R1.1"):
    """The game is for two to four players, not for ``players``."""

    def __init__(self, players: object) -> None:
        super().__init__(players=players)


class NotASeat(SniffiError, code="not-a-seat", rule="R1.1"):
    """Seats are numbered from 1 to ``players``; ``seat`` is none of them."""

    def __init__(self, seat: object, players: int) -> None:
        super().__init__(seat=seat, players=players)


class NotTheFullSet(SniffiError, code="not-the-full-set", rule="R1.2"):
    """A deal needs the 28 tiles, each once: ``count`` were given, ``twice`` and ``missing`` say
    which are wrong."""

    def __init__(self, count: int, twice: tuple[Tile, ...], missing: tuple[Tile, ...]) -> None:
        super().__init__(count=count, twice=twice, missing=missing)


class NotALot(SniffiError, code="not-a-lot", rule="R2.1"):
    """Each of the ``contenders`` draws one tile, all different; ``tiles`` are not that."""

    def __init__(self, contenders: tuple[int, ...], tiles: tuple[Tile, ...]) -> None:
        super().__init__(contenders=contenders, tiles=tiles)


class NotATarget(SniffiError, code="not-a-target", rule="R7.1"):
    """A target is a whole number of points above zero, not ``target``."""

    def __init__(self, target: object) -> None:
        super().__init__(target=target)


class NotNow(SniffiError, code="not-now"):
    """``wanted`` (lot, deal, play) belongs to another phase than the game's present ``phase``."""

    def __init__(self, wanted: str, phase: str) -> None:
        super().__init__(wanted=wanted, phase=phase)


class EventMismatch(SniffiError, code="event-mismatch"):
    """A record tells ``found`` where the rules give ``expected`` (None: nothing of the kind)."""

    def __init__(
        self, found: Event | None, expected: Event | None, rule: str | None = None
    ) -> None:
        super().__init__(rule=rule, found=found, expected=expected)

    @property
    def found(self) -> Event | None:
        """The event that was told."""
        found: Event | None = self.fields["found"]
        return found

    @property
    def expected(self) -> Event | None:
        """The event that the rules give instead."""
        expected: Event | None = self.fields["expected"]
        return expected


class Refused(SniffiError):
    """An action that the rules refuse: ``action``, the ``rule``, and what would be ``legal``."""

    def __init__(
        self, action: Action, legal: Iterable[Action] = (), *, rule: str | None = None, **more: Any
    ) -> None:
        self.action = action
        self.legal: tuple[Action, ...] = tuple(legal)
        super().__init__(rule=rule, action=action, **more, legal=self.legal)


class TileAlreadyPlaced(Refused, code="tile-already-placed", rule="R1.2"):
    """The tile lies on the table already; there is one of each."""


class TileNotInHand(Refused, code="tile-not-in-hand", rule="R3.1"):
    """The seat does not hold the tile."""


class NothingToJoin(Refused, code="nothing-to-join", rule="R3.1"):
    """The opening tile joins nothing, yet a spot was named."""


class SpotNotNamed(Refused, code="spot-not-named", rule="R3.2"):
    """After the opening a tile joins a spot, and it must be named."""


class TileNotInLayout(Refused, code="tile-not-in-layout", rule="R3.2"):
    """The spot belongs to a tile that is not on the table."""


class NoSuchPort(Refused, code="no-such-port", rule="R3.4"):
    """The tile has no such port: low and high are for plain tiles, lines and branches for
    doubles. ``ports`` are those that it has."""

    def __init__(
        self, action: Action, legal: Iterable[Action] = (), *, ports: tuple[str, ...] = ()
    ) -> None:
        super().__init__(action, legal, ports=ports)


class NotTheSniff(Refused, code="not-the-sniff", rule="R4.1"):
    """Only the Sniff branches; ``sniff`` is the tile that it is."""

    def __init__(self, action: Action, legal: Iterable[Action] = (), *, sniff: Tile | None) -> None:
        super().__init__(action, legal, sniff=sniff)


class BranchNotOpen(Refused, code="branch-not-open", rule="R4.3"):
    """A branch opens only when both lines of the Sniff are filled."""


class SpotTaken(Refused, code="spot-taken", rule="R3.2"):
    """Something is joined at that spot already; ``by`` is the tile."""

    def __init__(self, action: Action, legal: Iterable[Action] = (), *, by: Tile) -> None:
        super().__init__(action, legal, by=by)


class DoesNotFit(Refused, code="does-not-fit", rule="R3.2"):
    """No half of the tile is equal to the spot's ``value``."""

    def __init__(self, action: Action, legal: Iterable[Action] = (), *, spot: Spot) -> None:
        super().__init__(action, legal, value=spot.value)


class NotYourTurn(Refused, code="not-your-turn", rule="R2.2"):
    """Play goes clockwise and it is the turn of seat ``turn``, not of ``seat``."""

    def __init__(self, action: Action, *, seat: int, turn: int) -> None:
        super().__init__(action, seat=seat, turn=turn)


class MustPlace(Refused, code="must-place", rule="R6.1"):
    """Who can place must place: no draw and no pass."""


class MustPlaceDrawn(Refused, code="must-place-drawn", rule="R6.2"):
    """The tile just drawn fits, so it is placed, and nothing else is done."""

    def __init__(self, action: Action, legal: Iterable[Action] = (), *, drawn: Tile) -> None:
        super().__init__(action, legal, drawn=drawn)


class MustDraw(Refused, code="must-draw", rule="R6.3"):
    """Nothing in hand fits and the boneyard is not empty, so a tile is drawn."""


class BoneyardEmpty(Refused, code="boneyard-empty", rule="R6.3"):
    """There is nothing to draw; who cannot place passes."""


class RoundOver(Refused, code="round-over"):
    """The round has ended; ``rule`` says by which rule."""
