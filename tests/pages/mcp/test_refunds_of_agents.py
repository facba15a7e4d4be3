"""Money that an agent of an app gives back."""

import pytest

from tests.commerce.product.stock_setup import stocked
from tests.pages.mcp.agent import admin
from tests.pages.mcp.conftest import DIRECT
from tests.storefront.shopper_client import (
    BUYER,
    Shopper,
    offer_test_gateway,
    refund_at_gateways,
)
from tests.world import World


@pytest.mark.parametrize(("sent", "made"), [({}, 1), ({"payment_gateway_cancel": "F"}, 0)])
def test_a_refund_of_an_agent_is_paid_back_by_the_gateway_unless_it_says_otherwise(
    world: World, sent: dict[str, str], made: int
) -> None:
    offer_test_gateway(world)
    _, code = stocked(world, 5)
    shopper = Shopper(world)
    wanted = [{"variants_code": code, "quantity": 1}]
    placed = shopper.order(variants=wanted, buyer=BUYER)
    shopper.carry(shopper.pay(placed["payment_id"]))
    agent = admin(world, world.install(DIRECT))
    wish = {
        "operation": "POST orders/{order_id}/cancellation",
        "path": {"order_id": placed["order_id"]},
        "body": {"request": {"status": "canceled", **sent}},
    }

    asked = agent.call("call_operation", **wish)
    agent.call("confirm_operation", **wish, confirmation=asked["confirmation"])

    assert refund_at_gateways(world) == made
