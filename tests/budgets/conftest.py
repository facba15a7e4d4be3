"""Tests here run on stores that record what they are sent."""

from collections.abc import Iterator

import pytest

from tests.budgets.stages import Counted, counted_stage
from tests.world import Stage


@pytest.fixture(scope="session")
def stage(request: pytest.FixtureRequest) -> Iterator[Stage]:
    """An application on a fresh store that records."""
    with counted_stage(request.param) as made:
        yield made


@pytest.fixture
def counted(rested: Stage) -> Counted:
    """What calls do on the stage."""
    return Counted(rested)
