"""Payment of orders: paid, taken back, and listed."""

from collections.abc import Sequence
from typing import Final

from msgspec import UNSET, Struct
from msgspec.structs import asdict, replace

from openmall.commerce.order import order_rewards
from openmall.commerce.order.amounts import OrderAmount
from openmall.commerce.order.billing.control import OrderControl
from openmall.commerce.order.billing.gateways import payment_refunds
from openmall.commerce.order.billing.payment_ledger import store as payment_store
from openmall.commerce.order.billing.payment_ledger.store import Payment
from openmall.commerce.order.billing.payments import details
from openmall.commerce.order.billing.payments.refusals import (
    ITEM_SENT_OR_CLAIMED,
    PAYMENT_PARTLY_REFUNDED,
    PAYMENT_STATUS_OF_OTHER_APP,
)
from openmall.commerce.order.billing.payments.shape import (
    CancelRequest,
    PaymentChange,
    PaymentChanged,
    TimelineDetail,
    TimelineEntry,
    TimelinePath,
    TimelineQuery,
)
from openmall.commerce.order.billing.refunds import store as refund_store
from openmall.commerce.order.billing.refunds.confirmation import record_gateway_result
from openmall.commerce.order.figures import rules as figure_rules
from openmall.commerce.order.figures.rules import Sign
from openmall.commerce.order.fulfilment import order_stock
from openmall.commerce.order.order_saving import save_order
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders import transitions
from openmall.commerce.order.orders.events import PaymentChanged as PaymentEvent
from openmall.commerce.order.orders.shape import METHOD_NAMES, Method, Order, paying_method
from openmall.commerce.order.orders.store import OrderAggregate, OrderLine
from openmall.commerce.store.orders_setting import OrdersSetting
from openmall.contract.call import Call
from openmall.contract.change import sent_fields
from openmall.contract.crud.settings import current, preload
from openmall.contract.errors import Forbidden, Invalid, NotFound, NotModified
from openmall.contract.moments import moment
from openmall.contract.money import ZERO, money
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST

UNPAID: Final = "The order awaits payment again; the payment was given back."
_BACK: Final = frozenset(("N10", "N20"))


async def timeline(call: Call, query: TimelineQuery) -> Sequence[TimelineEntry]:
    """Retrieve an order's payments and refunds."""
    await order_store.get(call, query.order_id)
    found = await payment_store.of_order(call, query.order_id)
    if query.start_date is not UNSET:
        found = [each for each in found if (_at(each, query) or 0) >= query.start_date]
    if query.end_date is not UNSET:
        end = query.end_date
        found = [each for each in found if (at := _at(each, query)) is not None and at <= end]
    return [entry(call, each) for each in found]


async def timeline_detail(call: Call, params: TimelinePath) -> TimelineDetail:
    """Retrieve one of an order's payments and refunds, and what it is made up of."""
    order, _, _ = await order_store.get(call, params.order_id)
    ledger = await payment_store.of_order(call, params.order_id)
    payment = _of_number(ledger, params.payment_no)
    lines = (await order_store.lines_of(call, [params.order_id]))[params.order_id]
    if payment.payment_settle_type == "P":
        stored = await refund_store.find(call, payment.claim_code)
        amounts = details.paid_back_for(lines, stored, payment)
    else:
        amounts = details.paid_for(order, lines, ledger, payment)
    return TimelineDetail(
        **asdict(entry(call, payment)),
        payment_method_detail=details.methods(payment),
        order_amount_detail=amounts,
    )


