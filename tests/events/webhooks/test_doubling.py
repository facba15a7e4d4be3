"""A sandbox has webhooks come twice, as its script says; what comes twice is known by its id."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import convert
from msgspec.structs import replace

from openmall.access.sandbox import faults as sandbox_faults
from openmall.contract.call import Mall
from openmall.contract.sandbox import Fault
from tests.events.webhooks.receiver import Post, Received, Receiver
from tests.world import World


@pytest.fixture
def trial(world: World, receiver: Receiver) -> Iterator[Post]:
    """A post office of a sandbox."""
    made = Post(world.stage.new_world(f"{world.mall_id}-t", sandbox=True), receiver)
    yield made
    made.close()


def load(post: Post, **said: Any) -> None:
    rule = convert({"effect": "double", "api": "webhooks", **said}, Fault)
    app = post.world.stage.app
    post.world.stage.run(
        sandbox_faults.load, app.database, app.counters, post.world.mall_id, [rule]
    )


def counts(post: Post) -> list[tuple[int, int]]:
    """Return of each fault how many deliveries it matched, and how many it doubled."""

    async def read() -> list[tuple[int, int]]:
        async with post.world.stage.app.database.reading(post.world.mall_id) as db:
            return [(each.matched, each.done) for each in await sandbox_faults.script(db)]

    return post.world.stage.run(read)


def told(received: Received) -> tuple[Any, str, str]:
    headers = received.headers
    return received.about, headers["X-Webhook-Attempt"], headers["X-Webhook-Redelivery"]


def test_every_second_one_comes_twice_with_one_id(trial: Post) -> None:
    app = trial.app(90001)
    load(trial, path="90001", every=2)
    trial.make(1)
    once = trial.deliver()
    trial.make(2)

    first, second = trial.deliver()

    assert [told(each) for each in once] == [(1, "1", "F")]
    assert [told(first), told(second)] == [(2, "1", "F"), (2, "2", "T")]
    assert first.raw == second.raw
    for name in ("X-Trace-Id", "Webhook-Id", "X-Event-Sequence", "X-Event-Previous"):
        assert first.headers[name] == second.headers[name]
    assert [(each.sequence, each.log_type, each.attempt) for each in trial.log(app)] == [
        (1, "G", 1), (2, "G", 1), (2, "R", 2),
    ]  # fmt: skip
    assert counts(trial) == [(2, 1)]
    # and what comes behind it is as it was
    trial.make(3)
    assert [told(each) for each in trial.deliver()] == [(3, "1", "F")]


def test_what_comes_twice_keeps_its_place(trial: Post) -> None:
    trial.app(90001)
    load(trial)
    trial.make(1, 1, 1)

    received = trial.deliver()

    assert [(each.sequence, told(each)[2]) for each in received] == [
        (1, "F"), (1, "T"), (2, "F"), (2, "T"), (3, "F"), (3, "T"),
    ]  # fmt: skip


def test_what_was_not_received_is_not_doubled(trial: Post, receiver: Receiver) -> None:
    app = trial.app(90001)
    load(trial)
    receiver.answer = lambda received: (500, b"")
    trial.make(1)

    assert [told(each) for each in trial.deliver()] == [(1, "1", "F")]
    assert [(each.attempt, each.success) for each in trial.log(app)] == [(1, False)]
    assert counts(trial) == [(0, 0)]


def test_that_the_second_fails_is_in_the_log_and_nowhere_else(
    trial: Post, receiver: Receiver
) -> None:
    app = trial.app(90001)
    load(trial)
    answers = iter([200, 500])
    receiver.answer = lambda received: (next(answers), b"")
    trial.make(1)
    trial.deliver()

    trial.world.stage.clock.pass_(86_400)

    assert [(each.attempt, each.success) for each in trial.log(app)] == [(1, True), (2, False)]
    # nothing waits to be tried again
    assert trial.deliver() == []


def test_a_question_that_fails_costs_no_event(trial: Post) -> None:
    app = trial.app(90001)

    async def away(mall_id: str) -> Mall | None:
        raise OSError("the store is away")

    trial.sender._services = replace(trial.sender._services, malls=away)
    trial.make(1)

    assert [told(each) for each in trial.deliver()] == [(1, "1", "F")]
    assert [(each.sequence, each.success) for each in trial.log(app)] == [(1, True)]


def test_an_ordinary_mall_asks_the_store_for_nothing(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    async def due(*_: Any, **said: Any) -> list[Fault]:
        asked.append(said["path"])
        return []

    monkeypatch.setattr(sandbox_faults, "due", due)
    post.app(90001)
    post.make(1, 2)

    assert len(post.deliver()) == 2
    assert asked == []
