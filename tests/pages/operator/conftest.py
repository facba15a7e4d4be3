"""Browsers of operators."""

import pytest

from tests.pages.operator.operator_browser import OperatorBrowser, signed_in
from tests.world import World


@pytest.fixture
def kim(world: World) -> OperatorBrowser:
    """An operator who has just signed in."""
    return signed_in(world)
