"""Products that are deleted while orders of them are open: what is agreed stays agreed."""

import pytest

from tests.commerce.order.checkout_setup import Checkout
from tests.commerce.order.claim_setup import check_books, claim, sent, verified_orders
from tests.commerce.order.order_setup import order, paid, pay, states, wanted
from tests.commerce.product.bundle_setup import kitchen_set
from tests.commerce.product.stock_setup import quantity
from tests.world import World


def delete(world: World, path: str) -> None:
    answer = world.call("DELETE", path)
    assert answer.status_code == 200, answer.text


@pytest.fixture
def shop(world: World) -> Checkout:
    return Checkout(world)


def test_what_a_buyer_pays_at_a_gateway_is_recorded(shop: Checkout) -> None:
    world = shop.world
    placed = shop.order(2, 1, payment_method="card")
    number = placed["order_id"]
    delete(world, f"products/{shop.apron}")

    [payment] = shop.shopper.carry(shop.shopper.pay(placed["payment_id"]))

    assert payment["state"] == "approved"
    assert world.get(f"orders/{number}")["order"]["paid"] == "T"
    assert quantity(world, shop.cup, shop.cup_code) == 9
    shop.check_books()
    # it goes on as every other order does
    claim(world, number, "cancellation", "canceled", (1, 1), recover_inventory="T")
    sent(world, number, "shipped")
    claim(world, number, "return", "returned", (2, 1), recover_inventory="T")
    assert quantity(world, shop.cup, shop.cup_code) == 10
    check_books(world, number)
    assert verified_orders(world) == []


def test_a_transfer_is_marked_as_paid(shop: Checkout) -> None:
    world = shop.world
    number = order(world, wanted(shop.apron_code), wanted(shop.cup_code))
    delete(world, f"products/{shop.apron}")

    answer = pay(world, number)

    assert answer.status_code == 200, answer.text
    assert states(world, number) == ["N10", "N10"]
    check_books(world, number)
    assert verified_orders(world) == []


def test_the_parts_of_a_bundle_are_taken_that_are_left(world: World) -> None:
    kitchen = kitchen_set(world)
    number = order(world, wanted(kitchen.code, 1, part_variants=[kitchen.small]))
    delete(world, f"bundleproducts/{kitchen.number}")
    delete(world, f"products/{kitchen.cup}")

    answer = pay(world, number)

    assert answer.status_code == 200, answer.text
    assert quantity(world, kitchen.shirt, kitchen.small) == 1
    claim(world, number, "cancellation", "canceled", (1, 1), recover_inventory="T")
    assert quantity(world, kitchen.shirt, kitchen.small) == 2
    assert verified_orders(world) == []


def test_a_cancellation_is_called_off(shop: Checkout) -> None:
    world = shop.world
    number = paid(world, wanted(shop.apron_code), wanted(shop.cup_code))
    claimed = claim(world, number, "cancellation", "canceling", (1, 1), recover_inventory="T")
    delete(world, f"products/{shop.apron}")

    undoing = {"undone": "T", "recover_inventory": "T", "add_memo_too": "F"}
    world.put(f"orders/{number}/cancellation/{claimed['claim_code']}", **undoing)

    assert states(world, number) == ["N10", "N10"]
    assert verified_orders(world) == []
