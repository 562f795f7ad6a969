"""What others chose, and placements played on: against the rules, and against chance."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import count
from math import log
from random import Random

import numpy as np
import pytest

from sniffi.bots import make
from sniffi.bots.strong.equity import equity_for
from sniffi.bots.strong.judges import FITTED, GREEDY, POSITIONAL, judges_for
from sniffi.fast import chance, kernel
from sniffi.fast.compiling import Ints
from sniffi.fast.convert import action_of, hand_of, state_of, tiles_of
from sniffi.fast.judges import LACKS, LAID
from sniffi.fast.judging import FIGURES, KNOWS_LACKS, Floats
from sniffi.fast.thinking import (
    FEWEST,
    TYPES,
    believe,
    choices_of,
    try_out,
)
from sniffi.rules import (
    DRAW,
    FULL_SET,
    Drew,
    Ending,
    Layout,
    Place,
    Placed,
    Round,
    RoundView,
    Tile,
    side_of,
)
from tests.bots.positions import view_of
from tests.fast.judged import effect, followed, margin, placements, played_by, to_placement
from tests.fast.positions import dealt

PLAYERS = (2, 3, 4)
EACH = pytest.mark.parametrize("players", PLAYERS)
ANYTHING = np.array([[POSITIONAL, 1.0, 1.0, 1.0]])
"""One type of player, who makes any placement."""
AS_POSITIONAL = np.array([[POSITIONAL, 0.7, 0.02, 1.0]])
AS_GREEDY = np.array([[GREEDY, 0.5, 0.02, 1.0]])


class Belief:
    """What ``believe`` makes of a view."""

    def __init__(
        self, view: RoundView, types: Floats, drawn: int, kept: int, *, heeds: bool = True
    ) -> None:
        self.view = view
        evidence, self.choices = followed(view)
        self.state = evidence.state
        self.drawn = np.zeros((drawn, kernel.STATE), np.int64)
        self.worlds = np.zeros((kept, kernel.STATE), np.int64)
        self.likely = np.zeros(drawn)
        self.different = believe(
            evidence.state,
            evidence.facts,
            self.choices,
            len(self.choices) if heeds else 0,
            judges_for(view.players),
            types,
            chance.seeded(len(view.events)),
            self.drawn,
            self.worlds,
            self.likely,
        )

    def share(self, seat: int, tile: Tile) -> float:
        """How likely it is that a seat holds a tile."""
        hands = self.worlds[:, kernel.HANDS + seat - 1]
        return float(np.mean(hands & hand_of((tile,)) != 0))

    def kinds(self, seat: int) -> Ints:
        """The types that a seat is of."""
        return self.worlds[:, TYPES] >> 4 * (seat - 1) & 15


def rows(worlds: Ints) -> Counter[tuple[int, ...]]:
    return Counter(map(tuple, worlds.tolist()))


def begun(seed: str, players: int, plies: int, name: str = "positional") -> Round:
    """A round, some placements on, all by one kind of bot, with a choice to be made."""
    generator = Random(seed)
    bots = [make(name, generator.randrange(1 << 30)) for _ in range(players)]
    while True:
        round = dealt(generator, players)
        while round.result is None and len(round.layout.tiles) < plies:
            round = round.act(bots[round.to_act - 1].choose(round.seen_by(round.to_act)))
        round = to_placement(round)
        if round.result is None and len(placements(round)) > 1:
            return round


@EACH
def test_without_choices_every_world_is_as_likely_and_kept_once(players: int) -> None:
    round = begun(f"alike {players}", players, 5)
    view = round.seen_by(round.to_act)
    belief = Belief(view, ANYTHING, 200, 200, heeds=False)
    assert (belief.likely == 1).all()
    assert belief.different == 200
    assert rows(belief.worlds) == rows(belief.drawn)
    assert (belief.worlds != belief.drawn).any()


@EACH
def test_of_who_makes_any_placement_only_the_number_there_were_tells(players: int) -> None:
    round = next(
        round
        for number in count()
        for round in [begun(f"any {players} {number}", players, 6)]
        if not any(isinstance(event, Drew) for event in round.events)
    )
    view = round.seen_by(round.to_act)
    belief = Belief(view, ANYTHING, 40, 40)
    wrong = Belief(view, AS_GREEDY, 40, 40)
    # Nobody drew: a hand then was the hand now and what its seat has placed since.
    for world, likely in zip(belief.drawn, belief.likely, strict=True):
        told = 1.0
        layout = Layout()
        for number, event in enumerate(view.events):
            if not isinstance(event, Placed):
                continue
            if event.seat != view.seat:
                since = {
                    e.tile
                    for e in view.events[number:]
                    if isinstance(e, Placed) and e.seat == event.seat
                }
                hand = {*tiles_of(int(world[kernel.HANDS + event.seat - 1])), *since}
                then = replace(round, layout=layout)
                told /= len({effect(then, p) for t in hand for p in layout.placements(t)})
            layout = layout.place(event.tile, event.spot)
        assert likely == pytest.approx(told)
    assert wrong.likely.tolist() != belief.likely.tolist()


def test_worlds_are_kept_in_proportion_to_their_likelihood() -> None:
    for number in range(5):
        round = begun(f"proportion {number}", 2, 8)
        belief = Belief(round.seen_by(round.to_act), AS_POSITIONAL, 150, 1000)
        kept = rows(belief.worlds)
        assert belief.different == len(kept)
        every = belief.likely.sum()
        for world, likely in zip(belief.drawn, belief.likely, strict=True):
            assert abs(kept[tuple(world.tolist())] - 1000 * likely / every) < 1 + 1e-9
        # What is kept beside what the seat has seen is the same in all.
        for field in (LAID, LACKS):
            assert (belief.worlds[:, field] == belief.state[field]).all()


@EACH
@pytest.mark.parametrize(("name", "types"), [("positional", AS_POSITIONAL), ("greedy", AS_GREEDY)])
def test_choices_tell_who_holds_what(players: int, name: str, types: Floats) -> None:
    gains = []
    for number in range(12):
        round = begun(f"holds {number}", players, 3 * players, name)
        view = round.seen_by(round.to_act)
        told = []
        for heeds in (True, False):
            belief = Belief(view, types, 600, 300, heeds=heeds)
            told.append(0.0)
            for seat in range(1, players + 1):
                for tile in view.unseen if seat != view.seat else ():
                    share = (300 * belief.share(seat, tile) + 1) / 302
                    held = tile in round.hands[seat - 1]
                    told[-1] += log(share if held else 1 - share)
        gains.append(told[0] - told[1])
    error = np.std(gains) / len(gains) ** 0.5
    assert np.mean(gains) > 3 * error, (np.mean(gains), error)


@EACH
def test_choices_tell_what_type_of_player_made_them(players: int) -> None:
    types = np.array([[*AS_POSITIONAL[0, :3], 0.5], [*AS_GREEDY[0, :3], 0.5]])
    for kind, name in enumerate(("positional", "greedy")):
        shares = []
        for number in range(14):
            round = begun(f"kinds {number}", players, 4 * players, name)
            belief = Belief(round.seen_by(round.to_act), types, 400, 200)
            shares += [
                float(np.mean(belief.kinds(seat) == kind))
                for seat in range(1, players + 1)
                if seat != round.to_act
            ]
        assert np.mean(shares) > 0.5 + 3 * np.std(shares) / len(shares) ** 0.5, (name, shares)


def test_a_tile_that_would_have_scored_fifteen_is_rare_after_another_was_placed() -> None:
    # [6|6] would have made 3 + 12.
    view = view_of("36 03@36.low", "00 11 24 56 13 45")
    tile = FULL_SET[-1]
    assert str(tile) == "66"
    known = Belief(view, AS_POSITIONAL, 4000, 2000)
    unknown = Belief(view, AS_POSITIONAL, 4000, 2000, heeds=False)
    assert unknown.share(2, tile) > 0.25
    # A slip in fifty is thought possible.
    assert known.share(2, tile) < 0.04


@EACH
def test_the_choices_of_a_seat_are_the_placements_that_differ(players: int) -> None:
    generator = Random(players)
    drew = 0
    for _ in range(4):
        round = dealt(generator, players)
        while round.result is None:
            if isinstance(round.legal_actions()[0], Place):
                places = [place for _, place in chosen_from(round)]
                effects = [effect(round, place) for place in places]
                assert set(places) <= set(placements(round))
                assert len(set(effects)) == len(effects)
                assert set(effects) == {effect(round, place) for place in placements(round)}
                drew += round.drawn is not None
            round = round.act(generator.choice(round.legal_actions()))
    assert drew > 0


def chosen_from(round: Round) -> list[tuple[int, Place]]:
    """The joins of ``choices_of``, and the placements that they are."""
    joins, codes = (np.empty(kernel.MOST_ACTIONS, np.int64) for _ in range(2))
    number = choices_of(state_of(round), joins, codes)
    found = []
    for join, code in zip(joins[:number].tolist(), codes[:number].tolist(), strict=True):
        place = action_of(code)
        assert isinstance(place, Place)
        found.append((join, place))
    return found


class Trial:
    """What ``try_out`` makes of worlds."""

    def __init__(
        self,
        round: Round,
        worlds: Ints,
        judges: Floats,
        types: Floats,
        *,
        own: int = 0,
        block: int = 32,
        for_game: bool = False,
        sure: float = np.inf,
        near: float = -np.inf,
        seed: int = 1,
    ) -> None:
        found = chosen_from(round)
        self.places = [place for _, place in found]
        joins = np.array([join for join, _ in found], np.int64)
        many = len(worlds)
        self.points, self.chances = (np.zeros((many, len(found))) for _ in range(2))
        self.alive = np.ones(len(found), np.int64)
        self.used = try_out(
            worlds,
            0,
            many,
            block,
            joins,
            len(found),
            judges,
            types,
            own,
            *equity_for(round.players),
            for_game,
            sure,
            near,
            chance.seeded(seed),
            self.points,
            self.chances,
            self.alive,
        )


def believed(round: Round, many: int) -> Ints:
    """Worlds that the seat to act cannot tell from the real one."""
    return Belief(round.seen_by(round.to_act), AS_POSITIONAL, many, many).worlds


def real(round: Round) -> Ints:
    """The real world alone, with all seats of the first type but for the others' second."""
    view = round.seen_by(round.to_act)
    state, told = state_of(round), followed(view)[0].state
    state[[LAID, LACKS]] = told[[LAID, LACKS]]
    state[TYPES] = sum(1 << 4 * seat for seat in range(round.players) if seat % 2)
    return state.reshape(1, -1)


