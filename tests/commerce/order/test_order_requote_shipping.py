"""Shipping terms that change while an order awaits its payment are those of later orders."""

from decimal import Decimal
from typing import Any

import pytest

from tests.commerce.order.checkout_setup import FEE, Checkout, amounts
from tests.commerce.order.unpaid_order_setup import BY, actual, call_off, paid_with_the_rest
from tests.commerce.shipping.test_carrier_fees import ABROAD, FEES_ABROAD, FIXED, HOME, carrier
from tests.storefront.shopper_client import RECEIVER
from tests.world import World

CUP = 11_000
DEAR = {"shipping_fee_type": "R", "shipping_fee": "9000.00"}
CHANGES = ("another carrier", "no carrier", "fees of the shop", "no delivery")
IN_TOKYO = {"country_code": "JP", "zipcode": "100-0001", "address1": "1-1 Chiyoda"}


@pytest.fixture
def shop(world: World) -> Checkout:
    return Checkout(world)


def change_terms(world: World, how: str, carrier_id: int) -> None:
    """Let the shop ship on other terms than before."""
    if how == "another carrier":
        other = carrier(world, {HOME: DEAR, ABROAD: [FEES_ABROAD]})["carrier_id"]
        world.put(f"carriers/{other}", default_shipping_carrier="T")
    if how in {"another carrier", "no carrier"}:
        gone = world.call("DELETE", f"carriers/{carrier_id}?delete_default_carrier=T")
        assert gone.status_code == 200, gone.text
    elif how == "fees of the shop":
        world.put("shipping", **DEAR)
    else:
        world.put("shipping", shipping_type="C")


@pytest.mark.parametrize(("who", "how"), list(zip((*BY, "buyer"), CHANGES, strict=True)))
def test_the_rest_of_an_order_is_sent_on_the_terms_of_its_placement(
    shop: Checkout, who: str, how: str
) -> None:
    of_carrier = how in {"another carrier", "no carrier"}
    number = carrier(shop.world, {HOME: FIXED} if of_carrier else None)["carrier_id"]
    fee = 4_000 if of_carrier else int(Decimal(FEE))
    placed = shop.order(1, 1, payment_method="card")
    assert amounts(placed)["shipping_fee"] == fee

    change_terms(shop.world, how, number)
    call_off(shop, placed["order_id"], who, (1, 1))

    assert actual(shop, placed["order_id"]) == {
        "order_price_amount": CUP,
        "shipping_fee": fee,
        "total_amount_due": CUP + fee,
    }
    paid_with_the_rest(shop, placed["order_id"], CUP + fee)


def test_another_way_to_pay_does_not_change_the_fee(shop: Checkout) -> None:
    own = carrier(shop.world, {HOME: FIXED})["carrier_id"]
    placed = shop.order(1, 1, payment_method="card")
    before = amounts(placed)

    change_terms(shop.world, "no carrier", own)
    again = shop.shopper.send(
        "POST", f"orders/{placed['order_id']}/payments", payment_method="tcash"
    )

    assert int(Decimal(again["amount"])) == before["total_amount_due"]


def test_an_order_abroad_keeps_fee_and_surcharge(shop: Checkout) -> None:
    own = carrier(shop.world, {"shipping_type": "B", HOME: [FIXED], ABROAD: [FEES_ABROAD]})
    placed = shop.order(1, 1, payment_method="card", receiver={**RECEIVER, **IN_TOKYO})
    assert amounts(placed)["shipping_fee"] == 15_700

    change_terms(shop.world, "no carrier", own["carrier_id"])
    call_off(shop, placed["order_id"], "buyer", (1, 1))

    assert actual(shop, placed["order_id"])["shipping_fee"] == 15_700


def test_an_order_that_goes_elsewhere_is_sent_on_the_terms_of_today(shop: Checkout) -> None:
    """The stored terms are those of the country that an order was placed for."""
    world = shop.world
    own = carrier(world, {"shipping_type": "B", HOME: [FIXED], ABROAD: [FEES_ABROAD]})
    placed: Any = shop.order(1, 1, payment_method="card", receiver={**RECEIVER, **IN_TOKYO})
    number = placed["order_id"]
    [receiver] = world.get(f"orders/{number}/receivers")["receivers"]

    change_terms(world, "no carrier", own["carrier_id"])
    world.put(
        f"orders/{number}/receivers/{receiver['shipping_code']}",
        country_code="KR", zipcode="03048", address1="1 Sejong-daero",
    )  # fmt: skip
    call_off(shop, number, "buyer", (1, 1))

    assert actual(shop, number)["shipping_fee"] == int(Decimal(FEE))
