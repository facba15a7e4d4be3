"""Orders are paid through Stripe's library against localstripe; money adds up whatever is lost."""

import json
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from tests.commerce.order.claim_setup import claim, verified_orders
from tests.faults.localstripe import (
    CHALLENGED,
    CHALLENGED_AND_DECLINED,
    DECLINED,
    GOOD,
    LocalStripe,
    StripePurchase,
    event,
    running,
    signature,
    use_stripe,
)
from tests.world import World


@pytest.fixture(scope="module")
def server() -> Iterator[LocalStripe]:
    with running() as stripe:
        yield stripe


@pytest.fixture
def stripe(server: LocalStripe) -> LocalStripe:
    server.fault = ""
    server.requests.clear()
    return server


@pytest.fixture
def sandbox(world: World) -> World:
    # where http to this machine may be requested
    return world.stage.new_world(f"str-{world.mall_id}", sandbox=True)


@pytest.fixture
def bought(sandbox: World, stripe: LocalStripe) -> Iterator[StripePurchase]:
    yield StripePurchase(sandbox, stripe)
    assert verified_orders(sandbox) == []


def cancel_one(bought: StripePurchase) -> None:
    claim(
        bought.world,
        bought.order_id,
        "cancellation",
        "canceled",
        (1, 1),
        payment_gateway_cancel="T",
    )


def test_a_buyer_pays_and_a_part_is_refunded(bought: StripePurchase) -> None:
    assert bought.stripe.requests == [], "nothing is asked while the order is placed"
    bought.pay()
    taken = bought.intent
    cancel_one(bought)
    bought.check()

    assert (bought.gateway, sorted(bought.states), bought.payment["state"]) == (
        "stripe",
        ["C40", "N10"],
        "approved",
    )
    assert (taken["amount"], taken["currency"], taken["status"]) == (22_000, "krw", "succeeded")
    assert bought.stripe.refunds(taken["id"]) == [11_000]
    assert bought.paid() == 11_000
    keys = [key.partition("-") for _, _, key in bought.stripe.requests if key]
    assert [(kind, bool(id_)) for kind, _, id_ in keys] == [
        ("payment", True),
        ("capture", True),
        ("refund", True),
    ]


def test_the_page_runs_the_provider_s_script_only_and_has_no_card_fields(
    bought: StripePurchase,
) -> None:
    page = bought.open()
    policy = page.headers["Content-Security-Policy"]

    assert f'src="{bought.stripe.address}/js.stripe.com/v3/"' in page.text
    assert bought.intent["client_secret"] in page.text
    assert "sk_test" not in page.text
    assert "<input" not in page.text
    assert f"script-src 'self' {bought.stripe.address};" in policy
    assert f"connect-src 'self' {bought.stripe.address};" in policy
    assert "default-src 'none'" in policy


def test_the_page_of_a_real_shop_names_stripe_s_hosts() -> None:
    from decimal import Decimal

    from openmall.commerce.order.billing.gateways.stripe_gateway.gateway import card_form
    from openmall.pages import payment_form

    form = card_form("pk_1", "pi_1_secret_2", Decimal("10.50"), "USD", "https://shop/return")
    answer = payment_form.page(form, "ko_KR")
    headers = dict(answer.headers)
    policy = headers[b"content-security-policy"].decode()

    assert "script-src 'self' https://js.stripe.com https://*.js.stripe.com;" in policy
    assert "connect-src 'self' https://api.stripe.com;" in policy
    assert "frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com;" in (
        policy
    )
    assert "https://js.stripe.com/v3/" in answer.body.decode()
    assert "카드" in answer.body.decode()


def test_a_challenge_is_answered_before_the_order_is_paid(bought: StripePurchase) -> None:
    bought.open()
    intent = bought.stripe.give_card(bought.intent["id"], CHALLENGED)
    assert intent["status"] == "requires_action"
    bought.come_back()
    before = (bought.states, bought.payment["state"])
    bought.stripe.answer_challenge(intent)
    held = bought.intent["status"]
    bought.come_back()

    assert before == (["N00"], "started")
    assert held == "requires_capture"
    assert (bought.states, bought.intent["status"]) == (["N10"], "succeeded")


