"""``sniffi verify``: whether the deals and lots of recorded games are those of their seeds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sniffi.cli.games import Games, heading
from sniffi.cli.grammar import Arguments, Operand, Verb
from sniffi.cli.text import shown_file
from sniffi.cli.trouble import NoGames, Status

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sniffi.cli.console import Console
    from sniffi.record import Check, GameRecord, Verification
    from sniffi.record.sheets import FromSheet
    from sniffi.words import Words

INDENT = "  "


def verification_in_words(verification: Verification, words: Words) -> Iterator[str]:
    """A line for each thing that was checked, both sides of what differs, and what came of it."""
    from sniffi.record import Outcome

    if verification.outcome is Outcome.NO_SEED:
        yield INDENT + words.say(
            "cli.verify-no-seed" if verification.committed else "cli.verify-no-commitment"
        )
        return
    outcomes = {
        Outcome.MATCH: "cli.verify-match",
        Outcome.PARTLY: "cli.verify-partly",
        Outcome.MISMATCH: "cli.verify-mismatch",
    }
    for check in verification.checks:
        came = words.say(outcomes[check.outcome])
        yield INDENT + words.say("cli.verify-check", what=_subject(check, words), came=came)
        if check.outcome is Outcome.MISMATCH and check.due:
            told, due = words.tiles(check.told), words.tiles(check.due)
            yield 2 * INDENT + words.say("cli.verify-told", tiles=told)
            yield 2 * INDENT + words.say("cli.verify-due", tiles=due)
    yield INDENT + words.say("cli.verify-ok" if verification.ok else "cli.verify-not-ok")


def sheet_in_words(record: GameRecord, sheet: FromSheet, words: Words) -> Iterator[str]:
    """What could be checked of a game with real tiles, what not, and that no fault was found: one
    would have been found when the record was read."""
    yield INDENT + words.say("cli.verify-sheet")
    if record.events:
        yield INDENT + words.say_n("cli.verify-sheet-checked", len(record.events))
    yield INDENT + words.say("cli.verify-sheet-hidden")
    if sheet.scores is not None:
        yield INDENT + words.say("cli.verify-sheet-sums" if sheet.sums else "cli.verify-sheet-rest")
    yield INDENT + words.say("cli.verify-sheet-fine")


def _subject(check: Check, words: Words) -> str:
    from sniffi.record import Subject

    match check.subject:
        case Subject.COMMITMENT:
            return words.say("cli.verify-commitment")
        case Subject.LOT:
            return words.say("cli.verify-lot", round=check.round, stage=check.stage)
        case Subject.ROUND:
            return words.say("cli.verify-round", round=check.round)


def run(arguments: Arguments, console: Console) -> int:
    """Check every game of the file."""
    from sniffi.record import verify
    from sniffi.record.sheets import from_sheet

    name = arguments.operands[0]
    games = Games(name, console)
    all_ok = True
    for number, record in games:
        console.line(heading(number, record, console.words))
        sheet = from_sheet(record)
        if sheet is not None:
            lines = sheet_in_words(record, sheet, console.words)
        else:
            verification = verify(record)
            all_ok = all_ok and verification.ok
            lines = verification_in_words(verification, console.words)
        for line in lines:
            console.line(line)
    if games.all_good and not games.count:
        raise NoGames(file=shown_file(name))
    return Status.FINE if all_ok and games.all_good else Status.FAILED


VERB = Verb(
    name="verify",
    about="cli.verify-about",
    run=run,
    operand=Operand("cli.value-file", help="cli.record-file"),
    statuses={
        Status.FINE: "cli.verify-status-fine",
        Status.FAILED: "cli.verify-status-failed",
    },
    examples=("verify game.sniff",),
)
