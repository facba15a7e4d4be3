"""What a group's benefits come to: exact amounts, and what holds for all of them."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openmall.commerce.customer.customergroups.benefits import (
    discount,
    points,
    remaining,
)
from openmall.commerce.customer.customergroups.shape import DiscountLimit, Group, GroupBenefit

UP_TO_2000 = DiscountLimit(discount_limit_type="B", discount_amount_limit=Decimal(2000))
THREE_TIMES = DiscountLimit(discount_limit_type="C", number_of_discount_limit=3)
TRUNCATIONS = ("0.001", "0.01", "0.1", "1", "10", "100")
prices = st.integers(0, 10**11).map(lambda cents: Decimal(cents) / 100)
benefits = st.builds(
    GroupBenefit,
    amount_product=prices,
    amount_discount=prices | st.integers(0, 20_000).map(lambda rate: Decimal(rate) / 100),
    discount_unit=st.sampled_from(("P", "W")),
    truncation_unit=st.sampled_from(TRUNCATIONS),
    max_discount=prices | st.just(Decimal("0.00")),
)


def group(buy_benefits: str = "D", **said: object) -> Group:
    """Return a group with benefits."""
    return Group(group_no=2, group_name="VIP", buy_benefits=buy_benefits, **said)  # type: ignore[arg-type] # as sent


def rate(percent: str, **said: str) -> GroupBenefit:
    """Return a benefit of a part of a hundred."""
    amounts = {
        name: Decimal(value) if name != "truncation_unit" else value for name, value in said.items()
    }
    return GroupBenefit(amount_discount=Decimal(percent), discount_unit="P", **amounts)  # type: ignore[arg-type] # as sent


@pytest.mark.parametrize(
    ("benefit", "price", "off"),
    [
        (rate("10.00"), "9999.00", "999.00"),
        (rate("10.00", truncation_unit="10"), "9999.00", "990.00"),
        (rate("10.00", truncation_unit="100"), "9999.00", "900.00"),
        (rate("10.00", truncation_unit="0.1"), "99.99", "9.90"),
        (rate("10.00", truncation_unit="0.01"), "99.99", "9.99"),
        (rate("33.33", truncation_unit="0.001"), "0.10", "0.03"),
        (rate("100.00"), "9999.00", "9999.00"),
        (rate("150.00"), "9999.00", "9999.00"),
        (rate("0.00"), "9999.00", "0.00"),
        (rate("10.00", amount_product="10000.00"), "9999.99", "0.00"),
        (rate("10.00", amount_product="10000.00"), "10000.00", "1000.00"),
        (rate("10.00", max_discount="500.00"), "4990.00", "499.00"),
        (rate("10.00", max_discount="500.00"), "9999.00", "500.00"),
        (GroupBenefit(amount_discount=Decimal("3000.00"), discount_unit="W"), "9999.00", "3000.00"),
        (GroupBenefit(amount_discount=Decimal("3000.00"), discount_unit="W"), "2000.00", "2000.00"),
        (
            GroupBenefit(
                amount_discount=Decimal("3000.05"), discount_unit="W", truncation_unit="100"
            ),
            "9999.00",
            "3000.05",
        ),
    ],
    ids=str,
)
def test_what_is_taken_off_a_price(benefit: GroupBenefit, price: str, off: str) -> None:
    given = group(discount_information=benefit)

    assert str(discount(given, Decimal(price), mobile=False)) == off
    assert discount(given, Decimal(price), mobile=True) == 0


def test_mobile_has_benefits_of_its_own() -> None:
    given = group(discount_information=rate("10.00"), mobile_discount_information=rate("20.00"))

    assert str(discount(given, Decimal("1000.00"), mobile=False)) == "100.00"
    assert str(discount(given, Decimal("1000.00"), mobile=True)) == "200.00"


@pytest.mark.parametrize(
    ("buy_benefits", "off", "given"),
    [
        ("F", "0.00", "0.00"),
        ("D", "100.00", "0.00"),
        ("M", "0.00", "50.00"),
        ("P", "100.00", "50.00"),
    ],
)
def test_a_group_has_the_benefits_it_says(buy_benefits: str, off: str, given: str) -> None:
    tier = group(buy_benefits, discount_information=rate("10"), points_information=rate("5"))

    assert str(discount(tier, Decimal(1000), mobile=False)) == off
    assert str(points(tier, Decimal(1000), mobile=False)) == given


@given(benefits, prices, prices)
def test_what_is_taken_off_is_within_the_price_and_never_less_for_more(
    benefit: GroupBenefit, one: Decimal, other: Decimal
) -> None:
    low, high = sorted((one, other))
    tier = group(discount_information=benefit)

    less, more = (discount(tier, price, mobile=False) for price in (low, high))

    assert 0 <= less <= low
    assert less <= more <= high
    assert less == less.quantize(Decimal("0.01"))


@given(benefits.filter(lambda benefit: benefit.discount_unit == "P"), prices)
def test_a_rate_is_cut_to_its_unit(benefit: GroupBenefit, price: Decimal) -> None:
    off = discount(group(discount_information=benefit), price, mobile=False)

    exact = price * benefit.amount_discount / 100
    assert off <= exact
    if off not in (0, price, benefit.max_discount):
        unit = max(Decimal(benefit.truncation_unit), Decimal("0.01"))
        assert off % unit == 0
        assert exact - off < unit


@pytest.mark.parametrize(
    ("limit", "had", "times", "left"),
    [
        (DiscountLimit(), "1000000.00", 99, "None"),
        (UP_TO_2000, "0.00", 9, "2000.00"),
        (UP_TO_2000, "1800.00", 1, "200.00"),
        (UP_TO_2000, "2000.00", 1, "0.00"),
        (UP_TO_2000, "2500.00", 1, "0.00"),
        (THREE_TIMES, "0.00", 2, "None"),
        (THREE_TIMES, "0.00", 3, "0.00"),
    ],
    ids=str,
)
def test_a_limit_leaves_what_is_left_of_it(
    limit: DiscountLimit, had: str, times: int, left: str
) -> None:
    tier = group(discount_limit_information=limit)

    assert str(remaining(tier, had=Decimal(had), times=times)) == left


def test_a_discount_is_a_multiple_of_the_currencys_smallest_unit() -> None:
    given = group(discount_information=rate("33.33", truncation_unit="0.01"))

    assert str(discount(given, Decimal("1001.00"), mobile=False)) == "333.63"
    assert str(discount(given, Decimal("1001.00"), mobile=False, unit=Decimal(1))) == "333.00"
