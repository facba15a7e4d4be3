"""An app that controls payments is the only one that changes their status."""

from typing import Any

import pytest

from tests.commerce.order.order_detail_setup import refused
from tests.commerce.order.order_setup import order, pay, states, wanted
from tests.commerce.product.stock_setup import stocked
from tests.storefront.shopper_client import BUYER, Shopper, offer_test_gateway
from tests.world import World

pytestmark = pytest.mark.both_stores
PAGE = "https://app.example.com/payments"


def control(world: World, use: str = "T", **rest: Any) -> Any:
    body = {"request": {"payments_control": use, "direct_url": PAGE}}
    return world.call("PUT", "control", json=body, **rest)


def test_only_the_app_in_control_changes_the_payment_status(world: World) -> None:
    number = order(world, wanted(stocked(world, 5)[1]))
    other = world.install(restricted=True)

    answer = control(world, app=other)

    assert answer.json() == {"control": {"payments_control": "T", "direct_url": PAGE}}
    assert refused(pay(world, number), 403) == f"An app changes the payment status here: {PAGE}"
    assert states(world, number) == ["N00"]
    body = {"requests": [{"order_id": number, "status": "paid"}]}
    assert world.call("PUT", "payments", json=body, app=other).status_code == 200
    assert states(world, number) == ["N10"]
    body = {"requests": [{"shop_no": 2, "order_id": number, "status": "unpaid"}]}
    refused(world.call("PUT", "payments", json=body), 403)


def test_control_is_given_back_or_taken_over(world: World) -> None:
    number = order(world, wanted(stocked(world, 5)[1]))
    other = world.install(restricted=True)
    control(world, app=other)
    refused(control(world, app=other), 409)

    assert control(world, "F", app=other).status_code == 200
    assert pay(world, number).status_code == 200

    control(world, app=other)
    assert control(world).status_code == 200
    assert pay(world, number, "unpaid").status_code == 200


def test_a_gateway_reports_payments_all_the_same(world: World) -> None:
    offer_test_gateway(world)
    control(world, app=world.install(restricted=True))
    shopper = Shopper(world)
    shopper.put(stocked(world, 5)[0])
    placed = shopper.order(buyer=BUYER)

    shopper.carry(shopper.pay(placed["payment_id"]))

    assert states(world, placed["order_id"]) == ["N10"]
