"""An app takes payments: its endpoints are called signed, and money adds up whatever it answers."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from openmall.access.oauth import apps as registered_apps
from openmall.commerce.order.placement.checkout import gateway_payment
from openmall.commerce.store.paymentgateway.endpoints import rules as endpoint_rules
from openmall.commerce.store.paymentgateway.endpoints.shape import EndpointsChange
from openmall.database.session import Session
from openmall.events.webhooks import signing
from openmall.events.webhooks.signing import Keys
from tests.commerce.order.claim_setup import claim, verified_orders
from tests.commerce.store.gateway_app import call, client, disable, enable, offer, register
from tests.faults.payment_app import (
    AppPurchase,
    PaymentApp,
    reach_this_machine,
    running,
)
from tests.world import World

pytestmark = pytest.mark.both_stores


@pytest.fixture
def payment_app(tmp_path: Path) -> Iterator[PaymentApp]:
    with running(tmp_path) as app:
        yield app


@pytest.fixture
def sandbox(world: World) -> World:
    # where http to this machine may be an endpoint; its app is a new one
    return world.stage.new_world(f"pay-{world.mall_id}", sandbox=True)


@pytest.fixture
def bought(sandbox: World, payment_app: PaymentApp) -> Iterator[AppPurchase]:
    yield AppPurchase(sandbox, payment_app)
    assert verified_orders(sandbox) == []


def endpoints(world: World) -> str:
    return f"paymentgateway/{client(world)}/endpoints"


def test_a_buyer_pays_through_the_app_and_a_part_is_refunded(bought: AppPurchase) -> None:
    assert bought.app.requests == [], "nothing is asked while the order is placed"
    bought.pay()

    assert (bought.states, bought.paid()) == (["N10"], 22_000)
    assert [path for path, _ in bought.app.requests] == ["/start", "/confirm"]
    keys = [headers["Idempotency-Key"] for _, headers in bought.app.requests]
    assert keys == [bought.payment_id] * 2
    claim(
        bought.world,
        bought.order_id,
        "cancellation",
        "canceled",
        (1, 1),
        payment_gateway_cancel="T",
    )
    bought.check(1)

    path, headers = bought.app.requests[-1]
    assert path == "/refund"
    assert headers["Idempotency-Key"] != bought.payment_id
    assert bought.app.refunded() == 11_000
    assert bought.paid() == 11_000


def test_a_declined_payment_says_why(bought: AppPurchase) -> None:
    bought.open()
    bought.agree(agreed=False)
    bought.open(f"{bought.url}/return")

    assert bought.states == ["N00"]
    assert bought.payment["reason"] == "The buyer declined."


def test_a_buyer_who_never_came_back_is_not_charged_by_a_check(bought: AppPurchase) -> None:
    bought.open()
    bought.agree()
    bought.check(gateway_payment.FIRST_CHECK)

    assert bought.app.requests[-1][0] == "/reconcile"
    assert bought.app.taken() == 0
    assert bought.states == ["N00"]


@pytest.mark.parametrize("fault", ["lost", "broken", "error", "before"])
def test_an_answer_that_is_lost_is_replaced_by_a_check(bought: AppPurchase, fault: Any) -> None:
    bought.open()
    bought.agree()
    bought.app.fault = fault
    back = bought.open(f"{bought.url}/return")
    bought.app.fault = ""
    before = bought.states
    # what was not taken is taken when the buyer looks, what was taken is reconciled
    bought.check()
    bought.open(f"{bought.url}/return")

    assert back.status_code == 303
    assert before == ["N00"]
    assert (bought.states, bought.paid(), bought.app.taken()) == (["N10"], 22_000, 22_000)


@pytest.mark.parametrize("fault", ["lost", "broken", "error", "before"])
def test_a_refund_whose_answer_is_lost_is_made_once(bought: AppPurchase, fault: Any) -> None:
    bought.pay()
    claim(
        bought.world,
        bought.order_id,
        "cancellation",
        "canceled",
        (1, 1),
        payment_gateway_cancel="T",
    )
    bought.app.fault = fault
    bought.check(1)
    bought.app.fault = ""
    pending = bought.paid()
    bought.check(60)

    assert pending == 22_000
    assert (bought.app.refunded(), bought.paid()) == (11_000, 11_000)
    assert len(bought.app.book.refunds) == 1


@pytest.mark.parametrize(
    "answer",
    [
        b'{"state": "approved"}',
        b'{"state": "paid", "amount": "22000.00", "currency": "KRW"}',
        b'{"state": "approved", "amount": "NaN", "currency": "KRW"}',
        b'{"state": "approved", "amount": "-1", "currency": "KRW"}',
        b'{"state": "approved", "amount": 22000, "currency": "KRW"}',
        b'{"state": "approved", "amount": "22000.00", "currency": "USD"}',
        b'{"state": "approved", "amount": "22000.00", "currency": "KRW", "transaction_id": "'
        + b"x" * 101
        + b'"}',
        b'{"state": "approved", "amount": "22000.00", "currency": "KRW", "reason": "'
        + b"x" * 20_000
        + b'"}',
        b"[" * 100_000,
    ],
)
def test_an_answer_in_another_shape_pays_nothing(bought: AppPurchase, answer: bytes) -> None:
    bought.open()
    bought.app.answer = answer
    bought.open(f"{bought.url}/return")

    assert (bought.states, bought.payment["state"]) == (["N00"], "started")


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "http://shop.example/pay", "https://a b", "//x", ""]
)
def test_a_buyer_is_taken_to_the_web_only(bought: AppPurchase, address: str) -> None:
    bought.app.answer = msgspec.json.encode({"state": "created", "redirect_url": address})

    assert bought.open().headers["Location"].endswith(f"/orders/{bought.order_id}/payment")


def test_another_amount_is_given_back(bought: AppPurchase) -> None:
    bought.open()
    bought.agree()
    bought.app.book.payments[bought.payment_id]["amount"] = "10.00"
    bought.open(f"{bought.url}/return")
    bought.check(1)

    assert (bought.states, bought.paid()) == (["N00"], 0)
    assert bought.payment["reason"] == gateway_payment.OTHER_CAPTURED
    assert bought.app.refunded() == 10


def test_requests_are_signed(bought: AppPurchase) -> None:
    bought.app.trust(signing.new_secret(), bought.world.stage.clock.now)
    bought.open()

    assert bought.app.book.payments == {}, "with another key the app answers 401"


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({}, 204),
        ({"Webhook-Timestamp": "1"}, 401),
        ({"Webhook-Timestamp": "soon"}, 401),
        ({"Webhook-Id": "another"}, 401),
        ({"Webhook-Signature": "v1,AAAA"}, 401),
        ({"Webhook-Signature": ""}, 401),
    ],
)
def test_a_callback_is_signed_by_the_app(
    bought: AppPurchase, change: dict[str, str], status: int
) -> None:
    bought.open()
    bought.agree()
    body = msgspec.json.encode({"payment_id": bought.payment_id})
    now = int(bought.world.stage.clock.now())
    signed = signing.signature(Keys(api_key="", secret=bought.app.secret), "1", body, now=now)
    headers = {"Webhook-Id": "1", "Webhook-Timestamp": str(now), "Webhook-Signature": signed}
    url = f"{bought.world.base_url}/payments/callbacks/{bought.client_id}/1"
    answer = bought.world.stage.client.post(url, content=body, headers={**headers, **change})

    assert answer.status_code == status
    assert bought.states == (["N10"] if status == 204 else ["N00"])


def test_an_app_that_is_removed_begins_no_payment_and_its_open_ones_are_reconciled(
    bought: AppPurchase,
) -> None:
    bought.open()
    bought.agree()
    bought.app.fault = "lost"
    bought.open(f"{bought.url}/return")
    bought.app.fault = ""
    assert bought.app.taken() == 22_000
    _remove(bought)
    begun = len(bought.app.requests)
    refused = bought.shopper.refused(
        "POST", f"orders/{bought.order_id}/payments", payment_method="card"
    )
    bought.open()

    assert refused[0] == 422
    assert len(bought.app.requests) == begun
    bought.check()
    assert bought.app.requests[-1][0] == "/reconcile"
    assert bought.states == ["N10"]


def test_an_app_that_is_installed_again_is_enabled_again(bought: AppPurchase) -> None:
    _remove(bought)
    bought.world.stage.clock.pass_(10)
    _install(bought)
    gone = bought.shopper.refused(
        "POST", f"orders/{bought.order_id}/payments", payment_method="card"
    )
    enable(bought.world)

    assert gone[0] == 422
    assert bought.shopper.send("POST", f"orders/{bought.order_id}/payments", payment_method="card")


def test_a_gateway_that_the_shop_did_not_enable_takes_nothing(bought: AppPurchase) -> None:
    disable(bought.world)
    path = f"orders/{bought.order_id}/payments"

    assert bought.shopper.refused("POST", path, payment_method="card")[0] == 422
    bought.open()
    assert bought.app.requests == []


def test_endpoints_are_registered_with_a_key_that_is_shown_once(
    sandbox: World, payment_app: PaymentApp
) -> None:
    reach_this_machine(sandbox)
    path, sent = endpoints(sandbox), payment_app.endpoints
    without = call(sandbox, "PUT", path, sent)
    register(sandbox)
    missing = call(sandbox, "GET", path)
    status, body = call(sandbox, "PUT", path, sent)
    again = call(sandbox, "PUT", path, sent)
    renewed = call(sandbox, "PUT", path, {**sent, "new_secret": "T"})[1]["endpoints"]

    assert (without[0], missing[0], status, again[0]) == (404, 404, 200, 409)
    first = body["endpoints"].pop("secret")
    assert first.startswith("whsec_")
    assert body["endpoints"] == {"client_id": client(sandbox), **sent}
    assert renewed["secret"] not in (None, first)
    assert call(sandbox, "GET", path)[1]["endpoints"] == {**body["endpoints"], "secret": None}


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("http://pay.example/start", "does not begin with https"),
        ("https://10.0.0.1/start", "not on the internet"),
        ("https://user@pay.example/", "a name or password"),
    ],
)
def test_an_endpoint_is_an_address_on_the_internet(
    sandbox: World, payment_app: PaymentApp, address: str, why: str
) -> None:
    register(sandbox)
    sent = {**payment_app.endpoints, "refund_url": address}
    reach_this_machine(sandbox)
    status, body = call(sandbox, "PUT", endpoints(sandbox), sent)

    assert status == 422
    assert why in body["error"]["message"]
    assert "refund_url" in body["error"]["message"]


def test_http_to_this_machine_is_for_sandboxes(world: World, payment_app: PaymentApp) -> None:
    reach_this_machine(world)
    register(world)
    offer(world)
    status, body = call(world, "PUT", endpoints(world), payment_app.endpoints)

    assert (status, "https" in body["error"]["message"]) == (422, True)


def test_the_earlier_key_signs_along_for_a_day(bought: AppPurchase) -> None:
    async def renew(db: Session) -> None:
        change = EndpointsChange(client_id=bought.client_id, new_secret="T", **bought.app.endpoints)
        now = bought.world.stage.clock.now()
        await endpoint_rules.write(db, bought.world.stage.app.periodic_tasks._seal, change, now=now)

    bought.world.in_transaction(renew)
    bought.open()
    begun = list(bought.app.book.payments)
    bought.world.stage.clock.pass_(endpoint_rules.OVERLAP + 1)
    bought.agree()
    bought.open(f"{bought.url}/return")

    assert begun == [bought.payment_id]
    assert bought.app.taken() == 0, "a day later the app has to know the new key"
    bought.check(gateway_payment.SECONDS)


def _remove(bought: AppPurchase) -> None:
    clock, client_id = bought.world.stage.clock, bought.client_id
    bought.world.in_transaction(lambda db: registered_apps.remove(db, clock, client_id))


def _install(bought: AppPurchase) -> None:
    clock, client_id = bought.world.stage.clock, bought.client_id
    scopes = ["mall.write_store"]
    bought.world.in_transaction(lambda db: registered_apps.install(db, clock, client_id, scopes))
