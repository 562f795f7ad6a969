"""Hints at the keyboard: for who is to act, in the game's language, unless there are none."""

from __future__ import annotations

import pytest

from sniffi import fast
from sniffi.analysis import HintWords, guess, hint
from sniffi.terminal.match import Match
from sniffi.terminal.telling import Teller
from sniffi.words import LANGUAGES, Words
from tests.terminal.players import Reader, first_answer
from tests.terminal.stage import NAMES, SEED, Played, plan, play

IN_BOTH = pytest.mark.parametrize("language", LANGUAGES)


@pytest.fixture(autouse=True)
def _the_kernel_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then a hint is a guess, at once, whatever was compiled before."""
    monkeypatch.setattr(fast, "ready", lambda: False)


def asking(words: Words, word: str, people: tuple[int, ...] = (1,)) -> Played:
    """A game in which every question is answered after one for a hint."""
    good, reader = first_answer(words), Reader(words)
    asked = False

    def answer(lines: list[str]) -> str:
        nonlocal asked
        tile = reader.question(lines[-1]) == "terminal.which-tile"
        asked = tile and not asked
        return word if asked else good(lines)

    return play(plan(2, people, target=30), answer, words)


@IN_BOTH
def test_a_hint_is_said_at_the_own_turn_by_either_language_s_word(language: str) -> None:
    words = Words(language)
    for word in ("vihje", "hint", "i"):
        played = asking(words, word)
        assert played.over
        lines = [heard.line for heard in played.heard]
        said = 0
        for heard in played.heard:
            round = heard.view.round
            if heard.reader != 1 or round is None or len(round.legal_actions()) < 2:
                continue
            told = HintWords(words, NAMES).lines(hint(round, guess))
            said += heard.line == told[0] and told[1] in lines
        assert said


@IN_BOTH
def test_nobody_has_one_while_the_keyboard_changes_hands(language: str) -> None:
    words = Words(language)
    view = play(plan(2, (1, 2)), first_answer(words), words).session.match.seen_by(None)
    teller = Teller(words, NAMES[:2], guess)
    assert teller.hint(view) == [words.say("terminal.hint-not-now")]
    assert teller.hint(Match.begin(plan(2, (1,)), SEED).seen_by(1)) == [
        words.say("terminal.hint-not-now")
    ]


@IN_BOTH
def test_a_game_without_hints_says_so(language: str) -> None:
    words = Words(language)
    off = Teller(words, NAMES[:2])
    assert off.hint(Match.begin(plan(2, (1,)), SEED).seen_by(1)) == [
        words.say("terminal.hints-off")
    ]
