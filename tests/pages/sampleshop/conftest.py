"""An installation with the sample shop, and somebody's browser in it."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import postgres
from tests.access.oauth.authorization_requests import Browser, manager
from tests.commerce.personal.social.conftest import _one_provider, provider
from tests.pages.sampleshop.shop_browser import Guest
from tests.storefront.shopper_client import offer_test_gateway
from tests.world import Stage, World, open_stage

__all__ = ["_one_provider", "provider"]


@pytest.fixture(scope="session")
def stage(request: pytest.FixtureRequest) -> Iterator[Stage]:
    """An application that shows the sample shop."""
    database = postgres.server().new_database() if request.param == "postgresql" else ""
    with (
        tempfile.TemporaryDirectory() as folder,
        open_stage(Path(folder), database=database, sample_shop=True) as made,
    ):
        yield made


@pytest.fixture
def guest(world: World) -> Guest:
    """Somebody nobody knows yet, in a shop that can be paid."""
    offer_test_gateway(world)
    return Guest(world)


@pytest.fixture
def owner(world: World) -> Browser:
    """The browser of the head admin of the shop, signed in to the back office."""
    manager(world)
    browser = Browser(world)
    assert browser.sign_in("/api/v2/oauth/sign-in").status_code == 200
    return browser
