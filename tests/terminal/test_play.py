"""``play`` from the options to the end: questions, saves, records, farewells."""

from __future__ import annotations

import errno
import io
import os
import re
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sniffi.bots import BOTS, USUAL, NotABot, UnknownBot, bots_listing
from sniffi.deal import commitment
from sniffi.record import BadText, GameRecord, loads, verify
from sniffi.record.errors import TargetTooBig, TooManyNonces
from sniffi.rules import NotASeat, NotATarget, SniffiError
from sniffi.terminal import PlayOptions
from sniffi.terminal import play as play_game
from sniffi.terminal.commands import Word
from sniffi.terminal.play import (
    IsAFolder,
    NoHome,
    NoSuchFolder,
    SettingsOfAnotherGame,
    usual_save,
)
from sniffi.terminal.questions import NamesDoNotMatch, NameTaken
from sniffi.terminal.savefile import NotASaveFile, SaveDamaged, SaveFile, SaveInUse, SaveMissing
from sniffi.words import LANGUAGES, Words
from tests.terminal.players import Keyboard, first_answer, random_answer
from tests.terminal.stage import SEED, MarkedWords, outside_of_texts

FI, EN = Words("fi"), Words("en")
IN_BOTH = pytest.mark.parametrize("words", [FI, EN], ids=LANGUAGES)
Answer = Callable[[list[str]], str | None]


class Outcome:
    def __init__(self, code: int, text: str) -> None:
        self.code = code
        self.text = text
        self.lines = text.splitlines()


class Desk:
    """Somebody's machine: a folder for everything, and runs of the command."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.save = folder / "sniffi" / "game.save"
        self.games = folder / "sniffi" / "games"

    def run(self, answer: Answer, environ: dict[str, str] | None = None, **options: Any) -> Outcome:
        screen = io.StringIO()
        environ = {"XDG_STATE_HOME": str(self.folder), **(environ or {})}
        keyboard = Keyboard(screen, answer)
        code = play_game(PlayOptions(**options), stdin=keyboard, stdout=screen, environ=environ)
        return Outcome(code, screen.getvalue())

    def game(self, answer: Answer, **options: Any) -> Outcome:
        """A run in which nothing is asked before the game."""
        given: dict[str, Any] = {
            "players": 2,
            "bots": {2: "greedy"},
            "names": (),
            "lang": "en",
            "nonces": (),
            "seed": SEED,
            "target": 60,
        }
        return self.run(answer, **{**given, **options})

    def records(self) -> list[GameRecord]:
        return [
            record
            for path in sorted(self.games.iterdir())
            for record in loads(path.read_text("utf-8"))
        ]

    def saved(self) -> GameRecord:
        saved = SaveFile(self.save).read()
        assert saved is not None
        return saved.match.record()


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


@pytest.fixture(autouse=True)
def _quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody pulls the plug here, and waiting for the disk takes most of the time."""
    monkeypatch.setattr(os, "fsync", lambda _: None)


def typing(*lines: str) -> Answer:
    left = iter(lines)
    return lambda _: next(left, None)


def stopping_after(count: int, answer: Answer) -> Answer:
    left = iter(range(count))
    return lambda lines: None if next(left, None) is None else answer(lines)


# Questions ---------------------------------------------------------------------------------------


def test_enter_takes_every_default(desk: Desk) -> None:
    outcome = desk.run(typing(*[""] * 6))
    assert outcome.lines[:3] == [
        "1: suomi",
        "2: English",
        "Kieli (Enter: 1)? / Language (Enter: 1)?",
    ]
    record = desk.saved()
    titles = {bot.name: bot.title for bot in bots_listing(FI)}
    assert record.players == 2
    assert record.target == 250
    assert record.names == ("Pelaaja", titles[USUAL])
    assert record.tags == (("Bot2", USUAL),)
    assert record.nonces == ()


def test_every_question_can_be_answered(desk: Desk) -> None:
    outcome = desk.run(typing("2", "4", "person", "greedy", "0", "1", "Aino", "Eero", "dice-7"))
    assert "Language (Enter: 1)?" in outcome.text
    record = desk.saved()
    titles = {bot.name: bot.title for bot in bots_listing(EN)}
    first = next(iter(BOTS))
    assert record.names == ("Aino", titles["greedy"], "Eero", titles[first])
    assert dict(record.tags) == {"Bot2": "greedy", "Bot4": first}
    assert record.nonces == ("dice-7",)
    assert record.commitment is not None
    assert record.commitment in outcome.text


