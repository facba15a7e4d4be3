"""Developers' browsers at the console of an installation."""

import pytest

from tests.console.developing import Developer, signed_up
from tests.world import World


@pytest.fixture
def kim(world: World) -> Developer:
    """Somebody who has just signed up."""
    return signed_up(world)


@pytest.fixture
def lee(world: World) -> Developer:
    """Somebody else who has just signed up."""
    return signed_up(world, "이하늘")
