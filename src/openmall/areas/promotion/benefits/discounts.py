"""What benefits come to for a shopper at a moment: arithmetic of amounts, and of nothing else.

Of each kind of benefit the one that takes off most counts; kinds add up. Nothing falls below
nothing, and every amount is a multiple of the currency's smallest unit.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from decimal import ROUND_CEILING, ROUND_DOWN, ROUND_HALF_UP, Decimal
from typing import Final

from msgspec import Struct

from openmall.areas.promotion.benefits.shape import (
    Benefit,
    BulkPurchaseSale,
    GiftProduct,
    NewProductSale,
    Platform,
    RepurchaseSale,
    Sale,
)
from openmall.contract.money import ZERO, rounded

_CENT: Final = Decimal("0.01")
_STEPS: Final = {
    "F": ZERO,
    "C": Decimal("0.01"),
    "B": Decimal("0.1"),
    "O": Decimal(1),
    "T": Decimal(10),
    "M": Decimal(100),
    "H": Decimal(1000),
}
_ROUNDINGS: Final = {"L": ROUND_DOWN, "U": ROUND_HALF_UP, "C": ROUND_CEILING}


class Visitor(Struct, frozen=True, kw_only=True):
    """Who shops, and on which way into the shop."""

    group_no: int | None = None
    """None: a guest."""
    platform: Platform = "P"


class Wanted(Struct, frozen=True, kw_only=True):
    """A line of an order, or one unit of a product that is looked at."""

    product_no: int
    category_nos: frozenset[int] = frozenset()
    price: Decimal
    """Of one unit, with its options."""
    quantity: int = 1
    of_product: int = 0
    """Units of the product in the whole order, whatever their options; 0: as `quantity`."""
    bought_before: int = 0
    """How often this shopper has bought the item before."""
    product_bought_before: int = 0
    """How often they have bought the product, whatever its options."""
    made_at: datetime | None = None
    changed_at: datetime | None = None
    displayed_since: datetime | None = None


class Off(Struct, frozen=True, kw_only=True):
    """What benefits take off a line."""

    amount: Decimal
    benefit_nos: list[int]
    """Of the benefits that count, in the order of their kinds."""
    parts: list[Decimal]
    """What each of them takes off, `amount` in sum."""
    takes_coupons: bool
    """False: one of them does not go together with coupons."""


def holds(benefit: Benefit, visitor: Visitor, *, now: datetime) -> bool:
    """Say whether a benefit is there for a visitor now."""
    if benefit.use_benefit != "T" or visitor.platform not in benefit.platform_types:
        return False
    if benefit.use_benefit_period == "T":
        start, end = benefit.benefit_start_date, benefit.benefit_end_date
        if start is None or end is None or not start <= now <= end:
            return False
    if benefit.benefit_type == "DM" and visitor.group_no is None:
        return False
    if benefit.use_group_binding == "N":
        return visitor.group_no is None
    if benefit.use_group_binding == "M":
        groups = benefit.customer_group_list
        return visitor.group_no is not None and (not groups or visitor.group_no in groups)
    return True


def covers(benefit: Benefit, wanted: Wanted) -> bool:
    """Say whether a benefit is for a product."""
    listed = benefit.listed
    excepted: list[int] = getattr(listed, "except_category_list", None) or []
    if benefit.use_except_category == "T" and not wanted.category_nos.isdisjoint(excepted):
        return False
    if benefit.product_binding_type == "P":
        return wanted.product_no in (listed.product_list or [])
    if benefit.product_binding_type == "E":
        return wanted.product_no not in (listed.product_list or [])
    if benefit.product_binding_type == "C":
        categories: list[int] = getattr(listed, "add_category_list", None) or []
        return not wanted.category_nos.isdisjoint(categories)
    return True


def off(
    benefits: Sequence[Benefit],
    wanted: Wanted,
    visitor: Visitor,
    *,
    now: datetime,
    unit: Decimal = _CENT,
) -> Off:
    """Return what benefits take off a line. `unit`: the currency's smallest."""
    best: dict[str, tuple[Decimal, Benefit]] = {}
    for benefit in benefits:
        sale = benefit.sale
        if sale is None or not holds(benefit, visitor, now=now) or not covers(benefit, wanted):
            continue
        if not _deserved(sale, wanted, now):
            continue
        worth = _worth(sale, wanted, unit)
        if worth > best.get(benefit.benefit_type, (ZERO, None))[0]:
            best[benefit.benefit_type] = (worth, benefit)
    counting = [best[kind] for kind in sorted(best)]
    left, parts = wanted.price * wanted.quantity, []
    for worth, _ in counting:
        parts.append(rounded(min(worth, left)))
        left -= parts[-1]
    return Off(
        amount=sum(parts, ZERO),
        benefit_nos=[benefit.benefit_no for _, benefit in counting],
        parts=parts,
        takes_coupons=all(benefit.available_coupon == "T" for _, benefit in counting),
    )


