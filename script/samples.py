#!/usr/bin/env python3
"""Writes the sample records, by default to ``examples``: ``.venv/bin/python script/samples.py``.

They are the same at every run; a test compares them with what is there.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

from sniffi.deal import Deck, play_chance
from sniffi.record import Comment, GameRecord, save
from sniffi.record.lines import lines_of
from sniffi.rules import (
    Action,
    Dealt,
    Drew,
    Event,
    Game,
    Phase,
    Place,
)

NAMES = ("Aino", "Väinö", "Helmi", "Onni")


def deck_for(sample: str, nonces: tuple[str, ...] = ()) -> Deck:
    """A deck whose seed anybody can make: fine for a sample, and for nothing else."""
    return Deck(hashlib.sha256(f"Sniffi sample: {sample}".encode()).digest(), nonces)


def choose(game: Game, rng: Random) -> Action:
    """The placement that scores the most now, any one of those that do."""
    assert game.round is not None
    layout = game.round.layout

    def worth(action: Action) -> int:
        return layout.place(action.tile, action.spot).points if isinstance(action, Place) else 0

    most = max(worth(action) for action in game.legal_actions())
    return rng.choice([action for action in game.legal_actions() if worth(action) == most])


def positions(players: int, deck: Deck, target: int | None = None) -> Iterator[Game]:
    """A game from its beginning to its end, step by step."""
    rng = Random(0)
    game = Game.new(players, target)
    while True:
        yield game
        if game.phase is Phase.OVER:
            return
        chance = game.phase in (Phase.LOT, Phase.DEAL)
        game = play_chance(game, deck) if chance else game.act(choose(game, rng))


def last(games: Iterator[Game]) -> Game:
    """The end of a game."""
    *_, end = games
    return end


def commented(record: GameRecord, *comments: tuple[str, str]) -> GameRecord:
    """The record with each comment below the last line that begins with the first of the two."""
    lines = lines_of(record)
    placed = []
    for beginning, text in comments:
        found = [number for number, line in enumerate(lines, 1) if line.startswith(beginning)]
        placed.append(Comment(found[-1] if beginning else 0, text))
    return replace(record, comments=tuple(placed))


def two_players() -> list[GameRecord]:
    """A finished game whose deals can be verified."""
    deck = deck_for("two players", ("aino-4711", "juhannus"))
    record = GameRecord.of(
        last(positions(2, deck)),
        NAMES[:2],
        deck=deck,
        tags={"Date": "2026-01-31", "Event": "Talviturnaus", "Place": "Oulu"},
    )
    return [
        commented(
            record,
            ("", "A whole game of two. The seed was shown at its end: sniffi verify checks it."),
            ("side ", "The last placement reached the target, so no hand is counted (R7.2)."),
        )
    ]


def pairs() -> list[GameRecord]:
    """A finished game of two pairs."""
    deck = deck_for("pairs", ("north", "east", "south", "west"))
    record = GameRecord.of(last(positions(4, deck)), NAMES, deck=deck, tags={"Date": "2026-02-01"})
    return [commented(record, ("[Name4", "Aino and Helmi are side 1, Väinö and Onni are side 2."))]


def blocked_round() -> list[GameRecord]:
    """A game stopped in the lot after a round that was blocked; its first draw was a tie."""
    deck = deck_for("blocked round 939", ("a", "b", "c"))
    games = positions(3, deck)
    game = next(game for game in games if game.round is not None and game.stage == 2)
    record = GameRecord.of(game, NAMES[:3], deck=deck)
    return [
        commented(
            record,
            ("block", "The boneyard is empty and nobody can place (R6.4)."),
            ("round 2", "After a block a new lot is drawn (R2.3)."),
        )
    ]


def real_table() -> list[GameRecord]:
    """A game written down at a table, where nobody sees the others' hands or draws."""

    def written(event: Event) -> Event:
        if isinstance(event, Dealt):
            return event.seen_by(None)
        return event.seen_by(None) if isinstance(event, Drew) else event

    deck = deck_for("real table")
    games = (game for game in positions(3, deck) if game.round_number == 3)
    game = next(game for game in games if game.round is not None and len(game.round.events) == 7)
    record = GameRecord.of(
        game, ("Mummo", "Pekka", "Aino"), tags={"Date": "2026-07-04", "Place": "Kesämökki"}
    )
    record = replace(record, events=tuple(written(event) for event in game.events))
    return [commented(record, ("round 3", "Kahvitauko."))]


def in_progress() -> list[GameRecord]:
    """What a player sees of a running game in the middle of the other's turn."""
    deck = deck_for("in progress", ("aino-1", "v-2"))
    for game in positions(2, deck):
        drawing = game.events and isinstance(game.events[-1], Drew)
        if drawing and game.to_act == 1 and game.round_number == 2:
            return [GameRecord.of(game.seen_by(2), NAMES[:2], deck=deck)]
    raise LookupError("no such game")


def several() -> list[GameRecord]:
    """Three short games in one file."""
    records = []
    for players in (2, 3, 4):
        deck = deck_for(f"several, {players} players", ("one", "two"))
        game = last(positions(players, deck, target=30))
        records.append(GameRecord.of(game, NAMES[:players], deck=deck))
    return records


SAMPLES: dict[str, Callable[[], list[GameRecord]]] = {
    "two-players": two_players,
    "pairs": pairs,
    "blocked-round": blocked_round,
    "real-table": real_table,
    "in-progress": in_progress,
    "several": several,
}


def main() -> None:
    """Write every sample to the folder named on the command line."""
    default = Path(__file__).resolve().parent.parent / "examples"
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else default
    for name, records in SAMPLES.items():
        save(folder / f"{name}.sniff", records())


if __name__ == "__main__":
    main()
