"""The facts about a placement, found in what its seat sees and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from sniffi.analysis.facts import (
    CoversDouble,
    DeadEnd,
    DropsDouble,
    DropsPips,
    Fact,
    FillsLines,
    FitsAfter,
    GivesUpLast,
    GoesOut,
    KeepsFives,
    KeepsLast,
    MakesSniff,
    NextCannotPlay,
    NextCannotScore,
    NextLacks,
    NextMayScore,
    NextMayWin,
    NextProbablyCannotPlay,
    NextWillScore,
    NothingFits,
    OnlyYou,
    OpensBranch,
    OtherRisksMore,
    OtherScoresMore,
    PartnerMayScore,
    Scores,
    ScoresMost,
    ScoresNext,
    ScoresNothing,
    TilePoints,
    WinsGame,
)
from sniffi.analysis.unseen import Others, best_points, scoring, values_open
from sniffi.rules import FULL_SET, Layout, Place, RoundView, Tile, next_seat, seats, side_of
from sniffi.rules.spot import BRANCHES, LINES

MOST_TILES = 3
"""How many scoring tiles of the next player are named."""
FEW_TILES = 2
"""With so few tiles somebody is about to go out."""
FIVE = 5
MOST_SAID = 4
"""How many facts are said of a placement."""
LEAST_SAID = 2
"""How many are said when few of them are telling."""
FEWEST_ENDS = 2
"""So many open spots at least, that the next player lacks a value for, are worth a word."""
TELLING = 20.0
"""Facts of less weight are said only where there is nothing else."""


@dataclass(frozen=True)
class Position:
    """A seat's turn and all that its placements can be compared by."""

    view: RoundView
    seat: int
    places: tuple[Place, ...]
    """The legal placements."""
    others: Others

    @classmethod
    def of(cls, view: RoundView) -> Position:
        """The position of a view at its seat's turn."""
        places = tuple(action for action in view.legal_actions() if isinstance(action, Place))
        return cls(view, view.to_act, places, Others(view))

    @property
    def next(self) -> int:
        """Who acts after the seat: always an opponent (R1.1)."""
        return next_seat(self.seat, self.view.players)

    @property
    def partner(self) -> int | None:
        """The other seat of the pair, among four."""
        return next_seat(self.next, self.view.players) if self.view.players == 4 else None


class Prospect:
    """A placement and the layout that it makes."""

    def __init__(self, position: Position, place: Place) -> None:
        self.position = position
        self.place = place
        self.before = position.view.layout
        self.after: Layout = self.before.place(place.tile, place.spot)
        self.left: tuple[Tile, ...] = tuple(
            tile for tile in position.view.hand if tile is not place.tile
        )
        score = position.view.game_scores[side_of(position.seat, position.view.players) - 1]
        self.score = score + self.after.points

    @property
    def wins(self) -> bool:
        """Whether it reaches the target (R7.2)."""
        target = self.position.view.target
        return bool(self.after.points) and target is not None and self.score >= target

    @property
    def ends_round(self) -> bool:
        """Whether nobody acts after it."""
        return self.wins or not self.left

    @cached_property
    def replies(self) -> TilePoints:
        """The tiles that the next opponent may hold and that score, the most points first."""
        if self.ends_round:
            return ()
        return scoring(self.after, self.position.others.may_hold(self.position.next))

    @property
    def risk(self) -> int:
        """The most that the next opponent may score."""
        return self.replies[0][1] if self.replies else 0


def alike(one: Place, other: Place) -> bool:
    """Whether two placements make layouts that differ in a name alone: the same tile at either
    line, or at either branch, of one double."""
    if one.tile is not other.tile or one.spot is None or other.spot is None:
        return False
    ports = {one.spot.port, other.spot.port}
    return one.spot.tile is other.spot.tile and (ports <= {*LINES} or ports <= {*BRANCHES})


def reasons(
    prospect: Prospect, worse: tuple[Prospect, ...] = (), better: tuple[Prospect, ...] = ()
) -> tuple[Fact, ...]:
    """Every fact about a placement, the most telling first.

    Args:
        worse, better: the other placements that are shown, by how they rank beside this one.
    """
    facts = [
        *_now(prospect),
        *_layout(prospect),
        *_next(prospect),
        *_partner(prospect),
        *_own(prospect),
        *_beside(prospect, worse, better),
    ]
    return tuple(sorted(facts, key=lambda fact: -fact.weight))


