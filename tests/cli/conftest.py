import pytest

from tests.cli.command import LANGUAGE_SETTINGS


@pytest.fixture(autouse=True)
def _no_language_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in LANGUAGE_SETTINGS:
        monkeypatch.delenv(name, raising=False)