def odd_judges(players: int) -> Floats:
    """Judges that never like two placements equally, with weights of their own in every stage."""
    generator = np.random.default_rng(players)
    judges = judges_for(players).copy()
    judges[:, :, :FIGURES] += generator.normal(0, 2, judges[:, :, :FIGURES].shape)
    judges[:, :, KNOWS_LACKS] = 1
    return judges


@EACH
@pytest.mark.parametrize("for_game", [False, True])
def test_a_placement_is_worth_what_comes_of_it_by_the_rules(players: int, for_game: bool) -> None:
    judges = odd_judges(players)
    types = np.array([[1, 1.0, 0.0, 0.5], [2, 1.0, 0.0, 0.5]])
    generator = Random(f"worth {players}")
    endings = Counter[Ending]()
    wanted = {Ending.OUT, Ending.BLOCK, *([Ending.WIN] if for_game else [])}
    number = 0
    while set(endings) != wanted or number < 4:
        number += 1
        round = dealt(generator, players, target=50 if for_game else None)
        plies = generator.randrange(4, 14)
        while len(round.layout.tiles) < plies and round.result is None:
            round = round.act(generator.choice(round.legal_actions()))
        round = to_placement(round)
        if round.result:
            continue
        trial = Trial(round, real(round), judges, types, for_game=for_game)
        own = round.to_act
        for at, place in enumerate(trial.places):
            over = played_by(
                round.act(place),
                lambda seat, own=own: judges[0 if seat == own else 1 + (seat - 1) % 2],  # type: ignore[misc]
            )
            assert over.result is not None
            endings[over.result.ending] += 1
            assert trial.points[0, at] == margin(over, own), (number, place)
            if for_game:
                assert trial.chances[0, at] == pytest.approx(chance_after(over, own))


