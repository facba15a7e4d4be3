"""Fees: what an order costs to send, whatever is ordered and wherever it goes."""

import itertools
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openmall.commerce.shipping import fees
from openmall.commerce.shipping.fees import Charge, Parcel, Quote, Undeliverable
from openmall.commerce.shipping.terms import (
    CountryFee,
    Destination,
    Handling,
    Policy,
    Region,
    Sender,
    ShippingLine,
    Surcharges,
    Terms,
    Tier,
)

quote: Any = fees.quote
"""What it answers is compared with plain numbers here."""
SEOUL = Destination(country="KR", zipcode="06236", address="Seoul Gangnam-gu Teheran-ro 1")
JEJU = Destination(country="KR", zipcode="63309", address="Jeju-do Jeju-si Cheomdan-ro 1")
TIERS = (
    Tier(Decimal(0), Decimal(10), Decimal(3000)),
    Tier(Decimal(10), Decimal(20), Decimal(5000)),
)


def line(**said: Any) -> ShippingLine:
    return ShippingLine(
        **{"item": "1", "product_no": 1, "quantity": 1, "price": Decimal(10_000), **said}
    )


def terms(policy: Policy = Policy(), **said: Any) -> Terms:  # noqa: B008 - frozen
    sender = {name: said.pop(name) for name in ("surcharges", "weight", "own_fees") if name in said}
    return Terms(
        **{"currency": "KRW", "country": "KR", **said}, shop=Sender(policy=policy, **sender)
    )


def fee(policy: Policy, *lines: ShippingLine, to: Destination = SEOUL, **said: Any) -> Decimal:
    total: Decimal = quote(terms(policy, **said), lines or [line()], to).total
    return total


def test_a_new_shop_sends_everything_together_and_free() -> None:
    found = quote(terms(), [line(), line(item="2", product_no=2)], SEOUL)

    assert found == Quote(
        (Parcel(items=("1", "2"), supplier="", individual=False, paid="prepaid", charges=()),)
    )
    assert found.total == 0


def test_a_fixed_fee_is_charged_once_for_a_parcel() -> None:
    policy = Policy(fee_type="R", fee=Decimal(2500))

    found = quote(terms(policy), [line(), line(item="2", quantity=7)], SEOUL)

    [parcel] = found.parcels
    assert parcel.charges == (Charge(why="basic", amount=Decimal("2500.00"), detail="fixed 2500"),)


def test_a_parcel_is_free_from_an_amount_before_or_after_discounts() -> None:
    policy = Policy(fee_type="M", fee=Decimal(2500), free_from=Decimal(30_000))
    just = line(quantity=3)
    discounted = line(quantity=3, discount=Decimal(1))

    assert fee(policy, line(quantity=2)) == 2500
    assert fee(policy, just) == 0
    assert fee(policy, discounted) == 0
    assert fee(policy, discounted, counted="after") == 2500


def test_each_piece_costs_its_fee() -> None:
    assert fee(Policy(fee_type="N", fee=Decimal(700)), line(quantity=3), line(item="2")) == 2800


@pytest.mark.parametrize(
    ("fee_type", "values"),
    [
        ("D", {0: 3000, 9: 3000, 10: 5000, 19: 5000, 20: 0, 50: 0}),
        ("C", {1: 3000, 9: 3000, 10: 5000, 19: 5000, 20: 5000, 50: 5000}),
        ("W", {0: 3000, 9: 3000, 10: 5000, 19: 5000, 20: 5000, 50: 5000}),
    ],
)
def test_a_tier_holds_from_its_beginning_to_below_its_end(
    fee_type: Any, values: dict[int, int]
) -> None:
    policy = Policy(fee_type=fee_type, tiers=TIERS)
    what = {"D": "price", "C": "quantity", "W": "weight"}[fee_type]

    found = {value: fee(policy, line(**{what: value})) for value in values}

    assert found == values


def test_a_product_that_says_no_weight_weighs_what_its_sender_says() -> None:
    policy = Policy(fee_type="W", tiers=TIERS)

    assert fee(policy, line(quantity=4), weight=Decimal("2.5")) == 5000
    assert fee(policy, line(quantity=4, weight=Decimal(1)), weight=Decimal("2.5")) == 3000


