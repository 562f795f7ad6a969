from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sniffi.bots import make
from sniffi.bots.positional import expected_reply
from sniffi.rules import Layout, Place, RoundView, Tile
from sniffi.rules.seats import next_seat
from tests.bots.positions import positions, view_of

scores = st.sampled_from([0, 0, 5, 10, 15, 20])


@given(st.lists(scores, min_size=1, max_size=8), st.data())
def test_the_expected_reply_is_the_mean_maximum_over_all_hands(
    tiles: list[int], data: st.DataObject
) -> None:
    held = data.draw(st.integers(1, len(tiles)))
    hands = list(combinations(tiles, held))
    mean = sum(max(hand) for hand in hands) / len(hands)
    replies = [points for points in tiles if points]
    assert expected_reply(replies, len(tiles), held) == pytest.approx(mean)


def best_reply(layout: Layout, tile: Tile) -> int:
    return max((layout.place(p.tile, p.spot).points for p in layout.placements(tile)), default=0)


def worth(view: RoundView, place: Place, pips: float) -> float:
    """What the definition says, by layouts."""
    after = view.layout.place(place.tile, place.spot)
    value = after.points + pips * place.tile.pips
    if len(view.hand) == 1:
        return value
    best = sorted((best_reply(after, tile) for tile in view.unseen), reverse=True)
    held = view.hand_sizes[next_seat(view.to_act, view.players) - 1]
    chance = held / len(best)
    for left, points in enumerate(best, 1):
        value -= points * chance
        # Of the hands without the tiles so far, the part that has the next one.
        rest = len(best) - left
        chance *= (rest - held + 1) / rest if rest else 0
    return value


@settings(max_examples=30)
@given(st.sampled_from([2, 3, 4]), st.integers(0, 2**32), st.sampled_from([0.0, 0.3, 2.0]))
def test_it_makes_a_placement_of_the_most_worth(players: int, seed: int, pips: float) -> None:
    bot = make("positional", seed, pips=pips)
    for round in positions(players, seed):
        view = round.seen_by(round.to_act)
        chosen = bot.choose(view)
        if isinstance(chosen, Place):
            legal = [place for place in view.legal_actions() if isinstance(place, Place)]
            most = max(worth(view, place, pips) for place in legal)
            assert worth(view, chosen, pips) == pytest.approx(most)


def test_equal_placements_are_equally_likely() -> None:
    view = view_of("33", "36 12")
    chosen = [str(make("positional", seed).choose(view)) for seed in range(400)]
    assert set(chosen) == {"36@33.line_a", "36@33.line_b"}
    assert 140 < chosen.count("36@33.line_a") < 260
