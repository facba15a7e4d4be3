"""Sandboxes are steered by programs: consent, tokens, clock, faults and triggers."""

import base64
import hashlib
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

import openmall_client
from openmall.apptesting.scenarios import TRIGGERS
from tests.apptesting.test_calls import admin, call, create, refused
from tests.world import Stage, open_stage

VERIFIER = "v" * 64
CHALLENGE = (
    base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()
)


def authorize_url(made: dict[str, Any], **changes: str) -> str:
    query = {
        "response_type": "code",
        "client_id": made["app"]["client_id"],
        "redirect_uri": "http://127.0.0.1:5000/callback",
        "scope": "mall.read_product",
        "state": "xyz",
        "code_challenge": CHALLENGE,
        "code_challenge_method": "S256",
        **changes,
    }
    return f"{made['mall']['url']}/api/v2/oauth/authorize?{urlencode(query)}"


def test_a_consent_without_a_browser_gives_a_code_for_a_token(stage: Stage) -> None:
    made = create(stage, contents="empty")
    path = f"/malls/{made['mall']['mall_id']}/consent"

    consented = call(stage, "POST", path, url=authorize_url(made))

    parts = parse_qs(urlsplit(consented["redirect"]).query)
    assert consented["redirect"].startswith("http://127.0.0.1:5000/callback?code=")
    assert (parts["state"], parts["iss"]) == (["xyz"], [made["mall"]["url"]])
    assert (consented["code"], consented["state"]) == (parts["code"][0], "xyz")
    answer = stage.client.request(
        "POST",
        f"{made['mall']['url']}/api/v2/oauth/token",
        auth=(made["app"]["client_id"], made["app"]["client_secret"]),
        data={
            "grant_type": "authorization_code",
            "code": consented["code"],
            "redirect_uri": "http://127.0.0.1:5000/callback",
            "code_verifier": VERIFIER,
        },
    )
    assert (answer.status_code, answer.json()["scopes"]) == (200, ["mall.read_product"])
    assert answer.json()["user_id"] == "owner"


def test_a_manager_can_deny_and_errors_go_to_the_app(stage: Stage) -> None:
    made = create(stage, contents="empty")
    path = f"/malls/{made['mall']['mall_id']}/consent"

    denied = call(stage, "POST", path, url=authorize_url(made), allow=False)
    wrong = call(stage, "POST", path, url=authorize_url(made, scope="mall.moon"))

    assert "error=access_denied" in denied["redirect"]
    assert (denied["code"], denied["state"]) == ("", "xyz")
    assert "error=invalid_scope" in wrong["redirect"]
    for changes in ({"client_id": "nobody"}, {"redirect_uri": "https://evil.example/"}):
        url = authorize_url(made, **changes)
        assert refused(stage, "POST", path, url=url) == (422, "url")
    assert refused(stage, "POST", path, url=authorize_url(made), user_id="x") == (422, "user_id")


def test_tokens_have_the_scopes_that_are_asked_for(stage: Stage) -> None:
    made = create(stage)
    path = f"/malls/{made['mall']['mall_id']}/tokens"

    issued = call(stage, "POST", path, scopes=["mall.read_product"])["token"]

    narrow = {**made, "token": issued}
    assert admin(stage, narrow, "GET", "products/count") == {"count": 24}
    assert admin(stage, narrow, "GET", "orders/count", status=403)
    assert refused(stage, "POST", path, scopes=["mall.moon"]) == (422, "scopes")
    assert refused(stage, "POST", path, client_id="nobody") == (422, "client_id")
    assert refused(stage, "POST", path, shop_no=9) == (422, "shop_no")
    assert refused(stage, "POST", path, user_id="nobody") == (422, "user_id")


def test_an_advance_returns_when_orders_have_moved_on(stage: Stage) -> None:
    made = create(stage)
    path = f"/malls/{made['mall']['mall_id']}"
    order_id = call(stage, "POST", f"{path}/trigger", event="order_shipped")["order_id"]

    def status() -> str:
        token = call(stage, "POST", f"{path}/tokens")["token"]
        found = admin(stage, {**made, "token": token}, "GET", f"orders/{order_id}?embed=items")
        return str(found["order"]["items"][0]["order_status"])

    seen = [status()]
    for days in (3, 7):
        clock = call(stage, "POST", f"{path}/clock", forward=f"{days}d")["clock"]
        assert clock["status"] == "ready"
        seen.append(status())

    assert seen == ["N30", "N40", "N50"]


@pytest.mark.parametrize(
    ("draft", "parameter"),
    [
        ({}, "forward"),
        ({"forward": "soon"}, "forward"),
        ({"forward": 0}, "forward"),
        ({"forward": "1d", "to": "2030-01-01"}, "forward"),
        ({"to": "never"}, "to"),
        ({"to": "2020-01-01"}, "to"),
    ],
)
def test_a_wrong_advance_names_the_parameter(
    stage: Stage, draft: dict[str, Any], parameter: str
) -> None:
    trial = stage.new_world(sandbox=True)

    assert refused(stage, "POST", f"/malls/{trial.mall_id}/clock", **draft) == (422, parameter)

    assert call(stage, "GET", f"/malls/{trial.mall_id}/clock")["clock"]["ahead"] == 0


