"""What must hold at every ply of every round and game, held by state machines."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from sniffi.rules import (
    DRAW,
    FULL_SET,
    PASS,
    Action,
    Dealt,
    Deducted,
    Drew,
    Game,
    GameView,
    Layout,
    LotDrawn,
    NotTheFullSet,
    Passed,
    Phase,
    Place,
    Placed,
    Port,
    Refused,
    Round,
    RoundView,
    SniffiError,
    Spot,
    Tile,
    ports_of,
    seats,
    side_of,
    sides,
)
from tests.rules.made import random_order, step


def naive_spots(layout: Layout) -> set[Spot]:
    """The open spots, worked out anew from the joins by the words of R3.2, R3.4 and R4."""
    taken = {(join.tile, join.port) for join in layout.joins}
    taken |= {(join.new, join.new_port) for join in layout.joins}
    sniff = next((tile for tile in layout.tiles if tile.is_double), None)
    open_spots = set()
    for tile in layout.tiles:
        for port in ports_of(tile):
            if (tile, port) in taken:
                continue
            if port in (Port.BRANCH_A, Port.BRANCH_B):
                lines_filled = {(tile, Port.LINE_A), (tile, Port.LINE_B)} <= taken
                if tile is not sniff or not lines_filled:
                    continue
            open_spots.add(Spot(tile, port))
    return open_spots


def naive_counted(layout: Layout) -> Counter[tuple[Tile, int]]:
    """The counted values, worked out anew from the joins by the words of R3.3, R4 and R5.2."""
    joined = Counter(join.tile for join in layout.joins) + Counter(
        join.new for join in layout.joins
    )
    taken = {(join.tile, join.port) for join in layout.joins}
    taken |= {(join.new, join.new_port) for join in layout.joins}
    sniff = next((tile for tile in layout.tiles if tile.is_double), None)
    counted: Counter[tuple[Tile, int]] = Counter()
    for tile in layout.tiles:
        if not tile.is_double:
            for port, half in ((Port.LOW, tile.low), (Port.HIGH, tile.high)):
                if (tile, port) not in taken:
                    counted[tile, half] += 1
        elif {(tile, Port.LINE_A), (tile, Port.LINE_B)} <= taken:
            if tile is sniff:
                counted[tile, tile.low] += 4 - joined[tile]
        else:
            counted[tile, 2 * tile.low] += 1
    return +counted


def check_layout(layout: Layout) -> None:
    assert set(layout.spots) == naive_spots(layout)
    assert Counter((part.tile, part.value) for part in layout.counted) == naive_counted(layout)
    assert layout.total == sum(part.value for part in layout.counted)
    assert list(layout.spots) == sorted(layout.spots, key=lambda spot: spot.index)
    # Every counted value sits at an open spot, in the same order.
    at = [Spot(part.tile, part.port) for part in layout.counted]
    assert at == [spot for spot in layout.spots if spot in at]


def check_round(round: Round) -> None:
    tiles = [*round.layout.tiles, *round.boneyard, *(t for hand in round.hands for t in hand)]
    assert sorted(tile.index for tile in tiles) == list(range(28))
    check_layout(round.layout)
    legal = round.legal_actions()
    assert bool(legal) == (round.result is None)
    for side in sides(round.players):
        gained = sum(
            event.points if isinstance(event, Placed) else -event.cost
            for event in round.events
            if isinstance(event, Placed | Deducted) and side_of(event.seat, round.players) == side
        )
        assert round.scores[side - 1] == gained
    if round.result is None:
        check_legal(round, legal)


def check_legal(round: Round, legal: tuple[Action, ...]) -> None:
    """Legality worked out anew: what may be placed, else draw, else pass (R3.2, R6)."""
    hand = (round.drawn,) if round.drawn is not None else round.hand
    if not round.layout.tiles:
        placements = [Place(tile) for tile in hand]
    else:
        spots = sorted(naive_spots(round.layout), key=lambda spot: spot.index)
        placements = [
            Place(tile, spot)
            for tile in hand
            for spot in spots
            if spot.value in (tile.low, tile.high)
        ]
    expected: list[Action] = [*placements] or [DRAW if round.boneyard else PASS]
    assert list(legal) == expected


class AnyGame(RuleBasedStateMachine):
    """Random lots, deals and actions, legal and not, followed by the views of everybody."""

    game: Game
    views: dict[int | None, GameView]

    @initialize(players=st.sampled_from([2, 3, 4]), to_win=st.sampled_from([30, 100, None]))
    def begin(self, players: int, to_win: int | None) -> None:
        self.game = Game.new(players, to_win)
        self.views = {
            seat: GameView.new(players, to_win, seat=seat) for seat in (None, *seats(players))
        }

    def go_on(self, game: Game) -> None:
        told = len(self.game.events)
        assert game.events[:told] == self.game.events
        assert len(game.events) > told
        self.game = game
        for event in game.events[told:]:
            for seat, view in self.views.items():
                self.views[seat] = view.follow(event.seen_by(seat))

    @precondition(lambda self: self.game.phase is Phase.LOT)
    @rule(order=st.permutations(FULL_SET))
    def draw_lot(self, order: list[Tile]) -> None:
        self.go_on(self.game.draw_lot(order[: len(self.game.contenders)]))
        event = self.game.events[-1]
        assert isinstance(event, LotDrawn)
        assert (event.starter is None) == (len(event.tied) > 1)

    @precondition(lambda self: self.game.phase is Phase.DEAL)
    @rule(order=st.permutations(FULL_SET))
    def deal(self, order: list[Tile]) -> None:
        self.go_on(self.game.deal(order))

    @precondition(lambda self: self.game.phase is Phase.PLAY)
    @rule(choice=st.integers(0, 2**16), turns=st.integers(1, 40))
    def act(self, choice: int, turns: int) -> None:
        for _ in range(turns):
            legal = self.game.legal_actions()
            if not legal:
                break
            self.go_on(self.game.act(legal[choice % len(legal)]))
            assert self.game.round is not None
            check_round(self.game.round)

    @precondition(lambda self: self.game.phase is Phase.PLAY)
    @rule(
        tile=st.sampled_from(FULL_SET), other=st.sampled_from(FULL_SET), port=st.sampled_from(Port)
    )
    def refuse(self, tile: Tile, other: Tile, port: Port) -> None:
        for action in (Place(tile, Spot(other, port)), Place(tile), DRAW, PASS):
            if action in self.game.legal_actions():
                continue
            with pytest.raises(Refused) as refused:
                self.game.act(action)
            assert refused.value.action == action
            assert refused.value.rule is not None
            assert refused.value.legal == self.game.legal_actions()

    @precondition(lambda self: self.game.phase is Phase.OVER)
    @rule(order=st.permutations(FULL_SET))
    def nothing_changes_after_the_win(self, order: list[Tile]) -> None:
        with pytest.raises(SniffiError):
            self.game.deal(order)
        with pytest.raises(SniffiError):
            self.game.draw_lot(order[:2])
        for action in (Place(order[0]), DRAW, PASS):
            with pytest.raises(Refused) as refused:
                self.game.act(action)
            assert refused.value.rule == "R7.2"

    @invariant()
    def rebuilt_from_its_events_it_is_equal(self) -> None:
        assert Game.replay(self.game.players, self.game.events, self.game.target) == self.game

    @invariant()
    def views_are_what_the_events_tell(self) -> None:
        for seat, view in self.views.items():
            assert view == self.game.seen_by(seat)
            assert view.legal_actions() == (
                self.game.legal_actions() if seat == self.game.to_act else ()
            )

    @invariant()
    def scores_are_the_sum_of_the_events(self) -> None:
        scores = [0] * len(self.game.scores)
        for event in self.game.events:
            if isinstance(event, Placed):
                scores[side_of(event.seat, self.game.players) - 1] += event.points
            elif isinstance(event, Deducted):
                scores[side_of(event.seat, self.game.players) - 1] -= event.cost
        assert tuple(scores) == self.game.scores


AnyGame.TestCase.settings = settings(max_examples=30, stateful_step_count=40)
TestAnyGame = AnyGame.TestCase


@given(players=st.sampled_from([2, 3, 4]), seed=st.integers(0, 2**32))
def test_every_ply_of_a_round_obeys_the_rules(players: int, seed: int) -> None:
    rng = random.Random(seed)
    round = Round.deal(random_order(rng), players, rng.randrange(players) + 1)
    check_round(round)
    while round.result is None:
        round = round.act(rng.choice(round.legal_actions()))
        check_round(round)


@given(seed=st.integers(0, 2**32))
def test_layouts_of_many_tiles_obey_the_rules(seed: int) -> None:
    # No hands here: any tile that fits is placed, up to the whole set.
    rng = random.Random(seed)
    left = random_order(rng)
    layout = Layout().place(left.pop())
    while True:
        check_layout(layout)
        places = [place for tile in left for place in layout.placements(tile)]
        if not places:
            break
        choice = rng.choice(places)
        left.remove(choice.tile)
        layout = layout.place(choice.tile, choice.spot)


def other_world(round: Round, seat: int | None, rng: random.Random) -> Round:
    """The same round but for tiles hidden from the seat, which are swapped where the public
    actions stay possible."""
    dealt = round.events[0]
    assert isinstance(dealt, Dealt)
    order = [t for part in (*dealt.hands, dealt.boneyard) for t in part if t is not None]
    hidden = [*round.boneyard]
    for owner, hand in enumerate(round.hands, 1):
        if owner != seat:
            hidden.extend(hand)
    world = round
    for _ in range(30):
        if len(hidden) < 2:
            break
        one, other = rng.sample(hidden, 2)
        swap = {one: other, other: one}
        swapped = [swap.get(tile, tile) for tile in order]
        again = retell(round, swapped, seat)
        if again is not None:
            order, world = swapped, again
    return world


def retell(told: Round, order: list[Tile], seat: int | None) -> Round | None:
    """The round with another deal and the same actions; None when that cannot be."""
    round = Round.deal(order, told.players, told.starter)
    for event in told.events[1:]:
        match event:
            case Placed():
                action: Action = Place(event.tile, event.spot)
            case Drew():
                action = DRAW
            case Passed():
                action = PASS
            case _:
                break
        if action not in round.legal_actions():
            return None
        round = round.act(action)
    return round if round.seen_by(seat).events == told.seen_by(seat).events else None


def test_what_is_hidden_from_a_seat_changes_nothing_in_its_view() -> None:
    rng = random.Random(20)
    different = 0
    for _ in range(300):
        players = rng.choice([2, 3, 4])
        seat = rng.choice([None, *seats(players)])
        round = Round.deal(random_order(rng), players, 1)
        for _ in range(rng.randrange(30)):
            if round.result is None:
                round = round.act(rng.choice(round.legal_actions()))
        if round.result is not None:
            continue
        world = other_world(round, seat, rng)
        different += world != round
        assert world.seen_by(seat) == round.seen_by(seat)
        assert repr(world.seen_by(seat)) == repr(round.seen_by(seat))
    assert different > 200


@given(seed=st.integers(0, 2**32), data=st.data())
def test_a_game_refuses_events_that_are_not_its_own(seed: int, data: st.DataObject) -> None:
    rng = random.Random(seed)
    game = Game.new(rng.choice([2, 3, 4]), target=40)
    for _ in range(60):
        if game.phase is not Phase.OVER:
            game = step(game, rng)
    at = data.draw(st.integers(0, len(game.events) - 2))
    shortened = game.events[:at] + game.events[at + 1 :]
    with pytest.raises(SniffiError):
        Game.replay(game.players, shortened, 40)
    seat = rng.choice([None, *seats(game.players)])
    kept = [event.seen_by(seat) for event in game.events]
    if isinstance(game.events[at], Placed):
        with pytest.raises(SniffiError):
            GameView.replay(game.players, kept[:at] + kept[at + 1 :], 40, seat=seat)


def test_a_round_view_of_another_deal_size_is_refused() -> None:
    with pytest.raises(NotTheFullSet):
        RoundView.begin(Dealt(1, 1, ((None,) * 7, (None,) * 6), (None,) * 15))


@given(seed=st.integers(0, 2**32))
def test_after_the_first_event_of_a_step_comes_the_whole_step(seed: int) -> None:
    rng = random.Random(seed)
    game = Game.new(rng.choice([2, 3, 4]), target=40)
    for _ in range(60):
        if game.phase is Phase.OVER:
            break
        new = step(game, rng)
        first, *rest = new.events[len(game.events) :]
        assert game.after(first) == new
        for event in rest:
            with pytest.raises(SniffiError):
                game.after(event)
        game = new
