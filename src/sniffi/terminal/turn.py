"""One decision of a person, made in as many steps as it needs: a tile, then perhaps its spot."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from sniffi.rules import (
    DRAW,
    PASS,
    Action,
    Place,
    Refused,
    RoundView,
    SniffiError,
    SpotNotNamed,
    Tile,
)
from sniffi.terminal.commands import Command, Enter, Number, Word


class FitsNowhere(Refused, code="terminal.fits-nowhere", rule="R3.2"):
    """The tile has none of the ``values`` that the open spots need."""


class NotOnTheList(SniffiError, code="terminal.not-on-the-list"):
    """The list has the numbers from 1 to ``most``, not ``number``."""

    def __init__(self, number: int, most: int) -> None:
        super().__init__(number=number, most=most)


class OneNumberAlone(SniffiError, code="terminal.one-number-alone"):
    """There is no list to choose ``number`` from, and a tile has two halves."""

    def __init__(self, number: int) -> None:
        super().__init__(number=number)


class TileAwaited(SniffiError, code="terminal.tile-awaited"):
    """Enter alone chooses nothing here."""


class NothingToTakeBack(SniffiError, code="terminal.nothing-to-take-back"):
    """No tile has been chosen that could be exchanged for another."""


class Turn:
    """What a person is to decide, and how far they have come.

    Nothing is chosen for them where there is a choice: a tile that fits several spots needs one,
    even when the spots are alike.
    """

    def __init__(self, round: RoundView, refusal: Callable[[Action], Refused]) -> None:
        """``refusal`` gives the error for an action that is not among the view's legal ones."""
        self._round = round
        self._refusal = refusal
        self.legal = round.legal_actions()
        self.tile: Tile | None = round.drawn
        """The tile whose spot is to be chosen."""
        self._decided: Action | None = None

    @property
    def forced(self) -> bool:
        """Whether the tile was just drawn, so that no other will do (R6.2)."""
        return self._round.drawn is not None

    @property
    def draws(self) -> bool:
        """Whether there is nothing to do but draw."""
        return DRAW in self.legal

    @property
    def places(self) -> tuple[Place, ...]:
        """Where the chosen tile can be placed; empty while none is chosen."""
        return () if self.tile is None else self._places_of(self.tile)

    @property
    def decided(self) -> Action | None:
        """The action, once there is no more to choose; a pass needs no choice."""
        if self._decided is None and self.legal == (PASS,):
            return PASS
        if self._decided is None and len(self.places) == 1:
            return self.places[0]
        return self._decided

    def take(self, command: Command) -> None:
        """Go on by what was typed.

        Raises:
            SniffiError: it is not possible, and why; nothing has changed.
        """
        match command:
            case Place():
                self._want(command)
            case Tile():
                if not self._places_of(command):
                    raise self._refused(Place(command))
                self.tile = command
            case Number():
                self._choose(command.value)
            case Enter():
                if self.draws:
                    self._decided = DRAW
                elif not self.places:
                    raise TileAwaited
            case Word.DRAW:
                self._want(DRAW)
            case Word.PASS:
                self._want(PASS)
            case Word.BACK:
                self._take_back()
            case Word():
                raise ValueError(command)
            case _:
                assert_never(command)

    def _want(self, action: Action) -> None:
        if action not in self.legal:
            raise self._refused(action)
        self._decided = action

    def _choose(self, number: int) -> None:
        if not self.places:
            raise OneNumberAlone(number)
        if not 1 <= number <= len(self.places):
            raise NotOnTheList(number, len(self.places))
        self._decided = self.places[number - 1]

    def _take_back(self) -> None:
        if self.forced:
            raise self._refused(PASS)
        if self.tile is None:
            raise NothingToTakeBack
        self.tile = None

    def _places_of(self, tile: Tile) -> tuple[Place, ...]:
        return tuple(act for act in self.legal if isinstance(act, Place) and act.tile is tile)

    def _refused(self, action: Action) -> Refused:
        error = self._refusal(action)
        if isinstance(error, SpotNotNamed):
            # A spot need not be named here, so what is wrong is that there is none.
            values = sorted({spot.value for spot in self._round.layout.spots})
            return FitsNowhere(action, self.legal, values=tuple(values))
        return error
