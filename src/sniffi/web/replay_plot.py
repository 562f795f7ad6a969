"""The score over time as a picture: a line for each side, told apart by its dashes and its mark."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import pairwise

from markupsafe import Markup

from sniffi.pictures.markup import element
from sniffi.web.replay_game import ReplayGame
from sniffi.words import Words
from sniffi.words.catalogue import number

WIDTH, HEIGHT = 360, 200
LEFT, RIGHT, TOP, BOTTOM = 34, 22, 10, 22
MOST_POINTS = 600
"""Of a line; a longer game is drawn by its rounds."""
STEPS = (5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 50_000, 250_000, 1_000_000)
MOST_LINES = 6
MARK = 3.5
MARKS = {
    1: "M-{r} 0a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0z",
    2: "M-{r} -{r}h{d}v{d}h-{d}z",
    3: "M0 -{r}L{r} {r}H-{r}z",
    4: "M0 -{w}L{w} 0L0 {w}L-{w} 0z",
}
"""A dot, a square, a triangle, a square on its corner: by the side's number."""


def mark_path(side: int, size: float = MARK) -> str:
    """The mark of a side around the origin, as a path."""
    return MARKS[side].format(r=f"{size:g}", d=f"{2 * size:g}", w=f"{1.3 * size:g}")


def sample(side: int) -> Markup:
    """A piece of a side's line, for the heading of its column."""
    line = element("path", class_="line", d="M1 6H27")
    mark = element("path", class_="mark", d=mark_path(side), transform="translate(14 6)")
    return Markup(
        element(
            "svg",
            line,
            mark,
            class_=f"sample side-{side}",
            viewBox="0 0 28 12",
            width=28,
            height=12,
            aria_hidden="true",
            focusable="false",
        )
    )


def plot(game: ReplayGame, at: int, names: Sequence[str], words: Words) -> Markup:
    """The scores of all sides from the first event to the last, and where event ``at`` is.

    Args:
        names: what the sides are called.
    """
    points = _points(game)
    values = [score for _, scores in points for score in scores]
    low, high = min(values), max(*values, game.record.target)
    step = next((step for step in STEPS if (high - low) / step <= MOST_LINES), STEPS[-1])
    low, high = low // step * step, -(-high // step) * step
    last = max(game.last, 1)

    def x(n: int) -> float:
        return round(LEFT + n / last * (WIDTH - LEFT - RIGHT), 1)

    def y(score: float) -> float:
        return round(TOP + (high - score) / (high - low) * (HEIGHT - TOP - BOTTOM), 1)

    right, floor = WIDTH - RIGHT, HEIGHT - BOTTOM
    parts = [
        element("line", class_="round", x1=x(span.last), x2=x(span.last), y1=TOP, y2=floor)
        for span in game.spans[:-1][:MOST_POINTS]
    ]
    for value in range(low, high + 1, step):
        kind = "zero" if value == 0 else "grid"
        parts.append(element("line", class_=kind, x1=LEFT, x2=right, y1=y(value), y2=y(value)))
        parts.append(_text(LEFT - 4, y(value) + 4, number(value), "end"))
    goal = y(game.record.target)
    parts.append(element("line", class_="target", x1=LEFT, x2=right, y1=goal, y2=goal))
    parts.append(_text(LEFT + 3, goal - 4, words.say("replay.plot-target"), "start"))
    parts.append(_text(right, HEIGHT - 6, words.say("replay.plot-events"), "end"))
    parts.append(element("line", class_="now", x1=x(at), x2=x(at), y1=TOP, y2=floor))
    ends = _ends([y(score) for score in points[-1][1]])
    for side, end in enumerate(ends, 1):
        parts.append(_line(side, [(x(n), y(scores[side - 1])) for n, scores in points], x(last)))
        parts.append(_text(right + 8, end + 4, str(side), "start"))
        marked = [(x(n), y(game.scores_after(n)[side - 1])) for n in _marked(game)]
        parts += [
            element(
                "path",
                class_=f"mark side-{side}",
                d=mark_path(side),
                transform=f"translate({mx:g} {my:g})",
            )
            for mx, my in marked
        ]
    title = words.say("replay.plot-title", sides=words.listed(list(names)))
    about = words.say("replay.plot-about", number=at, last=game.last)
    return Markup(
        element(
            "svg",
            element("title", escape(title), id="plot-title"),
            element("desc", escape(about), id="plot-desc"),
            *parts,
            class_="score-plot",
            viewBox=f"0 0 {WIDTH} {HEIGHT}",
            role="img",
            aria_labelledby="plot-title plot-desc",
        )
    )


def _points(game: ReplayGame) -> list[tuple[int, tuple[int, ...]]]:
    """What the lines go through: every change, or the ends of rounds of a long game."""
    if len(game.scores) <= MOST_POINTS:
        return list(game.scores)
    every = -(-len(game.spans) // MOST_POINTS)
    ends = [span.last for span in game.spans[every - 1 :: every]]
    if ends[-1] != game.last:
        ends.append(game.last)
    return [(0, game.scores[0][1]), *((n, game.scores_after(n)) for n in ends)]


def _marked(game: ReplayGame) -> list[int]:
    """The events that get marks: the ends of rounds, of a game with many a few of them."""
    every = -(-len(game.spans) // 12) or 1
    return [span.last for span in game.spans[::-1][::every]]


def _line(side: int, points: Sequence[tuple[float, float]], right: float) -> str:
    """A line that keeps its height until the score changes."""
    (left, top), *rest = points
    drawn = [f"M{left:g} {top:g}", *(f"H{x:g}V{y:g}" for x, y in rest), f"H{right:g}"]
    return element("path", class_=f"line side-{side}", d="".join(drawn))


def _ends(heights: list[float]) -> list[float]:
    """Where the sides' numbers stand at the lines' ends: none over another."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    placed = list(heights)
    for before, after in pairwise(order):
        placed[after] = max(placed[after], placed[before] + 12)
    over = max(placed) - (HEIGHT - BOTTOM)
    return [height - max(over, 0) for height in placed]


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return element("text", escape(text), x=float(x), y=float(y), text_anchor=anchor)
