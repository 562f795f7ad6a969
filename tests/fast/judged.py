"""What a judge looks at, and rounds played by it, by the rules alone."""

from __future__ import annotations

from collections.abc import Callable
from math import comb

import numpy as np

from sniffi.fast import judging, kernel
from sniffi.fast.compiling import Ints
from sniffi.fast.convert import action_of, code_of
from sniffi.fast.evidence import Evidence, evidence_of
from sniffi.fast.judging import Floats
from sniffi.fast.tables import HALVES, NO_END, NO_SPOT, TILE, VALUE
from sniffi.fast.thinking import CHOICE, follow
from sniffi.rules import (
    FULL_SET,
    Drew,
    Layout,
    Passed,
    Place,
    Placed,
    Round,
    RoundView,
    Tile,
    pips,
    side_of,
)
from sniffi.rules.seats import next_seat

Lacks = tuple[frozenset[int], ...]
"""By seat: the values that it cannot hold."""


def lacks_of(position: Round | RoundView) -> Lacks:
    """What everybody knows that hands lack: a value that was open when the seat could not place,
    unless it has got a hidden tile since that may have it. A tile that must be placed is left out.
    """
    hidden: list[list[set[int]]] = [[set()] for _ in range(position.players)]
    """By seat: of the tiles dealt, and of each that it drew and kept, the values it cannot have."""
    layout = Layout()
    before: object = None
    for event in position.events:
        if isinstance(event, Placed):
            if isinstance(before, Drew):
                hidden[event.seat - 1].pop()
            layout = layout.place(event.tile, event.spot)
        elif isinstance(event, Drew | Passed):
            for values in hidden[event.seat - 1]:
                values.update(spot.value for spot in layout.spots)
            if isinstance(event, Drew):
                hidden[event.seat - 1].append(set())
        before = event
    if isinstance(before, Drew):
        if position.drawn is not None:
            hidden[before.seat - 1].pop()
        else:
            hidden[before.seat - 1][-1].update(spot.value for spot in layout.spots)
    return tuple(frozenset.intersection(*map(frozenset, each)) for each in hidden)


def told_lacks(word: int, players: int) -> Lacks:
    """The same from the kernel's word."""
    return tuple(
        frozenset(value for value in range(7) if word >> 7 * seat + value & 1)
        for seat in range(players)
    )


def best_points(layout: Layout, tile: Tile) -> int:
    """The most that a tile scores on a layout."""
    return max((layout.place(p.tile, p.spot).points for p in layout.placements(tile)), default=0)


def figures_of(round: Round, place: Place, lacks: Lacks) -> list[float]:
    """The figures of a placement, each by its definition."""
    view = round.seen_by(round.to_act)
    after = round.layout.place(place.tile, place.spot)
    left = [tile for tile in round.hand if tile is not place.tile]
    found = [0.0] * judging.FIGURES

    def may_hold(seat: int) -> list[Tile]:
        return [t for t in view.unseen if not {t.low, t.high} & lacks[seat - 1]]

    def reply(seat: int) -> float:
        tiles, held = may_hold(seat), len(round.hands[seat - 1])
        best = sorted((best_points(after, tile) for tile in tiles), reverse=True)
        hands = comb(len(best), held)
        return sum(p * comb(len(best) - at, held - 1) / hands for at, p in enumerate(best, 1))

    def stuck(seat: int) -> float:
        tiles, held = may_hold(seat), len(round.hands[seat - 1])
        return comb(sum(not after.fits(t) for t in tiles), held) / comb(len(tiles), held)

    following = next_seat(round.to_act, round.players)
    later = next_seat(following, round.players)
    tiles = may_hold(following)
    fitting = sum(bool(after.fits(tile)) for tile in tiles)
    outside = len(tiles) - len(round.hands[following - 1])
    fits = [tile for tile in left if after.fits(tile)]
    found[judging.POINTS_NOW] = after.points
    found[judging.REPLY] = reply(following)
    found[judging.STUCK] = stuck(following)
    if round.boneyard and outside:
        draws = min(len(round.boneyard), (outside + 1) / (fitting + 1))
        found[judging.DRAWS_THEN] = found[judging.STUCK] * draws
    found[judging.PIPS_LAID] = place.tile.pips
    found[judging.DOUBLE_LAID] = place.tile.is_double
    found[judging.FITS] = len(fits)
    found[judging.NONE_FITS] = not fits
    found[judging.FOLLOW_UP] = max((best_points(after, tile) for tile in left), default=0)
    found[judging.VALUES_HELD] = len({half for tile in left for half in (tile.low, tile.high)})
    found[judging.DOUBLES_HELD] = sum(tile.is_double for tile in left)
    found[judging.LEFT_PIPS] = pips(left)
    found[judging.SHARE_FITS] = fitting / max(len(tiles), 1)
    found[judging.OPEN_SPOTS] = len(after.spots)
    found[judging.SUM] = after.total / 10
    found[judging.SNIFF] = after.spinner is not round.layout.spinner
    if later != round.to_act:
        found[judging.LATER] = reply(later)
        found[judging.LATER_STUCK] = stuck(later)
    found[judging.DOUBLES_FIT] = sum(tile.is_double for tile in fits)
    found[judging.SURE_STUCK] = not fitting
    return found


