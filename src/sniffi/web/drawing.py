"""Pictures of layouts and scores for pages, each drawn once for all who see the same."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable

from markupsafe import Markup

from sniffi.pictures.svg import layout_svg, tally_svg
from sniffi.rules import Layout, Spot
from sniffi.rules.placements import parse_placements
from sniffi.web.tiles import Picture
from sniffi.words import Words

ASPECTS = {"wide": 9 / 5, "even": 1.1, "tall": 0.7}
"""Width by height of the boards, by the shape of the page's place for the layout. Where one shape
ends and the next begins is said in ``look/board.css``, and the same in ``shape.js``."""
EXAMPLE = Layout.of(*parse_placements("44 46@44.line_a 14@44.line_b"))
"""A layout that scores, for who does not know the game: 6 + 1 + 4 + 4 = 15."""
MOST_KEPT = 2000
"""Pictures kept: a few for each table that is played at, of some kilobytes each."""


class Drawing:
    """Draws for pages, and keeps what was drawn last."""

    def __init__(self, most_kept: int = MOST_KEPT) -> None:
        self._kept: OrderedDict[Hashable, Markup] = OrderedDict()
        self._most = most_kept

    def layouts(
        self,
        layout: Layout,
        words: Words,
        shape: str | None = None,
        offered: Collection[Spot] = (),
    ) -> tuple[Picture, ...]:
        """The layout for screens of that shape, for every shape when it is not known; none while
        nothing lies on the table.

        Args:
            offered: the spots to mark as those where the chosen tile may go.
        """
        if not layout.tiles:
            return ()
        shapes = (shape,) if shape in ASPECTS else tuple(ASPECTS)
        return tuple(
            Picture(each, self._layout(layout, words, each, offered))
            for each in shapes
            if each is not None
        )

    def _layout(
        self, layout: Layout, words: Words, shape: str, offered: Collection[Spot]
    ) -> Markup:
        # The joins say where everything lies; the opening tile has none.
        key = (layout.opening, layout.joins, tuple(offered), words.language, shape)
        return self._drawn(
            key,
            lambda: layout_svg(
                layout,
                words,
                aspect=ASPECTS[shape],
                whole_board=True,
                offered=offered,
                interactive=True,
                ident=f"layout-{shape}",
                style=False,
            ),
        )

    def example(self, words: Words) -> Markup:
        """The layout of ``EXAMPLE``, no larger than it is."""
        return self._drawn(
            ("example", words.language),
            lambda: layout_svg(EXAMPLE, words, mark_last=False, ident="example", style=False),
        )

    def tally(self, points: int, words: Words, side: int) -> Markup:
        """The score of a side as strokes."""
        return self._drawn(
            (points, words.language, side),
            lambda: tally_svg(points, words, ident=f"tally-{side}", style=False),
        )

    def _drawn(self, key: Hashable, draw: Callable[[], str]) -> Markup:
        kept = self._kept.get(key)
        if kept is None:
            # The pictures' own markup is escaped where it is made.
            kept = self._kept[key] = Markup(draw())
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(key)
        return kept
