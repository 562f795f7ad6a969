import math

import pytest

from sniffi.bots import (
    BOTS,
    BadParameter,
    Bot,
    BotKind,
    NotABot,
    NotAParameter,
    NotInTurn,
    Number,
    Parameter,
    UnknownBot,
    bots_listing,
    make,
    parse_bot,
    registry,
)
from sniffi.bots.simple import RandomBot
from sniffi.rules import SniffiError
from sniffi.words import LANGUAGES, Words


class Set(RandomBot):
    """A bot with settings."""

    def __init__(self, seed: int, worlds: Number, weight: Number) -> None:
        super().__init__(seed)
        self.values = worlds, weight


KIND = BotKind(
    "set",
    Set,
    players=(2,),
    parameters=(Parameter("worlds", 20, 1, 100), Parameter("weight", 0.5, 0, 1)),
)


@pytest.fixture
def with_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "BOTS", {**BOTS, "set": KIND})


def values(bot: Bot) -> tuple[Number, Number]:
    assert isinstance(bot, Set)
    return bot.values


def test_a_bot_is_made_by_its_name() -> None:
    for name, kind in BOTS.items():
        assert kind.name == name
        assert type(make(name, 1)) is type(kind.make(2))


def test_parameters_have_defaults_and_are_checked() -> None:
    assert values(KIND.make(1)) == (20, 0.5)
    assert values(KIND.make(1, weight=1, worlds=100)) == (100, 1.0)
    with pytest.raises(NotAParameter):
        KIND.make(1, depth=3)
    for worlds in (0, 101, 1.5, True, "20", None):
        with pytest.raises(BadParameter):
            KIND.make(1, worlds=worlds)  # type: ignore[arg-type]
    for weight in (-0.1, 1.1, math.nan, math.inf):
        with pytest.raises(BadParameter):
            KIND.make(1, weight=weight)


@pytest.mark.usefixtures("with_settings")
def test_a_command_names_a_bot_with_its_parameters() -> None:
    assert values(parse_bot("set").make(1)) == (20, 0.5)
    assert values(parse_bot("set:weight=0.25,worlds=7").make(1)) == (7, 0.25)
    assert str(parse_bot("set:weight=.25,worlds=7")) == "set:weight=0.25,worlds=7"
    assert str(parse_bot("set")) == "set"


@pytest.mark.usefixtures("with_settings")
@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", UnknownBot),
        ("Greedy", UnknownBot),
        ("none:worlds=1", UnknownBot),
        ("set:", NotABot),
        ("set:worlds", NotABot),
        ("set:worlds=1,", NotABot),
        ("set:depth=1", NotAParameter),
        ("set:worlds=1,worlds=2", NotAParameter),
        ("greedy:worlds=1", NotAParameter),
        ("set:worlds=", BadParameter),
        ("set:worlds=1.0", BadParameter),
        ("set:worlds=0", BadParameter),
        ("set:worlds=１０", BadParameter),
        ("set:worlds=1_0", BadParameter),
        ("set:worlds= 10", BadParameter),
        ("set:weight=nan", BadParameter),
        ("set:weight=٠.5", BadParameter),
        ("set:weight=0.2_5", BadParameter),
        ("set:weight=0.5 ", BadParameter),
        ("set:weight=heavy", BadParameter),
    ],
)
def test_what_names_no_bot_is_refused(text: str, error: type[SniffiError]) -> None:
    with pytest.raises(error) as caught:
        parse_bot(text)
    for language in LANGUAGES:
        assert "{" not in Words(language).say(caught.value.code, **caught.value.fields)


@pytest.mark.parametrize("seat", [None, 2])
def test_every_refusal_has_a_sentence(seat: int | None) -> None:
    error = NotInTurn(seat)
    for language in LANGUAGES:
        assert str(error.fields["seat"]) in Words(language).say(error.code, **error.fields)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_listing_has_every_bot_with_its_texts(language: str) -> None:
    listing = bots_listing(Words(language))
    assert [bot.name for bot in listing] == list(BOTS)
    assert len({text for bot in listing for text in (bot.title, bot.about)}) == 2 * len(BOTS)
    for bot in listing:
        assert bot.players == BOTS[bot.name].players
        assert set(bot.players) <= {2, 3, 4}
        assert [p.name for p in bot.parameters] == [p.name for p in BOTS[bot.name].parameters]