def _of_number(ledger: Sequence[Payment], payment_no: int) -> Payment:
    for each in ledger:
        if each.payment_no == payment_no:
            return each
    raise NotFound(DOES_NOT_EXIST, parameter="payment_no", resource=Phrase("payment"))


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
    """Update an order's payment status.

    Raises Forbidden (403) when another app has taken over the control of payments.
    """
    await preload(call, OrderControl, OrdersSetting)
    await _require_control(call)
    if params.payment_no is not UNSET:
        await order_store.get(call, params.order_id)
        _of_number(await payment_store.of_order(call, params.order_id), params.payment_no)
    request = CancelRequest()
    if params.status == "canceled":
        request = _cancel_request(params)
        executed, gateway = request.refund_status == "P", request.payment_gateway_name or "gateway"
        await record_gateway_result(call, params.order_id, executed=executed, gateway=gateway)
    else:
        aggregate = await order_store.lock(call, params.order_id)
        if params.status == "paid":
            await pay(call, aggregate, auto=params.auto_paid == "T")
        else:
            await revert_payment(call, aggregate, recover=params.recover_inventory == "T")
    return PaymentChanged(
        shop_no=call.shop_no, order_id=params.order_id, status=params.status, cancel_request=request
    )


async def _require_control(call: Call) -> None:
    """Raise Forbidden (403) when another app controls the payment status of orders."""
    setting = await current(call, OrderControl)
    if setting.payments_control == "T" and call.identity.app.client_id != setting.client_id:
        raise Forbidden(PAYMENT_STATUS_OF_OTHER_APP, direct_url=setting.direct_url)


def _cancel_request(params: PaymentChange) -> CancelRequest:
    if params.cancel_request is UNSET:
        return CancelRequest()
    return CancelRequest(**sent_fields(params.cancel_request))


class Approval(Struct, frozen=True, kw_only=True):
    """A payment that a gateway has approved."""

    method: Method
    gateway: str
    transaction_id: str


async def pay(
    call: Call, aggregate: OrderAggregate, *, auto: bool, approval: Approval | None = None
) -> None:
    """Mark an order that awaits payment as paid: its items move on, its stock is taken.

    `auto`: a gateway reported the payment, `approval`: which one; the order then has the payment
    method by which it was paid. Raises NotModified (409) when nothing awaits payment,
    and stock.OutOfStock (422) when a reservation has expired and its units are sold, both before
    anything is written.
    """
    lines = [line for line in aggregate.lines if line.item.order_status == "N00"]
    if not lines:
        raise NotModified()
    before, now = aggregate.order, int(call.clock.now())
    setting = await current(call, OrdersSetting)
    ledger = await payment_store.of_order(call, before.order_id)
    # what the buyer pays is recorded, whatever has been deleted since
    await order_stock.take_stock(call, before.order_id, lines, skip_deleted=True)
    transitions.move(call, lines, "pay", who="time" if auto else "merchant")
    if setting.use_product_prepare_status != "T":
        for line in lines:
            transitions.enter_state(line, "N20", now)
    if approval is not None:
        aggregate.order = _paid_by(aggregate.order, approval)
    aggregate.order = as_paid(aggregate, now, approval.transaction_id if approval else "")
    for payment in ledger:
        if payment.awaited:
            settled = replace(payment, payment_datetime=now, paid_amount=payment.order_amount)
            if approval is not None:
                settled = replace(
                    settled,
                    payment_methods=",".join(aggregate.order.payment_method)
                    if before.paid == "F"
                    else approval.method,
                    gateway=approval.gateway,
                    transaction_id=approval.transaction_id,
                )
            await payment_store.settle(call, before.order_id, settled)
            await _count(call, aggregate.order, aggregate.group_no, lines, ledger, settled, now)
    await save_order(
        call, before, aggregate, lines, PaymentEvent.of(aggregate, "paid_order"), auto_paid=auto
    )
    if before.paid == "F":
        await order_rewards.give_rewards(call, aggregate)


def _paid_by(order: Order, approval: Approval) -> Order:
    """Return an order with the payment method of an approved payment; points stay spent.

    A payment of added items does not change how the rest was paid.
    """
    if order.paid != "F":
        methods = list(dict.fromkeys((*order.payment_method, approval.method)))
        gateways = dict.fromkeys((*(order.payment_gateway_names or ()), approval.gateway))
        return replace(
            order,
            payment_method=methods,
            payment_method_name=[METHOD_NAMES[each] for each in methods],
            payment_gateway_names=list(gateways),
        )
    if paying_method(order.payment_method) == approval.method:
        methods = order.payment_method
    else:
        spent = [each for each in order.payment_method if each in ("point", "credit")]
        methods = [approval.method, *spent]
    return replace(
        order,
        payment_method=methods,
        payment_method_name=[METHOD_NAMES[each] for each in methods],
        payment_gateway_names=[approval.gateway],
    )


