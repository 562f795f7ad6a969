"""``sniffi explain``: the layout after some placements, its sum and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sniffi.cli.files import file_name
from sniffi.cli.grammar import Arguments, Operand, Option, Verb
from sniffi.cli.text import shown
from sniffi.cli.trouble import PlacementRefused, Status
from sniffi.rules import Layout, Place, SniffiError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sniffi.cli.console import Console
    from sniffi.words import Words


def layout_of(typed: Iterable[str], words: Words) -> Layout:
    """The layout after the placements as they were typed.

    Raises:
        PlacementRefused: one of them is not legal; says which.
    """
    layout = Layout()
    # Nothing that has to be escaped or cut to be shown is a placement, or becomes one so.
    for text in map(shown, typed):
        try:
            place = Place.parse(text)
            layout = layout.place(place.tile, place.spot)
        except SniffiError as error:
            raise PlacementRefused(placement=text, why=words.refusal(error)) from error
    return layout


def run(arguments: Arguments, console: Console) -> int:
    """Show the layout in words, as JSON, or as a picture too."""
    layout = layout_of(arguments.operands, console.words)
    if arguments.json:
        import json

        from sniffi.record.plain import layout_to_json

        lines = [json.dumps(layout_to_json(layout), separators=(",", ":"))]
    else:
        lines = console.words.position(layout)
    if arguments.svg is not None:
        from sniffi.cli.files import write
        from sniffi.pictures.svg import layout_svg

        # Before the text: nothing is said of a layout whose picture could not be had.
        write(arguments.svg, layout_svg(layout, console.words).encode(), console.words)
    for line in lines:
        console.line(line)
    return Status.FINE


VERB = Verb(
    name="explain",
    about="cli.explain-about",
    run=run,
    operand=Operand("cli.value-placement", help="cli.explain-placement", many=True),
    own_options=(
        Option("--json", help="cli.explain-json"),
        Option("--svg", help="cli.explain-svg", value="cli.value-file", read=file_name),
    ),
    statuses={Status.MISUSE: "cli.explain-status-misuse"},
    examples=(
        "explain 14",
        "explain 14 11@14.low 44@14.high 34@44.line_b",
        "explain --lang en --json 44",
    ),
)
