"""Records made to measure, and at random."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import strategies as st

from sniffi.deal import Deck, play_chance
from sniffi.record import Comment, GameRecord
from sniffi.record.lines import lines_of
from sniffi.record.text import FORBIDDEN
from sniffi.rules import (
    Dealt,
    Deducted,
    Drew,
    Event,
    Game,
    Layout,
    MaybeTile,
    Phase,
    Place,
)

NAMES = ("Aino", "Eero", "Helmi", "Onni")
NONCES = ("aino", "eero", "helmi", "onni")
SEED = bytes(range(32))


def step(game: Game, deck: Deck, rng: random.Random) -> Game:
    """The game one lot, deal or random action later."""
    if game.phase in (Phase.LOT, Phase.DEAL):
        return play_chance(game, deck)
    return game.act(rng.choice(game.legal_actions()))


def played(
    players: int,
    rng: random.Random,
    deck: Deck,
    *,
    target: int | None = None,
    steps: int | None = None,
) -> Game:
    """A game played at random for some steps, or to its end."""
    game = Game.new(players, target)
    while game.phase is not Phase.OVER and steps != 0:
        game = step(game, deck, rng)
        steps = steps and steps - 1
    return game


def greedy(game: Game, rng: random.Random) -> Game:
    """The game after the action that scores the most, any one of those that do."""
    assert game.round is not None
    layout: Layout = game.round.layout
    actions = game.legal_actions()
    worth = [
        layout.place(action.tile, action.spot).points if isinstance(action, Place) else 0
        for action in actions
    ]
    best = [action for action, points in zip(actions, worth, strict=True) if points == max(worth)]
    return game.act(rng.choice(best))


def whole(seed: int = 1, players: int = 2, target: int | None = 100) -> GameRecord:
    """A finished game with its seed."""
    deck = Deck(SEED, NONCES[:players])
    game = played(players, random.Random(seed), deck, target=target)
    return GameRecord.of(game, NAMES[:players], deck=deck)


def at_a_table(game: Game, rng: random.Random) -> tuple[Event, ...]:
    """The game's events as somebody at a real table might have written them down."""
    shows_hands = rng.random() < 0.5
    chance = rng.choice((0.0, 0.3, 0.9)) if shows_hands else 0.0

    def glimpsed(tiles: tuple[MaybeTile, ...]) -> tuple[MaybeTile, ...]:
        return tuple(tile if rng.random() < chance else None for tile in tiles)

    def told(event: Event) -> Event:
        match event:
            case Dealt():
                hands = tuple(glimpsed(hand) for hand in event.hands)
                return replace(event, hands=hands, boneyard=(None,) * len(event.boneyard))
            case Drew():
                return replace(event, tile=glimpsed((event.tile,))[0])
            case Deducted() if not shows_hands:
                return replace(event, hand=(None,) * len(event.hand))
        return event

    return tuple(told(event) for event in game.events)


ALLOWED = st.characters(codec="utf-8").filter(lambda text: not FORBIDDEN.search(text))


def texts(longest: int) -> st.SearchStrategy[str]:
    return st.text(ALLOWED | st.sampled_from('"\\ #[]?'), min_size=1, max_size=longest).filter(
        lambda text: not (text.startswith(" ") or text.endswith(" "))
    )


TAGS = st.dictionaries(
    st.from_regex(r"[A-Z][A-Za-z0-9]{0,9}", fullmatch=True).filter(
        lambda name: (
            name not in ("Sniffi", "Players", "Target", "Commitment", "Nonces", "Seed")
            and not name.startswith("Name")
            and name != "Date"
        )
    )
    | st.sampled_from(["Event", "Place"]),
    texts(30),
    max_size=3,
)


@st.composite
def games(draw: st.DrawFn, *, steps: int = 50) -> tuple[Game, Deck]:
    """Games of all kinds, stopped anywhere, and where their tiles are from."""
    players = draw(st.integers(2, 4))
    rng = random.Random(draw(st.integers(0, 2**32)))
    nonces = NONCES[: draw(st.integers(0, players))]
    deck = Deck(rng.randbytes(32), nonces)
    target = draw(st.sampled_from((None, 5, 30)))
    return played(players, rng, deck, target=target, steps=draw(st.integers(0, steps))), deck


@st.composite
def records(draw: st.DrawFn, *, steps: int = 50) -> GameRecord:
    """Records of all kinds: whole, of a seat's view, of a real table; with and without a deck."""
    game, deck = draw(games(steps=steps))
    record = GameRecord.of(
        game,
        [draw(texts(40)) for _ in range(game.players)],
        deck=draw(st.sampled_from((deck, None))),
        tags=draw(TAGS),
    )
    kind = draw(st.sampled_from(("whole", "seat", "spectator", "table")))
    if kind == "seat":
        record = record.seen_by(draw(st.integers(1, game.players)))
    elif kind == "spectator":
        record = record.seen_by(None)
    elif kind == "table":
        rng = random.Random(draw(st.integers(0, 2**32)))
        record = replace(record, events=at_a_table(game, rng))
    lines = len(lines_of(record))
    comments = draw(st.lists(st.tuples(st.integers(0, lines), texts(20) | st.just("")), max_size=3))
    return replace(record, comments=tuple(Comment(line, text) for line, text in comments))
