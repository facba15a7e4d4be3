"""Sums of an order as it is now; `refunds/creation.py: calculate_refund` makes refunds of them.

The cost of an item is its price without its own discounts and without its share of the order's
discounts, points and credits. The shop always keeps the cost of the items still bought, of shipping
them, and the fees of returns.
"""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from openmall.commerce.order.amounts import (
    OrderAmount,
    Share,
    included_taxes,
)
from openmall.commerce.order.orders.item_shape import Item
from openmall.commerce.order.orders.shape import Order
from openmall.commerce.order.orders.store import OrderLine
from openmall.commerce.order.states import NEVER_SENT_INSTEAD, is_bought
from openmall.commerce.store.orders_setting import ClaimDiscountRule
from openmall.contract.money import CENT, ZERO, rounded, share_out

_PARTS: Final = ("set_product", "membership", "order_coupon", "app")
_KEPT_SHARES: Final[dict[ClaimDiscountRule, tuple[str, ...]]] = {
    "F": ("discount", "points", "credits"),
    "T": (),
    "U": ("points", "credits"),
}
"""Setting -> parts of a claimed item's share that other items bear instead, as far as they can.

F by total amount: all. T by selected item: none, each item takes its share along. U recalculated:
discounts go with the item in proportion, points and credits stay.
"""


class ShippingCharge(Struct, frozen=True, kw_only=True):
    """The cost of shipping an order, and how it was paid."""

    fee: Decimal
    discount: Decimal
    points: Decimal
    credits: Decimal

    @property
    def money(self) -> Decimal:
        return self.fee - self.discount - self.points - self.credits


def list_price(item: Item) -> Decimal:
    """Return the price of an item before any discount."""
    return (item.product_price + item.option_price) * item.quantity


def line_cost(line: OrderLine) -> Decimal:
    """Return the cost of an item in money."""
    share = line.share
    return line.item.payment_amount - share.discount - share.points - share.credits


def still_bought(lines: Sequence[OrderLine]) -> list[OrderLine]:
    return [line for line in lines if is_bought(line.item.order_status)]


def shipping_charge(first: OrderAmount, lines: Sequence[OrderLine]) -> ShippingCharge:
    """Return the cost of shipping; `first`: amounts at placement, `lines`: all items."""
    return ShippingCharge(
        fee=first.shipping_fee,
        discount=first.shipping_fee_discount_amount + first.coupon_shipping_fee_amount,
        points=first.points_spent_amount - _sum(line.share.points for line in lines),
        credits=first.credits_spent_amount - _sum(line.share.credits for line in lines),
    )


def keep_shares(
    claimed: Sequence[OrderLine], rest: Sequence[OrderLine], rule: ClaimDiscountRule, unit: Decimal
) -> list[OrderLine]:
    """Move shares of claimed items to `rest` as the shop's setting says; return changed items."""
    changed = []
    for name in _KEPT_SHARES[rule]:
        for line in claimed:
            if not (bears := getattr(line.share, name)):
                continue
            capacity = [max(ZERO, line_cost(each)) for each in rest]
            moved = min(bears, _sum(capacity))
            if moved <= 0:
                continue
            line.share = replace(line.share, **{name: rounded(bears - moved)})
            for each, part in zip(rest, share_out(moved, capacity, unit), strict=True):
                more = rounded(getattr(each.share, name) + part)
                each.share = replace(each.share, **{name: more})
            changed = [*claimed, *rest]
    return changed


def order_discounts(
    first: OrderAmount, lines: Sequence[OrderLine], total: Decimal
) -> dict[str, Decimal]:
    """Return `total`, a part of the order's discounts, by kind of discount."""
    own = [
        line.item
        for line in lines
        if line.item.order_status not in NEVER_SENT_INSTEAD | {"N01", "E40"}
    ]
    weights = [
        first.set_product_discount_amount,
        first.membership_discount_amount,
        max(ZERO, first.coupon_discount_price - _sum(item.coupon_discount_price for item in own)),
        max(ZERO, first.app_discount_amount - _sum(item.app_item_discount_amount for item in own)),
    ]
    return dict(zip(_PARTS, share_out(total, weights, CENT), strict=True))


