"""The style sheet of all pictures."""

from __future__ import annotations

_LIGHT = {
    "table": "#e5ebe4",
    "rim": "#cdd8cd",
    "tile": "#fdfaf2",
    "edge": "#857e6e",
    "shade": "#3c3a2e38",
    "middle": "#b9b19e",
    "pip": "#2a2925",
    "back": "#7e93a0",
    "sniff": "#d2600a",
    "mark": "#1f5459",
    "number": "#ffffff",
    "last": "#3a5fc0",
    "ink": "#2a2925",
}
_DARK = {
    "table": "#1c2523",
    "rim": "#33413d",
    "tile": "#dcd6c8",
    "edge": "#6d675a",
    "shade": "#00000066",
    "middle": "#a29a87",
    "pip": "#1b1a17",
    "back": "#4f626e",
    "sniff": "#c65303",
    "mark": "#a5dad3",
    "number": "#0e211f",
    "last": "#8db2ff",
    "ink": "#e4dfd2",
}
COLOURS = tuple(_LIGHT)
"""What has a colour. A page gives one another by setting ``--sniffi-NAME``."""


def _colours(values: dict[str, str]) -> str:
    return "".join(f"--_{name}:var(--sniffi-{name},{value});" for name, value in values.items())


_RULES = """
.pic-board{fill:var(--_table);stroke:var(--_rim);stroke-width:1}
.pic-shade{fill:var(--_shade)}
.pic-body{fill:var(--_tile);stroke:var(--_edge);stroke-width:.9}
.pic-back .pic-body{fill:var(--_back)}
.pic-back .pic-inner{fill:none;stroke:var(--_tile);stroke-width:.9;opacity:.7}
.pic-middle{stroke:var(--_middle);stroke-width:.9;stroke-linecap:round}
.pic-pips{fill:none;stroke:var(--_pip);stroke-width:4.3;stroke-linecap:round}
.pic-sniff .pic-body{stroke:var(--_sniff);stroke-width:2.4}
.pic-corners{fill:none;stroke:var(--_last);stroke-width:1.5;stroke-linecap:round;\
stroke-linejoin:round}
.pic-dot{fill:var(--_mark);stroke:none}
.pic-ring{fill:none;stroke:var(--_mark);stroke-width:1.6}
.pic-number{fill:var(--_number);font:700 10px/1 system-ui,sans-serif;text-anchor:middle}
.pic-hit{fill:transparent}
.pic-offered .pic-hit{stroke:var(--_last);stroke-width:1.4;stroke-dasharray:3 2.2}
.pic-stroke{fill:none;stroke:var(--_ink);stroke-width:1.7;stroke-linecap:round}
.pic-text{fill:var(--_ink);font:500 10px/1 system-ui,sans-serif}
@media (forced-colors:active){
.pic-board,.pic-body,.pic-back .pic-body{fill:Canvas;stroke:CanvasText}
.pic-shade{fill:none}
.pic-dot,.pic-text{fill:CanvasText}
.pic-number{fill:Canvas}
.pic-middle,.pic-pips,.pic-ring,.pic-stroke,.pic-back .pic-inner{stroke:CanvasText}
.pic-sniff .pic-body,.pic-corners,.pic-offered .pic-hit{stroke:Highlight}
}"""

STYLE = (
    f".sniffi-picture{{{_colours(_LIGHT)}}}\n"
    "@media (prefers-color-scheme:dark){\n"
    f".sniffi-picture{{{_colours(_DARK)}}}\n"
    "}" + _RULES
)
"""Everything that a picture needs, for a page to hold once. Orange is the Sniff's alone."""
