"""A payment provider is slow, lies, loses answers and calls twice: money adds up all the same."""

from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest

from openmall.commerce.order.billing.gateways import gateway as gateway_contract
from openmall.commerce.order.placement.checkout import gateway_payment
from openmall.commerce.order.scheduled_transitions import gateway_payments
from openmall.pages import payments
from tests.commerce.order.claim_setup import claim
from tests.commerce.product.stock_setup import quantity
from tests.faults.payment_provider import NAME
from tests.faults.provider_purchase import UNITS, Purchase
from tests.storefront.shopper_client import BUYER, refund_at_gateways

pytestmark = pytest.mark.both_stores


def test_a_buyer_pays_at_the_provider_and_comes_back(purchase: Purchase) -> None:
    assert purchase.url == f"{purchase.world.base_url}/payments/{purchase.payment_id}"
    assert purchase.provider.requests == [], "nothing is asked while the order is placed"
    first, second = purchase.open(), purchase.open()
    assert first.status_code == 303
    assert first.headers["Location"] == f"https://pay.example/{purchase.payment_id}"
    assert second.headers["Location"] == first.headers["Location"]
    [created] = purchase.provider.payments.values()
    assert created["return_url"] == f"{purchase.url}/return"

    purchase.provider.pay(purchase.payment_id)
    back = purchase.open(f"{purchase.url}/return")

    assert back.headers["Location"] == (f"/orders/{purchase.order_id}/payment")
    assert (purchase.states, purchase.paid()) == (["N10"], 11_000)
    assert [purchase.call_back(), purchase.call_back()] == [204, 204]
    assert purchase.paid() == 11_000, "what is said twice counts once"


@pytest.mark.parametrize(
    "there",
    ["https://app.example.com/thanks?order=1", "https://SHOP.example:443", "{shop}/boards/1"],
)
def test_the_buyer_comes_back_to_where_the_app_said(purchase: Purchase, there: str) -> None:
    purchase.world.put("apps/origins", allowed_origins=["https://shop.example"])
    there = there.replace("{shop}", purchase.world.base_url)
    placed = purchase.place(return_url=there)

    back = purchase.open(f"{placed['payment_url']}/return")

    assert (back.status_code, back.headers["Location"]) == (303, there)


@pytest.mark.parametrize("path", ["orders", "orders/{order_id}/payments"])
@pytest.mark.parametrize(
    "wrong",
    [
        "javascript:alert(1)",
        "//evil.example",
        "https://a b",
        "https://evil.example/phish",
        "http://app.example.com/",
        "https://app.example.com:8443/",
        "https://app.example.com.evil.example/",
        "https://app.example.com@evil.example/",
        "https://evil.example\\@app.example.com/",
        "https://evil.example\\.app.example.com/",
        "https:/\\evil.example/",
        "https://app.example.com\u3002evil.example",
    ],
)
def test_a_buyer_is_led_to_no_site_of_others(purchase: Purchase, path: str, wrong: str) -> None:
    status, message = purchase.shopper.refused(
        "POST",
        path.replace("{order_id}", purchase.order_id),
        variants=[{"variants_code": purchase.variant, "quantity": 1}],
        buyer=BUYER,
        payment_method="card",
        receiver={"name": "Kim", "address1": "1 Sejong-daero"},
        return_url=wrong,
    )
    assert (status, "return_url" in message) == (422, True)


def test_an_answer_that_is_lost_creates_no_second_payment(purchase: Purchase) -> None:
    purchase.provider.fault = "lost"
    lost = purchase.open()
    purchase.provider.fault = ""
    again = purchase.open()

    assert lost.headers["Location"].endswith(f"/orders/{purchase.order_id}/payment")
    assert again.headers["Location"] == f"https://pay.example/{purchase.payment_id}"
    assert len(purchase.provider.payments) == 1


def test_a_lost_callback_is_replaced_by_a_check(purchase: Purchase) -> None:
    purchase.open()
    purchase.provider.pay(purchase.payment_id)

    purchase.check(gateway_payment.FIRST_CHECK - 1)
    assert purchase.states == ["N00"]
    purchase.check(1)

    assert (purchase.states, purchase.paid()) == (["N10"], 11_000)