def current_amounts(
    first: OrderAmount, lines: Sequence[OrderLine], *, sent: bool, unit: Decimal
) -> OrderAmount:
    """Return the amounts of an order as it is now, except paid and due amounts.

    `sent`: shipping is still charged.
    """
    those = still_bought(lines)
    of_shipping = shipping_charge(first, lines)
    off = order_discounts(first, lines, _sum(line.share.discount for line in those))
    items = [line.item for line in those]
    return replace(
        first,
        order_price_amount=_sum(list_price(item) for item in items),
        coupon_discount_price=off["order_coupon"] + _sum(i.coupon_discount_price for i in items),
        membership_discount_amount=off["membership"],
        set_product_discount_amount=off["set_product"],
        app_discount_amount=off["app"] + _sum(item.app_item_discount_amount for item in items),
        points_spent_amount=_sum(line.share.points for line in those)
        + (of_shipping.points if sent else ZERO),
        credits_spent_amount=_sum(line.share.credits for line in those)
        + (of_shipping.credits if sent else ZERO),
        shipping_fee=first.shipping_fee if sent else ZERO,
        shipping_fee_discount_amount=first.shipping_fee_discount_amount if sent else ZERO,
        coupon_shipping_fee_amount=first.coupon_shipping_fee_amount if sent else ZERO,
        tax=contained_tax(those, unit),
    )


def contained_tax(lines: Sequence[OrderLine], unit: Decimal) -> Decimal:
    """Return the tax that the price of items contains."""
    return included_taxes(
        ((line.item.payment_amount - line.share.discount, _rate(line.item)) for line in lines),
        unit,
    )


def requoted_amounts(quoted: OrderAmount, lines: Sequence[OrderLine]) -> OrderAmount:
    """Return the amounts of an unpaid order whose remaining items were quoted again.

    Cancelled items count with their cost, as in an order that is placed.
    """
    placed = [line.item for line in lines if line.origin == "placed"]
    goods = _sum(item.payment_amount for item in placed) - _sum(
        line.share.discount for line in lines
    )
    fee = quoted.shipping_fee - quoted.shipping_fee_discount_amount
    fee -= quoted.coupon_shipping_fee_amount
    spent = quoted.points_spent_amount + quoted.credits_spent_amount
    return replace(
        quoted,
        order_price_amount=_sum(list_price(item) for item in placed),
        total_amount_due=rounded(goods + fee - spent),
    )


def surcharges(order: Order, lines: Sequence[OrderLine]) -> Decimal:
    """Return the shop's additions to an order that awaits payment; zero: nothing is bought."""
    if not still_bought(lines):
        return ZERO
    return order.admin_additional_amount + order.commission


def amount_due(first: OrderAmount, lines: Sequence[OrderLine], *, sent: bool) -> Decimal:
    """Return the cost of an order in money as it is now."""
    fee = shipping_charge(first, lines).money if sent else ZERO
    return rounded(_sum(line_cost(line) for line in still_bought(lines)) + fee)


def split_line(line: OrderLine, quantity: int, unit: Decimal) -> tuple[OrderLine, OrderLine]:
    """Return an item as two: the rest, and `quantity` units of it; no sum changes."""
    item = line.item
    each = item.product_price + item.option_price
    if each % unit:
        unit = CENT
    stays = item.quantity - quantity
    capacity = [each * stays, each * quantity]
    taken: list[dict[str, Decimal]] = [{}, {}]
    for name in ("additional_discount_price", "coupon_discount_price", "app_item_discount_amount"):
        for part, values in zip(share_out(getattr(item, name), capacity, unit), taken, strict=True):
            values[name] = rounded(part)
        capacity = [
            max(ZERO, left - values[name]) for left, values in zip(capacity, taken, strict=True)
        ]
    paid = [rounded(left) for left in capacity]
    shares: list[dict[str, Decimal]] = [{}, {}]
    for name in ("discount", "points", "credits"):
        bears = getattr(line.share, name)
        for part, values in zip(share_out(bears, capacity, unit), shares, strict=True):
            values[name] = rounded(part)
        capacity = [left - values[name] for left, values in zip(capacity, shares, strict=True)]
    quantities = [Decimal(stays), Decimal(quantity)]
    for part, values in zip(share_out(line.share.earned, quantities, CENT), shares, strict=True):
        values["earned"] = rounded(part)
    first, second = (
        OrderLine(
            item=replace(item, quantity=units, payment_amount=amount, **off),
            share=Share(**share),
            stock_taken=line.stock_taken,
            placed_at=line.placed_at,
            origin=line.origin,
        )
        for units, amount, off, share in zip((stays, quantity), paid, taken, shares, strict=True)
    )
    return first, second


def _rate(item: Item) -> int:
    return item.tax_rate if item.product_tax_type == "A" else 0


def _sum(amounts: Iterable[Decimal]) -> Decimal:
    return rounded(sum(amounts, ZERO))
