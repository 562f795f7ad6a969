"""``sniffi replay``: the events of recorded games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sniffi.cli.games import Games, heading
from sniffi.cli.grammar import Arguments, Operand, Option, Verb
from sniffi.cli.trouble import Status

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sniffi.cli.console import Console
    from sniffi.record import GameRecord
    from sniffi.words import Words


def game_in_json(record: GameRecord) -> Iterator[str]:
    """A line for each event."""
    import json

    from sniffi.record.plain import event_to_json, numbered

    for number, event in numbered(record.events):
        yield json.dumps(event_to_json(event, number), separators=(",", ":"))


def game_in_words(number: int, record: GameRecord, words: Words) -> Iterator[str]:
    """A heading, what is known of the game, its events, the scores if it goes on, the comments.

    Rounds are apart by empty lines.
    """
    from sniffi.record.plain import numbered
    from sniffi.record.sheets import from_sheet

    yield heading(number, record, words)
    for name, value in record.tags:
        yield words.say("cli.tag", name=name, value=value)
    told = 0
    for round_number, event in numbered(record.events):
        if round_number != told:
            yield ""
            told = round_number
        yield words.event(event, record.names, record.players)
    sheet = from_sheet(record)
    if sheet is not None and sheet.scores is not None:
        yield ""
        yield words.say("cli.replay-sums" if sheet.sums else "cli.replay-sheet")
        yield from words.scores(sheet.scores, record.names, record.players)
    elif not record.over:
        yield ""
        yield words.say("cli.replay-in-progress")
        yield from words.scores(record.game().scores, record.names, record.players)
    if record.comments:
        yield ""
        yield words.say("cli.replay-comments")
        for comment in record.comments:
            yield f"# {comment.text}"


def run(arguments: Arguments, console: Console) -> int:
    """Tell every game of the file that can be read."""
    games = Games(arguments.operands[0], console)
    for number, record in games:
        if arguments.json:
            lines = game_in_json(record)
        else:
            lines = game_in_words(number, record, console.words)
            if games.count > 1:
                console.line()
        for line in lines:
            console.line(line)
    return Status.FINE if games.all_good else Status.FAILED


VERB = Verb(
    name="replay",
    about="cli.replay-about",
    run=run,
    operand=Operand("cli.value-file", help="cli.record-file"),
    own_options=(Option("--json", help="cli.replay-json"),),
    statuses={
        Status.FINE: "cli.replay-status-fine",
        Status.FAILED: "cli.replay-status-failed",
    },
    examples=("replay game.sniff", "replay --json game.sniff"),
)