def test_checks_go_on_while_the_provider_does_not_answer(purchase: Purchase) -> None:
    purchase.open()
    purchase.provider.pay(purchase.payment_id)
    purchase.provider.fault = "broken"
    for _ in range(4):
        purchase.check(900)
    assert purchase.states == ["N00"], "nobody knows what has become of the payment"
    purchase.provider.fault = ""
    purchase.check(1_800)

    assert (purchase.states, purchase.paid()) == (["N10"], 11_000)


def test_a_callback_is_believed_only_if_the_provider_confirms_it(purchase: Purchase) -> None:
    purchase.open()

    assert purchase.call_back() == 204
    assert (purchase.states, purchase.payment["state"]) == (["N00"], "started")


def test_a_callback_while_the_provider_does_not_answer_is_sent_again(purchase: Purchase) -> None:
    purchase.open()
    purchase.provider.pay(purchase.payment_id)
    purchase.provider.fault = "lost"
    assert purchase.call_back() == 503
    purchase.provider.fault = ""

    assert purchase.call_back() == 204
    assert purchase.states == ["N10"]


def test_another_amount_is_given_back(purchase: Purchase) -> None:
    purchase.open()
    purchase.provider.pay(purchase.payment_id, amount="10.00")

    assert purchase.call_back() == 204
    assert refund_at_gateways(purchase.world) == 1

    assert (purchase.states, purchase.paid()) == (["N00"], 0)
    assert purchase.payment["state"] == "cancelled"
    assert purchase.payment["reason"] == gateway_payment.OTHER_CAPTURED
    assert purchase.provider.refunded(purchase.payment_id) == 10


def test_what_an_earlier_payment_captures_later_is_given_back(purchase: Purchase) -> None:
    purchase.open()
    path = f"orders/{purchase.order_id}/payments"
    again = purchase.shopper.send("POST", path, payment_method="card")
    purchase.open(again["payment_url"])
    purchase.provider.pay(purchase.payment_id)
    purchase.provider.pay(again["payment_id"])

    purchase.check()
    assert refund_at_gateways(purchase.world) == 1

    assert purchase.provider.refunded(purchase.payment_id) == 11_000
    assert purchase.provider.refunded(again["payment_id"]) == 0
    assert (purchase.states, purchase.paid()) == (["N10"], 11_000)


def test_while_the_provider_hangs_all_other_calls_are_served(
    purchase: Purchase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gateway_contract, "SECONDS", 60.0)
    world, provider = purchase.world, purchase.provider
    purchase.pay()
    claim(world, purchase.order_id, "cancellation", "canceled", payment_gateway_cancel="T")
    other = Purchase(world, provider)
    third = Purchase(world, provider)
    third.open()
    world.stage.clock.pass_(gateway_payment.FIRST_CHECK)
    tasks = world.stage.app.periodic_tasks
    provider.answering.clear()
    with ThreadPoolExecutor(4) as pool:
        hanging: list[Future[Any]] = [
            pool.submit(world.stage.run, tasks.make_gateway_refunds, [world.mall_id]),
            pool.submit(world.stage.run, tasks.check_gateway_payments, [world.mall_id]),
            pool.submit(other.open),
            pool.submit(third.call_back),
        ]
        for _ in range(len(hanging)):
            assert provider.hanging.acquire(timeout=30)

        assert world.call("GET", "products").status_code == 200
        world.put(f"products/{purchase.product_no}", product_name="Served all the same")
        served = Purchase(world, provider)
        assert served.states == ["N00"]
        assert not any(each.done() for each in hanging)
        provider.answering.set()
        refunded, _, opened, called_back = [each.result(timeout=30) for each in hanging]

    assert (refunded, opened.status_code, called_back) == (1, 303, 204)
    assert purchase.refund["status"] == "T"