def test_the_promise_is_made_before_the_shuffle_text_is_asked(desk: Desk) -> None:
    outcome = desk.run(typing("", "", "", "", "", ""))
    text = outcome.text
    assert text.index("Jakojen sitoumus") < text.index(FI.say("terminal.ask-nonce"))


@IN_BOTH
def test_a_bad_answer_is_told_and_asked_again(words: Words, desk: Desk) -> None:
    wrong = ["5", "?", "3", "99", "human?", "0", "0", "1"]
    wrong += ["Aino", "aino", "x" * 41, "Eero", "ä", ""]
    outcome = desk.run(typing(*wrong), lang=words.language)
    record = desk.saved()
    assert record.names[:2] == ("Aino", "Eero")
    for key in ("terminal.ask-players", "terminal.ask-nonce"):
        prompt = words.say(key, **({"default": 2} if key == "terminal.ask-players" else {}))
        assert outcome.lines.count(prompt) > 1
    assert words.say("terminal.help-questions") in outcome.lines


@settings(max_examples=40)
@given(
    st.lists(
        st.one_of(
            st.text(max_size=50),
            st.sampled_from(["", "1", "2", "3", "4", "0", "fi", "en", "?", "greedy", "ihminen"]),
        ),
        max_size=25,
    )
)
def test_no_answer_to_a_question_is_a_crash(answers: list[str]) -> None:
    with TemporaryDirectory() as folder:
        desk = Desk(Path(folder))
        outcome = desk.run(typing(*answers))
        assert outcome.code == 0
        if desk.save.exists():
            assert desk.saved().names
        elif desk.games.exists():
            # Bots in every seat play to the end by themselves.
            assert [record.over for record in desk.records()] == [True]
        else:
            assert outcome.lines[-1] in (FI.say("terminal.no-game"), EN.say("terminal.no-game"))


@pytest.mark.parametrize(
    ("answer", "language"), [("suomi", "fi"), ("EN", "en"), ("englanti", "en")]
)
def test_the_language_can_be_named(answer: str, language: str, desk: Desk) -> None:
    outcome = desk.run(typing(answer), environ={"LANG": "en_GB.UTF-8"})
    assert outcome.lines[0] == "1: English"
    assert Words(language).say("terminal.welcome") in outcome.lines


def test_with_all_options_nothing_is_asked(desk: Desk) -> None:
    outcome = desk.game(typing(), bots={1: "greedy", 2: "random"})
    assert outcome.code == 0
    assert not [line for line in outcome.lines if line.endswith("?")]
    assert desk.records()[0].over


def test_bots_with_the_same_name_are_told_apart(desk: Desk) -> None:
    desk.game(typing(), players=3, bots={1: "greedy", 2: "greedy", 3: "greedy"})
    title = {bot.name: bot.title for bot in bots_listing(EN)}["greedy"]
    assert desk.records()[0].names == (title, f"{title} 2", f"{title} 3")


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ({"names": ("Aino", "Botti-Eero")}, ("Aino", "Botti-Eero")),
        ({"names": ("Aino",)}, ("Aino", "Greedy")),
        ({"names": ("Greedy",)}, ("Greedy", "Greedy 2")),
        ({"names": (), "bots": {}}, ("Player 1", "Player 2")),
        ({"names": (), "bots": {1: "greedy"}}, ("Greedy", "Player")),
    ],
)
def test_names_are_given_for_everybody_or_for_the_people(
    options: dict[str, Any], names: tuple[str, ...], desk: Desk
) -> None:
    desk.game(typing(), **options)
    assert desk.saved().names == names


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"bots": {3: "greedy"}}, NotASeat),
        ({"bots": {2: "nobody"}}, UnknownBot),
        ({"bots": {2: "greedy:x"}}, NotABot),
        ({"target": 0}, NotATarget),
        ({"target": 10**9}, TargetTooBig),
        ({"names": ("a", "b", "c")}, NamesDoNotMatch),
        ({"names": ("a", "A")}, NameTaken),
        ({"names": (" a", "b")}, BadText),
        ({"names": ("a\n", "b")}, BadText),
        ({"nonces": ("ä",)}, SniffiError),
        ({"nonces": ("a", "b", "c")}, SniffiError),
        ({"record": Path("nowhere", "at", "all.sniff")}, NoSuchFolder),
        ({"record": Path()}, IsAFolder),
        ({"save": Path()}, NotASaveFile),
        ({"resume": True, **dict.fromkeys(("players", "bots", "names", "seed"))}, SaveMissing),
    ],
)
def test_an_option_that_cannot_be_used_is_refused_before_anything_changes(
    options: dict[str, Any], error: type[SniffiError], desk: Desk
) -> None:
    with pytest.raises(error) as refused:
        desk.game(typing(), **options)
    for words in (FI, EN):
        assert words.refusal(refused.value) != str(refused.value)
    assert not desk.save.exists()


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"bots": {2: "nobody"}}, UnknownBot),
        ({"names": ("a\n",)}, BadText),
        ({"players": 2, "nonces": ("a", "b", "c")}, TooManyNonces),
        ({"players": 2, "bots": {2: "greedy"}, "names": ("a", "A")}, NameTaken),
    ],
)
def test_such_an_option_is_refused_before_the_first_question(
    options: dict[str, Any], error: type[SniffiError], desk: Desk
) -> None:
    def never(lines: list[str]) -> str | None:
        raise AssertionError(lines)

    with pytest.raises(error):
        desk.run(never, **options)