async def _count(
    call: Call,
    order: Order,
    group_no: int,
    lines: Sequence[OrderLine],
    ledger: Sequence[Payment],
    settled: Payment,
    at: int,
    *,
    sign: Sign = 1,
) -> None:
    """Count a payment and its items in the hour of `at`; `sign`: -1 takes them back from there."""
    own = details.lines_of(settled, lines, ledger)
    if settled.payment_settle_type == "O":
        further = payment_store.further_amount(ledger)
        await figure_rules.count_paid(
            call, order, group_no, own, settled, at, further=further, sign=sign
        )
    else:
        await figure_rules.count_further_payment(call, order, settled, at, sign=sign)
        await figure_rules.count_paid_units(call, order, group_no, own, at, sign=sign)


def as_paid(aggregate: OrderAggregate, now: int, transaction_id: str = "") -> Order:
    """Return an order whose items moved on, with everything due as paid.

    It is dated by its first payment: one for items that were added later moves no sale.
    """
    order = transitions.with_summary(aggregate, now)
    paid = order.payment_amount + order.actual_order_amount.total_amount_due
    amount = replace(order.actual_order_amount, total_amount_due=ZERO, payment_amount=paid)
    return replace(
        order,
        paid="T",
        payment_date=moment(now) if order.payment_date is None else order.payment_date,
        payment_amount=paid,
        actual_order_amount=amount,
        initial_order_amount=_as_paid(order.initial_order_amount),
        transaction_ids=[*(order.transaction_ids or ()), *filter(None, (transaction_id,))] or None,
    )


def _as_paid(first: OrderAmount) -> OrderAmount:
    """Return amounts with everything that was due at placement as paid, without later items."""
    paid = first.payment_amount + first.total_amount_due
    return replace(first, total_amount_due=ZERO, payment_amount=paid)


async def revert_payment(call: Call, aggregate: OrderAggregate, *, recover: bool) -> None:
    """Return a paid order to awaiting payment; nothing of it may be sent or claimed.

    Approved payments are refunded through their gateways, as all of the amount is due again.
    """
    before, now = aggregate.order, int(call.clock.now())
    if before.paid != "T":
        raise NotModified()
    for line in aggregate.lines:
        if line.item.order_status not in _BACK:
            raise Invalid(ITEM_SENT_OR_CLAIMED, parameter="status", status=line.item.order_status)
    known = await refund_store.of_orders(call, [before.order_id])
    if any(stored.refund.refund_amount for stored in known):
        raise Invalid(PAYMENT_PARTLY_REFUNDED, parameter="status")
    await payment_refunds.refund_all_payments(call, before.order_id, reason=UNPAID)
    transitions.move(call, aggregate.lines, "unpay")
    if recover:
        await order_stock.restore_stock(call, before.order_id, aggregate.lines, recover=True)
    due = before.payment_amount
    amount = replace(before.actual_order_amount, total_amount_due=due, payment_amount=ZERO)
    first = before.initial_order_amount
    first = replace(first, total_amount_due=first.payment_amount, payment_amount=ZERO)
    aggregate.order = replace(
        transitions.with_summary(aggregate, now),
        paid="F",
        payment_date=None,
        payment_amount=ZERO,
        actual_order_amount=amount,
        initial_order_amount=first,
        transaction_ids=None,
    )
    ledger = await payment_store.of_order(call, before.order_id)
    for settled in ledger:
        awaited = replace(settled, payment_datetime=None, paid_amount=0, transaction_id="")
        await payment_store.settle(call, before.order_id, awaited)
        at = settled.payment_datetime or now
        await _count(
            call, before, aggregate.group_no, aggregate.lines, ledger, settled, at, sign=-1
        )
    await order_rewards.revoke_rewards(call, aggregate)
    event = PaymentEvent.of(aggregate, "unpaid_order")
    await save_order(call, before, aggregate, aggregate.lines, event, auto_paid=False)
