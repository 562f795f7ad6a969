"""A game being played in a terminal, told and asked line by line."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sniffi.deal import Deck
from sniffi.record import GameRecord, verify
from sniffi.rules import (
    DRAW,
    FULL_SET,
    PASS,
    Deducted,
    Drew,
    Game,
    Passed,
    Phase,
    Place,
    Placed,
    Round,
    Tile,
    parse_tiles,
)
from sniffi.terminal.commands import Word
from sniffi.terminal.match import Match, bot_seed
from sniffi.terminal.plan import Plan
from sniffi.words import LANGUAGES, Words
from tests.terminal.players import Reader, first_answer, random_answer
from tests.terminal.stage import (
    NAMES,
    SEED,
    MarkedWords,
    Played,
    known_to,
    outside_of_texts,
    plan,
    play,
    tiles_in,
)

FI, EN = Words("fi"), Words("en")
IN_BOTH = pytest.mark.parametrize("words", [FI, EN], ids=LANGUAGES)
TABLES = [(2, (1,)), (2, (1, 2)), (3, (2,)), (3, (1, 3)), (4, (1,)), (4, (1, 2, 3, 4)), (3, ())]
AT_EACH_TABLE = pytest.mark.parametrize(("players", "people"), TABLES)
QUESTIONS = [word for word in Word if word not in (Word.DRAW, Word.PASS, Word.BACK, Word.QUIT)]


# Whole games -----------------------------------------------------------------------------------


@IN_BOTH
@AT_EACH_TABLE
def test_a_game_is_played_to_its_end(players: int, people: tuple[int, ...], words: Words) -> None:
    played = play(plan(players, people), random_answer(words, Random(players)), words)
    assert played.over
    record = played.session.match.record()
    assert record.over
    assert verify(record).ok
    assert record.game() == played.session.match.game


@AT_EACH_TABLE
def test_every_event_is_told_once_to_whoever_may_know_it(
    players: int, people: tuple[int, ...]
) -> None:
    played = play(plan(players, people), first_answer(EN), EN)
    reader = people[0] if len(people) == 1 else None
    view = played.session.match.seen_by(reader)
    told = [EN.event(event, NAMES, players) for event in view.events]
    said = [heard.line for heard in played.heard if heard.reader == reader]
    # Those that stand between are about something else.
    remaining = iter(said)
    assert all(line in remaining for line in told)


@pytest.mark.parametrize("language", LANGUAGES)
@AT_EACH_TABLE
def test_every_line_comes_from_a_catalogue(
    players: int, people: tuple[int, ...], language: str
) -> None:
    words = MarkedWords(language)
    random = Random(players)
    asked = itertools.cycle(QUESTIONS)
    good = random_answer(words, random)

    def answer(lines: list[str]) -> str:
        if random.random() < 0.2:
            return words.say(f"terminal.command-{next(asked)}").split(", ")[0]
        if random.random() < 0.1:
            return random.choice(("zz", "99", "14@", "14@14.x", "9", "o", "n", "55", "x", "pistet"))
        return good(lines)

    played = play(plan(players, people), answer, words)
    assert played.over
    leaks = {line for line in played.lines if outside_of_texts(line)}
    assert not leaks


@settings(max_examples=25)
@given(
    st.sampled_from(TABLES),
    st.sampled_from([FI, EN]),
    st.integers(0, 2**32),
    st.lists(st.text(max_size=20), max_size=20),
    st.integers(0, 200),
)
def test_a_monkey_gets_nowhere_but_to_the_end(
    table: tuple[int, tuple[int, ...]],
    words: Words,
    seed: int,
    garbage: list[str],
    patience: int,
) -> None:
    """Any lines, good and bad: no crash, only legal play, and an end or a clean stop."""
    random = Random(seed)
    good = random_answer(words, random)
    lines_left = itertools.count(patience, -1)
    bad = [
        *garbage,
        *(str(tile) for tile in FULL_SET),
        *(
            "0",
            "1",
            "2",
            "3",
            "9",
            "",
            "?",
            "14@41.line_b",
            "o",
            "x",
            "n",
            "[6|6]",
            "\x1b[A",
            "66@66.low",
        ),
        *(words.say(f"terminal.command-{word}").split(", ")[-1] for word in QUESTIONS),
    ]

    def answer(lines: list[str]) -> str | None:
        if next(lines_left) < 0:
            return None
        return random.choice(bad) if random.random() < 0.5 else good(lines)

    players, people = table
    played = play(plan(players, people, target=30), answer, words, seed=random.randbytes(32))
    game = played.session.match.game
    assert played.over == (game.winner is not None)
    assert Game.replay(players, game.events, 30) == game


# What may be known -------------------------------------------------------------------------------


@settings(max_examples=12)
@given(
    st.sampled_from([table for table in TABLES if table[1]]),
    st.integers(0, 2**32),
)
def test_r1_4_no_line_names_a_tile_that_its_reader_may_not_know(
    table: tuple[int, tuple[int, ...]], seed: int
) -> None:
    players, people = table
    random = Random(seed)
    good = random_answer(FI, random)
    # No help and no rules: their tiles are examples. No history: a lot is long over in it.
    asking = [Word.HAND, Word.SPOTS, Word.TABLE, Word.SUM, Word.COUNTS, Word.SCORE]

    def answer(lines: list[str]) -> str:
        if random.random() < 0.2:
            return FI.say(f"terminal.command-{random.choice(asking)}").split(", ")[0]
        return good(lines)

    played = play(plan(players, people), answer, FI, seed=random.randbytes(32))
    for heard in played.heard:
        assert tiles_in(heard.line) <= known_to(heard.view), (heard.line, heard.reader)


def test_between_two_people_nobody_s_hand_is_shown() -> None:
    hand = FI.say("terminal.command-hand").split(", ")[0]
    reader = Reader(FI)
    good = first_answer(FI)
    asked: list[str] = []

    def answer(lines: list[str]) -> str | None:
        if reader.question(lines[-1]) == "terminal.hand-over" and len(asked) < 3:
            asked.append(lines[-1])
            return hand
        return good(lines) if len(asked) < 3 else None

    played = play(plan(2, (1, 2)), answer, FI)
    pairs = itertools.pairwise(played.lines)
    after = [following for line, following in pairs if line in asked]
    assert FI.say("terminal.no-hand") in after
    for heard in played.heard:
        if heard.line.startswith("Kädessä"):
            assert heard.reader is not None


@pytest.mark.parametrize(("players", "people"), [(2, (1, 2)), (3, (1, 2, 3)), (4, (1, 2, 3, 4))])
def test_history_shows_a_person_no_other_hand(players: int, people: tuple[int, ...]) -> None:
    reader = Reader(EN)
    good = first_answer(EN)
    asked = False

    def answer(lines: list[str]) -> str:
        nonlocal asked
        asked = not asked and reader.question(lines[-1]) == "terminal.which-tile"
        return "history" if asked else good(lines)

    played = play(plan(players, people), answer, EN)
    hands = [heard for heard in played.heard if "Hand, " in heard.line]
    assert hands
    for heard in hands:
        assert heard.reader is not None
        assert f"Hand, {NAMES[heard.reader - 1]}: " in heard.line
        assert heard.line.count("Hand, ") == 1


# One turn ----------------------------------------------------------------------------------------


def match_of(round: Round, people: tuple[int, ...] = (1,), bot: str = "greedy") -> Match:
    """A game in its first round, which is as given."""
    players = round.players
    others = [tile for tile in FULL_SET if not tile.is_double]
    by_pips = sorted(others, key=lambda tile: -tile.pips)
    lot = [by_pips[-seat] for seat in range(1, players + 1)]
    lot[round.starter - 1] = Tile(6, 6)
    game = Game.new(players).draw_lot(lot)
    dealt = round.events[0]
    game = game.deal([t for part in (*dealt.hands, dealt.boneyard) for t in part])  # type: ignore
    for event in round.events[1:]:
        match event:
            case Placed():
                game = game.act(Place(event.tile, event.spot))
            case Drew():
                game = game.act(DRAW)
            case Passed():
                game = game.act(PASS)
    bots = tuple(None if seat in people else bot for seat in range(1, players + 1))
    return Match(Plan(NAMES[:players], bots, game.target), Deck(SEED), game)


def dealt(hand: str, other: str, boneyard: str = "", starter: int = 1) -> Round:
    named = [*parse_tiles(hand), *parse_tiles(other), *parse_tiles(boneyard)]
    order = [*named, *(tile for tile in FULL_SET if tile not in named)]
    return Round.deal(order, players=2, starter=starter)


def typing(*lines: str) -> Callable[[list[str]], str | None]:
    left = iter(lines)
    return lambda _: next(left, None)


def typed(match: Match, *lines: str, words: Words = EN) -> Played:
    return play(match.plan, typing(*lines), words, match=match)


OPENED = dealt("22 00 01 03 04 05 06", "23 24 12 55 56 66 45").act(Place(Tile(2, 2)))


def test_a_turn_shows_the_table_and_where_each_tile_fits() -> None:
    lines = typed(match_of(OPENED, people=(2,))).lines
    assert lines == [
        "Eero, it is your turn.",
        *EN.arms(OPENED.layout),
        "In hand, Eero: 7 tiles.",
        "[1|2] fits at line A of the double [2|2] and at line B of the double [2|2].",
        "[2|3] fits at line A of the double [2|2] and at line B of the double [2|2].",
        "[2|4] fits at line A of the double [2|2] and at line B of the double [2|2].",
        "No spot for: [4|5] [5|5] [5|6] [6|6].",
        "Which tile do you place? (? = help)",
    ]


def test_alike_spots_are_asked_by_number() -> None:
    played = typed(match_of(OPENED, people=(2,)), "32", "2")
    at = played.lines.index("[2|3] fits more than one spot:")
    assert played.lines[at + 1 : at + 5] == [
        "1: at line A of the double [2|2], value 2.",
        "2: at line B of the double [2|2], value 2.",
        "Which spot, 1 to 2? (x = another tile)",
        "Eero places [2|3] at line B of the double [2|2]. Sum 3 + 2 + 2 = 7, no points.",
    ]


def test_questions_are_answered_while_a_spot_is_chosen() -> None:
    questions = [EN.say(f"terminal.command-{word}").split(", ")[0] for word in QUESTIONS]
    played = typed(match_of(OPENED, people=(2,)), "23", *questions, "1")
    asked = [line for line in played.lines if line.startswith("Which spot")]
    assert len(asked) == len(questions) + 1
    event = played.session.match.game.events[len(match_of(OPENED).game.events)]
    assert isinstance(event, Placed)
    assert event.tile is Tile(2, 3)


def test_refusals_name_the_rule_and_what_is_legal() -> None:
    lines = typed(match_of(OPENED, people=(2,)), "d", "00", "55", "23@22.branch_a").lines
    refused = [line for line in lines if "Rule R" in line]
    assert [line[line.index("Rule R") :][:9] for line in refused] == [
        "Rule R6.1",
        "Rule R3.1",
        "Rule R3.2",
        "Rule R4.3",
    ]
    assert all("Legal: [2|3] at line A" in line for line in refused)


DRAWS = dealt("22 00 01 03 04 05 06", "13 14 15 55 56 66 45", "11 12").act(Place(Tile(2, 2)))


def test_r6_2_tiles_are_drawn_one_by_one_and_the_fitting_one_is_placed() -> None:
    lines = typed(match_of(DRAWS, people=(2,)), "", "d", "2").lines
    start = lines.index("In the boneyard: 14 tiles.")
    assert lines[start : start + 13] == [
        "In the boneyard: 14 tiles.",
        "None of your tiles fits. Enter draws a tile.",
        "Eero draws [1|1].",
        "In the boneyard: 13 tiles.",
        "The drawn tile does not fit. Enter draws the next one.",
        "Eero draws [1|2].",
        "In the boneyard: 12 tiles.",
        "The drawn tile [1|2] fits, so it must be placed.",
        "[1|2] fits more than one spot:",
        "1: at line A of the double [2|2], value 2.",
        "2: at line B of the double [2|2], value 2.",
        "Which spot, 1 to 2?",
        "Eero places [1|2] at line B of the double [2|2]. Sum 1 + 2 + 2 = 5, 5 points. "
        "Score, Eero: 5.",
    ]


def test_d3_what_one_of_two_people_draws_is_told_to_the_other_without_its_face() -> None:
    played = typed(match_of(DRAWS, people=(1, 2)), "", "", "", "2", "")
    at = next(n for n, heard in enumerate(played.heard) if heard.line == "Eero draws a tile.")
    public = played.heard[at : at + 4]
    assert [heard.reader for heard in public] == [None] * 4
    assert [heard.line for heard in public][:2] == ["Eero draws a tile."] * 2
    assert public[2].line.startswith("Eero places [1|2]")
    assert public[3].line.startswith("Aino plays next.")


def blocked_boneyard() -> Round:
    """Nobody is out, the boneyard is empty and seat 2 can only pass."""
    for seed in itertools.count():
        random = Random(seed)
        order = list(FULL_SET)
        random.shuffle(order)
        round = Round.deal(order, players=2, starter=1)
        while round.result is None:
            if round.legal_actions() == (PASS,) and round.to_act == 2:
                return round
            round = round.act(random.choice(round.legal_actions()))
    raise AssertionError


@IN_BOTH
def test_r6_3_a_pass_is_told_and_nothing_is_asked(words: Words) -> None:
    match = match_of(blocked_boneyard(), people=(1, 2))
    lines = typed(match, words=words).lines
    assert lines[:2] == [
        words.say("terminal.nothing-but-pass", name="Eero"),
        words.say("core.passed", name="Eero"),
    ]
    assert "R6.3" in lines[0]
    assert lines[2] == words.say("terminal.hand-over", name="Aino")


def last_tile_in_vain() -> Round:
    """Seat 2 can only draw, the boneyard has one tile, and it will not fit; seat 1 can place."""
    for seed in itertools.count():
        random = Random(seed)
        order = list(FULL_SET)
        random.shuffle(order)
        round = Round.deal(order, players=2, starter=1)
        while round.result is None:
            if round.legal_actions() == (DRAW,) and round.to_act == 2 and len(round.boneyard) == 1:
                after = round.act(DRAW)
                if after.result is None and after.legal_actions() == (PASS,):
                    return round
            round = round.act(random.choice(round.legal_actions()))
    raise AssertionError


@pytest.mark.parametrize("people", [(2,), (1, 2)])
def test_r6_3_who_draws_the_last_tile_in_vain_passes(people: tuple[int, ...]) -> None:
    enters = ["", ""] if len(people) > 1 else [""]
    lines = typed(match_of(last_tile_in_vain(), people=people), *enters).lines
    told = lines.index(EN.say("terminal.nothing-but-pass", name="Eero"))
    assert lines[told - 1] == "In the boneyard: 0 tiles."
    assert "Eero passes." in lines[told:]


@IN_BOTH
def test_r6_5_each_hand_is_explained_when_a_round_ends(words: Words) -> None:
    played = play(plan(4, (1,)), first_answer(words), words)
    game = played.session.match.game
    deductions = [event for event in game.events if isinstance(event, Deducted)]
    assert deductions
    for event in deductions:
        assert words.event(event, NAMES, 4) in played.lines
    following = [
        line
        for line in played.lines
        if line == words.say("terminal.next-by-lot")
        or any(line == words.say("terminal.next-starter", name=name) for name in NAMES)
    ]
    assert len(following) == len(deductions) // 4
    waits = played.lines.count(words.say("terminal.press-for-round"))
    assert waits == len(following)


def test_quit_stops_at_once_and_loses_nothing() -> None:
    played = typed(match_of(OPENED, people=(2,)), "q", "23")
    assert not played.over
    assert played.session.match.game.events == match_of(OPENED, people=(2,)).game.events


def test_only_enter_takes_the_keyboard() -> None:
    lines = typed(match_of(OPENED, people=(1, 2)), "23", "n", "").lines
    asked = EN.say("terminal.hand-over", name="Eero")
    wait = EN.say("terminal.enter-awaited")
    assert lines[:5] == [asked, wait, asked, wait, asked]
    assert lines[5:7] == ["Meanwhile:", "Aino opens with [2|2]. Sum 2 + 2 = 4, no points."]
    assert lines[7] == "Eero, it is your turn."


def test_a_third_person_hears_what_left_the_screen_meanwhile() -> None:
    played = play(plan(3, (1, 2, 3)), first_answer(EN), EN)
    lines = played.lines
    meanwhile = [at for at, line in enumerate(lines) if line == EN.say("terminal.meanwhile")]
    assert meanwhile
    for at in meanwhile:
        assert any(lines[at + 1].startswith(name) for name in NAMES)
        assert not any("Lot for" in line for line in lines[at : at + 2])


# Keeping -----------------------------------------------------------------------------------------


def test_what_happened_is_kept_before_it_is_told() -> None:
    kept: list[int] = []
    heard_before: list[int] = []

    def keep(match: Match) -> None:
        kept.append(len(match.game.events))

    played = play(plan(2, (1,)), first_answer(EN), EN, keep=keep)
    assert kept == sorted(set(kept))
    assert kept[-1] == len(played.session.match.game.events)
    for heard in played.heard:
        heard_before.append(len(heard.view.events))
    assert set(heard_before) - {0} <= set(kept)


def test_a_bot_s_chance_depends_on_seed_seat_and_events_alone() -> None:
    seeds = {
        bot_seed(seed, seat, events)
        for seed in (SEED, bytes(32))
        for seat in (1, 2)
        for events in (0, 1, 2)
    }
    assert len(seeds) == 12
    assert bot_seed(SEED, 1, 7) == bot_seed(SEED, 1, 7)


@settings(max_examples=15)
@given(st.integers(2, 4), st.integers(0, 300), st.binary(min_size=32, max_size=32))
def test_a_game_taken_up_anywhere_goes_on_as_it_would_have(
    players: int, stop: int, seed: bytes
) -> None:
    positions: list[Match] = []
    whole = play(plan(players, (1,)), first_answer(FI), FI, seed=seed, keep=positions.append)
    taken_up = positions[min(stop, len(positions) - 1)]
    again = play(taken_up.plan, first_answer(FI), FI, match=taken_up)
    assert again.session.match == whole.session.match


def test_the_phases_of_a_session_are_those_of_the_game() -> None:
    played = play(plan(2, ()), typing(), EN)
    assert played.over
    assert played.session.match.game.phase is Phase.OVER
    assert isinstance(played.session.match.record(), GameRecord)
