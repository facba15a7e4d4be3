"""Coupons at the checkout, as the shop's settings let them be used."""

from typing import Any

import pytest

from tests.commerce.order.checkout_setup import Checkout, amounts
from tests.commerce.promotion.coupon_setup import RATE
from tests.world import World


@pytest.fixture
def shop(world: World) -> Checkout:
    return Checkout(world)


def test_coupons_beside_points_as_the_shop_says(shop: Checkout) -> None:
    wish = {"coupons": [{"issue_no": shop.coupon()}], "use_points": "1000"}
    told = shop.estimate(**wish)
    assert (told["usable_points"], len(told["usable_coupons"])) == ("10500.00", 1)
    shop.settings(allow_using_coupons_with_points="F")

    assert shop.refused(**wish) == (
        422,
        "Points are not spent together with coupons. (parameter.use_points)",
    )
    assert shop.estimate(coupons=wish["coupons"])["usable_points"] == "0.00"
    assert shop.estimate(use_points="1000")["usable_coupons"] == []
    # deposit is money of the buyer's, and goes with everything
    placed = shop.order(coupons=wish["coupons"], use_credits="1000")
    assert amounts(placed)["total_amount_due"] == 11_000 - 3_000 + 2_500 - 1_000


@pytest.mark.parametrize(
    ("says", "members", "coupons", "usable"),
    [("A", 1_100, 3_000, 1), ("C", 0, 3_000, 1), ("G", None, None, 0)],
)
def test_coupons_beside_the_groups_discount_as_the_shop_says(
    shop: Checkout, says: str, members: int | None, coupons: int | None, usable: int
) -> None:
    shop.gold()
    if says != "A":
        shop.settings(allow_using_coupons_with_discounts=says)
    wish = [{"issue_no": shop.coupon()}]

    without = shop.estimate()

    assert amounts(without)["membership_discount_amount"] == 1_100
    assert len(without["usable_coupons"]) == usable
    if members is None:
        assert shop.refused(coupons=wish) == (
            422,
            "Members of the group use no coupons beside it. (parameter.coupons)",
        )
    else:
        sums = amounts(shop.order(coupons=wish))
        assert (sums.get("membership_discount_amount", 0), sums["coupon_discount_price"]) == (
            members,
            coupons,
        )
        shop.check_books()


def test_where_only_the_groups_discount_counts_others_use_coupons(shop: Checkout) -> None:
    shop.settings(allow_using_coupons_with_discounts="G")

    placed = shop.order(coupons=[{"issue_no": shop.coupon()}])

    assert amounts(placed)["coupon_discount_price"] == 3_000


def test_a_coupon_names_an_item_that_is_there(shop: Checkout) -> None:
    chosen = {"issue_no": shop.coupon(available_scope="P"), "item_no": 2}
    assert shop.refused(coupons=[chosen]) == (
        422,
        "The order has no such line. (parameter.coupons.item_no)",
    )


@pytest.mark.parametrize(
    ("coupon", "good", "bad"),
    [
        ({"available_site": ["M"]}, {"device": "mobile"}, {"device": "pc"}),
        (
            {"available_payment_method": "R"},
            {"payment_method": "cash"},
            {"payment_method": "card"},
        ),
    ],
)
def test_a_coupon_for_one_way_in_or_one_way_to_pay(
    shop: Checkout, coupon: dict[str, Any], good: dict[str, str], bad: dict[str, str]
) -> None:
    wish = {"coupons": [{"issue_no": shop.coupon(**coupon)}]}

    assert shop.estimate(**bad)["usable_coupons"] == []
    status, says = shop.refused(**wish, **bad)
    assert (status, says.startswith("The coupon is not for this way")) == (422, True)
    assert amounts(shop.order(**wish, **good))["coupon_discount_price"] == 3_000


def test_a_coupon_of_a_category_is_for_what_lies_below_it(shop: Checkout) -> None:
    world = shop.world
    top = world.post("categories", category_name="Home")["category"]["category_no"]
    below = world.post("categories", category_name="Linen", parent_category_no=top)
    world.put(
        f"products/{shop.apron}",
        add_category_no=[
            {"category_no": below["category"]["category_no"], "recommend": "F", "new": "F"}
        ],
    )
    number = shop.coupon(available_scope="P", available_category="I", available_category_list=[top])

    told = shop.estimate(1, 1)

    assert [(each["issue_no"], each["item_no"]) for each in told["usable_coupons"]] == [(number, 1)]


def test_a_shop_that_takes_no_coupons(shop: Checkout) -> None:
    wish = [{"issue_no": shop.coupon()}]
    shop.settings(use_coupon="F")

    assert shop.refused(coupons=wish) == (
        422,
        "The shop takes no coupons. (parameter.coupons.issue_no)",
    )
    assert shop.estimate()["usable_coupons"] == []


def test_a_coupon_that_brings_points_takes_nothing_off(shop: Checkout) -> None:
    number = shop.coupon(benefit_type="D", discount_rate=RATE, coupon_name="A tenth back")
    wish = {"coupons": [{"issue_no": number}]}

    [told] = shop.estimate(**wish)["coupons"]
    placed = shop.order(**wish)

    assert (told["points"], told["discount_amount"]) == ("1100.00", "0.00")
    assert amounts(placed)["total_amount_due"] == 13_500
    [kept] = shop.world.get("orders/coupons", order_id=placed["order_id"])["coupons"]
    assert (kept["coupon_value"], kept["coupon_value_final"]) == ("1100.00", "0.00")
    shop.check_books()


def test_a_coupon_is_used_for_one_order(shop: Checkout) -> None:
    wish = {"coupons": [{"issue_no": shop.coupon()}]}
    shop.order(**wish)

    assert shop.refused(**wish) == (
        422,
        "The customer has no such coupon to use. (parameter.coupons.issue_no)",
    )
