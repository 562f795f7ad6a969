"""Which placements a hint shows, how sure it says it is, and when there is none."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

import sniffi.fast
from sniffi.analysis import Verdict, evaluate, guess, hint
from sniffi.analysis.evaluators import SECONDS, expected_reply, seed_of
from sniffi.analysis.facts import MustDraw, MustPass, OnlyPlacement
from sniffi.analysis.reasons import Position, Prospect, alike
from sniffi.analysis.unseen import best_points
from sniffi.bots import NotInTurn
from sniffi.bots.evaluation import Estimate, Evaluation, PlacementValue
from sniffi.rules import (
    DRAW,
    PASS,
    DoesNotFit,
    MustPlaceDrawn,
    Place,
    RoundView,
    Tile,
    TileNotInHand,
)
from tests.analysis.samples import positions
from tests.bots.positions import view_of
from tests.rules.made import act, deal

VIEW = view_of("44 46@44.line_a 14@44.line_b", "45 66 00 11 12", seed=1)


def with_choice() -> list[RoundView]:
    return [view for _, view in positions() if len(view.legal_actions()) > 3][::20]


def valued(
    view: RoundView, behind: tuple[float, float], *, exact: bool = False, worlds: int = 50
) -> Evaluation:
    """An evaluation whose second is that much behind, with that error."""
    places = [action for action in view.legal_actions() if isinstance(action, Place)]
    distinct = [places[0], *(p for p in places[1:] if not alike(places[0], p))]
    return Evaluation(
        tuple(
            PlacementValue(
                place,
                Estimate(-behind[0] * rank, behind[1]),
                Estimate(0.5, 0.1),
                Estimate(behind[0] * rank, behind[1] if rank else 0),
            )
            for rank, place in enumerate(distinct)
        ),
        worlds,
        exact,
    )


def test_three_placements_are_shown_as_they_rank() -> None:
    for view in with_choice():
        values = [value.place for value in guess(view).placements]
        shown = [one.place for one in hint(view, guess).suggestions]
        assert 1 <= len(shown) <= 3
        assert shown[0] == values[0]
        assert [p for p in values if p in shown] == shown
        assert [one.rank for one in hint(view, guess).suggestions] == [*range(1, len(shown) + 1)]


def test_placements_that_come_to_the_same_are_shown_once() -> None:
    met = 0
    for view in with_choice():
        shown = [one.place for one in hint(view, guess).suggestions]
        pairs = [(p, q) for p in shown for q in shown if p is not q]
        assert not [pair for pair in pairs if alike(*pair)]
        places = [p for p in view.legal_actions() if isinstance(p, Place)]
        for one in places:
            for other in places:
                if one is not other and alike(one, other):
                    met += 1
                    layouts = [view.layout.place(p.tile, p.spot) for p in (one, other)]
                    values = [sorted(c.value for c in layout.counted) for layout in layouts]
                    assert values[0] == values[1]
    assert met


def test_the_one_asked_about_is_shown_wherever_it_ranks() -> None:
    for view in with_choice():
        for value in guess(view).placements:
            shown = [one.place for one in hint(view, guess, asked=value.place).suggestions]
            assert value.place in shown
            assert len(shown) <= 4


@pytest.mark.parametrize(
    ("behind", "exact", "verdict"),
    [
        ((10, 2), False, Verdict.CLEAR),
        ((3.8, 2), False, Verdict.CLOSE),
        ((4, 2), False, Verdict.CLEAR),
        ((5, 0), True, Verdict.EXACT),
        ((0, 0), True, Verdict.EQUAL),
    ],
)
def test_the_best_is_clear_only_when_the_interval_leaves_out_zero(
    behind: tuple[float, float], exact: bool, verdict: Verdict
) -> None:
    told = hint(VIEW, lambda view: valued(view, behind, exact=exact))
    assert told.verdict is verdict
    assert not told.rough
    assert told.place == told.suggestions[0].place


def test_an_interval_is_as_wide_as_its_error_and_a_chance_stays_a_chance() -> None:
    (first, *_) = hint(VIEW, lambda view: valued(view, (10, 2))).suggestions
    assert (first.points.low, first.points.high) == pytest.approx((-3.92, 3.92))
    assert first.win is not None
    assert (first.win.low, first.win.high) == pytest.approx((0.304, 0.696))


def test_where_the_rules_leave_one_thing_nothing_is_evaluated() -> None:
    def never(view: RoundView) -> Evaluation:
        raise AssertionError(view)

    kinds = {Place: OnlyPlacement, type(DRAW): MustDraw, type(PASS): MustPass}
    met = set()
    for _, view in positions():
        legal = view.legal_actions()
        if len(legal) == 1:
            told = hint(view, never)
            met.add(type(told.forced))
            assert type(told.forced) is kinds[type(legal[0])]
            assert told.suggestions == ()
            assert told.place == (legal[0] if isinstance(legal[0], Place) else None)
    assert met == {OnlyPlacement, MustDraw, MustPass}


def test_there_is_none_for_who_is_not_to_act() -> None:
    round, _ = positions()[10]
    for seat in (None, round.to_act % round.players + 1):
        with pytest.raises(NotInTurn):
            hint(round.seen_by(seat), guess)


def test_a_placement_that_is_not_legal_is_refused_by_its_reason() -> None:
    with pytest.raises(TileNotInHand):
        hint(VIEW, guess, asked=Place.parse("22@14.low"))
    with pytest.raises(DoesNotFit):
        hint(VIEW, guess, asked=Place.parse("00@46.high"))
    round = deal("66 56 00 01 02 03 04", "11 12 13 22 23 33 24", boneyard="55 44 46")
    view = act(round, "66", "draw draw draw").seen_by(2)
    assert view.drawn is Tile(4, 6)
    with pytest.raises(MustPlaceDrawn):
        hint(view, guess, asked=Place.parse("11@66.line_a"))


# The values ----------------------------------------------------------------------------------


def test_the_guess_wants_points() -> None:
    best = guess(VIEW).placements[0]
    layouts = {
        v.place: VIEW.layout.place(v.place.tile, v.place.spot) for v in guess(VIEW).placements
    }
    assert layouts[best.place].points == max(layout.points for layout in layouts.values())


def test_what_the_next_scores_on_average_is_a_mean_of_hands() -> None:
    """The same by dealing many hands."""
    from random import Random

    view = with_choice()[0]
    position = Position.of(view)
    prospect = Prospect(position, position.places[0])
    may = position.others.may_hold(position.next)
    held = len(view.hands[position.next - 1])
    random = Random(5)
    deals = 4000
    total = sum(
        max(best_points(prospect.after, tile) for tile in random.sample(may, held))
        for _ in range(deals)
    )
    assert expected_reply(prospect) == pytest.approx(total / deals, abs=0.7)


def test_the_guess_is_the_same_for_the_same_view_and_says_that_it_is_one() -> None:
    for view in with_choice():
        values = guess(view)
        assert values == guess(view)
        assert (values.worlds, values.exact) == (0, False)
        assert values.placements[0].behind == Estimate(0, 0)
        assert {v.place for v in values.placements} == set(view.legal_actions())
        behind = [value.behind.mean for value in values.placements]
        assert behind == sorted(behind)


def test_the_strong_bots_are_asked_once_their_kernel_is_ready(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []

    def strong(view: RoundView, *, seed: int, seconds: float) -> Evaluation:
        asked.append((view, seed, seconds))
        return valued(view, (10, 2))

    monkeypatch.setitem(sys.modules, "sniffi.bots.strong", SimpleNamespace(evaluate=strong))
    monkeypatch.setattr(sniffi.fast, "ready", lambda: False)
    assert evaluate(VIEW) == guess(VIEW)
    assert not asked
    monkeypatch.setattr(sniffi.fast, "ready", lambda: True)
    assert evaluate(VIEW) == valued(VIEW, (10, 2))
    assert asked == [(VIEW, seed_of(VIEW), SECONDS)]


def test_the_seed_depends_on_what_the_seat_sees_alone() -> None:
    round, view = positions()[30]
    assert seed_of(view) == seed_of(round.seen_by(view.to_act))
    assert seed_of(view) != seed_of(positions()[31][1])
