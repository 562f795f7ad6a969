"""``sniffi solve``: what deals are worth when all play perfectly and see all tiles."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from sniffi.cli.files import STANDARD_INPUT, opened
from sniffi.cli.grammar import Arguments, Operand, Option, Verb
from sniffi.cli.text import shown, shown_file
from sniffi.cli.trouble import DealRefused, NotACount, Status
from sniffi.cli.verbs.warm_up import make_kernel_ready
from sniffi.rules import Round, SniffiError, parse_tiles

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sniffi.cli.console import Console
    from sniffi.fast.solver import ActionValue, Solved, Unfinished
    from sniffi.words import Words

INDENT = "    "
MOST_NODES = 10**12


def node_limit(option: str, text: str) -> int:
    """A number of positions."""
    if not (text.isascii() and text.isdigit() and len(text) <= 13 and 1 <= int(text) <= MOST_NODES):
        raise NotACount(option=option, value=shown(text), most=str(MOST_NODES))
    return int(text)


def deals_in(name: str, players: int, console: Console) -> list[Round]:
    """The rounds that the file's lines deal, seat 1 opening.

    Raises:
        CannotRead: the system does not give the file.
        DealRefused: a line is no deal; says which.
    """
    words = console.words
    with opened(name, words) as file:
        lines = file.read().splitlines()
    rounds = []
    for number, line in enumerate(lines, 1):
        try:
            # What is no ASCII is no tile either, and is refused as such.
            rounds.append(Round.deal(parse_tiles(line.decode(errors="replace")), players, 1))
        except SniffiError as error:
            raise DealRefused(
                file=shown_file(name), line=str(number), why=words.refusal(error)
            ) from error
    return rounds


def value_to_json(found: Solved | ActionValue) -> dict[str, Any]:
    """The value of side 1; with three players those of all."""
    if len(found.margins) == 2:
        return {"value": found.value}
    return {"value": found.value, "values": list(found.margins)}


def found_to_json(found: Solved | Unfinished) -> dict[str, Any]:
    """A deal's line of JSON (docs/cli.md)."""
    from sniffi.fast.solver import Solved

    searched = {"nodes": found.nodes, "ms": round(found.seconds * 1000, 3)}
    if not isinstance(found, Solved):
        return {"value": None, **searched, "least": found.least, "most": found.most}
    told = {**value_to_json(found), **searched, "best": str(found.best)}
    if found.actions:
        told["placements"] = [
            {"placement": str(action.action), **value_to_json(action)} for action in found.actions
        ]
    return told


def points_in_words(value: float, words: Words) -> str:
    """A margin as it is shown: half points there are with three players."""
    from sniffi.words.catalogue import number

    whole, tenths = divmod(round(abs(value) * 10), 10)
    sign = "−" if value < 0 else ""
    if tenths == 0:
        return number(round(value))
    return words.say("cli.solve-tenths", whole=f"{sign}{whole}", tenths=str(tenths))


def margins_in_words(found: Solved | ActionValue, words: Words) -> str:
    """The value of side 1, or with three players those of all."""
    values = found.margins if len(found.margins) > 2 else found.margins[:1]
    return "; ".join(points_in_words(value, words) for value in values)


def found_in_words(deal: int, found: Solved | Unfinished, words: Words) -> Iterator[str]:
    """A deal's lines."""
    from sniffi.fast.solver import Solved

    if not isinstance(found, Solved):
        told = [words.say_n("cli.solve-unfinished", found.nodes, deal=str(deal))]
        if found.least is not None:
            told.append(words.say("cli.solve-least", value=points_in_words(found.least, words)))
        if found.most is not None:
            told.append(words.say("cli.solve-most", value=points_in_words(found.most, words)))
        yield " ".join(told)
        return
    assert found.best is not None
    yield words.say(
        "cli.solve-value",
        deal=str(deal),
        value=margins_in_words(found, words),
        opening=words.action(found.best),
    )
    for action in found.actions:
        opening, value = words.action(action.action), margins_in_words(action, words)
        yield INDENT + words.say("cli.solve-opening", opening=opening, value=value)


def run(arguments: Arguments, console: Console) -> int:
    """Solve every deal of the file; nothing is solved unless all of them are deals."""
    (name,) = arguments.operands or (STANDARD_INPUT,)
    rounds = deals_in(name, int(arguments.players or 2), console)
    if sys.stderr is not None and sys.stderr.isatty():
        from sniffi import fast

        if fast.installed() and not fast.cached():
            console.trouble(console.words.say("cli.solve-compiling"))
    make_kernel_ready(console, tell=False)
    import json

    from sniffi.fast.solver import NODE_LIMIT, Solved, Solver

    solver, status = Solver(), Status.FINE
    limit = arguments.nodes or NODE_LIMIT
    for number, round in enumerate(rounds, 1):
        found = solver.solve(round, actions=arguments.placements, node_limit=limit)
        if not isinstance(found, Solved):
            status = Status.FAILED
        if arguments.json:
            console.line(json.dumps(found_to_json(found), separators=(",", ":")))
        else:
            for line in found_in_words(number, found, console.words):
                console.line(line)
        # A deal may take seconds: whoever reads gets each at once.
        console.flush()
    return status


VERB = Verb(
    name="solve",
    about="cli.solve-about",
    run=run,
    operand=Operand("cli.value-file", help="cli.solve-file", optional=True),
    own_options=(
        Option("--json", help="cli.solve-json"),
        Option("--players", help="cli.solve-players", choices=("2", "3", "4")),
        Option("--placements", help="cli.solve-placements"),
        Option("--nodes", help="cli.solve-nodes", value="cli.value-number", read=node_limit),
    ),
    statuses={
        Status.FAILED: "cli.solve-status-failed",
        Status.MISUSE: "cli.solve-status-misuse",
    },
    examples=(
        "solve deals.txt",
        "solve --json -",
        "solve --players 4 --placements deals.txt",
    ),
)
