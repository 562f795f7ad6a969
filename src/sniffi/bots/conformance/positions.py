"""Positions to ask a bot in, each from a seed, and their twins: positions that a seat cannot tell
from them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import TypeAlias

from sniffi.deal import Deck, play_chance
from sniffi.rules import (
    DRAW,
    FULL_SET,
    PASS,
    Action,
    Dealt,
    Drew,
    Game,
    GameView,
    Passed,
    Phase,
    Place,
    Placed,
    Round,
    RoundView,
    SniffiError,
    Tile,
)

State: TypeAlias = Game | Round
View: TypeAlias = GameView | RoundView

SHORT_GAME = 60
"""A target that is often near, so that bots are asked on the verge of winning too."""
MOST_ACTIONS = 40
"""Before how many actions the place is where a bot is asked: in the first or second round."""
EVERY_FORCED = 4
"""Every so many positions is one where there is no choice."""
EVERY_PASS = 16
"""Every so many is one where only a pass is left: the rarest kind."""
TRIES = 30


@dataclass(frozen=True, slots=True)
class Position:
    """A place of a game, or of a round that stands alone, where a seat is to act."""

    players: int
    seed: int
    """It makes the position, whatever others were made with it."""

    def state(self) -> State:
        """The position with all its tiles."""
        chance = Random(f"{self.players}/{self.seed}")
        wanted = _has_choice
        if self.seed % EVERY_FORCED == 0:
            wanted = _must_pass if self.seed % EVERY_PASS == 0 else _is_forced
        found = None
        while found is None:
            found = _walked(_begun(self.players, chance), chance, wanted)
        return found


def view_of(state: State) -> View:
    """What the seat whose turn it is sees."""
    return state.seen_by(state.to_act)


def round_in(state: State) -> Round:
    """The round that is being played."""
    round = state.round if isinstance(state, Game) else state
    assert round is not None
    return round


def _begun(players: int, chance: Random) -> State:
    if chance.randrange(2):
        return Game.new(players, SHORT_GAME if chance.randrange(2) else None)
    order = chance.sample(FULL_SET, len(FULL_SET))
    return Round.deal(order, players, chance.randint(1, players))


def _has_choice(legal: tuple[Action, ...]) -> bool:
    return len(legal) > 1


def _is_forced(legal: tuple[Action, ...]) -> bool:
    return len(legal) == 1


def _must_pass(legal: tuple[Action, ...]) -> bool:
    return legal == (PASS,)


def _walked(
    state: State, chance: Random, wanted: Callable[[tuple[Action, ...]], bool]
) -> State | None:
    """The state after some random actions, where the legal ones are as ``wanted``; None when the
    end came first."""
    deck = Deck(chance.randbytes(32))
    left = chance.randrange(MOST_ACTIONS)
    while True:
        if isinstance(state, Round):
            if state.result is not None:
                return None
        elif state.phase is Phase.OVER:
            return None
        elif state.to_act is None:
            state = play_chance(state, deck)
            continue
        legal = state.legal_actions()
        if left <= 0 and wanted(legal):
            return state
        left -= 1
        state = state.act(chance.choice(legal))


def over(state: State) -> State:
    """The state once its round is over."""
    while round_in(state).result is None:
        state = state.act(state.legal_actions()[0])
    return state


def twin(state: State, chance: Random) -> State:
    """A state of which the seat whose turn it is sees the very same, with other tiles hidden.

    Pairs of tiles of the running round change places; a change stays when the same actions are
    legal after it and the seat sees the same of them. It may be that none can.
    """
    round = round_in(state)
    seat = round.to_act
    seen = round.seen_by(seat)
    order = list(_order(round))
    actions = list(_actions(round))
    found = round
    for _ in range(TRIES):
        one, two = chance.sample(range(len(order)), 2)
        changed = list(order)
        changed[one], changed[two] = changed[two], changed[one]
        other = Round.deal(
            changed,
            round.players,
            round.starter,
            number=round.number,
            scores_before=round.scores_before,
            target=round.target,
        )
        try:
            for action in actions:
                other = other.act(action)
        except SniffiError:
            continue
        if other.seen_by(seat) == seen:
            found, order = other, changed
    if isinstance(state, Round):
        return found
    before = state.events[: -len(round.events)]
    return replace(state, round=found, events=(*before, *found.events))


def _order(round: Round) -> Iterator[Tile]:
    """The tiles in dealing order: the first event of a round is its deal."""
    dealt = round.events[0]
    assert isinstance(dealt, Dealt)
    for part in (*dealt.hands, dealt.boneyard):
        for tile in part:
            assert tile is not None
            yield tile


def _actions(round: Round) -> Iterator[Action]:
    for event in round.events:
        match event:
            case Placed():
                yield Place(event.tile, event.spot)
            case Drew():
                yield DRAW
            case Passed():
                yield PASS
