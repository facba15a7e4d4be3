"""Rules of sales figures: an order counts in the hour it is paid, a refund in the hour it is
executed.

Units of a paid order count as settled; cancelled, returned or exchanged ones in the hour in which
the claim is complete. An unpaid order counts as placed only.
"""

from collections.abc import Iterable
from typing import Final, Literal, Protocol

from openmall.commerce.order.amounts import OrderAmount
from openmall.commerce.order.figures import store as figure_store
from openmall.commerce.order.figures.store import Figures, GoodsKey, SalesKey, hour_of
from openmall.commerce.order.orders.shape import Order
from openmall.commerce.order.orders.store import OrderLine
from openmall.commerce.order.states import Status
from openmall.contract.call import Call
from openmall.contract.moments import Clock, Clocks, seconds
from openmall.contract.money import hundredths
from openmall.database.session import Database

Sign = Literal[1, -1]
"""1 counts, -1 takes back what was counted."""

_KINDS: Final[dict[str, str]] = {
    **dict.fromkeys(("C40", "C41", "C42", "C43"), "canceled"),
    **dict.fromkeys(("R40", "R41", "R42", "R43"), "returned"),
    "E40": "exchanged",
}


class Paid(Protocol):
    """The fields of a ledger row that figures need; amounts in hundredths."""

    @property
    def payment_methods(self) -> str: ...
    @property
    def gateway(self) -> str: ...
    @property
    def paid_amount(self) -> int: ...


def actual(amount: OrderAmount) -> int:
    """Return the cost of an order after discounts, however it is paid, in hundredths."""
    paid = amount.total_amount_due + amount.payment_amount
    return hundredths(paid + amount.points_spent_amount + amount.credits_spent_amount)


def of_placed(order: Order, methods: str, gateway: str) -> tuple[SalesKey, Figures]:
    """Return what an order adds to the hour of its placement."""
    assert order.order_date is not None
    key = SalesKey(order.shop_no, hour_of(seconds(order.order_date)), methods, gateway)
    return key, {"placed_count": 1, "placed_amount": actual(order.initial_order_amount)}


def of_payment(
    order: Order, payment: Paid, at: int, items: int, further: int
) -> tuple[SalesKey, Figures]:
    """Return what an order adds to the hour of its payment.

    `items`: the number of its items; `further`: the amount of its further payments, which count in
    hours of their own.
    """
    amount = order.actual_order_amount
    key = SalesKey(order.shop_no, hour_of(at), payment.payment_methods, payment.gateway)
    return key, {
        "order_count": 1,
        "item_count": items,
        "order_price_amount": hundredths(amount.order_price_amount) - further,
        "shipping_fee": hundredths(amount.shipping_fee),
        "coupon_discount": hundredths(
            amount.coupon_discount_price + amount.coupon_shipping_fee_amount
        ),
        "actual_amount": actual(amount) - further,
        "points": hundredths(amount.points_spent_amount),
        "credits": hundredths(amount.credits_spent_amount),
        "paid_amount": payment.paid_amount,
    }


def of_more(order: Order, payment: Paid, at: int) -> tuple[SalesKey, Figures]:
    """Return what a further payment, or a refund, adds to its hour."""
    key = SalesKey(order.shop_no, hour_of(at), payment.payment_methods, payment.gateway)
    if payment.paid_amount < 0:
        return key, {"refund_count": 1, "refund_amount": -payment.paid_amount}
    # for items that were added to the order, at their price
    amount = payment.paid_amount
    return key, {"order_price_amount": amount, "actual_amount": amount, "paid_amount": amount}


def of_line(order: Order, group_no: int, line: OrderLine, at: int) -> GoodsKey:
    """Return the key of the sum that the units of an item belong to."""
    item = line.item
    return GoodsKey(
        order.shop_no,
        hour_of(at),
        item.product_no,
        item.variant_code,
        hundredths(item.product_price),
        hundredths(item.option_price),
        order.order_from_mobile,
        order.shipping_type,
        item.supplier_id,
        group_no,
    )


def of_settled(line: OrderLine) -> Figures:
    """Return what a paid item adds."""
    return {"settled": line.item.quantity}


