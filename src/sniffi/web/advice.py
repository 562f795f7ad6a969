"""A hint as data for the page of a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sniffi.analysis import Hint, HintWords, Suggestion
from sniffi.rules import Place, Spot, Tile
from sniffi.words import Words


@dataclass(frozen=True, slots=True)
class Advised:
    """A placement of a hint."""

    rank: int
    placement: str
    worth: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Advice:
    """A hint as the page of a table shows it."""

    address: str
    """Of the table."""
    at: int
    """How many events of the game there were: for another position it is no hint."""
    heading: str
    first: Advised | None
    """None where there is nothing to choose."""
    others: tuple[Advised, ...]
    verdict: str
    place: Place | None
    """What is to be marked."""

    @property
    def tile(self) -> Tile | None:
        """The tile to be marked in the hand."""
        return None if self.place is None else self.place.tile

    @property
    def spot(self) -> Spot | None:
        """The spot to be marked on the layout."""
        return None if self.place is None else self.place.spot


def advice_of(hint: Hint, at: int, names: Sequence[str], words: Words, address: str) -> Advice:
    """The hint in the reader's language."""
    said = HintWords(words, names)
    advised = [_advised(one, said) for one in hint.suggestions]
    first = advised[0] if advised else None
    forced = "" if hint.forced is None else said.fact(hint.forced)
    return Advice(
        address=address,
        at=at,
        heading=_heading(first, words),
        first=first,
        others=tuple(advised[1:]),
        verdict=forced or said.verdict(hint),
        place=hint.place,
    )


def _heading(first: Advised | None, words: Words) -> str:
    if first is None:
        return words.say("hints.hint")
    return words.say("hints.heading", placement=first.placement)


def _advised(suggestion: Suggestion, said: HintWords) -> Advised:
    placement, worth = said.placement(suggestion), said.worth(suggestion)
    return Advised(suggestion.rank, placement, worth, tuple(said.reasons(suggestion)))