def test_a_provider_that_takes_too_long_is_asked_again(
    purchase: Purchase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gateway_contract, "SECONDS", 0.05)
    purchase.provider.answering.clear()
    slow = purchase.open()
    purchase.provider.answering.set()
    monkeypatch.undo()

    assert slow.headers["Location"].endswith(f"/orders/{purchase.order_id}/payment")


def test_a_confirmation_says_that_the_provider_does_not_answer(purchase: Purchase) -> None:
    purchase.open()
    purchase.provider.fault = "lost"
    path = f"orders/{purchase.order_id}/payments/confirm"
    assert purchase.shopper.refused("POST", path)[0] == 503
    purchase.provider.fault = ""
    purchase.provider.pay(purchase.payment_id)

    assert purchase.shopper.send("POST", path)["state"] == "approved"


def test_an_order_left_at_the_provider_is_cancelled(purchase: Purchase) -> None:
    purchase.open()
    number, code = purchase.product_no, purchase.variant
    purchase.check(gateway_payment.SECONDS - 1)
    assert purchase.states == ["N00"]

    for _ in range(3):
        purchase.check(gateway_payment.SECONDS)

    assert purchase.states == ["C48"]
    assert quantity(purchase.world, number, code) == UNITS
    purchase.provider.pay(purchase.payment_id)
    assert purchase.call_back() == 204
    assert refund_at_gateways(purchase.world) == 1
    assert purchase.provider.refunded(purchase.payment_id) == 11_000


def test_an_order_whose_payment_failed_is_cancelled_after_half_an_hour(
    purchase: Purchase,
) -> None:
    purchase.open()
    purchase.provider.pay(purchase.payment_id, state="failed")
    assert purchase.call_back() == 204
    assert purchase.payment["state"] == "declined"

    purchase.check(gateway_payment.SECONDS - 1)
    assert purchase.states == ["N00"]
    purchase.check(1)
    assert purchase.states == ["C48"]


def test_an_order_that_is_to_be_paid_otherwise_is_not_cancelled(purchase: Purchase) -> None:
    purchase.open()
    purchase.world.put(
        f"orders/{purchase.order_id}/payments",
        change_payment_amount="F",
        change_payment_method="T",
        payment_method="cash",
    )

    for _ in range(3):
        purchase.check(gateway_payment.SECONDS)

    assert purchase.states == ["N00"]


def test_a_provider_is_not_asked_for_ever(purchase: Purchase) -> None:
    purchase.open()
    for _ in range(3):
        purchase.check(gateway_payments.ASKED_FOR)
    asked = len(purchase.provider.requests)
    purchase.check(gateway_payments.ASKED_FOR)

    assert len(purchase.provider.requests) == asked


@pytest.mark.parametrize(
    ("method", "path", "sent", "status"),
    [
        ("POST", f"callbacks/{NAME}/1", {"headers": {"X-Fakepay-Signature": "00"}}, 401),
        ("POST", f"callbacks/{NAME}/1", {"headers": {}}, 401),
        ("POST", f"callbacks/{NAME}/9", {}, 404),
        ("POST", f"callbacks/{NAME}/2", {}, 404),
        ("POST", "callbacks/nobody/1", {}, 404),
        ("POST", f"callbacks/{NAME}/1", {"content": b"{}" * payments.MOST_BYTES}, 413),
        ("GET", f"callbacks/{NAME}/1", {}, 405),
        ("POST", "0" * 32, {}, 405),
        ("GET", "0" * 32, {}, 404),
        ("GET", "0" * 32 + "/return", {}, 404),
        ("GET", "overview", {}, 404),
    ],
)
def test_what_is_no_callback_and_no_payment_is_refused(
    purchase: Purchase, method: str, path: str, sent: Any, status: int
) -> None:
    body, signed = purchase.provider.callback(purchase.payment_id)
    if method == "POST":
        sent = {"content": body, "headers": signed, **sent}
    url = f"{purchase.world.base_url}/payments/{path}"
    answer = purchase.world.stage.client.request(method, url, **sent)

    assert answer.status_code == status
    assert answer.json()["error"]["code"] == str(status)
    assert purchase.states == ["N00"]
