"""What happened is brought to the apps that want it and may know it, in its order, and logged."""

import base64
import hashlib
import hmac

from openmall.access.malls import rules as mall_rules
from openmall.access.oauth import apps as registered_apps
from openmall.events.webhooks import rules as webhook_rules
from tests.commerce.application import charges
from tests.events.webhooks.receiver import OrderCame, Post, ProductChanged, ProductMade, Receiver


def test_an_event_is_posted_as_json_with_its_headers_and_logged(post: Post) -> None:
    # given an app that subscribes to new products
    app = post.app(90001)
    kept = post.world.stage.run(webhook_rules.show, post.context, app.credentials.client_id)

    # when a product is made
    post.make(7)
    [received] = post.deliver()

    # then it is told
    mall_id = post.world.mall_id
    assert received.raw == (
        b'{"event_no":90001,"resource":{"mall_id":"%s","product_no":7}}' % mall_id.encode()
    )
    headers = received.headers
    trace_id = headers["X-Trace-Id"]
    assert {name: headers[name] for name in headers if name.startswith(("X-", "Content-T"))} == {
        "Content-Type": "application/json",
        "X-API-Key": kept.api_key,
        "X-Platform-Hmac-Sha256": base64.b64encode(
            hmac.digest(kept.secret.encode(), received.raw, hashlib.sha256)
        ).decode(),
        "X-Trace-Id": trace_id,
        "X-Webhook-Attempt": "1",
        "X-Webhook-Redelivery": "F",
        "X-Event-Sequence": "1",
        "X-Event-Previous": "0",
    }
    signed = f"{trace_id}.{int(post.world.stage.clock.now())}.".encode() + received.raw
    key = base64.b64decode(kept.secret.removeprefix("whsec_"))
    proof = base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
    assert headers["Webhook-Id"] == trace_id
    assert headers["Webhook-Timestamp"] == str(int(post.world.stage.clock.now()))
    assert headers["Webhook-Signature"] == f"v1,{proof}"
    [line] = post.log(app)
    assert (line.log_type, line.event_no, line.sequence, line.success) == ("G", 90001, 1, True)
    assert (line.http_code, line.answer, line.failure) == (200, None, "")
    assert (line.trace_id, line.endpoint) == (trace_id, post.receiver.address)
    assert line.body == received.raw.decode()


def test_only_what_an_app_subscribes_to_is_told(post: Post) -> None:
    post.app(90002)
    post.happen(ProductMade(product_no=1), ProductChanged(product_no=2))

    assert [each.event_no for each in post.deliver()] == [90002]


def test_an_app_without_a_scope_of_the_event_is_not_told(post: Post) -> None:
    # given one that may see products, and one that may see orders; both subscribe to both
    post.app(90001, 90023, scopes=["mall.read_product"])
    post.app(90001, 90023, scopes=["mall.read_order", "mall.read_store"])

    post.happen(ProductMade(product_no=1), OrderCame(order_id="20261121-0000001"))

    assert sorted(each.event_no for each in post.deliver()) == [90001, 90023]


def test_what_happened_before_an_app_came_is_not_told(post: Post) -> None:
    post.make(1)
    app = post.world.install()
    post.make(2)
    post.subscribe(app, 90001)

    post.make(3)

    assert [each.about for each in post.deliver()] == [3]


def test_an_app_that_comes_after_it_was_set_up_is_told_from_then_on(post: Post) -> None:
    app = post.world.install(in_mall=False)
    post.subscribe(app, 90001)
    post.make(1)

    post.world.in_transaction(
        lambda db: registered_apps.install(
            db, post.context.clock, app.credentials.client_id, ["mall.read_product"]
        )
    )
    post.make(2)

    assert [(each.about, each.previous) for each in post.deliver()] == [(2, 0)]


def test_what_an_app_wants_later_is_told_from_then_on(post: Post) -> None:
    app = post.app(90002)
    post.make(1)
    assert post.deliver() == []

    post.subscribe(app, 90001, 90002)
    post.make(2)

    assert [each.about for each in post.deliver()] == [2]