def test_a_failed_challenge_declines_the_payment_for_good(bought: StripePurchase) -> None:
    bought.open()
    intent = bought.stripe.give_card(bought.intent["id"], CHALLENGED)
    bought.stripe.answer_challenge(intent, success=False)
    bought.come_back()

    assert (bought.states, bought.payment["state"]) == (["N00"], "declined")
    assert "failed authentication" in bought.payment["reason"]
    assert bought.intent["status"] == "canceled"


@pytest.mark.parametrize("number", [DECLINED, CHALLENGED_AND_DECLINED])
def test_a_declined_card_pays_nothing(bought: StripePurchase, number: str) -> None:
    bought.open()
    if number == DECLINED:
        bought.stripe.give_card(bought.intent["id"], number, 402)
    else:
        intent = bought.stripe.give_card(bought.intent["id"], number)
        bought.stripe.answer_challenge(intent, status=402)
    bought.come_back()

    assert (bought.states, bought.payment["state"]) == (["N00"], "declined")
    assert bought.payment["reason"] == "Your card was declined."


@pytest.mark.parametrize("fault", ["away", "lost"])
def test_lost_replies_are_reconciled(bought: StripePurchase, fault: Any) -> None:
    bought.stripe.fault = fault
    assert bought.open().status_code == 303
    bought.stripe.fault = ""
    assert bought.open().status_code == 200
    # the buyer's browser got the secret of the last one only
    intent = bought.stripe.intents(bought.payment_id)[-1]
    bought.stripe.give_card(intent["id"], GOOD)
    bought.stripe.fault = fault
    bought.come_back()
    assert bought.states == ["N00"]
    bought.stripe.fault = ""
    bought.come_back()
    paid = bought.states
    cancel_one(bought)
    bought.stripe.fault = fault
    bought.check()
    bought.stripe.fault = ""
    bought.check(1_000)
    bought.check(1_000)

    assert paid == ["N10"]
    assert bought.stripe.refunds(intent["id"]) == [11_000]
    assert bought.paid() == 11_000
    keys = [key for method, path, key in bought.stripe.requests if path == "/v1/payment_intents"]
    assert len(set(keys)) == 1, "a repeated request has the same key"


def test_an_authorised_payment_is_not_taken_by_looking(bought: StripePurchase) -> None:
    bought.open()
    bought.stripe.give_card(bought.intent["id"], GOOD)
    bought.check()

    assert (bought.states, bought.intent["status"]) == (["N00"], "requires_capture")


def test_a_signed_webhook_settles_the_payment_and_others_do_not(bought: StripePurchase) -> None:
    bought.open()
    bought.stripe.give_card(bought.intent["id"], GOOD)
    body = event("payment_intent.amount_capturable_updated", bought.intent)
    refused = [
        bought.call_back(body, {}),
        bought.call_back(body, {"Stripe-Signature": "t=1,v1=00"}),
        bought.call_back(body, signature(body, secret="whsec_other")),
        bought.call_back(body, signature(body, age=301)),
        bought.call_back(body + b" ", signature(body)),
        bought.call_back(b"\xff", signature(b"\xff")),
    ]
    before = bought.states
    unreadable = bought.call_back(b"[]", signature(b"[]"))
    headers = signature(body)
    statuses = [bought.call_back(body, headers) for _ in range(3)]

    assert refused == [401] * 6
    assert (before, unreadable) == (["N00"], 400)
    assert statuses == [204] * 3
    assert (bought.states, bought.paid()) == (["N10"], 22_000)
    captures = [path for _, path, _ in bought.stripe.requests if path.endswith("/capture")]
    assert len(captures) == 1, "a replay does nothing"