@pytest.mark.parametrize("answers", [(), ("",), ("", "3", ""), ("q",), ("", "lopeta")])
def test_without_answers_no_game_is_begun(answers: tuple[str, ...], desk: Desk) -> None:
    outcome = desk.run(typing(*answers))
    assert outcome.code == 0
    assert outcome.lines[-1] == FI.say("terminal.no-game")
    assert not desk.save.exists()


def test_nobody_is_asked_for_a_shuffle_text_who_brings_the_seed(desk: Desk) -> None:
    outcome = desk.game(typing(), nonces=None)
    assert EN.say("terminal.ask-nonce") not in outcome.lines


# A whole game ------------------------------------------------------------------------------------


@IN_BOTH
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_ends_with_its_seed_and_a_record(players: int, words: Words, desk: Desk) -> None:
    outcome = desk.game(first_answer(words), players=players, lang=words.language)
    assert outcome.code == 0
    (record,) = desk.records()
    assert record.over
    assert record.seed == SEED
    assert verify(record).ok
    promise = next(line for line in outcome.lines if commitment(SEED) in line)
    assert outcome.lines.index(promise) < 3
    assert words.say("terminal.seed", seed=SEED.hex()) in outcome.lines
    assert words.say("terminal.verified") in outcome.lines
    (path,) = desk.games.iterdir()
    assert words.say("terminal.recorded", file=path) in outcome.lines
    assert not desk.save.exists()


