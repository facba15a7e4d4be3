"""What an order costs adds up, whatever is taken from it."""

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from openmall.commerce.order.amounts import (
    Costs,
    Deductions,
    bill,
    included_tax,
    included_taxes,
    share_out,
)

UNITS = st.sampled_from([Decimal(1), Decimal("0.01")])


def amounts(unit: Decimal, most: int = 100_000) -> st.SearchStrategy[Decimal]:
    return st.integers(0, most).map(lambda number: number * unit)


@st.composite
def orders(draw: st.DrawFn) -> tuple[list[Costs], Deductions, Decimal]:
    unit = draw(UNITS)
    some = amounts(unit)
    items = draw(
        st.lists(
            st.builds(
                Costs,
                quantity=st.integers(1, 9),
                product_price=some,
                option_price=amounts(unit, 500),
                additional_discount=some,
                coupon_discount=some,
                tax_rate=st.sampled_from([0, 10]),
            ),
            min_size=1,
            max_size=6,
        )
    )
    wishes = draw(
        st.builds(
            Deductions,
            **dict.fromkeys(Deductions.__struct_fields__, some),
        )
    )
    return items, wishes, unit


@given(orders())
def test_what_is_paid_and_what_is_taken_is_what_it_costs(
    order: tuple[list[Costs], Deductions, Decimal],
) -> None:
    items, wishes, unit = order
    made = bill(items, wishes, unit)
    amount = made.amount
    goods = sum(each.payment_amount for each in items)
    of_items = sum((share.discount for share in made.shares), Decimal(0))

    fee = (
        amount.shipping_fee
        - amount.shipping_fee_discount_amount
        - amount.coupon_shipping_fee_amount
    )
    paid = made.due + amount.points_spent_amount + amount.credits_spent_amount
    assert paid == goods - of_items + fee
    assert made.due >= 0
    assert amount.tax <= goods


@given(orders())
def test_every_item_bears_a_part_it_can_bear(
    order: tuple[list[Costs], Deductions, Decimal],
) -> None:
    items, wishes, unit = order
    made = bill(items, wishes, unit)

    for each, share in zip(items, made.shares, strict=True):
        parts = (share.discount, share.points, share.credits)
        assert all(part >= 0 and part % unit == 0 for part in parts)
        assert sum(parts) <= each.payment_amount
    for name, total in (
        ("points", made.amount.points_spent_amount),
        ("credits", made.amount.credits_spent_amount),
    ):
        spent = sum(getattr(share, name) for share in (*made.shares, made.for_shipping))
        assert spent == total


@given(
    st.lists(st.integers(0, 10_000).map(Decimal), min_size=1, max_size=8),
    st.integers(0, 100),
)
def test_parts_are_exact_in_sum_and_in_proportion(weights: list[Decimal], percent: int) -> None:
    total = sum(weights) * percent // 100
    parts = share_out(Decimal(total), weights, Decimal(1))

    assert sum(parts) == total
    if sum(weights):
        for part, weight in zip(parts, weights, strict=True):
            assert abs(part - total * weight / sum(weights)) < 1
            assert part <= weight


def test_an_order_in_won_is_in_whole_won() -> None:
    items = [
        Costs(quantity=1, product_price=Decimal(10_000), tax_rate=10),
        Costs(quantity=2, product_price=Decimal(10_000), tax_rate=10),
    ]

    made = bill(
        items, Deductions(order_coupon=Decimal(1_000), shipping_fee=Decimal(2_500)), Decimal(1)
    )

    assert [str(share.discount) for share in made.shares] == ["333", "667"]
    assert (made.due, made.amount.coupon_discount_price) == (Decimal(31_500), Decimal(1_000))
    # 29000 / 11 is 2636.36
    assert made.amount.tax == Decimal(2636)


def test_tax_is_contained_in_the_price() -> None:
    assert included_tax(Decimal("11000"), 10, Decimal(1)) == Decimal("1000")
    assert included_tax(Decimal("11000"), 0) == 0


def test_the_tax_of_an_item_that_is_split_stays() -> None:
    whole = included_taxes([(Decimal("39.98"), 10)])
    halves = included_taxes([(Decimal("19.99"), 10), (Decimal("19.99"), 10)])

    assert whole == halves == Decimal("3.63")
    assert included_tax(Decimal("44.98"), 10) == Decimal("4.09"), "half up"
