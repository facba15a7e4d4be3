"""Recomputes everything stored of an order and reports differences; rebuilds figures."""

from collections.abc import Callable, Iterable
from decimal import Decimal
from typing import Final

from msgspec import Struct

from openmall.commerce.order.billing.gateways.requested_refunds import (
    store as gateway_refund_store,
)
from openmall.commerce.order.billing.gateways.requested_refunds.store import GatewayRefund
from openmall.commerce.order.billing.payment_ledger.store import Payment, further_amount
from openmall.commerce.order.billing.payments import details
from openmall.commerce.order.figures import rules as figure_rules
from openmall.commerce.order.figures import store as figure_store
from openmall.commerce.order.figures.store import Sums
from openmall.commerce.order.figures.tables import GOODS_FIGURES
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders import transitions
from openmall.commerce.order.orders.arithmetic import list_price as price_of
from openmall.commerce.order.orders.shape import Order
from openmall.commerce.order.orders.store import OrderLine
from openmall.commerce.order.payment_attempts import store as attempt_store
from openmall.commerce.order.payment_attempts.store import Attempt
from openmall.commerce.order.placement.subscriptions import charge_store
from openmall.commerce.order.reporting.verification import gateways, store, subscriptions
from openmall.commerce.order.reporting.verification.gateways import Wrong
from openmall.contract.call import Call
from openmall.contract.moments import Clock, Clocks, seconds
from openmall.contract.money import ZERO
from openmall.contract.money import money as amount_of
from openmall.database import sequences
from openmall.database.session import Database, Session

_AT_ONCE: Final = 500
"""Orders, or products, of one transaction, so that a running server never waits long."""
_UNPAID: Final = ("N00", "C47", "C48", "C49")
_NEVER_PAID: Final = ("N00", "N01", "C47", "C48", "C49")
_MONEYS: Final = ("placed_count", "order_count", "paid_amount", "refund_amount")


class Difference(Struct, frozen=True, kw_only=True):
    """A stored value that differs from the recomputed one."""

    mall_id: str
    what: str
    """An order, a variant in an order, or an hour or a product of a shop."""
    field: str
    kept: str
    recomputed: str


class Report(Struct, frozen=True, kw_only=True):
    """The result of a verification."""

    malls: int
    orders: int
    items: int
    payments: int
    differences: list[Difference]


async def verify(
    database: Database, clocks: Clocks, mall_ids: list[str], *, progress: Callable[[float], None]
) -> Report:
    """Verify every order of malls; `progress` is called with the finished share, 0 to 1.

    A server may run meanwhile; figures of orders placed meanwhile are reported as differences.
    """
    found: list[Difference] = []
    looked = [0, 0, 0]
    for at, mall_id in enumerate(mall_ids):
        sums = Sums()
        async with database.reading(mall_id) as db:
            number = max(1, await store.number(db))
        after, done = "", 0
        while True:
            async with database.reading(mall_id) as db:
                call = _call(clocks.of(mall_id), db)
                page = await _page(call, after)
                numbers = [order.order_id for order, *_ in page]
                placed = subscriptions.by_order(await charge_store.of_orders(call, numbers))
            now = int(clocks.of(mall_id).now())
            for order, group_no, lines, ledger, asked, refunds in page:
                found += _differences(mall_id, order.order_id, _wrong(order, lines, ledger))
                found += _differences(mall_id, order.order_id, gateways.payments(ledger, asked))
                found += _differences(
                    mall_id, order.order_id, gateways.refunds(ledger, asked, refunds, now)
                )
                found += _differences(
                    mall_id,
                    order.order_id,
                    subscriptions.order(order, lines, asked, placed[order.order_id], now),
                )
                count(sums, order, group_no, lines, ledger)
                looked[1] += len(lines)
                looked[2] += len(ledger)
            looked[0] += len(page)
            done += len(page)
            progress((at + min(1.0, done / number) * 0.9) / len(mall_ids))
            if len(page) < _AT_ONCE:
                break
            after = page[-1][0].order_id
        found += await _of_figures(database, mall_id, sums)
        found += await _of_stock(database, mall_id)
        found += await _of_subscriptions(database, mall_id)
        progress((at + 1) / len(mall_ids))
    return Report(
        malls=len(mall_ids),
        orders=looked[0],
        items=looked[1],
        payments=looked[2],
        differences=found,
    )


