"""What an app's developer does: says what it wants, looks at what came of it, tries again."""

from typing import Any

import pytest

from openmall.events.webhooks import rules as webhook_rules
from openmall.events.webhooks import single_deliveries
from openmall.events.webhooks.addresses import AddressRefused
from openmall.events.webhooks.rules import OVERLAP, Reception, Subscription
from openmall.events.webhooks.search import Attempt
from tests.events.webhooks.receiver import OrderCame, Post, Receiver
from tests.world import Installed

TIDY = {"headers": {"X-Platform-Api-Version": "2026-03-01"}}


def _call(post: Post, app: Installed, method: str, path: str, **rest: Any) -> Any:
    return post.world.call(method, path, app=app, **rest)


def _logs(post: Post, app: Installed, **params: Any) -> Any:
    answer = _call(post, app, "GET", "webhooks/logs", params=params, **TIDY)
    assert answer.status_code == 200, answer.text
    return answer.json()["logs"]


def _again(post: Post, app: Installed, sequence: int) -> Attempt:
    mall_id, client_id = post.world.mall_id, app.credentials.client_id
    run = post.world.stage.run
    return run(
        single_deliveries.resend, post.context, post.http_client, mall_id, client_id, sequence
    )


def _test(post: Post, app: Installed, event_no: int) -> Attempt:
    mall_id, client_id = post.world.mall_id, app.credentials.client_id
    run = post.world.stage.run
    return run(single_deliveries.test, post.context, post.http_client, mall_id, client_id, event_no)


def test_an_app_that_said_nothing_has_keys_and_no_address(post: Post) -> None:
    app = post.world.install()
    client_id = app.credentials.client_id
    run = post.world.stage.run

    shown = run(webhook_rules.show, post.context, client_id)

    assert shown == Subscription(
        client_id=client_id,
        address="",
        events=[],
        changed_fields={},
        api_key=shown.api_key,
        secret=shown.secret,
        old_secret_until=None,
    )
    assert len(shown.api_key) == 22
    assert shown.secret.startswith("whsec_")
    assert run(webhook_rules.show, post.context, client_id) == shown
    assert run(webhook_rules.receptions, post.context, client_id) == [
        Reception(
            mall_id=post.world.mall_id,
            reception_status="T",
            delivered_up_to=0,
            failures=0,
            failing_since=None,
        )
    ]


def test_an_app_says_where_and_what(post: Post) -> None:
    app = post.world.install()
    shown = post.subscribe(app, 90002, 90001, 90002)
    assert (shown.address, shown.events) == (post.receiver.address, [90001, 90002])


