"""The kinds of exercises, each made from its seed."""

from sniffi.learn.kinds.choosing import find_best
from sniffi.learn.kinds.costing import find_cost
from sniffi.learn.kinds.drawing import find_draw
from sniffi.learn.kinds.fitting import find_fits
from sniffi.learn.kinds.kind import Kind
from sniffi.learn.kinds.starting import find_start
from sniffi.learn.kinds.summing import find_points, find_sum

__all__ = ["KINDS", "Kind"]

KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("sum", "learn.kind-sum", 3, find_sum),
        Kind("points", "learn.kind-points", 2, find_points),
        Kind("fits", "learn.kind-fits", 3, find_fits),
        Kind("best", "learn.kind-best", 4, find_best),
        Kind("draw", "learn.kind-draw", 4, find_draw),
        Kind("cost", "learn.kind-cost", 2, find_cost),
        Kind("start", "learn.kind-start", 4, find_start),
    )
}
"""By name, in the order in which they are learnt."""
