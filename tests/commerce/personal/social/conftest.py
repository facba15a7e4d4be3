"""A provider of OpenID Connect that the shop of a world accepts."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.commerce.personal.social.sign_in_client import Browser
from tests.openid_provider import CLIENT_ID, CLIENT_SECRET, Provider, reachable
from tests.world import World


@pytest.fixture(scope="session")
def _one_provider(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Provider]:
    folder: Path = tmp_path_factory.mktemp("provider")
    provider = Provider(folder)
    yield provider
    provider.stop()


@pytest.fixture
def provider(_one_provider: Provider, world: World) -> Iterator[Provider]:
    """A provider that does nothing wrong, and is configured in the shop."""
    _one_provider.behave()
    with reachable(_one_provider, world.stage):
        world.put(
            "socials/openid",
            use_openid_login="T",
            openid_name="Example ID",
            openid_issuer=_one_provider.issuer,
            openid_client_id=CLIENT_ID,
            openid_client_secret=CLIENT_SECRET,
        )
        yield _one_provider


@pytest.fixture
def browser(provider: Provider, world: World) -> Browser:
    """Somebody nobody knows yet."""
    return Browser(world, provider)
