"""Developers' browsers at the console of an installation."""

from collections.abc import Iterator

import pytest

from tests.events.webhooks.receiver import Receiver
from tests.pages.console.developer_browser import Developer, signed_up
from tests.pages.console.webhook_setup import Hooks, opened
from tests.world import World


@pytest.fixture
def kim(world: World) -> Developer:
    """Somebody who has just signed up."""
    return signed_up(world)


@pytest.fixture
def lee(world: World) -> Developer:
    """Somebody else who has just signed up."""
    return signed_up(world, "이하늘")


@pytest.fixture(scope="session")
def receiver_of_all(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Receiver]:
    receiver = Receiver(tmp_path_factory.mktemp("receiver"))
    yield receiver
    receiver.stop()


@pytest.fixture
def hooks(world: World, receiver_of_all: Receiver) -> Iterator[Hooks]:
    """A receiver that has received nothing and answers 200, to which the console may send."""
    receiver_of_all.taken()
    receiver_of_all.answer = lambda received: (200, b"")
    with opened(world, receiver_of_all) as made:
        yield made
