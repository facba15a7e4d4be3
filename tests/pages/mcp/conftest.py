"""An installation with the sample shop, where shoppers sign in and consent."""

import pytest

from openmall.contract.scopes import AGENT_WRITES
from tests.pages.sampleshop.conftest import guest, stage
from tests.world import EVERY_SCOPE, Stage, World

__all__ = ["guest", "stage", "world"]

DIRECT = [*EVERY_SCOPE, AGENT_WRITES]
"""The scopes of an app whose agents the merchant allowed to change the shop directly."""


@pytest.fixture
def world(stage: Stage) -> World:
    """Return a mall with such an app."""
    made = stage.new_world()
    made.full = made.install(DIRECT, restricted=True)
    return made
