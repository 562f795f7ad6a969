import pytest

from sniffi.fast import warm_up


@pytest.fixture(scope="session", autouse=True)
def _compiled() -> None:
    # Here, so that no single test seems to take the time of it.
    warm_up()
