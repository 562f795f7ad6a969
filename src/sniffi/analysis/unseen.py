"""What others may hold, as far as a seat can know it from its view."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from sniffi.rules import Drew, Layout, Passed, Placed, RoundView, Tile, seats
from sniffi.rules.evidence import may_have_held, told_boneyard
from sniffi.rules.spot import SPOTS


@dataclass(frozen=True, slots=True)
class Lacked:
    """A value that a seat could not play on when it last drew or passed with it open."""

    value: int
    at: int
    """The event at which it showed that."""
    kept: int
    """How many tiles it has drawn since and not placed at once: any of them may have the value."""


class Others:
    """What is known of the hands that a view hides."""

    def __init__(self, view: RoundView) -> None:
        self.view = view
        self._may: dict[int, tuple[Tile, ...]] = {}

    def hidden(self, seat: int) -> int:
        """How many tiles of the seat's hand are not known."""
        return self.view.hands[seat - 1].count(None)

    def may_hold(self, seat: int) -> tuple[Tile, ...]:
        """The tiles that may be in the seat's hand after all that it did, in ascending order."""
        if seat not in self._may:
            view = self.view
            known = view.known_hand(seat)
            boneyard = told_boneyard(view.events, view.boneyard_size)
            unseen = view.unseen if self.hidden(seat) else ()
            possible = [
                tile
                for tile in unseen
                if tile not in boneyard and may_have_held(view.events, seat, (tile,))
            ]
            self._may[seat] = tuple(sorted((*known, *possible)))
        return self._may[seat]

    def surely_holds(self, seat: int) -> tuple[Tile, ...]:
        """The tiles that can be nowhere else than in the seat's hand."""
        view = self.view
        may = self.may_hold(seat)
        if len(may) == len(view.hands[seat - 1]):
            return may
        known = view.known_hand(seat)
        if view.boneyard_size:
            return known
        elsewhere = {
            tile
            for other in seats(view.players)
            if other != seat and self.hidden(other)
            for tile in self.may_hold(other)
        }
        return tuple(tile for tile in may if tile in known or tile not in elsewhere)

    @cached_property
    def _unable(self) -> dict[int, dict[int, int]]:
        """For each seat the values that it could not play on, each with the last such event."""
        found: dict[int, dict[int, int]] = {}
        values: frozenset[int] = frozenset()
        for at, event in enumerate(self.view.events):
            if isinstance(event, Placed):
                values = frozenset(SPOTS[part.tile, part.port].value for part in event.counted)
            elif isinstance(event, Drew | Passed):
                found.setdefault(event.seat, {}).update(dict.fromkeys(values, at))
        return found

    def lacked(self, seat: int) -> tuple[Lacked, ...]:
        """The values that the seat has shown not to have, in ascending order."""
        unable = self._unable.get(seat, {})
        return tuple(
            Lacked(value, at, self._kept_since(seat, at)) for value, at in sorted(unable.items())
        )

    def _kept_since(self, seat: int, since: int) -> int:
        events = self.view.events
        return sum(
            isinstance(event, Drew)
            and event.seat == seat
            # What fits is placed at once, so what is placed next is what was drawn.
            and not isinstance(events[at + 1] if at + 1 < len(events) else None, Placed)
            for at, event in enumerate(events[since + 1 :], since + 1)
        )


def best_points(layout: Layout, tile: Tile) -> int:
    """The most that the tile scores in one placement there; 0 when it scores nowhere."""
    return max((layout.place(tile, spot).points for spot in layout.fits(tile)), default=0)


def scoring(layout: Layout, tiles: tuple[Tile, ...]) -> tuple[tuple[Tile, int], ...]:
    """Those of the tiles that score there, each with its most points, the most first."""
    worth = [(tile, best_points(layout, tile)) for tile in tiles]
    return tuple(sorted((pair for pair in worth if pair[1]), key=lambda pair: (-pair[1], pair[0])))


def values_open(layout: Layout) -> tuple[int, ...]:
    """The halves that open spots need, each once, in ascending order."""
    return tuple(sorted({spot.value for spot in layout.spots}))
