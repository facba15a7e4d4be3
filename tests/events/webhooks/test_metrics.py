"""How many deliveries ended how, and what waits to be tried again, as an operator watches it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from openmall.running.observability import store
from openmall.running.observability.store import Queue
from tests.events.webhooks.receiver import Post, Receiver
from tests.world import open_stage


@pytest.fixture
def post(receiver: Receiver, tmp_path: Path) -> Iterator[Post]:
    """A post office on a store of its own: nothing of other tests is delivered here."""
    with open_stage(tmp_path) as stage:
        made = Post(stage.new_world("counted"), receiver)
        yield made
        made.close()


def test_tries_are_counted_by_what_came_of_them(post: Post, receiver: Receiver) -> None:
    post.app(90001)
    receiver.answer = lambda received: (503 if received.about == 2 else 200, b"")
    post.make(1, 2, 3)
    post.deliver()
    post.world.stage.clock.pass_(120)
    receiver.answer = lambda received: (200, b"")
    post.deliver()

    assert dict(post.http_client.outcomes) == {"delivered": 3, "refused": 1}
    assert post.http_client.retries == 1
    # two at once, and one two minutes after its event
    assert post.http_client.lag == 120.0


def test_what_cannot_be_reached_is_counted(post: Post) -> None:
    post.app(90001, address="https://receiver.test:1/hooks")
    post.make(1)
    post.deliver()

    assert dict(post.http_client.outcomes) == {"no answer": 1}


def test_what_waits_to_be_tried_again_is_told_with_its_age(post: Post, receiver: Receiver) -> None:
    stage = post.world.stage

    def waiting() -> Queue:
        return stage.run(store.queues, stage.app.database, stage.clock.now())["webhooks"]

    post.app(90001)
    receiver.answer = lambda received: (503, b"")
    post.make(1, 2)
    post.deliver()
    stage.clock.pass_(30)
    while_broken = waiting()
    receiver.answer = lambda received: (200, b"")
    stage.clock.pass_(3_600)
    post.deliver()

    assert while_broken == Queue(2, 30.0)
    assert waiting() == Queue(0, 0.0)
