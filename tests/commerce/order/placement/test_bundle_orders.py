"""Orders of bundles: their stock, claims, requotes and subscriptions."""

from decimal import Decimal
from typing import Any

import pytest

from openmall.contract.errors import ApiError
from tests.commerce.customer import customer_setup
from tests.commerce.order.claim_setup import check_books, claim, sent, verified_orders
from tests.commerce.order.order_setup import order, paid, pay, states, wanted
from tests.commerce.order.placement.bundle_checkout import checkout, left, units
from tests.commerce.order.placement.test_subscription_orders import orders, work
from tests.commerce.order.placement.test_subscriptions import found as subscriptions
from tests.commerce.order.placement.test_subscriptions import item as subscription_item
from tests.commerce.order.placement.test_subscriptions import subscribe, subscribed
from tests.commerce.order.test_scheduled_transitions import wait
from tests.commerce.personal.cart_client import put, some
from tests.commerce.product.bundle_setup import Kitchen, kitchen_set
from tests.world import World


@pytest.fixture
def kitchen(world: World) -> Kitchen:
    return kitchen_set(world)


def test_an_order_without_enough_of_one_part_changes_nothing(
    world: World, kitchen: Kitchen
) -> None:
    wants = [wanted(kitchen.code, 2, part_variants=[kitchen.small]), wanted(kitchen.small, 1)]

    with pytest.raises(ApiError):
        order(world, *wants)

    assert left(world, kitchen.cup_code, kitchen.small, kitchen.large) == [7, 2, 5]
    assert world.get("orders", start_date="2026-11-01", end_date="2026-11-30")["orders"] == []


def test_the_last_bundle_and_the_last_part_are_sold_once(world: World, kitchen: Kitchen) -> None:
    order(world, wanted(kitchen.code, 2, part_variants=[kitchen.small]))

    with pytest.raises(ApiError):
        order(world, wanted(kitchen.code, 1, part_variants=[kitchen.small]))
    with pytest.raises(ApiError):
        order(world, wanted(kitchen.small))
    # three cups are left for one pair
    order(world, wanted(kitchen.code, 1, part_variants=[kitchen.large]))
    assert world.get(f"products/{kitchen.number}")["product"]["sold_out"] == "T"
    assert left(world, kitchen.cup_code, kitchen.small, kitchen.large) == [1, 0, 4]


def test_a_bundle_is_claimed_as_a_whole_and_every_part_comes_back(
    world: World, kitchen: Kitchen
) -> None:
    number = paid(world, wanted(kitchen.code, 2, part_variants=[kitchen.small]))
    assert units(world, kitchen) == (3, 0, 5)
    price = Decimal(world.get(f"products/{kitchen.number}")["product"]["price"])

    # of two bundles one is cancelled
    claim(world, number, "cancellation", "canceled", (1, 1), recover_inventory="T")

    assert units(world, kitchen) == (5, 1, 5)
    assert sorted(states(world, number)) == ["C40", "N10"]
    check_books(world, number)
    assert verified_orders(world) == []
    kept = [
        each
        for each in world.get(f"orders/{number}/items")["items"]
        if each["order_status"] == "N10"
    ]
    assert [Decimal(each["payment_amount"]) for each in kept] == [price]


def test_unpaid_bundles_are_released(world: World, kitchen: Kitchen) -> None:
    number = order(world, wanted(kitchen.code, 2, part_variants=[kitchen.small]))

    claim(world, number, "cancellation", "canceled", (1, 1))
    assert left(world, kitchen.cup_code, kitchen.small) == [5, 1]
    claim(world, number, "cancellation", "canceled")
    assert left(world, kitchen.cup_code, kitchen.small) == [7, 2]


