"""Orders have a bound in money."""

from decimal import Decimal
from typing import Any

from tests.commerce.order.order_setup import pay
from tests.storefront.shopper_client import BUYER, RECEIVER, USUAL, Shopper
from tests.world import World

DEAREST = 2_147_483_647
MOST = "An order costs at most 100000000000 KRW."
TODAY = {"start_date": "2026-11-21", "end_date": "2026-11-21"}


def _variant(world: World) -> tuple[int, str]:
    number = world.product(price=f"{DEAREST}.00")["product_no"]
    [variant] = world.get(f"products/{number}/variants")["variants"]
    return number, variant["variant_code"]


def _wants(*variants: tuple[str, int]) -> dict[str, Any]:
    return {
        "variants": [{"variants_code": code, "quantity": units} for code, units in variants],
        "receiver": RECEIVER,
        "payment_method": "cash",
    }


def test_an_order_of_more_than_the_bound_is_refused(world: World) -> None:
    (number, code), (_, other) = _variant(world), _variant(world)
    guest = Shopper(world)
    refusal = (422, f"{MOST} (parameter.variants.quantity)")

    for variants in ([(code, 47)], [(code, 30), (other, 30)], [(code, 2_147_483_647)]):
        wants = _wants(*variants)
        assert guest.refused("POST", "orders/estimate", **wants) == refusal
        assert guest.refused("POST", "orders", **wants, buyer=BUYER) == refusal
    request = {"items": [{"product_no": number, "variant_code": code, "quantity": 1_000_000,
                          "product_price": f"{DEAREST}.00"}]}  # fmt: skip
    answer = world.call("POST", "orders/calculation", json={"request": request})
    assert answer.status_code == 422
    assert answer.json()["error"]["more_info"]["parameter"] == "items.quantity"
    assert world.get("orders/count") == {"count": 0}


def test_an_order_up_to_the_bound_is_ordered_and_reported(world: World) -> None:
    _, code = _variant(world)
    guest = Shopper(world)

    placed = guest.send("POST", "orders", **_wants((code, 46)), buyer=BUYER)

    assert pay(world, placed["order_id"]).status_code == 200
    [hour] = world.get("reports/hourlysales", **TODAY)["hourlysales"]
    assert Decimal(hour["order_price_amount"]) == DEAREST * 46


def test_a_cart_holds_what_may_be_ordered(world: World) -> None:
    number, code = _variant(world)
    wanted = {"variants": [{"variants_code": code, "quantity": 47}]}

    assert Shopper(world).refused("POST", "carts", product_no=number, **USUAL, **wanted) == (
        422,
        f"{MOST} (parameter.variants.quantity)",
    )
