"""Pictures of a step: the layout on a board that all steps of an example share, hands, strokes."""

from __future__ import annotations

from collections.abc import Iterable

from sniffi.learn.examples import ShownHand, Step
from sniffi.pictures.geometry import Rect, arrange
from sniffi.pictures.svg import hand_svg, layout_svg, tally_svg
from sniffi.rules import Layout
from sniffi.words import Words

ASPECT = 1.2
"""Width by height of the boards: they are read on phones first."""


def shared_part(layouts: Iterable[Layout | None]) -> Rect | None:
    """The part of the board that holds each of these layouts, so that steps show the same part;
    None when they have no board in common."""
    laid = [arrange(layout, ASPECT) for layout in layouts if layout is not None and layout.tiles]
    if not laid or len({(each.width, each.height) for each in laid}) > 1:
        return None
    bounds = [each.bounds for each in laid]
    return Rect(
        min(rect.left for rect in bounds),
        min(rect.top for rect in bounds),
        max(rect.right for rect in bounds),
        max(rect.bottom for rect in bounds),
    ).grown(1)


def step_svg(
    step: Step,
    words: Words,
    ident: str,
    part: Rect | None = None,
    described_by: str | None = None,
) -> str:
    """The layout of a step; empty when it has none."""
    if step.layout is None:
        return ""
    return layout_svg(
        step.layout,
        words,
        aspect=ASPECT,
        part=part,
        ident=ident,
        style=False,
        described_by=described_by,
    )


def hand_picture(hand: ShownHand, words: Words, ident: str) -> str:
    """A hand beside a step."""
    return hand_svg(hand.tiles, words, fits=hand.fits, ident=ident, style=False)


def score_svg(points: int, words: Words, ident: str) -> str:
    """A score as strokes."""
    return tally_svg(points, words, ident=ident, style=False)
