"""What may be sent is sent at once, whoever is slow to answer something else."""

import asyncio
import threading
from collections.abc import Callable

import pytest

from openmall.contract.journal import batch as journal_batch
from openmall.events.webhooks.delivery import queue_delivery
from openmall.events.webhooks.http_client import WebhookClient
from openmall.events.webhooks.outcome import Outcome
from tests.events.webhooks.receiver import Post, ProductMade

NEVER = 3_600.0
PATIENCE = 30.0


class AtOnce(WebhookClient):
    """A receiver as near as can be: it has answered before anybody has asked twice."""

    async def post(self, address: str, headers: dict[str, str], body: bytes) -> Outcome:
        self.outcomes["delivered"] += 1
        return Outcome(success=True, code=200, took=0)


async def until(there: Callable[[], bool]) -> None:
    """Return when something is there."""
    async with asyncio.timeout(PATIENCE):
        while not there():  # noqa: ASYNC110 # threads bring it
            await asyncio.sleep(0.01)


def test_answers_that_come_all_at_once_make_room_for_the_next(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given a delivery that polls for nothing by itself, and writes what came of each try
    for name, value in {"RENEW_SECONDS": NEVER, "POLL_SECONDS": NEVER, "WRITE_AFTER": 1}.items():
        monkeypatch.setattr(queue_delivery, name, value)
    post.app(90001)
    http_client = AtOnce(post.networks)
    sender = post.new_sender(http_client, per_app=2)

    # when more is to be told than may be under way at once
    post.make(*range(1, 12))

    async def finish() -> None:
        async with asyncio.timeout(PATIENCE):
            await sender.finish()

    post.world.stage.run(finish)

    # then all of it is told
    assert http_client.outcomes == {"delivered": 11}


def test_what_happens_while_a_receiver_is_slow_is_told_meanwhile(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given a receiver that has not answered the first event yet
    monkeypatch.setattr(queue_delivery, "RENEW_SECONDS", NEVER)
    app = post.app(90001)
    answering = threading.Event()

    def answer(received: object) -> tuple[int, bytes]:
        if getattr(received, "about", 0) == 1:
            answering.wait(PATIENCE)
        return 200, b""

    post.receiver.answer = answer
    post.make(1)
    database, clock = post.world.stage.app.database, post.world.stage.clock

    async def deliver() -> None:
        delivering = asyncio.create_task(post.sender.finish())
        await until(lambda: len(post.receiver.received) == 1)
        # when something else happens
        async with database.writing(post.world.mall_id) as db:
            await journal_batch.publish(db, clock, [ProductMade(product_no=2)])
        await until(lambda: len(post.receiver.received) == 2)
        answering.set()
        await delivering

    post.world.stage.run(deliver)

    # then it was told before the first was answered, which was no failure
    assert [each.about for each in post.taken()] == [1, 2]
    assert [line.success for line in post.log(app)] == [True, True]
