from typing import Any

import pytest

from sniffi.rules import NotATarget, NotPlayers
from sniffi.tables import BadSetting, Pace, Settings, Visibility


def test_a_target_left_out_is_that_of_the_rules() -> None:
    assert [Settings.of(players).target for players in (2, 3, 4)] == [250, 200, 200]


def test_settings_are_what_was_chosen() -> None:
    settings = Settings.of(4, 90, visibility="open", language="en", hints=False, pace="slow")
    assert settings == Settings(4, 90, Visibility.OPEN, "en", False, Pace.SLOW)


@pytest.mark.parametrize(
    ("setting", "value"),
    [("visibility", "secret"), ("language", "sv"), ("pace", ""), ("target", 1_000_001)],
)
def test_a_setting_that_there_is_not_is_refused_with_those_there_are(
    setting: str, value: Any
) -> None:
    with pytest.raises(BadSetting) as refused:
        Settings.of(**{"players": 2, setting: value})
    assert refused.value.fields["setting"] == setting
    assert refused.value.fields["values"]


def test_players_and_target_are_those_of_the_rules() -> None:
    with pytest.raises(NotPlayers):
        Settings.of(5)
    with pytest.raises(NotATarget):
        Settings.of(2, 0)


def test_the_pace_scales_pauses() -> None:
    assert Pace.QUICK.factor < Pace.NORMAL.factor == 1 < Pace.SLOW.factor