def telling(facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """Those that are worth saying, of facts with the most telling first."""
    worth = [fact for fact in facts if fact.weight >= TELLING]
    return tuple(worth[:MOST_SAID]) if len(worth) >= LEAST_SAID else facts[:LEAST_SAID]


def _now(prospect: Prospect) -> Iterator[Fact]:
    after, view = prospect.after, prospect.position.view
    if after.points:
        yield Scores(after.points, after.counted)
    else:
        yield ScoresNothing(after.total, after.counted)
    if prospect.wins:
        assert view.target is not None
        yield WinsGame(prospect.score, view.target)
    elif not prospect.left:
        yield GoesOut()


def _layout(prospect: Prospect) -> Iterator[Fact]:
    before, after, place = prospect.before, prospect.after, prospect.place
    if after.spinner is not before.spinner and after.spinner is not None:
        yield MakesSniff(after.spinner, 2 * after.spinner.low)
    spot = place.spot
    if spot is not None and spot.port in BRANCHES:
        yield OpensBranch(spot.tile, spot.value, before.total, after.total)
    elif spot is not None and spot.port in LINES:
        branches = [other for other in after.spots if other.port in BRANCHES]
        if spot.tile is not after.spinner:
            yield CoversDouble(spot.tile, 2 * spot.value, before.total, after.total)
        elif branches:
            yield FillsLines(spot.tile, spot.value, before.total, after.total)
    if not prospect.ends_round:
        for value in values_open(after):
            if all(tile in after.tiles for tile in FULL_SET if tile.has(value)):
                yield DeadEnd(value)


def _next(prospect: Prospect) -> Iterator[Fact]:
    if prospect.ends_round:
        return
    position, after = prospect.position, prospect.after
    seat, others, view = position.next, position.others, position.view
    may, sure = others.may_hold(seat), others.surely_holds(seat)
    lacking = {v for v in values_open(after) if not any(tile.has(v) for tile in may)}
    if not any(after.fits(tile) for tile in may):
        yield NextCannotPlay(seat, values_open(after))
        return
    if not prospect.replies:
        yield NextCannotScore(seat, after.total)
    elif surely := tuple(pair for pair in prospect.replies if pair[0] in sure):
        yield NextWillScore(seat, after.total, surely[:MOST_TILES])
    else:
        best = prospect.replies[:MOST_TILES]
        yield NextMayScore(seat, after.total, best, len(prospect.replies) - len(best))
    if view.target is not None:
        needed = view.target - view.game_scores[side_of(seat, view.players) - 1]
        if winning := tuple(pair for pair in prospect.replies if pair[1] >= needed):
            yield NextMayWin(seat, winning[:MOST_TILES])
    lacked = {one.value: one for one in others.lacked(seat)}
    if lacked.keys() >= set(values_open(after)):
        kept = max(lacked[value].kept for value in values_open(after))
        yield NextProbablyCannotPlay(seat, values_open(after), kept)
    ends = sum(spot.value in lacking for spot in after.spots)
    if ends >= FEWEST_ENDS:
        yield NextLacks(seat, tuple(sorted(lacking)), ends)


def _partner(prospect: Prospect) -> Iterator[Fact]:
    partner = prospect.position.partner
    if partner is None or prospect.ends_round:
        return
    tiles = scoring(prospect.after, prospect.position.others.may_hold(partner))
    if tiles:
        yield PartnerMayScore(partner, tiles[:MOST_TILES])


def _own(prospect: Prospect) -> Iterator[Fact]:
    place, after, left = prospect.place, prospect.after, prospect.left
    position = prospect.position
    view = position.view
    if prospect.ends_round:
        return
    open_values = values_open(after)
    placeable = {other.tile for other in position.places}
    for value in open_values:
        with_it = [tile for tile in left if tile.has(value)]
        if with_it and not any(tile.has(value) for tile in view.unseen):
            yield OnlyYou(value)
        elif len(with_it) == 1 and with_it[0] in placeable:
            yield KeepsLast(with_it[0], value)
        elif not with_it and place.tile.has(value):
            yield GivesUpLast(value)
    fitting = sum(bool(after.fits(tile)) for tile in left)
    yield FitsAfter(fitting, len(left)) if fitting else NothingFits()
    best = max(left, key=lambda tile: (best_points(after, tile), -tile.index))
    if points := best_points(after, best):
        yield ScoresNext(best, points)
    fives = tuple(sorted(tile for tile in left if tile.has(FIVE)))
    if not place.tile.has(FIVE) and any(tile in placeable for tile in fives):
        yield KeepsFives(fives)
    if place.tile.is_double:
        yield DropsDouble(place.tile)
    fewest = min(
        (seat for seat in seats(view.players) if seat != position.seat),
        key=lambda seat: view.hand_sizes[seat - 1],
    )
    if view.hand_sizes[fewest - 1] <= FEW_TILES and place.tile.pips:
        yield DropsPips(fewest, place.tile.pips, view.hand_sizes[fewest - 1])


def _beside(
    prospect: Prospect, worse: tuple[Prospect, ...], better: tuple[Prospect, ...]
) -> Iterator[Fact]:
    points, seat = prospect.after.points, prospect.position.next
    if prospect.ends_round or not (worse or better):
        return
    riskier = [other for other in worse if not other.ends_round and other.risk > prospect.risk]
    more = [other for other in riskier if other.after.points > points]
    same = [other for other in riskier if other.after.points == points]
    if more:
        other = max(more, key=lambda one: one.after.points)
        yield OtherScoresMore(
            other.place, other.after.points - points, other.after.total, seat, other.risk
        )
    elif same:
        other = max(same, key=lambda one: one.risk)
        yield OtherRisksMore(other.place, other.after.total, seat, other.risk)
    best = max(other.after.points for other in (*worse, *better))
    if points > best:
        yield ScoresMost(points - best)