def _call(clock: Clock, db: Session) -> Call:
    return Call(clock, db)


_Kept = tuple[Order, int, list[OrderLine], list[Payment], list[Attempt], list[GatewayRefund]]


async def _page(call: Call, after: str) -> list[_Kept]:
    page = await store.page(call, after, _AT_ONCE)
    names = [order.order_id for order, _ in page]
    lines = await order_store.lines_of(call, names)
    ledgers = await store.ledgers(call, names)
    asked = await attempt_store.of_orders(call, names)
    refunds = await gateway_refund_store.of_orders(call, names)
    return [
        (order, group_no, lines[name := order.order_id], ledgers[name], asked[name], refunds[name])
        for order, group_no in page
    ]


def _differences(mall_id: str, what: str, wrong: Wrong) -> list[Difference]:
    return [
        Difference(
            mall_id=mall_id, what=what, field=field, kept=str(stored), recomputed=str(recomputed)
        )
        for field, stored, recomputed in wrong
        if stored != recomputed
    ]


def _wrong(order: Order, lines: list[OrderLine], ledger: list[Payment]) -> Wrong:
    first, now = order.initial_order_amount, order.actual_order_amount
    placed = [line for line in lines if line.origin == "placed"]
    price = sum((price_of(line.item) for line in placed), ZERO)
    yield "initial_order_amount.order_price_amount", first.order_price_amount, price
    for line in lines:
        item, price = line.item, price_of(line.item)
        off = item.additional_discount_price + item.coupon_discount_price
        left = max(ZERO, price - off - item.app_item_discount_amount)
        yield f"item {item.item_no} payment_amount", item.payment_amount, left
        if item.gift == "T":
            yield f"item {item.item_no} of a gift", price + line.share.discount, ZERO
    goods = sum((each.item.payment_amount for each in placed), ZERO)
    # what is sent instead bears what the item bore that it is sent for
    goods -= sum((each.share.discount for each in lines), ZERO)
    fee = first.shipping_fee - first.shipping_fee_discount_amount
    own = first.points_spent_amount + first.credits_spent_amount
    due = goods + fee - first.coupon_shipping_fee_amount - own
    yield "initial_order_amount", first.total_amount_due + first.payment_amount, due
    settled = [each for each in ledger if each.payment_datetime is not None]
    yield "payment_amount", order.payment_amount, _sum(settled)
    yield "actual_order_amount.payment_amount", now.payment_amount, _sum(settled)
    awaited = amount_of(sum(each.order_amount for each in ledger if each.awaited))
    yield "actual_order_amount.total_amount_due", now.total_amount_due, awaited
    yield "paid", order.paid != "F", any(each.payment_settle_type == "O" for each in settled)
    yield "payment_date", order.payment_date is not None, order.paid != "F"
    states = [line.item.order_status for line in lines]
    if order.paid == "F":
        yield "paid", order.paid, "F" if all(each in _UNPAID for each in states) else "T"
    elif "N00" in states:
        yield "paid", order.paid, "M"
    yield "canceled", order.canceled, transitions.canceled(lines)
    yield "shipping_status", order.shipping_status, transitions.shipping_status(lines)


def _sum(payments: Iterable[Payment]) -> Decimal:
    return amount_of(sum(each.paid_amount for each in payments))


def count(
    sums: Sums, order: Order, group_no: int, lines: list[OrderLine], ledger: list[Payment]
) -> None:
    """Add an order to figures as its own records have it."""
    for payment in ledger:
        if payment.payment_settle_type == "O":
            sums.add_sales(*figure_rules.of_placed(order, payment.payment_methods, payment.gateway))
    settled = [line for line in lines if line.item.order_status not in _NEVER_PAID]
    further = further_amount(ledger)
    for payment in ledger:
        at = payment.payment_datetime
        if at is None:
            continue
        if payment.payment_settle_type == "P":
            sums.add_sales(*figure_rules.of_more(order, payment, at))
            continue
        paid = details.lines_of(payment, settled, ledger)
        if payment.payment_settle_type == "R":
            sums.add_sales(*figure_rules.of_more(order, payment, at))
        else:
            bought = [line for line in paid if not line.item.original_item_no]
            sums.add_sales(*figure_rules.of_payment(order, payment, at, len(bought), further))
        for line in paid:
            key = figure_rules.of_line(order, group_no, line, at)
            if line.origin != "instead":
                sums.add_goods(key, figure_rules.of_settled(line))
            over = _over_at(line, at)
            moved = figure_rules.of_moved(None, line)
            if moved:
                sums.add_goods(figure_rules.of_line(order, group_no, line, over), moved)