def test_products_with_fees_of_their_own_are_sent_individually() -> None:
    own = Policy(fee_type="R", fee=Decimal(4000), prepaid="C")
    lines = [
        line(item="1"),
        line(item="2", product_no=2, own=own),
        line(item="3", product_no=2, own=own),
    ]
    basic = Policy(fee_type="R", fee=Decimal(2500))

    once = quote(terms(basic), lines, SEOUL)
    each = quote(terms(basic, individually="I"), lines, SEOUL)
    none = quote(terms(basic, own_fees=False), lines, SEOUL)

    assert [(p.items, p.fee, p.individual) for p in once.parcels] == [
        (("1",), 2500, False),
        (("2", "3"), 4000, True),
    ]
    assert (once.total, once.prepaid) == (6500, 2500)
    assert [(p.items, p.fee) for p in each.parcels] == [
        (("1",), 2500),
        (("2",), 4000),
        (("3",), 4000),
    ]
    assert [(p.items, p.fee) for p in none.parcels] == [(("1", "2", "3"), 2500)]


def test_what_a_supplier_sends_is_a_parcel_by_its_own_terms() -> None:
    farm = Sender(policy=Policy(fee_type="R", fee=Decimal(3000)))
    lines = [line(), line(item="2", supplier="S000000A"), line(item="3", supplier="S000000B")]

    found = quote(terms(suppliers={"S000000A": farm}), lines, SEOUL)

    assert [(p.items, p.supplier, p.fee) for p in found.parcels] == [
        (("1", "3"), "", 0),
        (("2",), "S000000A", 3000),
    ]
    assert found.parcels[1].charges[0].why == "supplier"


def test_a_customer_may_pay_on_delivery_where_that_can_be_chosen() -> None:
    either = Policy(fee_type="R", fee=Decimal(2500), prepaid="B")

    early = quote(terms(either), [line()], SEOUL)
    late = quote(terms(either), [line()], SEOUL, on_delivery=True)
    prepaid = quote(
        terms(Policy(fee_type="R", fee=Decimal(2500))), [line()], SEOUL, on_delivery=True
    )

    assert (early.total, early.prepaid) == (2500, 2500)
    assert (late.total, late.prepaid) == (2500, 0)
    assert (prepaid.total, prepaid.prepaid) == (2500, 2500)


def test_what_customers_come_for_costs_nothing_wherever_they_live() -> None:
    pickup = Policy(fee_type="R", fee=Decimal(2500), delivered=False)

    assert fee(pickup, to=JEJU, surcharges=Surcharges(jeju=Decimal(3000))) == 0


def test_jeju_and_islands_cost_more_once_for_each_sender_even_if_sent_free() -> None:
    surcharges = Surcharges(jeju=Decimal(3000), remote=Decimal(5000))
    own = Policy(fee_type="R", fee=Decimal(4000))
    lines = [line(), line(item="2", product_no=2, own=own)]
    shop = terms(surcharges=surcharges, suppliers={"S000000A": Sender(surcharges=surcharges)})

    found = quote(shop, [*lines, line(item="3", supplier="S000000A")], JEJU)

    assert [(p.items, [c.why for c in p.charges], p.fee) for p in found.parcels] == [
        (("1",), ["regional"], 3000),
        (("2",), ["individual"], 4000),
        (("3",), ["regional"], 3000),
    ]
    ulleung = Destination(country="KR", zipcode="40200")
    assert quote(shop, [line()], ulleung).total == 5000
    assert quote(shop, [line()], SEOUL).total == 0


@pytest.mark.parametrize(
    ("zipcode", "more"),
    [("62999", 0), ("63000", 3000), ("63644", 3000), ("63645", 0), ("22386", 5000), ("x", 0)],
)
def test_remote_areas_end_where_they_end(zipcode: str, more: int) -> None:
    surcharges = Surcharges(jeju=Decimal(3000), remote=Decimal(5000))
    to = Destination(country="KR", zipcode=zipcode)

    assert fee(Policy(), to=to, surcharges=surcharges) == more