@pytest.mark.parametrize(
    ("work", "given", "told"),
    [
        (webhook_rules.set_address, "http://shop.example/", "https://"),
        (webhook_rules.set_address, "https://10.0.0.1/", "not on the internet"),
        (webhook_rules.set_events, [90001, 12345], "there is no event 12345"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(
    post: Post, work: Any, given: Any, told: str
) -> None:
    app = post.app(90001)
    client_id = app.credentials.client_id
    before = post.world.stage.run(webhook_rules.show, post.context, client_id)

    with pytest.raises(ValueError, match=told):
        post.world.stage.run(work, post.context, client_id, given)

    assert post.world.stage.run(webhook_rules.show, post.context, client_id) == before


def test_no_app_has_no_webhooks(post: Post) -> None:
    with pytest.raises(ValueError, match="there is no app 'nobody'"):
        post.world.stage.run(webhook_rules.show, post.context, "nobody")
    assert issubclass(AddressRefused, ValueError)


def test_new_keys_count_at_once_and_the_old_secret_a_day_longer(post: Post) -> None:
    app = post.app(90001)
    client_id = app.credentials.client_id
    run, clock = post.world.stage.run, post.world.stage.clock
    old = run(webhook_rules.show, post.context, client_id)

    new = run(webhook_rules.rotate, post.context, client_id)

    assert new.api_key != old.api_key
    assert new.secret != old.secret
    assert new.old_secret_until == int(clock.now()) + OVERLAP
    post.make(1)
    [received] = post.deliver()
    assert received.headers["X-API-Key"] == new.api_key
    assert len(received.headers["Webhook-Signature"].split()) == 2
    clock.pass_(OVERLAP)
    post.make(2)
    [received] = post.deliver()
    assert len(received.headers["Webhook-Signature"].split()) == 1
    assert run(webhook_rules.show, post.context, client_id).old_secret_until is None


def test_logs_show_what_was_sent_and_what_was_answered(post: Post, receiver: Receiver) -> None:
    app = post.app(90001)
    receiver.answer = lambda received: (404, b"<p>nobody here</p>")
    post.make(5)
    [received] = post.deliver()

    assert _logs(post, app) == [
        {
            "log_id": "1",
            "log_type": "G",
            "event_no": 90001,
            "mall_id": post.world.mall_id,
            "trace_id": received.headers["X-Trace-Id"],
            "requested_time": "2026-11-21T09:00:00+09:00",
            "request_endpoint": receiver.address,
            "request_body": received.raw.decode(),
            "success": "F",
            "response_http_code": 404,
            "response_body": "<p>nobody here</p>",
        }
    ]
    # and another app's are its own
    assert _logs(post, post.app(90001)) == []


def test_logs_are_found_by_what_they_are(post: Post, receiver: Receiver) -> None:
    # given five tries: three good ones, a failed one, and a test a day later
    app = post.app(90001, 90023)
    for number in (1, 2):
        post.make(number)
        post.deliver()
    post.happen(OrderCame(order_id="20261121-0000001"))
    post.deliver()
    receiver.answer = lambda received: (500, b"")
    post.make(3)
    post.deliver()
    clock = post.world.stage.clock
    clock.pass_(86_400)
    _test(post, app, 90023)
    clock.pass_(-86_400)  # to when its token holds

    def found(**params: Any) -> list[str]:
        return [each["log_id"] for each in _logs(post, app, **params)]

    assert found() == ["5", "4", "3", "2", "1"]
    assert found(limit=2) == ["5", "4"]
    assert found(since_log_id="2", limit=2) == ["3", "4"]
    assert found(event_no=90023) == ["5", "3"]
    assert found(success="F") == ["5", "4"]
    assert found(success="T", event_no=90001) == ["2", "1"]
    assert found(log_type="T") == ["5"]
    period = {"requested_start_date": "2026-11-22", "requested_end_date": "2026-11-22"}
    assert found(**period) == ["5"]


@pytest.mark.parametrize(
    "params",
    [
        {"since_log_id": "zV7Ur"},
        {"limit": 10_001},
        {"log_type": "X"},
        {"requested_start_date": "2026-11-22"},
        {"requested_end_date": "2026-11-22"},
    ],
)
def test_logs_are_not_looked_for_by_nonsense(post: Post, params: dict[str, Any]) -> None:
    answer = _call(post, post.world.full, "GET", "webhooks/logs", params=params)
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == "422"


def test_the_setting_says_what_is_received(post: Post) -> None:
    app = post.app(scopes=["mall.read_application", "mall.read_product", "mall.read_salesreport"])
    assert _call(post, app, "GET", "webhooks/setting").json() == {
        "webhook": {
            "scopes": ["mall.read_application", "mall.read_product"],
            "reception_status": "T",
        }
    }


def test_reception_that_is_as_it_was_is_no_change(post: Post) -> None:
    app = post.app(90001)
    for status, expected in (("T", 409), ("F", 200), ("F", 409), ("T", 200)):
        body = {"request": {"reception_status": status}}
        answer = _call(post, app, "PUT", "webhooks/setting", json=body)
        assert answer.status_code == expected, answer.text
    answer = _call(post, app, "PUT", "webhooks/setting", json={"request": {}})
    assert answer.status_code == 409


def test_an_event_is_sent_again_by_hand(post: Post, receiver: Receiver) -> None:
    app = post.app(90001)
    post.make(1)
    [first] = post.deliver()

    made = _again(post, app, 1)

    [again] = post.taken()
    assert again.raw == first.raw
    assert again.headers["X-Trace-Id"] == first.headers["X-Trace-Id"]
    assert again.headers["X-Webhook-Redelivery"] == "T"
    assert again.headers["X-Webhook-Attempt"] == "2"
    assert again.headers["X-Event-Sequence"] == "1"
    assert "X-Event-Previous" not in again.headers
    assert (made.log_type, made.success, made.http_code, made.sequence) == ("R", True, 200, 1)
    assert made.body == first.raw.decode()


def test_what_an_app_may_not_know_is_not_sent_again(post: Post) -> None:
    app = post.app(90001, scopes=["mall.read_product"])
    post.happen(OrderCame(order_id="20261121-0000001"))
    for sequence in (1, 2):
        with pytest.raises(ValueError, match=f"keeps no event {sequence} that the app may get"):
            _again(post, app, sequence)
    assert post.log(app) == []


def test_a_test_is_nobodys_event(post: Post, receiver: Receiver) -> None:
    app = post.app(90001)

    made = _test(post, app, 90023)

    [received] = post.taken()
    body = '{"event_no":90023,"resource":{"mall_id":"%s","event_shop_no":"1","order_id":"1"}}'
    assert received.raw.decode() == body % post.world.mall_id
    assert made.body == received.raw.decode()
    assert (made.log_type, made.success, made.sequence, made.attempt) == ("T", True, 0, 1)
    assert "X-Event-Sequence" not in received.headers
    with pytest.raises(ValueError, match="there is no event 1"):
        _test(post, app, 1)


def test_without_an_address_nothing_is_tested(post: Post) -> None:
    app = post.world.install()
    with pytest.raises(ValueError, match="no address"):
        _test(post, app, 90001)


def test_events_are_read_after_a_number(post: Post) -> None:
    # given an app that is told nothing, and may see products alone
    app = post.world.install(["mall.read_application", "mall.read_product"])
    post.make(1)
    post.happen(OrderCame(order_id="20261121-0000001"))
    post.make(2, 3)

    def read(**params: Any) -> Any:
        return _call(post, app, "GET", "webhooks/events", params=params).json()["events"]

    events = read()
    assert [each["sequence"] for each in events] == [1, 3, 4]
    assert events[0] == {
        "sequence": 1,
        "event_no": 90001,
        "resource": {"mall_id": post.world.mall_id, "product_no": 1},
        "changed_fields": None,
        "trace_id": events[0]["trace_id"],
        "created_date": "2026-11-21T09:00:00+09:00",
    }
    assert [each["sequence"] for each in read(since=1, limit=1)] == [3]
    assert read(since=4) == []
    assert [each["sequence"] for each in read(limit=2)] == [3, 4]
    assert read(event_no="90002,90023") == []
    assert [each["sequence"] for each in read(event_no="90001,90023")] == [1, 3, 4]

    # and what is delivered later has the same trace id
    post.subscribe(app, 90001)
    post.make(4)
    [received] = post.deliver()
    assert received.headers["X-Trace-Id"] == read(since=4)[0]["trace_id"]


def test_without_more_an_app_reads_what_it_subscribes_to(post: Post) -> None:
    app = post.app(90023)
    post.make(1)
    post.happen(OrderCame(order_id="20261121-0000001"))
    events = _call(post, app, "GET", "webhooks/events").json()["events"]
    assert [each["event_no"] for each in events] == [90023]
