"""The writes of every test here are recorded."""

from collections.abc import Iterator

import pytest

from openmall.contract.undo import UndoRetention
from tests.world import World


@pytest.fixture(autouse=True)
def recorded(world: World) -> Iterator[UndoRetention]:
    """Record the writes of a test for two days."""
    undo: UndoRetention = world.stage.app.undo
    undo.days = 2
    yield undo
    undo.days, undo.bytes = None, 100_000_000
