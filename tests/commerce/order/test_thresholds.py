"""Every condition by amount counts the amount that its label and `docs/selling.md` name.

Each condition is tried a won above what an order has, at it, and a won below. The order has a
discount of a benefit and a free unit, so that a condition which counts another amount fails.
"""

from collections.abc import Callable
from typing import Any, Final

import pytest

from tests.commerce.mileage.balance_setup import balance
from tests.commerce.order.checkout_setup import HANA, amounts
from tests.commerce.order.gift_setup import GiftShop
from tests.commerce.order.order_setup import pay
from tests.commerce.promotion.code_setup import code
from tests.commerce.promotion.coupon_setup import NEWEST, coupon, issues
from tests.storefront.shopper_client import RECEIVER
from tests.world import World

PRICE: Final = 11_000
"""Of an apron. Two are ordered: one is paid and the other comes without price."""
PAID: Final = 10_000
"""For the apron, after the benefit."""
ABROAD: Final = {**RECEIVER, "country_code": "US", "zipcode": "10001"}


@pytest.fixture
def shop(world: World) -> GiftShop:
    made = GiftShop(world)
    made.one_plus(1)
    made.benefit("DP", "period_sale", product_list=[made.apron], discount_value="1000.00")
    return made


def _fee(shop: GiftShop, **said: Any) -> bool:
    return amounts(shop.estimate(2, **said)).get("shipping_fee", 0) == 0


def _put_shipping(shop: GiftShop, **said: Any) -> None:
    common = {"shipping_fee_type": "M", "shipping_fee": "3000.00", "shipping_etc": None}
    body = {"request": {**common, **said}}
    answer = shop.world.call("PUT", "shipping", json=body, headers=NEWEST)
    # the same again is 409
    assert answer.status_code in (200, 409), answer.text


def _shop_fee(criteria: str) -> Callable[[GiftShop, int], bool]:
    def reached(shop: GiftShop, least: int) -> bool:
        _put_shipping(shop, free_shipping_price=f"{least}.00", shipping_fee_criteria=criteria)
        return _fee(shop)

    return reached


def _own_fee(criteria: str) -> Callable[[GiftShop, int], bool]:
    def reached(shop: GiftShop, least: int) -> bool:
        _put_shipping(
            shop,
            shipping_fee_type="R",
            shipping_fee_criteria=criteria,
            individual_shipping_fee="T",
        )
        rate = {
            "shipping_rates_min": f"{least}.00",
            "shipping_rates_max": "900000.00",
            "shipping_fee": "3000.00",
        }
        shop.world.put(
            f"products/{shop.apron}",
            shipping_fee_by_product="T",
            shipping_fee_type="M",
            shipping_rates=[rate],
        )
        return _fee(shop)

    return reached


def _country_fee(criteria: str) -> Callable[[GiftShop, int], bool]:
    def reached(shop: GiftShop, least: int) -> bool:
        tiers = [("0.00", f"{least}.00", "3000.00"), (f"{least}.00", "900000.00", "0.00")]
        _put_shipping(
            shop,
            shipping_type="B",
            shipping_fee_type="R",
            shipping_fee_criteria=criteria,
            oversea_shipping_country="F",
            country_shipping_fee="T",
            country_shipping_fee_list=[
                {
                    "country_code": "US",
                    "conditional": "price",
                    "min_value": begins,
                    "max_value": ends,
                    "shipping_fee": fee,
                }
                for begins, ends, fee in tiers
            ],
        )
        return _fee(shop, receiver=ABROAD)

    return reached


def _coupon(**said: Any) -> Callable[[GiftShop, int], bool]:
    def reached(shop: GiftShop, least: int) -> bool:
        issue = shop.coupon(
            benefit_type="A",
            discount_amount={"benefit_price": "500"},
            available_min_price=f"{least}.00",
            **said,
        )
        body = {**shop.wants(2), "coupons": [{"issue_no": issue}]}
        return shop.shopper.ask("POST", "orders/estimate", json={"request": body}).is_success

    return reached


