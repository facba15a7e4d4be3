"""What counts as sold, and when: an order in the hour its money comes, a refund when it goes.

Units that were paid count as settled; cancelled, returned or exchanged ones in the hour that is
over. An order that is not paid counts as placed, no more.
"""

from collections.abc import Iterable
from typing import Final, Protocol

from openmall.areas.order.amounts import OrderAmount
from openmall.areas.order.figures import store
from openmall.areas.order.figures.store import Figures, Goods, Moneys, hour_of
from openmall.areas.order.orders.shape import Order
from openmall.areas.order.orders.store import Line
from openmall.areas.order.states import Status
from openmall.contract.call import Call
from openmall.contract.moments import Clock, Clocks, seconds
from openmall.contract.money import hundredths
from openmall.database.session import Database

_KINDS: Final[dict[str, str]] = {
    **dict.fromkeys(("C40", "C41", "C42", "C43"), "canceled"),
    **dict.fromkeys(("R40", "R41", "R42", "R43"), "returned"),
    "E40": "exchanged",
}


class Paid(Protocol):
    """A row of the ledger, as far as figures go; amounts in hundredths."""

    @property
    def payment_methods(self) -> str: ...
    @property
    def gateway(self) -> str: ...
    @property
    def paid_amount(self) -> int: ...


def actual(amount: OrderAmount) -> int:
    """Return what an order costs after discounts, however it is paid, in hundredths."""
    paid = amount.total_amount_due + amount.payment_amount
    return hundredths(paid + amount.points_spent_amount + amount.credits_spent_amount)


def of_placed(order: Order, methods: str, gateway: str) -> tuple[Moneys, Figures]:
    """Return what an order adds to the hour in which it came in."""
    assert order.order_date is not None
    key = Moneys(order.shop_no, hour_of(seconds(order.order_date)), methods, gateway)
    return key, {"placed_count": 1, "placed_amount": actual(order.initial_order_amount)}


def of_payment(order: Order, payment: Paid, at: int, items: int) -> tuple[Moneys, Figures]:
    """Return what an order adds to the hour in which it was paid; `items`: how many it has."""
    amount = order.actual_order_amount
    key = Moneys(order.shop_no, hour_of(at), payment.payment_methods, payment.gateway)
    return key, {
        "order_count": 1,
        "item_count": items,
        "order_price_amount": hundredths(amount.order_price_amount),
        "shipping_fee": hundredths(amount.shipping_fee),
        "coupon_discount": hundredths(
            amount.coupon_discount_price + amount.coupon_shipping_fee_amount
        ),
        "actual_amount": actual(amount),
        "points": hundredths(amount.points_spent_amount),
        "credits": hundredths(amount.credits_spent_amount),
        "paid_amount": payment.paid_amount,
    }


def of_more(order: Order, payment: Paid, at: int) -> tuple[Moneys, Figures]:
    """Return what a further payment, or a refund, adds to its hour."""
    key = Moneys(order.shop_no, hour_of(at), payment.payment_methods, payment.gateway)
    if payment.paid_amount < 0:
        return key, {"refund_count": 1, "refund_amount": -payment.paid_amount}
    return key, {"paid_amount": payment.paid_amount}


