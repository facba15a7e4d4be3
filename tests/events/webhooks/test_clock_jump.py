"""A clock that was ahead, and is set right, keeps nobody waiting for as long as it was ahead."""

import pytest

from openmall.events.webhooks.delivery import circuit_breaker
from openmall.events.webhooks.delivery import store as delivery_store
from openmall.events.webhooks.delivery.lease import LEASE_SECONDS
from tests.events.webhooks.receiver import Post
from tests.world import Installed

AHEAD = 400 * 86_400.0


def leave(post: Post, app: Installed) -> None:
    """Let a worker claim the delivery queue of an app, and be killed."""
    client_id, now = app.credentials.client_id, post.world.stage.clock.now()

    async def claim() -> bool:
        async with post.world.stage.app.database.writing(post.world.mall_id) as db:
            snapshot = await delivery_store.snapshot(db, client_id, now)
            assert snapshot is not None
            await delivery_store.add_state(db, client_id, snapshot.state)
            was, until = snapshot.state, now + LEASE_SECONDS
            return await delivery_store.claim(
                db, client_id, was, token="gone", now=now, until=until, claimed=0
            )

    assert post.world.stage.run(claim)


@pytest.mark.parametrize(("ahead", "waits"), [(0.0, True), (AHEAD, False)])
def test_a_lease_of_a_clock_that_was_ahead_holds_nobody_up(
    post: Post, ahead: float, *, waits: bool
) -> None:
    app = post.app(90001)
    post.make(1)
    post.world.stage.clock.pass_(ahead)
    leave(post, app)
    post.world.stage.clock.pass_(-ahead)

    assert ([each.about for each in post.deliver()] == []) is waits
    post.world.stage.clock.pass_(LEASE_SECONDS)
    assert len(post.deliver()) == waits


def test_what_failed_while_the_clock_was_ahead_is_tried_again_soon(post: Post) -> None:
    post.app(90001)
    post.world.stage.clock.pass_(AHEAD)
    post.receiver.answer = lambda received: (500, b"")
    post.make(*range(1, circuit_breaker.OPEN_AFTER_FAILURES + 5))
    assert len(post.deliver()) >= circuit_breaker.OPEN_AFTER_FAILURES, (
        "so that the app is left in peace for a while"
    )
    post.world.stage.clock.pass_(-AHEAD)
    post.receiver.answer = lambda received: (200, b"")

    told = {each.about for _ in range(3) for each in post.deliver()}

    assert told == set(range(1, circuit_breaker.OPEN_AFTER_FAILURES + 5))
