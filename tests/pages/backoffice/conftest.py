"""A manager's browser at a mall's back office."""

from collections.abc import Iterator

import pytest

from openmall.contract.undo import UndoRetention
from tests.access.oauth.authorization_requests import Browser, manager
from tests.world import World


@pytest.fixture
def browser(world: World) -> Browser:
    """The browser of the head admin, who is not signed in yet."""
    manager(world)
    return Browser(world)


@pytest.fixture
def owner(browser: Browser) -> Browser:
    """The browser of the head admin, signed in."""
    assert browser.sign_in("/api/v2/oauth/sign-in").status_code == 200
    return browser


@pytest.fixture
def recorded(world: World) -> Iterator[UndoRetention]:
    """Record the writes of a test for two days."""
    undo: UndoRetention = world.stage.app.undo
    undo.days = 2
    yield undo
    undo.days, undo.bytes = None, 100_000_000
