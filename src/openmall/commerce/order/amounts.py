"""Arithmetic of an order's cost, exact to the currency's smallest unit.

Discounts are applied in this order, each to the remainder of the one before and never below zero:
to each item its own discounts and its coupons; to the order the customer group's discount, then
order coupons; to the shipping fee its benefit, then its coupon; then points, then credits, which
may pay for everything that is left, shipping included. The coupons setting says whether coupons
combine with the group's discount, points or each other; the caller checks it before it quotes an
order.

Discounts of the whole order are shared out to its items at once and stored with them, so that a
claim of some items finds their real cost, and the last item gets the rest.

Specification: the amounts of an order are "not shown"; names as catalogued.
"""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Final

from msgspec import Struct

from openmall.contract.money import CENT, ZERO, in_units, rounded, share_out

WHOLE: Final = Decimal(1)


class OrderAmount(Struct, frozen=True, kw_only=True):
    """The amounts of an order: at placement, or now."""

    order_price_amount: Decimal = ZERO
    """Products and options, before any discount."""
    shipping_fee: Decimal = ZERO
    points_spent_amount: Decimal = ZERO
    credits_spent_amount: Decimal = ZERO
    coupon_discount_price: Decimal = ZERO
    """By coupons on products and on the order."""
    coupon_shipping_fee_amount: Decimal = ZERO
    membership_discount_amount: Decimal = ZERO
    """By the buyer's customer group."""
    shipping_fee_discount_amount: Decimal = ZERO
    set_product_discount_amount: Decimal = ZERO
    app_discount_amount: Decimal = ZERO
    point_incentive_amount: Decimal = ZERO
    total_amount_due: Decimal = ZERO
    """Still to be paid."""
    payment_amount: Decimal = ZERO
    """Paid in money."""
    market_other_discount_amount: Decimal = ZERO
    tax: Decimal = ZERO
    """Contained in the price of taxable items."""


class Costs(Struct, frozen=True, kw_only=True):
    """An item with everything its cost depends on. Amounts are of its quantity, not prices."""

    quantity: int
    product_price: Decimal
    option_price: Decimal = ZERO
    additional_discount: Decimal = ZERO
    coupon_discount: Decimal = ZERO
    app_discount: Decimal = ZERO
    tax_rate: int = 0
    """Percent contained in the price; 0: not taxable."""

    @property
    def price(self) -> Decimal:
        """Return the price before any discount."""
        return (self.product_price + self.option_price) * self.quantity

    @property
    def payment_amount(self) -> Decimal:
        """Return the price after the item's own discounts."""
        off = self.additional_discount + self.coupon_discount + self.app_discount
        return max(ZERO, self.price - off)


class Deductions(Struct, frozen=True, kw_only=True):
    """Discounts, points and credits for an order; each applies as far as an amount is left."""

    shipping_fee: Decimal = ZERO
    shipping_discount: Decimal = ZERO
    shipping_coupon: Decimal = ZERO
    membership_discount: Decimal = ZERO
    order_coupon: Decimal = ZERO
    set_product_discount: Decimal = ZERO
    app_discount: Decimal = ZERO
    points: Decimal = ZERO
    credits: Decimal = ZERO


class Share(Struct, frozen=True, kw_only=True):
    """An item's share of the order's discounts, points and credits, and the points it earns."""

    discount: Decimal = ZERO
    points: Decimal = ZERO
    credits: Decimal = ZERO
    earned: Decimal = ZERO
    """Points that the item earns."""


class Bill(Struct, frozen=True, kw_only=True):
    """The cost of an order, and the share of each item, in their order."""

    amount: OrderAmount
    due: Decimal
    """To be paid in money."""
    shares: list[Share]
    for_shipping: Share
    """Part of points and credits that paid for shipping."""


def bill(items: Sequence[Costs], wishes: Deductions, unit: Decimal = CENT) -> Bill:
    """Return the bill of `items`. `unit`: the currency's smallest."""
    prices = [each.payment_amount for each in items]
    goods = left = sum(prices, ZERO)
    taken = []
    for wish in (
        wishes.set_product_discount,
        wishes.membership_discount,
        wishes.order_coupon,
        wishes.app_discount,
    ):
        part = min(wish, left)
        taken.append(part)
        left -= part
    set_product, membership, order_coupon, app = taken
    fee_benefit = min(wishes.shipping_discount, wishes.shipping_fee)
    fee_coupon = min(wishes.shipping_coupon, wishes.shipping_fee - fee_benefit)
    fee = wishes.shipping_fee - fee_benefit - fee_coupon
    points = min(wishes.points, left + fee)
    credits_ = min(wishes.credits, left + fee - points)
    due = left + fee - points - credits_

    discounts = share_out(goods - left, prices, unit)
    rest = [price - off for price, off in zip(prices, discounts, strict=True)]
    of_points = share_out(points, [*rest, fee], unit)
    rest_of_all = [before - off for before, off in zip([*rest, fee], of_points, strict=True)]
    of_credits = share_out(credits_, rest_of_all, unit)
    shares = [
        Share(discount=discount, points=point, credits=credit)
        for discount, point, credit in zip(discounts, of_points, of_credits, strict=False)
    ]
    tax = included_taxes(
        (
            (price - off, each.tax_rate)
            for each, price, off in zip(items, prices, discounts, strict=True)
        ),
        unit,
    )
    amounts = {
        "order_price_amount": sum((each.price for each in items), ZERO),
        "shipping_fee": wishes.shipping_fee,
        "points_spent_amount": points,
        "credits_spent_amount": credits_,
        "coupon_discount_price": order_coupon + sum((i.coupon_discount for i in items), ZERO),
        "coupon_shipping_fee_amount": fee_coupon,
        "membership_discount_amount": membership,
        "shipping_fee_discount_amount": fee_benefit,
        "set_product_discount_amount": set_product,
        "app_discount_amount": app + sum((each.app_discount for each in items), ZERO),
        "total_amount_due": due,
        "tax": tax,
    }
    amount = OrderAmount(**{name: rounded(value) for name, value in amounts.items()})
    for_shipping = Share(points=of_points[-1], credits=of_credits[-1])
    return Bill(amount=amount, due=rounded(due), shares=shares, for_shipping=for_shipping)


def included_tax(price: Decimal, rate: int, unit: Decimal = CENT) -> Decimal:
    """Return the tax of `rate` percent included in a price, half up to the smallest unit."""
    if not rate:
        return ZERO
    return in_units(price * rate / (100 + rate), unit)


def included_taxes(prices: Iterable[tuple[Decimal, int]], unit: Decimal = CENT) -> Decimal:
    """Return the tax included in prices with their rates.

    It is rounded once for each rate, so that it stays when an item is split.
    """
    sums: dict[int, Decimal] = {}
    for price, rate in prices:
        sums[rate] = sums.get(rate, ZERO) + price
    return sum((included_tax(price, rate, unit) for rate, price in sums.items()), ZERO)
