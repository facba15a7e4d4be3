"""What items of an order cost once it is shared out, and what is given back for them: arithmetic.

What an item costs in money is its price without its own discounts and without its share of what
was taken from the order as a whole. What the shop keeps is always what the items still bought
cost, what sending them costs, and the fees of returns.
"""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from openmall.areas.order.amounts import CENT, OrderAmount, Share, contained, shared_out
from openmall.areas.order.orders.item_shape import Item
from openmall.areas.order.orders.shape import Order
from openmall.areas.order.orders.store import Line
from openmall.areas.order.states import NEVER_SENT_INSTEAD, bought
from openmall.areas.store.orders_setting import Benefit
from openmall.contract.money import ZERO, rounded

_PARTS: Final = ("set_product", "membership", "order_coupon", "app")
_STAYS: Final[dict[Benefit, tuple[str, ...]]] = {
    "F": ("discount", "points", "credits"),
    "T": (),
    "U": ("points", "credits"),
}
"""What of a claimed item's share stays with the rest of the order, as far as that can bear it.

F by total amount: all of it. T by selected item: nothing, each item takes along what it bore.
U worked out again: discounts go with the item in proportion, points and credits stay.
"""


class Shipping(Struct, frozen=True, kw_only=True):
    """What sending an order cost, and how it was paid."""

    fee: Decimal
    discount: Decimal
    points: Decimal
    credits: Decimal

    @property
    def money(self) -> Decimal:
        return self.fee - self.discount - self.points - self.credits


def price(item: Item) -> Decimal:
    """Return what an item costs before any discount."""
    return (item.product_price + item.option_price) * item.quantity


def cost(line: Line) -> Decimal:
    """Return what an item costs in money."""
    share = line.share
    return line.item.payment_amount - share.discount - share.points - share.credits


def still_bought(lines: Sequence[Line]) -> list[Line]:
    return [line for line in lines if bought(line.item.order_status)]


def shipping(first: OrderAmount, lines: Sequence[Line]) -> Shipping:
    """Return what sending cost; `first`: the order as it was placed, `lines`: all it has."""
    return Shipping(
        fee=first.shipping_fee,
        discount=first.shipping_fee_discount_amount + first.coupon_shipping_fee_amount,
        points=first.points_spent_amount - _sum(line.share.points for line in lines),
        credits=first.credits_spent_amount - _sum(line.share.credits for line in lines),
    )


def left_behind(
    claimed: Sequence[Line], rest: Sequence[Line], benefit: Benefit, unit: Decimal
) -> list[Line]:
    """Let `rest` bear what by the shop's setting does not go with `claimed`; return who changed."""
    changed = []
    for name in _STAYS[benefit]:
        for line in claimed:
            if not (bears := getattr(line.share, name)):
                continue
            room = [max(ZERO, cost(each)) for each in rest]
            moving = min(bears, _sum(room))
            if moving <= 0:
                continue
            line.share = replace(line.share, **{name: rounded(bears - moving)})
            for each, part in zip(rest, shared_out(moving, room, unit), strict=True):
                more = rounded(getattr(each.share, name) + part)
                each.share = replace(each.share, **{name: more})
            changed = [*claimed, *rest]
    return changed


def discounts(first: OrderAmount, lines: Sequence[Line], total: Decimal) -> dict[str, Decimal]:
    """Return what of `total`, taken from the order as a whole, was taken by which discount."""
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
    return dict(zip(_PARTS, shared_out(total, weights, CENT), strict=True))


def now(first: OrderAmount, lines: Sequence[Line], *, sent: bool, unit: Decimal) -> OrderAmount:
    """Return the sums of an order as it is, but what was and is to be paid.

    `sent`: sending it is still paid for.
    """
    those = still_bought(lines)
    of_shipping = shipping(first, lines)
    off = discounts(first, lines, _sum(line.share.discount for line in those))
    items = [line.item for line in those]
    return replace(
        first,
        order_price_amount=_sum(price(item) for item in items),
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
        tax=contained_in(those, unit),
    )


def contained_in(lines: Sequence[Line], unit: Decimal) -> Decimal:
    """Return the tax that the price of items contains."""
    return _sum(
        contained(line.item.payment_amount - line.share.discount, _rate(line.item), unit)
        for line in lines
    )


def first_of(quoted: OrderAmount, lines: Sequence[Line]) -> OrderAmount:
    """Return the amounts of an unpaid order whose items that are still bought were quoted anew.

    What was called off counts with what it would have cost, as in an order that is placed.
    """
    placed = [line.item for line in lines if line.came == "placed"]
    goods = _sum(item.payment_amount for item in placed) - _sum(
        line.share.discount for line in lines
    )
    fee = quoted.shipping_fee - quoted.shipping_fee_discount_amount
    fee -= quoted.coupon_shipping_fee_amount
    spent = quoted.points_spent_amount + quoted.credits_spent_amount
    return replace(
        quoted,
        order_price_amount=_sum(price(item) for item in placed),
        total_amount_due=rounded(goods + fee - spent),
    )


def on_top(order: Order, lines: Sequence[Line]) -> Decimal:
    """Return what the shop put on an order that awaits payment, while something of it is bought."""
    if not still_bought(lines):
        return ZERO
    return order.admin_additional_amount + order.commission


def due(first: OrderAmount, lines: Sequence[Line], *, sent: bool) -> Decimal:
    """Return what an order costs in money as it is."""
    fee = shipping(first, lines).money if sent else ZERO
    return rounded(_sum(cost(line) for line in still_bought(lines)) + fee)


def split(line: Line, quantity: int, unit: Decimal) -> tuple[Line, Line]:
    """Return an item as two: what stays, and `quantity` units of it; no sum changes."""
    item = line.item
    each = item.product_price + item.option_price
    if each % unit:
        unit = CENT
    stays = item.quantity - quantity
    room = [each * stays, each * quantity]
    taken: list[dict[str, Decimal]] = [{}, {}]
    for name in ("additional_discount_price", "coupon_discount_price", "app_item_discount_amount"):
        for part, values in zip(shared_out(getattr(item, name), room, unit), taken, strict=True):
            values[name] = rounded(part)
        room = [max(ZERO, left - values[name]) for left, values in zip(room, taken, strict=True)]
    paid = [rounded(left) for left in room]
    shares: list[dict[str, Decimal]] = [{}, {}]
    for name in ("discount", "points", "credits"):
        bears = getattr(line.share, name)
        for part, values in zip(shared_out(bears, room, unit), shares, strict=True):
            values[name] = rounded(part)
        room = [left - values[name] for left, values in zip(room, shares, strict=True)]
    quantities = [Decimal(stays), Decimal(quantity)]
    for part, values in zip(shared_out(line.share.earned, quantities, CENT), shares, strict=True):
        values["earned"] = rounded(part)
    first, second = (
        Line(
            item=replace(item, quantity=units, payment_amount=amount, **off),
            share=Share(**share),
            stock_taken=line.stock_taken,
            placed_at=line.placed_at,
            came=line.came,
        )
        for units, amount, off, share in zip((stays, quantity), paid, taken, shares, strict=True)
    )
    return first, second


def _rate(item: Item) -> int:
    return item.tax_rate if item.product_tax_type == "A" else 0


def _sum(amounts: Iterable[Decimal]) -> Decimal:
    return rounded(sum(amounts, ZERO))
