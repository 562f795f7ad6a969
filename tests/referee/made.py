"""Games played by the rules, told as their keeper at a real table would tell them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import groupby

from sniffi.deal import Deck, play_chance
from sniffi.referee import Begun, Noted, Sheet, SheetEntry, sheet_of
from sniffi.referee.facts import Block, Draws, Fact, GoesOut, Holds, Lot, Passes, Places, Scores
from sniffi.rules import (
    Blocked,
    Deducted,
    Drew,
    Event,
    Game,
    LotDrawn,
    Passed,
    Phase,
    Placed,
    Tile,
    WentOut,
)

NAMES = ("Aino", "Eero", "Iida", "Otso")


def head(players: int = 2, *, full: bool = True, target: int | None = None) -> Begun:
    return Begun(NAMES[:players], target or (250 if players == 2 else 200), full, 1_700_000_000)


def played(players: int, seed: int, target: int, most_events: int = 100_000) -> Game:
    """A game of chance, up to its end or so many events."""
    chance, deck = random.Random(seed), Deck(seed.to_bytes(32))
    game = Game.new(players, target)
    while game.phase is not Phase.OVER and len(game.events) < most_events:
        if game.phase is Phase.PLAY:
            game = game.act(chance.choice(game.legal_actions()))
        else:
            game = play_chance(game, deck)
    return game


def facts_of(events: Iterable[Event], *, pips_only: bool = False) -> Iterator[Fact]:
    """What the keeper tells of these events."""
    for drawn, group in groupby(events, key=lambda event: isinstance(event, Drew)):
        told = list(group)
        if drawn:
            # Who drew last before a block is the same seat; seats follow each other otherwise.
            for seat, draws in groupby(told, key=lambda event: getattr(event, "seat", 0)):
                yield Draws(seat, len(list(draws)))
            continue
        for event in told:
            match event:
                case LotDrawn():
                    yield Lot(event.draws, on_screen=False)
                case Placed():
                    yield Places(event.seat, event.tile, event.spot)
                case Passed():
                    yield Passes(event.seat)
                case Blocked():
                    yield Block()
                case Deducted() if event.hand:
                    tiles = tuple(tile for tile in event.hand if isinstance(tile, Tile))
                    if pips_only:
                        yield Holds(event.seat, (), event.pips)
                    else:
                        yield Holds(event.seat, tiles)


def scores_of(events: Iterable[Event]) -> Iterator[Fact]:
    """What the keeper tells who keeps the scores alone."""
    for event in events:
        match event:
            case LotDrawn():
                yield Lot(event.draws, on_screen=False)
            case Placed():
                yield Scores(event.seat, event.total)
            case WentOut():
                yield GoesOut(event.seat)
            case Blocked():
                yield Block()
            case Deducted() if event.hand:
                yield Holds(event.seat, (), event.pips)


def written(begun: Begun, facts: Iterable[Fact]) -> tuple[SheetEntry, ...]:
    return (begun, *(Noted(fact) for fact in facts))


def sheet(begun: Begun, *facts: Fact) -> Sheet:
    return sheet_of(written(begun, facts))
