import random

from hypothesis import given, settings
from hypothesis import strategies as st

from sniffi.deal import Deck
from sniffi.record import Comment, GameRecord, dumps, dumps_played, loads
from sniffi.record.plain import record_from_json, record_to_json
from sniffi.rules import (
    Blocked,
    Deducted,
    Drew,
    Game,
    GameView,
    LotDrawn,
    Phase,
    parse_tiles,
)
from tests.record.made import NAMES, games, records, step
from tests.rules.made import order_of, place


@given(st.lists(records(), max_size=3))
@settings(max_examples=50)
def test_what_was_written_is_read_and_written_again(told: list[GameRecord]) -> None:
    text = dumps(told)
    assert loads(text) == told
    assert dumps(loads(text)) == text
    assert loads(text.encode()) == told


@given(records())
@settings(max_examples=50)
def test_a_game_written_without_a_replay_is_the_same_text(record: GameRecord) -> None:
    assert dumps_played(record) == dumps([record])


@given(records())
@settings(max_examples=50)
def test_json_has_the_same_content(record: GameRecord) -> None:
    assert record_from_json(record_to_json(record)) == record


@given(records())
@settings(max_examples=50)
def test_a_record_gives_its_game_again(record: GameRecord) -> None:
    game = record.game()
    assert isinstance(game, Game if record.known else GameView)
    assert game.events == record.events
    assert (game.players, game.target) == (record.players, record.target)


@given(games(), st.integers(0, 4))
@settings(max_examples=50)
def test_a_live_view_and_the_record_of_what_it_sees_are_the_same(
    made: tuple[Game, object], seat: int
) -> None:
    game, _ = made
    viewer = seat if 1 <= seat <= game.players else None
    names = NAMES[: game.players]
    record = GameRecord.of(game.seen_by(viewer), names)
    assert record == GameRecord.of(game, names).seen_by(viewer)
    assert GameView.replay(game.players, record.events, game.target, seat=viewer) == game.seen_by(
        viewer
    )


def moments(game: Game) -> set[str]:
    """What a stopped game is in the middle of."""
    last = game.events[-1] if game.events else None
    found = {str(game.phase)}
    if last is None:
        found.add("nothing yet")
    if isinstance(last, LotDrawn):
        found.add("before the deal" if last.starter else "mid-lot")
    if isinstance(last, Drew):
        found.add("mid-turn")
    if any(isinstance(event, Blocked) for event in game.events):
        found.add("blocked")
    if isinstance(last, Deducted):
        found.add("between rounds")
    if any(isinstance(event, LotDrawn) and event.stage > 1 for event in game.events):
        found.add("several stages")
    if game.players == 4:
        found.add("pairs")
    return found


EVERY_MOMENT = {
    "before the deal", "between rounds", "blocked", "deal", "lot", "mid-lot", "mid-turn",
    "nothing yet", "over", "pairs", "play", "several stages",
}  # fmt: skip


def test_every_moment_of_a_game_can_be_written_and_read() -> None:
    seen: set[str] = set()
    for seed in range(200):
        if seen == EVERY_MOMENT:
            break
        players = 2 + seed % 3
        rng = random.Random(seed)
        deck = Deck(rng.randbytes(32))
        game = Game.new(players, 60)
        while True:
            new = moments(game) - seen
            if new:
                record = GameRecord.of(game, NAMES[:players], deck=deck)
                assert loads(dumps([record])) == [record], (seed, new)
                assert record_from_json(record_to_json(record)) == record, (seed, new)
                seen |= new
            if game.phase is Phase.OVER:
                break
            game = step(game, deck, rng)
    assert seen == EVERY_MOMENT


def test_a_game_before_its_first_lot() -> None:
    record = GameRecord.of(Game.new(3), NAMES[:3])
    text = dumps([record])
    assert text.endswith('[Name3 "Helmi"]\n\nend, in progress\n\ngames 1\n')
    assert loads(text) == [record]


def test_no_game_at_all_is_a_file_too() -> None:
    assert dumps([]) == "games 0\n"
    assert loads("games 0\n") == []


def test_the_whole_form_of_a_game() -> None:
    game = Game.new(2).draw_lot(parse_tiles("35 26")).draw_lot(parse_tiles("35 66"))
    game = game.deal(order_of(["01 13 05 23 46 06 36", "14 44 22 24 12 66 16"], "55 33"))
    for action in ("44", "46@44.line_a", "14@44.line_b", "06@46.high", "12@14.low", "05@06.low"):
        game = game.act(place(action))
    record = GameRecord.of(
        game,
        ("Väinö", 'Eero "E" \\'),
        commitment="ab" * 32,
        nonces=("v-1", "e_2"),
        tags={"Place": "Oulu", "Date": "2026-01-31"},
        comments=[Comment(0, "Above all."), Comment(13, ""), Comment(18, "  An idea?")],
    )
    text = """\
# Above all.
[Sniffi "1"]
[Players "2"]
[Target "250"]
[Name1 "Väinö"]
[Name2 "Eero \\"E\\" \\\\"]
[Date "2026-01-31"]
[Place "Oulu"]
[Commitment "abababababababababababababababababababababababababababababababab"]
[Nonces "v-1 e_2"]

round 1
lot 1: 1 draws 35, 2 draws 26, tie
lot 2: 1 draws 35, 2 draws 66, 2 starts
#
deal, 2 starts
hand 1: 01 13 05 23 46 06 36
hand 2: 14 44 22 24 12 66 16
boneyard: 55 33 00 02 03 04 11 15 25 26 34 35 45 56
2 opens 44, sum 8
#   An idea?
1 places 46 on 44.line_a, sum 14
2 places 14 on 44.line_b, sum 15, scores 15, has 15
1 places 06 on 46.high, sum 9
2 places 12 on 14.low, sum 10, scores 10, has 25
1 places 05 on 06.low, sum 15, scores 15, has 15
end, in progress

games 1
"""
    assert dumps([record]) == text
    assert loads(text) == [record]
