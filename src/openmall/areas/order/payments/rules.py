"""An order is paid, or its payment is taken back; what was paid is read."""

from collections.abc import Sequence
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from openmall.areas.order import earning, shelf
from openmall.areas.order.amounts import OrderAmount
from openmall.areas.order.figures import rules as figures
from openmall.areas.order.gateways import refunding as refunding_of_gateways
from openmall.areas.order.orders import moving, store
from openmall.areas.order.orders.events import PaymentChanged as PaymentEvent
from openmall.areas.order.orders.rules import keep
from openmall.areas.order.orders.shape import Order
from openmall.areas.order.orders.store import Whole
from openmall.areas.order.payments import store as ledger
from openmall.areas.order.payments.shape import (
    CancelRequest,
    PaymentChange,
    PaymentChanged,
    TimelineEntry,
    TimelinePath,
    TimelineQuery,
)
from openmall.areas.order.payments.store import Payment
from openmall.areas.order.refunds import rules as refunding
from openmall.areas.order.refunds import store as refunds
from openmall.areas.store.orders_setting import OrdersSetting
from openmall.contract.call import Call
from openmall.contract.change import sent
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.moments import moment
from openmall.contract.money import ZERO, money
from openmall.standard.settings import current

UNPAID: Final = "The order awaits payment again; the payment was given back."
_BACK: Final = frozenset(("N10", "N20"))


async def timeline(call: Call, query: TimelineQuery) -> Sequence[TimelineEntry]:
    """Retrieve an order's payments and refunds."""
    await store.get(call, query.order_id)
    found = await ledger.of_order(call, query.order_id)
    if query.start_date is not UNSET:
        found = [each for each in found if (_at(each, query) or 0) >= query.start_date]
    if query.end_date is not UNSET:
        end = query.end_date
        found = [each for each in found if (at := _at(each, query)) is not None and at <= end]
    return [entry(call, each) for each in found]


async def timeline_entry(call: Call, params: TimelinePath) -> TimelineEntry:
    """Retrieve one of an order's payments and refunds."""
    await store.get(call, params.order_id)
    for each in await ledger.of_order(call, params.order_id):
        if each.payment_no == params.payment_no:
            return entry(call, each)
    raise NotFound("The payment does not exist.", parameter="payment_no")


def _at(payment: Payment, query: TimelineQuery) -> int | None:
    if query.date_type == "payment_datetime":
        return payment.payment_datetime
    return payment.created_datetime


def entry(call: Call, payment: Payment) -> TimelineEntry:
    """Return a row of the ledger as it is answered."""
    paid_at = payment.payment_datetime
    return TimelineEntry(
        shop_no=call.shop_no,
        payment_no=payment.payment_no,
        payment_settle_type=payment.payment_settle_type,  # type: ignore[arg-type] # of the ledger
        payment_methods=[each for each in payment.payment_methods.split(",") if each],
        order_amount=money(payment.order_amount),
        additional_payment_amount=money(payment.additional_payment_amount),
        paid_amount=money(payment.paid_amount),
        payment_datetime=None if paid_at is None else moment(paid_at),
        created_datetime=moment(payment.created_datetime),
        claim_code=payment.claim_code or None,
    )


async def change(call: Call, params: PaymentChange) -> PaymentChanged:
    """Update an order's payment status."""
    if params.payment_no is not UNSET:
        await timeline_entry(
            call, TimelinePath(order_id=params.order_id, payment_no=params.payment_no)
        )
    said = CancelRequest()
    if params.status == "canceled":
        said = _said(params)
        made, gateway = said.refund_status == "P", said.payment_gateway_name or "gateway"
        await refunding.said_by_gateway(call, params.order_id, made=made, gateway=gateway)
    else:
        whole = await store.whole(call, params.order_id)
        if params.status == "paid":
            await pay(call, whole, auto=params.auto_paid == "T")
        else:
            await take_back(call, whole, recover=params.recover_inventory == "T")
    return PaymentChanged(
        shop_no=call.shop_no, order_id=params.order_id, status=params.status, cancel_request=said
    )


def _said(params: PaymentChange) -> CancelRequest:
    if params.cancel_request is UNSET:
        return CancelRequest()
    return CancelRequest(**sent(params.cancel_request))