def test_an_app_that_is_deleted_is_told_so_and_nothing_more(post: Post) -> None:
    app, other = post.app(90001, 90077), post.app(90001, 90077)
    client_id = app.credentials.client_id
    stage = post.world.stage

    stage.run(
        lambda: registered_apps.uninstall(
            stage.app.database,
            stage.app.counters,
            stage.clock,
            mall_id=post.world.mall_id,
            client_id=client_id,
        )
    )
    post.make(1)
    received = post.deliver()

    assert sorted(each.event_no for each in received) == [90001, 90077]
    assert [each.resource for each in received if each.event_no == 90077] == [
        {
            "mall_id": post.world.mall_id,
            "client_id": client_id,
            "app_name": "Test app",
            "deleted_date": "2026-11-21T09:00:00+09:00",
        }
    ]
    assert [each.event_no for each in post.log(app)] == [90077]
    assert [each.event_no for each in post.log(other)] == [90001]


def test_what_is_paid_to_an_app_is_told_to_no_other(post: Post) -> None:
    app, other = post.app(90157, 90159), post.app(90157, 90159)

    order_id = charges.paid(post.world, app)
    assert charges.give_back(post.world, order_id)
    received = post.deliver()

    assert [(each.event_no, each.about) for each in received] == [
        (90157, order_id), (90159, order_id),
    ]  # fmt: skip
    assert sorted(each.event_no for each in post.log(app)) == [90157, 90159]
    assert post.log(other) == []


def test_each_delivery_names_the_one_before_it(post: Post) -> None:
    # given events of which only some are for the app
    post.app(90001)
    post.make(1)
    post.happen(OrderCame(order_id="20261121-0000001"), ProductChanged(product_no=1))
    post.make(2)
    first = post.deliver()
    post.make(3)

    # then what it was told before is named, whatever happened in between
    assert sorted((each.sequence, each.previous) for each in first) == [(1, 0), (4, 1)]
    assert [(each.sequence, each.previous) for each in post.deliver()] == [(5, 4)]


def test_events_about_the_same_thing_arrive_in_their_order(post: Post) -> None:
    post.app(90001, 90002)
    for number in range(1, 8):
        post.make(number)
    for _ in range(20):
        post.happen(*(ProductChanged(product_no=number) for number in range(1, 8)))

    received = post.deliver()

    assert len(received) == 147
    for number in range(1, 8):
        sequences = [each.sequence for each in received if each.about == number]
        assert sequences == sorted(sequences)
        assert len(sequences) == 21


def test_one_that_fails_holds_up_those_about_the_same_thing_alone(
    post: Post, receiver: Receiver
) -> None:
    # given a receiver that cannot take the first about product 1
    app = post.app(90001, 90002)
    receiver.answer = lambda received: (500, b"not now") if received.sequence == 1 else (200, b"")
    post.make(1)
    post.happen(ProductChanged(product_no=1), ProductChanged(product_no=2))
    post.happen(ProductChanged(product_no=1))

    # when it is delivered
    received = post.deliver()

    # then others went on
    assert sorted((each.sequence, each.about) for each in received) == [(1, 1), (3, 2)]
    [failed] = post.log(app, sequence=1)
    assert (failed.success, failed.http_code, failed.answer) == (False, 500, "not now")

    # and when the receiver is well again, and the time has come, the rest comes in its order
    receiver.answer = lambda received: (200, b"")
    assert post.deliver() == []
    post.world.stage.clock.pass_(73)
    again = post.deliver()
    assert [each.sequence for each in again] == [1, 2, 4]
    assert [each.headers["X-Webhook-Attempt"] for each in again] == ["2", "1", "1"]
    assert [each.headers["X-Webhook-Redelivery"] for each in again] == ["T", "F", "F"]
    assert [each.previous for each in again] == [0, 1, 3]
    [first] = [each for each in received if each.sequence == 1]
    assert again[0].headers["X-Trace-Id"] == first.headers["X-Trace-Id"]
    assert [each.log_type for each in post.log(app, sequence=1)] == ["G", "R"]


def test_a_closed_mall_tells_nothing_until_it_is_open_again(post: Post) -> None:
    world = post.world
    database, clock = world.stage.app.database, world.stage.clock
    post.app(90001)
    post.make(7)
    world.stage.run(
        lambda: mall_rules.close(database, clock, world.mall_id, notice="We are moving.")
    )
    assert post.deliver() == []
    world.stage.run(lambda: mall_rules.reopen(database, world.mall_id))
    assert [each.event_no for each in post.deliver()] == [90001]