def _deserved(sale: Sale, wanted: Wanted, now: datetime) -> bool:
    if isinstance(sale, NewProductSale):
        since = {
            "I": wanted.made_at,
            "U": wanted.changed_at,
            "V": wanted.displayed_since,
        }[sale.new_product_date_type]
        length = sale.new_product_day
        term = (
            timedelta(days=length) if sale.new_product_term_type == "D" else timedelta(hours=length)
        )
        return since is not None and since <= now < since + term
    if isinstance(sale, RepurchaseSale):
        of_item = sale.purchase_item_type == "I"
        times = wanted.bought_before if of_item else wanted.product_bought_before
        return times >= sale.purchase_times
    if isinstance(sale, BulkPurchaseSale):
        quantity = wanted.quantity
        if sale.bulk_purchase_item_type == "P":
            quantity = wanted.of_product or quantity
        most = sale.bulk_purchase_limit_quantity
        return sale.bulk_purchase_begin_quantity <= quantity and (not most or quantity <= most)
    return True


def _worth(sale: Sale, wanted: Wanted, unit: Decimal) -> Decimal:
    times = wanted.quantity if sale.discount_purchasing_quantity == "T" else 1
    if sale.discount_value_unit == "W":
        each = sale.discount_value
    else:
        each = wanted.price * sale.discount_value / 100
        step = max(_STEPS[sale.discount_truncation_unit], unit)
        rounding = _ROUNDINGS[sale.discount_truncation_method]
        each = (each / step).to_integral_value(rounding) * step
    whole = (min(each, wanted.price) / unit).to_integral_value(ROUND_DOWN) * unit
    return rounded(whole * times)


def free_shipping(
    benefits: Sequence[Benefit],
    wanted: Sequence[Wanted],
    visitor: Visitor,
    *,
    now: datetime,
    amount: Decimal,
) -> tuple[bool, bool]:
    """Say whether an order of `amount` is sent free, and whether its regional surcharge is, too.

    An order is sent free when a benefit is for everything in it.
    """
    free = regional = False
    for benefit in benefits:
        sale = benefit.shipping_fee_sale
        if sale is None or not wanted or not holds(benefit, visitor, now=now):
            continue
        if not all(covers(benefit, each) for each in wanted):
            continue
        if sale.use_purchase_price_condition == "T" and amount < sale.total_purchase_price:
            continue
        free = True
        regional = regional or sale.include_regional_shipping_rate == "T"
    return free, regional


def free_units(
    benefits: Sequence[Benefit], wanted: Wanted, visitor: Visitor, *, now: datetime
) -> int:
    """Return how many units come without price beside those that are paid: one plus N."""
    found = [
        benefit.gift_product_bundle.product_bundle_count * wanted.quantity
        for benefit in benefits
        if benefit.gift_product_bundle is not None
        and holds(benefit, visitor, now=now)
        and covers(benefit, wanted)
    ]
    return max(found, default=0)


def gifts(
    benefits: Sequence[Benefit],
    wanted: Sequence[Wanted],
    visitor: Visitor,
    *,
    now: datetime,
    first_order: bool,
) -> list[GiftProduct]:
    """Return the gifts among which a shopper may choose for what they buy."""
    found = []
    for benefit in benefits:
        gift = benefit.gift
        if gift is None or not holds(benefit, visitor, now=now):
            continue
        if gift.offer_only_first == "T" and not first_order:
            continue
        amount = sum((each.price * each.quantity for each in wanted if covers(benefit, each)), ZERO)
        most = None if gift.use_unlimited_price == "T" else gift.purchase_limit_price
        if amount and amount >= gift.purchase_start_price and (not most or amount <= most):
            found += gift.gift_product_list
    return found