def test_a_deal_that_is_not_the_seed_s_is_told(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def verify_another(record: GameRecord) -> object:
        return verify(replace(record, seed=bytes(32)))

    monkeypatch.setattr(import_module("sniffi.terminal.play"), "verify", verify_another)
    outcome = desk.game(first_answer(EN))
    assert EN.say("terminal.not-verified") in outcome.lines
    assert EN.say("terminal.verified") not in outcome.lines


def test_the_same_seed_and_answers_give_the_same_lines_and_record(tmp_path: Path) -> None:
    desks = [Desk(tmp_path / name) for name in ("a", "b")]
    first, second = (desk.game(random_answer(EN, Random(1)), record=None) for desk in desks)
    assert desks[0].records() == desks[1].records()
    shown = [o.text.replace(str(d.folder), "") for o, d in zip((first, second), desks, strict=True)]
    assert shown[0] == shown[1]


def test_a_record_never_takes_the_place_of_another(desk: Desk) -> None:
    wanted = desk.folder / "mine.sniff"
    wanted.write_text("something else")
    outcome = desk.game(first_answer(EN), record=wanted)
    assert wanted.read_text() == "something else"
    second = desk.folder / "mine-2.sniff"
    assert EN.say("terminal.recorded", file=second) in outcome.lines
    assert loads(second.read_text("utf-8"))[0].over


def test_another_game_with_the_same_seed_gets_another_record(desk: Desk) -> None:
    desk.game(first_answer(EN))
    desk.game(random_answer(EN, Random(5)))
    assert len(list(desk.games.iterdir())) == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_comes_from_a_catalogue(
    language: str, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("sniffi.terminal.play", "sniffi.terminal.questions"):
        monkeypatch.setattr(import_module(module), "Words", MarkedWords)
    words = MarkedWords(language)
    first = ["2" if language == "en" else "1", "x", "2", "?", "", "99", "2", "Aino", "ä", ""]
    start = iter(first)
    good = first_answer(words)
    outcome = desk.run(lambda lines: next(start, None) or good(lines), target=60)
    assert outcome.code == 0
    # The slash stands between the two languages, while none is chosen yet.
    assert {outside_of_texts(line) for line in outcome.lines} == {"", "/"}


# Stopping and going on ---------------------------------------------------------------------------


@IN_BOTH
def test_the_end_of_input_says_how_to_go_on(words: Words, desk: Desk) -> None:
    outcome = desk.game(typing(), lang=words.language)
    assert outcome.code == 0
    assert outcome.lines[-1] == words.say("terminal.go-on-by", command="sniffi play --resume")
    desk.saved()


def test_where_the_save_is_named_so_is_how_to_go_on(desk: Desk) -> None:
    save = desk.folder / "my game.save"
    outcome = desk.game(typing(), save=save)
    assert outcome.lines[-1].endswith(f"sniffi play --resume --save '{save}'")


@pytest.mark.parametrize("stop", [0, 1, 2, 5, 9])
def test_a_game_stopped_and_resumed_is_the_unbroken_one(stop: int, tmp_path: Path) -> None:
    unbroken, broken = Desk(tmp_path / "a"), Desk(tmp_path / "b")
    unbroken.game(first_answer(EN))
    assert broken.game(stopping_after(stop, first_answer(EN))).code == 0
    while broken.save.exists():
        assert broken.run(stopping_after(stop + 3, first_answer(EN)), resume=True).code == 0
    (first,), (second,) = unbroken.games.iterdir(), broken.games.iterdir()
    assert first.name == second.name
    assert first.read_bytes() == second.read_bytes()


def test_an_unfinished_game_is_offered(desk: Desk) -> None:
    desk.game(typing("q"))
    outcome = desk.run(typing("", "q"))
    assert outcome.lines[0] == EN.say(
        "terminal.saved-game", players="Player (person) and Greedy (bot)"
    )
    assert EN.say("terminal.ask-resume") in outcome.lines
    assert EN.say("terminal.last-events") in outcome.lines


def test_an_unfinished_game_that_is_declined_is_set_aside(desk: Desk) -> None:
    desk.game(typing("q"))
    old = desk.save.read_bytes()
    outcome = desk.game(typing("maybe", "no", "q"))
    aside = desk.save.with_name("game-2.save")
    assert EN.say("terminal.set-aside", file=aside) in outcome.lines
    assert aside.read_bytes() == old


def test_an_offer_without_an_answer_leaves_the_game_as_it_is(desk: Desk) -> None:
    desk.game(typing("q"))
    before = desk.save.read_bytes()
    outcome = desk.run(typing())
    assert outcome.code == 0
    assert outcome.lines[-1] == EN.say("terminal.go-on-by", command="sniffi play --resume")
    assert desk.save.read_bytes() == before


def test_settings_are_for_new_games(desk: Desk) -> None:
    desk.game(typing("q"))
    with pytest.raises(SettingsOfAnotherGame):
        desk.run(typing(), resume=True, players=2)
    outcome = desk.run(typing("y", "q"), players=3)
    assert EN.say("terminal.settings-not-used") in outcome.lines


def test_a_game_can_go_on_in_another_language(desk: Desk) -> None:
    desk.game(typing("q"))
    command = "sniffi play --resume"
    outcome = desk.run(typing("q"), resume=True, lang="fi")
    assert outcome.lines[-1] == FI.say("terminal.go-on-by", command=command)
    # Nothing was saved meanwhile, so the save still has its own.
    outcome = desk.run(typing("q"), resume=True)
    assert outcome.lines[-1] == EN.say("terminal.go-on-by", command=command)


@pytest.mark.parametrize("resume", [None, True])
def test_a_damaged_save_is_left_alone(resume: bool | None, desk: Desk) -> None:
    desk.game(typing("q"))
    spoilt = desk.save.read_bytes()[:-20]
    desk.save.write_bytes(spoilt)
    with pytest.raises(SaveDamaged) as refused:
        desk.run(typing(), resume=resume)
    assert str(desk.save) in FI.refusal(refused.value)
    assert desk.save.read_bytes() == spoilt
    desk.game(typing("q"), resume=False)
    assert desk.save.with_name("game-2.save").read_bytes() == spoilt
    desk.saved()


def test_a_save_in_use_is_told(desk: Desk) -> None:
    with SaveFile(desk.save).held(), pytest.raises(SaveInUse):
        desk.game(typing())


def test_a_game_that_was_over_when_it_was_killed_is_written_down_once(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(_: SaveFile) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(SaveFile, "remove", killed)
        assert desk.game(first_answer(EN)).code == 130
    before = [path.read_bytes() for path in desk.games.iterdir()]
    assert desk.run(typing(), resume=True).code == 0
    assert [path.read_bytes() for path in desk.games.iterdir()] == before
    assert not desk.save.exists()


def test_ctrl_c_keeps_the_game(desk: Desk) -> None:
    def interrupt(_: list[str]) -> str:
        raise KeyboardInterrupt

    outcome = desk.game(interrupt)
    assert outcome.code == 130
    assert outcome.lines[-1] == EN.say("terminal.go-on-by", command="sniffi play --resume")
    assert desk.run(interrupt, resume=False).code == 130


# When the disk refuses ---------------------------------------------------------------------------


@IN_BOTH
def test_a_full_disk_is_told_once_and_the_game_goes_on(
    words: Words, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = iter(range(10**6))
    real = os.fsync

    def fsync(handle: int) -> None:
        if 10 <= next(calls) < 25:
            raise OSError(errno.ENOSPC, "full")
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    outcome = desk.game(first_answer(words), lang=words.language)
    assert outcome.code == 0
    full = words.say("terminal.save-disk-full", file=desk.save)
    assert [
        outcome.lines.count(line)
        for line in (full, words.say("terminal.will-try-again"), words.say("terminal.kept-again"))
    ] == [1, 1, 1]
    assert outcome.lines.index(full) < outcome.lines.index(words.say("terminal.kept-again"))
    assert desk.records()[0].over


def test_who_leaves_with_a_full_disk_is_told_what_is_lost(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = first_answer(EN)
    desk.game(stopping_after(2, answer))
    before = desk.saved()

    def fsync(_: int) -> None:
        raise OSError(errno.ENOSPC, "full")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fsync)
        outcome = desk.run(stopping_after(3, answer), resume=True)
    assert outcome.code == 1
    assert outcome.lines[-1] == EN.say("terminal.not-kept")
    assert desk.saved() == before


def test_a_record_that_cannot_be_written_costs_no_game(desk: Desk) -> None:
    desk.games.parent.mkdir(parents=True)
    desk.games.touch()
    outcome = desk.game(first_answer(EN))
    assert outcome.code == 1
    assert outcome.lines[-1] == EN.say("terminal.go-on-by", command="sniffi play --resume")
    desk.games.unlink()
    assert desk.run(typing(), resume=True).code == 0
    assert desk.records()[0].over


# Streams and places ------------------------------------------------------------------------------


def test_colour_adds_nothing_but_colour(desk: Desk, tmp_path: Path) -> None:
    plain = desk.game(first_answer(EN))
    other = Desk(tmp_path / "other")
    coloured = other.game(first_answer_in_colour, colour=True)
    assert "\x1b[" not in plain.text
    assert "\x1b[" in coloured.text
    bare = re.sub(r"\x1b\[\d*m", "", coloured.text)
    assert bare.replace(str(other.folder), "") == plain.text.replace(str(desk.folder), "")


def first_answer_in_colour(lines: list[str]) -> str:
    return first_answer(EN)([re.sub(r"\x1b\[\d*m", "", line) for line in lines])


@pytest.mark.parametrize(
    ("environ", "path"),
    [
        ({"XDG_STATE_HOME": "/x", "HOME": "/h"}, "/x/sniffi/game.save"),
        ({"XDG_STATE_HOME": "", "HOME": "/h"}, "/h/.local/state/sniffi/game.save"),
        ({"XDG_STATE_HOME": "rel", "HOME": "/h"}, "/h/.local/state/sniffi/game.save"),
        ({"HOME": "/h"}, "/h/.local/state/sniffi/game.save"),
    ],
)
def test_the_usual_save_is_where_xdg_says(environ: dict[str, str], path: str) -> None:
    assert usual_save(environ) == Path(path)


def test_without_a_home_the_save_has_to_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError

    monkeypatch.setattr(Path, "home", homeless)
    for environ in ({}, {"HOME": ""}, {"HOME": "somewhere"}):
        with pytest.raises(NoHome):
            usual_save(environ)


def test_every_question_of_a_game_has_help() -> None:
    for words in (FI, EN):
        for word in Word:
            assert words.say(f"terminal.help-{word}")
