"""What words must hold of any game: the facts, and nothing that is hidden."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sniffi.rules import (
    LINES,
    Dealt,
    Deducted,
    Drew,
    Event,
    Game,
    Layout,
    LotDrawn,
    MaybeTile,
    Phase,
    Placed,
    Spot,
    Won,
)
from sniffi.words import LANGUAGES, Words, number
from tests.rules.made import random_game, step

NAMES = ("Aino", "Väinö", "Ilmari", "Louhi")

languages = st.sampled_from(LANGUAGES)
players_ = st.integers(2, 4)
seeds = st.integers(0, 2**32 - 1)


def layouts(game: Game) -> Iterator[Layout]:
    """Every layout of the game's last round."""
    layout = Layout()
    yield layout
    if game.round is not None:
        for event in game.round.events:
            if isinstance(event, Placed):
                layout = layout.place(event.tile, event.spot)
                yield layout


@given(language=languages, players=players_, seed=seeds)
def test_an_event_is_told_with_its_facts(language: str, players: int, seed: int) -> None:
    words = Words(language)
    names = NAMES[:players]
    for event in random_game(players, random.Random(seed), target=60).events:
        told = words.event(event, names, players)
        assert told.endswith(".")
        assert "{" not in told
        match event:
            case LotDrawn():
                assert all(
                    f"{names[seat - 1]}: {words.tile(tile)}, {words.pips(tile.pips)}" in told
                    for seat, tile in event.draws
                )
            case Dealt():
                tiles = [*event.boneyard, *(tile for hand in event.hands for tile in hand)]
                assert all(words.tile(tile) in told for tile in tiles if tile is not None)
            case Placed():
                assert names[event.seat - 1] in told
                assert words.tile(event.tile) in told
                assert event.spot is None or words.at(event.spot) in told
                assert f"{words.sum_of(event.counted, event.total)}, " in told
                assert (words.points(event.points) in told) == bool(event.points)
                assert (f": {number(event.score)}." in told) == bool(event.points)
            case Deducted():
                assert all(words.tile(tile) in told for tile in event.hand if tile is not None)
                assert words.pips(event.pips) in told or not event.hand
                assert f" {event.cost}. " in told or not event.hand
                assert f"{number(event.score)}." in told
            case Won():
                assert words.points(event.score) in told
            case _:
                assert words.event(replace(event), names, players) == told


@given(language=languages, players=players_, seed=seeds)
def test_a_position_is_told_whole(language: str, players: int, seed: int) -> None:
    words = Words(language)
    for layout in layouts(random_game(players, random.Random(seed), target=60)):
        if not layout.tiles:
            continue
        lines = words.position(layout)
        terms, total = words.sum(layout).split(" = ")
        assert sum(int(term) for term in terms.split(" + ")) == int(total) == layout.total
        assert words.sum(layout) in lines[0]
        assert (words.points(layout.points) in lines[0]) == bool(layout.points)
        assert lines[1].endswith(f": {' '.join(words.tile(tile) for tile in layout.tiles)}.")
        assert layout.spinner is None or words.tile(layout.spinner) in lines[2]
        assert all(f"  {words.join(join)}" in lines for join in layout.joins)
        assert all(f"  {words.spot(spot)}" in lines for spot in layout.spots)
        reasons = words.counted(layout)
        assert len(reasons) == len(layout.counted)
        for part in layout.counted:
            where = "" if part.port in LINES else f", {words.port(part.port)}"
            begins = f"{words.tile(part.tile)}{where}: {part.value}, "
            (reason,) = (line for line in reasons if line.startswith(begins))
            assert f"  {reason}" in lines
        assert words.tile(layout.tiles[-1]) in lines[-1]
        if layout.joins:
            assert words.at(Spot(layout.joins[-1].tile, layout.joins[-1].port)) in lines[-1]


@given(language=languages, players=players_, seed=seeds)
def test_arms_hold_every_tile_once_with_matching_halves(
    language: str, players: int, seed: int
) -> None:
    words = Words(language)
    for layout in layouts(random_game(players, random.Random(seed), target=60)):
        if not layout.tiles:
            continue
        ends: list[str] = []
        shown: list[str] = []
        for line in words.arms(layout):
            _, colon, chain = line.partition(": ")
            if not colon:
                continue
            parts = chain.replace("(Sniff ", "").replace(")", "").split()
            tiles = [part for part in parts if "|" in part]
            assert all(left[3] == right[1] for left, right in pairwise(tiles))
            if parts[1] == "←":
                ends.append(parts[0])
                assert parts[0] == tiles[0][1]
            ends.append(parts[-1])
            assert parts[-1] == tiles[-1][3]
            shown += [tile for tile in tiles if tile[1] != tile[3] or tile not in shown]
        assert sorted("".join(sorted(tile[1] + tile[3])) for tile in shown) == sorted(
            map(str, layout.tiles)
        )
        assert sorted(ends) == sorted(str(spot.value) for spot in layout.spots)
        assert (layout.spinner is None) == ("(Sniff" not in words.arms(layout)[0])


def _hidden_elsewhere(game: Game, seat: int | None, rng: random.Random) -> list[Event]:
    """The game's events, but for the tiles that the seat has not seen in the round being played:
    those lie elsewhere."""
    assert game.round is not None
    hidden = game.round.seen_by(seat).unseen
    other = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))

    def moved(tiles: tuple[MaybeTile, ...]) -> tuple[MaybeTile, ...]:
        return tuple(other.get(tile, tile) if tile is not None else None for tile in tiles)

    events = list(game.events[: -len(game.round.events)])
    for event in game.round.events:
        match event:
            case Dealt(hands=hands, boneyard=boneyard):
                hands = tuple(map(moved, hands))
                events.append(replace(event, hands=hands, boneyard=moved(boneyard)))
            case Drew(seat=drawer, tile=tile):
                events.append(Drew(drawer, *moved((tile,))))
            case _:
                events.append(event)
    return events


@pytest.mark.parametrize("players", [2, 3, 4])
@given(language=languages, seed=seeds, steps=st.integers(2, 60), other=seeds)
def test_what_a_seat_is_told_does_not_depend_on_hidden_tiles(
    players: int, language: str, seed: int, steps: int, other: int
) -> None:
    words, rng = Words(language), random.Random(seed)
    game = Game.new(players)
    for _ in range(steps):
        game = step(game, rng)
    if game.phase is not Phase.PLAY:
        return
    for seat in (None, *range(1, players + 1)):
        told, as_told = (
            [words.event(event.seen_by(seat), NAMES, players) for event in events]
            for events in (game.events, _hidden_elsewhere(game, seat, random.Random(other)))
        )
        assert told == as_told
