"""What a coupon takes off is exact: never more than is there, never a part of the smallest unit."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openmall.commerce.promotion.coupons.product_selection import covers
from openmall.commerce.promotion.coupons.shape import Coupon
from openmall.commerce.promotion.uses.arithmetic import discount
from openmall.commerce.promotion.uses.shape import Basket, BasketLine, Discount

WON, CENT = Decimal(1), Decimal("0.01")


def taken(coupon: Coupon, basket: Basket, *, unit: Decimal = CENT, **more: Any) -> Discount:
    left = more.pop("left", [line.paid for line in basket.lines])
    fee = basket.shipping_fee + basket.regional_fee
    return discount(coupon, basket, left=left, shipping_left=fee, unit=unit, **more)


def of(*paid: str, **more: Any) -> Basket:
    lines = [
        BasketLine(product_no=at, amount=Decimal(each), paid=Decimal(each))
        for at, each in enumerate(paid, 1)
    ]
    return Basket(lines=lines, **more)


@pytest.mark.parametrize(
    ("said", "off"),
    [
        ({"benefit_price": Decimal("3.00")}, "3.00"),
        ({"benefit_price": Decimal("300.00")}, "99.99"),
        ({"benefit_type": "B", "benefit_percentage": Decimal("12.5")}, "12.49"),
        (
            {
                "benefit_type": "B",
                "benefit_percentage": Decimal("12.5"),
                "benefit_percentage_round_unit": Decimal("1"),
            },
            "12.00",
        ),
        (
            {
                "benefit_type": "B",
                "benefit_percentage": Decimal(50),
                "benefit_percentage_max_price": Decimal("20.005"),
            },
            "20.00",
        ),
        (
            {
                "benefit_price": Decimal("80"),
                "available_product": "I",
                "available_product_list": [2],
            },
            "33.33",
        ),
        (
            {
                "benefit_type": "B",
                "benefit_percentage": Decimal(10),
                "available_product": "E",
                "available_product_list": [2],
            },
            "6.66",
        ),
    ],
)
def test_what_comes_off_an_order_of_66_66_and_33_33(said: dict[str, Any], off: str) -> None:
    assert taken(Coupon(**said), of("66.66", "33.33")).goods == Decimal(off)


@pytest.mark.parametrize(
    ("said", "abroad", "off"),
    [
        ({"benefit_type": "E"}, False, 3_000),
        ({"benefit_type": "E", "include_regional_shipping_rate": "T"}, False, 7_000),
        ({"benefit_type": "J"}, False, 7_000),
        ({"benefit_type": "J"}, True, 0),
        ({"benefit_type": "J", "include_foreign_delivery": "T"}, True, 7_000),
        ({"benefit_type": "I", "benefit_percentage": Decimal(50)}, False, 1_500),
        ({"benefit_type": "H", "benefit_price": Decimal(5_000)}, False, 3_000),
    ],
)
def test_what_comes_off_shipping(said: dict[str, Any], abroad: bool, off: int) -> None:
    basket = of("20000", shipping_fee=Decimal(3_000), regional_fee=Decimal(4_000), abroad=abroad)

    assert taken(Coupon(**said), basket).shipping == off
    assert taken(Coupon(**said), basket).goods == 0


def test_a_rate_before_or_after_other_discounts() -> None:
    line = BasketLine(product_no=1, amount=Decimal(10_000), paid=Decimal(8_000))
    rate: dict[str, Any] = {"benefit_type": "B", "benefit_percentage": Decimal(10)}

    before = taken(Coupon(**rate, available_amount_type="E"), Basket(lines=[line]))
    after = taken(Coupon(**rate, available_amount_type="I"), Basket(lines=[line]))

    assert (before.goods, after.goods) == (1_000, 800)


@pytest.mark.parametrize(
    ("choice", "inside"),
    [
        (("U", [], "U", []), True),
        (("I", [1], "U", []), True),
        (("I", [2], "U", []), False),
        (("I", [2], "I", [7]), True),
        (("E", [1], "I", [7]), False),
        (("U", [], "E", [7]), False),
        (("I", [1], "E", [7]), False),
        (("U", [], "I", [8]), False),
    ],
)
def test_which_products_a_coupon_is_for(choice: Any, inside: bool) -> None:
    assert covers(*choice, product_no=1, category_nos=frozenset({7})) is inside


amounts = st.integers(0, 10_000_000).map(lambda cents: Decimal(cents) / 100)
rates = st.integers(1, 1000).map(lambda tenth: Decimal(tenth) / 10)
units = st.sampled_from([None, *(Decimal(each) for each in ("0.01", "0.1", "1", "10", "100"))])


@given(
    paid=st.lists(amounts, min_size=1, max_size=5),
    rate=rates,
    step=units,
    most=st.none() | amounts,
    unit=st.sampled_from([WON, CENT]),
    after=st.booleans(),
)
def test_a_rate_is_exact_and_never_more_than_is_there(
    paid: list[Decimal],
    rate: Decimal,
    step: Decimal | None,
    most: Decimal | None,
    unit: Decimal,
    after: bool,
) -> None:
    basket = of(*(str(each // unit * unit) for each in paid))
    coupon = Coupon(
        benefit_type="B",
        benefit_percentage=rate,
        benefit_percentage_round_unit=step,
        benefit_percentage_max_price=most,
        available_amount_type="I" if after else "E",
    )

    off = taken(coupon, basket, unit=unit).goods

    whole = sum(line.paid for line in basket.lines)
    assert 0 <= off <= whole
    assert off % unit == 0
    assert off <= whole * rate / 100
    if most:
        assert off <= most
    else:
        assert whole * rate / 100 - off < max(step or unit, unit)


@given(paid=st.lists(amounts, min_size=1, max_size=5), worth=amounts)
def test_an_amount_is_exact_and_never_more_than_is_there(
    paid: list[Decimal], worth: Decimal
) -> None:
    basket = of(*(str(each) for each in paid))

    off = taken(Coupon(benefit_price=worth), basket).goods

    assert off == min(worth, sum(line.paid for line in basket.lines))
