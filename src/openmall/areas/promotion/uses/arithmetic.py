"""What a coupon takes off: pure arithmetic, exact to the currency's smallest unit.

A product coupon takes off one line, once, whatever its quantity. Nothing falls below nothing, no
discount is more than the coupon's most, and what is below its unit of rounding is cut off.
"""

from collections.abc import Sequence
from decimal import ROUND_DOWN, Decimal
from typing import Final

from openmall.areas.promotion.coupons.choice import meant
from openmall.areas.promotion.coupons.shape import Coupon
from openmall.areas.promotion.uses.shape import Basket, Discount, Line
from openmall.contract.money import ZERO, rounded

_CENT: Final = Decimal("0.01")
_HUNDRED: Final = Decimal(100)
_GOODS: Final = {"A", "B"}
_POINTS: Final = {"C", "D", "F"}
_SHIPPING: Final = {"E", "I", "H", "J"}


def is_for(coupon: Coupon, line: Line) -> bool:
    """Say whether a coupon is for the product of a line, and dear enough where that is asked."""
    if not line.takes_coupons:
        return False
    if coupon.available_price_type == "P" and line.amount < (coupon.available_min_price or ZERO):
        return False
    return meant(
        coupon.available_product,
        coupon.available_product_list or [],
        coupon.available_category,
        coupon.available_category_list or [],
        product_no=line.product_no,
        category_nos=line.category_nos,
    )


def reached(coupon: Coupon, basket: Basket) -> bool:
    """Say whether the order is as big as a coupon asks, where it asks for the order's amount."""
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
    """Return what a coupon comes to.

    `line`: for which, when it is a product coupon. `left`: what coupons before it left of each
    line; `shipping_left`: of the shipping fee, with its regional part. `unit`: the currency's
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
    """Return an amount, or a rate of `base`, never more than the coupon's most."""
    if coupon.benefit_percentage is None:
        return cut(coupon.benefit_price or ZERO, unit)
    step = max(coupon.benefit_percentage_round_unit or unit, unit)
    worth = cut(base * coupon.benefit_percentage / _HUNDRED, step)
    most = coupon.benefit_percentage_max_price
    return cut(min(worth, most) if most else worth, unit)


def cut(amount: Decimal, unit: Decimal) -> Decimal:
    """Return the greatest multiple of `unit` that is not above `amount`."""
    return rounded((amount / unit).to_integral_value(ROUND_DOWN) * unit)


def best_line(
    coupon: Coupon,
    basket: Basket,
    *,
    left: Sequence[Decimal],
    unit: Decimal = _CENT,
) -> Discount | None:
    """Return what a product coupon comes to where it is worth most, or None: nowhere."""
    found = [
        discount(coupon, basket, line=at, left=left, shipping_left=ZERO, unit=unit)
        for at in range(len(basket.lines))
    ]
    best = max(found, key=lambda each: each.worth, default=None)
    return best if best is not None and best.worth > 0 else None
