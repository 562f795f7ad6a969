"""Errors in words: what was refused, by which rule, and what would be legal instead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any

from sniffi.rules.actions import Action, Draw, Pass, Place
from sniffi.rules.errors import (
    BranchNotOpen,
    DoesNotFit,
    EventMismatch,
    NoSuchPort,
    NotAPort,
    NotNow,
    NotTheSniff,
    NotYourTurn,
    Refused,
    SniffiError,
    SpotNotNamed,
    SpotTaken,
    TileNotInLayout,
)
from sniffi.rules.events import Event
from sniffi.rules.outcome import Phase
from sniffi.rules.seats import HAND_SIZE
from sniffi.rules.spot import Port, Spot
from sniffi.rules.tile import Tile
from sniffi.words.catalogue import MissingPlaceholder, MissingText
from sniffi.words.events import EventWords
from sniffi.words.scores import ScoreWords

DOMAIN = "core."
"""Of the codes that name no domain."""
MOST_ACTIONS = 6
"""How many legal actions are listed; the rest are only counted."""
LONGEST_QUOTE = 200
"""How many characters of somebody's text are repeated."""

_NOWHERE = (
    BranchNotOpen,
    DoesNotFit,
    NoSuchPort,
    NotTheSniff,
    SpotNotNamed,
    SpotTaken,
    TileNotInLayout,
)
"""The refusals of a spot: nothing legal beside them means that the tile fits nowhere."""
_NOT_NOW = {"lot": "core.not-now-lot", "deal": "core.not-now-deal", "play": "core.not-now-play"}


def quoted(text: str) -> str:
    """Somebody's text as a sentence may hold it: printable and bounded.

    >>> quoted("14\\n15"), len(quoted(1000 * "x"))
    ('14\\ufffd15', 200)
    """
    if len(text) > LONGEST_QUOTE:
        text = text[: LONGEST_QUOTE - 1] + "…"
    return printable(text)


def printable(text: str) -> str:
    """The text with a sign in the place of what shows nothing or moves the cursor."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)


class RefusalWords(EventWords, ScoreWords):
    """Words for what was refused."""

    def refusal(self, error: SniffiError, names: Sequence[str] | None = None) -> str:
        """What is wrong, the rule's number and what would be legal instead, in one line.

        The text's key is the error's code; a code without a dot is in the domain ``core``. Its
        placeholders are the error's fields; an error in a field is told as a sentence too.

        An error that has no text is told by its terse form, since somebody is waiting for an
        answer. Tests see to it that every error has one.

        Args:
            names: the players' names by seat; seats are numbered when left out.
        """
        try:
            return self._refusal(error, names)
        except (MissingText, MissingPlaceholder):
            return str(error)

    def _refusal(self, error: SniffiError, names: Sequence[str] | None) -> str:
        key = error.code if "." in error.code else DOMAIN + error.code
        shown = {name: self._shown(value, names) for name, value in error.fields.items()}
        told = [self.say(key, **self._more(error, shown, names))]
        # An error that wraps another has its rule, and the other tells it.
        wraps = any(isinstance(value, SniffiError) for value in error.fields.values())
        if error.rule is not None and not wraps:
            told.append(self.say("core.rule", rule=error.rule))
        if isinstance(error, Refused):
            told.append(self._instead(error))
        return " ".join(filter(None, told))

    def _more(
        self, error: SniffiError, shown: dict[str, object], names: Sequence[str] | None
    ) -> Mapping[str, object]:
        """The values for an error's text: its fields as shown, and what some texts need more."""
        if isinstance(error, Refused) and isinstance(error.action, Place):
            shown["tile"] = self.tile(error.action.tile)
            if error.action.spot is not None:
                shown["spot"] = self.spot(error.action.spot)
                shown["spot_tile"] = self.tile(error.action.spot.tile)
                shown["port"] = self.port(error.action.spot.port)
        match error:
            case NotAPort():
                # Whoever wrote it needs the names as they are written.
                shown["ports"] = self.listed([str(port) for port in error.fields["ports"]])
            case NotNow():
                shown["refused"] = self.say(_NOT_NOW[error.fields["wanted"]])
                shown["phase"] = self.phase(Phase(error.fields["phase"]))
            case NotYourTurn():
                shown["seat"] = self._named(error.fields["seat"], names)
                shown["turn"] = self._named(error.fields["turn"], names)
            case EventMismatch():
                found, due = error.found, error.expected
                shown["found"] = (
                    self.say("core.nothing-told") if found is None else self._told(found, names)
                )
                shown["expected"] = (
                    self.say("core.nothing-due") if due is None else self._told(due, names)
                )
        return shown

    def _named(self, seat: int, names: Sequence[str] | None) -> str:
        return self.seat(seat) if names is None else names[seat - 1]

    def _told(self, event: Event, names: Sequence[str] | None) -> str:
        if names is None:
            seats = max(HAND_SIZE)
            # Who is a pair with whom is known of the last seat alone; any other stands for itself.
            players = seats if getattr(event, "seat", None) == seats else seats - 1
            return self.event(event, [self.seat(seat) for seat in range(1, seats + 1)], players)
        return self.event(event, names, len(names))

    def _shown(self, value: Any, names: Sequence[str] | None) -> object:
        """A field's value as a sentence shows it."""
        match value:
            case SniffiError():
                return self.refusal(value, names)
            case bool() | None:
                return str(value)
            case int():
                return value
            case Port():
                return self.port(value)
            case str():
                return quoted(value)
            case Tile():
                return self.tile(value)
            case Spot():
                return self.spot(value)
            case Place() | Draw() | Pass():
                return self.action(value)
            case PathLike():
                # Whole: a file is found by the end of its name.
                return printable(str(value))
            case tuple() | list():
                return self._shown_all(value, names)
        return quoted(str(value))

    def _shown_all(self, values: Sequence[Any], names: Sequence[str] | None) -> str:
        if not values:
            return self.say("core.none")
        if all(isinstance(value, Tile) for value in values):
            return self.tiles(values)
        return self.listed([str(self._shown(value, names)) for value in values])

    def _instead(self, error: Refused) -> str:
        """What would be legal; empty when the error does not say."""
        legal = error.legal
        if not legal:
            fits_nowhere = isinstance(error, _NOWHERE) and isinstance(error.action, Place)
            return self.say("core.legal-nowhere") if fits_nowhere else ""
        openings = [a.tile for a in legal if isinstance(a, Place) and a.spot is None]
        if len(openings) == len(legal):
            return self.say("core.legal-openings", tiles=self.tiles(openings))
        return self.say("core.legal", actions=self._bounded(legal))

    def _bounded(self, actions: Sequence[Action]) -> str:
        listed = [self.action(action) for action in actions[:MOST_ACTIONS]]
        more = len(actions) - len(listed)
        if more:
            listed.append(self.say_n("core.legal-more", more))
        return "; ".join(listed)
