"""Checking that the tiles of a record are those that its seed gives (docs/deals.md)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from sniffi.deal import Deck
from sniffi.deal import commitment as commitment_of
from sniffi.record.model import GameRecord
from sniffi.rules import (
    DRAW,
    PASS,
    Blocked,
    Dealt,
    Deducted,
    Drew,
    Ending,
    Event,
    LotDrawn,
    MaybeTile,
    Passed,
    Place,
    Placed,
    Round,
    SniffiError,
    Tile,
    WentOut,
    pips,
)


class Outcome(StrEnum):
    """What came of a check."""

    MATCH = "match"
    """All of it is what the seed gives."""
    PARTLY = "partly"
    """What is known of it is what the seed gives; some tiles are not known."""
    MISMATCH = "mismatch"
    """Something is not what the seed gives."""
    NO_SEED = "no-seed"
    """It cannot be checked, since the seed is not in the record (yet)."""


class Subject(StrEnum):
    """What was checked."""

    COMMITMENT = "commitment"
    """That it is the seed's."""
    LOT = "lot"
    """What was drawn in one stage of a lot."""
    ROUND = "round"
    """The deal, and that the tiles drawn, placed and shown later are the ones dealt."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was checked."""

    subject: Subject
    outcome: Outcome
    round: int | None = None
    """Number of the round; None for the commitment."""
    stage: int | None = None
    """Which draw of the lot; None for what is no lot."""
    told: tuple[MaybeTile, ...] = ()
    """Tiles as the record has them: what the contenders drew; the dealing order."""
    due: tuple[Tile, ...] = ()
    """Tiles as the seed gives them; empty without the seed."""


@dataclass(frozen=True, slots=True)
class Verification:
    """All that was checked of a record, in the order of the game."""

    checks: tuple[Check, ...]
    committed: bool
    """Whether the record has a commitment at all."""

    @property
    def outcome(self) -> Outcome:
        """The worst of all: a mismatch, no seed, partly, or a match."""
        found = {check.outcome for check in self.checks}
        worst = (Outcome.MISMATCH, Outcome.NO_SEED, Outcome.PARTLY)
        return next((outcome for outcome in worst if outcome in found), Outcome.MATCH)

    @property
    def ok(self) -> bool:
        """Whether everything could be checked and is what the seed gives, as far as known."""
        return self.outcome in (Outcome.MATCH, Outcome.PARTLY)

    @property
    def mismatches(self) -> tuple[Check, ...]:
        """The checks that failed."""
        return tuple(check for check in self.checks if check.outcome is Outcome.MISMATCH)


def verify(record: GameRecord) -> Verification:
    """Compute the commitment, the lots and the deals of a record again, and compare.

    >>> from sniffi.rules import Game
    >>> verify(GameRecord.of(Game.new(2), ("Aino", "Eero"), commitment="0" * 64)).outcome.value
    'no-seed'
    """
    committed = record.commitment is not None
    if record.seed is None:
        checks = [Check(Subject.COMMITMENT, Outcome.NO_SEED)]
        for event in record.events:
            if isinstance(event, LotDrawn):
                drawn = tuple(tile for _, tile in event.draws)
                checks.append(Check(Subject.LOT, Outcome.NO_SEED, event.round, event.stage, drawn))
            elif isinstance(event, Dealt):
                checks.append(
                    Check(Subject.ROUND, Outcome.NO_SEED, event.round, told=_order(event))
                )
        return Verification(tuple(checks), committed)
    deck = Deck(record.seed, record.nonces)
    matches = commitment_of(record.seed) == record.commitment
    promised = Check(Subject.COMMITMENT, Outcome.MATCH if matches else Outcome.MISMATCH)
    return Verification((promised, *_checks(record, deck)), committed)


def _checks(record: GameRecord, deck: Deck) -> Iterator[Check]:
    events = record.events
    for at, event in enumerate(events):
        if isinstance(event, LotDrawn):
            drawn = tuple(tile for _, tile in event.draws)
            due = deck.lot(event.round, event.stage, len(drawn))
            yield Check(Subject.LOT, _compared(drawn, due), event.round, event.stage, drawn, due)
        elif isinstance(event, Dealt):
            due = deck.deal(event.round)
            told = _order(event)
            outcome = _compared(told, due)
            if outcome is not Outcome.MISMATCH and not _can_be(record, at, due):
                outcome = Outcome.MISMATCH
            yield Check(Subject.ROUND, outcome, event.round, told=told, due=due)


def _order(dealt: Dealt) -> tuple[MaybeTile, ...]:
    """The dealing order."""
    return tuple(tile for part in (*dealt.hands, dealt.boneyard) for tile in part)


def _compared(told: Sequence[MaybeTile], due: Sequence[Tile]) -> Outcome:
    if len(told) != len(due):
        return Outcome.MISMATCH
    if any(tile is not None and tile is not other for tile, other in zip(told, due, strict=True)):
        return Outcome.MISMATCH
    return Outcome.PARTLY if None in told else Outcome.MATCH


def _can_be(record: GameRecord, at: int, due: Sequence[Tile]) -> bool:
    """Whether the round dealt by event ``at`` can have been played with the tiles ``due``.

    It matters where not every tile is known: what came to light must have been where the seed
    puts it, and who drew or passed must have had to.
    """
    dealt = record.events[at]
    assert isinstance(dealt, Dealt)
    round = Round.deal(due, record.players, dealt.starter)
    for event in record.events[at + 1 :]:
        if isinstance(event, LotDrawn | Dealt):
            break
        try:
            after = _followed(round, event)
        except SniffiError:
            return False
        if after is None:
            return False
        round = after
    return True


def _followed(round: Round, event: Event) -> Round | None:
    """The round after ``event``; None when the event is not what happened to these tiles."""
    ending = round.result.ending if round.result is not None else None
    match event:
        case Placed():
            return round.act(Place(event.tile, event.spot), seat=event.seat)
        case Drew():
            if round.boneyard and event.tile not in (None, round.boneyard[0]):
                return None
            return round.act(DRAW, seat=event.seat)
        case Passed():
            # Who cannot see the hands lets everyone pass before a block is told (D2).
            return round if ending is Ending.BLOCK else round.act(PASS, seat=event.seat)
        case WentOut():
            return round if ending is Ending.OUT else None
        case Blocked():
            return round if ending is Ending.BLOCK else None
        case Deducted():
            held = round.hands[event.seat - 1]
            shown = {tile for tile in event.hand if tile is not None}
            same = len(event.hand) == len(held) and shown <= set(held)
            return round if same and event.pips == pips(held) else None
    return round