def _code(shop: GiftShop, least: int) -> bool:
    code(shop.world, discount_code=f"SPRING{least}", available_min_price=least)
    body = {**shop.wants(2), "discount_code": f"SPRING{least}"}
    return shop.shopper.ask("POST", "orders/estimate", json={"request": body}).is_success


def _free_shipping(shop: GiftShop, least: int) -> bool:
    shop.benefit(
        "DV",
        "shipping_fee_sale",
        product_list=[shop.apron],
        use_purchase_price_condition="T",
        total_purchase_price=f"{least}.00",
    )
    return "shipping_fee_discount_amount" in amounts(shop.estimate(2))


def _gift(amount: str) -> Callable[[GiftShop, int], bool]:
    def reached(shop: GiftShop, least: int) -> bool:
        shop.benefits_setting(gift_calculation_type=amount)
        shop.gift(purchase_start_price=f"{least}.00")
        return bool(shop.estimate(2)["gifts"])

    return reached


def _group(benefits: str, field: str) -> Callable[[GiftShop, int], bool]:
    def reached(shop: GiftShop, least: int) -> bool:
        terms = {
            "amount_product": f"{least}.00",
            "discount_unit": "W",
            "amount_discount": "100.00",
            "truncation_unit": "1",
            "max_discount": "0.00",
        }
        group = shop.world.post(
            "customergroups",
            group_name=f"From {least}",
            group_description="Gold",
            buy_benefits=benefits,
            product_availability="A",
            **{field: terms},
        )["customergroup"]["group_no"]
        shop.world.post(f"customergroups/{group}/customers", member_id=HANA)
        placed = shop.order(2)
        if benefits == "D":
            return "membership_discount_amount" in amounts(placed)
        pay(shop.world, placed["order_id"])
        return balance(shop.world, HANA).unavailable_points > 0

    return reached


def _issued(counted: str) -> Callable[[GiftShop, int], bool]:
    def reached(shop: GiftShop, least: int) -> bool:
        number = coupon(
            shop.world,
            issue_type="A",
            issue_sub_type="O",
            issue_order_amount_type=counted,
            issue_order_amount_limit="L",
            issue_order_amount_min=f"{least}.00",
        )
        _put_shipping(shop, shipping_fee_type="T")
        placed = shop.order(2, use_points="1000")
        pay(shop.world, placed["order_id"])
        return bool(issues(shop.world, number, member_id=HANA))

    return reached


CASES: Final[dict[str, tuple[Callable[[GiftShop, int], bool], int]]] = {
    "shop's fee, before discounts": (_shop_fee("D"), PRICE),
    "shop's fee, after discounts": (_shop_fee("A"), PAID),
    "product's own fee, before discounts": (_own_fee("D"), PRICE),
    "product's own fee, after discounts": (_own_fee("A"), PAID),
    "country's fee, before discounts": (_country_fee("D"), PRICE),
    "country's fee, after discounts": (_country_fee("A"), PAID),
    "coupon of an order": (
        _coupon(available_price_type="O", available_order_price_type="U"),
        PRICE,
    ),
    "coupon, its products in the order": (
        _coupon(available_price_type="O", available_order_price_type="I"),
        PRICE,
    ),
    "coupon of a product": (_coupon(available_price_type="P", available_scope="P"), PRICE),
    "discount code": (_code, PRICE),
    "free shipping by a benefit": (_free_shipping, PRICE),
    "gift, prices": (_gift("total_order"), PRICE),
    "gift, what is paid": (_gift("actual_payment"), PAID),
    "discount of a group": (_group("D", "discount_information"), PRICE),
    "points of a group": (_group("M", "points_information"), PAID),
    "coupon for an order, what was ordered": (_issued("O"), PRICE),
    "coupon for an order, what was paid in money": (_issued("S"), PAID - 1_000),
}
"""Condition -> how it is tried, and the amount that two aprons have by its label."""


@pytest.mark.parametrize("name", CASES)
def test_a_condition_counts_the_amount_that_its_label_names(shop: GiftShop, name: str) -> None:
    reached, amount = CASES[name]

    assert [reached(shop, amount + more) for more in (1, 0, -1)] == [False, True, True]