def chance_after(over: Round, seat: int) -> float:
    """A seat's chance to win the game after a round, from the tables."""
    assert over.result is not None
    assert over.target is not None
    side = side_of(seat, over.players) - 1
    ender = side_of(over.to_act, over.players) - 1
    if over.result.ending is Ending.WIN:
        return float(side == ender)
    needs = [
        over.target - before - points
        for before, points in zip(over.scores_before, over.scores, strict=True)
    ]
    starters = [ender] if over.result.ending is Ending.OUT else range(len(needs))
    two, three = equity_for(over.players)
    told = []
    for starter in starters:
        order = [*range(starter, len(needs)), *range(starter)]
        if len(needs) == 3:
            told.append(between(three, [needs[one] for one in order])[order.index(side)])
        else:
            first, second = (needs[one] // 5 - 1 for one in order)
            told.append(two[first, second] if side == starter else 1 - two[first, second])
    return float(np.mean(told))


def between(table: Floats, needs: list[int]) -> Floats:
    """Of three players: halfway between two entries that are ten points apart."""
    for axis, need in enumerate(needs):
        at = (need - 5) // 10
        if (need - 5) % 10:
            left = [*needs[:axis], need - 5, *needs[axis + 1 :]]
            right = [*needs[:axis], need + 5, *needs[axis + 1 :]]
            return (between(table, left) + between(table, right)) / 2
        assert at < len(table) - 1
    found: Floats = table[tuple((need - 5) // 10 for need in needs)]
    return found


@EACH
def test_the_same_seed_and_worlds_give_the_same_values(players: int) -> None:
    round = begun(f"again {players}", players, 4)
    worlds = believed(round, 96)
    judges = judges_for(players)
    once, again = (Trial(round, worlds, judges, AS_POSITIONAL, own=FITTED) for _ in range(2))
    assert once.used == again.used == 96
    assert once.alive.all()
    assert (once.points == again.points).all()
    # Neither do blocks matter, nor is one world like the next.
    blocks = Trial(round, worlds, judges, AS_POSITIONAL, own=FITTED, block=7)
    assert (once.points == blocks.points).all()
    assert len(set(once.points[:, 0].tolist())) > 10


@EACH
def test_what_is_surely_worse_is_dropped_and_what_is_settled_ends_it(players: int) -> None:
    dropped = 0
    for number in range(6):
        round = begun(f"drop {players} {number}", players, 4)
        worlds, judges = believed(round, 256), judges_for(players)
        each = Trial(round, worlds, judges, AS_POSITIONAL, own=FITTED)
        some = Trial(round, worlds, judges, AS_POSITIONAL, own=FITTED, block=8, sure=3.0)
        best = int(each.points.mean(axis=0).argmax())
        assert some.alive.any()
        for at, alive in enumerate(some.alive):
            if not alive:
                dropped += 1
                # It was tried in some whole blocks, two at least, and then no more.
                tried = int(np.flatnonzero(some.points[:, at])[-1]) + 1
                assert tried + 8 > FEWEST
                behind = each.points[:, best] - each.points[:, at]
                assert behind.mean() > 0
        if some.used < 0:
            assert some.alive.sum() == 1
            assert not some.points[-some.used :].any()
            assert -some.used % 8 == 0
        else:
            assert some.used == 256
            assert some.alive.sum() > 1
        # Whatever it is worth, it matters less than that.
        soon = Trial(round, worlds, judges, AS_POSITIONAL, own=FITTED, near=1e6)
        assert soon.used == -32
        assert soon.alive.all()
    assert dropped > 0


def test_one_placement_alone_is_settled_at_once() -> None:
    generator = Random(4)
    found = 0
    while found < 3:
        round = dealt(generator, 2)
        while round.result is None:
            legal = placements(round)
            if len(legal) == 1 and len(round.layout.tiles) > 2:
                trial = Trial(round, believed(round, 64), judges_for(2), AS_POSITIONAL, own=FITTED)
                assert trial.used == -32
                found += 1
            round = round.act(generator.choice(round.legal_actions()))


@EACH
def test_what_reaches_the_target_wins_for_certain(players: int) -> None:
    judges = judges_for(players)
    won = unsure = 0
    for number in range(30):
        round = begun(f"target {players} {number}", players, number % 9 + 1)
        best = max(round.layout.place(p.tile, p.spot).points for p in placements(round))
        if not best:
            continue
        side = side_of(round.to_act, players) - 1
        before = tuple(
            100 - round.scores[at] - (best if at == side else 50) for at in range(len(round.scores))
        )
        near = replace(round, target=100, scores_before=before)
        trial = Trial(near, believed(near, 32), judges, AS_POSITIONAL, own=FITTED, for_game=True)
        assert ((trial.chances >= 0) & (trial.chances <= 1)).all()
        for at, place in enumerate(trial.places):
            wins = round.layout.place(place.tile, place.spot).points == best
            assert not wins or (trial.chances[:, at] == 1).all()
            won += wins
            unsure += trial.chances[:, at].min() < 1
    assert min(won, unsure) > 5


def test_a_drawn_tile_is_the_only_choice() -> None:
    generator = Random(8)
    while True:
        round = dealt(generator, 2)
        while round.result is None and round.drawn is None:
            drew = round.legal_actions() == (DRAW,)
            round = round.act(generator.choice(round.legal_actions()))
            if drew and round.drawn is not None:
                assert {place.tile for _, place in chosen_from(round)} == {round.drawn}
                return
