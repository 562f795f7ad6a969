"""What the facts claim, computed again: from the rules, from all unseen tiles, and from the truth
that the seat cannot see."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from sniffi.analysis import FACTS, Fact, guess, hint
from sniffi.analysis import facts as kinds
from sniffi.analysis.facts import TilePoints
from sniffi.analysis.reasons import LEAST_SAID, MOST_SAID, telling
from sniffi.analysis.unseen import Others
from sniffi.rules import (
    FULL_SET,
    Dealt,
    Draw,
    Drew,
    Layout,
    Pass,
    Passed,
    Place,
    Placed,
    Round,
    RoundView,
    SniffiError,
    Tile,
    pips,
    side_of,
)
from tests.analysis.samples import Sample, positions, samples
from tests.bots.positions import permuted

FORCED = (kinds.OnlyPlacement, kinds.MustDraw, kinds.MustPass)


def test_every_kind_occurs_in_the_sample() -> None:
    found = Counter(type(fact) for sample in samples() for fact in sample.facts)
    found.update(
        type(told.forced)
        for _, view in positions()
        if len(view.legal_actions()) == 1 and (told := hint(view, guess)).forced is not None
    )
    assert set(FACTS) <= set(found), set(FACTS) - set(found)
    assert not set(found) - set(FACTS)


@pytest.mark.parametrize("kind", [kind for kind in FACTS if kind not in FORCED])
def test_a_fact_is_true_and_is_told_whenever_it_is(kind: type[Fact]) -> None:
    claimed = 0
    for sample in samples():
        told = [fact for fact in sample.facts if type(fact) is kind]
        for fact in told:
            assert true(fact, sample), (fact, str(sample.place), sample.view)
        claimed += len(told)
        if kind in COMPLETE:
            assert bool(told) == holds(kind, sample), (kind, str(sample.place), sample.view)
    assert claimed


def after(sample: Sample) -> Layout:
    """The layout, made from its tiles anew."""
    placed = [(e.tile, e.spot) for e in sample.view.events if isinstance(e, Placed)]
    return Layout.of(*placed, (sample.place.tile, sample.place.spot))


def points_with(layout: Layout, tile: Tile) -> int:
    return max((layout.place(p.tile, p.spot).points for p in layout.placements(tile)), default=0)


def left(sample: Sample) -> list[Tile]:
    return [tile for tile in sample.view.hand if tile is not sample.place.tile]


def next_of(sample: Sample) -> int:
    return sample.view.to_act % sample.view.players + 1


def hand_of(sample: Sample, seat: int) -> tuple[Tile, ...]:
    """The truth."""
    return sample.round.hands[seat - 1]


def ends(sample: Sample) -> bool:
    """Whether the round is over after the placement, by playing it."""
    return sample.round.act(sample.place).result is not None and (not left(sample) or wins(sample))


def wins(sample: Sample) -> bool:
    view = sample.view
    assert view.target is not None
    points = after(sample).points
    return bool(points) and own_score(sample) + points >= view.target


def own_score(sample: Sample) -> int:
    return sample.view.game_scores[side_of(sample.view.to_act, sample.view.players) - 1]


def open_values(layout: Layout) -> set[int]:
    return {spot.value for spot in layout.spots}


def check_tiles(sample: Sample, seat: int, tiles: TilePoints, more: int = 0) -> bool:
    """Whether these are the best of all unseen tiles that the seat may hold, and all others are
    fewer points; the tiles really held that score are among them or among the others."""
    layout = after(sample)
    told = dict(tiles)
    unseen = set(FULL_SET) - set(sample.view.layout.tiles) - set(sample.view.hand)
    least = min(told.values())
    real = {t: p for t in hand_of(sample, seat) if (p := points_with(layout, t))}
    beyond = [tile for tile in real if tile not in told]
    return (
        all(tile in unseen and points == points_with(layout, tile) for tile, points in tiles)
        and list(told.values()) == sorted(told.values(), reverse=True)
        and len(beyond) <= more
        and all(real[tile] <= least for tile in beyond)
    )


def true(fact: Fact, sample: Sample) -> bool:
    """Whether what the fact claims is so."""
    layout, view, place, before = after(sample), sample.view, sample.place, sample.view.layout
    match fact:
        case kinds.Scores(points, counted):
            total = sum(part.value for part in counted)
            return points == layout.points == total > 0 and total % 5 == 0
        case kinds.ScoresNothing(total, counted):
            return layout.points == 0 and total == sum(p.value for p in counted) == layout.total
        case kinds.WinsGame(score, target):
            won = sample.round.act(place)
            return won.result is not None and own_score(sample) + layout.points == score >= target
        case kinds.GoesOut():
            return len(view.hand) == 1 and not wins(sample)
        case kinds.MakesSniff(tile, value):
            return tile is place.tile and tile.is_double and value == 2 * tile.low
        case kinds.FillsLines(sniff, value, was, total):
            opened = {s for s in layout.spots if s.tile is sniff} - set(before.spots)
            return (
                sorted(s.port for s in opened) == ["branch_a", "branch_b"]
                and value == sniff.low
                and (was, total) == (before.total, layout.total)
            )
        case kinds.OpensBranch(sniff, value, was, total):
            return (
                sniff is before.spinner
                and sum(p.value for p in before.counted if p.tile is sniff)
                - sum(p.value for p in layout.counted if p.tile is sniff)
                == value
                and (was, total) == (before.total, layout.total)
            )
        case kinds.CoversDouble(double, value, was, total):
            return (
                double is not before.spinner
                and [p.value for p in before.counted if p.tile is double] == [value]
                and not [p for p in layout.counted if p.tile is double]
                and (was, total) == (before.total, layout.total)
            )
        case kinds.DeadEnd(value):
            return value in open_values(layout) and not [
                t for t in set(FULL_SET) - set(layout.tiles) if t.has(value)
            ]
        case kinds.NextMayScore(seat, total, tiles, more):
            scored = [t for t in Others(view).may_hold(seat) if points_with(layout, t)]
            return (
                seat == next_of(sample)
                and total == layout.total
                and len(scored) == len(tiles) + more
                and check_tiles(sample, seat, tiles, more)
            )
        case kinds.NextWillScore(seat, total, tiles):
            held = hand_of(sample, seat)
            return (
                seat == next_of(sample)
                and total == layout.total
                and all(t in held and p == points_with(layout, t) > 0 for t, p in tiles)
            )
        case kinds.NextCannotScore(seat, total):
            real = [points_with(layout, tile) for tile in hand_of(sample, seat)]
            return seat == next_of(sample) and total == layout.total and not any(real)
        case kinds.NextMayWin(seat, tiles):
            assert view.target is not None
            needed = view.target - view.game_scores[side_of(seat, view.players) - 1]
            return all(p == points_with(layout, t) and p >= needed for t, p in tiles)
        case kinds.NextCannotPlay(seat, values):
            fitting = [t for t in hand_of(sample, seat) if layout.placements(t)]
            return set(values) == open_values(layout) and not fitting
        case kinds.NextProbablyCannotPlay(seat, values, kept):
            return set(values) == open_values(layout) and all(
                _kept_since_unable(view, seat, value) <= kept for value in values
            )
        case kinds.NextLacks(seat, values, count):
            spots = [spot for spot in layout.spots if spot.value in values]
            held = hand_of(sample, seat)
            return (
                2 <= count == len(spots) < len(layout.spots)
                and {spot.value for spot in spots} == set(values)
                and not [t for t in held for v in values if t.has(v)]
            )
        case kinds.PartnerMayScore(seat, tiles):
            return (
                view.players == 4
                and seat == (view.to_act + 1) % 4 + 1
                and bool(tiles)
                and all(p == points_with(layout, t) > 0 for t, p in tiles)
            )
        case kinds.OnlyYou(value):
            hidden = {t for s in range(1, view.players + 1) if s != view.to_act
                      for t in hand_of(sample, s)} | set(sample.round.boneyard)  # fmt: skip
            return (
                value in open_values(layout)
                and any(t.has(value) for t in left(sample))
                and not any(t.has(value) for t in hidden)
            )
        case kinds.KeepsLast(tile, value):
            return (
                [t for t in left(sample) if t.has(value)] == [tile]
                and any(isinstance(a, Place) and a.tile is tile for a in view.legal_actions())
                and value in open_values(layout)
            )
        case kinds.GivesUpLast(value):
            return (
                place.tile.has(value)
                and value in open_values(layout)
                and not any(t.has(value) for t in left(sample))
            )
        case kinds.FitsAfter(fitting, count):
            fits = [t for t in left(sample) if layout.placements(t)]
            return (fitting, count) == (len(fits), len(left(sample))) and fitting > 0
        case kinds.NothingFits():
            return not [t for t in left(sample) if layout.placements(t)]
        case kinds.ScoresNext(tile, points):
            worth = {t: points_with(layout, t) for t in left(sample)}
            return worth[tile] == points == max(worth.values()) > 0
        case kinds.KeepsFives(tiles):
            return not place.tile.has(5) and set(tiles) == {t for t in left(sample) if t.has(5)}
        case kinds.DropsDouble(tile):
            return tile is place.tile and tile.low == tile.high
        case kinds.DropsPips(seat, lost, held):
            return (
                seat != view.to_act
                and lost == pips(view.hand) - pips(left(sample)) > 0
                and held == len(hand_of(sample, seat)) <= 2
            )
        case kinds.OtherScoresMore(other, more, total, seat, risk):
            there = before.place(other.tile, other.spot)
            return (
                there.points - layout.points == more > 0
                and total == there.total
                and seat == next_of(sample)
                and risk == _risk(sample, there) > _risk(sample, layout)
            )
        case kinds.OtherRisksMore(other, total, seat, risk):
            there = before.place(other.tile, other.spot)
            return (
                there.points == layout.points
                and total == there.total
                and seat == next_of(sample)
                and risk == _risk(sample, there) > _risk(sample, layout)
            )
        case kinds.ScoresMost(less):
            best = max(before.place(o.place.tile, o.place.spot).points for o in sample.others)
            return layout.points - best == less > 0
    raise AssertionError(fact)


def _risk(sample: Sample, layout: Layout) -> int:
    may = Others(sample.view).may_hold(next_of(sample))
    return max((points_with(layout, tile) for tile in may), default=0)


def _kept_since_unable(view: RoundView, seat: int, value: int) -> int:
    """How many tiles the seat drew and kept since it last could not play on the value."""
    layout, unable, kept = Layout(), False, 0
    for number, event in enumerate(view.events):
        if isinstance(event, Placed):
            layout = layout.place(event.tile, event.spot)
        elif isinstance(event, Drew | Passed) and event.seat == seat:
            stays = isinstance(event, Drew) and not isinstance(view.events[number + 1], Placed)
            if value in open_values(layout):
                unable, kept = True, 0
            elif stays:
                kept += 1
    assert unable, "the seat never showed that"
    return kept


# Facts that are told whenever they hold, and when that is.
COMPLETE = {
    kinds.Scores,
    kinds.ScoresNothing,
    kinds.WinsGame,
    kinds.GoesOut,
    kinds.MakesSniff,
    kinds.OpensBranch,
    kinds.DeadEnd,
    kinds.NothingFits,
    kinds.FitsAfter,
    kinds.DropsDouble,
}


def holds(kind: type[Fact], sample: Sample) -> bool:
    layout, before = after(sample), sample.view.layout
    over = ends(sample)
    fits = [t for t in left(sample) if layout.placements(t)]
    dead = [v for v in open_values(layout) if all(t in layout.tiles for t in _with(v))]
    return {
        kinds.Scores: layout.points > 0,
        kinds.ScoresNothing: layout.points == 0,
        kinds.WinsGame: wins(sample),
        kinds.GoesOut: not left(sample) and not wins(sample),
        kinds.MakesSniff: sample.place.tile.is_double and before.spinner is None,
        kinds.OpensBranch: sample.place.spot is not None and "branch" in sample.place.spot.port,
        kinds.DeadEnd: bool(dead) and not over,
        kinds.NothingFits: not fits and not over,
        kinds.FitsAfter: bool(fits) and not over,
        kinds.DropsDouble: sample.place.tile.is_double and not over,
    }[kind]


def _with(value: int) -> list[Tile]:
    return [tile for tile in FULL_SET if tile.has(value)]


# What may be held --------------------------------------------------------------------------------


def test_a_hand_that_explains_all_that_was_seen_may_be_held() -> None:
    """Two tiles change places in the deal; when the round goes the same way for the seat, the
    other hand that comes of it is possible, and no tile of it may be called impossible."""
    tried = 0
    for at, (round, view) in enumerate(positions()):
        if at % 7:
            continue
        others, random = Others(view), Random(at)
        for seat in range(1, view.players + 1):
            if seat == view.to_act:
                continue
            assert set(round.hands[seat - 1]) <= set(others.may_hold(seat))
            assert set(others.surely_holds(seat)) <= set(round.hands[seat - 1])
            for tile in random.sample(view.unseen, min(6, len(view.unseen))):
                swapped = _swapped(round, tile, random.choice(round.hands[seat - 1]))
                if swapped is None or swapped.seen_by(view.to_act) != view:
                    continue
                tried += tile not in round.hands[seat - 1]
                assert set(swapped.hands[seat - 1]) <= set(others.may_hold(seat))
                assert set(others.surely_holds(seat)) <= set(swapped.hands[seat - 1])
    assert tried > 50


def _swapped(round: Round, one: Tile, other: Tile) -> Round | None:
    dealt = round.events[0]
    swap = {one: other, other: one}
    assert isinstance(dealt, Dealt)
    told = [t for part in (*dealt.hands, dealt.boneyard) for t in part if t]
    made = Round.deal(
        [swap.get(tile, tile) for tile in told],
        round.players,
        round.starter,
        scores_before=round.scores_before,
        target=round.target,
    )
    try:
        for event in round.events[1:]:
            match event:
                case Placed():
                    made = made.act(Place(event.tile, event.spot))
                case Drew():
                    made = made.act(Draw())
                case Passed():
                    made = made.act(Pass())
    except SniffiError:
        return None
    return made


def test_what_nobody_can_hold_is_called_so() -> None:
    """Somewhere in the sample a tile is unseen and yet ruled out, and a hand is sure."""
    ruled_out = sure = 0
    for _, view in positions():
        others, seat = Others(view), view.to_act % view.players + 1
        ruled_out += len(view.unseen) - len(others.may_hold(seat))
        sure += bool(others.surely_holds(seat))
    assert ruled_out > 50
    assert sure > 20


# What is said of them ----------------------------------------------------------------------------


def test_two_to_four_facts_are_said_the_heaviest_first() -> None:
    for sample in samples():
        said = telling(sample.facts)
        assert min(LEAST_SAID, len(sample.facts)) <= len(said) <= MOST_SAID
        assert said == sample.facts[: len(said)]
        weights = [fact.weight for fact in sample.facts]
        assert weights == sorted(weights, reverse=True)


def test_a_hint_comes_from_the_view_alone() -> None:
    """Two rounds that the seat cannot tell apart have the same hint."""
    for at, (round, view) in enumerate(positions()):
        if at % 25 == 0:
            other = permuted(round, Random(at)).seen_by(round.to_act)
            assert hint(other, guess) == hint(view, guess)
