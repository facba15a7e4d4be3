"""What benefits take off is exact, and for those they are for."""

from datetime import datetime
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openmall.commerce.promotion.benefits.discounts import (
    BenefitLine,
    Visitor,
    covers,
    free_shipping,
    holds,
    line_discount,
)
from openmall.commerce.promotion.benefits.shape import (
    Benefit,
    BulkPurchaseSale,
    MemberSale,
    NewProductSale,
    PeriodSale,
    RepurchaseSale,
    ShippingFeeSale,
)
from openmall.contract.moments import moment
from tests.world import NOVEMBER_2026

NOW = moment(NOVEMBER_2026)


def benefit(**said: Any) -> Benefit:
    return Benefit(**{"benefit_no": 1, "platform_types": ["P"], **said})


def amount(wanted: BenefitLine, *benefits: Benefit, group_no: int | None = 1) -> Decimal:
    return line_discount(benefits, wanted, Visitor(group_no=group_no), now=NOW).amount


@pytest.mark.parametrize(
    ("said", "comes"),
    [
        ({"discount_value": Decimal(500)}, 1_500),
        ({"discount_value": Decimal(500), "discount_purchasing_quantity": "F"}, 500),
        ({"discount_value": Decimal(5_000)}, 2_997),
        ({"discount_value": Decimal("12.5"), "discount_value_unit": "P"}, "374.61"),
        (
            {
                "discount_value": Decimal("12.5"),
                "discount_value_unit": "P",
                "discount_truncation_unit": "T",
            },
            360,
        ),
        (
            {
                "discount_value": Decimal("12.5"),
                "discount_value_unit": "P",
                "discount_truncation_unit": "T",
                "discount_truncation_method": "C",
            },
            390,
        ),
        (
            {
                "discount_value": Decimal("12.5"),
                "discount_value_unit": "P",
                "discount_truncation_unit": "O",
                "discount_truncation_method": "U",
            },
            375,
        ),
    ],
)
def test_what_comes_off_three_units_of_999(said: dict[str, Any], comes: Any) -> None:
    wanted = BenefitLine(product_no=1, price=Decimal(999), quantity=3)

    assert amount(wanted, benefit(period_sale=PeriodSale(**said))) == Decimal(comes)


def test_of_one_kind_the_best_counts_and_kinds_add_up() -> None:
    wanted = BenefitLine(product_no=1, price=Decimal(10_000))
    sales = [
        benefit(benefit_no=at, period_sale=PeriodSale(discount_value=Decimal(value)))
        for at, value in enumerate((100, 300, 200), 1)
    ]
    members = benefit(
        benefit_no=4,
        benefit_type="DM",
        available_coupon="F",
        member_sale=MemberSale(discount_value=Decimal(50)),
    )

    taken = line_discount([*sales, members], wanted, Visitor(group_no=1), now=NOW)
    of_guest = line_discount([*sales, members], wanted, Visitor(), now=NOW)

    assert (taken.amount, taken.benefit_nos, taken.takes_coupons) == (350, [4, 2], False)
    assert taken.parts == [50, 300]
    assert (of_guest.amount, of_guest.benefit_nos, of_guest.takes_coupons) == (300, [2], True)


def at(text: str) -> datetime:
    return datetime.fromisoformat(f"{text}+09:00")


@pytest.mark.parametrize(
    ("said", "group_no", "there"),
    [
        ({}, None, True),
        ({"use_benefit": "F"}, 1, False),
        ({"platform_types": ["M", "A"]}, 1, False),
        ({"use_group_binding": "N"}, 1, False),
        ({"use_group_binding": "N"}, None, True),
        ({"use_group_binding": "M"}, None, False),
        ({"use_group_binding": "M"}, 1, True),
        ({"use_group_binding": "M", "customer_group_list": [2]}, 1, False),
        ({"benefit_start_date": at("2026-11-22T00:00:00")}, 1, True),
        (
            {
                "use_benefit_period": "T",
                "benefit_start_date": at("2026-11-22T00:00:00"),
                "benefit_end_date": at("2026-11-23T00:00:00"),
            },
            1,
            False,
        ),
        (
            {
                "use_benefit_period": "T",
                "benefit_start_date": at("2026-11-20T00:00:00"),
                "benefit_end_date": at("2026-11-21T09:00:00"),
            },
            1,
            True,
        ),
    ],
)
def test_for_whom_and_when_a_benefit_is_there(
    said: dict[str, Any], group_no: int | None, there: bool
) -> None:
    assert holds(benefit(**said), Visitor(group_no=group_no), now=NOW) is there