def of_moved(was: Status | None, line: OrderLine) -> Figures:
    """Return what an item adds that moved from state `was` to its state."""
    before, after = _KINDS.get(was or ""), _KINDS.get(line.item.order_status)
    if before == after:
        return {}
    found = {}
    if before is not None:
        found[before] = -line.item.quantity
    if after is not None:
        found[after] = line.item.quantity
    return found


async def count_placed(call: Call, order: Order, payment: Paid) -> None:
    """Count a placed order."""
    key, figures = of_placed(order, payment.payment_methods, payment.gateway)
    await figure_store.add_sales_row(call.db, key, figures)


async def count_requoted(call: Call, before: Order, after: Order, payment: Paid) -> None:
    """Count an order with the amount of its new quote."""
    key, figures = of_placed(before, payment.payment_methods, payment.gateway)
    _, now = of_placed(after, payment.payment_methods, payment.gateway)
    more = now["placed_amount"] - figures["placed_amount"]
    await figure_store.add_sales_row(call.db, key, {"placed_amount": more})


async def count_paid(
    call: Call,
    order: Order,
    group_no: int,
    lines: Iterable[OrderLine],
    payment: Paid,
    at: int,
    *,
    further: int,
    sign: Sign = 1,
) -> None:
    """Count a paid order with these items in the hour of `at`, the second of its payment.

    `further`: the amount of its further payments, in hundredths. `sign`: -1 takes them back from
    that hour, with `order` as it was while it was paid.
    """
    chosen = list(lines)
    key, figures = of_payment(order, payment, at, len(chosen), further)
    await figure_store.add_sales_row(call.db, key, _times(figures, sign))
    await count_paid_units(call, order, group_no, chosen, at, sign=sign)


async def count_paid_units(
    call: Call,
    order: Order,
    group_no: int,
    lines: Iterable[OrderLine],
    at: int,
    *,
    sign: Sign = 1,
) -> None:
    """Count the units of items that were paid at `at`; `sign` as of `count_paid`."""
    goods = [(of_line(order, group_no, line, at), _times(of_settled(line), sign)) for line in lines]
    await figure_store.add_goods_rows(call.db, goods, int(call.clock.now()))


async def count_further_payment(
    call: Call, order: Order, payment: Paid, at: int, *, sign: Sign = 1
) -> None:
    """Count a further payment of an order, or a refund; `sign` as of `count_paid`."""
    key, figures = of_more(order, payment, at)
    await figure_store.add_sales_row(call.db, key, _times(figures, sign))


def _times(figures: Figures, sign: Sign) -> Figures:
    return {name: sign * value for name, value in figures.items()}


async def count_restored_redemptions(
    call: Call, order: Order, payment: Paid, *, points: int = 0, deposit: int = 0
) -> None:
    """Count points and deposit that are restored to the buyer; in hundredths."""
    at = int(call.clock.now())
    key = SalesKey(order.shop_no, hour_of(at), payment.payment_methods, payment.gateway)
    figures = {"refund_points": points, "refund_credits": deposit}
    await figure_store.add_sales_row(call.db, key, figures)


async def count_transitions(
    call: Call, order: Order, group_no: int, lines: Iterable[OrderLine]
) -> None:
    """Count items that were cancelled, returned or exchanged."""
    at = int(call.clock.now())
    rows = [
        (of_line(order, group_no, line, at), figures)
        for line in lines
        if (figures := of_moved(line.was, line))
    ]
    if rows:
        await figure_store.add_goods_rows(call.db, rows, at)


SECONDS: Final = 10.0
"""Between two runs that fold figures."""


async def fold_due(database: Database, clocks: Clocks) -> int:
    """Fold the rows of single orders into sums, in every mall; return the number of rows."""
    async with database.reading("") as db:
        malls = await figure_store.waiting(db)
    return sum([await fold_mall(database, clocks.of(mall_id), mall_id) for mall_id in malls])


async def fold_mall(database: Database, clock: Clock, mall_id: str) -> int:
    """Fold all rows of a mall, in short transactions, so that no call waits long."""
    folded = 0
    while True:
        async with database.writing(mall_id) as db:
            taken = await figure_store.fold(db, int(clock.now()))
        folded += taken
        if taken < figure_store.AT_ONCE:
            return folded
