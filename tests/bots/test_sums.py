"""R3, R4, R5: the sums without layouts are those of the layouts."""

from hypothesis import given
from hypothesis import strategies as st

from sniffi.bots.sums import outer_end, points_after, total_after, ways_on
from sniffi.rules import FULL_SET, Place
from tests.bots.positions import positions


@given(st.sampled_from([2, 3, 4]), st.integers(0, 2**32))
def test_sums_after_every_placement_and_after_every_reply(players: int, seed: int) -> None:
    for round in positions(players, seed):
        layout = round.layout
        for place in round.legal_actions():
            if not isinstance(place, Place):
                continue
            after = layout.place(place.tile, place.spot)
            assert total_after(layout, place) == after.total
            assert points_after(layout, place) == after.points
            ways = ways_on(layout, place)
            assert {value for value, _ in ways} == {spot.value for spot in after.spots}
            for tile in FULL_SET:
                if tile not in after.tiles:
                    sums = {after.place(p.tile, p.spot).total for p in after.placements(tile)}
                    assert sums == {
                        after.total - loss + outer_end(tile, value)
                        for value, loss in ways
                        if tile.has(value)
                    }
