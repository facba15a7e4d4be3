"""The log of a mall's app, with nothing of other tests waiting to be written."""

import pytest

from tests.events.request_log.log_reader import Log
from tests.world import World


@pytest.fixture
def log(world: World) -> Log:
    """The log of the world's app, empty."""
    world.stage.app.request_log_writer.buffer.take()
    return Log(world)