def stage_of(round: Round) -> int:
    """The row of weights for the seat to act."""
    left = len(round.hand) - 1
    following = len(round.hands[next_seat(round.to_act, round.players) - 1])
    # One tile; two or three; four or five; more. (None is left to nobody who plays on.)
    return 4 * min(left, 6) + min(following // 2, 3)


def worth(round: Round, place: Place, weights: Floats, knows: bool) -> float:
    """What a judge thinks of a placement."""
    lacks = lacks_of(round) if knows else (frozenset[int](),) * round.players
    return float(
        np.dot(weights[stage_of(round), : judging.FIGURES], figures_of(round, place, lacks))
    )


def to_placement(round: Round) -> Round:
    """Do what is forced until somebody places or the round is over."""
    while round.result is None and not isinstance(round.legal_actions()[0], Place):
        round = round.act(round.legal_actions()[0])
    return round


def placements(round: Round) -> list[Place]:
    """The placements of the seat to act."""
    return [action for action in round.legal_actions() if isinstance(action, Place)]


def played_by(round: Round, judge_of: Callable[[int], Floats]) -> Round:
    """Play a round to its end by judges that heed what hands lack and never have two favourites."""
    round = to_placement(round)
    while round.result is None:
        weights = judge_of(round.to_act)
        worths = {
            place: worth(round, place, weights, True)
            for place in {effect(round, place): place for place in placements(round)}.values()
        }
        ranked = sorted(worths.values())
        assert len(ranked) == 1 or ranked[-1] - ranked[-2] > 1e-6, "nobody can tell which"
        round = to_placement(round.act(max(worths, key=lambda place: worths[place])))
    return round


def margin(round: Round, seat: int) -> float:
    """The points of a seat's side less the mean of the others'."""
    own = side_of(seat, round.players) - 1
    others = [points for side, points in enumerate(round.scores) if side != own]
    return round.scores[own] - sum(others) / len(others)


def effect(round: Round, place: Place) -> tuple[object, ...]:
    """Equal for placements of a tile after which each other tile makes the same sums."""
    after = round.layout.place(place.tile, place.spot)
    return (
        place.tile,
        after.total,
        *(
            tuple(sorted(after.place(one.tile, one.spot).total for one in after.placements(tile)))
            for tile in FULL_SET
            if tile not in after.tiles
        ),
    )


def place_of(state: Ints, join: int) -> Place:
    """The placement that a join is."""
    ends = state[kernel.ENDS : kernel.ENDS + 4]
    if ends[0] == NO_END:
        return Place(FULL_SET[join])
    end = int(ends[join // HALVES])
    tile = int(TILE[HALVES * (end >> VALUE & 7) + join % HALVES])
    placed = action_of(tile << VALUE | end & NO_SPOT)
    assert isinstance(placed, Place)
    return placed


def followed(view: RoundView) -> tuple[Evidence, Ints]:
    """What a seat has seen, with what is on the table and what hands lack, and others' choices."""
    evidence = evidence_of(view)
    choices = np.empty((len(FULL_SET), CHOICE), np.int64)
    rows = [
        (event.seat - 1, _code(event), number)
        for number, event in enumerate(view.events)
        if isinstance(event, Placed | Drew | Passed)
    ]
    events = np.array(rows, np.int64).reshape(-1, 3)
    viewer = int(view.seat or 0) - 1
    count = follow(view.players, view.starter - 1, viewer, events, evidence.state, choices)
    return evidence, choices[:count]


def _code(event: Placed | Drew | Passed) -> int:
    if isinstance(event, Placed):
        return code_of(Place(event.tile, event.spot))
    return kernel.DRAW if isinstance(event, Drew) else kernel.PASS