def test_regions_cost_more_by_name_or_by_zip_code() -> None:
    regions = (
        Region(amount=Decimal(2000), names=("jeju-do",), start="63000", end="63099"),
        Region(amount=Decimal(2500), names=("Jeju-do", "jeju-si")),
        Region(amount=Decimal(900), names=("Gangwon-do",), start="63300", end="63310"),
    )

    by_name = Surcharges(by="N", regions=regions)
    by_code = Surcharges(by="Z", regions=regions)

    assert fee(Policy(), to=JEJU, surcharges=by_name) == 2500
    assert fee(Policy(), to=JEJU, surcharges=by_code) == 900
    assert fee(Policy(), to=SEOUL, surcharges=by_name) == 0
    assert fee(Policy(), to=SEOUL, surcharges=by_code) == 0


TOKYO = Destination(country="JP", zipcode="1000001")


def test_a_shop_delivers_where_it_says() -> None:
    with pytest.raises(Undeliverable, match="does not deliver abroad"):
        quote(terms(), [line()], TOKYO)
    with pytest.raises(Undeliverable, match="abroad only"):
        quote(terms(scope="C"), [line()], SEOUL)
    with pytest.raises(Undeliverable, match="does not deliver to JP"):
        quote(terms(scope="B", countries=frozenset({"US"})), [line()], TOKYO)
    with pytest.raises(Undeliverable, match="no fee for JP"):
        quote(terms(scope="B", country_fees=()), [line()], TOKYO)
    assert quote(terms(scope="B"), [line()], TOKYO).total == 0


def test_a_country_has_fees_of_its_own_and_no_regional_surcharge() -> None:
    abroad = (
        CountryFee(country="JP", by="weight", tier=Tier(Decimal(0), Decimal(2), Decimal(9000))),
        CountryFee(country="JP", by="weight", tier=Tier(Decimal(2), Decimal(5), Decimal(15_000))),
        CountryFee(country="JP", by="quantity", tier=Tier(Decimal(0), Decimal(9), Decimal(9500))),
        CountryFee(country="US", by="weight", tier=Tier(Decimal(0), Decimal(2), Decimal(99_000))),
    )
    handling = (
        Handling(
            country="JP",
            name="Customs",
            begins=Decimal(0),
            ends=Decimal(50_000),
            fee=Decimal("1.55"),
            percent=True,
            unit=Decimal(10),
            rounding="C",
        ),
        Handling(
            country="JP", name="Papers", begins=Decimal(50_000), ends=Decimal(9**9), fee=Decimal(1)
        ),
    )
    shop = terms(scope="B", country_fees=abroad, handling=handling, surcharges=Surcharges(by="A"))

    light = quote(shop, [line(weight=Decimal(1))], TOKYO)
    heavy = quote(shop, [line(weight=Decimal(7))], TOKYO)

    assert [(c.why, c.amount) for c in light.parcels[0].charges] == [
        ("country", 9500),
        ("handling", 160),
    ]
    assert [(c.why, c.amount) for c in heavy.parcels[0].charges] == [
        ("country", 15_000),
        ("handling", 160),
    ]


@pytest.mark.parametrize(
    ("currency", "total"), [("KRW", "2501.00"), ("USD", "2500.50"), ("JPY", "2501.00")]
)
def test_a_fee_is_rounded_to_the_smallest_unit_of_its_currency(currency: str, total: str) -> None:
    shop = terms(Policy(fee_type="R", fee=Decimal("2500.50")), currency=currency)

    assert str(quote(shop, [line()], SEOUL).total) == total


AMOUNTS = st.decimals(0, 999_999, places=2)
DESTINATIONS = st.sampled_from([SEOUL, JEJU])


@st.composite
def rising(draw: st.DrawFn) -> tuple[Tier, ...]:
    edges = sorted(draw(st.sets(st.integers(0, 100), min_size=2, max_size=6)))
    amounts = sorted(draw(st.lists(AMOUNTS, min_size=len(edges) - 1, max_size=len(edges) - 1)))
    pairs = itertools.pairwise(edges)
    return tuple(Tier(Decimal(a), Decimal(b), f) for (a, b), f in zip(pairs, amounts, strict=True))


