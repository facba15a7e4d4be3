"""The log of a mall's app."""

import pytest

from tests.events.request_log.log_reader import Log
from tests.world import World


@pytest.fixture
def log(world: World) -> Log:
    """The log of the world's app, empty."""
    return Log(world)
