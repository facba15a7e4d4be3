"""How many deliveries ended how, and what waits to be tried again, as an operator watches it."""

from openmall.observability import store
from openmall.observability.store import Queue
from tests.webhooks.receiving import Post, Receiver


def test_tries_are_counted_by_what_came_of_them(post: Post, receiver: Receiver) -> None:
    post.app(90001)
    receiver.answer = lambda received: (503 if received.about == 2 else 200, b"")
    post.make(1, 2, 3)
    post.deliver()
    post.world.stage.clock.pass_(120)
    receiver.answer = lambda received: (200, b"")
    post.deliver()

    assert dict(post.poster.outcomes) == {"delivered": 3, "refused": 1}
    assert post.poster.retries == 1


def test_what_cannot_be_reached_is_counted(post: Post) -> None:
    post.app(90001, address="https://receiver.test:1/hooks")
    post.make(1)
    post.deliver()

    assert dict(post.poster.outcomes) == {"no answer": 1}


def test_what_waits_to_be_tried_again_is_told_with_its_age(post: Post, receiver: Receiver) -> None:
    stage = post.world.stage

    def waiting() -> Queue:
        return stage.run(store.queues, stage.app.database, stage.clock.now())["webhooks"]

    before = waiting()
    post.app(90001)
    receiver.answer = lambda received: (503, b"")
    post.make(1, 2)
    post.deliver()
    stage.clock.pass_(30)
    while_broken = waiting()
    receiver.answer = lambda received: (200, b"")
    stage.clock.pass_(3_600)
    post.deliver()

    # malls of other tests are in the same store
    assert while_broken.length == before.length + 2
    assert (while_broken.oldest_seconds or 0) >= 30
    assert waiting().length == before.length
