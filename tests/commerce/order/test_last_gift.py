"""Orders of several guests at once for the last gift in stock."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.commerce.order.gift_setup import GiftShop
from tests.storefront.shopper_client import BUYER, Shopper
from tests.world import World

AT_ONCE = 6


@pytest.fixture
def shop(world: World) -> GiftShop:
    return GiftShop(world, totes=1)


def race(shop: GiftShop, **wish: Any) -> list[tuple[int, str]]:
    """Let guests order at once; return what is said to those who are refused."""
    sent = {"json": {"request": {**shop.wants(), "buyer": BUYER, **wish}}}

    def order(_: int) -> tuple[int, str]:
        answer = Shopper(shop.world).ask("POST", "orders", **sent)
        return answer.status_code, "" if answer.is_success else answer.json()["error"]["message"]

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return sorted(pool.map(order, range(AT_ONCE)))


def gifts_given(shop: GiftShop) -> int:
    orders = shop.world.get("orders", embed="items")["orders"]
    return sum(item["gift"] == "T" for order in orders for item in order["items"])


@pytest.mark.both_stores
def test_a_chosen_gift_goes_to_one_order(shop: GiftShop) -> None:
    number = shop.gift()

    done = race(shop, gifts=[shop.tote_of(number)])

    refusal = "The gift is sold out. (parameter.gifts.variants_code)"
    assert done == [(201, ""), *[(422, refusal)] * (AT_ONCE - 1)]
    assert gifts_given(shop) == 1
    shop.check_books()


@pytest.mark.both_stores
def test_an_automatic_gift_goes_to_one_of_the_orders(shop: GiftShop) -> None:
    shop.benefits_setting(gift_grant_type="A")
    shop.gift()

    done = race(shop)

    assert done == [(201, "")] * AT_ONCE
    assert gifts_given(shop) == 1
    shop.check_books()
