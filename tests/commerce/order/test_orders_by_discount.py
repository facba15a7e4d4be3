"""Orders found by the discount code and by the kinds of discounts they have."""

import pytest

from tests.commerce.order.checkout_setup import Checkout
from tests.commerce.order.claim_setup import claim
from tests.commerce.promotion.code_setup import code
from tests.world import World


@pytest.fixture
def shop(world: World) -> Checkout:
    return Checkout(world)


def found(shop: Checkout, **filters: str) -> list[str]:
    """Return the ids of orders that pass filters; they are counted alike."""
    ids = [each["order_id"] for each in shop.world.get("orders", **filters)["orders"]]
    assert shop.world.get("orders/count", **filters)["count"] == len(ids)
    return ids


def test_orders_by_discount_code(shop: Checkout) -> None:
    code(shop.world)
    code(shop.world, discount_code="AUTUMN", discount_code_name="Autumn")
    by_code = [shop.order(discount_code=name)["order_id"] for name in ("SPRING", "AUTUMN")]
    cancelled = shop.order(discount_code="SPRING")["order_id"]
    shop.order()
    claim(shop.world, cancelled, "cancellation", "canceled")

    assert found(shop, discount_code="spring") == [by_code[0]]
    assert found(shop, discount_code="AUTUMN", member_id="hana") == [by_code[1]]
    assert found(shop, discount_code="WINTER") == []


def test_orders_by_kind_of_discount(shop: Checkout) -> None:
    code(shop.world)
    orders = {
        "discount_code": shop.order(discount_code="SPRING"),
        "coupon": shop.order(coupons=[{"issue_no": shop.coupon()}]),
        "point": shop.order(use_points="1000"),
        "credit": shop.order(use_credits="1000"),
        "": shop.order(),
    }
    ids = {kind: order["order_id"] for kind, order in orders.items()}

    for kind in ("discount_code", "coupon", "point", "credit"):
        assert found(shop, discount_method=kind) == [ids[kind]]
    assert found(shop, discount_method="coupon,credit") == [ids["credit"], ids["coupon"]]
    assert found(shop, discount_method="market_discount") == []


def test_a_kind_of_discount_that_there_is_not(shop: Checkout) -> None:
    answer = shop.world.call("GET", "orders", params={"discount_method": "gift"})

    assert answer.status_code == 422
    assert answer.json()["error"]["more_info"]["parameter"] == "discount_method"