def _over_at(line: OrderLine, paid_at: int) -> int:
    """Return when an item was cancelled, returned or exchanged."""
    item = line.item
    for at in (item.cancel_date, item.return_confirmed_date, item.exchange_date):
        if at is not None:
            return seconds(at)
    return paid_at


async def _of_figures(database: Database, mall_id: str, sums: Sums) -> list[Difference]:
    async with database.reading(mall_id) as db:
        money, units = await store.money(db), await store.units(db)
    moneys: dict[tuple[int, int], dict[str, int]] = {}
    for key, values in sums.sales.items():
        _add(moneys.setdefault((key.shop_no, key.hour), {}), values)
    goods: dict[tuple[int, int], dict[str, int]] = {}
    for of, values in sums.goods.items():
        _add(goods.setdefault((of.shop_no, of.product_no), {}), values)
    found = []
    for what, kept, made, names in (
        ("hour", money, moneys, _MONEYS),
        ("product", units, goods, GOODS_FIGURES),
    ):
        for shop_no, number in sorted(kept.keys() | made.keys()):
            here = kept.get((shop_no, number), (0,) * len(names))
            there = made.get((shop_no, number), {})
            wrong = [
                (name, value, there.get(name, 0)) for name, value in zip(names, here, strict=True)
            ]
            found += _differences(mall_id, f"{what} {number} of shop {shop_no}", wrong)
    return found


def _add(into: dict[str, int], values: dict[str, int]) -> None:
    for name, value in values.items():
        into[name] = into.get(name, 0) + value


async def _of_subscriptions(database: Database, mall_id: str) -> list[Difference]:
    """Compare the subscriptions of a mall with the orders that they have placed."""
    found: list[Difference] = []
    after = ""
    while True:
        async with database.reading(mall_id) as db:
            page = await store.subscriptions(db, after, _AT_ONCE)
        for number, stored, orders in page:
            wrong = subscriptions.items(number, stored, orders)
            found += _differences(mall_id, f"subscription {number}", wrong)
        if len(page) < _AT_ONCE:
            return found
        after = page[-1][0]


async def _of_stock(database: Database, mall_id: str) -> list[Difference]:
    """Compare the stock that orders took with the ledger of stock.

    A variant without counted stock has no rows in the ledger, even if orders took units.
    """
    found = []
    async with database.reading(mall_id) as db:
        highest = await sequences.allocated(db, "product")
    parts_of: dict[int, set[int]] = {}
    for after in range(0, highest, _AT_ONCE):
        async with database.reading(mall_id) as db:
            parts_of |= await store.parts_sold(db, after, after + _AT_ONCE)
    for after in range(0, highest, _AT_ONCE):
        upto = after + _AT_ONCE
        bundles = [
            bundle
            for bundle, parts in parts_of.items()
            if any(after < part <= upto for part in parts)
        ]
        async with database.reading(mall_id) as db:
            taken_units, moved = await store.taken_stock(db, after, upto, bundles=bundles)
        for (variant_code, order_id), sold in sorted(moved.items()):
            recorded = taken_units.get((variant_code, order_id), 0)
            wrong = [("stock_taken", recorded, sold)]
            found += _differences(mall_id, f"{variant_code} in {order_id}", wrong)
    return found


async def rebuild(
    database: Database, clocks: Clocks, mall_ids: list[str], *, progress: Callable[[float], None]
) -> int:
    """Rebuild the figures of malls from their orders; return the number of orders.

    A mall in one transaction: its writes wait meanwhile. Restored points and deposit are not part
    of the ledger of orders, and stay.
    """
    counted = 0
    for at, mall_id in enumerate(mall_ids):
        async with database.writing(mall_id) as db:
            number = max(1, await store.number(db))
            call = _call(clocks.of(mall_id), db)
            sums, after, done = Sums(), "", 0
            while page := await _page(call, after):
                for order, group_no, lines, ledger, _, _ in page:
                    count(sums, order, group_no, lines, ledger)
                after, done = page[-1][0].order_id, done + len(page)
                progress((at + done / number) / len(mall_ids))
            await figure_store.clear(db, sums)
            await sums.write(db, int(call.clock.now()))
        counted += done
    return counted
