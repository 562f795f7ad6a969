"""What always holds of a sheet: the scores of the rules, and undo, redo and corrections."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from sniffi.referee import Corrected, Noted, Sheet, SheetEntry, changes, sheet_of
from sniffi.referee.errors import RefereeError
from sniffi.referee.facts import Block, Draws, Fact, Holds, Lot, Passes, Places, Scores, Starts
from sniffi.referee.plain import entry_from_text, entry_to_text
from sniffi.referee.sheet import noted
from sniffi.referee.writing import correct, note, redo, undo
from sniffi.rules import FULL_SET, GameView, Phase, SniffiError, Spot, Tile
from tests.referee.made import facts_of, head, played, scores_of, sheet, written

PLAYERS = st.integers(2, 4)
SEEDS = st.integers(0, 2**32)


@settings(max_examples=25, deadline=None)
@given(PLAYERS, SEEDS, st.booleans())
def test_a_game_told_tile_by_tile_has_the_scores_of_the_rules(
    players: int, seed: int, pips_only: bool
) -> None:
    game = played(players, seed, target=60)
    told = sheet(head(players, target=60), *facts_of(game.events, pips_only=pips_only))
    assert [line.error for line in told.lines if line.error] == []
    assert told.position.scores == game.scores
    assert told.position.winner == game.winner
    assert told.regular
    # All that the rules say is there, what was hidden left out.
    events = [event for line in told.lines for event in line.events]
    view = GameView.replay(players, events, 60)
    assert view.scores == game.scores
    assert [event.name for event in events] == [event.name for event in game.events]


@settings(max_examples=25, deadline=None)
@given(PLAYERS, SEEDS)
def test_a_game_told_by_its_scores_has_those_of_the_rules(players: int, seed: int) -> None:
    game = played(players, seed, target=60)
    told = sheet(head(players, full=False, target=60), *scores_of(game.events))
    assert [line.error for line in told.lines if line.error] == []
    assert told.position.scores == game.scores
    assert told.position.winner == game.winner


@settings(max_examples=20, deadline=None)
@given(PLAYERS, SEEDS)
def test_every_entry_is_read_as_it_was_written(players: int, seed: int) -> None:
    game = played(players, seed, target=30, most_events=60)
    entries: list[SheetEntry] = list(written(head(players), facts_of(game.events)))
    entries += [Noted(Scores(1, 15)), Corrected(2, None), Corrected(2, Starts(1))]
    entries += [Noted(Places(1, Tile(0, 1), None, 7)), Noted(Holds(1, (), 3, as_was=True))]
    for entry in entries:
        assert entry_from_text(entry_to_text(entry)) == entry


def meaning(told: Sheet) -> tuple[object, ...]:
    """What a sheet shows, whatever its log."""
    return (
        [(line.number, line.fact, line.refused, line.gained) for line in told.lines],
        told.position,
    )


class Keeper(RuleBasedStateMachine):
    """Somebody who writes, takes back and corrects at random."""

    entries: list[SheetEntry]

    @initialize(players=PLAYERS, full=st.booleans(), seed=SEEDS)
    def begin(self, players: int, full: bool, seed: int) -> None:
        self.chance = random.Random(seed)
        self.entries = [head(players, full=full, target=40)]

    @property
    def sheet(self) -> Sheet:
        return sheet_of(self.entries)

    def some_fact(self, told: Sheet) -> Fact:
        """A fact that may well be possible."""
        position, chance = told.position, self.chance
        if position.phase is Phase.LOT:
            tiles = chance.sample(FULL_SET, len(position.contenders))
            return Lot(tuple(zip(position.contenders, tiles, strict=True)), on_screen=False)
        seat = position.due_hand
        if seat is not None:
            return Holds(seat, (), chance.randrange(60), as_was=True)
        laid = position.laid
        if laid is None:
            scores: list[Fact] = [Scores(1, chance.randrange(0, 50)), Block()]
            return chance.choice([*scores, Scores(2, 5 * chance.randrange(8))])
        turn = laid.view.to_act
        tile = chance.choice(laid.unseen or FULL_SET)
        spots: list[Spot | None] = [*laid.layout.fits(tile)] or [*laid.layout.spots] or [None]
        as_was = chance.random() < 0.1
        facts: list[Fact] = [
            Places(turn, tile, chance.choice(spots), 10 if as_was else None),
            Places(turn, tile, chance.choice(spots)),
            Draws(turn, 1),
            Passes(turn, as_was=as_was),
        ]
        return chance.choice(facts)

    @rule(times=st.integers(1, 6))
    def write(self, times: int) -> None:
        for _ in range(times):
            told = self.sheet
            try:
                entry = note(told, self.some_fact(told), sure=True)
                self.entries.append(entry)
                after = noted(told, entry)
                assert (meaning(after), after.number, after.done) == (
                    meaning(self.sheet),
                    self.sheet.number,
                    self.sheet.done,
                )
            except SniffiError:
                continue

    @rule()
    @precondition(lambda self: self.sheet.done)
    def undo_and_redo_is_nothing(self) -> None:
        before = self.sheet
        self.entries.append(undo(before))
        self.entries.append(redo(self.sheet))
        after = self.sheet
        assert meaning(after) == meaning(before)
        assert after.done == before.done

    @rule(steps=st.integers(1, 10))
    def undo_many_and_redo_all(self, steps: int) -> None:
        before, taken = self.sheet, 0
        while taken < steps and self.sheet.done:
            self.entries.append(undo(self.sheet))
            taken += 1
        for _ in range(taken):
            self.entries.append(redo(self.sheet))
        assert meaning(self.sheet) == meaning(before)

    @rule()
    @precondition(lambda self: self.sheet.done)
    def take_back(self) -> None:
        self.entries.append(undo(self.sheet))

    @rule()
    @precondition(lambda self: self.sheet.lines)
    def correct_to_the_same(self) -> None:
        before = self.sheet
        line = self.chance.choice(before.lines)
        if line.error is None:
            self.entries.append(correct(before, line.number, line.fact, sure=True))
            assert meaning(self.sheet) == meaning(before)
            assert list(changes(before, self.sheet)) == []

    @rule()
    @precondition(lambda self: self.sheet.lines)
    def correct_to_another(self) -> None:
        before = self.sheet
        line = self.chance.choice(before.lines)
        other = self.some_fact(Sheet(before.begun, 0, (), line.before))
        try:
            self.entries.append(correct(before, line.number, other, sure=True))
        except SniffiError:
            return
        after = self.sheet
        # Nothing is dropped, and everything that is told otherwise now is among the changes.
        assert [each.number for each in after.lines] == [each.number for each in before.lines]
        told = {change.number for change in changes(before, after)}
        for was, now in zip(before.lines, after.lines, strict=True):
            same = (was.fact, was.refused, was.gained) == (now.fact, now.refused, now.gained)
            assert same == (now.number not in told)

    @invariant()
    def scores_are_what_the_lines_brought(self) -> None:
        told = self.sheet
        gained = [line.gained for line in told.lines]
        sums = tuple(map(sum, zip(*gained, strict=True))) if gained else None
        assert sums is None or sums == told.position.scores

    @invariant()
    def what_went_by_the_rules_replays_by_them(self) -> None:
        told = self.sheet
        if told.regular and told.begun.full:
            events = [event for line in told.lines for event in line.events]
            view = GameView.replay(told.begun.players, events, told.begun.target)
            assert view.scores == told.position.scores

    @invariant()
    def the_log_is_read_again(self) -> None:
        texts = [entry_to_text(entry) for entry in self.entries]
        assert sheet_of([entry_from_text(text) for text in texts]) is not None


TestKeeper = Keeper.TestCase
TestKeeper.settings = settings(max_examples=30, stateful_step_count=20, deadline=None)


def test_nothing_is_undone_or_redone_that_is_not_there() -> None:
    empty = sheet(head())
    for what in (undo, redo):
        with pytest.raises(RefereeError, match="nothing-to"):
            what(empty)
