"""The discount of a coupon: pure arithmetic, exact to the currency's smallest unit.

A product coupon applies to one line, once, whatever its quantity. No amount falls below zero, no
discount exceeds the coupon's maximum, and discounts are cut to its unit of rounding.
"""

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from openmall.commerce.promotion.coupons.product_selection import covers
from openmall.commerce.promotion.coupons.shape import Coupon
from openmall.commerce.promotion.uses.shape import Basket, BasketLine, Discount
from openmall.contract.money import ZERO, cut

_CENT: Final = Decimal("0.01")
_HUNDRED: Final = Decimal(100)
_GOODS: Final = {"A", "B"}
_POINTS: Final = {"C", "D", "F"}
_SHIPPING: Final = {"E", "I", "H", "J"}


def is_for(coupon: Coupon, line: BasketLine) -> bool:
    """Return whether a coupon covers a line's product, and the line reaches its least price."""
    if not line.takes_coupons:
        return False
    if coupon.available_price_type == "P" and line.amount < (coupon.available_min_price or ZERO):
        return False
    return covers(
        coupon.available_product,
        coupon.available_product_list or [],
        coupon.available_category,
        coupon.available_category_list or [],
        product_no=line.product_no,
        category_nos=line.category_nos,
    )


def reached(coupon: Coupon, basket: Basket) -> bool:
    """Return whether the order reaches a coupon's least amount, where it has one."""
    if coupon.available_price_type != "O":
        return True
    of_coupon = coupon.available_order_price_type == "I"
    amounts = (line.amount for line in basket.lines if not of_coupon or is_for(coupon, line))
    return sum(amounts, ZERO) >= (coupon.available_min_price or ZERO)


def discount(
    coupon: Coupon,
    basket: Basket,
    *,
    line: int | None = None,
    left: Sequence[Decimal],
    shipping_left: Decimal,
    unit: Decimal = _CENT,
) -> Discount:
    """Return the discount of a coupon.

    `line`: the line of a product coupon. `left`: the remainder of each line after earlier coupons;
    `shipping_left`: that of the shipping fee with its regional part. `unit`: the currency's
    smallest.
    """
    if coupon.benefit_type in _SHIPPING:
        return Discount(shipping=_off_shipping(coupon, basket, shipping_left, unit))
    chosen = range(len(basket.lines)) if line is None else (line,)
    of_coupon = [at for at in chosen if is_for(coupon, basket.lines[at])]
    before = coupon.available_amount_type == "E"
    base = sum(
        (basket.lines[at].amount if before else basket.lines[at].paid for at in of_coupon), ZERO
    )
    if not of_coupon:
        return Discount(line=line)
    worth = _worth(coupon, base, unit)
    if coupon.benefit_type in _GOODS:
        return Discount(line=line, goods=min(worth, sum((left[at] for at in of_coupon), ZERO)))
    if coupon.benefit_type in _POINTS:
        return Discount(line=line, points=worth)
    return Discount(line=line, credits=worth)


def _off_shipping(coupon: Coupon, basket: Basket, left: Decimal, unit: Decimal) -> Decimal:
    if basket.abroad and coupon.include_foreign_delivery != "T":
        return ZERO
    fee = basket.shipping_fee
    if coupon.benefit_type == "J" or coupon.include_regional_shipping_rate == "T":
        fee += basket.regional_fee
    if coupon.benefit_type in ("E", "J"):
        return min(fee, left)
    return min(_worth(coupon, fee, unit), fee, left)


def _worth(coupon: Coupon, base: Decimal, unit: Decimal) -> Decimal:
    """Return an amount, or a rate of `base`, at most the coupon's maximum."""
    if coupon.benefit_percentage is None:
        return cut(coupon.benefit_price or ZERO, unit)
    step = max(coupon.benefit_percentage_round_unit or unit, unit)
    worth = cut(base * coupon.benefit_percentage / _HUNDRED, step)
    most = coupon.benefit_percentage_max_price
    return cut(min(worth, most) if most else worth, unit)


def best_line(
    coupon: Coupon,
    basket: Basket,
    *,
    left: Sequence[Decimal],
    unit: Decimal = _CENT,
) -> Discount | None:
    """Return the greatest discount of a product coupon over the lines, or None."""
    found = [
        discount(coupon, basket, line=at, left=left, shipping_left=ZERO, unit=unit)
        for at in range(len(basket.lines))
    ]
    best = max(found, key=lambda each: each.worth, default=None)
    return best if best is not None and best.worth > 0 else None
