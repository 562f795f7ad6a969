"""Comparisons beside naive ones, and what they may depend on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from itertools import permutations, product
from statistics import fmean, stdev
from typing import Any

import pytest

from sniffi.arena import (
    BadNumber,
    CannotSpread,
    CannotTake,
    Comparison,
    NoCluster,
    NotPositive,
    NoWorkers,
    Progress,
    Speed,
    compare,
    comparison,
    spread,
)
from sniffi.arena.comparison import BLOCK
from sniffi.arena.contest import Contest
from sniffi.arena.spread import Pace, chunks, over_cluster
from sniffi.bots import Bot, BotChoice, BotKind, UnknownBot, make, parse_bot
from sniffi.deal import Deck, play_chance
from sniffi.rules import Game, Place, Refused, Round, RoundView, Tile, seats_of, sides

SEED = 7
FIELDS = [
    # The bots, and how many players.
    (["greedy", "random"], 2),
    (["greedy", "random"], 3),
    (["greedy", "random"], 4),
    (["greedy", "random", "random"], 3),
    (["greedy", "random", "greedy", "random"], 4),
]
each_field = pytest.mark.parametrize(("bots", "players"), FIELDS)


def digest(text: str) -> bytes:
    return sha256(f"sniffi-arena-1/{text}".encode()).digest()


def naive_seatings(bots: int, players: int) -> list[tuple[int, ...]]:
    if bots == players:
        return list(permutations(range(bots)))
    everything = product(range(bots), repeat=players)
    alternating = [seating for seating in everything if len(set(seating)) == bots]
    if players == 4:
        return [s for s in alternating if s[0] == s[2] and s[1] == s[3]]
    return alternating


def naive_play(
    names: list[str], seating: tuple[int, ...], deal: int, *, games: bool
) -> tuple[tuple[int, ...], list[int], Counter[int]]:
    """Scores, the sides that won, and how often each bot had a choice."""
    players = len(seating)
    deck = Deck(digest(f"{SEED}/{deal}/deck"))
    bots: list[Bot] = [
        make(names[who], int.from_bytes(digest(f"{SEED}/{deal}/bot/{seat}")[:8], "big") // 2)
        for seat, who in enumerate(seating, 1)
    ]
    choices: Counter[int] = Counter()
    if games:
        game = Game.new(players)
        while game.winner is None:
            if game.to_act is None:
                game = play_chance(game, deck)
                continue
            if len(game.legal_actions()) > 1:
                choices[seating[game.to_act - 1]] += 1
            game = game.act(bots[game.to_act - 1].choose(game.seen_by(game.to_act)))
        return game.scores, [game.winner], choices
    round = Round.deal(deck.deal(1), players, (deal - 1) % players + 1)
    while round.result is None:
        if len(round.legal_actions()) > 1:
            choices[seating[round.to_act - 1]] += 1
        round = round.act(bots[round.to_act - 1].choose(round.seen_by(round.to_act)))
    best = [side for side in sides(players) if round.scores[side - 1] == max(round.scores)]
    return round.scores, best, choices


def check_naively(bots: list[str], players: int, deals: int, *, games: bool) -> None:
    found = compare(bots, rounds=deals, seed=SEED, players=players, games=games)
    seatings = naive_seatings(len(bots), players)
    assert found.deals == deals
    assert found.plays == deals * len(seatings)
    for who, result in enumerate(found.results):
        margins, shares, decisions = [], [], 0
        for deal in range(1, deals + 1):
            of_deal, won = [], []
            for seating in seatings:
                scores, best, choices = naive_play(bots, seating, deal, games=games)
                own = {
                    side
                    for side in sides(players)
                    if who in {seating[seat - 1] for seat in seats_of(side, players)}
                }
                others = set(sides(players)) - own
                mine = fmean(scores[side - 1] for side in own)
                theirs = fmean(scores[side - 1] for side in others)
                of_deal.append(mine - theirs)
                won.append(sum(side in own for side in best) / len(best))
                decisions += choices[who]
            margins.append(fmean(of_deal))
            shares.append(fmean(won))
        assert result.bot == bots[who]
        for average, values in ((result.margin, margins), (result.won, shares)):
            assert average.mean == pytest.approx(fmean(values))
            assert average.error == pytest.approx(stdev(values) / deals**0.5)
        assert result.decisions == decisions
        assert found.speed.bots[who].count == decisions


@each_field
def test_rounds_are_as_a_naive_comparison_finds(bots: list[str], players: int) -> None:
    check_naively(bots, players, 3 if players < 4 else 2, games=False)


@pytest.mark.parametrize(("bots", "players"), FIELDS[:3])
def test_games_are_as_a_naive_comparison_finds(bots: list[str], players: int) -> None:
    check_naively(bots, players, 2, games=True)


@pytest.mark.parametrize("bot", ["greedy", "random"])
@pytest.mark.parametrize(("count", "players"), [(2, 2), (2, 3), (2, 4), (3, 3), (4, 4)])
def test_a_bot_is_exactly_as_good_as_itself(bot: str, count: int, players: int) -> None:
    found = compare([bot] * count, rounds=4, seed=SEED, players=players)
    even = 1 / 3 if count == 3 else 1 / 2
    for result in found.results:
        assert (result.margin.mean, result.margin.error) == (0, 0)
        assert result.won.mean == pytest.approx(even)
        assert result.won.error == pytest.approx(0)


@each_field
def test_margins_cancel(bots: list[str], players: int) -> None:
    found = compare(bots, rounds=5, seed=SEED, players=players)
    assert sum(result.margin.mean for result in found.results) == pytest.approx(0)
    assert found.results[0].margin.mean > 0


def test_greedy_is_nineteen_points_ahead_of_random() -> None:
    found = compare(["greedy", "random"], rounds=300, seed=SEED).results[0]
    assert found.margin.error is not None
    assert abs(found.margin.mean - 19.1) < 4 * found.margin.error
    assert found.margin.error < 1.5


def same(found: Comparison) -> Comparison:
    """All but the times."""
    return replace(found, speed=Speed(0.0, ()))


def test_another_seed_gives_other_deals() -> None:
    one, other = (compare(["greedy", "random"], rounds=10, seed=seed) for seed in (1, 2))
    assert one.results != other.results
    assert same(one) == same(compare(["greedy", "random"], rounds=10, seed=1))


def test_each_deal_stands_alone() -> None:
    contest = Contest((parse_bot("greedy"), parse_bot("random")), 2, SEED)
    whole = contest.play(range(1, 9)).deals
    assert tuple(contest.play([deal]).deals[0] for deal in range(8, 0, -1))[::-1] == whole
    assert len(set(whole)) > 1


@pytest.mark.parametrize("games", [False, True])
def test_processes_change_nothing(games: bool) -> None:
    rounds = 4 if games else 60
    one, two = (
        compare(["greedy", "random"], rounds=rounds, seed=SEED, games=games, processes=processes)
        for processes in (1, 2)
    )
    assert same(two) == same(one)
    assert two.speed.bots[0].count == one.speed.bots[0].count


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """The address of a Dask cluster of two threads, in this process and on loopback."""
    import distributed

    made: Any = distributed.LocalCluster  # It has types only here and there.
    cluster = made(
        n_workers=1,
        threads_per_worker=2,
        processes=False,
        host="127.0.0.1",
        protocol="tcp",
        dashboard_address="127.0.0.1:0",
    )
    with cluster:
        yield cluster.scheduler_address


def test_a_cluster_changes_nothing(cluster: str) -> None:
    here, there = (
        compare(["greedy", "random"], rounds=40, seed=SEED, until_error=1e-9, dask=dask)
        for dask in (None, cluster)
    )
    assert same(there) == same(here)
    early = [
        compare(["greedy", "random"], rounds=4 * BLOCK, seed=SEED, until_error=3, dask=dask)
        for dask in (None, cluster)
    ]
    assert same(early[0]) == same(early[1])
    assert early[0].deals < 4 * BLOCK


@pytest.mark.parametrize("address", ["", "foo", "tcp://", "http://127.0.0.1:80", "127.0.0.1:99999"])
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(NoCluster) as refused:
        compare(["greedy", "random"], rounds=2, dask=address)
    assert refused.value.fields == {"address": address}


def test_a_cluster_without_workers_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    import distributed

    made: Any = distributed.LocalCluster
    monkeypatch.setattr(spread, "WORKERS_SECONDS", 0.2)
    cluster = made(
        n_workers=0,
        processes=False,
        host="127.0.0.1",
        protocol="tcp",
        dashboard_address="127.0.0.1:0",
    )
    with cluster, pytest.raises(NoWorkers):
        compare(["greedy", "random"], rounds=2, dask=cluster.scheduler_address)


def test_what_answers_but_says_nothing_is_no_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    from socket import create_server

    monkeypatch.setattr(spread, "CONNECT_SECONDS", 0.2)
    with create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        with pytest.raises(NoCluster):
            compare(["greedy", "random"], rounds=2, dask=f"127.0.0.1:{port}")


def test_without_its_packages_nothing_is_spread(monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("joblib", "distributed"):
        monkeypatch.setitem(__import__("sys").modules, package, None)
    with pytest.raises(CannotSpread, match="joblib"):
        compare(["greedy", "random"], rounds=2, processes=2)
    with pytest.raises(CannotSpread, match="distributed"):
        over_cluster("127.0.0.1:1")
    assert compare(["greedy", "random"], rounds=2).deals == 2


def test_it_stops_early_at_a_block_wherever_chunks_end(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for most in (1, 7, 500):
        monkeypatch.setattr(spread, "MOST_DEALS", most)
        found.append(same(compare(["greedy", "random"], rounds=1000, seed=SEED, until_error=2.5)))
    assert found[0] == found[1] == found[2]
    deals = found[0].deals
    assert deals % BLOCK == 0
    assert deals < 1000
    error = found[0].results[0].margin.error
    assert error is not None
    assert error <= 2.5
    if deals > BLOCK:
        before = compare(["greedy", "random"], rounds=deals - BLOCK, seed=SEED).results[0].margin
        assert before.error is not None
        assert before.error > 2.5


def test_with_games_the_share_is_what_must_be_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparison, "BLOCK", 3)
    found = compare(["greedy", "random"], rounds=30, seed=SEED, games=True, until_error=0.3)
    assert found.deals == 3
    margin, won = found.results[0].margin, found.results[0].won
    assert won.error is not None
    assert margin.error is not None
    assert won.error <= 0.3 < margin.error


def test_progress_is_told_up_to_the_end() -> None:
    told: list[Progress] = []
    found = compare(["greedy", "random"], rounds=30, seed=SEED, on_progress=told.append)
    assert [progress.deals for progress in told] == sorted({p.deals for p in told})
    assert (told[-1].deals, told[-1].of, told[-1].seconds_left) == (30, 30, 0)
    assert told[-1].results == found.results
    assert told[0].deals == 1


def test_chunks_are_all_deals_once_and_grow_to_what_takes_long_enough() -> None:
    pace = Pace()
    contest = Contest((parse_bot("random"), parse_bot("random")), 2, SEED)
    dealt, sizes = [], []
    for chunk in chunks(4000, pace):
        dealt += list(chunk)
        sizes.append(len(chunk))
        played = replace(contest.play(chunk[:1]), seconds=0.001 * len(chunk))
        pace.note(replace(played, deals=played.deals * len(chunk)))
    assert dealt == list(range(1, 4001))
    assert sizes[:6] == [1, 4, 16, 64, 250, 250]


@pytest.mark.parametrize(
    ("name", "values"),
    [("rounds", [0, -1, 1.5, True]), ("seed", [-1, "1"]), ("processes", [0, -2])],
)
def test_numbers_that_cannot_be_are_refused(name: str, values: list[object]) -> None:
    for value in values:
        arguments: dict[str, object] = {name: value}
        with pytest.raises(BadNumber) as refused:
            compare(["greedy", "random"], **arguments)  # type: ignore[arg-type]
        assert refused.value.fields["name"] == name


@pytest.mark.parametrize("error", [0, -1, float("nan"), float("inf")])
def test_an_error_to_reach_is_above_zero(error: float) -> None:
    with pytest.raises(NotPositive):
        compare(["greedy", "random"], until_error=error)


def test_a_bot_that_is_none_is_refused() -> None:
    with pytest.raises(UnknownBot):
        compare(["greedy", "no-such-bot"])


class Cheat:
    """Places a tile that it has not."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, view: object) -> Place:
        assert isinstance(view, RoundView)
        return Place(next(t for t in map(Tile.parse, ("00", "66", "05")) if t not in view.hand))


CHEAT = BotChoice(BotKind("cheat", Cheat, players=(2,)))


def test_a_bot_of_ones_own_may_play_but_not_cheat() -> None:
    with pytest.raises(CannotTake) as refused:
        compare([CHEAT, "random"], players=3)
    assert refused.value.fields == {"bot": "cheat", "players": 3}
    with pytest.raises(Refused):
        compare([CHEAT, "random"], rounds=2)


def test_the_kernel_is_made_ready_only_for_bots_that_need_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    warmed: list[str] = []
    monkeypatch.setattr("sniffi.fast.warm_up", lambda: warmed.append("up"))
    compare(["greedy", "random"], rounds=1)
    assert warmed == []
    needy = BotChoice(replace(parse_bot("greedy").kind, needs_kernel=True))
    compare([needy, "random"], rounds=1)
    assert warmed
