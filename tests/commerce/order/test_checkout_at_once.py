"""Orders of one customer at once: what can be used once is used once."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.commerce.order.checkout_setup import POINTS, Checkout
from tests.storefront.shopper_client import Shopper
from tests.world import World

AT_ONCE = 6


def race(shop: Checkout, **wish: Any) -> list[tuple[int, str]]:
    """Let hana order from several devices at once; return what is said to those who are refused."""
    sent = {"json": {"request": {**shop.wants(), **wish}}}

    def order(at: int) -> tuple[int, str]:
        device = Shopper(shop.world)
        device.session = shop.shopper.session
        answer = device.ask("POST", "orders", **sent)
        return answer.status_code, "" if answer.is_success else answer.json()["error"]["message"]

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return sorted(pool.map(order, range(AT_ONCE)))


@pytest.fixture
def shop(world: World) -> Checkout:
    return Checkout(world)


@pytest.mark.both_stores
def test_a_coupon_is_used_for_one_of_many_orders(shop: Checkout) -> None:
    coupons = [{"issue_no": shop.coupon()}]

    done = race(shop, coupons=coupons)

    refusal = "The customer has no such coupon to use. (parameter.coupons.issue_no)"
    assert done == [(201, ""), *[(422, refusal)] * (AT_ONCE - 1)]
    orders, *_, left, points, _ = shop.things()
    assert (orders, left, points) == (1, [], POINTS * 100)
    shop.check_books()


@pytest.mark.both_stores
def test_points_are_never_spent_twice(shop: Checkout) -> None:
    done = race(shop, use_points="8000")

    refusal = "The customer has only 4000.00 KRW in points. (parameter.use_points)"
    assert done == [*[(201, "")] * 2, *[(422, refusal)] * (AT_ONCE - 2)]
    orders, *_, points, _ = shop.things()
    assert (orders, points) == (2, (POINTS - 16_000) * 100)
    shop.check_books()
