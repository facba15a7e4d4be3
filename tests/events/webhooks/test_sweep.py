"""What is old is forgotten: tries by their age, events once everybody has read them."""

from typing import Any

import pytest
from sqlalchemy import bindparam, select

from openmall.access.oauth import apps as registered_apps
from openmall.contract.journal.tables import EVENT
from openmall.database.session import Session
from openmall.database.statements import Statement
from openmall.events.webhooks import sweep as webhook_sweep
from openmall.events.webhooks.sweep import EventReader
from tests.events.webhooks.receiver import Post, Receiver

DAY = 86_400
_KEPT = Statement(
    select(EVENT.c.sequence)
    .where(EVENT.c.mall_id == bindparam("mall_id"))
    .order_by(EVENT.c.sequence)
)


def _kept(post: Post) -> list[int]:
    async def read(db: Session) -> list[Any]:
        return [row[0] for row in await db.all(_KEPT)]

    return post.world.in_transaction(read)


def _up_to(number: int) -> EventReader:
    async def reader(db: Session) -> int:
        return number

    return reader


def _tidy(post: Post, reader: EventReader, *, event_days: int = 30) -> int:
    async def tidy() -> int:
        return await webhook_sweep.sweep(
            post.context.database,
            post.context.clock,
            [post.world.mall_id],
            [reader],
            log_days=14,
            event_days=event_days,
        )

    return post.world.stage.run(tidy)


def test_tries_are_forgotten_by_their_age(post: Post) -> None:
    app = post.app(90001)
    clock = post.world.stage.clock
    for number in (1, 2, 3):
        post.make(number)
        post.deliver()
        clock.pass_(7 * DAY)

    # then those of 21 and 14 days ago: the limit is not over yet for the second
    assert _tidy(post, _up_to(100)) == 1
    assert [each.sequence for each in post.log(app)] == [2, 3]


def test_old_events_go_once_every_reader_has_read_them(post: Post) -> None:
    # given three events that were delivered, of which somebody else has read two
    post.app(90001)
    post.make(1, 2, 3)
    post.deliver()
    clock = post.world.stage.clock

    clock.pass_(30 * DAY)
    _tidy(post, _up_to(2))
    assert _kept(post) == [1, 2, 3]
    clock.pass_(1)
    _tidy(post, _up_to(2))
    assert _kept(post) == [3]
    _tidy(post, _up_to(3))
    assert _kept(post) == []


def test_events_that_wait_to_be_delivered_stay(post: Post, receiver: Receiver) -> None:
    app = post.app(90001)
    post.make(1)
    post.deliver()
    receiver.answer = lambda received: (500, b"")
    post.make(2, 3)
    post.deliver()
    post.make(4)
    post.world.stage.clock.pass_(31 * DAY)

    _tidy(post, _up_to(100))

    assert _kept(post) == [2, 3, 4]
    receiver.answer = lambda received: (200, b"")
    assert sorted(each.about for each in post.deliver()) == [2, 3, 4]
    _tidy(post, _up_to(100))
    assert _kept(post) == []
    # a try whose event is gone still says of which it was
    assert post.log(app)[-1].body == '{"event_no":90001,"resource":{}}'


def test_an_app_that_is_switched_off_keeps_nothing_waiting(post: Post) -> None:
    app = post.app(90001)
    post.make(1, 2)
    body = {"request": {"reception_status": "F"}}
    assert post.world.call("PUT", "webhooks/setting", app=app, json=body).status_code == 200
    post.world.stage.clock.pass_(31 * DAY)

    _tidy(post, _up_to(100))

    assert _kept(post) == []


def test_what_waited_for_an_app_that_is_gone_holds_nothing_up(
    post: Post, receiver: Receiver
) -> None:
    app = post.app(90001)
    receiver.answer = lambda received: (500, b"")
    post.make(1)
    post.deliver()
    clock, client_id = post.world.stage.clock, app.credentials.client_id
    post.world.in_transaction(lambda db: registered_apps.remove(db, clock, client_id))
    clock.pass_(31 * DAY)

    _tidy(post, _up_to(100))

    assert _kept(post) == []


def test_events_stay_as_long_as_the_tries_that_are_shown_with_them(post: Post) -> None:
    post.app(90001)
    post.make(1)
    post.deliver()
    post.world.stage.clock.pass_(13 * DAY)

    _tidy(post, _up_to(100), event_days=1)

    assert _kept(post) == [1]


def test_a_worker_tidies_by_itself(post: Post) -> None:
    # the routine asks the sessioniser, which has read nothing here
    post.app(90001)
    post.make(1)
    post.deliver()
    post.world.stage.clock.pass_(31 * DAY)
    routines = post.world.stage.app.periodic_tasks

    post.world.stage.run(routines.sweep_webhook_events)

    assert _kept(post) == [1]


def test_only_malls_whose_first_events_are_old_are_opened(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given a mall whose first event is old, one with younger events, and one without any
    stage = post.world.stage
    young, empty = stage.new_world(), stage.new_world()
    post.app(90001)
    post.make(1)
    post.deliver()
    stage.clock.pass_(20 * DAY)
    young.full = young.install(restricted=True)
    young.product()
    stage.clock.pass_(11 * DAY)
    opened = []
    real = webhook_sweep._delete_all

    async def delete_all(database: Any, mall_id: str, batch: Any) -> int:
        opened.append(mall_id)
        return await real(database, mall_id, batch)

    monkeypatch.setattr(webhook_sweep, "_delete_all", delete_all)

    def tidy() -> set[str]:
        """Sweep all malls; return which of these were opened."""
        opened.clear()
        stage.run(_sweep_everywhere)
        return {each.mall_id for each in (post.world, young, empty)} & set(opened)

    async def _sweep_everywhere() -> int:
        return await webhook_sweep.sweep(
            post.context.database,
            post.context.clock,
            None,
            [_up_to(100)],
            log_days=14,
            event_days=30,
        )

    # the first sweep has yet to see how old the events of the young mall are
    assert tidy() == {post.world.mall_id, young.mall_id}
    assert _kept(post) == []
    assert tidy() == set()
    # when they are old, and when events come anew
    stage.clock.pass_(20 * DAY)
    assert tidy() == {young.mall_id}
    post.make(2)
    post.deliver()
    assert tidy() == {post.world.mall_id}
    assert tidy() == set()
    stage.clock.pass_(31 * DAY)
    assert tidy() == {post.world.mall_id}
    assert _kept(post) == []