def test_the_clock_is_advanced_to_a_moment(stage: Stage) -> None:
    trial = stage.new_world(sandbox=True)
    path = f"/malls/{trial.mall_id}/clock"

    clock = call(stage, "POST", path, to="2026-12-24T10:00:00+09:00")["clock"]

    assert (clock["now"], clock["status"]) == ("2026-12-24T10:00:00+09:00", "ready")
    assert call(stage, "POST", path, forward=60)["clock"]["ahead"] == clock["ahead"] + 60


def test_faults_are_loaded_and_counted(stage: Stage) -> None:
    made = create(stage)
    path = f"/malls/{made['mall']['mall_id']}/faults"

    call(stage, "PUT", path, rules=[{"effect": "503", "path": "products*", "first": 1}])

    assert admin(stage, made, "GET", "products/count", status=503)
    assert admin(stage, made, "GET", "products/count") == {"count": 24}
    [rule] = call(stage, "GET", path)["faults"]["rules"]
    assert (rule["matched"], rule["done"]) == (2, 1)
    assert refused(stage, "PUT", path, rules=[{"effect": "moon"}])[0] == 422
    assert call(stage, "PUT", path, rules=[]) == {"faults": {"rules": []}}


@pytest.fixture(scope="session")
def filled(stage: Stage) -> Any:
    """A filled test mall, which takes a second to make: triggers share it."""
    return create(stage)


@pytest.mark.parametrize("event", TRIGGERS)
def test_each_trigger_makes_its_event_happen(stage: Stage, filled: Any, event: str) -> None:
    path = f"/malls/{filled['mall']['mall_id']}/trigger"
    announced = {
        "order_placed": "order_received",
        "order_paid": "order_payment_status_changed",
        "order_shipped": "order_delivery_status_changed",
        "order_delivered": "order_delivery_status_changed",
        "order_confirmed": "order_delivery_status_changed",
        "order_cancelled": "order_refund_status_changed",
        "order_returned": "order_refund_status_changed",
        "order_exchanged": "order_exchange_status_changed",
        "cancellation_requested": "order_cancellation_status_changed",
        "return_requested": "order_return_status_changed",
        "exchange_requested": "order_exchange_status_changed",
        "stock_changed": "product_inventory_changed",
        "customer_joined": "member_joined",
    }

    happened = call(stage, "POST", path, event=event)

    assert happened["events"][-1]["name"] == announced.get(event, event)
    about = happened["order_id"] or happened["product_no"] or happened["member_id"]
    assert str(about) in str(happened["events"][-1]["resource"])


def test_a_mall_without_anything_has_every_trigger_after_a_product(stage: Stage) -> None:
    made = create(stage, contents="empty")
    path = f"/malls/{made['mall']['mall_id']}/trigger"

    status, parameter = refused(stage, "POST", path, event="order_paid")
    assert (status, parameter) == (422, "")
    # a product is created before anything needs one, and deleted when nothing does
    last = "product_deleted"
    for event in ["product_created", *sorted(set(TRIGGERS) - {last}), last]:
        happened = call(stage, "POST", path, event=event)
        assert happened["events"], event


def test_a_stock_is_set_to_nothing_and_filled_again(stage: Stage) -> None:
    made = create(stage)
    path = f"/malls/{made['mall']['mall_id']}/trigger"

    stocks = [
        call(stage, "POST", path, event="stock_changed", product_no=1, quantity=quantity)
        for quantity in (0, 7)
    ]

    announced = [each["events"][0]["resource"]["quantity"] for each in stocks]
    variants = admin(stage, made, "GET", "products/1/variants")["variants"]
    assert ([int(each) for each in announced], variants[0]["quantity"]) == ([0, 7], 7)


def test_an_order_of_a_customer_is_moved_on_step_by_step(stage: Stage) -> None:
    made = create(stage)
    path = f"/malls/{made['mall']['mall_id']}/trigger"
    drafts = {"shop_no": 2, "member_id": "shopper", "quantity": 2}
    placed = call(stage, "POST", path, event="order_placed", **drafts)

    paid = call(stage, "POST", path, event="order_paid", shop_no=2, order_id=placed["order_id"])

    assert paid["order_id"] == placed["order_id"]
    found = admin(stage, made, "GET", f"orders/{placed['order_id']}?embed=items&shop_no=2")["order"]
    assert (found["member_id"], found["paid"], found["items"][0]["quantity"]) == ("shopper", "T", 2)
    # a second payment is refused by the rule, and changes nothing
    again = refused(stage, "POST", path, event="order_paid", shop_no=2, order_id=placed["order_id"])
    assert again[0] in (409, 422)