POLICIES = st.builds(
    Policy,
    fee_type=st.sampled_from(["T", "R", "M", "D", "W", "C", "N"]),
    fee=AMOUNTS,
    free_from=st.none() | AMOUNTS,
    tiers=rising(),
    prepaid=st.sampled_from(["C", "P", "B"]),
)
LINES = st.lists(
    st.builds(
        ShippingLine,
        item=st.uuids().map(str),
        product_no=st.integers(1, 3),
        quantity=st.integers(1, 20),
        price=AMOUNTS,
        weight=st.decimals(0, 30, places=2),
        supplier=st.sampled_from(["", "S000000A", "S000000B"]),
        own=st.none() | POLICIES,
    ),
    min_size=1,
    max_size=5,
)
SURCHARGES = st.none() | st.builds(Surcharges, jeju=AMOUNTS, remote=AMOUNTS)
SENDERS = st.builds(Sender, policy=POLICIES, surcharges=SURCHARGES, own_fees=st.booleans())
TERMS = st.builds(
    Terms,
    currency=st.sampled_from(["KRW", "USD", "JPY", "VND"]),
    country=st.just("KR"),
    shop=SENDERS,
    suppliers=st.dictionaries(st.just("S000000A"), SENDERS),
    individually=st.sampled_from(["P", "I"]),
    counted=st.sampled_from(["before", "after"]),
)
STEADY = settings(max_examples=150, derandomize=True, deadline=None, database=None)


@STEADY
@given(TERMS, LINES, DESTINATIONS, st.booleans())
def test_every_item_is_in_one_parcel_and_no_fee_is_negative_or_broken(
    shop: Terms, lines: list[ShippingLine], to: Destination, on_delivery: bool
) -> None:
    found = quote(shop, lines, to, on_delivery=on_delivery)

    assert sorted(i for p in found.parcels for i in p.items) == sorted(i.item for i in lines)
    unit = 1 if shop.currency in ("KRW", "JPY", "VND") else Decimal("0.01")
    charges = [charge for parcel in found.parcels for charge in parcel.charges]
    assert all(charge.amount > 0 and charge.amount % unit == 0 for charge in charges)
    assert found.total == sum(charge.amount for charge in charges)
    assert 0 <= found.prepaid <= found.total


@STEADY
@given(TERMS, LINES)
def test_a_remote_parcel_never_costs_less(shop: Terms, lines: list[ShippingLine]) -> None:
    assert quote(shop, lines, JEJU).total >= quote(shop, lines, SEOUL).total


@STEADY
@given(AMOUNTS, AMOUNTS, LINES)
def test_above_the_amount_a_parcel_is_free_and_below_it_is_not(
    amount: Decimal, free_from: Decimal, lines: list[ShippingLine]
) -> None:
    bare = [line(item=each.item, quantity=each.quantity, price=each.price) for each in lines]
    spent = sum(each.price * each.quantity for each in bare)

    total = fee(Policy(fee_type="M", fee=amount, free_from=free_from), *bare, currency="USD")

    assert total == (0 if spent >= free_from else amount)


@STEADY
@given(rising(), st.sampled_from(["W", "C"]), st.integers(1, 60), st.integers(1, 60))
def test_more_or_heavier_never_costs_less_where_tiers_rise(
    tiers: tuple[Tier, ...], fee_type: Any, some: int, more: int
) -> None:
    policy = Policy(fee_type=fee_type, tiers=tiers)
    few = line(quantity=some, weight=Decimal(1))
    many = line(quantity=some + more, weight=Decimal(1))

    assert fee(policy, few) <= fee(policy, many)


@STEADY
@given(POLICIES, LINES)
def test_the_order_of_items_does_not_change_what_an_order_costs(
    policy: Policy, lines: list[ShippingLine]
) -> None:
    shared = [line(item=each.item, quantity=each.quantity, price=each.price) for each in lines]

    assert fee(policy, *shared) == fee(policy, *reversed(shared))


@pytest.mark.parametrize(("rounding", "charged"), [("L", 150), ("U", 160), ("C", 160)])
def test_a_handling_fee_is_rounded_as_it_says(rounding: Any, charged: int) -> None:
    customs = Handling(  # of 1.55 %: 158.10
        country="JP", name="Customs", begins=Decimal(0), ends=Decimal(50_000),
        fee=Decimal("1.55"), percent=True, unit=Decimal(10), rounding=rounding,
    )  # fmt: skip
    basic = CountryFee(country="JP", by="weight", tier=Tier(Decimal(0), Decimal(2), Decimal(9000)))
    shop = terms(scope="B", country_fees=(basic,), handling=(customs,))
    parcel = quote(shop, [line(weight=Decimal(1), price=Decimal(10_200))], TOKYO).parcels[0]
    assert [c.amount for c in parcel.charges if c.why == "handling"] == [charged]