async def pay(call: Call, whole: Whole, *, auto: bool, transaction_id: str = "") -> None:
    """Let an order that awaits payment be paid: its items go on, its stock is taken.

    `auto`: a gateway says so. Raises NotModified (409) when nothing awaits payment, and
    stock.OutOfStock (422) when what was put by has run out and is sold.
    """
    lines = [line for line in whole.lines if line.item.order_status == "N00"]
    if not lines:
        raise NotModified()
    before, now = whole.order, int(call.clock.now())
    await shelf.take(call, before.order_id, lines)
    moving.move(call, lines, "pay", who="time" if auto else "merchant")
    setting = await current(call, OrdersSetting)
    if setting.use_product_prepare_status != "T":
        for line in lines:
            moving.put_in(line, "N20", now)
    whole.order = as_paid(whole, now, transaction_id)
    for payment in await ledger.of_order(call, before.order_id):
        if payment.awaited:
            settled = replace(
                payment,
                payment_datetime=now,
                paid_amount=payment.order_amount,
                transaction_id=transaction_id,
            )
            await ledger.settle(call, before.order_id, settled)
            if payment.payment_settle_type == "O":
                await figures.settled(call, whole.order, whole.group_no, lines, settled, now)
            else:
                await figures.more(call, whole.order, settled, now)
    if before.paid != "F":
        await figures.units_settled(call, whole.order, whole.group_no, lines, now)
    await keep(call, before, whole, lines, PaymentEvent.of(whole, "paid_order"), auto_paid=auto)
    if before.paid == "F":
        await earning.give(call, whole)


def as_paid(whole: Whole, now: int, transaction_id: str = "") -> Order:
    """Return an order whose items went on as one of which everything due was paid."""
    order = moving.summed_up(whole, now)
    paid = order.payment_amount + order.actual_order_amount.total_amount_due
    amount = replace(order.actual_order_amount, total_amount_due=ZERO, payment_amount=paid)
    return replace(
        order,
        paid="T",
        payment_date=moment(now),
        payment_amount=paid,
        actual_order_amount=amount,
        initial_order_amount=_as_paid(order.initial_order_amount),
        transaction_ids=[*(order.transaction_ids or ()), *filter(None, (transaction_id,))] or None,
    )


def _as_paid(first: OrderAmount) -> OrderAmount:
    """Return what was due when an order was placed as paid; what was added later is not in it."""
    paid = first.payment_amount + first.total_amount_due
    return replace(first, total_amount_due=ZERO, payment_amount=paid)


async def take_back(call: Call, whole: Whole, *, recover: bool) -> None:
    """Let a paid order of which nothing was sent or claimed await payment again.

    What a gateway took for it goes back through the gateway, as all of it is due again.
    """
    before, now = whole.order, int(call.clock.now())
    if before.paid != "T":
        raise NotModified()
    for line in whole.lines:
        if line.item.order_status not in _BACK:
            raise Invalid(f"An item is in state {line.item.order_status}.", parameter="status")
    known = await refunds.of_orders(call, [before.order_id])
    if any(kept.refund.refund_amount for kept in known):
        raise Invalid("Something of what was paid is given back.", parameter="status")
    await refunding_of_gateways.give_all_back(call, before.order_id, reason=UNPAID)
    moving.move(call, whole.lines, "unpay")
    if recover:
        await shelf.give_back(call, before.order_id, whole.lines, recover=True)
    due = before.payment_amount
    amount = replace(before.actual_order_amount, total_amount_due=due, payment_amount=ZERO)
    first = before.initial_order_amount
    first = replace(first, total_amount_due=first.payment_amount, payment_amount=ZERO)
    whole.order = replace(
        moving.summed_up(whole, now),
        paid="F",
        payment_date=None,
        payment_amount=ZERO,
        actual_order_amount=amount,
        initial_order_amount=first,
        transaction_ids=None,
    )
    for settled in await ledger.of_order(call, before.order_id):
        awaited = replace(settled, payment_datetime=None, paid_amount=0, transaction_id="")
        await ledger.settle(call, before.order_id, awaited)
        paid_at = settled.payment_datetime or now
        if settled.payment_settle_type == "O":
            await figures.unsettled(call, before, whole.group_no, whole.lines, settled, paid_at)
        else:
            await figures.no_more(call, before, settled, paid_at)
    await earning.take_back(call, whole)
    event = PaymentEvent.of(whole, "unpaid_order")
    await keep(call, before, whole, whole.lines, event, auto_paid=False)