@pytest.mark.parametrize(
    ("said", "inside"),
    [
        ({}, True),
        ({"product_binding_type": "P"}, True),
        ({"product_binding_type": "E"}, False),
        ({"product_binding_type": "C"}, True),
        ({"use_except_category": "T"}, False),
    ],
)
def test_for_which_products_a_benefit_is(said: dict[str, Any], inside: bool) -> None:
    sale = PeriodSale(product_list=[1], add_category_list=[7], except_category_list=[8])
    wanted = BenefitLine(product_no=1, category_nos=frozenset({7, 8}), price=Decimal(1))

    assert covers(benefit(period_sale=sale, **said), wanted) is inside


@pytest.mark.parametrize(
    ("hours", "since", "new"), [(0, "made_at", True), (47, "made_at", True), (48, "made_at", False)]
)
def test_a_product_is_new_for_two_days(hours: int, since: str, new: bool) -> None:
    sale = NewProductSale(
        new_product_date_type="I",
        new_product_day=2,
        new_product_term_type="D",
        discount_value=Decimal(10),
    )
    wanted = BenefitLine(
        product_no=1, price=Decimal(100), made_at=moment(NOVEMBER_2026 - hours * 3_600)
    )

    assert amount(wanted, benefit(benefit_type="DN", new_product_sale=sale)) == (10 if new else 0)


def test_buying_again_and_buying_many() -> None:
    again = benefit(
        benefit_type="DR",
        repurchase_sale=RepurchaseSale(purchase_times=2, discount_value=Decimal(10)),
    )
    many = benefit(
        benefit_type="DQ",
        bulk_purchase_sale=BulkPurchaseSale(
            bulk_purchase_begin_quantity=3,
            bulk_purchase_limit_quantity=5,
            discount_value=Decimal(1),
        ),
    )

    def of(quantity: int, of_product: int = 0, bought: int = 0) -> Decimal:
        wanted = BenefitLine(
            product_no=1,
            price=Decimal(100),
            quantity=quantity,
            of_product=of_product,
            product_bought_before=bought,
        )
        return amount(wanted, again, many)

    assert [of(1, bought=1), of(1, bought=2)] == [0, 10]
    assert [of(2), of(3), of(5), of(6), of(1, of_product=4)] == [0, 3, 5, 0, 1]


def test_free_shipping_from_an_amount_on_for_all_that_is_bought() -> None:
    free = benefit(
        benefit_type="DV",
        product_binding_type="P",
        shipping_fee_sale=ShippingFeeSale(
            product_list=[1],
            use_purchase_price_condition="T",
            total_purchase_price=Decimal(100),
        ),
    )
    one, other = (BenefitLine(product_no=number, price=Decimal(100)) for number in (1, 2))

    def of(*wanted: BenefitLine, total: int = 100) -> tuple[bool, bool]:
        return free_shipping([free], wanted, Visitor(), now=NOW, amount=Decimal(total))

    assert [of(one), of(one, total=99), of(one, other)] == [
        (True, False),
        (False, False),
        (False, False),
    ]


@given(
    price=st.integers(0, 10**7),
    quantity=st.integers(1, 50),
    value=st.integers(0, 10_000),
    unit=st.sampled_from(["P", "W"]),
    cut=st.sampled_from(list("FCBOTMH")),
    rounding=st.sampled_from(list("LUC")),
    smallest=st.sampled_from([Decimal(1), Decimal("0.01")]),
)
def test_no_benefit_takes_more_than_there_is_or_parts_of_the_smallest_unit(
    price: int, quantity: int, value: int, unit: Any, cut: Any, rounding: Any, smallest: Decimal
) -> None:
    sale = PeriodSale(
        discount_value=Decimal(value) / 100,
        discount_value_unit=unit,
        discount_truncation_unit=cut,
        discount_truncation_method=rounding,
    )
    wanted = BenefitLine(product_no=1, price=Decimal(price), quantity=quantity)

    taken = line_discount(
        [benefit(period_sale=sale)], wanted, Visitor(), now=NOW, unit=smallest
    ).amount

    assert 0 <= taken <= wanted.price * quantity
    assert taken % smallest == 0


def test_what_each_benefit_takes_off_is_together_no_more_than_a_line_costs() -> None:
    both = [
        benefit(benefit_no=1, period_sale=PeriodSale(discount_value=Decimal(800))),
        benefit(
            benefit_no=2, benefit_type="DM", member_sale=MemberSale(discount_value=Decimal(700))
        ),
    ]
    wanted = BenefitLine(product_no=1, price=Decimal(1_000), quantity=2)

    taken = line_discount(both, wanted, Visitor(group_no=1), now=NOW)

    assert (taken.benefit_nos, taken.parts, taken.amount) == ([2, 1], [1_400, 600], 2_000)
