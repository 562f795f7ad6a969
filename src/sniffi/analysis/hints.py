"""A hint: the best placements of a view, what they are worth, how sure that is, and why."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from sniffi.analysis.evaluators import Evaluator, evaluate
from sniffi.analysis.facts import Fact, MustDraw, MustPass, OnlyPlacement
from sniffi.analysis.reasons import Position, Prospect, alike, reasons, telling
from sniffi.bots import NotInTurn
from sniffi.bots.evaluation import Estimate, PlacementValue
from sniffi.rules import (
    Action,
    Draw,
    MustPlaceDrawn,
    Place,
    Refused,
    RoundView,
    TileNotInHand,
)

MOST_SHOWN = 3
"""How many placements a hint shows; the one asked about comes on top of that."""
Z = 1.96
"""Standard errors on each side that hold 95 % of what may be."""


class Verdict(StrEnum):
    """How sure it is that the first placement is better than the second."""

    CLEAR = "clear"
    """The 95 % interval of the difference leaves out zero."""
    CLOSE = "close"
    """It does not: the two cannot be told apart."""
    EQUAL = "equal"
    """Both are known to be worth the same."""
    EXACT = "exact"
    """All is known, and the first is better."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean and the 95 % interval around it."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(
        cls, estimate: Estimate, least: float | None = None, most: float | None = None
    ) -> Interval:
        """The interval of an estimate, within what is possible."""
        reach = Z * estimate.error
        low, high = estimate.mean - reach, estimate.mean + reach
        if least is not None:
            low = max(low, least)
        if most is not None:
            high = min(high, most)
        return cls(estimate.mean, low, high)

    @property
    def sure(self) -> bool:
        """Whether it is one value."""
        return self.low == self.high


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A placement, what it is worth and why."""

    place: Place
    rank: int
    """1 for the best."""
    points: Interval
    """Points from here to the end of the round, the own side's less the others'."""
    win: Interval | None
    """The chance to win the game; None when it is not known."""
    facts: tuple[Fact, ...]
    """The most telling ones, the most telling first."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What there is to say to a seat that is to act."""

    seat: int
    suggestions: tuple[Suggestion, ...]
    """The best first; empty where there is nothing to choose."""
    verdict: Verdict | None
    """None where there are no two to compare."""
    rough: bool
    """Whether the values are a guess, with the rest of the round not played out."""
    forced: Fact | None
    """What there is instead of a choice."""

    @property
    def place(self) -> Place | None:
        """The placement to mark; None where none is to be made."""
        if self.suggestions:
            return self.suggestions[0].place
        return self.forced.place if isinstance(self.forced, OnlyPlacement) else None


def hint(view: RoundView, evaluator: Evaluator = evaluate, *, asked: Place | None = None) -> Hint:
    """The hint for a view at its seat's turn.

    Args:
        evaluator: gives the values; it is not called where there is nothing to choose.
        asked: a placement to be told about, wherever it ranks.

    Raises:
        NotInTurn: it is not the turn of the view's seat.
        Refused: the placement asked about is not legal.
    """
    legal = view.legal_actions()
    if not legal:
        raise NotInTurn(view.seat)
    if asked is not None and asked not in legal:
        raise _refusal(view, asked, legal)
    if len(legal) == 1:
        return Hint(view.to_act, (), None, False, _forced(legal[0]))
    evaluation = evaluator(view)
    values: list[PlacementValue] = []
    for value in evaluation.placements:
        # Of those that come to the same the one asked about is told.
        same = next((at for at, one in enumerate(values) if alike(one.place, value.place)), None)
        if same is None:
            values.append(value)
        elif value.place == asked:
            values[same] = value
    ranked = [
        (rank, value)
        for rank, value in enumerate(values, 1)
        if rank <= MOST_SHOWN or value.place == asked
    ]
    position = Position.of(view)
    prospects = tuple(Prospect(position, value.place) for _, value in ranked)
    return Hint(
        view.to_act,
        tuple(
            Suggestion(
                value.place,
                rank,
                Interval.of(value.points),
                None if value.win is None else Interval.of(value.win, 0.0, 1.0),
                telling(reasons(prospects[at], prospects[at + 1 :], prospects[:at])),
            )
            for at, (rank, value) in enumerate(ranked)
        ),
        _verdict(values, exact=evaluation.exact),
        not evaluation.exact and not evaluation.worlds,
        None,
    )


def _forced(action: Action) -> Fact:
    if isinstance(action, Place):
        return OnlyPlacement(action)
    return MustDraw() if isinstance(action, Draw) else MustPass()


def _verdict(values: list[PlacementValue], *, exact: bool) -> Verdict | None:
    if len(values) == 1:
        return None
    behind = values[1].behind
    if exact:
        return Verdict.EXACT if behind.mean > 0 else Verdict.EQUAL
    return Verdict.CLEAR if behind.mean > Z * behind.error else Verdict.CLOSE


def _refusal(view: RoundView, asked: Place, legal: tuple[Action, ...]) -> Refused:
    if asked.tile not in view.hand:
        return TileNotInHand(asked, legal)
    if view.drawn is not None and asked.tile is not view.drawn:
        return MustPlaceDrawn(asked, legal, drawn=view.drawn)
    return view.layout.refusal(asked.tile, asked.spot, legal)
