"""An app completes an order after its buyer paid at a gateway."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from openmall.commerce.order.billing.gateways.gateway import GatewayUnavailable
from openmall.commerce.order.billing.gateways.testing import TestGateway
from tests.commerce.order.claim_setup import verified_orders
from tests.commerce.product.stock_setup import stocked
from tests.storefront.shopper_client import RECEIVER, Shopper, offer_test_gateway
from tests.world import World


@pytest.fixture
def shopper(world: World) -> Iterator[Shopper]:
    offer_test_gateway(world)
    hana = Shopper(world)
    hana.sign_up()
    yield hana
    assert verified_orders(world) == []


def ordered(shopper: Shopper) -> tuple[str, str]:
    """Order a unit by card; return the order and its payment."""
    _, code = stocked(shopper.world, 5)
    placed = shopper.send(
        "POST",
        "orders",
        variants=[{"variants_code": code, "quantity": 1}],
        payment_method="card",
        receiver=RECEIVER,
    )
    return placed["order_id"], placed["payment_id"]


def complete(world: World, number: str, payment: str, **data: Any) -> Any:
    request = {"payment_code": payment, "data": data}
    return world.call("POST", f"orders/{number}/completions", json={"request": request})


def paid(world: World, number: str) -> str:
    state: str = world.get(f"orders/{number}")["order"]["paid"]
    return state


def test_a_payment_whose_callback_was_lost_pays_the_order(world: World, shopper: Shopper) -> None:
    number, payment = ordered(shopper)
    shopper.pay(payment, "lost")
    answer = complete(world, number, payment, amount="11000.00", currency="KRW")
    assert answer.status_code == 201, answer.text
    assert answer.json()["completion"] == {
        "shop_no": 1,
        "order_id": number,
        "payment_code": payment,
        "return_code": "approved",
        "return_message": "The payment is approved.",
    }
    assert paid(world, number) == "T"


def test_a_second_completion_answers_the_same_and_pays_nothing_twice(
    world: World, shopper: Shopper
) -> None:
    number, payment = ordered(shopper)
    shopper.pay(payment, "lost")
    first = complete(world, number, payment).json()
    assert complete(world, number, payment).json() == first
    assert world.get(f"orders/{number}")["order"]["payment_amount"] == "11000.00"


@pytest.mark.both_stores
def test_many_completions_at_once_pay_once(world: World, shopper: Shopper) -> None:
    number, payment = ordered(shopper)
    shopper.pay(payment, "lost")
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: complete(world, number, payment), range(8)))
    assert {each.status_code for each in answers} == {201}
    assert world.get(f"orders/{number}")["order"]["payment_amount"] == "11000.00"


def test_without_a_result_the_order_stays_unpaid(world: World, shopper: Shopper) -> None:
    number, payment = ordered(shopper)
    completion = complete(world, number, payment).json()["completion"]
    assert (completion["return_code"], paid(world, number)) == ("started", "F")


def test_a_declined_payment_leaves_the_order_unpaid(world: World, shopper: Shopper) -> None:
    number, payment = ordered(shopper)
    shopper.pay(payment, "declined")
    completion = complete(world, number, payment).json()["completion"]
    assert (completion["return_code"], paid(world, number)) == ("declined", "F")
    assert completion["return_message"]


@pytest.mark.parametrize(
    ("name", "value"), [("amount", "10999.00"), ("currency", "USD"), ("transaction_id", "other")]
)
def test_a_report_that_differs_from_the_gateway_s_is_refused(
    world: World, shopper: Shopper, name: str, value: str
) -> None:
    number, payment = ordered(shopper)
    shopper.pay(payment, "lost")
    answer = complete(world, number, payment, **{name: value})
    assert answer.status_code == 422, answer.text
    assert f"data.{name}" in answer.text
    assert paid(world, number) == "F"


def test_the_payment_of_another_order_is_not_found(world: World, shopper: Shopper) -> None:
    number, _ = ordered(shopper)
    other, payment = ordered(shopper)
    answer = complete(world, number, payment)
    assert (answer.status_code, "payment_code" in answer.text) == (404, True)
    assert paid(world, other) == "F"


def test_a_gateway_that_does_not_answer_is_503_and_changes_nothing(
    world: World, shopper: Shopper, monkeypatch: pytest.MonkeyPatch
) -> None:
    number, payment = ordered(shopper)
    shopper.pay(payment, "lost")

    async def silent(*_: Any) -> None:
        raise GatewayUnavailable("no answer")

    with monkeypatch.context() as broken:
        broken.setattr(TestGateway, "fetch_payment", silent)
        assert complete(world, number, payment).status_code == 503
    assert paid(world, number) == "F"
    assert complete(world, number, payment).json()["completion"]["return_code"] == "approved"
