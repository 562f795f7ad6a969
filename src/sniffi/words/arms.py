"""A layout drawn in text, arm by arm, in a form that reads well aloud."""

from __future__ import annotations

from sniffi.rules.layout import Layout
from sniffi.rules.spot import BRANCHES, LINES, Port, Spot, ports_of
from sniffi.rules.tile import Tile
from sniffi.words.positions import PositionWords

_OPPOSITE = {
    Port.LOW: Port.HIGH,
    Port.HIGH: Port.LOW,
    Port.LINE_A: Port.LINE_B,
    Port.LINE_B: Port.LINE_A,
}
_BRANCH = {Port.BRANCH_A: "core.arm-branch-a", Port.BRANCH_B: "core.arm-branch-b"}


def arm(layout: Layout, tile: Tile, port: Port) -> tuple[list[tuple[int, int]], int]:
    """What is joined to ``tile`` at ``port`` and beyond.

    Returns:
        Each tile's halves from the inside out, and the half that the open end needs.
    """
    halves: list[tuple[int, int]] = []
    inner = Spot(tile, port)
    while (new := layout.joined_at(inner.tile, inner.port)) is not None:
        entry = next(p for p in ports_of(new) if layout.joined_at(new, p) is inner.tile)
        outer = Spot(new, _OPPOSITE[entry])
        halves.append((inner.value, outer.value))
        inner = outer
    return halves, inner.value


def _rightward(halves: list[tuple[int, int]]) -> list[str]:
    return [f"[{inner}|{outer}]" for inner, outer in halves]


def _leftward(halves: list[tuple[int, int]]) -> list[str]:
    return [f"[{outer}|{inner}]" for inner, outer in reversed(halves)]


class ArmWords(PositionWords):
    """Words that draw a layout."""

    def arms(self, layout: Layout) -> list[str]:
        """The layout as chains of tiles, matching halves side by side, open ends by arrows.

        The main line from line A through the Sniff to line B comes first, then the branches from
        the Sniff outward. Before there is a Sniff there is one chain.
        """
        if layout.opening is None:
            return [self.say("core.empty-table")]
        sniff = layout.spinner
        if sniff is None:
            chain = self._chain(layout, layout.opening, self.tile(layout.opening), Port.LOW)
            return [self.say("core.arm-chain", chain=chain)]
        middle = self.say("core.arm-sniff", tile=self.tile(sniff))
        main = self.say("core.arm-main", chain=self._chain(layout, sniff, middle, Port.LINE_A))
        if any(layout.joined_at(sniff, line) is None for line in LINES):
            return [main, self.say("core.arm-branches-closed")]
        lines = [main]
        for branch in BRANCHES:
            halves, value = arm(layout, sniff, branch)
            chain = " ".join([middle, *_rightward(halves), f"→ {value}"])
            lines.append(self.say(_BRANCH[branch], chain=chain))
        return lines

    def _chain(self, layout: Layout, tile: Tile, shown: str, left_port: Port) -> str:
        left, left_value = arm(layout, tile, left_port)
        right, right_value = arm(layout, tile, _OPPOSITE[left_port])
        parts = [f"{left_value} ←", *_leftward(left), shown, *_rightward(right)]
        return " ".join([*parts, f"→ {right_value}"])