def test_a_bundle_is_subscribed_to_with_its_parts(world: World, kitchen: Kitchen) -> None:
    customer_setup.join(world, "hana")
    part = {
        "product_no": str(kitchen.shirt),
        "product_code": kitchen.large[:-4],
        "option_id": kitchen.large[-4:],
    }
    price = world.get(f"products/{kitchen.number}")["product"]["price"]
    wants = subscription_item(kitchen.number, kitchen.code, 2, product_price=price)
    within = {"product_bundle": "T", "bundle_product_components": [part]}

    def reason(**more: Any) -> tuple[str, str]:
        info = subscribe(world, {**wants, **more}).json()["error"]["more_info"]
        return info["parameter"], info["reason"]

    assert reason(**within | {"product_bundle": "F"}) == (
        "items.bundle_product_components",
        "item_no_bundle",
    )
    assert reason(bundle_product_components=[])[1] == "part_variants_missing"
    two = {"bundle_product_components": [{**part, "quantity": 2}]}
    assert reason(**within | two) == (
        "items.bundle_product_components.quantity",
        "bundle_part_quantity",
    )
    subscribed(world, {**wants, **within})
    [stored] = subscriptions(world)[0]["items"]
    assert (stored["product_bundle"], stored["product_bundle_price"]) == ("T", price)
    assert [
        (each["variants_code"], each["quantity"]) for each in stored["bundle_product_components"]
    ] == [(kitchen.cup_code, 2), (kitchen.large, 1)]
    wait(world, 6 * 86_400)

    assert work(world) == 1

    [placed] = orders(world)
    [line] = placed["items"]
    assert (line["product_no"], line["quantity"]) == (kitchen.number, 2)
    assert line["product_bundle_list"][1]["variant_code"] == kitchen.large
    assert left(world, kitchen.cup_code, kitchen.large) == [3, 3]


def test_the_rest_of_an_order_keeps_a_bundle_that_changed_meanwhile(
    world: World, kitchen: Kitchen
) -> None:
    answer = put(world, kitchen.number, some(kitchen.code, 1, **kitchen.parts()))
    session = answer.headers["X-Openmall-Session"]
    put(world, kitchen.cup, some(kitchen.cup_code, 1), session=session)
    price = world.get(f"products/{kitchen.number}")["product"]["price"]
    number = checkout(world, session).json()["order"]["order_id"]
    plate = world.product(price="4000.00")["product_no"]
    world.put(
        f"bundleproducts/{kitchen.number}",
        bundle_product_components=[{"product_no": plate, "purchase_quantity": 1}],
    )

    claim(world, number, "cancellation", "canceled", (2, 1))

    rest = world.get(f"orders/{number}", embed="items")["order"]
    assert [each["order_status"] for each in rest["items"]] == ["N00", "C49"]
    assert rest["items"][0]["payment_amount"] == price
    assert rest["actual_order_amount"]["order_price_amount"] == price
    assert left(world, kitchen.cup_code, kitchen.small) == [5, 1]


def test_a_bundle_is_exchanged_for_the_same_parts(world: World, kitchen: Kitchen) -> None:
    number = paid(world, wanted(kitchen.code, 1, part_variants=[kitchen.small]))
    sent(world, number, "shipped")

    claim(world, number, "exchange", "exchanged", same_product="T", recover_inventory="T")

    items = world.get(f"orders/{number}/items")["items"]
    assert [[part["variant_code"] for part in each["product_bundle_list"]] for each in items] == [
        [kitchen.cup_code, kitchen.small]
    ] * 2
    # one set came back, another was sent
    assert units(world, kitchen) == (5, 1, 5)
    assert verified_orders(world) == []
    other = paid(world, wanted(kitchen.cup_code))
    sent(world, other, "shipped")
    wish = {"order_item_code": f"{other}-01", "quantity": 1, "exchange_variant_code": kitchen.code}
    body = {"request": {"status": "exchanged", "items": [wish]}}
    refused = world.call("POST", f"orders/{other}/exchange", json=body)
    assert refused.status_code == 422


def test_stock_is_taken_with_the_order_where_one_part_says_so(
    world: World, kitchen: Kitchen
) -> None:
    path = f"products/{kitchen.cup}/variants/{kitchen.cup_code}/inventories"
    world.put(path, inventory_control_type="A")

    number = order(world, wanted(kitchen.code, 2, part_variants=[kitchen.large]))

    assert units(world, kitchen) == (3, 2, 3)
    pay(world, number)
    assert units(world, kitchen) == (3, 2, 3)
    claim(world, number, "cancellation", "canceled", recover_inventory="T")
    assert units(world, kitchen) == (7, 2, 5)
    assert verified_orders(world) == []
