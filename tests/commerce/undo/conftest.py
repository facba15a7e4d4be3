"""The writes of every test here are recorded."""

from collections.abc import Iterator

import pytest

from openmall.contract.undo import DAY_SECONDS, UndoRetention
from tests.world import World


@pytest.fixture(autouse=True)
def recorded(world: World) -> Iterator[UndoRetention]:
    """Record the writes of a test for two days."""
    undo: UndoRetention = world.stage.app.undo
    undo.seconds = 2 * DAY_SECONDS
    yield undo
    undo.seconds, undo.bytes = 0, 100_000_000
