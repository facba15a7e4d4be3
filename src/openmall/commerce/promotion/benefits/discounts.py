"""The discounts of benefits for a shopper at a moment: pure arithmetic.

Of each kind of benefit the greatest discount counts; kinds add up. No amount falls below zero, and
every amount is a multiple of the currency's smallest unit.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from decimal import ROUND_CEILING, ROUND_DOWN, ROUND_HALF_UP, Decimal
from typing import Final

from msgspec import Struct

from openmall.commerce.promotion.benefits.shape import (
    Benefit,
    BulkPurchaseSale,
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
    """A shopper and the platform they use."""

    group_no: int | None = None
    """None: a guest."""
    platform: Platform = "P"


class BenefitLine(Struct, frozen=True, kw_only=True):
    """An order line, or one unit of a viewed product."""

    product_no: int
    category_nos: frozenset[int] = frozenset()
    price: Decimal
    """Price of one unit, with its options."""
    quantity: int = 1
    """Paid units."""
    ordered: int = 0
    """Units with those that come without price; 0: as `quantity`."""
    of_product: int = 0
    """Units of the product in the whole order, with any options; 0: as `quantity`."""
    bought_before: int = 0
    """Earlier purchases of the item by this shopper."""
    product_bought_before: int = 0
    """Number of their earlier purchases of the product, with any options."""
    made_at: datetime | None = None
    changed_at: datetime | None = None
    displayed_since: datetime | None = None


class LineDiscount(Struct, frozen=True, kw_only=True):
    """The discount of benefits on a line."""

    amount: Decimal
    benefit_nos: list[int]
    """The benefits applied, in the order of their kinds."""
    parts: list[Decimal]
    """The discount of each; their sum is `amount`."""
    takes_coupons: bool
    """False: one of them cannot be combined with coupons."""


def holds(benefit: Benefit, visitor: Visitor, *, now: datetime) -> bool:
    """Return whether a benefit applies to a visitor now."""
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


def covers(benefit: Benefit, line: BenefitLine) -> bool:
    """Return whether a benefit covers a product."""
    listed = benefit.listed
    excepted: list[int] = getattr(listed, "except_category_list", None) or []
    if benefit.use_except_category == "T" and not line.category_nos.isdisjoint(excepted):
        return False
    if benefit.product_binding_type == "P":
        return line.product_no in (listed.product_list or [])
    if benefit.product_binding_type == "E":
        return line.product_no not in (listed.product_list or [])
    if benefit.product_binding_type == "C":
        categories: list[int] = getattr(listed, "add_category_list", None) or []
        return not line.category_nos.isdisjoint(categories)
    return True


def line_discount(
    benefits: Sequence[Benefit],
    line: BenefitLine,
    visitor: Visitor,
    *,
    now: datetime,
    unit: Decimal = _CENT,
) -> LineDiscount:
    """Return the discount of benefits on a line. `unit`: the currency's smallest."""
    best: dict[str, tuple[Decimal, Benefit]] = {}
    for benefit in benefits:
        sale = benefit.sale
        if sale is None or not holds(benefit, visitor, now=now) or not covers(benefit, line):
            continue
        if not _deserved(sale, line, now):
            continue
        worth = _worth(sale, line, unit)
        if worth > best.get(benefit.benefit_type, (ZERO, None))[0]:
            best[benefit.benefit_type] = (worth, benefit)
    counting = [best[kind] for kind in sorted(best)]
    left, parts = line.price * line.quantity, []
    for worth, _ in counting:
        parts.append(rounded(min(worth, left)))
        left -= parts[-1]
    return LineDiscount(
        amount=sum(parts, ZERO),
        benefit_nos=[benefit.benefit_no for _, benefit in counting],
        parts=parts,
        takes_coupons=all(benefit.available_coupon == "T" for _, benefit in counting),
    )


def _deserved(sale: Sale, line: BenefitLine, now: datetime) -> bool:
    if isinstance(sale, NewProductSale):
        since = {
            "I": line.made_at,
            "U": line.changed_at,
            "V": line.displayed_since,
        }[sale.new_product_date_type]
        length = sale.new_product_day
        term = (
            timedelta(days=length) if sale.new_product_term_type == "D" else timedelta(hours=length)
        )
        return since is not None and since <= now < since + term
    if isinstance(sale, RepurchaseSale):
        of_item = sale.purchase_item_type == "I"
        times = line.bought_before if of_item else line.product_bought_before
        return times >= sale.purchase_times
    if isinstance(sale, BulkPurchaseSale):
        quantity = line.ordered or line.quantity
        if sale.bulk_purchase_item_type == "P":
            quantity = line.of_product or quantity
        most = sale.bulk_purchase_limit_quantity
        return sale.bulk_purchase_begin_quantity <= quantity and (not most or quantity <= most)
    return True


def _worth(sale: Sale, line: BenefitLine, unit: Decimal) -> Decimal:
    times = line.quantity if sale.discount_purchasing_quantity == "T" else 1
    return rounded(unit_discount(sale, line.price, unit) * times)


def unit_discount(sale: Sale, price: Decimal, unit: Decimal) -> Decimal:
    """Return what a sale takes off one unit of this price. `unit`: the currency's smallest."""
    if sale.discount_value_unit == "W":
        each = sale.discount_value
    else:
        each = price * sale.discount_value / 100
        step = max(_STEPS[sale.discount_truncation_unit], unit)
        rounding = _ROUNDINGS[sale.discount_truncation_method]
        each = (each / step).to_integral_value(rounding) * step
    return (min(each, price) / unit).to_integral_value(ROUND_DOWN) * unit


def free_shipping(
    benefits: Sequence[Benefit],
    lines: Sequence[BenefitLine],
    visitor: Visitor,
    *,
    now: datetime,
    amount: Decimal,
) -> tuple[bool, bool]:
    """Return whether an order of `amount` ships free, and whether its regional surcharge is waived.

    An order ships free when one benefit covers all its items.
    """
    free = regional = False
    for benefit in benefits:
        sale = benefit.shipping_fee_sale
        if sale is None or not lines or not holds(benefit, visitor, now=now):
            continue
        if not all(covers(benefit, each) for each in lines):
            continue
        if sale.use_purchase_price_condition == "T" and amount < sale.total_purchase_price:
            continue
        free = True
        regional = regional or sale.include_regional_shipping_rate == "T"
    return free, regional
