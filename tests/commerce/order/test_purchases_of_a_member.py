"""Purchases of a member, as they count for the next group."""

from typing import Any

import pytest

from tests.commerce.customer.test_what_customers_use import moving
from tests.commerce.order.checkout_setup import HANA, Checkout
from tests.commerce.order.claim_setup import claim
from tests.commerce.order.order_setup import pay
from tests.world import World


def _counted(world: World) -> tuple[int, int, int]:
    found = world.get(f"customers/{HANA}/autoupdate")["autoupdate"]
    lacking = found["required_purchase_amount"] or found["required_purchase_count"]
    return found["total_purchase_amount"], found["total_purchase_count"], lacking


# points and credits pay for a part of the shipping fee, which does not count
@pytest.mark.parametrize(
    ("setting", "counted"),
    [
        ({}, (33_000, 2, 0)),
        ({"standard_purchase_amount": "total_paid_amount"}, (26_741, 2, 0)),
        ({"standard_purchase_amount": "credit_price"}, (27_556, 2, 0)),
        ({"standard_purchase_count": "product_count"}, (33_000, 3, 0)),
        ({"deduct_cancellation_refund": "F"}, (44_000, 3, 0)),
        ({"auto_update_criteria": "delivery_complete"}, (0, 0, 300)),
        ({"customer_tier_criteria": "purchase_count"}, (33_000, 2, 1)),
    ],
    ids=str,
)
def test_what_a_member_bought_counts_as_the_shop_says(
    world: World, setting: dict[str, Any], counted: tuple[int, int, int]
) -> None:
    shop = Checkout(world)
    moving(world, **{"auto_update_criteria": "payment_complete", **setting})
    for wanted in (
        {"use_points": "3000", "use_credits": "1000"},
        {"aprons": 2, "coupons": [{"issue_no": shop.coupon()}]},
        {},
    ):
        placed = shop.order(**wanted)
        assert pay(world, placed["order_id"]).status_code == 200
    claim(world, placed["order_id"], "cancellation", "canceled")
    shop.order()  # is not paid

    assert _counted(world) == counted


def test_purchases_before_the_period_do_not_count(world: World) -> None:
    shop = Checkout(world)
    moving(world, auto_update_criteria="payment_complete", total_period="1m")
    assert pay(world, shop.order()["order_id"]).status_code == 200
    assert _counted(world) == (11_000, 1, 0)

    world.stage.clock.pass_(31 * 86_400)
    world.full = world.install(restricted=True)

    assert _counted(world) == (0, 0, 300)
