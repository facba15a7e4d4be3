"""Gifts that a buyer chooses after ordering."""

from typing import Any

import pytest

from tests.commerce.order.claim_setup import claim, sent
from tests.commerce.order.gift_setup import GiftShop
from tests.commerce.order.order_setup import pay, states
from tests.storefront.shopper_client import Shopper
from tests.world import World

NONE_TO_CHOOSE = (422, "The order has no gifts to choose. (parameter.gifts)")


@pytest.fixture
def shop(world: World) -> GiftShop:
    shop = GiftShop(world)
    shop.benefits_setting(gift_selection_step="order_detail")
    return shop


def choose(shop: GiftShop, order_id: str, benefit_no: int, units: int = 1) -> Any:
    gifts = [shop.tote_of(benefit_no, units)]
    return shop.shopper.send("POST", f"orders/{order_id}/gifts", gifts=gifts)


def refused(shop: GiftShop, order_id: str, benefit_no: int) -> tuple[int, str]:
    gifts = [shop.tote_of(benefit_no)]
    answer: tuple[int, str] = shop.shopper.refused("POST", f"orders/{order_id}/gifts", gifts=gifts)
    return answer


def offers(shop: GiftShop, order_id: str) -> list[Any]:
    found: list[Any] = shop.shopper.get(f"orders/{order_id}/gifts")
    return found


@pytest.mark.parametrize("is_paid", [False, True])
def test_a_gift_chosen_after_ordering(shop: GiftShop, is_paid: bool) -> None:
    number = shop.gift(purchase_start_price="20000.00")
    assert shop.estimate(2)["gifts"] == []
    order_id = shop.order(2)["order_id"]
    if is_paid:
        pay(shop.world, order_id)

    [offer] = offers(shop, order_id)
    chosen = choose(shop, order_id, number)
    if not is_paid:
        pay(shop.world, order_id)

    assert (offer["benefit_no"], offer["amount"]) == (number, "22000.00")
    assert [each["gift"] for each in chosen["items"]] == ["F", "T"]
    assert shop.bought(order_id) == [
        (shop.apron, 2, "22000.00", "F", None),
        (shop.tote, 1, "0.00", "T", None),
    ]
    assert shop.items(order_id)[1]["item_granting_gift"] == f"{order_id}-01"
    assert states(shop.world, order_id) == ["N10", "N10"]
    assert shop.totes() == 2
    [benefit] = shop.world.get("orders/benefits", order_id=order_id)["benefits"]
    assert benefit["order_item_code"] == f"{order_id}-02"
    assert offers(shop, order_id) == []
    assert refused(shop, order_id, number) == NONE_TO_CHOOSE
    claim(shop.world, order_id, "cancellation", "canceled", (1, 1))
    assert states(shop.world, order_id) == ["N10", "C40", "C40"]
    shop.check_books()


def test_nothing_is_chosen_once_something_was_sent(shop: GiftShop) -> None:
    number = shop.gift()
    order_id = shop.order()["order_id"]
    pay(shop.world, order_id)
    sent(shop.world, order_id)

    assert offers(shop, order_id) == []
    assert refused(shop, order_id, number) == NONE_TO_CHOOSE


@pytest.mark.both_stores
@pytest.mark.parametrize(("step", "later"), [("order_complete", False), ("order_detail", True)])
def test_the_end_of_an_order_offers_gifts_for_an_hour(
    shop: GiftShop, step: str, later: bool
) -> None:
    shop.benefits_setting(gift_selection_step=step)
    shop.gift()
    order_id = shop.order()["order_id"]

    at_once = bool(offers(shop, order_id))
    shop.world.stage.clock.pass_(3_601)

    assert (at_once, bool(offers(shop, order_id))) == (True, later)


@pytest.mark.parametrize(
    ("condition", "offered"), [("during_period", False), ("after_period", True)]
)
def test_gifts_of_a_benefit_that_is_over(shop: GiftShop, condition: str, offered: bool) -> None:
    shop.benefits_setting(gift_available_condition=condition)
    number = shop.gift()
    answer = shop.world.call(
        "PUT",
        f"benefits/{number}",
        json={
            "request": {
                "use_benefit_period": "T",
                "benefit_start_date": "2026-11-20T00:00:00+09:00",
                "benefit_end_date": "2026-11-21T10:00:00+09:00",
            }
        },
    )
    assert answer.status_code == 200, answer.text
    order_id = shop.order()["order_id"]
    shop.world.stage.clock.pass_(3_700)

    assert bool(offers(shop, order_id)) is offered


def test_a_sold_out_gift_and_the_order_of_another_shopper(world: World) -> None:
    shop = GiftShop(world, totes=0)
    shop.benefits_setting(gift_selection_step="order_detail")
    number = shop.gift()
    order_id = shop.order()["order_id"]

    assert refused(shop, order_id, number) == (
        422,
        "The gift is sold out. (parameter.gifts.variants_code)",
    )
    other = Shopper(world)
    other.sign_up("mina")
    gifts = [shop.tote_of(number)]
    answer = other.refused("POST", f"orders/{order_id}/gifts", gifts=gifts)
    assert answer == (404, "The order does not exist. (parameter.order_id)")
