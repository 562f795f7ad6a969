"""What a bot thinks of each placement that it may make: what hints and analyses stand on."""

from __future__ import annotations

from dataclasses import dataclass

from sniffi.rules import Place


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its standard error (0 when it is exact)."""

    mean: float
    error: float


@dataclass(frozen=True, slots=True)
class PlacementValue:
    """What a placement is worth to the side that makes it."""

    place: Place
    points: Estimate
    """Raw points of the whole round to come, from here on and with deductions: the own side's less
    the other's; with three players less the mean of the others'."""
    win: Estimate | None
    """The chance to win the game, from 0 to 1; None in a round that stands alone."""
    behind: Estimate
    """By how much less it is worth than the best placement, in what the bot plays for: chances to
    win, or points in a round that stands alone or whose values are exact. Measured over the same
    worlds for all placements, so it is surer than the difference of two means; 0 for the best
    one."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Every legal placement's value, the best first."""

    placements: tuple[PlacementValue, ...]
    worlds: int
    """In how many worlds (what others may hold, and the boneyard's order) they were tried."""
    exact: bool
    """Whether nothing was left to chance: all is known, and the values are exact."""