@pytest.mark.parametrize(
    ("draft", "status", "parameter"),
    [
        ({"event": "moon"}, 422, "event"),
        ({"event": "order_paid", "shop_no": 9}, 422, "shop_no"),
        ({"event": "order_paid", "product_no": 999}, 422, "product_no"),
        ({"event": "order_paid", "quantity": 1000}, 422, "quantity"),
        ({"event": "order_paid", "member_id": "nobody"}, 422, "member_id"),
        ({"event": "order_placed", "order_id": "20261121-0000001"}, 422, "order_id"),
        ({"event": "order_paid", "quantity": 0}, 422, "quantity"),
        ({"event": "customer_joined", "member_id": "Not An Id!"}, 422, "member_id"),
        ({"event": "customer_joined", "member_id": "abc"}, 422, "member_id"),
        ({"event": "customer_joined", "member_id": "shopper"}, 422, "member_id"),
        ({}, 422, "event"),
    ],
)
def test_a_wrong_trigger_names_the_parameter(
    stage: Stage, draft: dict[str, Any], status: int, parameter: str
) -> None:
    made = create(stage)
    mall_id = made["mall"]["mall_id"]

    found = refused(stage, "POST", f"/malls/{mall_id}/trigger", **draft)

    assert found == (status, parameter)
    assert call(stage, "GET", f"/malls/{mall_id}")["orders"] == made["mall"]["orders"]


@pytest.fixture
def receiver() -> Iterator[tuple[str, list[tuple[dict[str, str], bytes]]]]:
    """Return the address of a program that receives webhooks, and what it received."""
    received: list[tuple[dict[str, str], bytes]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:  # named by the library
            body = self.rfile.read(int(self.headers["Content-Length"]))
            received.append((dict(self.headers), body))
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 # of the library
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/hooks", received
    server.shutdown()
    thread.join()
    server.server_close()


def test_webhooks_have_arrived_when_a_trigger_returns(
    tmp_path: Path, receiver: tuple[str, list[tuple[dict[str, str], bytes]]]
) -> None:
    address, received = receiver
    with open_stage(tmp_path, webhook_networks=("127.0.0.0/8",)) as stage:
        made = create(stage, webhooks={"address": address, "events": ["order_received", "90025"]})
        path = f"/malls/{made['mall']['mall_id']}"

        happened = call(stage, "POST", f"{path}/trigger", event="order_paid")
        secret = made["app"]["webhook_secret"]
        events = [
            openmall_client.verify(secret, headers, body, now=stage.clock.now())
            for headers, body in received
        ]
        assert [each.number for each in events] == [90023, 90025]
        assert {each.resource["order_id"] for each in events} == {happened["order_id"]}
        # the subscription is the app's, which a reset leaves
        call(stage, "POST", f"{path}/reset")
        call(stage, "POST", f"{path}/trigger", event="order_placed")
        assert len(received) == 3
        stage.run(stage.app.periodic_tasks.webhooks.end)


def test_webhooks_are_fetched_where_the_server_cannot_reach_the_program(stage: Stage) -> None:
    made = create(stage, webhooks={"events": ["order_received", "90025"]})
    path = f"/malls/{made['mall']['mall_id']}"
    head = call(stage, "GET", f"{path}/deliveries")
    assert head["deliveries"] == []

    happened = call(stage, "POST", f"{path}/trigger", event="order_paid")
    fetched = call(stage, "GET", f"{path}/deliveries?after={head['head']}")

    secret = made["app"]["webhook_secret"]
    events = [
        openmall_client.verify(
            secret, each["headers"], each["body"].encode(), now=stage.clock.now()
        )
        for each in fetched["deliveries"]
    ]
    assert [each.number for each in events] == [90023, 90025]
    assert {each.resource["order_id"] for each in events} == {happened["order_id"]}
    last = fetched["deliveries"][-1]
    assert last["headers"]["X-Event-Sequence"] == str(last["sequence"])
    assert last["headers"]["X-API-Key"] == made["app"]["webhook_api_key"]
    assert fetched["head"] >= last["sequence"] > head["head"]
    behind = call(stage, "GET", f"{path}/deliveries?after={last['sequence']}")
    assert behind["deliveries"] == []
    # numbers go on over a reset, so that nothing is taken twice
    call(stage, "POST", f"{path}/reset")
    assert call(stage, "GET", f"{path}/deliveries?after={fetched['head']}")["deliveries"] == []
    call(stage, "POST", f"{path}/trigger", event="order_placed")
    assert len(call(stage, "GET", f"{path}/deliveries?after={fetched['head']}")["deliveries"]) == 1


@pytest.mark.parametrize("query", ["after=x", "after=-1", "since=1"])
def test_a_wrong_query_names_the_parameter(stage: Stage, query: str) -> None:
    made = create(stage, contents="empty", webhooks={})
    path = f"/malls/{made['mall']['mall_id']}/deliveries"

    assert refused(stage, "GET", f"{path}?{query}") == (422, query.partition("=")[0])


def test_an_app_without_webhooks_has_none_to_fetch(stage: Stage) -> None:
    made = create(stage, contents="empty")
    assert refused(stage, "GET", f"/malls/{made['mall']['mall_id']}/deliveries") == (404, "")
    assert refused(stage, "GET", "/malls/nowhere/deliveries") == (404, "")
