"""A sandbox that nobody else uses."""

import os

import pytest

from tests.world import NOVEMBER_2026, Stage, World


@pytest.fixture
def trial(stage: Stage, world: World) -> World:
    """A sandbox, beside `world`, which is none."""
    assert stage.clock.at == NOVEMBER_2026
    return stage.new_world(f"trial-{os.getpid()}-{world.mall_id}", sandbox=True)
