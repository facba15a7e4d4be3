"""A receiver for all tests of webhooks, and a post office for each."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import new_shop, shell, shop
from tests.events.webhooks.receiver import Post, Receiver
from tests.world import World

__all__ = ["new_shop", "shell", "shop"]


@pytest.fixture(scope="session")
def _one_receiver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Receiver]:
    folder: Path = tmp_path_factory.mktemp("receiver")
    receiver = Receiver(folder)
    yield receiver
    receiver.stop()


@pytest.fixture
def receiver(_one_receiver: Receiver) -> Receiver:
    """A receiver that has received nothing and answers 200."""
    _one_receiver.taken()
    _one_receiver.answer = lambda received: (200, b"")
    _one_receiver.headers = {}
    return _one_receiver


@pytest.fixture
def post(world: World, receiver: Receiver) -> Iterator[Post]:
    """What brings the events of a mall to the receiver."""
    made = Post(world, receiver)
    yield made
    made.close()


@pytest.fixture
def hasty_post(world: World, receiver: Receiver) -> Iterator[Post]:
    """As `post`, which waits a second for an answer."""
    made = Post(world, receiver, seconds=1)
    yield made
    made.close()


@pytest.fixture
def world_of_lies(world: World, receiver: Receiver) -> Iterator[tuple[Post, list[str]]]:
    """A post office whose names mean this machine, which is not allowed; and what was asked."""
    asked: list[str] = []

    async def lookup(host: str, port: int) -> list[str]:
        asked.append(host)
        return ["127.0.0.1"]

    made = Post(world, receiver, allowed=(), lookup=lookup)
    yield made, asked
    made.close()