def of_line(order: Order, group_no: int, line: Line, at: int) -> Goods:
    """Return which sum the units of an item belong to."""
    item = line.item
    return Goods(
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


def of_settled(line: Line) -> Figures:
    """Return what an item that is paid adds."""
    return {"settled": line.item.quantity}


def of_moved(was: Status | None, line: Line) -> Figures:
    """Return what an item adds that came from state `was` into the one it is in."""
    before, after = _KINDS.get(was or ""), _KINDS.get(line.item.order_status)
    if before == after:
        return {}
    found = {}
    if before is not None:
        found[before] = -line.item.quantity
    if after is not None:
        found[after] = line.item.quantity
    return found


async def placed(call: Call, order: Order, payment: Paid) -> None:
    """An order came in."""
    key, figures = of_placed(order, payment.payment_methods, payment.gateway)
    await store.note_sales(call.db, key, figures)


async def placed_otherwise(call: Call, before: Order, after: Order, payment: Paid) -> None:
    """Count an order that came in with the amount it was quoted at anew."""
    key, figures = of_placed(before, payment.payment_methods, payment.gateway)
    _, now = of_placed(after, payment.payment_methods, payment.gateway)
    more = now["placed_amount"] - figures["placed_amount"]
    await store.note_sales(call.db, key, {"placed_amount": more})


async def settled(
    call: Call, order: Order, group_no: int, lines: Iterable[Line], payment: Paid, at: int
) -> None:
    """An order was paid, with these items."""
    await _settled(call, order, group_no, list(lines), payment, at, 1)


async def unsettled(
    call: Call, order: Order, group_no: int, lines: Iterable[Line], payment: Paid, at: int
) -> None:
    """What was paid for an order at `at` counts no more; `order`: as it was while it was paid."""
    await _settled(call, order, group_no, list(lines), payment, at, -1)


async def _settled(
    call: Call, order: Order, group_no: int, lines: list[Line], payment: Paid, at: int, sign: int
) -> None:
    key, figures = of_payment(order, payment, at, len(lines))
    await store.note_sales(call.db, key, _times(figures, sign))
    goods = [(of_line(order, group_no, line, at), _times(of_settled(line), sign)) for line in lines]
    await store.note_goods(call.db, goods, int(call.clock.now()))


def _times(figures: Figures, sign: int) -> Figures:
    return figures if sign == 1 else {name: sign * value for name, value in figures.items()}


async def units_settled(
    call: Call, order: Order, group_no: int, lines: Iterable[Line], at: int
) -> None:
    """Items that were added to a paid order were paid."""
    goods = [(of_line(order, group_no, line, at), of_settled(line)) for line in lines]
    await store.note_goods(call.db, goods, int(call.clock.now()))


async def more(call: Call, order: Order, payment: Paid, at: int) -> None:
    """More was paid for an order, or some was given back."""
    key, figures = of_more(order, payment, at)
    await store.note_sales(call.db, key, figures)


async def no_more(call: Call, order: Order, payment: Paid, at: int) -> None:
    """What more was paid for an order at `at` counts no more."""
    key, figures = of_more(order, payment, at)
    await store.note_sales(call.db, key, _times(figures, -1))


async def given_back(
    call: Call, order: Order, payment: Paid, *, points: int = 0, deposit: int = 0
) -> None:
    """Points and deposit that paid for an order go back to the buyer; in hundredths."""
    at = int(call.clock.now())
    key = Moneys(order.shop_no, hour_of(at), payment.payment_methods, payment.gateway)
    figures = {"refund_points": points, "refund_credits": deposit}
    await store.note_sales(call.db, key, figures)


async def moved(call: Call, order: Order, group_no: int, lines: Iterable[Line]) -> None:
    """Items went into other states: what is cancelled, returned or exchanged counts as such."""
    at = int(call.clock.now())
    rows = [
        (of_line(order, group_no, line, at), figures)
        for line in lines
        if (figures := of_moved(line.was, line))
    ]
    if rows:
        await store.note_goods(call.db, rows, at)


SECONDS: Final = 10.0
"""Between two looks for figures that are to be summed up."""


async def fold_due(database: Database, clocks: Clocks) -> int:
    """Sum up what single orders have added in any mall; return how many rows went into sums."""
    async with database.reading("") as db:
        malls = await store.waiting(db)
    return sum([await fold_mall(database, clocks.of(mall_id), mall_id) for mall_id in malls])


async def fold_mall(database: Database, clock: Clock, mall_id: str) -> int:
    """Sum up everything of a mall, some in a transaction, so that nobody is kept waiting."""
    folded = 0
    while True:
        async with database.writing(mall_id) as db:
            taken = await store.fold(db, int(clock.now()))
        folded += taken
        if taken < store.AT_ONCE:
            return folded