def test_a_webhook_about_no_payment_of_ours_is_accepted(bought: StripePurchase) -> None:
    other = event("payment_intent.succeeded", {"id": "pi_other"})
    unknown = event("customer.created", {"id": "cus_1"})

    assert bought.call_back(other, signature(other)) == 204
    assert bought.call_back(unknown, signature(unknown)) == 204


def test_the_server_s_own_webhooks_are_understood(bought: StripePurchase) -> None:
    received: list[tuple[bytes, dict[str, str]]] = []

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            signed = {"Stripe-Signature": self.headers["Stripe-Signature"]}
            received.append((body, signed))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            """Log nothing."""

    with HTTPServer(("127.0.0.1", 0), Receiver) as server:
        server.timeout = 20
        bought.stripe.send_events_to(f"http://127.0.0.1:{server.server_address[1]}/")
        bought.open()
        intent = bought.stripe.give_card(bought.intent["id"], GOOD)
        # captured there, as a lost answer would leave it
        bought.stripe.ask("POST", f"payment_intents/{intent['id']}/capture")
        # events of earlier payments are a second late
        while not any(intent["id"].encode() in body for body, _ in received):
            known = len(received)
            server.handle_request()
            assert len(received) > known
    bought.stripe.send_events_to("http://127.0.0.1:9/")
    body, headers = received[-1]

    assert json.loads(body)["type"] == "payment_intent.succeeded"
    assert bought.states == ["N00"]
    assert bought.call_back(body, headers) == 204
    assert (bought.states, bought.paid()) == (["N10"], 22_000)


def test_a_payment_begun_before_the_shop_stopped_is_settled(bought: StripePurchase) -> None:
    bought.open()
    bought.stripe.give_card(bought.intent["id"], GOOD)
    use_stripe(bought.world, bought.stripe.address, use_stripe="F")
    shown = bought.open()
    bought.come_back()

    assert shown.status_code == 303
    assert bought.states == ["N10"]


def test_a_wrong_key_leaves_the_outcome_unknown(bought: StripePurchase) -> None:
    bought.open()
    bought.stripe.give_card(bought.intent["id"], GOOD)
    use_stripe(bought.world, bought.stripe.address, secret_key="wrong")
    bought.come_back()
    before = (bought.states, bought.payment["state"])
    use_stripe(bought.world, bought.stripe.address)
    bought.come_back()

    assert before == (["N00"], "started")
    assert bought.states == ["N10"]


def dispute(bought: StripePurchase, status: str, **more: Any) -> dict[str, Any]:
    return {
        "id": f"dp_{bought.payment_id[:8]}",
        "object": "dispute",
        "payment_intent": bought.intent["id"],
        "amount": 22_000,
        "currency": "krw",
        "reason": "fraudulent",
        "status": status,
        "created": 1_700_000_000,
        "evidence_details": {"due_by": 1_800_000_000},
        **more,
    }


def disputes(bought: StripePurchase) -> list[tuple[str, int]]:
    from openmall.commerce.order.billing.gateways.disputes import store as dispute_store

    found = bought.world.in_transaction(lambda db: dispute_store.of_order(db, bought.order_id))
    return [(each.state, each.amount) for each in found]


def test_disputes_are_noted_in_whatever_order_they_are_reported(bought: StripePurchase) -> None:
    bought.pay()
    now = int(time.time())
    opened = event("charge.dispute.created", dispute(bought, "needs_response"), now - 20)
    closed = event("charge.dispute.closed", dispute(bought, "lost"), now)
    seen = []
    for body in (opened, closed, opened):
        assert bought.call_back(body, signature(body)) == 204
        seen.append(disputes(bought))

    assert seen == [[("open", 2_200_000)], [("lost", 2_200_000)], [("lost", 2_200_000)]]
    unsigned = event("charge.dispute.created", dispute(bought, "won", id="dp_other"))
    assert bought.call_back(unsigned, {}) == 401
    assert len(disputes(bought)) == 1
